package diff_test

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/schema"
	"golang.org/x/tools/txtar"
)

// never lists the kinds that no contract can show, and why.
var never = map[diff.Kind]string{
	diff.FieldOrderChanged: "numbers tell fields apart in every language, so their order says nothing",
}

// TestCases reads the contracts of each archive in testdata, under old/ and
// new/, and holds the changes against its file want: the id of each, and its
// places in OLD and NEW. Each kind must come up somewhere.
func TestCases(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	seen := map[diff.Kind]bool{}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := diff.Schemas(read(t, ar, "old"), read(t, ar, "new"))
			var want bytes.Buffer
			for _, c := range r.Changes {
				seen[c.Kind] = true
				old, new := r.Place(c)
				fmt.Fprintf(&want, "%s", c.ID())
				if c.Count > 0 {
					fmt.Fprintf(&want, " (%d methods)", c.Count)
				}
				fmt.Fprintf(&want, "  %s %s\n", place(old), place(new))
			}
			ar.Files = slices.DeleteFunc(ar.Files, func(f txtar.File) bool { return f.Name == "want" })
			ar.Files = append(ar.Files, txtar.File{Name: "want", Data: want.Bytes()})
			golden.Equal(t, file, txtar.Format(ar))
		})
	}
	for _, k := range diff.Kinds {
		if reason := never[k]; seen[k] == (reason != "") {
			t.Errorf("%s: seen %v, but the reason why it can't be is %q", k, seen[k], reason)
		}
	}
}

func place(s diag.Span) string {
	if !s.Known() {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", s.Path(), s.Start().Line, s.Start().Column)
}

// read links the contracts under side, a package for each directory.
func read(t *testing.T, ar *txtar.Archive, side string) *schema.Schema {
	t.Helper()
	byDir := map[string][]*diag.File{}
	var dirs []string
	for _, f := range ar.Files {
		if !strings.HasPrefix(f.Name, side+"/") {
			continue
		}
		dir := path.Dir(f.Name)
		if byDir[dir] == nil {
			dirs = append(dirs, dir)
		}
		byDir[dir] = append(byDir[dir], diag.NewFile(f.Name, f.Data))
	}
	var parts []*schema.Package
	named := map[string]string{}
	for _, dir := range dirs {
		for _, l := range []*front.Language{hclidl.Language(), gfj.Language()} {
			files := slices.DeleteFunc(slices.Clone(byDir[dir]), func(f *diag.File) bool { return !l.Match(f.Path) })
			if len(files) == 0 {
				continue
			}
			ps, list := l.Read(files)
			fail(t, list)
			for _, p := range ps {
				named[dir] = p.Name
				parts = append(parts, p)
			}
		}
	}
	for i, p := range parts {
		for _, imp := range p.Imports {
			imp.Package = named[path.Join(dirs[i], imp.Source)]
		}
	}
	s, list := schema.Link(parts, nil)
	fail(t, list)
	return s
}

func fail(t *testing.T, list diag.List) {
	t.Helper()
	for _, d := range list {
		if d.Severity == diag.Error {
			t.Errorf("%s: %s", place(d.Span), d.Message)
		}
	}
}
