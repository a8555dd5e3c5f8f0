package proto

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// scope looks names up for one file.
type scope struct {
	*linker
	file  *file
	sees  map[*file]bool
	names []string // that could be meant, made when the first is unknown
	asked int
}

func (l *linker) scope(f *file) *scope {
	s := &scope{linker: l, file: f, sees: make(map[*file]bool, len(f.visible))}
	for _, v := range f.visible {
		s.sees[v] = true
	}
	return s
}

// found is what a name means: a symbol; or, where stopped is not empty, the name
// that the search ended at without finding one, as the language has it.
type found struct {
	*symbol
	stopped string
}

func (f found) nothing() bool { return f.symbol == nil && f.stopped == "" }
func (f found) isType() bool {
	return f.symbol != nil && (f.kind == messageSymbol || f.kind == enumSymbol || f.kind == entrySymbol)
}
func (f found) aggregate() bool {
	return f.stopped != "" || f.isType() || f.kind == serviceSymbol
}

// element returns what the full name means to the file.
func (s *scope) element(full string) found {
	for x := s.symbols[full]; x != nil; x = x.next {
		if s.sees[x.file] {
			s.file.uses[x.file] = true
			return found{symbol: x}
		}
	}
	if s.packages[full] != nil {
		for _, f := range s.file.visible {
			if f.pkg == full || strings.HasPrefix(f.pkg, full) && f.pkg[len(full)] == '.' {
				return found{stopped: full}
			}
		}
	}
	return found{}
}

// inFile is element without what other files bring.
func (s *scope) inFile(full string) found {
	for x := s.symbols[full]; x != nil; x = x.next {
		if x.file == s.file {
			return found{symbol: x}
		}
	}
	if p := s.file.pkg; p == full || strings.HasPrefix(p, full) && p[len(full)] == '.' {
		return found{stopped: full}
	}
	return found{}
}

// relative looks for name in prefix. Once its first part is found there, the
// rest must be as well.
func relative(prefix, name string, find func(string) found) found {
	first, rest, dotted := strings.Cut(name, ".")
	d := find(join(prefix, first))
	if d.nothing() || !dotted {
		return d
	}
	if !d.aggregate() {
		return found{}
	}
	if full := find(join(prefix, first+"."+rest)); !full.nothing() {
		return full
	}
	return found{stopped: join(prefix, name)}
}

// find looks a name up from the innermost scope outwards, as the compiler does:
// in takes part with its own names, service with its methods. Where types alone
// are wanted, a plain name that means something else is passed over.
func (s *scope) find(name string, in *message, service *service, types bool) found {
	if full, ok := strings.CutPrefix(name, "."); ok {
		return s.element(full)
	}
	plain := strings.IndexByte(name, '.') < 0
	var guess found
	try := func(f found) bool {
		if f.nothing() {
			return false
		}
		if !types || f.isType() || !plain {
			guess = f
			return true
		}
		if guess.nothing() {
			guess = f
		}
		return false
	}
	if service != nil {
		for _, m := range service.s.Methods {
			if m.Name == name && !types {
				return found{stopped: join(service.full, name)}
			}
		}
		if try(relative(service.full, name, s.inFile)) {
			return guess
		}
	}
	for m := in; m != nil; m = m.parent {
		if !types && plain && m.field(name) != nil {
			return found{stopped: join(m.full, name)}
		}
		if try(relative(m.full, name, s.inFile)) {
			return guess
		}
	}
	for p := s.file.pkg; ; p = p[:max(strings.LastIndexByte(p, '.'), 0)] {
		if f := relative(p, name, s.element); !f.nothing() {
			try(f)
			return guess
		}
		if p == "" {
			return guess
		}
	}
}

// resolve gives every name of the file its meaning, as far as that can be seen
// without options.
func (s *scope) resolve() {
	for _, m := range s.file.messages {
		for _, f := range m.fields {
			s.field(f)
		}
	}
	extendees := map[*ref]bool{}
	for _, f := range s.file.extensions {
		s.field(f)
		if !extendees[f.extendee] {
			extendees[f.extendee] = true
			s.extendee(f)
		}
	}
	byRef := map[*ref]*message{}
	for _, f := range s.file.extensions {
		if f.extends != nil {
			byRef[f.extendee] = f.extends
		}
		f.extends = byRef[f.extendee]
	}
	for _, x := range s.file.services {
		for _, r := range x.refs {
			s.methodType(r, x)
		}
	}
}

// reported marks a type that has no meaning, so that Link says no more of it.
func reported(t *schema.Type) {
	if t != nil {
		t.Kind, t.Name = schema.KindRef, ""
	}
}

func (s *scope) field(f *field) {
	if f.named == nil {
		return
	}
	r := f.named
	x := s.find(r.name, f.scope, nil, true)
	if x.symbol == nil || !x.isType() || x.kind == entrySymbol {
		s.unknown(x, r, "type", "message or enum")
		reported(r.to)
		return
	}
	r.to.Name = "." + x.file.modelName(x.full)
	word := "enum"
	if f.message, f.enum = x.message, x.enum; f.message != nil {
		word = "message"
	}
	if f.word == "map" {
		f.entry.value = word
		return
	}
	f.word = word
	if f.delimited() {
		f.f.Options = append(f.f.Options, groupOption(f.f.Type.Span))
	}
	(&reader{file: s.file}).setPresence(f)
}

func (s *scope) extendee(f *field) {
	x := s.find(f.extendee.name, f.scope, nil, false)
	if x.symbol == nil || x.kind != messageSymbol {
		s.unknown(x, f.extendee, "message to extend", "message")
		return
	}
	f.extends = x.message
}

func (s *scope) methodType(r *ref, service *service) {
	x := s.find(r.name, nil, service, false)
	if x.symbol == nil || x.kind != messageSymbol {
		s.unknown(x, r, "message", "message")
		reported(r.to)
		return
	}
	r.to.Name = "." + x.file.modelName(x.full)
}

// unknown reports a name that means nothing of use.
func (s *scope) unknown(x found, r *ref, what, want string) {
	for _, f := range s.file.visible {
		if f.broken {
			return // it may stand there
		}
	}
	for _, d := range s.file.imports {
		if d.target == nil {
			return // the import is reported
		}
	}
	name := strings.TrimPrefix(r.name, ".")
	if x.symbol != nil {
		d := s.file.errorf(r.to.Span, r.user(), r.user()+" uses "+name+", which is "+x.kind.what())
		also(d, "it is here", x.at)
		d.Help = "name a " + want
		return
	}
	d := s.file.errorf(r.to.Span, r.user(), r.user()+" uses the unknown "+what+" "+name)
	d.Help = s.help(x, r, want)
}

// maxSuggestions bounds the work for a file in which every name is unknown.
const maxSuggestions = 50

func (s *scope) help(x found, r *ref, want string) string {
	name := strings.TrimPrefix(r.name, ".")
	for p := s.file.pkg; ; p = p[:max(strings.LastIndexByte(p, '.'), 0)] {
		if y := s.symbols[join(p, name)]; y != nil && (y.kind == messageSymbol || y.kind == enumSymbol) {
			switch {
			case !s.sees[y.file]:
				return "import " + quoted(y.file.name) + ", where it is"
			case x.stopped != "":
				return "the name was looked up as " + x.stopped + ": write ." + y.full
			}
		}
		if p == "" {
			break
		}
	}
	if s.asked++; s.asked > maxSuggestions {
		return "name a " + want
	}
	if s.names == nil {
		s.names = s.known()
	}
	if near := diag.Nearest(name, s.names); near != "" {
		return "did you mean " + near + "?"
	}
	return "name a " + want + " of this file or of one that it imports"
}

// known returns the names of types that the file could write.
func (s *scope) known() []string {
	var names []string
	short := func(full string) {
		if rest, ok := strings.CutPrefix(full, s.file.pkg+"."); ok && s.file.pkg != "" {
			full = rest
		}
		names = append(names, full)
	}
	for _, f := range s.file.visible {
		for _, m := range f.messages {
			short(m.full)
		}
		for _, e := range f.enums {
			short(e.full)
		}
	}
	for word := range strings.FieldsSeq("double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes") {
		names = append(names, word)
	}
	return names
}
