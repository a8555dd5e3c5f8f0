package compat

import (
	"maps"

	"github.com/rpcctl/rpcctl/schema"
)

// hunt looks for values that go wrong at a root, in one pairing.
type hunt struct {
	x       *runner
	root    *root
	p       Pairing
	msg     *schema.Message // the writer's payload
	budget  int
	worst   map[Outcome]*evidence // the first of each outcome
	tried   map[Outcome]bool      // searched for in full
	combed  map[Outcome]bool      // with one place at a time
	dug     map[Outcome]bool      // and once more
	woven   bool                  // and in both layouts
	decided bool                  // which left no place to look
	sound   bool                  // a run proved something
	own     []*schema.Field       // where set, what goes wrong has to do with the field at its end
}

// candidates yields values, the likeliest first: the places that claims name
// under a lens, then whole messages, then mixtures. It ends where yield says so.
func (h *hunt) candidates(paths [][]*schema.Field, yield func(schema.Record) bool) {
	s := newSource(1)
	s.tagged, s.forms = h.x.table.singles, h.x.table.tags
	if !yield(schema.Record{}) {
		return
	}
	for _, path := range paths {
		if len(path) == 0 {
			continue
		}
		if n := len(path) - 1; n > 0 && !yield(s.along(h.msg, path[:n], s.short(&path[n-1].Type, deepest, 0))) {
			return // what holds the place, and not the place
		}
		for _, v := range spread(s.variants(&path[len(path)-1].Type, min(len(path), 2)), max(40, h.budget/3)) {
			if !yield(s.along(h.msg, path, v)) {
				return
			}
		}
	}
	for n := range 12 {
		if !yield(s.filled(h.msg, 0, n)) {
			return
		}
	}
	for _, path := range paths {
		if len(path) == 0 {
			continue
		}
		for i, v := range spread(s.variants(&path[len(path)-1].Type, min(len(path), 2)), max(40, h.budget/3)) {
			r := s.filled(h.msg, 0, i)
			maps.Copy(r, s.along(h.msg, path, v))
			if !yield(only(h.msg, r, path)) {
				return
			}
		}
	}
	h.mixtures(s, yield)
}

// spread takes at most so many of vs, from all over.
func spread(vs []any, most int) []any {
	if len(vs) <= most {
		return vs
	}
	out := make([]any, most)
	for i := range out {
		out[i] = vs[i*len(vs)/most]
	}
	return out
}

// soon is for how many mixtures the likeliest moods do.
const soon = 160

// mixtures yields random values, made from both ends. It ends where yield says so.
func (h *hunt) mixtures(s *source, yield func(schema.Record) bool) {
	for i := 0; ; i++ {
		kinds := moods
		if i < soon {
			kinds = sparse // those before it
		} else {
			s.reach = 2 * deepest
		}
		s.mood = mood(i+1) % kinds
		chain := 0
		if i%4 == 3 {
			chain = 2 + i/4%14
		}
		s.chain = chain
		v, ok := h.backward(s)
		if ok && !yield(v) {
			return
		}
		s.chain = chain
		if !yield(s.record(h.msg, 0)) {
			return
		}
	}
}

// backward makes a value from the other end: what the reader's bytes are to the
// writer. Bytes that both can read are what goes wrong unnoticed.
func (h *hunt) backward(s *source) (schema.Record, bool) {
	_, rd := h.root.sides(h.p)
	if h.x.table.names || rd.msg == nil {
		return nil, false
	}
	b, err := h.x.peer.Write(rd.msg, s.record(rd.msg, 0))
	if err != nil {
		return nil, false
	}
	v, err := h.x.peer.Read(h.msg, b)
	return v, err == nil && declared(h.msg, v)
}

// declared reports whether enums have numbers that their contract names.
func declared(m *schema.Message, r schema.Record) bool {
	for n, v := range r {
		if f := m.Field(n); f != nil && !declaredValue(&f.Type, v) {
			return false
		}
	}
	return true
}

func declaredValue(t *schema.Type, v any) bool {
	switch v := v.(type) {
	case int64:
		return t.Kind != schema.KindEnum || names(t.Enum(), v)
	case schema.Record:
		return declared(t.Message(), v)
	case []any:
		for _, x := range v {
			if !declaredValue(t.Elem, x) {
				return false
			}
		}
	case []schema.Entry:
		for _, x := range v {
			if !declaredValue(t.Key, x.Key) || !declaredValue(t.Elem, x.Value) {
				return false
			}
		}
	}
	return true
}

// only takes the other members of a oneof out of r that the path goes through.
func only(m *schema.Message, r schema.Record, path []*schema.Field) schema.Record {
	if o := path[0].InOneOf(); o != nil {
		for _, f := range o.Fields() {
			if f != path[0] {
				delete(r, f.Number)
			}
		}
	}
	return r
}

// along returns a message in which the fields on the path lead to v, all else absent.
func (s *source) along(m *schema.Message, path []*schema.Field, v any) schema.Record {
	f := path[0]
	if f.Retired != "" {
		return schema.Record{}
	}
	if len(path) > 1 {
		v = s.wrap(&f.Type, path[1:], v)
	}
	return schema.Record{f.Number: v}
}

// wrap puts what lies further along the path into a value of t.
func (s *source) wrap(t *schema.Type, path []*schema.Field, v any) any {
	switch t.Kind {
	case schema.KindMessage:
		return s.along(t.Message(), path, v)
	case schema.KindList, schema.KindSet:
		return repeat(s.wrap(t.Elem, path, v), max(t.Len, 1))
	case schema.KindMap:
		return []schema.Entry{{Key: edges(t.Key)[0], Value: s.wrap(t.Elem, path, v)}}
	}
	return s.zero(t)
}

// look runs candidates until one shows want, or the budget is used up. What was
// seen of each outcome is kept.
func (h *hunt) look(want Outcome, paths [][]*schema.Field) *evidence {
	if e := h.worst[want]; e != nil || h.tried[want] {
		return e
	}
	h.tried[want] = true
	h.candidates(paths, h.trial(want, h.budget))
	return h.worst[want]
}

// unserved returns a run of a request that was written, and that the other side
// refuses; nil where there is none.
func (h *hunt) unserved() *evidence {
	e := h.x.run(h.root, h.p, h.x.ready(h.root.flow, h.msg, schema.Record{}))
	if e.out != Reject || e.bytes == nil {
		return nil
	}
	return &e
}

// dig looks for want once more, by mixtures alone.
func (h *hunt) dig(want Outcome, budget int) *evidence {
	if e := h.worst[want]; e != nil || h.dug[want] {
		return e
	}
	h.dug[want] = true
	s := newSource(2)
	s.tagged, s.forms = h.x.table.singles, h.x.table.tags
	h.mixtures(s, h.trial(want, budget))
	return h.worst[want]
}

// trial runs values until one shows want, or so many were run.
func (h *hunt) trial(want Outcome, left int) func(schema.Record) bool {
	return func(v schema.Record) bool {
		left--
		v = h.x.ready(h.root.flow, h.msg, v)
		e := h.x.run(h.root, h.p, v)
		if h.own != nil && e.out == want && h.x.run(h.root, h.p, without(v, h.own)).out == want {
			return left > 0 // another change's
		}
		if (h.worst[e.out] == nil || !h.sound) && h.x.sound(h.root, h.p, &e) {
			h.sound = true
			if h.worst[e.out] == nil {
				h.worst[e.out] = &e
			}
		}
		return left > 0 && h.worst[want] == nil
	}
}

// without returns a value that lacks the field at the end of a path, or what
// leads to it.
func without(v schema.Record, path []*schema.Field) schema.Record {
	out := maps.Clone(v)
	if len(path) > 1 {
		if in, ok := v[path[0].Number].(schema.Record); ok {
			out[path[0].Number] = without(in, path[1:])
			return out
		}
	}
	delete(out, path[0].Number)
	return out
}

// shrink makes a witness as small as it stays one, by at most so many runs.
func (h *hunt) shrink(e *evidence, runs int) *evidence {
	best := e
	for again := true; again && runs > 0; {
		again = false
		for _, v := range smallerMessage(h.msg, best.wrote) {
			if runs--; runs < 0 {
				break
			}
			if h.x.readies() {
				if v = h.x.ready(h.root.flow, h.msg, v); schema.Equal(v, best.wrote) {
					continue
				}
			}
			if got := h.x.run(h.root, h.p, v); got.out == best.out && h.x.sound(h.root, h.p, &got) {
				best, again = &got, true
				break
			}
		}
	}
	return best
}
