package dyn

import (
	"math"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// decoder reads values. Its methods return whether that went well; the reader has
// the fault, the trail its place.
type decoder struct {
	r thrift.Reader
	*traits
	compact bool
	trail
}

func (d *decoder) fail(at int, format string, args ...any) bool {
	d.r.Fail(thrift.InvalidData, at, format, args...)
	return false
}

// newDecoder returns a decoder of b.
func (p Peer) newDecoder(b []byte) decoder {
	d := decoder{r: thrift.NewReader(p.protocol, b), traits: p.traits, compact: p.protocol == thrift.Compact}
	if !p.traits.ours {
		d.r.Lenient()
	}
	return d
}

// message reads a struct. What the message has no field for, or one of another
// type, is read past.
func (d *decoder) message(m *schema.Message) (schema.Record, bool) {
	if d.unionSkips && union(m) {
		return d.javaUnion(m)
	}
	rec := schema.Record{}
	outer := d.r.Begin()
	for {
		at := d.r.Offset()
		t, id := d.r.Field()
		if t == thrift.Stop {
			break
		}
		f := m.Field(int(id))
		if f == nil || f.Retired != "" || typeOf(&f.Type) != t {
			d.r.Skip(t)
			continue
		}
		if o := f.InOneOf(); o != nil && d.ours {
			if first := setMember(o, rec); first != nil && first != f {
				return nil, d.fail(at, "%s is there as well, and both are in the oneof %s", first.Name, o.Name) || d.in(f.Name)
			}
		}
		v, ok := d.value(&f.Type)
		if !ok {
			return nil, d.in(f.Name)
		}
		if v == nil {
			delete(rec, f.Number)
			continue
		}
		rec[f.Number] = v
	}
	d.r.End(outer)
	if !d.r.OK() {
		return nil, false
	}
	for _, f := range m.ByNumber() {
		if f.Presence == schema.Required && f.Retired == "" {
			if _, there := rec[f.Number]; !there {
				return nil, d.fail(d.r.Offset(), "it is required, and not there") || d.in(f.Name)
			}
		}
	}
	return rec, true
}

// javaUnion reads a union as Java does: one field, and then the beginning of
// another, which is taken for the end. One that is empty can't be read past.
func (d *decoder) javaUnion(m *schema.Message) (schema.Record, bool) {
	rec := schema.Record{}
	outer := d.r.Begin()
	t, id := d.r.Field()
	if f := m.Field(int(id)); t != thrift.Stop && f != nil && f.Retired == "" && typeOf(&f.Type) == t {
		v, ok := d.value(&f.Type)
		if !ok {
			return nil, d.in(f.Name)
		}
		if v != nil {
			rec[f.Number] = v
		}
	} else {
		d.r.Skip(t)
	}
	d.r.Field()
	d.r.End(outer)
	return rec, d.r.OK()
}

// value reads a value, whose field or container said that it is one of the type's,
// or which is taken for one. It is nil where it is null in Java.
func (d *decoder) value(t *schema.Type) (any, bool) {
	switch k := t.Kind; k {
	case schema.KindBool:
		v := d.bool()
		return v, d.r.OK()
	case schema.KindFloat64:
		v := d.r.Double()
		return v, d.r.OK()
	case schema.KindFloat32:
		return d.float32()
	case schema.KindString, schema.KindBytes:
		return d.text(k)
	case schema.KindList, schema.KindSet:
		return d.elements(t)
	case schema.KindMap:
		return d.entries(t)
	case schema.KindMessage:
		if m := t.Message(); m != nil {
			v, ok := d.message(m)
			return v, ok
		}
	case schema.KindEnum:
		return d.enum(t)
	default:
		if k.Integer() {
			return d.number(t)
		}
	}
	return nil, d.fail(d.r.Offset(), "%s has no form on this wire", t)
}

func (d *decoder) bool() bool {
	if d.ours {
		return d.r.Bool()
	}
	b := d.r.BoolByte()
	if d.trueNot0 && !d.compact {
		return b != 0
	}
	return b == 1
}

// float32 reads a double. What its peer made of a float32 comes back as it was;
// other values are rounded by ours, and kept by others.
func (d *decoder) float32() (any, bool) {
	at := d.r.Offset()
	v := d.r.Double()
	if d.ours {
		narrow := float64(float32(v))
		if math.IsInf(narrow, 0) && !math.IsInf(v, 0) {
			return nil, d.fail(at, "%v is outside float32", v)
		}
		v = narrow
	}
	return v, d.r.OK()
}

func (d *decoder) text(k schema.Kind) (any, bool) {
	at := d.r.Offset()
	b := d.r.Text()
	switch {
	case !d.r.OK():
		return nil, false
	case k == schema.KindBytes:
		return append([]byte{}, b...), true
	case !(d.ours || d.mendsText) || utf8.Valid(b):
		return string(b), true
	case d.mendsText:
		return mend(b), true
	}
	return nil, d.fail(at, "text that is not UTF-8")
}

func (d *decoder) enum(t *schema.Type) (any, bool) {
	at := d.r.Offset()
	n := d.integer(thrift.I32)
	if !d.r.OK() {
		return nil, false
	}
	if (d.enumOrNull || d.ours && t.Enum().Closed) && !named(t.Enum(), n) {
		if d.ours {
			return nil, d.fail(at, "%d is no number of the closed enum %s", n, t.Name)
		}
		return nil, true
	}
	return n, true
}

// number reads an integer. An unsigned type has no form of its own, and a value
// that it can't hold is refused by ours and kept by others, who don't know of it.
func (d *decoder) number(t *schema.Type) (any, bool) {
	at := d.r.Offset()
	n := d.integer(typeOf(t))
	if !d.r.OK() {
		return nil, false
	}
	if t.Kind.Signed() {
		return n, true
	}
	if bits := t.Kind.Bits(); bits == 64 || n>>bits == 0 {
		return uint64(n), true
	}
	if d.ours {
		return nil, d.fail(at, "%d is outside %s", n, t)
	}
	return n, true
}

func (d *decoder) integer(t thrift.Type) int64 {
	switch t {
	case thrift.I8:
		return int64(d.r.I8())
	case thrift.I16:
		if d.wrapsShift && d.compact {
			return int64(int16(d.wrapped()))
		}
		return int64(d.r.I16())
	case thrift.I32:
		if d.wrapsShift && d.compact {
			return int64(d.wrapped())
		}
		return int64(d.r.I32())
	case thrift.I64:
		return d.r.I64()
	}
	panic("thrift: " + t.String() + " is no integer")
}

// wrapped reads an i32 of the compact protocol as Java does: of a longer one the
// bits beyond 32 are laid over the first.
func (d *decoder) wrapped() int32 {
	u := d.r.Varint()
	x := uint32(u)
	if u > math.MaxUint32 {
		x = 0
		for shift := 0; shift < 64; shift += 7 {
			x |= uint32(u>>shift&0x7F) << (shift % 32)
		}
	}
	return int32(x>>1) ^ -int32(x&1)
}
