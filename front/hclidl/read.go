package hclidl

import (
	"fmt"
	"path"
	"regexp"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
)

// Read reads the files of one directory as one package.
func Read(files []*diag.File) ([]*schema.Package, diag.List) {
	if len(files) == 0 {
		return nil, nil
	}
	pkg := &schema.Package{Language: "hcl", Path: path.Dir(files[0].Path)}
	var list diag.List
	var opened diag.Span
	imports := map[string]diag.Span{}
	whole := true // every file was read
	for _, f := range files {
		r := &reader{f: f, pkg: pkg, imports: imports}
		whole = r.file() && whole
		list = append(list, r.list...)
		if r.opened == nil {
			continue
		}
		at := pkg.NameSpan
		if opened.Known() {
			d := list.Add("parse", at, "the directory has two package blocks")
			d.Related = []diag.Related{{Message: "first here", Span: opened}}
			d.Help = "the files of a directory are one package: keep one block"
			pkg.NameSpan = opened
			continue
		}
		opened = at
	}
	if !opened.Known() && whole {
		d := list.Add("parse", files[0].Span(0, 0), fmt.Sprintf("no file of %s says package", where(files)))
		d.Help = "write package \"some.name\" {} in one of them"
	}
	return []*schema.Package{pkg}, list.Sort()
}

func where(files []*diag.File) string {
	if len(files) == 1 {
		return files[0].Path
	}
	return path.Dir(files[0].Path)
}

// file reads one file into the package and reports whether it could be read as
// a whole.
func (r *reader) file() bool {
	var body *hclsyntax.Body
	var whole bool
	if hclsrc.IsJSON(r.f.Path) {
		body, whole = r.fromJSON()
	} else {
		parsed, list := hclsrc.Parse(r.f)
		r.list = list
		body, _ = parsed.Body.(*hclsyntax.Body)
		whole = !list.HasErrors()
	}
	syntax := len(r.list)
	at := &place{kind: "the file"}
	r.walk(at, file, body, func(*hclsyntax.Attribute) bool { return false }, func(b *hclsyntax.Block) bool {
		kind := b.Type
		if !slices.Contains(elements[file].blocks, kind) {
			if kind = diag.Nearest(kind, elements[file].blocks); kind != "" {
				r.unknownBlock(at, file, b) // and what it says is read, so that nothing else is missing
			}
		}
		switch kind {
		case "package":
			r.packageBlock(b)
		case "import":
			r.importBlock(b)
		case "service":
			r.service(b)
		case "message":
			r.message(b)
		case "enum":
			r.enum(b)
		case "error":
			r.error(b)
		case "const":
			r.constant(b)
		default:
			r.pkg.Partial = true
			return false
		}
		return true
	})
	r.dropConsequences(syntax)
	if !whole {
		r.pkg.Partial = r.pkg.Partial || r.lost()
	}
	return whole
}

// semantic is what a semantic version looks like.
var semantic = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

func (r *reader) packageBlock(b *hclsyntax.Block) {
	name, g := r.label(b, elements["package"])
	at := &place{nil, "package", name}
	if r.opened != nil {
		_, first := (&reader{f: r.f}).label(r.opened, elements["package"])
		r.twice(g, first, "the directory has two package blocks")
		return
	}
	r.opened = b
	if r.pkg.NameSpan.Known() { // of another file: Read tells both places
		r.pkg.NameSpan = r.span(g)
		return
	}
	r.pkg.Decl = r.decl(b, name, g)
	r.walk(at, "package", b.Body, func(a *hclsyntax.Attribute) bool {
		switch a.Name {
		case "version":
			var ok bool
			if r.pkg.Version, ok = r.string(at, "version", a.Expr); ok && !semantic.MatchString(r.pkg.Version) {
				r.errorf(exprRange(a.Expr), "version of %s is no semantic version", at).Help = "write three numbers: \"1.2.0\", or \"1.2.0-beta.1\""
			}
		case "wires":
			r.pkg.Wires = r.wireNames(at, a.Expr)
		default:
			return r.described(at, &r.pkg.Decl, a)
		}
		return true
	}, func(n *hclsyntax.Block) bool {
		if n.Type != "option" {
			return false
		}
		r.option(at, &r.pkg.Decl, n)
		return true
	})
}

func (r *reader) importBlock(b *hclsyntax.Block) {
	name, g := r.label(b, elements["import"])
	at := &place{nil, "import", name}
	i := &schema.Import{Local: name, Span: r.span(blockRange(b))}
	if first, taken := r.imports[name]; taken && name != "" {
		d := r.errorf(g, "import %s is written twice", name)
		d.Related = []diag.Related{{Message: "first here", Span: first}}
		d.Help = "give one of them another local name"
		return
	}
	r.imports[name] = r.span(g)
	said := false
	r.walk(at, "import", b.Body, func(a *hclsyntax.Attribute) bool {
		if a.Name != "source" {
			return false
		}
		said = true
		i.Source, _ = r.string(at, "source", a.Expr)
		i.SourceSpan = r.span(exprRange(a.Expr))
		return true
	}, noBlock)
	if !said {
		r.errorf(g, "%s has no source", at).Help = "write source = \"../some/directory\""
	}
	r.pkg.Imports = append(r.pkg.Imports, i)
}

func (r *reader) constant(b *hclsyntax.Block) {
	name, g := r.label(b, elements["const"])
	at := &place{nil, "const", name}
	c := &schema.Const{Decl: r.decl(b, name, g)}
	typed, valued, broken := false, false, false
	r.walk(at, "const", b.Body, func(a *hclsyntax.Attribute) bool {
		ok := true
		switch a.Name {
		case "type":
			typed = true
			c.Type, ok = r.typeOf(at, a.Expr)
		case "value":
			valued = true
			c.Value, ok = r.value(at, "value", a.Expr)
		default:
			return r.described(at, &c.Decl, a)
		}
		broken = broken || !ok
		return true
	}, func(n *hclsyntax.Block) bool {
		if n.Type != "option" {
			return false
		}
		r.option(at, &c.Decl, n)
		return true
	})
	if !typed {
		r.errorf(g, "%s has no type", at).Help = "write type = int32, or another"
	}
	if !valued {
		r.errorf(g, "%s has no value", at).Help = "write value = …"
	}
	if typed && valued && !broken && len(b.Labels) > 0 {
		r.pkg.Consts = append(r.pkg.Consts, c)
	}
}

// option reads a free annotation: an object of its attributes, or what its one
// attribute value says.
func (r *reader) option(at *place, d *schema.Decl, b *hclsyntax.Block) {
	name, g := r.label(b, elements["option"])
	if name == "" {
		return
	}
	o := schema.Option{Name: name, Value: schema.Value{Kind: schema.ObjectValue, Span: r.span(blockRange(b))}, Span: r.span(hcl.Range{Start: b.TypeRange.Start, End: g.End})}
	here := &place{at, "option of", name}
	r.walk(here, "option", b.Body, func(a *hclsyntax.Attribute) bool {
		if v, ok := r.value(here, a.Name, a.Expr); ok {
			o.Value.Fields = append(o.Value.Fields, schema.ValueField{Name: a.Name, Value: v})
		}
		return true
	}, noBlock)
	if f := o.Value.Fields; len(f) == 1 && f[0].Name == "value" {
		o.Value = f[0].Value
	}
	d.Options = append(d.Options, o)
}
