package dyn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// random draws contracts and values.
type random struct{ *rand.Rand }

func drawn(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 0))} }

func (r random) one(n int) bool { return r.IntN(n) == 0 }

// contract draws messages M0 … M3 and a union, of which each uses those before it.
func (r random) contract() *schema.Package {
	p := &schema.Package{Decl: schema.Decl{Name: "p"}, Language: "hcl", Enums: []*schema.Enum{
		{Decl: schema.Decl{Name: "Open"}, Values: []*schema.EnumValue{{Decl: schema.Decl{Name: "O0"}}, {Decl: schema.Decl{Name: "O3"}, Number: 3}}},
		{Decl: schema.Decl{Name: "Shut"}, Closed: true, Values: []*schema.EnumValue{{Decl: schema.Decl{Name: "S2"}, Number: 2}, {Decl: schema.Decl{Name: "S9"}, Number: -9}}},
	}}
	for i := range 4 {
		p.Messages = append(p.Messages, r.message(i))
	}
	return p
}

func (r random) message(i int) *schema.Message {
	m := &schema.Message{Decl: schema.Decl{Name: fmt.Sprint("M", i)}}
	union := i == 1
	if union || r.one(3) {
		m.OneOfs = []*schema.OneOf{{Decl: schema.Decl{Name: "c"}}}
	}
	numbers := map[int]bool{}
	for range 1 + r.IntN(8) {
		n := 1 + r.IntN(40)
		if r.one(20) {
			n = 32767 - r.IntN(3)
		}
		if numbers[n] {
			continue
		}
		numbers[n] = true
		f := &schema.Field{Decl: schema.Decl{Name: fmt.Sprint("f", n)}, Number: n, Presence: schema.Plain, Type: r.typ(i, 3)}
		switch {
		case union || m.OneOfs != nil && r.one(2):
			f.OneOf = "c"
		case r.one(3):
			f.Presence = schema.Optional
			if r.one(3) {
				f.Type = ref(m.Name)
			}
		case r.one(4):
			f.Presence = schema.Required
		}
		m.Fields = append(m.Fields, f)
	}
	if m.OneOfs != nil && !slices.ContainsFunc(m.Fields, func(f *schema.Field) bool { return f.OneOf != "" }) {
		m.Fields[0].OneOf, m.Fields[0].Presence = "c", schema.Plain
		if m.Fields[0].Type.Name == m.Name {
			m.Fields[0].Type = schema.Type{Kind: schema.KindBool}
		}
	}
	return m
}

func ref(name string) schema.Type { return schema.Type{Kind: schema.KindRef, Name: name} }

// typ draws a type that may use messages below the one numbered below, and that
// one itself in lists.
func (r random) typ(below, deep int) schema.Type {
	if deep > 0 && r.one(3) {
		elem := r.typ(below, deep-1)
		switch r.IntN(4) {
		case 0:
			return schema.Type{Kind: schema.KindList, Elem: &elem}
		case 1:
			elem = r.scalar()
			return schema.Type{Kind: schema.KindSet, Elem: &elem}
		case 2:
			key := schema.Type{Kind: []schema.Kind{schema.KindBool, schema.KindString, schema.KindInt8, schema.KindInt16, schema.KindInt32, schema.KindInt64, schema.KindUint8, schema.KindUint64}[r.IntN(8)]}
			return schema.Type{Kind: schema.KindMap, Key: &key, Elem: &elem}
		default:
			self := ref(fmt.Sprint("M", below))
			return schema.Type{Kind: schema.KindList, Elem: &self}
		}
	}
	if below > 0 && r.one(6) {
		return ref(fmt.Sprint("M", r.IntN(below)))
	}
	return r.scalar()
}

func (r random) scalar() schema.Type {
	switch n := r.IntN(len(schema.Scalars) + 2); {
	case n == len(schema.Scalars):
		return ref("Open")
	case n > len(schema.Scalars):
		return ref("Shut")
	default:
		return schema.Type{Kind: schema.Scalars[n]}
	}
}

// changed gives some fields another type, in whole or inside, and takes some out.
func (r random) changed(p *schema.Package) *schema.Package {
	for i, m := range p.Messages {
		m.Fields = slices.DeleteFunc(m.Fields, func(f *schema.Field) bool { return f.OneOf == "" && r.one(8) })
		for _, f := range m.Fields {
			t := &f.Type
			for t.Elem != nil && r.one(2) {
				t = t.Elem
			}
			if own := f.Type.Name == m.Name; r.one(3) && !own {
				*t = r.typ(i, 1)
			}
			if f.Presence == schema.Required && r.one(2) {
				f.Presence = schema.Plain
			}
		}
	}
	return p
}

// record draws a value in which all is set that a peer would write anyway.
func (r random) record(m *schema.Message, deep int) schema.Record {
	v := schema.Record{}
	var chosen *schema.Field
	if len(m.OneOfs) > 0 && (union(m) || !r.one(3)) {
		fields := m.OneOfs[0].Fields()
		chosen = fields[r.IntN(len(fields))]
	}
	for _, f := range m.ByNumber() {
		if f.InOneOf() != nil && f != chosen || f.Presence == schema.Optional && (deep == 0 || r.one(2)) {
			continue
		}
		v[f.Number] = r.value(&f.Type, deep)
	}
	return v
}

func (r random) value(t *schema.Type, deep int) any {
	switch k := t.Kind; {
	case k == schema.KindBool:
		return r.one(2)
	case k == schema.KindEnum:
		return t.Enum().Values[r.IntN(2)].Number
	case k.Signed():
		return int64(r.bits()) << (64 - k.Bits()) >> (64 - k.Bits())
	case k.Unsigned():
		return r.bits() << (64 - k.Bits()) >> (64 - k.Bits())
	case k == schema.KindFloat32:
		return float64(math.Float32frombits(uint32(r.bits())))
	case k == schema.KindFloat64:
		return math.Float64frombits(r.bits())
	case k == schema.KindString:
		return []string{"", "a", "text", "é\x00∀", "a longer text, of more than a hundred bytes: so that its length has a second byte in the compact protocol, as needed"}[r.IntN(5)]
	case k == schema.KindBytes:
		b := make([]byte, r.IntN(5))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		return b
	case k == schema.KindMessage:
		return r.record(t.Message(), max(deep-1, 0))
	}
	n := 0
	if deep > 0 {
		if n = r.IntN(4); r.one(30) {
			n = 14 + r.IntN(3)
		}
	}
	if t.Kind == schema.KindMap {
		entries, once := []schema.Entry{}, map[any]bool{}
		for range n {
			if k := r.value(t.Key, 0); !once[k] {
				once[k] = true
				entries = append(entries, schema.Entry{Key: k, Value: r.value(t.Elem, max(deep-1, 0))})
			}
		}
		return entries
	}
	items, once := []any{}, map[string]bool{}
	for range n {
		v := r.value(t.Elem, max(deep-1, 0))
		if text := show(v); t.Kind == schema.KindList || !once[text] {
			once[text] = true
			items = append(items, v)
		}
	}
	return items
}

// bits draws numbers of all lengths, the edges among them.
func (r random) bits() uint64 {
	switch n := r.Uint64() >> r.IntN(64); r.IntN(4) {
	case 0:
		return -n
	case 1:
		return 1<<r.IntN(64) - 1
	default:
		return n
	}
}
