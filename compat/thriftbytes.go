package compat

import "github.com/rpcctl/rpcctl/schema"

// thriftForm is what a field says of its type.
type thriftForm uint8

const (
	noForm thriftForm = iota
	boolForm
	i8Form
	i16Form
	i32Form
	i64Form
	doubleForm
	stringForm
	listForm
	setForm
	mapForm
	structForm
)

func thriftFormOf(t *schema.Type) thriftForm {
	switch t.Kind {
	case schema.KindBool:
		return boolForm
	case schema.KindInt8:
		return i8Form
	case schema.KindInt16, schema.KindUint8:
		return i16Form
	case schema.KindInt32, schema.KindUint16, schema.KindEnum:
		return i32Form
	case schema.KindInt64, schema.KindUint32, schema.KindUint64:
		return i64Form
	case schema.KindFloat32, schema.KindFloat64:
		return doubleForm
	case schema.KindString, schema.KindBytes:
		return stringForm
	case schema.KindList:
		return listForm
	case schema.KindSet:
		return setForm
	case schema.KindMap:
		return mapForm
	case schema.KindMessage:
		return structForm
	}
	return noForm
}

// thriftBytes judges the bytes of one type that are read as another.
type thriftBytes struct {
	*walk
	owner   int
	compact bool
}

func (b thriftBytes) ours() bool { return b.profile == "rpcctl" }

// types judges two types of one form.
func (b thriftBytes) types(wt, rt *schema.Type) verdict {
	wk, rk := wt.Kind, rt.Kind
	switch {
	case wk == schema.KindEnum && rk == schema.KindEnum:
		return b.enum(b.owner, wt.Enum(), rt.Enum())
	case rk.Float():
		return verdict{out: exactIf(wk == rk || wk == schema.KindFloat32), fails: b.ours() && wk != rk && wk == schema.KindFloat64}
	case rk == schema.KindString && wk == schema.KindBytes:
		switch b.profile {
		case "java":
			return is(Corrupt)
		case "rpcctl":
			return is(Reject)
		}
		return exact // kept as it is
	case wk == schema.KindMessage:
		b.message(b.owner, wt.Message(), rt.Message())
		return exact // what differs inside is claimed there
	case sequence(rk):
		return b.elements(wt, rt)
	case rk == schema.KindMap:
		b.loose++
		k, v := b.element(wt.Key, rt.Key), b.element(wt.Elem, rt.Elem)
		b.loose--
		if k.certain || v.certain {
			return is(Reject) // any entry is refused
		}
		return k.worse(v)
	case wk == schema.KindEnum || rk.Integer() || rk == schema.KindEnum:
		return b.integers(wt, rt)
	}
	return exact // bool and text
}

func (b thriftBytes) elements(wt, rt *schema.Type) verdict {
	v := exact
	if wt.Len == 0 {
		b.loose++
	}
	v = b.element(wt.Elem, rt.Elem)
	if wt.Len == 0 {
		b.loose--
		v.certain = false
	}
	if rt.Len > 0 && rt.Len != wt.Len {
		if b.ours() {
			v = v.worse(verdict{out: Reject, certain: wt.Len > 0})
		} else if !v.settle {
			v = v.worse(is(Corrupt)) // no value of that type
		}
	}
	return v
}

// element judges what a container holds, which says its form once; the originals
// don't look at it.
func (b thriftBytes) element(wt, rt *schema.Type) verdict {
	w, r := thriftFormOf(wt), thriftFormOf(rt)
	varints := b.compact && varint(w) && varint(r)
	moved := verdict{out: Corrupt, settle: true, still: Exact}
	switch {
	case w == r:
		return b.types(wt, rt)
	case varints:
		return b.integers(wt, rt)
	case b.ours():
		return cut
	case w == boolForm && r == i8Form:
		return is(exactIf(!b.compact)) // there false is 2
	case w == i8Form && r == boolForm:
		return is(Corrupt) // 2
	case w == listForm && r == setForm, w == setForm && r == listForm:
		return b.elements(wt, rt)
	}
	return moved
}

func varint(f thriftForm) bool { return f == i16Form || f == i32Form || f == i64Form }

// integers judges integers and the numbers of enums.
func (b thriftBytes) integers(wt, rt *schema.Type) verdict {
	wk, rk := wt.Kind, rt.Kind
	switch {
	case wk == schema.KindEnum && rk == schema.KindEnum:
		return b.enum(b.owner, wt.Enum(), rt.Enum())
	case wk == schema.KindEnum:
		v := exact
		for _, x := range wt.Enum().Values {
			lo, hi := bounds(rk)
			if n := x.Number; n < lo || n > 0 && uint64(n) > hi {
				v = v.worse(b.outside(schema.KindInt32, rk))
			}
		}
		return v
	case rk == schema.KindEnum:
		v := is(Doubt)
		switch {
		case b.profile == "java":
			v = is(b.nulled(true))
		case b.ours() && rt.Enum().Closed:
			v = is(Reject)
		}
		if !within32(wk, schema.KindInt32) {
			v = v.worse(b.outside(wk, schema.KindInt32))
		}
		return v
	case within32(wk, rk):
		return exact
	}
	return b.outside(wk, rk)
}

// outside is what becomes of a number that its reader's type can't hold. The
// originals cut it, or know no unsigned types; ours refuses it, but for what is
// another number in 64 bits.
func (b thriftBytes) outside(wk, rk schema.Kind) verdict {
	switch {
	case !b.ours() || rk == schema.KindUint64:
		return is(Corrupt)
	case wk == schema.KindUint64 && rk.Signed():
		return verdict{out: Corrupt, fails: rk.Bits() < 64}
	}
	return is(Reject)
}

// nulled is what becomes of an enum's number without a name in Java, where it is
// null: what isn't there, or no element. other says that it isn't zero.
func (w *walk) nulled(other bool) Outcome {
	p := w.at
	switch {
	case p.r == nil || p.r.Type.Kind != schema.KindEnum: // in a container
	case isResult(p.r), p.r.Presence == schema.Required:
		return Reject
	case !other && !(tracked(p.w) && tracked(p.r)):
		return Exact
	}
	return Corrupt
}

// thriftUnnamed is what becomes of a number that the reader's enum has no name for,
// where that isn't doubt: 0.
func thriftUnnamed(c *cell, number int64) Outcome {
	if c.profile != "java" || names(c.re, number) {
		return 0
	}
	return c.nulled(number != 0)
}

// thriftClosing judges the zero of an enum that has none, which is written for what
// nobody set: our runtime refuses it where the enum is closed.
func thriftClosing(w *walk, we, re *schema.Enum) verdict {
	if w.profile == "rpcctl" && !we.Closed && re.Closed && !names(we, 0) && !names(re, 0) {
		return verdict{out: Reject, settle: true, still: Exact}
	}
	return exact
}
