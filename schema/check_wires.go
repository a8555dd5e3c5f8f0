package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// checkWires holds every method, and every type that it reaches, against the
// wires that its service promises. A field is reported once for each wire,
// however many methods reach it.
func (l *linker) checkWires() {
	for _, info := range l.wires {
		w := &wireCheck{linker: l, info: info, seen: map[*Message]bool{}, methods: map[*Method]bool{}}
		var assumed []*Service
		for _, p := range l.schema.Packages {
			for _, s := range p.Services {
				if !slices.Contains(l.promised(s), info) {
					continue
				}
				if s.PromisedBy() == nil && p.Language == "proto" {
					assumed = append(assumed, s)
					continue
				}
				w.service(s)
			}
		}
		w.drain()
		w.assumed = true
		for _, s := range assumed {
			w.service(s)
		}
		w.drain()
	}
}

type wireCheck struct {
	*linker
	info    *WireInfo
	seen    map[*Message]bool
	methods map[*Method]bool
	queue   []*Message
	// assumed: nobody promised the wire, and .proto files are written for others
	// too, so what it can't carry is a warning.
	assumed bool
}

// refuse reports what the wire can't carry.
func (w *wireCheck) refuse(code string, n Node, at diag.Span, message, help string) {
	d := w.errorf(code, n, at, message)
	d.Category, d.Help = "WIRE", help
	if w.assumed {
		d.Severity = diag.Warning
		d.Help += "; " + w.info.Name + " is assumed, since nobody says which wires are promised"
	}
}

func (w *wireCheck) service(s *Service) {
	for _, m := range s.AllMethods() {
		if w.methods[m] {
			continue
		}
		w.methods[m] = true
		w.shape(m)
		for _, f := range m.Params {
			w.param(f)
		}
		if m.Returns != nil {
			w.param(m.Returns)
		}
		for _, e := range m.Errors {
			if e.Target != nil {
				w.code(e.Target)
				w.reach(&e.Target.Message)
			}
		}
		w.fixedPart(m.request, m)
		if m.Returns != nil && m.WrapsResult() {
			w.fixedPart(m.response, m)
		}
	}
}

// shape checks what a method as a whole asks of the wire.
func (w *wireCheck) shape(m *Method) {
	refuse := func(at diag.Span, what, help string) {
		w.refuse("wire-shape-unsupported", m, spanOf(at, m.NameSpan), m.full+" "+what, help)
	}
	if m.Oneway && !w.info.Oneway {
		refuse(m.NameSpan, "is one-way, which "+w.info.Name+" has no form for", "give it a result")
	} else if m.Returns == nil && !m.Oneway && !w.info.Void {
		refuse(m.NameSpan, "has no result, which "+w.info.Name+" can't tell from a failure", "give it a result")
	}
	if len(m.Errors) > 0 && !w.info.Errors {
		refuse(m.Errors[0].Span, "declares errors, which "+w.info.Name+" does not carry", "say it in the result")
	}
	var first *Field
	for _, f := range append(m.Params[:len(m.Params):len(m.Params)], m.Returns) {
		switch {
		case f == nil:
		case f.Presence == Optional && !w.info.OptionalParam:
			refuse(spanOf(f.Type.Span, f.NameSpan), "has an optional "+role(f)+", which "+w.info.Name+" has no form for", "put it into a message")
		case f.Type.Kind.Streams() && w.info.OneStream && first != nil:
			refuse(spanOf(f.Type.Span, f.NameSpan), "has two streams, and "+w.info.Name+" has one in a method, params and result together", "split the method")
		case f.Type.Kind.Streams():
			first = f
		}
	}
	if w.info.OneMessage && len(m.Params) > 1 && OnWire(m.On, w.info.Name, "request") == "" {
		refuse(m.Params[1].NameSpan, "has several params, and "+w.info.Name+" carries one message",
			"name the message that they make: wire "+quote(w.info.Name)+" { request = "+quote(strings.ToUpper(m.Name[:min(len(m.Name), 1)])+m.Name[min(len(m.Name), 1):]+"Request")+" }")
	}
}

func role(f *Field) string {
	if f.Name == "" {
		return "result"
	}
	return "param " + f.Name
}

// param checks a param or result.
func (w *wireCheck) param(f *Field) {
	k := f.Type.Kind
	c, listed := w.info.Param[k]
	if !listed && w.info.OneMessage {
		c, listed = w.info.Field[k]
	}
	switch {
	case listed:
		w.carried(f, &f.Type, c)
	case k == KindStream && !w.info.TypedStreams, k.Raw() && !w.info.RawStreams:
		w.carried(f, &f.Type, Carry{Why: "it has no such streams"})
	}
	w.number(f)
	w.inside(f, &f.Type)
}

// field checks a field of a message that is reached.
func (w *wireCheck) field(f *Field) {
	t := &f.Type
	c, listed := w.info.Field[t.Kind]
	if f.oneof != nil {
		if m, ok := w.info.Member[t.Kind]; ok {
			c, listed = m, true
		}
	}
	if listed {
		w.carried(f, t, c)
	}
	w.number(f)
	w.inside(f, t)
}

// inside checks what a composite type holds.
func (w *wireCheck) inside(f *Field, t *Type) {
	if t.Key != nil {
		w.key(f, t.Key)
	}
	if m := t.Message(); m != nil {
		w.reach(m)
	}
	if t.Elem == nil {
		return
	}
	e := t.Elem
	c, listed := w.info.Field[e.Kind]
	if t.Kind != KindStream {
		if elem, ok := w.info.Elem[e.Kind]; ok {
			c, listed = elem, true
		}
	}
	if listed {
		w.carried(f, e, c)
	}
	w.inside(f, e)
}

func (w *wireCheck) key(f *Field, key *Type) {
	allowed := func(k Kind) bool { return slices.Contains(w.info.MapKeys, k) }
	c, listed := w.info.Field[key.Kind]
	switch {
	case allowed(key.Kind) || !keyKind(key.Kind):
	case listed && allowed(c.As):
		w.carried(f, key, c)
	default:
		w.carried(f, key, Carry{Why: "it is no key of a map there"})
	}
}

// carried reports that t, which f is or holds, does not travel as it is.
func (w *wireCheck) carried(f *Field, t *Type, c Carry) {
	name := f.FullName()
	if f.Name == "" {
		name = "the result of " + f.FullName()
	}
	at := spanOf(t.Span, f.Type.Span, f.NameSpan, f.Parent.Base().NameSpan)
	has := " is "
	if t != &f.Type {
		has = " holds "
	}
	if c.As == 0 {
		w.refuse("wire-type-unsupported", f, at, name+has+t.String()+", which "+w.info.Name+" does not carry: "+c.Why,
			"use another type, or do not promise "+w.info.Name)
		return
	}
	d := w.errorf("wire-type-unsupported", f, at, name+has+t.String()+", which "+w.info.Name+" carries as "+c.As.String()+": "+c.Why)
	d.Severity, d.Category = diag.Note, "WIRE"
}

// number checks a field's number against what the wire allows.
func (w *wireCheck) number(f *Field) {
	if f.Name == "" || f.Number < 1 || f.Number > MaxNumber {
		return // a result, or reported for all wires
	}
	at, text := spanOf(f.NumberSpan, f.NameSpan), strconv.Itoa(f.Number)
	if most := w.info.MaxNumber; most != 0 && f.Number > most {
		w.refuse("field-number-range", f, at, f.FullName()+" has the number "+text+", and the highest on "+w.info.Name+" is "+strconv.Itoa(most), "give it a lower number")
	}
	for _, r := range w.info.KeptNumbers {
		if r.From <= int64(f.Number) && int64(f.Number) <= r.To {
			w.refuse("field-number-range", f, at, f.FullName()+" has the number "+text+", and "+w.info.Name+" keeps "+r.String()+" for itself", "give it another number")
		}
	}
}

// code checks an error's code, where the error is met first.
func (w *wireCheck) code(e *Error) {
	if w.seen[&e.Message] {
		return
	}
	for _, r := range w.info.KeptCodes {
		if r.From <= int64(e.Code) && int64(e.Code) <= r.To {
			w.refuse("wire-shape-unsupported", e, spanOf(e.CodeSpan, e.NameSpan), e.full+" has the code "+strconv.FormatUint(uint64(e.Code), 10)+", and "+w.info.Name+" keeps "+r.String()+" for itself", "give it another code")
		}
	}
}

func (w *wireCheck) reach(m *Message) {
	if !w.seen[m] {
		w.seen[m] = true
		w.queue = append(w.queue, m)
	}
}

// drain checks the messages that were reached, and what they reach.
func (w *wireCheck) drain() {
	for len(w.queue) > 0 {
		m := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		for _, f := range m.Fields {
			w.field(f)
		}
		w.fixedPart(m, m)
	}
}
