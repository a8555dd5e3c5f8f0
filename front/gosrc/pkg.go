package gosrc

import (
	"path"
	"slices"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// packageOf begins the package with what its directive says.
func (r *reader) packageOf(s *source) {
	p := &schema.Package{Language: "go", Path: path.Dir(s.file.Path)}
	r.pkg = p
	p.Name, p.Span = s.ast.Name.Name, s.span(s.ast.Name)
	p.NameSpan = p.Span
	doc := s.ast.Doc
	for _, other := range r.sources {
		if len(r.said[other.ast.Doc]) > 0 {
			doc = other.ast.Doc
			break
		}
	}
	if doc == nil {
		for _, other := range r.sources {
			if doc == nil {
				doc = other.ast.Doc
			}
		}
	}
	p.Doc, p.Deprecated = docOf(doc)
	var first *directive
	for _, other := range r.sources {
		for _, d := range r.at(other.ast.Doc, "the package clause", "package") {
			if first != nil {
				x := r.errorf(d.span, "//rpc:package stands in two files")
				x.Related = []diag.Related{{Message: "the first is here", Span: first.span}}
				x.Help = "say it once"
				continue
			}
			first = d
		}
	}
	if first == nil {
		return
	}
	if w := first.word("name"); w != nil {
		p.Name, p.NameSpan = w.value, w.at
	}
	p.Version, p.Wires, p.Was = r.text(first, "version"), r.names(first, "wires"), r.names(first, "was")
	if why := r.text(first, "deprecated"); why != "" {
		p.Deprecated = why
	}
}

// finish gives the package what its fields say of it.
func (r *reader) finish() {
	p := r.pkg
	if r.timestamp && !slices.ContainsFunc(p.Messages, func(m *schema.Message) bool { return m.Name == "Timestamp" }) {
		p.Messages = append(p.Messages, timestamp(p.NameSpan))
	}
	if p.Wires == nil && !r.numbered["rpc"] && len(r.numbered) > 0 {
		for _, tag := range []string{"protobuf", "thrift"} {
			if wire := map[string]string{"protobuf": "prpc", "thrift": "thrift"}[tag]; r.numbered[tag] {
				p.Wires = append(p.Wires, schema.Ident{Name: wire, Span: p.NameSpan})
			}
		}
	}
	for _, d := range r.order {
		if d.spec.TypeParams.NumFields() > 0 && d.says("message") != nil && len(r.instancesOf(d)) == 0 {
			x := r.errorf(d.src.span(d.spec.Name), "message %s is generic, and nothing says for which types", d.name)
			x.Help = "use " + d.name + "[T] in a field, param or result, or declare a struct without parameters"
		}
	}
}

// timestamp is the message that a moment is with the tag timestamp.
func timestamp(at diag.Span) *schema.Message {
	field := func(name string, number int, kind schema.Kind) *schema.Field {
		return &schema.Field{Decl: schema.Decl{Name: name, Span: at, NameSpan: at}, Number: number, Type: schema.Type{Kind: kind, Span: at}, Presence: schema.Plain}
	}
	return &schema.Message{
		Decl:   schema.Decl{Name: "Timestamp", Doc: "Timestamp is a moment: seconds since 1970 in UTC, and nanoseconds within the second.", Span: at, NameSpan: at},
		Fields: []*schema.Field{field("seconds", 1, schema.KindInt64), field("nanos", 2, schema.KindInt32)},
	}
}
