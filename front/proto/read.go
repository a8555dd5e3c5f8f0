package proto

import (
	"fmt"
	"path"
	"strings"

	"github.com/bufbuild/protocompile/ast"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// reader turns the syntax tree of one file into its part of the model. The tree
// is not kept.
type reader struct {
	*file
	tree     *ast.FileNode
	imported map[string]diag.Span
	places   *places // where lines are long
}

// readFile reads one file. It never fails: what doesn't parse is left out and
// reported.
func readFile(src *diag.File, treePath string) *file {
	f := &file{src: src, path: treePath, syntax: proto2}
	f.part = &schema.Package{Language: "proto", Path: path.Dir(strings.ReplaceAll(src.Path, `\`, "/"))}
	r := &reader{file: f, tree: parse(src, &f.list), imported: map[string]diag.Span{}}
	r.places = placesOf(src, r.tree)
	f.broken = len(f.list) > 0
	defer r.survive()
	r.readSyntax()
	r.readPackage()
	f.features = f.syntax.defaults().with(fileOptions(r.tree))
	for _, d := range r.tree.Decls {
		switch d := d.(type) {
		case *ast.ImportNode:
			r.readImport(d)
		case *ast.MessageNode:
			r.readMessage(d, d.Keyword, d.Name, &d.MessageBody, nil, f.features, 1)
		case *ast.EnumNode:
			r.readEnum(d, nil, f.features)
		case *ast.ServiceNode:
			r.readService(d)
		case *ast.ExtendNode:
			r.readExtend(d, nil, f.features, 0)
		}
	}
	h := r.hold(&f.part.Decl, fileOptions(r.tree), "file", f.pkg, nil)
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

func fileOptions(tree *ast.FileNode) []*ast.OptionNode {
	var list []*ast.OptionNode
	for _, d := range tree.Decls {
		if o, ok := d.(*ast.OptionNode); ok {
			list = append(list, o)
		}
	}
	return list
}

// hold notes the options of an element, which are given their meaning once all
// files are read.
func (r *reader) hold(decl *schema.Decl, nodes []*ast.OptionNode, kind, full string, in *message) *holder {
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
	case r.tree.Syntax != nil:
		at, word := r.span(r.tree.Syntax.Syntax), r.tree.Syntax.Syntax.AsString()
		said = schema.Option{Name: "proto.syntax", Value: schema.Value{Kind: schema.StringValue, Text: word, Span: at}, Span: r.span(r.tree.Syntax)}
		switch word {
		case "proto2":
		case "proto3":
			r.syntax = proto3
		default:
			d := r.errorf(at, "", "the syntax "+quoted(word)+" is unknown")
			d.Help = `write syntax = "proto3"; or syntax = "proto2";`
		}
	case r.tree.Edition != nil:
		r.syntax = editions
		at, word := r.span(r.tree.Edition.Edition), r.tree.Edition.Edition.AsString()
		said = schema.Option{Name: "proto.edition", Value: schema.Value{Kind: schema.StringValue, Text: word, Span: at}, Span: r.span(r.tree.Edition)}
		if word != "2023" {
			r.errorf(at, "", "the edition "+quoted(word)+" is unknown").Help = `write edition = "2023";`
		}
	}
	r.part.Options = append(r.part.Options, said)
}

func (r *reader) readPackage() {
	var first *ast.PackageNode
	for _, d := range r.tree.Decls {
		p, ok := d.(*ast.PackageNode)
		if !ok {
			continue
		}
		if first != nil {
			e := r.errorf(r.span(p), "", "the file has two package statements")
			e.Related = append(e.Related, diag.Related{Message: "the first is here", Span: r.span(first)})
			e.Help = "take one of them out"
			continue
		}
		first = p
		r.pkg = string(p.Name.AsIdentifier())
		at := r.span(p.Name)
		r.part.Decl = schema.Decl{Name: r.pkg, Doc: r.doc(p), Span: r.span(p), NameSpan: at, Options: r.part.Options}
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

func (r *reader) readImport(n *ast.ImportNode) {
	d := &dependency{path: n.Name.AsString(), at: r.span(n.Name)}
	switch {
	case n.Public != nil:
		d.modifier = "public"
	case n.Weak != nil:
		d.modifier = "weak"
	}
	if first, ok := r.imported[d.path]; ok {
		e := r.errorf(d.at, "", quoted(d.path)+" is imported twice")
		e.Related = append(e.Related, diag.Related{Message: "first here", Span: first})
		e.Help = "take one of them out"
		return
	}
	r.imported[d.path] = d.at
	d.entry = &schema.Import{Source: d.path, Modifier: d.modifier, Span: r.span(n), SourceSpan: d.at}
	r.imports = append(r.imports, d)
	r.part.Imports = append(r.part.Imports, d.entry)
}

func (r *reader) readService(n *ast.ServiceNode) {
	s := &schema.Service{Decl: r.decl(n, n.Name)}
	x := &service{s: s, full: join(r.pkg, s.Name)}
	var own []*ast.OptionNode
	for _, d := range n.Decls {
		switch d := d.(type) {
		case *ast.OptionNode:
			own = append(own, d)
		case *ast.RPCNode:
			s.Methods = append(s.Methods, r.readMethod(d, x))
		}
	}
	r.checkFeaturesUse(r.hold(&s.Decl, own, "service", x.full, nil))
	r.services = append(r.services, x)
	r.part.Services = append(r.part.Services, s)
}

// readMethod reads an rpc: its message is the one param, called request.
func (r *reader) readMethod(n *ast.RPCNode, s *service) *schema.Method {
	m := &schema.Method{Decl: r.decl(n, n.Name)}
	full := join(s.full, m.Name)
	in := &schema.Field{Decl: schema.Decl{Name: "request"}, Number: 1, Presence: schema.Plain}
	in.Type = r.carried(n.Input, full, "the request of ", s)
	in.Span, in.NameSpan, in.NumberSpan = in.Type.Span, in.Type.Span, in.Type.Span
	out := &schema.Field{Number: 1, Presence: schema.Plain}
	m.Returns = out
	m.Params = []*schema.Field{in}
	// The types are set where the fields stay, since links go to them.
	s.refs[len(s.refs)-1].to = typeIn(&in.Type)
	out.Type = r.carried(n.Output, full, "the response of ", s)
	out.Span, out.NameSpan, out.NumberSpan = out.Type.Span, out.Type.Span, out.Type.Span
	s.refs[len(s.refs)-1].to = typeIn(&out.Type)
	var own []*ast.OptionNode
	for _, d := range n.Decls {
		if o, ok := d.(*ast.OptionNode); ok {
			own = append(own, o)
		}
	}
	h := r.hold(&m.Decl, own, "method", full, nil)
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

func (r *reader) carried(n *ast.RPCTypeNode, method, what string, s *service) schema.Type {
	at := r.span(n.MessageType)
	t := schema.Type{Kind: schema.KindRef, Name: string(n.MessageType.AsIdentifier()), Span: at}
	s.refs = append(s.refs, &ref{name: t.Name, used: what + method})
	if n.Stream != nil {
		return schema.Type{Kind: schema.KindStream, Elem: &t, Span: r.span(n)}
	}
	return t
}

// decl reads what all elements have.
func (r *reader) decl(n ast.Node, name ast.Node) schema.Decl {
	text := ""
	if id, ok := name.(*ast.IdentNode); ok {
		text = id.Val
	}
	return schema.Decl{Name: text, Doc: r.doc(n), Span: r.span(n), NameSpan: r.span(name)}
}
