package dyn

import (
	"encoding/binary"

	"github.com/rpcctl/rpcctl/schema"
)

// ReadPacked reads all of b as one message of type m in the packed codec. Optional
// fields that are absent are left out of the record, retired ones too. The error
// is an *[Error].
func ReadPacked(m *schema.Message, b []byte) (schema.Record, error) {
	d := packedReader{b: b, empty: maxEmpty}
	r, err := d.message(m, 1)
	if err == nil {
		err = leftOver(d.at, len(b))
	}
	if err != nil {
		return nil, inside(m.Name, err)
	}
	return r, nil
}

// packedReader reads b from at on. empty is how many elements and messages that
// take no bytes may still come: their number is bounded by nothing else.
type packedReader struct {
	b     []byte
	at    int
	empty int
}

// take returns the next n bytes.
func (d *packedReader) take(n int) ([]byte, error) {
	if n > len(d.b)-d.at {
		return nil, faultf(d.at, "cut: %d bytes of %d", len(d.b)-d.at, n)
	}
	d.at += n
	return d.b[d.at-n : d.at], nil
}

func (d *packedReader) uint32() (uint32, error) {
	b, err := d.take(4)
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint32(b), nil
}

// taken counts what began at from and took no bytes.
func (d *packedReader) taken(from int) error {
	if d.at == from {
		if d.empty--; d.empty < 0 {
			return faultf(d.at, "over %d elements and messages without bytes", maxEmpty)
		}
	}
	return nil
}

func (d *packedReader) message(m *schema.Message, depth int) (schema.Record, error) {
	if depth > maxNesting {
		return nil, faultf(d.at, "messages nested over %d deep", maxNesting)
	}
	r, from := schema.Record{}, d.at
	for p := range places(m) {
		f, err := d.present(p)
		if err != nil {
			return nil, inside(p.name(), err)
		}
		if f == nil {
			continue
		}
		if f.Retired != "" {
			err = d.skip(f.Type, depth)
		} else {
			r[f.Number], err = d.value(f.Type, depth)
		}
		if err != nil {
			return nil, inside(f.Name, err)
		}
	}
	return r, d.taken(from)
}

// present reads which field of a place follows, nil where none does.
func (d *packedReader) present(p place) (*schema.Field, error) {
	switch {
	case p.oneof != nil:
		n, err := d.uint32()
		if err != nil || n == 0 {
			return nil, err
		}
		for _, f := range p.oneof.Fields() {
			if uint32(f.Number) == n {
				return f, nil
			}
		}
		return nil, faultf(d.at-4, "%d is no member of it", n)
	case p.optional():
		b, err := d.take(1)
		if err != nil || b[0] == 0 {
			return nil, err
		}
		if b[0] != 1 {
			return nil, faultf(d.at-1, "%#02x is no presence byte", b[0])
		}
	}
	return p.field, nil
}

func (d *packedReader) value(t schema.Type, depth int) (any, error) {
	if n, fixed := fixedSize(t); fixed {
		b, err := d.take(n)
		if err != nil {
			return nil, err
		}
		return readFixed(t, b, d.at-n)
	}
	switch t.Kind {
	case schema.KindString, schema.KindBytes:
		b, err := d.text()
		if err != nil {
			return nil, err
		}
		return readText(t, b, d.at-len(b))
	case schema.KindMessage:
		if t.Message() == nil {
			return nil, noForm(t)
		}
		return d.message(t.Message(), depth+1)
	case schema.KindList, schema.KindSet:
		return d.elements(t, depth)
	case schema.KindMap:
		return d.mapping(t, depth)
	}
	return nil, noForm(t)
}

func (d *packedReader) text() ([]byte, error) {
	n, err := d.uint32()
	if err != nil {
		return nil, err
	}
	if uint64(n) > uint64(len(d.b)-d.at) {
		return nil, faultf(d.at-4, "cut: its length is %d, and %d bytes are left", n, len(d.b)-d.at)
	}
	return d.take(int(n))
}

// count returns how many elements of a list, set or map follow.
func (d *packedReader) count(t schema.Type) (int, error) {
	if t.Len > 0 {
		return t.Len, nil
	}
	n, err := d.uint32()
	return int(n), err
}

// room is what may be kept ready for n elements: no more than there are bytes.
func (d *packedReader) room(n int) int { return min(n, len(d.b)-d.at) }

func (d *packedReader) elements(t schema.Type, depth int) (any, error) {
	n, err := d.count(t)
	if err != nil {
		return nil, err
	}
	items, keys := make([]any, 0, d.room(n)), seen{}
	for i := range n {
		from := d.at
		item, err := d.value(*t.Elem, depth)
		if err == nil {
			err = d.taken(from)
		}
		if err == nil && t.Kind == schema.KindSet {
			err = keys.add(d.b[from:d.at], from, "an element")
		}
		if err != nil {
			return nil, inside(index(i), err)
		}
		items = append(items, item)
	}
	return items, nil
}

func (d *packedReader) mapping(t schema.Type, depth int) (any, error) {
	n, err := d.count(t)
	if err != nil {
		return nil, err
	}
	entries, keys := make([]schema.Entry, 0, d.room(n)), seen{}
	for i := range n {
		var e schema.Entry
		from := d.at
		if e.Key, err = d.value(*t.Key, depth); err == nil {
			err = keys.add(d.b[from:d.at], from, "a key")
		}
		if err == nil {
			e.Value, err = d.value(*t.Elem, depth)
		}
		if err != nil {
			return nil, inside(index(i), err)
		}
		entries = append(entries, e)
	}
	return entries, nil
}
