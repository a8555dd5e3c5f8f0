package gosrc

import (
	"go/ast"
	"go/token"
	"strings"

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
	embedding  bool             // its fields are being flattened
	numbers    map[int64]string // of an enum: the names of its values, once asked for
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
		name := c.typeName()
		if name != "" {
			r.byType[name] = append(r.byType[name], c)
		}
		if d := r.decls[name]; d != nil && !d.isEnum {
			id, ok := ast.Unparen(d.spec.Type).(*ast.Ident)
			d.isEnum = ok && (id.Name == "int32" || id.Name == "rune") && r.decls[id.Name] == nil && !d.spec.Assign.IsValid()
		}
	}
	for _, d := range r.order {
		if d.isEnum && r.enums[d.contract] == nil {
			r.enums[d.contract] = d
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
		if strings.HasPrefix(f.Name.Name, "is") {
			r.wrappers[f.Name.Name] = append(r.wrappers[f.Name.Name], id.Name)
		}
	}
}

// built is what a declaration became.
type built struct {
	service   *schema.Service
	message   *schema.Message
	enum      *schema.Enum
	err       *schema.Error
	instances []*schema.Message // of a generic struct
}

func (r *reader) builtOf(d *decl) *built {
	if r.built[d] == nil {
		r.built[d] = &built{}
	}
	return r.built[d]
}

// contract builds the package: what has a directive first, then what that
// reaches, and brings it into the order of the source.
func (r *reader) contract() {
	for _, d := range r.order {
		switch {
		case d.says("service") != nil:
			r.builtOf(d).service = r.service(d)
		case d.says("error") != nil:
			r.builtOf(d).err = r.errorDecl(d)
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
	for len(r.queue) > 0 {
		build := r.queue[0]
		r.queue = r.queue[1:]
		build()
	}
	p := r.pkg
	for _, d := range r.order {
		b := r.built[d]
		if b == nil {
			continue
		}
		if b.service != nil {
			p.Services = append(p.Services, b.service)
		}
		if b.message != nil {
			p.Messages = append(p.Messages, b.message)
		}
		p.Messages = append(p.Messages, r.instancesOf(d)...)
		if b.enum != nil {
			p.Enums = append(p.Enums, b.enum)
		}
		if b.err != nil {
			p.Errors = append(p.Errors, b.err)
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
	r.queue = append(r.queue, func() {
		if d.isEnum {
			r.builtOf(d).enum = r.enum(d)
		} else {
			r.builtOf(d).message = r.message(d)
		}
	})
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
