package thrift

import (
	"errors"
	"io/fs"
	"path"
	"runtime"
	"strconv"

	"golang.org/x/sync/errgroup"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// Load reads the files that were found, and what they include: a file beside
// the one that includes it, else in the nearest directory above that has it,
// as where the compiler is told to look with -I.
func Load(src front.Source, files []front.Found) ([]*schema.Package, diag.List, error) {
	l := &loader{src: src, docs: map[string]*document{}}
	var names []string
	for _, f := range files {
		names = append(names, path.Clean(f.Path))
	}
	var docs []*document
	for len(names) > 0 {
		wave, err := l.read(names)
		if err != nil {
			return nil, nil, err
		}
		docs = append(docs, wave...)
		names = l.included(wave)
	}
	for i, f := range files {
		docs[i].pkg.Imported = f.Imported
	}
	for _, d := range docs[len(files):] {
		d.pkg.Imported = true
	}
	for _, d := range docs {
		for _, i := range d.includes {
			d.include(i, l.docs[l.target(d, i)])
		}
	}
	packages, list := finish(docs)
	return packages, list, nil
}

type loader struct {
	src   front.Source
	docs  map[string]*document // by path in the tree
	paths map[*document]string
}

// read opens and parses files in parallel.
func (l *loader) read(names []string) ([]*document, error) {
	docs := make([]*document, len(names))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range names {
		g.Go(func() error {
			f, err := l.src.Open(name)
			if err != nil {
				return err
			}
			docs[i] = parse(f)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	if l.paths == nil {
		l.paths = map[*document]string{}
	}
	for i, d := range docs {
		l.docs[names[i]], l.paths[d] = d, names[i]
	}
	return docs, nil
}

// included returns the files that docs include and that were not read.
func (l *loader) included(docs []*document) []string {
	var names []string
	asked := map[string]bool{}
	for _, d := range docs {
		for _, i := range d.includes {
			name := l.target(d, i)
			if name != "" && l.docs[name] == nil && !asked[name] {
				asked[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// target returns the file that an include means, "" where there is none.
func (l *loader) target(d *document, i *include) string {
	for dir := path.Dir(l.paths[d]); ; dir = path.Dir(dir) {
		name := path.Join(dir, i.imported.Source)
		if fs.ValidPath(name) && !path.IsAbs(i.imported.Source) {
			if l.docs[name] != nil {
				return name
			}
			if info, err := fs.Stat(l.src.FS, name); err == nil && info.Mode().IsRegular() {
				return name
			} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return ""
			}
		}
		if dir == "." {
			return ""
		}
	}
}
