package diff

import "github.com/rpcctl/rpcctl/schema"

// Pair is two elements that belong together; one side may be nil.
type Pair[N any] struct{ Old, New *N }

// element is a pointer to an N that is a node of the model.
type element[N any] interface {
	*N
	schema.Node
}

// pairs is the one matcher of elements under a common parent: by name, then by
// what was says, then by number. A name that both sides have is never a
// rename, so what is left for the numbers lost its old name and has a new one.
// The result has all of old in its order, then what only new has. number may be
// nil; an element without one is only found by name.
func pairs[N any, P element[N]](old, new []*N, number func(*N) (int64, bool)) []Pair[N] {
	out := make([]Pair[N], len(old), max(len(old), len(new)))
	if alike[N, P](old, new, number) {
		for i, o := range old {
			out[i] = Pair[N]{o, new[i]}
		}
		return out
	}
	for i, o := range old {
		out[i].Old = o
	}
	m := &matcher[N, P]{out: out, new: new, taken: make([]bool, len(new))}
	m.byName()
	m.byWas()
	if number != nil {
		m.byNumber(number)
	}
	for j, n := range new {
		if !m.taken[j] {
			out = append(out, Pair[N]{New: n})
		}
	}
	return out
}

// alike reports whether both sides have the same names and numbers in the same
// order, as nearly all elements of two releases have.
func alike[N any, P element[N]](old, new []*N, number func(*N) (int64, bool)) bool {
	if len(old) != len(new) {
		return false
	}
	for i, o := range old {
		n := new[i]
		if P(o).Base().Name != P(n).Base().Name {
			return false
		}
		if number == nil {
			continue
		}
		a, hasA := number(o)
		if b, hasB := number(n); a != b || hasA != hasB {
			return false
		}
	}
	return true
}

type matcher[N any, P element[N]] struct {
	out   []Pair[N]
	new   []*N
	taken []bool // of new

	oldAt, newAt map[string]int // by name; the first where one stands twice
}

func (m *matcher[N, P]) join(i, j int) {
	if m.out[i].New == nil && !m.taken[j] {
		m.out[i].New, m.taken[j] = m.new[j], true
	}
}

func (m *matcher[N, P]) byName() {
	m.oldAt, m.newAt = make(map[string]int, len(m.out)), make(map[string]int, len(m.new))
	for j := len(m.new) - 1; j >= 0; j-- {
		m.newAt[P(m.new[j]).Base().Name] = j
	}
	for i := len(m.out) - 1; i >= 0; i-- {
		m.oldAt[P(m.out[i].Old).Base().Name] = i
	}
	for i := range m.out {
		if j, ok := m.newAt[P(m.out[i].Old).Base().Name]; ok {
			m.join(i, j)
		}
	}
}

// byWas also believes what the old side says of itself, so that taking a
// rename back is a rename too.
func (m *matcher[N, P]) byWas() {
	for j, n := range m.new {
		for _, was := range P(n).Base().Was {
			if i, ok := m.oldAt[was.Name]; ok {
				m.join(i, j)
			}
		}
	}
	for i := range m.out {
		for _, was := range P(m.out[i].Old).Base().Was {
			if j, ok := m.newAt[was.Name]; ok {
				m.join(i, j)
			}
		}
	}
}

// byNumber pairs what is left; where several share a number, in their order.
func (m *matcher[N, P]) byNumber(number func(*N) (int64, bool)) {
	free := make(map[int64][]int)
	for j, n := range m.new {
		if k, ok := number(n); ok && !m.taken[j] {
			free[k] = append(free[k], j)
		}
	}
	for i := range m.out {
		if m.out[i].New != nil {
			continue
		}
		if k, ok := number(m.out[i].Old); ok && len(free[k]) > 0 {
			m.join(i, free[k][0])
			free[k] = free[k][1:]
		}
	}
}

func fieldNumber(f *schema.Field) (int64, bool)     { return int64(f.Number), true }
func valueNumber(v *schema.EnumValue) (int64, bool) { return v.Number, true }
func methodNumber(m *schema.Method) (int64, bool)   { return int64(m.ID), m.ID != 0 }
func serviceNumber(s *schema.Service) (int64, bool) { return int64(s.ID), s.ID != 0 }
