package dyn

import (
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// list reads elements as long as they follow each other, packed or one by one.
func (d *reader) list(f *schema.Field, r schema.Record, typ prpc.WireType) (err error) {
	t := f.Type.Elem
	items, _ := r[f.Number].([]any)
	for more := true; more && err == nil; more = err == nil && d.same(f.Number, typ) {
		switch {
		case typ == prpc.Bytes && packable(t.Kind):
			items, err = d.packed(f, items)
		case t.Kind == schema.KindMessage && t.Message() == nil:
			err = noForm(t)
		case t.Kind == schema.KindMessage:
			sub := schema.Record{}
			if err = d.submessage(f, t.Message(), sub, typ); err == nil {
				items = append(items, sub)
			}
		default:
			var v any
			var what verdict
			if err = d.take(1); err != nil {
				break
			}
			if v, what, err = d.scalar(f, t, encodingOf(f), typ); err == nil && what == kept {
				items = append(items, v)
			}
		}
	}
	if len(items) > 0 {
		r[f.Number] = items
	}
	if d.narrow && f.Type.Len > 0 || d.sets && f.Type.Kind == schema.KindSet {
		d.unsettled = true
	}
	if err != nil {
		return inside(index(len(items)), err)
	}
	return nil
}

// packed reads the elements that a length counts. Of bytes that can't be read no
// element is taken.
func (d *reader) packed(f *schema.Field, items []any) ([]any, error) {
	outer, err := d.open()
	if err != nil {
		return items, err
	}
	t, e := f.Type.Elem, encodingOf(f)
	typ, _ := wireOf(t.Kind, e)
	before, end := len(items), d.end
	n := count(d.b[d.at:d.end], typ)
	if err := d.take(n); err != nil {
		return items, err
	}
	items = grown(items, n)
	for d.at < end {
		v, what, err := d.scalar(f, t, e, typ)
		if err != nil {
			return items[:before], err
		}
		if what == kept {
			items = append(items, v)
		}
	}
	d.end = outer
	return items, nil
}

// count returns how many values of a wire type are in b.
func count(b []byte, typ prpc.WireType) (n int) {
	switch typ {
	case prpc.Fixed32:
		return len(b) / 4
	case prpc.Fixed64:
		return len(b) / 8
	}
	for _, c := range b {
		if c < 0x80 {
			n++
		}
	}
	return n
}

// grown returns items with room for n more.
func grown(items []any, n int) []any {
	if cap(items)-len(items) >= n {
		return items
	}
	out := make([]any, len(items), max(len(items)+n, 2*len(items)))
	copy(out, items)
	return out
}

// mapping reads entries as long as they follow each other. Of a key that comes
// again settle keeps the last.
func (d *reader) mapping(f *schema.Field, r schema.Record) (err error) {
	entries, _ := r[f.Number].([]schema.Entry)
	for more := true; more && err == nil; more = err == nil && d.same(f.Number, prpc.Bytes) {
		var e schema.Entry
		var what verdict
		if e, what, err = d.entry(f); err == nil && what == kept {
			entries = append(entries, e)
		}
	}
	if len(entries) > 0 {
		r[f.Number] = entries
	}
	if len(entries) > 1 {
		d.unsettled = true
	}
	if err != nil {
		return inside(index(len(entries)), err)
	}
	return nil
}

func (d *reader) entry(f *schema.Field) (e schema.Entry, what verdict, err error) {
	if err := d.take(1); err != nil {
		return e, kept, err
	}
	outer, err := d.open()
	if err != nil {
		return e, kept, err
	}
	ke, ve := mapEncodings(f)
	for d.at < d.end {
		number, typ, n, err := prpc.ReadTag(d.b[d.at:d.end])
		if err != nil {
			return e, kept, d.bad(err)
		}
		var v any
		var drop verdict
		switch want, ok := wireOf(f.Type.Elem.Kind, ve); {
		case number == 1 && fitsKey(f.Type.Key, ke, typ):
			d.at += n
			if e.Key, drop, err = d.scalar(f, f.Type.Key, ke, typ); err == nil && drop == kept && e.Key == nil {
				err = faultf(d.at, "no enum constant: an exception")
			}
		case number == 2 && ok && typ == want && f.Type.Elem.Kind == schema.KindMessage:
			d.at += n
			sub, again := e.Value.(schema.Record)
			if !again || d.replaces {
				sub = schema.Record{}
			}
			if f.Type.Elem.Message() == nil {
				return e, kept, noForm(f.Type.Elem)
			}
			e.Value, err = sub, d.sizedMessage(f.Type.Elem.Message(), sub)
		case number == 2 && ok && typ == want:
			d.at += n
			v, drop, err = d.scalar(f, f.Type.Elem, ve, typ)
			if e.Value = v; err == nil && drop == kept && v == nil {
				err = faultf(d.at, "no enum constant: an exception")
			}
		default:
			err = d.skip(n, number, typ)
		}
		if err != nil {
			return e, kept, err
		}
		what = max(what, drop)
	}
	d.end = outer
	if e.Key == nil {
		e.Key = zeroOf(f.Type.Key)
	}
	if e.Value == nil {
		e.Value = zeroOf(f.Type.Elem)
		d.unsettled = true // a message may lack what is required
	}
	return e, what, nil
}

func fitsKey(t *schema.Type, e encoding, typ prpc.WireType) bool {
	want, ok := wireOf(t.Kind, e)
	return ok && typ == want
}

func (d *reader) sizedMessage(m *schema.Message, r schema.Record) error {
	outer, err := d.open()
	if err == nil {
		err = d.message(m, r, 0)
		d.end = outer
	}
	return err
}

// zeroOf is what an entry has for a key or value that isn't there.
func zeroOf(t *schema.Type) any {
	if e := t.Enum(); e != nil && e.Closed && len(e.Values) > 0 {
		return e.Values[0].Number
	}
	return schema.Zero(*t)
}
