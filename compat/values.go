package compat

import (
	"math"
	"math/rand/v2"

	"github.com/rpcctl/rpcctl/schema"
)

// source makes values of types: the edges that codecs go wrong at, one after
// another, and mixtures of them. It is deterministic.
type source struct {
	rng  *rand.Rand
	mood mood
	// reach is how deep mixtures go.
	reach int
	// chain is how often a message that holds itself still does so, for lengths
	// that nothing else has.
	chain int
	// words are keys of maps and lens lengths of lists that may mean something to the
	// reader, and steps how much further needles may be looked for.
	words []string
	lens  []int
	steps int
	// tagged: text may be read as a message. forms: so may a number, after its first byte.
	tagged, forms bool
}

// mood is what mixtures are made of.
type mood int

const (
	wild   mood = iota // all edges
	tame               // zeros, ones and small lengths: what bytes that belong elsewhere can be read as
	blank              // zero bytes of small lengths
	sparse             // numbers of one bit: a count, wherever its byte may come to stand
	dense              // every field, to its depth
	moods
)

func newSource(seed uint64) *source {
	return &source{rng: rand.New(rand.NewPCG(seed, 0x5bd1e995)), reach: deepest}
}

// deepest bounds how far values of recursive messages go. Lists and maps may stand
// a little deeper.
const deepest = 4

// variants lists values of a type for a place under a lens.
func (s *source) variants(t *schema.Type, depth int) []any {
	switch t.Kind {
	case schema.KindMessage:
		m := t.Message()
		out := []any{s.filled(m, depth, 0), schema.Record{}}
		if depth < 2 {
			for _, f := range m.ByNumber() {
				if f.Retired == "" && !streams(f) {
					vs := s.variants(&f.Type, depth+1)
					for _, v := range vs[:min(len(vs), 4)] {
						out = append(out, schema.Record{f.Number: v})
					}
				}
			}
		}
		return out
	case schema.KindList, schema.KindSet:
		if depth >= deepest+3 {
			return []any{[]any{}}
		}
		vs := s.variants(t.Elem, depth+1)
		if t.Len > 0 {
			var out []any
			for _, v := range vs {
				out = append(out, repeat(v, t.Len))
			}
			mixed := make([]any, t.Len)
			for i := range mixed {
				mixed[i] = vs[i%len(vs)]
			}
			return append(out, mixed)
		}
		var out []any
		for _, v := range vs {
			out = append(out, []any{v})
		}
		out = append(out, []any{})
		if len(vs) > 1 {
			out = append(out, []any{vs[0], vs[1]}, distinct(vs[:min(3, len(vs))]))
		}
		if t.Kind == schema.KindList {
			for _, n := range []int{2, 3, 4, 8} {
				out = append(out, repeat(vs[0], n))
			}
			for _, n := range []int{1, 2, 4, 8} {
				out = append(out, repeat(s.zero(t.Elem), n))
			}
		}
		return out
	case schema.KindMap:
		if depth >= deepest+3 {
			return []any{[]schema.Entry{}}
		}
		ks, vs := s.variants(t.Key, depth+1), s.variants(t.Elem, depth+1)
		var out []any
		for i := range max(len(ks), len(vs)) {
			out = append(out, []schema.Entry{{Key: ks[i%len(ks)], Value: vs[i%len(vs)]}})
		}
		if len(ks) > 1 {
			out = append(out, []schema.Entry{{Key: ks[0], Value: vs[0]}, {Key: ks[1], Value: vs[len(vs)-1]}})
		}
		return append(out, []schema.Entry{})
	}
	return s.edges(t)
}

func repeat(v any, n int) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func distinct(vs []any) []any { return append([]any(nil), vs...) }

// zero is the zero of a type as a value that is there.
func (s *source) zero(t *schema.Type) any {
	switch k := t.Kind; {
	case k == schema.KindBool:
		return false
	case k.Signed(), k == schema.KindEnum:
		if k == schema.KindEnum {
			ns := enumNumbers(t.Enum())
			return ns[len(ns)-1]
		}
		return int64(0)
	case k.Unsigned():
		return uint64(0)
	case k.Float():
		return 0.0
	case k == schema.KindString:
		return ""
	case k == schema.KindBytes:
		return []byte{}
	case k == schema.KindList && t.Len > 0:
		return repeat(s.zero(t.Elem), t.Len)
	case sequence(k):
		return []any{}
	case k == schema.KindMap:
		return []schema.Entry{}
	}
	return schema.Record{}
}

// filled returns a message with every field set, each to its nth variant, and of
// a oneof the nth member.
func (s *source) filled(m *schema.Message, depth, n int) schema.Record {
	r := schema.Record{}
	if depth > deepest {
		return r
	}
	for _, f := range m.ByNumber() {
		if f.Retired != "" || streams(f) {
			continue
		}
		if o := f.InOneOf(); o != nil {
			if live := liveMembers(o); live[n%len(live)] != f { // f is live
				continue
			}
		}
		if f.Type.Kind == schema.KindMessage {
			r[f.Number] = s.filled(f.Type.Message(), depth+1, n)
			continue
		}
		vs := s.short(&f.Type, depth+1, n)
		r[f.Number] = vs
	}
	return r
}

func liveMembers(o *schema.OneOf) (out []*schema.Field) {
	for _, f := range o.Fields() {
		if f.Retired == "" {
			out = append(out, f)
		}
	}
	return out
}

// short returns one value of a type: the nth edge, in containers one or two.
func (s *source) short(t *schema.Type, depth, n int) any {
	switch t.Kind {
	case schema.KindMessage:
		return s.filled(t.Message(), depth+1, n)
	case schema.KindList, schema.KindSet:
		if t.Len > 0 {
			out := make([]any, t.Len)
			for i := range out {
				out[i] = s.short(t.Elem, depth+1, n+i)
			}
			return out
		}
		if depth > deepest+3 {
			return []any{}
		}
		return []any{s.short(t.Elem, depth+1, n)}
	case schema.KindMap:
		if depth > deepest+3 {
			return []schema.Entry{}
		}
		return []schema.Entry{{Key: s.short(t.Key, depth+1, n), Value: s.short(t.Elem, depth+1, n)}}
	}
	es := s.edges(t)
	return es[n%len(es)]
}

// any returns a random value of a type.
func (s *source) any(t *schema.Type, depth int) any {
	switch t.Kind {
	case schema.KindMessage:
		return s.record(t.Message(), depth+1)
	case schema.KindList, schema.KindSet:
		n := s.length()
		switch {
		case t.Len > 0:
			n = t.Len
		case depth > s.reach:
			n = 0
		case depth > deepest:
			n = min(n, 1)
		}
		out := make([]any, 0, n)
		for range n {
			v := s.any(t.Elem, depth+1)
			if t.Kind == schema.KindSet && containsValue(out, v) {
				continue
			}
			out = append(out, v)
		}
		return out
	case schema.KindMap:
		out := []schema.Entry{}
		if depth > s.reach {
			return out
		}
		n := s.length()
		if depth > deepest {
			n = min(n, 1)
		}
		var keys []any
		for range n {
			k := s.any(t.Key, depth+1)
			if containsValue(keys, k) {
				continue
			}
			keys = append(keys, k)
			out = append(out, schema.Entry{Key: k, Value: s.any(t.Elem, depth+1)})
		}
		return out
	case schema.KindString, schema.KindBytes:
		if s.mood == blank {
			n := []int{0, 2, 2, 2, 4, 4, 6, 8, 1, 3}[s.rng.IntN(10)]
			if t.Kind == schema.KindString {
				return string(make([]byte, n))
			}
			return make([]byte, n)
		}
		if s.rng.IntN(3) > 0 {
			n := s.rng.IntN(13)
			b := make([]byte, n)
			for i := range b {
				b[i] = []byte{0, 0, 0, 1, 1, 2, 3, 4, 'a'}[s.rng.IntN(9)]
			}
			if t.Kind == schema.KindString {
				return string(b)
			}
			return b
		}
	}
	es := s.edges(t)
	switch s.mood {
	case sparse, dense:
		if v := s.bit(t); v != nil && s.rng.IntN(2) == 0 {
			return v
		}
	case tame, blank:
		if t.Kind.Signed() && t.Kind.Bits() > 8 && s.rng.IntN(3) == 0 {
			return int64(s.rng.IntN(9))
		}
		if t.Kind.Unsigned() && t.Kind.Bits() > 8 && s.rng.IntN(3) == 0 {
			return uint64(s.rng.IntN(9))
		}
		return es[s.rng.IntN(min(3, len(es)))]
	}
	return es[s.rng.IntN(len(es))]
}

func (s *source) length() int { return []int{0, 1, 1, 2, 2, 3, 4, 8}[s.rng.IntN(8)] }

// containsValue compares what can be a key or an element of a set.
func containsValue(in []any, v any) bool {
	for _, x := range in {
		if sameKey(x, v) {
			return true
		}
	}
	return false
}

func sameKey(a, b any) bool {
	switch a := a.(type) {
	case []byte:
		x, ok := b.([]byte)
		return ok && string(a) == string(x)
	case []any, []schema.Entry, schema.Record:
		return true // one of a kind is enough
	case float64:
		x, ok := b.(float64)
		return ok && math.Float64bits(a) == math.Float64bits(x)
	}
	return a == b
}

// record returns a random message.
func (s *source) record(m *schema.Message, depth int) schema.Record {
	r := schema.Record{}
	for _, f := range m.ByNumber() {
		if s.chain > 0 && f.Retired == "" && s.again(&f.Type, m) {
			s.chain--
			if o := f.InOneOf(); o == nil || memberSet(o, r) == nil {
				r[f.Number] = s.record(m, depth)
			}
			continue
		}
		if f.Retired != "" || streams(f) || depth > s.reach || depth > deepest && s.rng.IntN(2) == 0 || s.mood != dense && s.rng.IntN(5) == 0 {
			continue
		}
		if o := f.InOneOf(); o != nil {
			live := liveMembers(o) // f is one of them
			if live[0] != f {
				continue
			}
			f = live[s.rng.IntN(len(live))]
		}
		r[f.Number] = s.any(&f.Type, depth)
	}
	return r
}

// again reports whether a value of t holds another m, where mixtures go deep also
// by way of others.
func (s *source) again(t *schema.Type, m *schema.Message) bool {
	x := t.Message()
	if x == nil || x == m || s.reach == deepest {
		return x != nil && x == m
	}
	seen := map[*schema.Message]bool{}
	var holds func(x *schema.Message) bool
	holds = func(x *schema.Message) bool {
		seen[x] = true
		for _, f := range x.Fields {
			if y := f.Type.Message(); y == m || y != nil && !seen[y] && holds(y) {
				return true
			}
		}
		return false
	}
	return holds(x)
}
