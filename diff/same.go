package diff

import "github.com/rpcctl/rpcctl/schema"

// hash is FNV-1a over 64 bits.
type hash uint64

const offset hash = 14695981039346656037

func (h hash) num(v uint64) hash {
	for range 8 {
		h = (h ^ hash(v&0xff)) * 1099511628211
		v >>= 8
	}
	return h
}

func (h hash) str(s string) hash {
	for i := 0; i < len(s); i++ {
		h = (h ^ hash(s[i])) * 1099511628211
	}
	return h.num(uint64(len(s)))
}

// typ hashes a type without the names in it.
func (h hash) typ(t *schema.Type) hash {
	h = h.num(uint64(t.Kind) | uint64(t.Len)<<8)
	if t.Key != nil {
		h = h.typ(t.Key)
	}
	if t.Elem != nil {
		h = h.typ(t.Elem)
	}
	return h
}

// shape hashes the numbers, types and presence of a message's fields.
func shape(m *schema.Message) hash {
	h := offset
	for _, f := range m.ByNumber() {
		h = h.num(uint64(f.Number)<<8 | uint64(f.Presence)).typ(&f.Type)
	}
	return h
}

// signature hashes the types that a method takes and returns.
func signature(m *schema.Method) hash {
	h := shape(m.Request())
	if m.Returns != nil {
		h = h.num(uint64(m.Returns.Presence)).typ(&m.Returns.Type)
	}
	return h
}

// deep is how many pairs of messages a comparison looks at. Two that agree so
// far are taken for the same: more would make a long chain of renamed messages
// quadratic.
const deep = 256

// sameMessage reports whether two messages have the same numbers, types and
// presence all the way down, whatever they and what they hold are called.
func (d *differ) sameMessage(o, n *schema.Message) bool {
	seen := map[messagePair]bool{}
	if !d.sameFields(o, n, seen) {
		return false
	}
	for k := range seen {
		d.same[k] = true
	}
	return true
}

func (d *differ) sameFields(o, n *schema.Message, seen map[messagePair]bool) bool {
	k := messagePair{o, n}
	if d.same[k] || seen[k] || len(seen) >= deep || d.partner[o] == schema.Node(n) {
		return true
	}
	a, b := o.ByNumber(), n.ByNumber()
	if len(a) != len(b) || shape(o) != shape(n) {
		return false
	}
	seen[k] = true
	for i, f := range a {
		if !d.sameShape(&f.Type, &b[i].Type, seen) {
			return false
		}
	}
	return true
}

func (d *differ) sameShape(o, n *schema.Type, seen map[messagePair]bool) bool {
	if o.Kind != n.Kind || o.Len != n.Len {
		return false
	}
	if o.Key != nil && n.Key != nil && !d.sameShape(o.Key, n.Key, seen) {
		return false
	}
	if o.Elem != nil && n.Elem != nil && !d.sameShape(o.Elem, n.Elem, seen) {
		return false
	}
	switch o.Kind {
	case schema.KindMessage:
		return d.sameFields(o.Message(), n.Message(), seen)
	case schema.KindEnum:
		return d.partner[o.Target] == n.Target || d.look(o.Target).shape == d.look(n.Target).shape
	case schema.KindRef:
		return o.Name == n.Name
	}
	return true
}

// sameType reports whether two types are equal once partners count as one.
func (d *differ) sameType(o, n *schema.Type) bool {
	switch {
	case o.Kind != n.Kind || o.Len != n.Len:
		return false
	case o.Target != nil && n.Target != nil:
		return d.partner[o.Target] == n.Target
	case o.Kind == schema.KindRef:
		return o.Name == n.Name
	}
	return (o.Key == nil || n.Key == nil || d.sameType(o.Key, n.Key)) &&
		(o.Elem == nil || n.Elem == nil || d.sameType(o.Elem, n.Elem))
}
