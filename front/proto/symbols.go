package proto

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// symbolKind says what a name means.
type symbolKind uint8

const (
	messageSymbol symbolKind = 1 + iota
	enumSymbol
	valueSymbol
	serviceSymbol
	extensionSymbol
	entrySymbol // the synthetic message of a map
)

// what is how a person calls the kind.
func (k symbolKind) what() string {
	switch k {
	case messageSymbol:
		return "a message"
	case enumSymbol:
		return "an enum"
	case valueSymbol:
		return "an enum value"
	case serviceSymbol:
		return "a service"
	case extensionSymbol:
		return "an extension"
	case entrySymbol:
		return "the entry of a map"
	}
	panic("proto: no symbol")
}

// elsewhere reports whether Link would report two such symbols of one name.
func (k symbolKind) elsewhere() bool {
	return k == messageSymbol || k == enumSymbol || k == serviceSymbol
}

type symbol struct {
	kind    symbolKind
	file    *file
	full    string
	at      diag.Span
	message *message
	enum    *enum
	field   *field
	next    *symbol // another of that name, in a file that may see it
}

// linker gives meaning to the names of files that are read together. Fields,
// oneofs and methods are in no table: nothing names them.
type linker struct {
	files    []*file
	symbols  map[string]*symbol
	packages map[string]*file // and all that packages stand in
}

func newLinker(files []*file) *linker {
	n := 0
	for _, f := range files {
		n += len(f.messages) + 6*len(f.enums) + len(f.services) + len(f.extensions)
	}
	l := &linker{files: files, symbols: make(map[string]*symbol, n), packages: map[string]*file{}}
	for _, f := range files {
		l.declare(f)
	}
	for _, f := range files {
		for p := f.pkg; p != ""; p = p[:max(strings.LastIndexByte(p, '.'), 0)] {
			if l.packages[p] != nil {
				break
			}
			l.packages[p] = f
			if s := l.symbols[p]; s != nil && !(s.kind.elsewhere() && p == f.pkg) {
				d := s.file.errorf(s.at, p, p+" is "+s.kind.what()+" and a package")
				also(d, "the package is here", f.part.NameSpan)
				d.Help = "rename one of them"
			}
		}
	}
	return l
}

func also(d *diag.Diagnostic, message string, at diag.Span) {
	d.Related = append(d.Related, diag.Related{Message: message, Span: at})
}

// declare enters the names of a file.
func (l *linker) declare(f *file) {
	for _, m := range f.messages {
		l.enter(&symbol{kind: messageSymbol, file: f, full: m.full, at: m.m.NameSpan, message: m})
	}
	for _, e := range f.enums {
		l.enter(&symbol{kind: enumSymbol, file: f, full: e.full, at: e.e.NameSpan, enum: e})
	}
	for _, s := range f.services {
		l.enter(&symbol{kind: serviceSymbol, file: f, full: s.full, at: s.s.NameSpan})
	}
	for _, x := range f.extensions {
		l.member(&symbol{kind: extensionSymbol, file: f, full: x.full(), at: x.f.NameSpan, field: x}, x.scope, x.f.Name)
	}
	for _, m := range f.messages {
		for _, x := range m.fields {
			if x.word == "map" {
				name := entryName(x.f.Name)
				l.member(&symbol{kind: entrySymbol, file: f, full: join(m.full, name), at: x.f.NameSpan}, m, name)
			}
		}
	}
	for _, e := range f.enums {
		scope := f.pkg
		if e.scope != nil {
			scope = e.scope.full
		}
		for _, v := range e.e.Values {
			l.member(&symbol{kind: valueSymbol, file: f, full: join(scope, v.Name), at: v.NameSpan, enum: e}, e.scope, v.Name)
		}
	}
}

// member enters what could be called as a field or oneof of the message that it
// stands in.
func (l *linker) member(s *symbol, in *message, name string) {
	if in != nil {
		at := diag.Span{}
		if x := in.field(name); x != nil {
			at = x.f.NameSpan
		}
		for _, o := range in.oneofs {
			if o.o.Name == name {
				at = o.o.NameSpan
			}
		}
		if at.Known() {
			l.clash(s, at)
			return
		}
	}
	l.enter(s)
}

func (l *linker) enter(s *symbol) {
	old := l.symbols[s.full]
	if old == nil {
		l.symbols[s.full] = s
		return
	}
	s.next, old.next = old.next, s
	if !old.kind.elsewhere() || !s.kind.elsewhere() {
		l.clash(s, old.at)
	}
}

func (l *linker) clash(s *symbol, old diag.Span) {
	if first := l.symbols[s.full]; s.kind == valueSymbol && first != nil && first.kind == valueSymbol && first.enum.full == s.enum.full {
		return // of one enum, or of two of one name: Link says it
	}
	d := s.file.errorf(s.at, s.full, s.full+" is "+s.kind.what()+", and its name is taken")
	also(d, "first here", old)
	d.Help = "rename one of them"
	if s.kind == valueSymbol {
		d.Help += "; the values of an enum are named in what the enum stands in"
	}
}
