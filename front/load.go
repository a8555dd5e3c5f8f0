package front

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Tree is a tree of files that contracts are read from: a directory, a revision,
// an archive.
type Tree struct {
	FS      fs.FS
	Display func(path string) string // turns a path in FS into what people see; nil: as it is

	// Roots say where languages look up imports, and what is only there for those.
	Roots []Roots

	// Import opens what a contract in the directory dir names as the source of an
	// import, where that is no directory of this tree. Nil: nothing is.
	Import func(dir, source string) (Imported, error)

	// Progress is told, before each file that is read, how many were and how many
	// are known to be. It is called concurrently. Nil: nobody is told.
	Progress func(done, total int)

	// Lasting says that FS can be read for as long as messages are printed: then
	// texts are let go once they are read, and read again where one is quoted.
	Lasting bool

	// Undocumented says that nobody will ask for documentation: a language may leave
	// it out, which is a tenth of a large model.
	Undocumented bool

	// Ignored reports whether a file or directory that is met on a walk is passed
	// by; what is named, or imported, is not asked for. Nil: none is.
	Ignored func(path string, dir bool) bool
}

// Result is what was loaded.
type Result struct {
	Packages []*schema.Package // by path, those that were only imported among them
	Files    diag.Sources      // every file that was read, by the path that its spans have
	Problems diag.List         // of all files, sorted
	Empty    []string          // the paths that hold no contract, as given
}

// maxFile is how many bytes of a file are read; a larger one is a problem.
const maxFile = 10 << 20

// Load reads the contracts at paths, which are slash-separated and in t.FS. A
// directory stands for every directory in and below it that holds contracts,
// except hidden ones, node_modules and vendor. One file of the contract language
// alone is a package of that file. What packages import from relative
// directories is loaded too, and marked Imported. The error is not about
// contracts: a path that is not there (it wraps fs.ErrNotExist), a directory that
// can't be read. A file that can't be read is a problem, as one with mistakes is.
func Load(t Tree, paths []string, langs []*Language) (Result, error) {
	l := &loader{tree: t, langs: langs, units: map[string]*unit{}}
	l.result.Files = diag.Sources{}
	for _, p := range paths {
		if err := l.named(p, anyLanguage); err != nil {
			return Result{}, err
		}
	}
	for _, r := range t.Roots {
		for _, p := range r.Read {
			if err := l.named(p, r.Language); err != nil {
				return Result{}, err
			}
		}
	}
	l.sift(l.sorted())
	l.result.Empty = l.empty(paths)
	l.dropDoubles()
	for wave := l.sorted(); len(wave) > 0; {
		for _, u := range wave {
			l.known += len(u.files)
		}
		err := l.read(wave)
		if err == nil {
			wave, err = l.imports(wave)
		}
		if err != nil {
			return Result{}, err
		}
	}
	if err := l.loadWhole(); err != nil {
		return Result{}, err
	}
	l.nameImports()
	for _, u := range l.sorted() {
		l.result.Packages = append(l.result.Packages, u.packages...)
		l.result.Problems = append(l.result.Problems, u.problems...)
		for _, f := range u.read {
			l.result.Files[f.Path] = f
		}
	}
	l.result.Packages = append(l.result.Packages, l.apart...)
	l.result.Problems = l.result.Problems.Sort()
	return l.result, nil
}

// unit is what one call of a language's Read gets.
type unit struct {
	dir      string
	file     string // the one file that was named alone, "" where it is the directory's
	lang     int
	files    []string
	imported bool
	partial  bool // a file of it could not be read

	read     []*diag.File
	packages []*schema.Package
	problems diag.List
}

func (u *unit) key() string { return fmt.Sprintf("%s\x00%d\x00%s", u.dir, u.lang, u.file) }

type loader struct {
	tree      Tree
	langs     []*Language
	units     map[string]*unit
	wanted    []wanted
	namedDirs []string
	apart     []*schema.Package // of files outside of all units
	known     int               // files of units
	opened    atomic.Int64      // files that were, or are being, read
	result    Result
}

func (l *loader) display(p string) string {
	if l.tree.Display == nil {
		return p
	}
	return l.tree.Display(p)
}

// language returns the index of the first language that matches, -1 for none.
func (l *loader) language(p string) int {
	return slices.IndexFunc(l.langs, func(g *Language) bool { return g.Match(p) })
}

// reason takes the operation and path off an error: the caller names the path.
func reason(err error) error {
	if p, ok := err.(*fs.PathError); ok {
		return p.Err
	}
	return err
}

func (l *loader) add(u *unit) bool {
	if l.units[u.key()] != nil {
		return false
	}
	l.units[u.key()] = u
	return true
}

// dropDoubles removes files named alone whose directory is read as well.
func (l *loader) dropDoubles() {
	for key, u := range l.units {
		if whole := (&unit{dir: u.dir, lang: u.lang}).key(); u.file != "" && l.units[whole] != nil {
			delete(l.units, key)
		}
	}
}

func (l *loader) sorted() []*unit {
	list := make([]*unit, 0, len(l.units))
	for _, u := range l.units {
		list = append(list, u)
	}
	slices.SortFunc(list, func(a, b *unit) int {
		return cmp.Or(cmp.Compare(a.dir, b.dir), cmp.Compare(a.file, b.file), cmp.Compare(a.lang, b.lang))
	})
	return list
}

// read reads and parses units in parallel.
func (l *loader) read(units []*unit) error {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, u := range units {
		if l.langs[u.lang].Load != nil {
			continue // read once all are found
		}
		g.Go(func() error {
			for _, p := range u.files {
				f, err := l.open(p)
				if err != nil || len(f.Text) > maxFile {
					f = diag.NewFile(l.display(p), nil)
					u.unread(f, err)
				}
				u.read = append(u.read, f)
			}
			var problems diag.List
			files := slices.DeleteFunc(slices.Clone(u.read), func(f *diag.File) bool { return f.Text == nil })
			if readIn := l.langs[u.lang].ReadIn; readIn != nil {
				u.packages, problems = readIn(l.placeOf(u), files)
			} else {
				u.packages, problems = l.langs[u.lang].Read(files)
			}
			u.problems = append(u.problems, problems...)
			for _, p := range u.packages {
				p.Imported, p.Partial = u.imported, p.Partial || u.partial
				if u.file != "" {
					p.Path = l.display(u.file)
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// placeOf is where the files of u stand.
func (l *loader) placeOf(u *unit) Place {
	return Place{FS: l.tree.FS, Dir: u.dir, Open: func(p string) (*diag.File, error) {
		f, err := l.open(p)
		if err == nil {
			u.read = append(u.read, f)
		}
		return f, err
	}}
}

// open reads a file, but not much more than maxFile of it. Its Text is never nil.
func (l *loader) open(p string) (*diag.File, error) {
	l.tell()
	in, err := l.tree.FS.Open(p)
	if err != nil {
		return nil, err
	}
	text, err := readAll(in)
	if err != nil {
		return nil, err
	}
	return diag.NewFile(l.display(p), text), nil
}

// readAll reads a file and closes it. The text is never nil.
func readAll(in fs.File) ([]byte, error) {
	defer in.Close()
	b := bytes.NewBuffer([]byte{})
	if info, err := in.Stat(); err == nil {
		b.Grow(int(min(info.Size(), maxFile)) + bytes.MinRead) // one more read sees the end
	}
	_, err := b.ReadFrom(io.LimitReader(in, maxFile+1))
	return b.Bytes(), err
}

// tell says how far reading is.
func (l *loader) tell() {
	if l.tree.Progress != nil {
		done := int(l.opened.Add(1)) - 1
		l.tree.Progress(done, max(l.known, done+1))
	}
}
