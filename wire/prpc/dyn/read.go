package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// read reads a message. After an error the record holds what was read before it,
// which is what some peers go on with.
func (p *traits) read(m *schema.Message, b []byte) (schema.Record, error) {
	d := reader{traits: p, b: b, end: len(b), unsettled: p.fills}
	r := schema.Record{}
	err := d.message(m, r, 0)
	if d.unsettled {
		if late := d.settle(m, r); err == nil {
			err = late
		}
	}
	return r, inside(m.Name, err)
}

type reader struct {
	*traits
	b       []byte
	at, end int // of what is read now
	depth   int
	values  int // elements, entries and messages so far
	// unsettled: something can only be decided once all of it was read.
	unsettled bool
}

func (d *reader) bad(err error) error { return faultf(d.at, "%v", err) }

// maxValues is how many elements, entries and messages a payload may hold: some take
// a byte or two where they are written, and many times that here.
const maxValues = 1 << 22

// take counts n values before there is memory for them.
func (d *reader) take(n int) error {
	if d.values += n; d.values > maxValues {
		return faultf(d.at, "over %d values in one message", maxValues)
	}
	return nil
}

// message reads fields into r up to d.end, or to the end of that group.
func (d *reader) message(m *schema.Message, r schema.Record, group int) error {
	if d.depth++; d.depth > d.deep {
		return faultf(d.at, "messages nested over %d deep", d.deep)
	}
	if err := d.take(1); err != nil {
		return err
	}
	for d.at < d.end {
		number, typ, n, err := prpc.ReadTag(d.b[d.at:d.end])
		if err != nil {
			return d.bad(err)
		}
		if typ == prpc.EndGroup {
			if number != group {
				return d.bad(prpc.ErrGroup)
			}
			d.at += n
			group = -1
			break
		}
		f := m.Field(number)
		if f == nil || f.Retired != "" || !d.fits(f, typ) {
			if err := d.skip(n, number, typ); err != nil {
				return err
			}
			continue
		}
		d.at += n
		if err := d.field(f, r, typ); err != nil {
			return inside(fieldName(f), err)
		}
	}
	if group > 0 {
		return d.bad(prpc.ErrCut)
	}
	d.depth--
	if !d.unsettled && !d.lax {
		for _, f := range m.Fields {
			if f.Presence == schema.Required {
				if _, there := r[f.Number]; !there {
					d.unsettled = true
				}
			}
		}
	}
	return nil
}

// skip goes over a field whose tag takes n bytes.
func (d *reader) skip(n, number int, typ prpc.WireType) error {
	size, err := prpc.SkipValue(d.b[d.at+n:d.end], number, typ)
	if err != nil {
		return d.bad(err)
	}
	d.at += n + size
	return nil
}

// fits reports whether a value of that wire type is one of the field; else it is
// an unknown field.
func (d *reader) fits(f *schema.Field, typ prpc.WireType) bool {
	t := &f.Type
	switch t.Kind {
	case schema.KindMap:
		_, ok := wireOf(t.Elem.Kind, varint)
		return ok && typ == prpc.Bytes && keyed(t.Key.Kind)
	case schema.KindList, schema.KindSet:
		t = t.Elem
		if typ == prpc.Bytes && packable(t.Kind) {
			return true
		}
	}
	if t.Kind == schema.KindMessage && grouped(f) {
		return typ == prpc.StartGroup && d.groups
	}
	want, ok := wireOf(t.Kind, encodingOf(f))
	return ok && typ == want
}

func (d *reader) field(f *schema.Field, r schema.Record, typ prpc.WireType) error {
	t := &f.Type
	switch t.Kind {
	case schema.KindList, schema.KindSet:
		return d.list(f, r, typ)
	case schema.KindMap:
		return d.mapping(f, r)
	}
	if t.Kind != schema.KindMessage {
		v, what, err := d.scalar(f, t, encodingOf(f), typ)
		switch {
		case err != nil:
			return err
		case what == dropped:
			return nil
		case v == nil:
			d.clear(f, r)
			r[f.Number] = nil // null: settle takes it out
			return nil
		}
		d.clear(f, r)
		r[f.Number] = v
		return nil
	}
	if t.Message() == nil {
		return noForm(t)
	}
	sub, again := r[f.Number].(schema.Record)
	if !again || d.replaces {
		sub = schema.Record{}
		d.clear(f, r)
		r[f.Number] = sub
	}
	return d.submessage(f, t.Message(), sub, typ)
}

// clear unsets the other members of the field's oneof.
func (d *reader) clear(f *schema.Field, r schema.Record) {
	if o := f.InOneOf(); o != nil {
		for _, g := range o.Fields() {
			if g != f {
				delete(r, g.Number)
			}
		}
	}
}

// submessage reads into r: a group, or as many bytes as come first.
func (d *reader) submessage(f *schema.Field, m *schema.Message, r schema.Record, typ prpc.WireType) error {
	if typ == prpc.StartGroup {
		return d.message(m, r, f.Number)
	}
	end, err := d.open()
	if err == nil {
		err = d.message(m, r, 0)
		d.end = end
	}
	return err
}

// open goes into what a length counts and returns where what is around it ends.
func (d *reader) open() (outer int, err error) {
	v, n, err := prpc.ReadBytes(d.b[d.at:d.end])
	if err != nil {
		return d.end, d.bad(err)
	}
	outer = d.end
	d.at += n - len(v)
	d.end = d.at + len(v)
	return outer, nil
}

// same reports whether the next field has this number and wire type, and goes
// behind its tag.
func (d *reader) same(number int, typ prpc.WireType) bool {
	if d.at >= d.end {
		return false
	}
	n, t, size, err := prpc.ReadTag(d.b[d.at:d.end])
	if err != nil || n != number || t != typ {
		return false
	}
	d.at += size
	return true
}
