package hclidl

// element says what may stand in one kind of block. The readers switch over the
// same names; the table serves what must know them as data: suggestions, the
// JSON syntax, and the places where a field's name would be read as something
// else.
type element struct {
	label  string // what its one label is, "" where it has none
	attrs  []string
	blocks []string
	free   string // what any other attribute is: "field", "value", "attribute"; "" where none may be
}

// file is the kind of the top of a file.
const file = "file"

var elements = map[string]element{
	file:      {blocks: []string{"package", "import", "service", "message", "enum", "error", "const"}},
	"package": {label: "a dotted name", attrs: []string{"version", "wires", "was", "deprecated", "doc"}, blocks: []string{"option"}},
	"import":  {label: "a local name", attrs: []string{"source"}},
	"service": {label: "a name", attrs: []string{"id", "wires", "extends", "was", "deprecated", "doc"}, blocks: []string{"method", "wire", "option"}},
	"method": {label: "a name", attrs: []string{"id", "params", "returns", "errors", "oneway", "timeout", "idempotent", "compress", "was", "deprecated", "doc"},
		blocks: []string{"wire", "option"}},
	"message":  {label: "a name", attrs: []string{"stored", "was", "deprecated", "doc"}, blocks: []string{"fields", "oneof", "reserved", "wire", "option"}, free: "field"},
	"error":    {label: "a name", attrs: []string{"code", "stored", "was", "deprecated", "doc"}, blocks: []string{"fields", "oneof", "reserved", "wire", "option"}, free: "field"},
	"oneof":    {label: "a name", attrs: []string{"was", "deprecated", "doc"}, blocks: []string{"fields", "option"}, free: "field"},
	"enum":     {label: "a name", attrs: []string{"closed", "was", "deprecated", "doc"}, blocks: []string{"values", "reserved", "option"}, free: "value"},
	"const":    {label: "a name", attrs: []string{"type", "value", "deprecated", "doc"}, blocks: []string{"option"}},
	"fields":   {free: "field"},
	"values":   {free: "value"},
	"reserved": {attrs: []string{"ids", "names"}},
	"wire":     {label: "the name of a wire", free: "attribute"},
	"option":   {label: "a name", free: "attribute"},
}

var (
	fieldOptions = []string{"default", "required", "deprecated", "retired", "was", "json", "encoding", "packed", "min", "max", "max_len", "pattern", "doc", "options"}
	valueOptions = []string{"was", "deprecated", "doc", "options"}
	typeCalls    = []string{"list", "set", "map", "optional", "stream"}
)
