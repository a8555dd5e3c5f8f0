package proto

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/rpcctl/rpcctl/diag"
)

// link gives names their meaning and checks what has to do with several files.
// What it finds is sorted by file.
func (s *session) link() diag.List {
	if slices.ContainsFunc(s.files, func(f *file) bool { return len(f.holders) > 0 }) {
		if err := s.descriptors(); err != nil {
			panic("proto: " + err.Error())
		}
	}
	all := append(s.files[:len(s.files):len(s.files)], s.hidden...)
	for _, f := range all {
		s.nameImports(f)
		f.visible = visible(f)
		f.uses = map[*file]bool{}
	}
	s.cycles()
	l := newLinker(all)
	each(all, func(f *file) { l.scope(f).resolve() })
	l.extensionNumbers()
	each(all, func(f *file) { f.checkLinked(l) })
	x := newInterpreter(l)
	each(all, func(f *file) { x.scopeOf(f).options() })
	var list diag.List
	for _, f := range s.files {
		f.keepExtensions()
		f.markUsed()
		if !f.known {
			list = append(list, f.list...)
		}
	}
	return list
}

// each does the files in parallel: each writes to its own file alone.
func each(files []*file, do func(*file)) {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, f := range files {
		g.Go(func() error {
			do(f)
			return nil
		})
	}
	_ = g.Wait() // do has no error
}

// nameImports tells the model what each import brings.
func (s *session) nameImports(f *file) {
	for _, d := range f.imports {
		d.entry.Reported = true
		if d.target != nil {
			d.entry.Package, d.entry.Local = d.target.part.Name, d.target.part.Name
			continue
		}
		d.entry.Local = d.path
		e := f.errorf(d.at, "", "the import "+quoted(d.path)+" is not there")
		e.Code = "import-missing"
		var names []string
		for _, g := range s.files {
			if g.name != "" {
				names = append(names, g.name)
			}
		}
		if near := diag.Nearest(d.path, names); near != "" {
			e.Help = "did you mean " + quoted(near) + "?"
		} else {
			e.Help = "imports are looked up below " + s.roots.say(f.path)
		}
	}
}

// visible returns the files whose names f may use: what it imports, and what
// those import publicly.
func visible(f *file) []*file {
	list := []*file{f}
	seen := map[*file]bool{f: true}
	var add func(*dependency)
	add = func(d *dependency) {
		if d.target == nil || seen[d.target] {
			return
		}
		seen[d.target] = true
		list = append(list, d.target)
		for _, next := range d.target.imports {
			if next.modifier == "public" {
				add(next)
			}
		}
	}
	for _, d := range f.imports {
		add(d)
	}
	return list
}

// markUsed notes which imports bring a name that is used, themselves or by what
// they import publicly. A public import is there for others.
func (f *file) markUsed() {
	for _, d := range f.imports {
		d.entry.Used = d.target == nil || d.modifier == "public" || slices.ContainsFunc(visible(&file{imports: []*dependency{d}}), func(g *file) bool { return f.uses[g] })
	}
}

// cycles reports files that import themselves, each circle once.
func (s *session) cycles() {
	state := map[*file]int{} // 1: on the path, 2: done
	type frame struct {
		f    *file
		next int
	}
	for _, root := range s.files {
		if state[root] != 0 {
			continue
		}
		stack := []frame{{f: root}}
		state[root] = 1
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(top.f.imports) {
				state[top.f] = 2
				stack = stack[:len(stack)-1]
				continue
			}
			d := top.f.imports[top.next]
			top.next++
			switch {
			case d.target == nil:
			case state[d.target] == 0:
				state[d.target] = 1
				stack = append(stack, frame{f: d.target})
			case state[d.target] == 1:
				from := slices.IndexFunc(stack, func(x frame) bool { return x.f == d.target })
				var names []string
				for _, x := range stack[from:] {
					names = append(names, x.f.src.Path)
				}
				if len(names) > 10 {
					names = append(names[:10], "…")
				}
				e := top.f.errorf(d.at, "", "the file imports itself: "+strings.Join(append(names, d.target.src.Path), " → "))
				e.Code, e.Help = "import-cycle", "move what they share into a file of its own"
			}
		}
	}
}

// extensionNumbers reports extensions of one message with one number, and
// numbers that the message does not give to extensions.
func (l *linker) extensionNumbers() {
	type key struct {
		m *message
		n int
	}
	first := map[key]*field{}
	for _, f := range l.files {
		for _, x := range f.extensions {
			m := x.extends
			if m == nil {
				continue
			}
			n := int64(x.f.Number)
			if !slices.ContainsFunc(m.ranges, func(g extensionRange) bool { return g.From <= n && n <= g.To }) {
				d := f.errorf(x.f.NumberSpan, x.full(), fmt.Sprintf("extension %s has the number %d, which %s does not give to extensions", x.full(), n, m.full))
				also(d, m.full+" is here", m.m.NameSpan)
				d.Help = "choose one of " + rangesText(m)
				continue
			}
			if old := first[key{m, x.f.Number}]; old != nil {
				d := f.errorf(x.f.NumberSpan, x.full(), fmt.Sprintf("extension %s of %s has the number %d, which is %s's", x.full(), m.full, n, old.full()))
				also(d, old.full()+" is here", old.f.NumberSpan)
				d.Help = "choose another number"
				continue
			}
			first[key{m, x.f.Number}] = x
		}
	}
}

func rangesText(m *message) string {
	if len(m.ranges) == 0 {
		return "none: the message has no extensions"
	}
	var list []string
	for _, g := range m.ranges[:min(len(m.ranges), 5)] {
		list = append(list, g.String())
	}
	return strings.Join(list, ", ")
}
