package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// Where a wire carries names, what stands at one place moves no other: whatever a
// change does shows in a value of which all is zero but one place, or that and one
// beside it. Needles are those values, each as short as it can be, since an error
// that is too long leaves its fields behind.

// needles yields values of t with one leaf at that depth that isn't zero, but the
// nth edge of its type. It reports whether yield wants more.
func (s *source) needles(t *schema.Type, depth, nth int, yield func(any) bool) bool {
	if s.steps--; s.steps < 0 {
		return false
	}
	switch t.Kind {
	case schema.KindMessage:
		if depth == 0 {
			return nth > 0 || yield(schema.Record{})
		}
		for _, f := range t.Message().ByNumber() {
			if f.Retired != "" || streams(f) {
				continue
			}
			if !s.needles(&f.Type, depth-1, nth, func(v any) bool { return yield(schema.Record{f.Number: v}) }) {
				return false
			}
		}
		return true
	case schema.KindList, schema.KindSet:
		if depth == 0 {
			return nth > 0 || yield(s.zero(t))
		}
		return s.needles(t.Elem, depth-1, nth, func(v any) bool {
			if !yield(s.among(t, v, max(t.Len, 1))) {
				return false
			}
			for _, n := range s.lens {
				if t.Kind == schema.KindList && t.Len == 0 && n > 1 && !yield(s.among(t, v, n)) {
					return false
				}
			}
			return true
		})
	case schema.KindMap:
		if depth == 0 {
			return nth > 0 || yield([]schema.Entry{})
		}
		keys := s.keys(t.Key)
		if depth == 1 && nth < len(keys) && !yield([]schema.Entry{{Key: keys[nth], Value: s.zero(t.Elem)}}) {
			return false
		}
		return s.needles(t.Elem, depth-1, nth, func(v any) bool { return yield([]schema.Entry{{Key: keys[0], Value: v}}) })
	}
	if es := edges(t); depth == 0 && nth < len(es) {
		return yield(es[nth])
	}
	return true
}

// among returns a list of n elements that holds v, and zeros beside it.
func (s *source) among(t *schema.Type, v any, n int) []any {
	out := []any{v}
	for len(out) < n {
		out = append(out, s.zero(t.Elem))
	}
	return out
}

// keys are the edges of a map's key, and of text the words that mean something.
func (s *source) keys(t *schema.Type) []any {
	ks := edges(t)
	if t.Kind == schema.KindString {
		for _, w := range s.words {
			ks = append(ks, w)
		}
	}
	return ks
}

// reach is how deep a needle may lie, and most how many edges a type has.
const (
	reach     = 2*deepest + 1
	mostEdges = 24
)

// comb tries needles, first those below the places that claims name, then those
// beside them, then everywhere.
func (h *hunt) comb(want Outcome, paths [][]*schema.Field) *evidence {
	if e := h.worst[want]; e != nil || h.combed[want] || !h.x.table.names && !h.x.table.tags {
		return e
	}
	h.combed[want] = true
	s := newSource(1)
	left := min(4*h.budget, 4000)
	s.steps = 64 * left
	h.learn(s)
	try := h.trial(want, left)
	for nth := range mostEdges {
		for depth := range reach {
			for _, path := range paths {
				if len(path) > 0 && path[len(path)-1].Retired == "" && !s.needles(&path[len(path)-1].Type, depth, nth, func(v any) bool { return try(s.slim(h.msg, path, v)) }) {
					return h.worst[want]
				}
			}
		}
		for _, path := range paths {
			if len(path) > 0 && !h.beside(s, path, nth, try) {
				return h.worst[want]
			}
		}
		if nth < 3 {
			for depth := range reach {
				for _, f := range h.msg.ByNumber() {
					if f.Retired == "" && !streams(f) && !s.needles(&f.Type, depth, nth, func(v any) bool { return try(schema.Record{f.Number: v}) }) {
						return h.worst[want]
					}
				}
			}
		}
	}
	return h.worst[want]
}

// carried lowers what is claimed of a declared error to what shows: one that is too
// long leaves its fields behind, so that some of what could go wrong with them never
// arrives.
func (h *hunt) carried(o Outcome, paths [][]*schema.Field) Outcome {
	if h.look(o, paths) != nil || h.comb(o, paths) != nil {
		return o
	}
	best := Exact
	for seen := range h.worst {
		if seen > o && o < Reject {
			return o // hidden by what is worse
		}
		if seen < o {
			best = max(best, seen)
		}
	}
	return best
}

// beside tries what stands in one message with the place that a path leads to: each
// alone, and each together with it.
func (h *hunt) beside(s *source, path []*schema.Field, nth int, try func(schema.Record) bool) bool {
	n := len(path) - 1
	f, in := path[n], h.msg
	if n > 0 {
		in = holder(&path[n-1].Type)
	}
	own := s.first(&f.Type)
	for _, g := range in.ByNumber() {
		if g == f || g.Retired != "" || streams(g) {
			continue
		}
		for depth := range 2 {
			ok := s.needles(&g.Type, depth, nth, func(v any) bool {
				if !try(s.slimRecord(h.msg, path[:n], schema.Record{g.Number: v})) {
					return false
				}
				if f.Retired != "" || f.InOneOf() != nil && f.InOneOf() == g.InOneOf() {
					return true
				}
				return try(s.slimRecord(h.msg, path[:n], schema.Record{g.Number: v, f.Number: own}))
			})
			if !ok {
				return false
			}
		}
	}
	return true
}

// first returns a value of t that isn't zero, where it soon finds one.
func (s *source) first(t *schema.Type) any {
	out, found := s.zero(t), false
	for depth := 0; depth < reach && !found; depth++ {
		s.needles(t, depth, 0, func(v any) bool {
			if found = !isZero(t, v); found {
				out = v
			}
			return !found
		})
	}
	return out
}

// holder is the message that values of t hold, on the way down.
func holder(t *schema.Type) *schema.Message {
	for t.Elem != nil {
		t = t.Elem
	}
	return t.Message()
}

// slim returns a message of which the path leads to v, and all else is absent or zero.
func (s *source) slim(m *schema.Message, path []*schema.Field, v any) schema.Record {
	n := len(path) - 1
	if path[n].Retired != "" {
		return s.slimRecord(m, path[:n], schema.Record{})
	}
	return s.slimRecord(m, path[:n], schema.Record{path[n].Number: v})
}

// slimRecord returns a message of which the path leads to r.
func (s *source) slimRecord(m *schema.Message, path []*schema.Field, r schema.Record) schema.Record {
	for _, f := range slices.Backward(path) {
		if f.Retired != "" {
			r = schema.Record{}
			continue
		}
		r = schema.Record{f.Number: s.holding(&f.Type, r)}
	}
	return r
}

// holding returns a value of t that holds r.
func (s *source) holding(t *schema.Type, r schema.Record) any {
	switch t.Kind {
	case schema.KindMessage:
		return r
	case schema.KindList, schema.KindSet:
		return s.among(t, s.holding(t.Elem, r), max(t.Len, 1))
	case schema.KindMap:
		return []schema.Entry{{Key: edges(t.Key)[0], Value: s.holding(t.Elem, r)}}
	}
	return s.zero(t)
}

// learn has needles made of what the reader's messages have: their keys, and the
// lengths of their lists.
func (h *hunt) learn(s *source) {
	_, rd := h.root.sides(h.p)
	seen := map[*schema.Message]bool{}
	var visit func(m *schema.Message)
	visit = func(m *schema.Message) {
		if m == nil || seen[m] || len(seen) > mostEdges {
			return
		}
		seen[m] = true
		for _, f := range m.ByNumber() {
			if f.Retired == "" && len(s.words) < mostEdges && !slices.Contains(s.words, f.JSONName()) {
				s.words = append(s.words, f.JSONName())
			}
			for t := &f.Type; t != nil; t = t.Elem {
				if t.Len > 1 && t.Len <= mostEdges && !slices.Contains(s.lens, t.Len) {
					s.lens = append(s.lens, t.Len)
				}
			}
			visit(holder(&f.Type))
		}
	}
	visit(rd.msg)
}
