package front

import (
	"io"
	"path"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// sift takes out the units of languages whose files most often are no
// contracts, where no file of the unit says that it is one, and returns those
// that stay. Nothing of the others is kept.
func (l *loader) sift(units []*unit) []*unit {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	none := make([]bool, len(units))
	buffers := sync.Pool{New: func() any { return new([]byte) }}
	for n, u := range units {
		if l.langs[u.lang].Holds == nil {
			continue
		}
		g.Go(func() error {
			buffer := buffers.Get().(*[]byte)
			defer buffers.Put(buffer)
			none[n] = !slices.ContainsFunc(u.files, func(p string) bool { return l.holds(u, p, buffer) })
			return nil
		})
	}
	_ = g.Wait() // none fails
	var kept []*unit
	for n, u := range units {
		if none[n] {
			delete(l.units, u.key())
		} else {
			kept = append(kept, u)
		}
	}
	return kept
}

// holds asks the language about one file. One that can't be read says nothing.
func (l *loader) holds(u *unit, p string, buffer *[]byte) bool {
	in, err := l.tree.FS.Open(p)
	if err != nil {
		return false
	}
	defer in.Close()
	text := (*buffer)[:0]
	for len(text) <= maxFile {
		if len(text) == cap(text) {
			text = slices.Grow(text, max(len(text), 32<<10))
		}
		n, err := in.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if err == io.EOF {
			break
		} else if err != nil {
			return false
		}
	}
	*buffer = text
	return l.langs[u.lang].Holds(text)
}

// empty returns the paths, as given, at and below which there is no unit.
func (l *loader) empty(paths []string) []string {
	var list []string
	for _, p := range paths {
		clean := path.Clean(p)
		alone := false
		for _, u := range l.units {
			alone = alone || u.file == clean
		}
		if !alone && !l.covers(clean) {
			list = append(list, p)
		}
	}
	return list
}
