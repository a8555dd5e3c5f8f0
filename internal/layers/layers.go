// Package layers holds the law of the house: which folder may import which. Its
// test reads the files of the module itself, so that no cache can answer for
// them; the table below is the whole law.
package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Module is the path that the module's own imports begin with.
const Module = "github.com/rpcctl/rpcctl"

// An edge says what the Go files of a folder may import, tests aside. A * in a
// path stands for one folder name; the first edge whose folder matches counts.
type edge struct {
	folder string
	own    []string // folders of this module; "." is the folder above
	libs   []string // modules of others, by prefix
}

var (
	hcl  = []string{"github.com/hashicorp/hcl/v2", "github.com/zclconf/go-cty"}
	glob = "github.com/bmatcuk/doublestar/v4"
	anyM = []string{""}
)

// edges is the law. A folder that no edge matches is an error: give a new part
// of the house its line.
var edges = []edge{
	{"cmd/*", anyM, anyM},

	{"diag", nil, nil},
	{"schema", []string{"diag"}, nil},
	{"schema/gotag", []string{"schema"}, nil}, // what both readers of annotated Go agree on

	{"front", []string{"schema", "diag"}, []string{glob, "golang.org/x/sync"}},
	{"front/all", []string{"front", "front/*"}, nil},
	{"front/proto", []string{"front", "schema", "diag"}, []string{"github.com/bufbuild/protocompile", "google.golang.org/protobuf", "go.yaml.in/yaml/v3", "golang.org/x/sync"}},
	{"front/thrift", []string{"front", "schema", "diag"}, []string{"golang.org/x/sync"}},
	{"front/gosrc", []string{"front", "schema", "schema/gotag", "diag"}, nil},
	{"front/*", []string{"front", "schema", "diag", "internal/hclsrc"}, hcl},

	{"lint", []string{"schema", "diag"}, []string{glob}},
	{"lint/*", []string{"lint", "schema", "diag", "internal/hclsrc"}, hcl},

	{"diff", []string{"schema", "diag"}, nil},
	{"compat", []string{"diff", "schema", "diag"}, nil},
	{"compat/*", []string{"compat", "diff", "schema", "diag"}, nil},

	{"generate", []string{"schema", "diag"}, nil},
	{"generate/emit", []string{"schema", "diag"}, nil},
	{"generate/all", []string{"generate", "generate/*", "schema", "diag"}, nil},
	{"generate/plugin", []string{"generate", "generate/emit", "schema", "diag"}, []string{"google.golang.org/protobuf"}},
	{"generate/openapi", []string{"generate/jsonschema", "schema", "diag"}, nil}, // its bodies are JSON Schemas
	{"generate/*", []string{"generate", "generate/emit", "schema", "diag"}, nil},

	{"generate/*/compiled", nil, nil}, // tests of generated code alone

	{"publish", []string{"schema", "diag"}, []string{"oras.land/oras-go/v2", "github.com/opencontainers", glob}},
	{"publish/*", []string{"publish", "schema", "diag"}, []string{"oras.land/oras-go/v2", "github.com/opencontainers"}},

	{"wire", []string{"schema"}, nil},
	{"wire/all", []string{"wire", "wire/*", "wire/*/dyn", "schema"}, nil},
	{"wire/plain", []string{"wire", "schema", "schema/gotag"}, nil},
	{"wire/wiretest", []string{"wire", "schema"}, nil},
	{"wire/engine", []string{"wire"}, []string{"golang.org/x/sys"}},
	{"wire/discovery", []string{"wire"}, anyM},
	{"wire/discovery/*", []string{"wire", "."}, anyM},
	{"wire/console", []string{"wire", "schema"}, anyM},
	{"wire/*", []string{"wire", "schema"}, []string{"github.com/klauspost/compress", "unsafe"}}, // texts that point into a buffer
	{"wire/*/dyn", []string{".", "wire", "schema"}, nil},

	{"internal/config", []string{"schema", "diag", "internal/hclsrc"}, append([]string{glob}, hcl...)},
	{"internal/input", []string{"schema", "diag", "internal/hclsrc"}, append([]string{"github.com/klauspost/compress"}, hcl...)},
	{"internal/hclsrc", []string{"diag"}, hcl},
	{"internal/golden", nil, []string{"github.com/google/go-cmp"}},
	{"internal/wanttest", []string{"diag"}, nil},
	{"internal/layers", nil, nil},
	{"internal/bigcontract", nil, nil}, // contracts to measure with
	{"internal/drawn", []string{"schema", "diag"}, nil},

	// Generated code that tests import and run.
	{"testdata/golden/**", []string{"wire", "wire/*", "schema", "testdata/golden/**"}, nil},
}

// never are package names that say nothing about what is inside.
var never = []string{"util", "utils", "common", "types", "helpers", "errors", "misc", "base", "shared"}

// Check returns what breaks the law in the module that root holds, one line
// each, in the order of the files.
func Check(root fs.FS) ([]string, error) {
	var found []string
	err := fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return descend(root, file)
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
		if err != nil {
			found = append(found, err.Error())
			return nil
		}
		found = append(found, checkFile(file, f)...)
		return nil
	})
	return found, err
}

// descend skips what is no part of the module: hidden folders, other modules,
// and data, but for the generated code that tests import.
func descend(root fs.FS, dir string) error {
	if dir == "." {
		return nil
	}
	name := path.Base(dir)
	hidden := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
	_, module := fs.Stat(root, dir+"/go.mod")
	data := strings.Contains("/"+dir+"/", "/testdata/") && dir != "testdata" &&
		dir != "testdata/golden" && !strings.HasPrefix(dir, "testdata/golden/")
	if hidden || module == nil || data {
		return fs.SkipDir
	}
	return nil
}

func checkFile(file string, f *ast.File) []string {
	dir := path.Dir(file)
	var found []string
	if slices.Contains(never, f.Name.Name) && !strings.HasPrefix(dir, "testdata/") {
		found = append(found, file+": a package named "+f.Name.Name+" says nothing: name it by what it holds")
	}
	i := slices.IndexFunc(edges, func(e edge) bool { return match(e.folder, dir) })
	if i < 0 {
		return append(found, file+": folder "+dir+" is not in the table of internal/layers")
	}
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !edges[i].allows(dir, imported) {
			found = append(found, file+" imports "+imported+", which "+dir+" may not")
		}
	}
	return found
}

func (e edge) allows(dir, imported string) bool {
	if own, ok := strings.CutPrefix(imported, Module+"/"); ok {
		return slices.ContainsFunc(e.own, func(pattern string) bool {
			return pattern == "" || pattern == "." && own == path.Dir(dir) || match(pattern, own)
		})
	}
	first, _, _ := strings.Cut(imported, "/")
	if !strings.Contains(first, ".") { // the standard library
		return imported != "C" && (imported != "unsafe" || slices.Contains(e.libs, "unsafe"))
	}
	return slices.ContainsFunc(e.libs, func(lib string) bool {
		return lib == "" || imported == lib || strings.HasPrefix(imported, lib+"/")
	})
}

// match reports whether pattern fits dir: * is one name, /** all below.
func match(pattern, dir string) bool {
	if above, ok := strings.CutSuffix(pattern, "/**"); ok {
		return strings.HasPrefix(dir, above+"/")
	}
	ok, _ := path.Match(pattern, dir)
	return ok
}
