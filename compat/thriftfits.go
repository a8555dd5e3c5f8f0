package compat

import (
	"github.com/rpcctl/rpcctl/schema"
)

// fitter sets what a message can't be written without: what is required, and in a
// union one member. It knows which messages have that anywhere inside.
type fitter struct {
	unions bool // a union has a member
	nulls  bool // a message that nobody set is not written
	asks   map[*schema.Message]bool
	left   int // values that may still be looked at
}

// mostFitted bounds a value: messages that have to hold lists of themselves grow fast.
const mostFitted = 2000

// fit returns v with what m can't be written without, as far as it is small.
func (f *fitter) fit(m *schema.Message, v schema.Record) schema.Record {
	f.left = mostFitted
	return f.message(m, v, 0)
}

func thriftFits(profile string) *fitter {
	return &fitter{unions: writesUnions(profile), nulls: profile == "java", asks: map[*schema.Message]bool{}}
}

// asksOf reports whether m, or what it holds in a plain field, has to have a value.
func (f *fitter) asksOf(m *schema.Message) bool {
	if known, ok := f.asks[m]; ok {
		return known
	}
	f.asks[m] = false
	found := f.unions && isUnion(m)
	for _, x := range m.ByNumber() {
		if x.Retired != "" || x.Presence == schema.Optional || x.InOneOf() != nil {
			continue
		}
		found = found || x.Presence == schema.Required || x.Type.Kind == schema.KindMessage && f.asksOf(x.Type.Message())
	}
	f.asks[m] = found
	return found
}

// message returns v with what m can't be written without.
func (f *fitter) message(m *schema.Message, v schema.Record, depth int) schema.Record {
	if depth > 3*deepest || f.left < 0 {
		return v
	}
	out := make(schema.Record, len(v))
	for n, x := range v {
		if field := m.Field(n); field != nil {
			x = f.value(&field.Type, x, depth)
		}
		out[n] = x
	}
	if f.unions && isUnion(m) {
		if len(out) == 0 {
			x := memberOf(m)
			out[x.Number] = f.value(&x.Type, schema.Zero(x.Type), depth)
		}
		return out
	}
	for _, x := range m.ByNumber() {
		if _, there := out[x.Number]; there || x.Retired != "" {
			continue
		}
		if x.Presence == schema.Required || !f.nulls && x.Presence == schema.Plain && x.InOneOf() == nil && x.Type.Kind == schema.KindMessage && f.asksOf(x.Type.Message()) {
			out[x.Number] = f.value(&x.Type, schema.Zero(x.Type), depth)
		}
	}
	return out
}

// memberOf returns the member of a union that is easiest to set.
func memberOf(m *schema.Message) *schema.Field {
	live := liveMembers(m.OneOfs[0])
	for _, f := range live {
		if f.Type.Kind.Scalar() || f.Type.Len == 0 && f.Type.Elem != nil || f.Type.Kind == schema.KindEnum && names(f.Type.Enum(), 0) {
			return f
		}
	}
	return live[0]
}

func (f *fitter) value(t *schema.Type, v any, depth int) any {
	if f.left--; f.left < 0 {
		return v
	}
	switch x := v.(type) {
	case schema.Record:
		if t.Message() != nil {
			return f.message(t.Message(), x, depth+1)
		}
	case []any:
		if t.Elem == nil {
			break
		}
		out := make([]any, len(x))
		for i := range x {
			out[i] = f.value(t.Elem, x[i], depth)
		}
		return out
	case []schema.Entry:
		if t.Key == nil {
			break
		}
		out := make([]schema.Entry, len(x))
		for i := range x {
			out[i] = schema.Entry{Key: x[i].Key, Value: f.value(t.Elem, x[i].Value, depth)}
		}
		return out
	}
	return v
}
