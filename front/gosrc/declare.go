package gosrc

import (
	"go/ast"
	"go/token"

	"github.com/rpcctl/rpcctl/schema"
)

// decl is a type declaration of the package.
type decl struct {
	name       string // in Go
	contract   string // in the contract
	src        *source
	spec       *ast.TypeSpec
	doc        commentGroup
	span       ast.Node // the whole
	directives []*directive
	reached    bool
	isEnum     bool
	embedding  bool // its fields are being flattened
}

// structure returns what a declared struct looks like, nil where it is none.
func (d *decl) structure() *ast.StructType {
	s, _ := ast.Unparen(d.spec.Type).(*ast.StructType)
	return s
}

func (d *decl) says(kind string) *directive { return one(d.directives, kind) }

// collect finds the declarations of all files.
func (r *reader) collect() {
	for _, s := range r.sources {
		for _, d := range s.ast.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				r.general(s, d)
			case *ast.FuncDecl:
				r.method(d)
			}
		}
	}
	for _, d := range r.order {
		d.isEnum = d.says("enum") != nil
	}
	for _, c := range r.values {
		if d := r.decls[c.typeName()]; d != nil && !d.isEnum {
			id, ok := ast.Unparen(d.spec.Type).(*ast.Ident)
			d.isEnum = ok && (id.Name == "int32" || id.Name == "rune") && r.decls[id.Name] == nil && !d.spec.Assign.IsValid()
		}
	}
}

func (r *reader) general(s *source, g *ast.GenDecl) {
	switch g.Tok {
	case token.TYPE:
		for _, spec := range g.Specs {
			spec, ok := spec.(*ast.TypeSpec)
			if !ok || spec.Name == nil || spec.Type == nil {
				continue
			}
			d := &decl{name: spec.Name.Name, src: s, spec: spec, doc: spec.Doc, span: spec}
			if !g.Lparen.IsValid() {
				d.span = g
				if d.doc == nil {
					d.doc = g.Doc
				}
			}
			d.contract = d.name
			if first := r.decls[d.name]; first != nil {
				continue // another platform's, or a mistake that Go reports
			}
			d.directives = r.at(d.doc, "a type", "service", "message", "error", "enum", "reserved", "wire")
			for _, kind := range []string{"service", "message", "error", "enum"} {
				if name := r.text(d.says(kind), "name"); name != "" {
					d.contract = name
				}
			}
			r.decls[d.name] = d
			r.order = append(r.order, d)
		}
	case token.CONST:
		r.constants(s, g)
	}
}

// method notes that a type has a method.
func (r *reader) method(f *ast.FuncDecl) {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return
	}
	t := ast.Unparen(f.Recv.List[0].Type)
	if star, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(star.X)
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	if id, ok := t.(*ast.Ident); ok {
		if r.methods[id.Name] == nil {
			r.methods[id.Name] = map[string]bool{}
		}
		if f.Name.Name == "Error" && (f.Type.Params.NumFields() > 0 || f.Type.Results.NumFields() != 1) {
			return
		}
		r.methods[id.Name][f.Name.Name] = true
	}
}

// contract builds the package: what has a directive first, then what that
// reaches, in the order of the source.
func (r *reader) contract() {
	services, messages := map[*decl]*schema.Service{}, map[*decl][]*schema.Message{}
	enums, errors := map[*decl]*schema.Enum{}, map[*decl]*schema.Error{}
	for _, d := range r.order {
		switch {
		case d.says("service") != nil:
			if s := r.service(d); s != nil {
				services[d] = s
			}
		case d.says("error") != nil:
			if e := r.errorDecl(d); e != nil {
				errors[d] = e
			}
		case d.says("message") != nil:
			if !r.isStruct(d) || d.spec.Assign.IsValid() {
				r.notA(d, "message", "a struct")
			} else if d.spec.TypeParams.NumFields() == 0 {
				r.reach(d)
			}
		case d.says("enum") != nil:
			r.reach(d)
		case len(d.directives) > 0:
			x := r.errorf(d.directives[0].span, "//rpc:%s stands above type %s, which has no directive that says what it is", d.directives[0].kind, d.name)
			x.Help = "add //rpc:service, //rpc:message, //rpc:error or //rpc:enum"
		}
	}
	r.declaredConsts()
	built := map[*decl]*schema.Message{}
	for next := 0; next < len(r.order) || len(r.queue) > 0; {
		if len(r.queue) > 0 {
			f := r.queue[0]
			r.queue = r.queue[1:]
			f()
			continue
		}
		progress := false
		for _, d := range r.order {
			if !d.reached || built[d] != nil || enums[d] != nil {
				continue
			}
			progress = true
			if d.isEnum {
				enums[d] = r.enum(d)
			} else {
				built[d] = r.message(d)
				messages[d] = append(messages[d], built[d])
			}
		}
		if !progress && len(r.queue) == 0 {
			break
		}
	}
	for _, d := range r.order {
		if s := services[d]; s != nil {
			r.pkg.Services = append(r.pkg.Services, s)
		}
		r.pkg.Messages = append(r.pkg.Messages, messages[d]...)
		r.pkg.Messages = append(r.pkg.Messages, r.instancesOf(d)...)
		if e := enums[d]; e != nil {
			r.pkg.Enums = append(r.pkg.Enums, e)
		}
		if e := errors[d]; e != nil {
			r.pkg.Errors = append(r.pkg.Errors, e)
		}
	}
	r.finish()
}

// notA reports a directive above the wrong shape.
func (r *reader) notA(d *decl, kind, want string) {
	x := r.errorf(d.src.span(d.spec.Name), "%s has the directive //rpc:%s, and is %s", d.name, kind, d.src.text(d.spec.Type))
	x.Help = "it stands above " + want
}

// reach takes a type into the contract.
func (r *reader) reach(d *decl) {
	if d.reached {
		return
	}
	d.reached, d.src.matters = true, true
	if !ast.IsExported(d.name) {
		x := r.errorf(d.src.span(d.spec.Name), "type %s is in the contract and unexported", d.name)
		x.Help = "write it with a capital, or take what uses it out of the contract: a field with rpc:\"-\" is not part of it"
	}
}

func (r *reader) base(d *decl, kind string) schema.Decl {
	d.src.matters = true
	out := schema.Decl{Name: d.contract, Span: d.src.span(d.span), NameSpan: d.src.span(d.spec.Name)}
	out.Doc, out.Deprecated = docOf(d.doc)
	out.Was = r.names(d.says(kind), "was")
	return out
}
