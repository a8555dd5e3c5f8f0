package dyn

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// encoder writes values. Its methods return whether that went well; the writer has
// the fault, the trail its place.
type encoder struct {
	w thrift.Writer
	*traits
	trail
}

func (e *encoder) fail(format string, args ...any) bool {
	e.w.Fail(thrift.InvalidData, format, args...)
	return false
}

// message writes a struct.
func (e *encoder) message(m *schema.Message, r schema.Record) bool {
	outer := e.w.Begin()
	if e.w.Err() != nil || e.oneInUnion && union(m) && !e.oneSet(m, r) {
		return false
	}
	known := 0
	for _, f := range m.ByNumber() {
		v, there := r[f.Number]
		if there {
			known++
		}
		if f.Retired != "" {
			continue
		}
		if o := f.InOneOf(); there && o != nil {
			if first := setMember(o, r); first != f {
				return e.fail("%s is set as well, and both are in the oneof %s", first.Name, o.Name) || e.in(f.Name)
			}
		}
		if !there {
			write, ok := e.absent(f, r)
			if !ok {
				return e.in(f.Name)
			}
			if !write {
				continue
			}
			v = zero(&f.Type)
		} else if e.leavesOut && isDefault(f, v) {
			continue
		}
		if !e.field(int16(f.Number), &f.Type, v) {
			return e.in(f.Name)
		}
	}
	e.w.End(outer)
	return known == len(r) || e.strangers(m, r)
}

// absent says whether a field that nobody set in r is written, as a zero. It is not
// ok where the struct can't be written without it. A struct that nobody set itself,
// which is nil, has zeros in what it requires.
func (e *encoder) absent(f *schema.Field, r schema.Record) (write, ok bool) {
	switch {
	case f.Presence == schema.Optional || f.InOneOf() != nil:
		return false, true
	case f.Presence == schema.Required && (e.ours && r != nil || e.nulls && object(&f.Type)):
		return false, e.fail("it is required, and not set")
	case e.nulls && object(&f.Type):
		return false, true
	}
	return true, true
}

func (e *encoder) oneSet(m *schema.Message, r schema.Record) bool {
	if n := len(r); n != 1 {
		return e.fail("%d members of the union %s are set", n, m.Name)
	}
	return true
}

// strangers says which number of a record the message doesn't have.
func (e *encoder) strangers(m *schema.Message, r schema.Record) bool {
	least, found := 0, false
	for n := range r {
		if m.Field(n) == nil && (!found || n < least) {
			least, found = n, true
		}
	}
	if !found {
		return true // a number that two fields have: Link's error
	}
	return e.fail("no field %d", least)
}

// setMember returns the member of o that r has, nil for none.
func setMember(o *schema.OneOf, r schema.Record) *schema.Field {
	for _, f := range o.Fields() {
		if _, ok := r[f.Number]; ok && f.Retired == "" {
			return f
		}
	}
	return nil
}

// field writes a field of a struct.
func (e *encoder) field(id int16, t *schema.Type, v any) bool {
	if t.Kind == schema.KindBool {
		x, ok := v.(bool)
		if !ok {
			return e.mismatch(t, v)
		}
		e.w.BoolField(id, x)
		return true
	}
	wt := typeOf(t)
	if wt == thrift.Stop {
		return e.fail("%s has no form on this wire", t)
	}
	e.w.Field(wt, id)
	return e.value(t, v)
}

func (e *encoder) mismatch(t *schema.Type, v any) bool {
	return e.fail("a value of Go type %T where the contract has %s", v, t)
}

// value writes a value without its field.
func (e *encoder) value(t *schema.Type, v any) bool {
	switch x := v.(type) {
	case bool:
		if t.Kind == schema.KindBool {
			e.w.Bool(x)
			return true
		}
	case int64:
		return e.signed(t, x)
	case uint64:
		return e.unsigned(t, x)
	case float64:
		return e.float(t, x)
	case string:
		if t.Kind != schema.KindString {
			break
		}
		if !utf8.ValidString(x) {
			if e.ours {
				return e.fail("text that is not UTF-8")
			} else if e.mendsText {
				x = mend([]byte(x))
			}
		}
		e.w.Text(x)
		return e.w.Err() == nil
	case []byte:
		if t.Kind == schema.KindBytes {
			e.w.Binary(x)
			return e.w.Err() == nil
		}
	case []any:
		if t.Kind == schema.KindList || t.Kind == schema.KindSet {
			return e.elements(t, x)
		}
	case []schema.Entry:
		if t.Kind == schema.KindMap {
			return e.entries(t, x)
		}
	case schema.Record:
		if m := t.Message(); m != nil && t.Kind == schema.KindMessage {
			return e.message(m, x)
		}
	}
	return e.mismatch(t, v)
}

func (e *encoder) signed(t *schema.Type, x int64) bool {
	bits := t.Kind.Bits()
	switch {
	case t.Kind == schema.KindEnum:
		if bits = 32; e.ours && t.Enum().Closed && !named(t.Enum(), x) {
			return e.fail("%d is no number of the closed enum %s", x, t.Name)
		}
	case !t.Kind.Signed():
		return e.mismatch(t, x)
	}
	if x<<(64-bits)>>(64-bits) != x {
		return e.fail("%d is outside %s", x, t)
	}
	return e.integer(typeOf(t), x)
}

func (e *encoder) unsigned(t *schema.Type, x uint64) bool {
	if !t.Kind.Unsigned() {
		return e.mismatch(t, x)
	}
	if bits := t.Kind.Bits(); x<<(64-bits)>>(64-bits) != x {
		return e.fail("%d is outside %s", x, t)
	}
	return e.integer(typeOf(t), int64(x))
}

func (e *encoder) integer(t thrift.Type, x int64) bool {
	switch t {
	case thrift.I8:
		e.w.I8(int8(x))
	case thrift.I16:
		e.w.I16(int16(x))
	case thrift.I32:
		e.w.I32(int32(x))
	case thrift.I64:
		e.w.I64(x)
	default:
		panic("thrift: " + t.String() + " is no integer")
	}
	return true
}

func (e *encoder) float(t *schema.Type, x float64) bool {
	switch {
	case !t.Kind.Float():
		return e.mismatch(t, x)
	case t.Kind == schema.KindFloat32 && float64(float32(x)) != x && x == x:
		return e.fail("%v is no float32", x)
	}
	e.w.Double(x)
	return true
}

// elements writes a list or set.
func (e *encoder) elements(t *schema.Type, items []any) bool {
	elem := typeOf(t.Elem)
	switch {
	case elem == thrift.Stop:
		return e.fail("%s has no form on this wire", t)
	case t.Len > 0 && len(items) != t.Len:
		return e.fail("%d elements where %s has %d", len(items), t, t.Len)
	}
	e.w.List(elem, len(items))
	once := once{on: t.Kind == schema.KindSet}
	for i, item := range items {
		from := len(e.w.Bytes())
		if !e.value(t.Elem, item) {
			return e.at(i)
		}
		if !once.add(e.w.Bytes()[from:]) {
			return e.fail("an element twice") || e.at(i)
		}
	}
	return e.w.Err() == nil
}

// entries writes a map.
func (e *encoder) entries(t *schema.Type, entries []schema.Entry) bool {
	key, elem := typeOf(t.Key), typeOf(t.Elem)
	if key == thrift.Stop || elem == thrift.Stop {
		return e.fail("%s has no form on this wire", t)
	}
	e.w.Map(key, elem, len(entries))
	once := once{on: true}
	for i, x := range entries {
		from := len(e.w.Bytes())
		if !e.value(t.Key, x.Key) {
			return e.at(i)
		}
		if !once.add(e.w.Bytes()[from:]) {
			return e.fail("a key twice") || e.at(i)
		}
		if !e.value(t.Elem, x.Value) {
			return e.at(i)
		}
	}
	return e.w.Err() == nil
}

// once notices elements and keys that come again, by their bytes. Few are
// compared; many are kept by name.
type once struct {
	on   bool
	n    int
	few  [8][]byte
	many map[string]struct{}
}

// add reports whether b is new. It keeps b.
func (o *once) add(b []byte) bool {
	if !o.on {
		return true
	}
	if o.n < len(o.few) {
		if slices.ContainsFunc(o.few[:o.n], func(x []byte) bool { return bytes.Equal(x, b) }) {
			return false
		}
		o.few[o.n] = b
		o.n++
		return true
	}
	if o.many == nil {
		o.many = make(map[string]struct{}, 2*len(o.few))
		for _, x := range o.few {
			o.many[string(x)] = struct{}{}
		}
	}
	if _, twice := o.many[string(b)]; twice {
		return false
	}
	o.many[string(b)] = struct{}{}
	return true
}
