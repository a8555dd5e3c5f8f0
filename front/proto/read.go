package proto

import (
	"fmt"
	"path"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// reader turns the syntax tree of one file into its part of the model. The tree
// is not kept.
type reader struct {
	*file
	tree     *tree
	imported map[string]diag.Span
	silent   bool   // documentation is left out
	buffer   []byte // of a documentation that is read
}

// readFile reads one file, with its documentation where that is asked for. It never
// fails: what doesn't parse is left out and reported.
func readFile(src *diag.File, treePath string, p *parser, documented bool) *file {
	f := &file{src: src, path: treePath, syntax: proto2}
	f.part = &schema.Package{Language: "proto", Path: path.Dir(strings.ReplaceAll(src.Path, `\`, "/"))}
	r := &reader{file: f, tree: p.tree(src, &f.list), imported: map[string]diag.Span{}, silent: !documented}
	f.broken = len(f.list) > 0
	defer r.survive()
	r.readSyntax()
	r.readPackage()
	f.features = f.syntax.defaults().with(r.tree.options)
	f.declares = make([]string, 0, len(r.tree.decls))
	for _, d := range r.tree.decls {
		before := *f.part
		switch d := d.(type) {
		case *importNode:
			r.readImport(d)
		case *messageNode:
			r.readMessage(d, nil, f.features, 1)
		case *enumNode:
			r.readEnum(d, nil, f.features)
		case *serviceNode:
			r.readService(d)
		case *extendNode:
			r.readExtend(d, nil, f.features, 0)
		}
		f.declare(before)
	}
	h := r.hold(&f.part.Decl, r.tree.options, "file", f.pkg, nil)
	if o := h.find("optimize_for"); o != nil && o.value.Text == "LITE_RUNTIME" {
		f.lite, f.litePlace = true, o.span
	}
	f.checkFeaturesUse(h)
	return f
}

// survive ends reading where the tree of a file that doesn't parse has holes:
// what was read till then counts.
func (r *reader) survive() {
	if p := recover(); p != nil && !r.broken {
		r.broken = true
		r.list.Add("parse", r.src.Span(0, 0), fmt.Sprintf("the file can't be read: %v", p)).Help = "this is a fault of the tool: please report it"
	}
}

// hold notes the options of an element, which are given their meaning once all
// files are read.
func (r *reader) hold(decl *schema.Decl, nodes []optionNode, kind, full string, in *message) *holder {
	if len(nodes) == 0 {
		return plain
	}
	h := &holder{decl: decl, options: r.options(nodes), kind: kind, full: full, in: in}
	if len(h.options) > 0 {
		r.holders = append(r.holders, h)
	}
	return h
}

// readSyntax notes the syntax as an option of the package, whose value is null
// where the file doesn't say it.
func (r *reader) readSyntax() {
	said := schema.Option{Name: "proto.syntax", Value: schema.Value{Kind: schema.NullValue}, Span: r.src.Span(0, 0)}
	switch {
	case r.tree.syntax != nil:
		at, word := r.span(r.tree.syntax.extent), r.tree.syntax.text
		said = schema.Option{Name: "proto.syntax", Value: schema.Value{Kind: schema.StringValue, Text: word, Span: at}, Span: r.span(r.tree.statement)}
		switch word {
		case "proto2":
		case "proto3":
			r.syntax = proto3
		default:
			d := r.errorf(at, "", "the syntax "+quoted(word)+" is unknown")
			d.Help = `write syntax = "proto3"; or syntax = "proto2";`
		}
	case r.tree.edition != nil:
		r.syntax = editions
		at, word := r.span(r.tree.edition.extent), r.tree.edition.text
		said = schema.Option{Name: "proto.edition", Value: schema.Value{Kind: schema.StringValue, Text: word, Span: at}, Span: r.span(r.tree.statement)}
		if word != "2023" {
			r.errorf(at, "", "the edition "+quoted(word)+" is unknown").Help = `write edition = "2023";`
		}
	}
	r.part.Options = append(r.part.Options, said)
}

func (r *reader) readPackage() {
	var first *packageNode
	for _, d := range r.tree.decls {
		p, ok := d.(*packageNode)
		if !ok {
			continue
		}
		if first != nil {
			e := r.errorf(r.span(p.extent), "", "the file has two package statements")
			e.Related = append(e.Related, diag.Related{Message: "the first is here", Span: r.span(first.extent)})
			e.Help = "take one of them out"
			continue
		}
		first = p
		r.pkg = p.name.text
		at := r.span(p.name.extent)
		r.part.Decl = schema.Decl{Name: r.pkg, Doc: r.doc(p.element), Span: r.span(p.extent), NameSpan: at, Options: r.part.Options}
		if len(r.pkg) >= 512 {
			r.errorf(at, r.pkg[:40], "the package has a name of 512 bytes or more").Help = "shorten it"
		} else if strings.Count(r.pkg, ".") > 100 {
			r.errorf(at, r.pkg[:40], "the package has a name of more than 101 parts").Help = "shorten it"
		}
	}
	if first == nil {
		r.part.Name = stem(r.src.Path)
		r.part.Options = append(r.part.Options, schema.Option{Name: "proto.package", Value: schema.Value{Kind: schema.StringValue, Span: r.src.Span(0, 0)}, Span: r.src.Span(0, 0)})
		r.part.Span, r.part.NameSpan = r.src.Span(0, 0), r.src.Span(0, 0)
	}
}

// stem returns what a file without a package is called in the model.
func stem(file string) string {
	base := strings.TrimSuffix(path.Base(strings.ReplaceAll(file, `\`, "/")), ".proto")
	name := strings.Map(func(c rune) rune {
		if c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return c
		}
		return '_'
	}, base)
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return "_" + name
	}
	return name
}

func (r *reader) readImport(n *importNode) {
	d := &dependency{path: n.path.text, modifier: n.modifier, at: r.span(n.path.extent)}
	if first, ok := r.imported[d.path]; ok {
		e := r.errorf(d.at, "", quoted(d.path)+" is imported twice")
		e.Related = append(e.Related, diag.Related{Message: "first here", Span: first})
		e.Help = "take one of them out"
		return
	}
	r.imported[d.path] = d.at
	d.entry = &schema.Import{Source: d.path, Modifier: d.modifier, Span: r.span(n.extent), SourceSpan: d.at}
	r.imports = append(r.imports, d)
	r.part.Imports = append(r.part.Imports, d.entry)
}

func (r *reader) readService(n *serviceNode) {
	s := &schema.Service{Decl: r.decl(n.element, n.name)}
	x := &service{s: s, full: join(r.pkg, s.Name)}
	for _, m := range n.methods {
		s.Methods = append(s.Methods, r.readMethod(m, x))
	}
	r.checkFeaturesUse(r.hold(&s.Decl, n.options, "service", x.full, nil))
	r.services = append(r.services, x)
	r.part.Services = append(r.part.Services, s)
}

// readMethod reads an rpc: its message is the one param, called request.
func (r *reader) readMethod(n *methodNode, s *service) *schema.Method {
	m := &schema.Method{Decl: r.decl(n.element, n.name)}
	full := join(s.full, m.Name)
	in := &schema.Field{Decl: schema.Decl{Name: "request"}, Number: 1, Presence: schema.Plain}
	in.Type = r.carried(&n.in, full, "the request of ", s)
	in.Span, in.NameSpan, in.NumberSpan = in.Type.Span, in.Type.Span, in.Type.Span
	out := &schema.Field{Number: 1, Presence: schema.Plain}
	m.Returns = out
	m.Params = []*schema.Field{in}
	// The types are set where the fields stay, since links go to them.
	s.refs[len(s.refs)-1].to = typeIn(&in.Type)
	out.Type = r.carried(&n.out, full, "the response of ", s)
	out.Span, out.NameSpan, out.NumberSpan = out.Type.Span, out.Type.Span, out.Type.Span
	s.refs[len(s.refs)-1].to = typeIn(&out.Type)
	h := r.hold(&m.Decl, n.options, "method", full, nil)
	if o := h.find("idempotency_level"); o != nil {
		m.Idempotent = o.value.Text == "IDEMPOTENT" || o.value.Text == "NO_SIDE_EFFECTS"
		o.taken = o.value.Text == "IDEMPOTENT"
	}
	r.checkFeaturesUse(h)
	return m
}

// typeIn returns the type itself, or the one that a stream carries.
func typeIn(t *schema.Type) *schema.Type {
	if t.Kind == schema.KindStream {
		return t.Elem
	}
	return t
}

func (r *reader) carried(n *carriedNode, method, what string, s *service) schema.Type {
	at := r.span(n.name.extent)
	t := schema.Type{Kind: schema.KindRef, Name: n.name.text, Span: at}
	s.refs = append(s.refs, &ref{name: t.Name, used: what + method})
	if n.stream {
		return schema.Type{Kind: schema.KindStream, Elem: &t, Span: r.span(n.extent)}
	}
	return t
}

// decl reads what all elements have.
func (r *reader) decl(n element, name ident) schema.Decl {
	return schema.Decl{Name: name.text, Doc: r.doc(n), Span: r.span(n.extent), NameSpan: r.span(name.extent)}
}
