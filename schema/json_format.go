package schema

import "github.com/rpcctl/rpcctl/diag"

// The canonical JSON: what snapshots, published contracts and programs outside
// see of the model. These structs are the format, both ways, so that renaming
// something in the model can't change it. Members at their zero are left out,
// elements stand in the order of the source, types are texts in which every
// name is full. A member that is tagged need must be there.

// FormatVersion is the version that Encode writes and Decode reads.
const FormatVersion = 1

type jsonDoc struct {
	jsonPlace
	Version  int           `json:"version" need:"y"`
	Packages []jsonPackage `json:"packages" need:"y"`
}

// jsonPlace is where an object stood in the text that it was read from.
type jsonPlace struct {
	Node *node      `json:"-"`
	File *diag.File `json:"-"`
}

func (p *jsonPlace) self() diag.Span {
	if p.Node == nil {
		return diag.Span{}
	}
	return p.Node.span(p.File)
}

// of returns the place of a member's value, that of the object where it has none.
func (p *jsonPlace) of(member string) diag.Span {
	if p.Node != nil {
		for i := range p.Node.keys {
			if p.Node.keys[i].name == member {
				return p.Node.items[i].span(p.File)
			}
		}
	}
	return p.self()
}

type jsonDecl struct {
	jsonPlace
	Name       string       `json:"name,omitempty"`
	Was        []string     `json:"was,omitempty"`
	Doc        string       `json:"doc,omitempty"`
	Deprecated string       `json:"deprecated,omitempty"`
	Options    []jsonOption `json:"options,omitempty"`
	At         string       `json:"at,omitempty"`      // path:offset:line:column-offset:line:column
	NameAt     string       `json:"name_at,omitempty"` // the same
}

type jsonOption struct {
	jsonPlace
	Name  string    `json:"name" need:"y"`
	Value jsonValue `json:"value" need:"y"`
}

type jsonPackage struct {
	jsonDecl
	Language string        `json:"language,omitempty"`
	Path     string        `json:"path,omitempty"`
	Imported bool          `json:"imported,omitempty"`
	Version  string        `json:"version,omitempty"`
	Wires    []string      `json:"wires,omitzero"`
	Imports  []jsonImport  `json:"imports,omitempty"`
	Services []jsonService `json:"services,omitempty"`
	Messages []jsonMessage `json:"messages,omitempty"`
	Enums    []jsonEnum    `json:"enums,omitempty"`
	Errors   []jsonError   `json:"errors,omitempty"`
	Consts   []jsonConst   `json:"consts,omitempty"`
	Files    []jsonFile    `json:"files,omitempty"`
}

type jsonImport struct {
	jsonPlace
	Local    string `json:"local,omitempty"`
	Source   string `json:"source,omitempty"`
	Package  string `json:"package,omitempty"`
	Modifier string `json:"modifier,omitempty"`
	Found    string `json:"file,omitempty"`
}

// jsonFile says how many options and imports of the package are the file's,
// behind those of the files before it.
type jsonFile struct {
	jsonPlace
	Path     string   `json:"path" need:"y"`
	Doc      string   `json:"doc,omitempty"`
	Options  int      `json:"options,omitempty"`
	Imports  int      `json:"imports,omitempty"`
	Declares []string `json:"declares,omitempty"`
}

type jsonService struct {
	jsonDecl
	ID      uint32       `json:"id,omitempty"`
	Wires   []string     `json:"wires,omitzero"`
	Extends string       `json:"extends,omitempty"`
	Methods []jsonMethod `json:"methods,omitempty"`
	On      []jsonBlock  `json:"on,omitempty"`
}

type jsonMethod struct {
	jsonDecl
	ID         uint32       `json:"id,omitempty"`
	Params     []jsonField  `json:"params,omitempty"`
	Returns    *jsonField   `json:"returns,omitempty"`
	Errors     []jsonThrown `json:"errors,omitempty"`
	Oneway     bool         `json:"oneway,omitempty"`
	Idempotent bool         `json:"idempotent,omitempty"`
	Timeout    *string      `json:"timeout,omitempty"` // as Go writes a duration: 1m30s
	Compress   string       `json:"compress,omitempty"`
	On         []jsonBlock  `json:"on,omitempty"`
}

type jsonThrown struct {
	jsonPlace
	Name   string `json:"name" need:"y"`
	Number int    `json:"number" need:"y"`
}

type jsonMessage struct {
	jsonDecl
	Fields   []jsonField   `json:"fields,omitempty"`
	OneOfs   []jsonDecl    `json:"oneofs,omitempty"`
	Reserved *jsonReserved `json:"reserved,omitempty"`
	Stored   bool          `json:"stored,omitempty"`
	On       []jsonBlock   `json:"on,omitempty"`
}

type jsonError struct {
	jsonMessage
	Code uint32 `json:"code,omitempty"`
}

type jsonField struct {
	jsonDecl
	Number   int        `json:"number,omitempty"`
	Implicit bool       `json:"implicit,omitempty"`
	Type     string     `json:"type" need:"y"`
	Presence string     `json:"presence,omitempty"` // optional or required
	Default  *jsonValue `json:"default,omitempty"`
	OneOf    string     `json:"oneof,omitempty"`
	JSON     string     `json:"json,omitempty"`
	Encoding string     `json:"encoding,omitempty"`
	Packed   *bool      `json:"packed,omitempty"`
	Retired  string     `json:"retired,omitempty"`
	Min      *jsonValue `json:"min,omitempty"`
	Max      *jsonValue `json:"max,omitempty"`
	MaxLen   *jsonValue `json:"max_len,omitempty"`
	Pattern  *jsonValue `json:"pattern,omitempty"`
}

type jsonEnum struct {
	jsonDecl
	Values   []jsonEnumValue `json:"values,omitempty"`
	Closed   bool            `json:"closed,omitempty"`
	Reserved *jsonReserved   `json:"reserved,omitempty"`
}

type jsonEnumValue struct {
	jsonDecl
	Number int64 `json:"number,omitempty"`
}

type jsonConst struct {
	jsonDecl
	Type  string    `json:"type" need:"y"`
	Value jsonValue `json:"value" need:"y"`
}

type jsonReserved struct {
	jsonPlace
	Ranges []jsonRange `json:"ranges,omitempty"`
	Names  []string    `json:"names,omitempty"`
}

type jsonRange struct {
	jsonPlace
	From int64 `json:"from,omitempty"`
	To   int64 `json:"to,omitempty"`
}

type jsonBlock struct {
	jsonPlace
	Wire  string     `json:"wire" need:"y"`
	Attrs []jsonAttr `json:"attrs,omitempty"`
}

type jsonAttr struct {
	jsonPlace
	Name  string `json:"name" need:"y"`
	Value string `json:"value,omitempty"`
}

// jsonValue is a literal: kind is null, bool, number, string, name, list or
// object. Numbers are text, so that none is rounded.
type jsonValue struct {
	jsonPlace
	Kind   string            `json:"kind" need:"y"`
	Text   string            `json:"text,omitempty"`
	Items  []jsonValue       `json:"items,omitempty"`
	Fields []jsonValueMember `json:"fields,omitempty"`
}

type jsonValueMember struct {
	jsonPlace
	Name  string    `json:"name,omitempty"`
	Value jsonValue `json:"value" need:"y"`
}

// valueKinds are the words for the kinds of literals, by kind.
var valueKinds = [...]string{
	NullValue: "null", BoolValue: "bool", NumberValue: "number", StringValue: "string",
	NameValue: "name", ListValue: "list", ObjectValue: "object",
}
