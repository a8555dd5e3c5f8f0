package compat

import (
	"maps"

	"github.com/rpcctl/rpcctl/schema"
)

// hunt looks for values that go wrong at a root, in one pairing.
type hunt struct {
	x      *runner
	root   *root
	p      Pairing
	msg    *schema.Message // the writer's payload
	budget int
	worst  map[Outcome]*evidence // the first of each outcome
	tried  map[Outcome]bool      // searched for in full
	ran    int                   // runs that prove something
}

// candidates yields values, the likeliest first: the places that claims name
// under a lens, then whole messages, then mixtures. It ends where yield says so.
func (h *hunt) candidates(paths [][]*schema.Field, yield func(schema.Record) bool) {
	s := newSource(1)
	for _, path := range paths {
		if len(path) == 0 {
			continue
		}
		if n := len(path) - 1; n > 0 && !yield(s.along(h.msg, path[:n], s.short(&path[n-1].Type, deepest, 0))) {
			return // what holds the place, and not the place
		}
		for _, v := range s.variants(&path[len(path)-1].Type, len(path)) {
			if !yield(s.along(h.msg, path, v)) {
				return
			}
		}
	}
	if !yield(schema.Record{}) {
		return
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
		for i, v := range s.variants(&path[len(path)-1].Type, len(path)) {
			r := s.filled(h.msg, 0, i)
			maps.Copy(r, s.along(h.msg, path, v))
			if !yield(only(h.msg, r, path)) {
				return
			}
		}
	}
	for i := 0; ; i++ {
		s.mood = mood(i+1) % moods
		if !yield(s.record(h.msg, 0)) {
			return
		}
	}
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
	left := h.budget
	h.candidates(paths, func(v schema.Record) bool {
		left--
		if h.x.lenient() {
			v = complete(h.msg, v, 0)
		}
		e, ok := h.x.run(h.root, h.p, v)
		if ok {
			h.ran++
		}
		if ok && h.worst[e.out] == nil {
			h.worst[e.out] = &e
		}
		return left > 0 && h.worst[want] == nil
	})
	return h.worst[want]
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
			if h.x.lenient() {
				if v = complete(h.msg, v, 0); schema.Equal(v, best.wrote) {
					continue
				}
			}
			if got, ok := h.x.run(h.root, h.p, v); ok && got.out == best.out {
				best, again = &got, true
				break
			}
		}
	}
	return best
}
