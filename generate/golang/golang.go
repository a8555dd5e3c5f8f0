// Package golang generates Go: types, clients, servers and the codecs of the
// wires asked for. Each package of a contract becomes one Go package, in a
// folder that follows from its name.
package golang

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/generate"
	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// Options are the target's options.
type Options struct {
	Module  string `hcl:"module" doc:"the import path of the out folder"`
	Package string `hcl:"package,optional" doc:"the name of the Go package, where one package is generated and its own name doesn't suit"`
}

// Target returns the target.
func Target() *generate.Target {
	return &generate.Target{
		Name:     "go",
		Doc:      "Go types, clients, servers and codecs",
		Options:  func() any { return &Options{} },
		Generate: run,
	}
}

// generator is one run over a request.
type generator struct {
	opts  *Options
	req   *generate.Request
	list  diag.List
	wires map[*schema.Package]wireSet
}

// pkg is one Go package being generated.
type pkg struct {
	*generator
	p        *schema.Package
	path     string // import path
	name     string
	dir      string
	wires    wireSet
	scope    scope
	services []*service
}

func run(req *generate.Request) ([]generate.File, diag.List) {
	g := &generator{opts: req.Options.(*Options), req: req}
	if !validImportPath(g.opts.Module) {
		d := g.list.Add("go-module", diag.Span{}, fmt.Sprintf("module %q is no import path", g.opts.Module))
		d.Help = "write the import path that the out folder has, as in go.mod: example.com/demo/gen"
	}
	if g.opts.Package != "" && (len(req.Packages) != 1 || emit.PackageName(g.opts.Package) != g.opts.Package) {
		g.list.Add("go-package", diag.Span{}, fmt.Sprintf("package %q must be a lower-case Go name, and there must be one package to generate, not %d",
			g.opts.Package, len(req.Packages)))
	}
	g.chooseWires()
	if g.list.HasErrors() {
		return nil, g.list.Sort()
	}
	var files []generate.File
	dirs := map[string]*schema.Package{}
	for _, p := range req.Packages {
		dir := packageDir(p)
		if other := dirs[dir]; other != nil {
			d := g.list.Add("go-name-clash", p.NameSpan, p.Name+" and "+other.Name+" become the same folder "+dir)
			d.Related = append(d.Related, diag.Related{Message: "the other is here", Span: other.NameSpan})
			d.Help = "rename one of them"
			continue
		}
		dirs[dir] = p
		files = append(files, g.generate(p, dir)...)
	}
	if g.list.HasErrors() {
		return nil, g.list.Sort()
	}
	return files, g.list.Sort()
}

// generate prints the files of one package; none where its names clash.
func (g *generator) generate(p *schema.Package, dir string) []generate.File {
	k := &pkg{generator: g, p: p, dir: dir, path: g.importPath(p), name: emit.PackageName(p.Name), wires: g.wires[p]}
	if g.opts.Package != "" {
		k.name = g.opts.Package
	}
	k.scope = scope{list: &g.list, taken: map[string]schema.Node{}}
	k.claimNames()
	for _, s := range p.Services {
		k.services = append(k.services, k.newService(s))
	}
	if g.list.HasErrors() {
		return nil
	}
	var files []generate.File
	print := func(name string, fill func(*emit.GoFile)) {
		f := emit.NewGoFile(k.path, k.name, k.header(), k.reserved()...)
		if len(files) == 0 {
			f.Doc(k.doc())
		}
		fill(f)
		if f.Empty() {
			return
		}
		content, err := f.Content()
		if err != nil {
			panic("golang: " + k.p.Name + ": " + err.Error())
		}
		files = append(files, generate.File{Path: path.Join(dir, name), Content: content})
	}
	print("types.rpc.go", k.printTypes)
	print("services.rpc.go", k.printServices)
	print("frame.rpc.go", k.printBlock)
	print("framev1.rpc.go", k.printPacked)
	print("rpch.rpc.go", k.printRPCH)
	return files
}

// header is what each file begins with: no clock, no version, and the source's
// name alone, so that it is the same from whatever folder one generates.
func (k *pkg) header() []string {
	source := k.p.NameSpan.Path()
	if source == "" {
		source = k.p.Path
	}
	header := []string{generate.Mark}
	if source != "" {
		header = append(header, "source: "+path.Base(filepath.ToSlash(source)))
	}
	return header
}

// doc is the documentation of the Go package, which stands in its first file.
func (k *pkg) doc() string {
	d := schema.Decl{Doc: "Package " + k.name + " is the contract " + k.p.Name + ".", Deprecated: k.p.Deprecated}
	if k.p.Doc != "" {
		d.Doc += "\n\n" + k.p.Doc
	}
	return docOf(&d, "")
}

// packageDir returns the folder of a package: demo.math.v1 is demo/math/v1. Names
// that the go command has a use for get an underscore.
func packageDir(p *schema.Package) string {
	parts := strings.Split(strings.ToLower(p.Name), ".")
	for i, part := range parts {
		switch {
		case part == "internal" || part == "vendor" || part == "testdata":
			parts[i] += "_"
		case strings.HasPrefix(part, "_"):
			parts[i] = "x" + part
		}
	}
	return strings.Join(parts, "/")
}

func (g *generator) importPath(p *schema.Package) string {
	return path.Join(g.opts.Module, packageDir(p))
}

func validImportPath(s string) bool {
	if s == "" || s != path.Clean(s) || strings.HasPrefix(s, "/") || strings.HasPrefix(s, ".") {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool {
		return !(r == '/' || r == '.' || r == '-' || r == '_' || r == '~' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}) < 0
}
