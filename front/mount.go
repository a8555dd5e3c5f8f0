package front

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Imported is a tree that an import names, and the place in it.
type Imported struct {
	Tree Tree
	Root string
	ID   string // equal for trees of the same files
}

// maxMounts bounds the trees that one tree's contracts import from.
const maxMounts = 64

// mounted is a tree, and those that imports brought in, each below a name of its
// own that no walk meets.
type mounted struct {
	base Tree
	ids  []string // of the others
	all  []Tree
}

// mountName is where a tree stands: no name of a file has a NUL.
func mountName(n int) string { return fmt.Sprintf("\x00%d", n) }

// mountOf returns the first part of a path where it is a mounted tree's, "" where it
// is of the tree itself.
func mountOf(p string) string {
	if !strings.HasPrefix(p, "\x00") {
		return ""
	}
	first, _, _ := strings.Cut(p, "/")
	return first
}

// find returns the tree that a path is in, and what it is called there.
func (m *mounted) find(p string) (Tree, string) {
	name := mountOf(p)
	if name == "" {
		return m.base, p
	}
	var n int
	if _, err := fmt.Sscanf(name, "\x00%d", &n); err != nil || n >= len(m.all) {
		return m.base, p
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(p, name), "/")
	if rest == "" {
		rest = "."
	}
	return m.all[n], rest
}

func (m *mounted) Open(p string) (fs.File, error) {
	t, p := m.find(p)
	return t.FS.Open(p)
}

func (m *mounted) Stat(p string) (fs.FileInfo, error) {
	t, p := m.find(p)
	return fs.Stat(t.FS, p)
}

func (m *mounted) ReadDir(p string) ([]fs.DirEntry, error) {
	t, p := m.find(p)
	return fs.ReadDir(t.FS, p)
}

func (m *mounted) ReadFile(p string) ([]byte, error) {
	t, p := m.find(p)
	return fs.ReadFile(t.FS, p)
}

// mount opens what an import of a contract in dir names, and returns where it
// stands in the loader's tree.
func (l *loader) mount(dir string, i *schema.Import) (string, *diag.Diagnostic) {
	m, ok := l.tree.FS.(*mounted)
	if !ok {
		m = &mounted{base: l.tree}
	}
	from, at := m.find(dir)
	if from.Import == nil {
		kind, _, ok := strings.Cut(i.Source, ":")
		if !ok {
			kind = "archives and revisions"
		}
		return "", problem(i, fmt.Sprintf("import %s has a source that can't be read here: %s", i.Local, kind),
			"name a directory, relative to this one: \"../common\"")
	}
	got, err := from.Import(at, i.Source)
	if err != nil {
		return "", problem(i, fmt.Sprintf("import %s can't be read: %s: %v", i.Local, i.Source, err),
			`name a directory, an archive or a revision: "../common", "../common.tar.gz//contracts", "git:v1:contracts/common"`)
	}
	n := slices.Index(m.ids, got.ID)
	if n < 0 {
		if n = len(m.all); n == maxMounts {
			return "", problem(i, fmt.Sprintf("import %s is of one archive or revision too many: %d others are imported from", i.Local, maxMounts),
				"import from fewer, or from directories")
		}
		m.all, m.ids = append(m.all, got.Tree), append(m.ids, got.ID)
		l.tree.FS, l.tree.Display = m, m.display
	}
	return path.Join(mountName(n), got.Root), nil
}

func (m *mounted) display(p string) string {
	t, p := m.find(p)
	if t.Display == nil {
		return p
	}
	return t.Display(p)
}

// input reports whether the source of an import is no directory by its form.
func input(source string) bool {
	if strings.ContainsAny(source, ":@") {
		return true
	}
	file, _, _ := strings.Cut(source, "//")
	for _, suffix := range []string{".zip", ".tar", ".tgz", ".tar.gz", ".tzst", ".tar.zst", ".git"} {
		if strings.HasSuffix(file, suffix) {
			return true
		}
	}
	return strings.Contains(source, ".git#")
}
