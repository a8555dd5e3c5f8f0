package compat

import "github.com/rpcctl/rpcctl/schema"

// form is what a part of a packed payload is.
type form uint8

const (
	octets form = iota // n bytes, each from lo to hi
	value              // a value of typ
	places             // the places of msg from n on
	many               // n values of typ, one after another
	length             // the last byte of a count; loop follows
	loop               // as many values of typ as the count says
	mark               // a key, or an element of a set, ends
)

// part is a part of a packed payload as one side writes or reads it: a symbol of
// the side's grammar.
type part struct {
	form   form
	role   role
	lo, hi byte
	reads  bool // it is the reader's
	dead   bool // retired: the writer writes a zero, the reader skips whatever is there
	bare   bool // a plain field, which may be absent
	n      int
	typ    *schema.Type
	msg    *schema.Message
}

// role is what a byte is for.
type role uint8

const (
	content  role = iota
	counting      // how many follow
	choice        // whether one follows, or which
)

// grammar gives what the parts of a payload consist of. It keeps what it gave.
type grammar struct {
	places map[*schema.Message][]packedPlace
	known  map[part][][]part
	sizes  sizer
}

func newGrammar() *grammar {
	return &grammar{map[*schema.Message][]packedPlace{}, map[part][][]part{}, sizer{}}
}

// numbers of 4 bytes tell which option follows, presence is one byte.
const wide = 4

// need is how many bytes a reader sees of a part before it chooses an option.
func (p part) need() int {
	switch {
	case p.form == places:
		return 1
	case p.form == value && p.typ.Kind == schema.KindEnum:
		return wide
	}
	return 0
}

// options returns what p may consist of: one option or more.
func (g *grammar) options(p part) [][]part {
	if o, ok := g.known[p]; ok {
		return o
	}
	o := g.expand(p)
	g.known[p] = o
	return o
}

func (g *grammar) expand(p part) [][]part {
	switch p.form {
	case places:
		return g.place(p)
	case many:
		if p.n == 0 {
			return [][]part{{}}
		}
		next := p
		next.n--
		return [][]part{{p.of(p.typ), next}}
	case value:
		return g.value(p)
	}
	panic("compat: no options of a part")
}

// of is a value of t as a part of p.
func (p part) of(t *schema.Type) part {
	return part{form: value, typ: t, reads: p.reads, dead: p.dead}
}

func (p part) octets(n int, lo, hi byte) part { return part{form: octets, n: n, lo: lo, hi: hi} }

func (p part) as(r role) part {
	p.role = r
	return p
}

// number is an option that begins with a number of 4 bytes.
func number(n int64, as role, rest ...part) []part {
	out := make([]part, 0, wide+len(rest))
	for shift := 24; shift >= 0; shift -= 8 {
		b := byte(n >> shift)
		out = append(out, part{form: octets, role: as, n: 1, lo: b, hi: b})
	}
	return append(out, rest...)
}

func (g *grammar) place(p part) (out [][]part) {
	ps, ok := g.places[p.msg]
	if !ok {
		ps = packedPlaces(p.msg)
		g.places[p.msg] = ps
	}
	if p.n == len(ps) {
		return [][]part{{}}
	}
	at, next := ps[p.n], p
	next.n++
	if at.oneof != nil {
		out = append(out, number(0, choice, next))
		for _, f := range at.oneof.Fields() {
			if gone := f.Retired != ""; p.reads || !p.dead && !gone {
				v := p.of(&f.Type)
				v.dead = p.dead || gone
				out = append(out, number(int64(f.Number), choice, v, next))
			}
		}
		return out
	}
	f, v := at.field, p.of(&at.field.Type)
	v.dead = p.dead || f.Retired != ""
	v.bare = f.Presence != schema.Optional
	if v.bare {
		out = append(out, []part{v, next})
		if !p.reads && !v.dead && ofEnums(v.typ) {
			v.dead = true // absent
			out = append(out, []part{v, next})
		}
		return out
	}
	out = append(out, []part{p.octets(1, 0, 0).as(choice), next})
	if p.reads || !v.dead {
		out = append(out, []part{p.octets(1, 1, 1).as(choice), v, next})
	}
	return out
}

func (g *grammar) value(p part) [][]part {
	t, zero := p.typ, p.dead && !p.reads
	size, fixed := fixedSize(t)
	m := t.Message()
	switch k := t.Kind; {
	case m != nil:
		return [][]part{{part{form: places, msg: m, reads: p.reads, dead: p.dead}}}
	case k == schema.KindList && t.Len > 0:
		return [][]part{{part{form: many, typ: t.Elem, n: t.Len, reads: p.reads, dead: p.dead}}}
	case zero && fixed:
		return [][]part{{p.octets(size, 0, 0)}}
	case zero:
		return [][]part{{p.octets(wide, 0, 0)}}
	case k == schema.KindBool && !p.dead:
		return [][]part{{p.octets(1, 0, 1)}}
	case k == schema.KindEnum && !p.dead && (!p.reads || t.Enum().Closed):
		return enumOptions(p)
	case fixed:
		return [][]part{{p.octets(size, 0, 0xff)}}
	}
	counted := []part{p.octets(wide-1, 0, 0).as(counting)}
	switch of := t.Key; {
	case text(t.Kind):
	default:
		if of == nil {
			of = t.Elem
		}
		if typeSize(of, g.sizes, p.reads) != exactly(0) || t.Key != nil && typeSize(t.Elem, g.sizes, p.reads) != exactly(0) {
			break
		}
		most := byte(0xff)
		if t.Kind != schema.KindList && !p.dead {
			most = 1 // all are the same
		}
		return [][]part{append(counted, p.octets(1, 0, most).as(counting))}
	}
	each := p
	each.form, each.role, each.bare = length, counting, false
	return [][]part{append(counted, each)}
}

// ofEnums reports whether t is a fixed list of enums, whose zero may be none of theirs.
func ofEnums(t *schema.Type) bool {
	for t.Kind == schema.KindList && t.Len > 0 {
		if t = t.Elem; t.Kind == schema.KindEnum {
			return true
		}
	}
	return false
}

// enumOptions lists the numbers that are written, or those that a reader takes.
func enumOptions(p part) (out [][]part) {
	seen := map[int64]bool{}
	add := func(n int64) {
		if !seen[n] {
			seen[n] = true
			out = append(out, number(n, content))
		}
	}
	for _, v := range p.typ.Enum().Values {
		add(v.Number)
	}
	if p.bare || p.reads || len(out) == 0 {
		add(0)
	}
	return out
}

// each is what a loop repeats.
func (p part) each() []part {
	switch t := p.typ; {
	case t.Kind == schema.KindString && !(p.dead && p.reads):
		return []part{p.octets(1, 0, 0x7f)} // what is longer in UTF-8 is never needed
	case text(t.Kind):
		return []part{p.octets(1, 0, 0xff)}
	case t.Kind == schema.KindMap:
		return []part{p.of(t.Key), {form: mark}, p.of(t.Elem)}
	case t.Kind == schema.KindSet:
		return []part{p.of(t.Elem), {form: mark}}
	}
	return []part{p.of(p.typ.Elem)}
}
