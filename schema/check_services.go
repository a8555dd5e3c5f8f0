package schema

import (
	"slices"
	"strconv"
)

// checkService checks a service and its methods alone; what wires make of them
// is checked later.
func (l *linker) checkService(p *Package, s *Service) {
	l.checkName(s)
	if s.ID > maxServiceID {
		d := l.errorf("link", s, spanOf(s.IDSpan, s.NameSpan), "service "+s.full+" has the id "+unsigned(s.ID))
		d.Help = "the id of a service is 1 to 65279"
	}
	l.checkWireNames(s, s.Wires)
	l.checkPromises(p, s)
	l.checkBlocks(s, s.On, "service")
	for _, m := range s.Methods {
		l.checkMethod(s, m)
	}
	l.checkMethodWas(s)
}

func (l *linker) checkMethod(s *Service, m *Method) {
	l.checkName(m)
	switch {
	case s.ID != 0 && m.ID > maxMethodInSvc:
		d := l.errorf("link", m, spanOf(m.IDSpan, m.NameSpan), "method "+m.full+" has the id "+unsigned(m.ID))
		d.Help = "in a service with an id, a method's is 1 to 65535"
	case m.ID >= firstReserved:
		d := l.errorf("link", m, spanOf(m.IDSpan, m.NameSpan), "method "+m.full+" has the id "+unsigned(m.ID))
		d.Help = "the id of a method is 1 to 4294967039"
	}
	l.checkJSONNames(m.Params)
	for _, f := range m.Params {
		l.checkName(f)
		l.checkField(f)
	}
	if m.Returns != nil {
		l.checkField(m.Returns)
	}
	l.checkNumbers(m.request, m)
	l.checkStreams(m)
	l.checkErrors(m)
	l.checkBlocks(m, m.On, "method")
	l.checkParamWas(m)
}

// checkStreams: a call has one stream from each side at most, and one param
// that is a stream.
func (l *linker) checkStreams(m *Method) {
	var first *Field
	for _, f := range m.Params {
		if !f.Type.Kind.Streams() {
			continue
		}
		if first == nil {
			first = f
			continue
		}
		d := l.errorf("wire-shape-unsupported", f, spanOf(f.Type.Span, f.NameSpan), f.FullName()+" is a second param that is a stream")
		also(d, "the first is here", spanOf(first.Type.Span, first.NameSpan))
		d.Help = "a method has one stream each way"
	}
	out := m.StreamOut()
	if first == nil || out == nil {
		return
	}
	up, down := directions(first.Type.Kind, false)
	rup, rdown := directions(out.Type.Kind, true)
	if up && rup || down && rdown {
		d := l.errorf("wire-shape-unsupported", out, spanOf(out.Type.Span, m.NameSpan), "the result of "+m.full+" streams the same way as its param "+first.Name)
		also(d, "the param is here", spanOf(first.Type.Span, first.NameSpan))
		d.Help = "a method has one stream each way"
	}
}

// directions says which way the bytes of a stream go: up is client to server.
func directions(k Kind, result bool) (up, down bool) {
	switch k {
	case KindStream, KindRawIn:
		return !result, result
	case KindRawOut:
		return result, !result
	case KindRawStream:
		return true, true
	}
	panic("schema: no stream: " + k.String())
}

func (l *linker) checkErrors(m *Method) {
	numbers := make(map[int]*ErrorRef, len(m.Errors))
	names := make(map[string]*ErrorRef, len(m.Errors))
	for _, ref := range m.Errors {
		if ref.Number < 1 || ref.Number > MaxNumber {
			d := l.errorf("field-number-range", m, ref.Span, m.full+" declares "+ref.Name+" under the number "+strconv.Itoa(ref.Number))
			d.Help = "a number is 1 to " + strconv.Itoa(MaxNumber)
		}
		if first := names[ref.Name]; first != nil {
			d := l.errorf("link", m, ref.Span, m.full+" declares "+ref.Name+" twice")
			also(d, "first here", first.Span)
			continue
		}
		names[ref.Name] = ref
		if first := numbers[ref.Number]; first != nil && (first.Target == nil || ref.Target == nil) {
			continue // unknown, and reported as such
		} else if first != nil {
			d := l.errorf("link", m, ref.Span, m.full+" declares "+ref.Name+" under the number "+strconv.Itoa(ref.Number)+", which is "+first.Name+"'s")
			also(d, first.Name+" is here", first.Span)
			continue
		}
		numbers[ref.Number] = ref
	}
}

// checkMethodIDs reports methods of a package that a wire with numeric ids
// can't tell apart.
func (l *linker) checkMethodIDs() {
	for _, p := range l.schema.Packages {
		seen := map[uint32]*Method{}
		for _, s := range p.Services {
			wire := l.numericWire(s)
			if wire == "" {
				continue
			}
			for _, m := range s.Methods {
				id, derived := MethodID(m)
				first := seen[id]
				if first == nil {
					seen[id] = m
					continue
				}
				if first.full == m.full {
					continue // defined twice, and reported as such
				}
				d := l.errorf("link", m, spanOf(m.IDSpan, m.NameSpan), m.full+" and "+first.full+" have the same method id "+unsigned(id)+" on "+wire)
				also(d, first.Name+" is here", spanOf(first.IDSpan, first.NameSpan))
				d.Help = "give one of them another id"
				if derived {
					d.Help = "the ids are made from the names: give one of them an id"
				}
			}
		}
	}
}

// numericWire returns the first wire that s promises which carries method ids.
func (l *linker) numericWire(s *Service) string {
	for _, w := range l.promised(s) {
		if w.MethodIDs {
			return w.Name
		}
	}
	return ""
}

// checkExtends takes services apart that extend each other in a circle, and
// reports methods that are inherited and defined as well.
func (l *linker) checkExtends() {
	depth := map[*Service]int{}
	for _, p := range l.schema.Packages {
		for _, s := range p.Services {
			l.checkLine(s, depth)
		}
	}
	for _, p := range l.schema.Packages {
		for _, s := range p.Services {
			if s.Super == nil {
				continue
			}
			inherited := map[string]*Method{}
			for _, m := range s.Super.AllMethods() {
				inherited[m.Name] = m
			}
			for _, m := range s.Methods {
				if first := inherited[m.Name]; first != nil {
					d := l.errorf("link", m, m.NameSpan, m.full+" is inherited from "+first.Parent.full+" as well")
					also(d, "inherited from here", first.NameSpan)
					d.Help = "rename one of them"
				}
			}
		}
	}
}

// checkLine follows the line of services that s extends, and ends it where it
// comes back to itself or is too long. depth holds how long the lines are that
// were followed before.
func (l *linker) checkLine(s *Service, depth map[*Service]int) {
	var line []*Service
	at := s
	for at != nil && depth[at] == 0 {
		depth[at] = -1 // in this line
		line = append(line, at)
		at = at.Super
	}
	if at != nil && depth[at] < 0 {
		path := ""
		for _, x := range line[slices.Index(line, at):] {
			path += x.full + " → "
		}
		d := l.errorf("link", at, spanOf(at.Extends.Span, at.NameSpan), "service "+at.full+" extends itself: "+path+at.full)
		d.Help = "take one extends out"
		line[len(line)-1].Super = nil
		at = nil
	}
	n := 0
	if at != nil {
		n = depth[at]
	}
	for _, x := range slices.Backward(line) {
		if n++; n > maxExtends {
			d := l.errorf("link", x, spanOf(x.Extends.Span, x.NameSpan), "service "+x.full+" extends a line of more than "+strconv.Itoa(maxExtends)+" services")
			d.Help = "copy the methods that are needed"
			x.Super, n = nil, 1
		}
		depth[x] = n
	}
}

// maxExtends is how long a line of services that extend each other may be.
const maxExtends = 100

func unsigned(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
