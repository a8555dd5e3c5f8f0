package compat

import "github.com/rpcctl/rpcctl/schema"

// ready makes of a value one that proves something: for some peers all is set, and
// where a wire can miss what is required that is set.
func (x *runner) ready(f Flow, m *schema.Message, v schema.Record) schema.Record {
	switch {
	case x.lenient():
		return complete(m, v, 0)
	case x.fills():
		return x.fill(f, m, v, 0)
	case x.table.fits != nil:
		if x.fitter == nil {
			x.fitter = x.table.fits(x.peer.Name())
		}
		return x.fitter.fit(m, v)
	}
	return v
}

// readies reports whether ready changes values.
func (x *runner) readies() bool { return x.lenient() || x.fills() || x.table.fits != nil }

// fills reports whether a wire can miss what is required.
func (x *runner) fills() bool { return x.table.singles || x.table.absents }

// fill sets what is required, and what a peer makes up where it is absent.
func (x *runner) fill(flow Flow, m *schema.Message, v schema.Record, depth int) schema.Record {
	if depth > 2*deepest {
		return v
	}
	var out schema.Record
	set := func(n int, to any) {
		if out == nil {
			out = make(schema.Record, len(v)+1)
			for k, y := range v {
				out[k] = y
			}
		}
		out[n] = to
	}
	for _, f := range m.ByNumber() {
		if f.Retired != "" || streams(f) {
			continue
		}
		y, there := v[f.Number]
		switch {
		case there:
			if z, changed := x.fillValue(flow, &f.Type, y, depth); changed {
				set(f.Number, z)
			}
		case f.Presence == schema.Required, x.peer.Name() == "java" && flow != Failure && makesUp(f):
			z, _ := x.fillValue(flow, &f.Type, newSource(1).short(&f.Type, depth+2, 0), depth)
			set(f.Number, z)
		}
	}
	if out == nil {
		return v
	}
	return out
}

// makesUp reports whether a reader in Java has something of a field that is absent,
// which can be told.
func makesUp(f *schema.Field) bool {
	if f.InOneOf() != nil {
		return false
	}
	switch k := f.Type.Kind; k {
	case schema.KindEnum:
		return tracked(f) || f.Type.Enum().Values[0].Number != 0
	case schema.KindList, schema.KindSet, schema.KindMap:
		return tracked(f) || f.Type.Len > 0
	}
	return false
}

func (x *runner) fillValue(flow Flow, t *schema.Type, v any, depth int) (any, bool) {
	switch y := v.(type) {
	case schema.Record:
		return x.fill(flow, t.Message(), y, depth+1), true
	case []any:
		if t.Elem.Message() == nil && t.Elem.Elem == nil {
			return v, false
		}
		out := make([]any, len(y))
		for i := range y {
			out[i], _ = x.fillValue(flow, t.Elem, y[i], depth)
		}
		return out, true
	case []schema.Entry:
		if t.Elem.Message() == nil && t.Elem.Elem == nil {
			return v, false
		}
		out := make([]schema.Entry, len(y))
		for i := range y {
			out[i].Key = y[i].Key
			out[i].Value, _ = x.fillValue(flow, t.Elem, y[i].Value, depth)
		}
		return out, true
	}
	return v, false
}
