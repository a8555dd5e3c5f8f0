package proto

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/wellknownimports"
	"golang.org/x/sync/errgroup"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// Load reads the files and what they import, and gives all names in them their
// meaning. Imports are looked up below the import roots of the workspace, then
// among the well-known files, which are built in.
func Load(src front.Source, named []front.Found) ([]*schema.Package, diag.List, error) {
	s := &session{source: src, byPath: map[string]*file{}, roots: newRoots(src)}
	var wave []*file
	parts := make([]*schema.Package, len(named))
	at := map[*file]int{}
	for i, n := range named {
		if s.roots.leavesOut(n.Path) {
			continue
		}
		f := &file{path: n.Path, named: !n.Imported}
		wave, at[f] = append(wave, f), i
		s.byPath[n.Path] = f
		s.files = append(s.files, f)
	}
	for len(wave) > 0 {
		if err := s.read(wave); err != nil {
			return nil, nil, err
		}
		var err error
		if wave, err = s.follow(wave); err != nil {
			return nil, nil, err
		}
	}
	imported := s.importRoots()
	for _, f := range s.files {
		if f.name == "" {
			f.name = s.roots.relative(f.path, imported)
		}
	}
	list := append(s.roots.problems, s.link()...)
	for _, f := range s.files {
		f.keepLayout()
		f.part.Imported = !f.named
		if i, found := at[f]; found {
			parts[i] = f.part
		} else {
			parts = append(parts, f.part)
		}
	}
	return parts, list, nil
}

// Read reads files that import nothing but each other and well-known files. An
// import finds the file whose path ends in it.
func Read(files []*diag.File) ([]*schema.Package, diag.List) {
	byPath := make(map[string]*diag.File, len(files))
	var named []front.Found
	for _, f := range files {
		if p := path.Clean(strings.ReplaceAll(f.Path, `\`, "/")); byPath[p] == nil {
			byPath[p] = f
			named = append(named, front.Found{Path: p})
		}
	}
	source := front.Source{Open: func(p string) (*diag.File, error) {
		if f := byPath[p]; f != nil {
			return f, nil
		}
		return nil, fs.ErrNotExist
	}}
	parts, list, err := Load(source, named)
	if err != nil {
		panic("proto: reading from memory: " + err.Error())
	}
	parts = slices.DeleteFunc(parts, func(p *schema.Package) bool { return p == nil })
	return parts, list.Sort()
}

// session reads one set of files.
type session struct {
	source front.Source
	roots  *roots
	files  []*file // those that become packages, in the order in which they were met
	hidden []*file // read for the meaning of options alone
	byPath map[string]*file
}

// read reads files in parallel. The text stays with the source, no syntax tree does.
func (s *session) read(wave []*file) error {
	var g errgroup.Group
	parsers := make(chan *parser, runtime.GOMAXPROCS(0)) // one for each file that is being read
	for range cap(parsers) {
		parsers <- newParser()
	}
	g.SetLimit(cap(parsers))
	for _, f := range wave {
		g.Go(func() error {
			var src *diag.File
			if f.known {
				src = diag.NewFile(f.path, wellKnown(f.path))
			} else {
				var err error
				if src, err = s.source.Open(f.path); err != nil {
					return err
				}
			}
			was := *f
			p := <-parsers
			defer func() { parsers <- p }()
			*f = *readFile(src, was.path, p, !s.source.Undocumented)
			f.name, f.named, f.known = was.name, was.named, was.known
			if s.source.Done != nil && !f.known {
				s.source.Done(f.path, src)
			}
			return nil
		})
	}
	return g.Wait()
}

// follow finds what the files of a wave import, and returns those that are to
// be read.
func (s *session) follow(wave []*file) ([]*file, error) {
	var next []*file
	for _, f := range wave {
		for _, d := range f.imports {
			target, fresh, err := s.lookUp(f, d.path)
			if err != nil {
				return nil, err
			}
			d.target = target
			if fresh {
				next = append(next, target)
				s.files = append(s.files, target)
			}
		}
	}
	return next, nil
}

// lookUp returns the file that an import of f means, nil where there is none,
// and whether it has yet to be read.
func (s *session) lookUp(f *file, name string) (*file, bool, error) {
	place, err := s.place(f, name)
	if err != nil {
		return nil, false, err
	}
	if place == "" && f.known || place == "" && wellKnown(name) != nil {
		place = name
		if s.byPath[place] == nil {
			s.byPath[place] = &file{path: place, name: name, known: true}
			return s.byPath[place], true, nil
		}
	}
	if place == "" {
		return nil, false, nil
	}
	target := s.byPath[place]
	fresh := target == nil
	if fresh {
		target = &file{path: place}
		s.byPath[place] = target
	}
	if target.name == "" {
		target.name = name
	}
	return target, fresh, nil
}

// place returns where in the tree an import is, "" where it is nowhere.
func (s *session) place(f *file, name string) (string, error) {
	if f.known || !fs.ValidPath(name) {
		return "", nil
	}
	if s.source.FS == nil {
		return s.suffix(f, name), nil
	}
	for _, root := range s.roots.of(f.path) {
		p := path.Join(root, name)
		if s.byPath[p] != nil && !s.byPath[p].known {
			return p, nil
		}
		ok, err := s.roots.isFile(p)
		if err != nil {
			return "", err
		}
		if ok {
			return p, nil
		}
	}
	return "", nil
}

// suffix finds the file in memory whose path ends in name.
func (s *session) suffix(f *file, name string) string {
	for _, g := range s.files {
		if !g.known && (g.path == name || strings.HasSuffix(g.path, "/"+name)) && !(g == f && strings.HasSuffix(g.path, "/"+name)) {
			return g.path
		}
	}
	return ""
}

// descriptorFile says which options there are.
const descriptorFile = "google/protobuf/descriptor.proto"

// wellKnown returns the text of a file that is built in, nil where it is none.
func wellKnown(name string) []byte {
	if !strings.HasPrefix(name, "google/protobuf/") || !strings.HasSuffix(name, ".proto") {
		return nil
	}
	none := protocompile.ResolverFunc(func(string) (protocompile.SearchResult, error) {
		return protocompile.SearchResult{}, fs.ErrNotExist
	})
	found, err := wellknownimports.WithStandardImports(none).FindFileByPath(name)
	if err != nil || found.Source == nil {
		return nil
	}
	if c, ok := found.Source.(io.Closer); ok {
		defer c.Close()
	}
	text, err := io.ReadAll(found.Source)
	if err != nil {
		return nil
	}
	return text
}

// descriptors makes sure that the messages of options are known.
func (s *session) descriptors() error {
	has := func(f *file) bool {
		return f.pkg == "google.protobuf" && slices.ContainsFunc(f.messages, isFieldOptions)
	}
	if slices.ContainsFunc(s.files, has) {
		return nil
	}
	f := &file{path: descriptorFile, name: descriptorFile, known: true}
	if err := s.read([]*file{f}); err != nil {
		return errors.New("the built-in " + descriptorFile + " can't be read")
	}
	s.hidden = append(s.hidden, f)
	return nil
}

func isFieldOptions(m *message) bool { return m.m.Name == "FieldOptions" }
