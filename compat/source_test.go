package compat

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/generate"
	"github.com/rpcctl/rpcctl/generate/golang"
	"github.com/rpcctl/rpcctl/schema"
)

const generated = "example.com/gen"

// checker type-checks generated packages and programs that use them.
type checker struct {
	fset    *token.FileSet
	runtime types.Importer // of what generated code imports
	files   map[string][]*ast.File
	done    map[string]*types.Package
}

func (k *checker) Import(p string) (*types.Package, error) {
	switch {
	case k.done[p] != nil:
		return k.done[p], nil
	case k.files[p] == nil && strings.HasPrefix(p, generated):
		return nil, errors.New("there is no package " + p)
	case k.files[p] == nil:
		return k.runtime.Import(p)
	}
	conf := types.Config{Importer: k}
	pkg, err := conf.Check(p, k.fset, k.files[p], nil)
	k.done[p] = pkg
	return pkg, err
}

// code generates the Go code of a contract; false where it can't be said in Go.
func code(t *testing.T, s *schema.Schema, runtime types.Importer) (*checker, bool) {
	t.Helper()
	files, problems := golang.Target().Generate(&generate.Request{Schema: s, Packages: s.Packages, Wires: []string{"frame"}, Options: &golang.Options{Module: generated}})
	if problems.HasErrors() {
		return nil, false
	}
	k := &checker{fset: token.NewFileSet(), runtime: runtime, files: map[string][]*ast.File{}, done: map[string]*types.Package{}}
	for _, f := range files {
		parsed, err := parser.ParseFile(k.fset, f.Path, f.Content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		dir := generated + "/" + path.Dir(f.Path)
		k.files[dir] = append(k.files[dir], parsed)
	}
	for dir := range k.files {
		if _, err := k.Import(dir); err != nil {
			t.Fatalf("generated code: %v", err)
		}
	}
	return k, true
}

// program is what a user of OLD's code may have written: a line for each name.
type program struct {
	lines []string
	of    []int // the change that a line is about
}

const pkgPath = generated + "/drawn"

func (p *program) use(change int, n schema.Node, api map[string]string) {
	short := func(s string) string { return strings.ReplaceAll(s, pkgPath+".", "drawn.") }
	for name, typ := range api {
		name, typ = short(name), short(typ)
		at := strings.LastIndexByte(name, '.')
		receiver := "*" + name[:max(at, 0)]
		switch n.(type) {
		case *schema.Service, *schema.Method:
			receiver = name[:max(at, 0)]
		}
		line := ""
		switch kind, rest, _ := strings.Cut(typ, " "); {
		case typ == "package":
			continue // the import is the use, and all lines have it
		case typ == "type":
			line = "var _ " + name
		case kind == "const":
			line = "var _ " + rest + " = " + name
		case kind == "field" && rest == "":
			line = "func _(m " + receiver + ") { _ = m." + name[at+1:] + " }"
		case kind == "field":
			line = "func _(m " + receiver + ") { var _ *" + rest + " = &m." + name[at+1:] + " }"
		case kind == "method":
			line = "func _(m " + receiver + ") { var _ " + rest + " = m." + name[at+1:] + " }"
		case strings.HasPrefix(typ, "func("):
			line = "var _ " + typ + " = " + name
		default:
			panic("what is " + typ)
		}
		p.lines, p.of = append(p.lines, line), append(p.of, change)
	}
}

// broken compiles the program and returns the lines that don't.
func (p *program) broken(t *testing.T, k *checker) map[int]error {
	t.Helper()
	head := []string{"package user", `import ("context"; "io"; "iter"; "` + pkgPath + `")`, "var _ context.Context; var _ io.Reader; var _ iter.Seq[int]"}
	text := strings.Join(slices.Concat(head, p.lines), "\n") + "\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "user.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	bad := map[int]error{}
	conf := types.Config{Importer: k, Error: func(err error) {
		var e types.Error
		if !errors.As(err, &e) || e.Soft {
			return
		}
		if line := fset.Position(e.Pos).Line - len(head) - 1; line >= 0 {
			bad[line] = err
		}
	}}
	_, _ = conf.Check("user", fset, []*ast.File{f}, nil)
	return bad
}

// TestSourceCompiles holds what source/go says to the compiler: of drawn
// contracts and edits, programs that were written against OLD's generated code
// are checked against NEW's.
func TestSourceCompiles(t *testing.T) {
	runtime := importer.ForCompiler(token.NewFileSet(), "source", nil)
	api := golang.NewAPI(generated)
	cases, judged := 0, map[diff.Kind]int{}
	seeds := uint64(150)
	if testing.Short() {
		seeds = 30
	}
	for seed := range seeds {
		c, ok := drawCase(seed, "frame")
		if !ok || c.new.Lookup("drawn") == nil {
			continue
		}
		old, ok := code(t, c.old, runtime)
		if !ok {
			continue
		}
		new, ok := code(t, c.new, runtime)
		if !ok {
			continue
		}
		cases++
		j := &judging{Report: &Report{}, judgement: newJudgement(c.old, c.new, c.d, false)}
		for _, ch := range c.d.Changes {
			j.Changes = append(j.Changes, Change{Change: ch})
		}
		aspect := &Aspect{Name: "source/go", Level: diag.Error, Code: api}
		rule, table := sourceRule(j, aspect), sourceTable()
		p := &program{}
		for i := range j.Changes {
			if n := j.written(&j.Changes[i]); n != nil {
				p.use(i, n, api.API(n))
			}
		}
		for line, err := range p.broken(t, old) {
			t.Errorf("seed %d: %s doesn't compile with the code it was written against: %v", seed, p.lines[line], err)
		}
		stops := map[int]string{}
		for line, err := range p.broken(t, new) {
			stops[p.of[line]] = fmt.Sprintf("%s: %v", p.lines[line], err)
		}
		rulings, refused := make([]ruling, len(j.Changes)), false // by a change that the compiler can see
		for i := range j.Changes {
			rulings[i] = rule(&j.Changes[i], table.row(j.Changes[i].Kind))
			refused = refused || rulings[i].out[OldNew] >= Reject
		}
		for i := range j.Changes {
			ch, r := &j.Changes[i], rulings[i]
			judged[ch.Kind]++
			says, said := r.out[OldNew] >= Reject, stops[i] != ""
			if says != said && (table.row(ch.Kind).Says != "" || !refused) {
				t.Errorf("seed %d: %v: %s is %v (%s), and the compiler says %q", seed, c.edits, ch.ID(), r.out[OldNew], r.why, stops[i])
			}
		}
	}
	t.Logf("%d cases compiled, with changes of %d kinds", cases, len(judged))
	if cases < int(seeds)/3 || len(judged) < 20 {
		t.Errorf("%d cases of %d seeds, with changes of %d kinds: too few to say anything", cases, seeds, len(judged))
	}
}
