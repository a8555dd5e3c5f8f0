package plain

import (
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

// service reads the methods of an interface, or the calls of a type.
func (r *reader) service(of Service) {
	if of.Type == nil {
		r.problem("service %s has no type", of.Name)
		return
	}
	s := &schema.Service{Decl: schema.Decl{Name: of.Name}, ID: of.ID, Wires: idents(of.Wires)}
	if s.Name == "" {
		s.Name = shortName(deref(of.Type))
	}
	face := of.Type.Kind() == reflect.Interface
	known := map[string]bool{}
	for i := range of.Type.NumMethod() {
		m := of.Type.Method(i)
		if !m.IsExported() {
			continue
		}
		skip := 0
		if !face {
			if skip = 1; !isCall(m.Type) {
				continue // a method for other ends
			}
		}
		known[m.Name] = true
		s.Methods = append(s.Methods, r.method(s.Name, m, skip, of.Methods[m.Name]))
	}
	for _, name := range slices.Sorted(maps.Keys(of.Methods)) {
		if !known[name] {
			r.problem("service %s has no method %s", s.Name, name)
		}
	}
	if len(s.Methods) == 0 {
		r.problem("service %s has no methods: type %s has none with a context.Context first and an error last", s.Name, of.Type)
	}
	r.pkg.Services = append(r.pkg.Services, s)
}

// isCall reports whether a method of a value is meant for callers: it takes a
// context first, and returns an error last or a sequence.
func isCall(t reflect.Type) bool {
	if t.NumIn() < 2 || t.In(1) != contextType || t.NumOut() == 0 {
		return false
	}
	return t.Out(t.NumOut()-1) == errorType || t.NumOut() == 1 && items(t.Out(0)) != nil
}

func (r *reader) method(service string, m reflect.Method, skip int, said Method) *schema.Method {
	what := "method " + service + "." + m.Name
	out := &schema.Method{Decl: schema.Decl{Name: m.Name}, ID: said.ID, Oneway: said.Oneway, Idempotent: said.Idempotent}
	if said.Name != "" {
		out.Name = said.Name
	}
	if said.Timeout > 0 {
		out.Timeout = &said.Timeout
	}
	for i, e := range said.Errors {
		out.Errors = append(out.Errors, &schema.ErrorRef{Name: e, Number: i + 1})
	}
	t, place := m.Type, 0
	for i := skip; i < t.NumIn(); i++ {
		if t.In(i) == contextType {
			if i != skip {
				r.problem("%s has a context.Context that isn't the first param: put it first", what)
			}
			continue
		}
		place++
		p := &schema.Field{Decl: schema.Decl{Name: "arg" + strconv.Itoa(place)}, Number: place, Implicit: true, Presence: schema.Plain}
		if place <= len(said.Params) {
			p.Name = gotag.Snake(said.Params[place-1])
		}
		if r.shape("param "+p.Name+" of "+what, p, t.In(i)) {
			out.Params = append(out.Params, p)
		}
	}
	if len(said.Params) > place {
		r.problem("%s has %d params, and names are given for %d", what, place, len(said.Params))
	}
	out.Returns = r.result(what, t)
	return out
}

// shape gives a param or result its type, which may be a stream.
func (r *reader) shape(what string, p *schema.Field, t reflect.Type) bool {
	if k := raw(t); k != 0 {
		p.Type = schema.Type{Kind: k}
		return true
	}
	if item := items(t); item != nil {
		f := r.resolve(what, item, "", 0)
		p.Type = schema.Type{Kind: schema.KindStream, Elem: &f.t}
		return f.ok
	}
	f := r.resolve(what, t, "", 0)
	if p.Type = f.t; f.pointer && !f.message {
		p.Presence = schema.Optional
	}
	return f.ok
}

func (r *reader) result(what string, t reflect.Type) *schema.Field {
	n := t.NumOut()
	switch {
	case n > 0 && t.Out(n-1) == errorType:
		n--
	case n == 1 && items(t.Out(0)) != nil: // its errors come with its items
	default:
		r.problem("%s does not return an error last: a call can always fail", what)
		return nil
	}
	if n > 1 {
		r.problem("%s has %d results beside the error: put them into a struct", what, n)
		return nil
	}
	out := &schema.Field{Number: 1, Presence: schema.Plain}
	if n == 0 || !r.shape("the result of "+what, out, t.Out(0)) {
		return nil
	}
	return out
}
