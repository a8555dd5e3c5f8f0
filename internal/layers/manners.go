package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

// What reaches outside or keeps state belongs to cmd alone, so that all else
// can be run twice, side by side, and in tests.
var bannedCalls = map[string]string{
	"fmt.Print": "", "fmt.Printf": "", "fmt.Println": "", "os.Exit": "", "os.Getenv": "internal/golden", "os.LookupEnv": "", "os.Getwd": "",
	"time.Now": "wire", // a runtime has deadlines
}

// Manners returns what breaks the rules that hold inside files, tests and cmd
// aside: no init, no log, no calls of [bannedCalls], and a comment on each
// package.
func Manners(root fs.FS) ([]string, error) {
	var found []string
	documented, dirs := map[string]bool{}, []string{}
	err := fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if file == "testdata" {
				return fs.SkipDir // generated
			}
			return descend(root, file)
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil // Check says so
		}
		dir := path.Dir(file)
		if _, seen := documented[dir]; !seen {
			documented[dir] = false
			dirs = append(dirs, dir)
		}
		documented[dir] = documented[dir] || f.Doc != nil
		if !strings.HasPrefix(dir, "cmd/") {
			found = append(found, inFile(fset, f, dir)...)
		}
		return nil
	})
	for _, dir := range dirs {
		if !documented[dir] {
			found = append(found, dir+": the package has no comment")
		}
	}
	return found, err
}

func inFile(fset *token.FileSet, f *ast.File, dir string) []string {
	var found []string
	say := func(at token.Pos, what string) {
		found = append(found, fset.Position(at).String()+": "+what)
	}
	for _, spec := range f.Imports {
		if strings.Trim(spec.Path.Value, `"`) == "log" {
			say(spec.Pos(), "log is cmd's")
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				say(n.Pos(), "no init: what is needed is made where it is used")
			}
		case *ast.SelectorExpr:
			pkg, ok := n.X.(*ast.Ident)
			if !ok {
				return true
			}
			name := pkg.Name + "." + n.Sel.Name
			if but, banned := bannedCalls[name]; banned && (but == "" || dir != but && !strings.HasPrefix(dir, but+"/")) {
				say(n.Pos(), name+" is cmd's")
			}
		}
		return true
	})
	return found
}
