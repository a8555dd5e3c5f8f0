package dyn

import (
	"encoding/binary"

	"github.com/rpcctl/rpcctl/schema"
)

// ReadBlock reads all of b as one message of type m in the block codec, with its
// leading size. A field whose place b doesn't reach is left out of the record, and
// so is an optional one that is absent; what b has beyond the last field of a
// message is skipped. The error is an *[Error].
func ReadBlock(m *schema.Message, b []byte) (schema.Record, error) {
	r, err := readTop(m, b)
	return r, inside(m.Name, err)
}

func readTop(m *schema.Message, b []byte) (schema.Record, error) {
	if len(b) < 4 {
		return nil, faultf(0, "%d bytes where a message begins with 4", len(b))
	}
	if n := binary.BigEndian.Uint32(b); uint64(n) != uint64(len(b)-4) {
		return nil, faultf(0, "its size is %d, and %d bytes follow", n, len(b)-4)
	}
	r := blockReader{b: b}
	return r.message(m, 4, len(b), 1)
}

// blockReader reads ranges of b, so that every error has its offset.
type blockReader struct{ b []byte }

// message reads a message without its leading size from b[at:end].
func (d *blockReader) message(m *schema.Message, at, end, depth int) (schema.Record, error) {
	if depth > maxNesting {
		return nil, faultf(at, "messages nested over %d deep", maxNesting)
	}
	if end-at < 2 {
		return nil, faultf(at, "a message of %d bytes", end-at)
	}
	fixed := at + 2
	vary := fixed + int(binary.BigEndian.Uint16(d.b[at:]))
	if vary > end {
		return nil, faultf(at, "its fixed part has %d bytes, and %d are left", vary-fixed, end-fixed)
	}
	r, edge := schema.Record{}, vary
	for p := range places(m) {
		number := uint32(0)
		if p.size > 0 {
			switch {
			case edge-fixed >= p.size:
				if p.oneof != nil {
					number = binary.BigEndian.Uint32(d.b[fixed:])
				} else if err := d.fixedField(p, fixed, r); err != nil {
					return nil, inside(p.name(), err)
				}
				fixed += p.size
			case edge > fixed:
				return nil, inside(p.name(), faultf(fixed, "cut: %d bytes of %d", edge-fixed, p.size))
			}
		}
		if !p.vary || vary == end {
			continue // a field or oneof whose value's place is not there has none
		}
		var err error
		if vary, err = d.variableField(p, number, vary, end, depth, r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (d *blockReader) fixedField(p place, at int, r schema.Record) error {
	if p.retired() {
		return nil
	}
	b := d.b[at : at+p.size]
	if p.optional() {
		switch b[0] {
		case 0:
			return nil
		case 1:
			b, at = b[1:], at+1
		default:
			return faultf(at, "%#02x is no presence byte", b[0])
		}
	}
	v, err := readFixed(p.field.Type, b, at)
	if err == nil {
		r[p.field.Number] = v
	}
	return err
}

// variableField reads the field at the front of b[at:end]; next is where the one
// after it begins. number is the member of a oneof that is set.
func (d *blockReader) variableField(p place, number uint32, at, end, depth int, r schema.Record) (next int, err error) {
	if p.optional() && end-at >= 4 && binary.BigEndian.Uint32(d.b[at:]) == absent {
		return at + 4, nil
	}
	at, next, err = d.sized(at, end)
	if err != nil || p.retired() {
		return next, inside(p.name(), err)
	}
	f := p.field
	if p.oneof != nil {
		if f = member(p.oneof, number); f == nil {
			return next, nil
		}
	}
	v, err := d.value(f.Type, at, next, depth)
	if err != nil {
		return 0, inside(f.Name, err)
	}
	r[f.Number] = v
	return next, nil
}

// sized reads a u32 length at b[at:end] and returns the range it stands for.
func (d *blockReader) sized(at, end int) (from, to int, err error) {
	if end-at < 4 {
		return 0, 0, faultf(at, "cut: %d bytes of a length", end-at)
	}
	n := binary.BigEndian.Uint32(d.b[at:])
	if uint64(n) > uint64(end-at-4) {
		return 0, 0, faultf(at, "cut: its length is %d, and %d bytes are left", n, end-at-4)
	}
	return at + 4, at + 4 + int(n), nil
}

// value reads all of b[at:end] as the variable part has a t.
func (d *blockReader) value(t schema.Type, at, end, depth int) (any, error) {
	if n, fixed := fixedSize(t); fixed {
		if end-at != n {
			return nil, faultf(at, "%d bytes where %s has %d", end-at, t, n)
		}
		return readFixed(t, d.b[at:end], at)
	}
	switch t.Kind {
	case schema.KindString, schema.KindBytes:
		return readText(t, d.b[at:end], at)
	case schema.KindMessage:
		if t.Message() == nil {
			return nil, noForm(t)
		}
		return d.message(t.Message(), at, end, depth+1)
	case schema.KindList, schema.KindSet:
		return d.elements(t, at, end, depth)
	case schema.KindMap:
		return d.mapping(t, at, end, depth)
	}
	return nil, noForm(t)
}

// elements reads a list or set.
func (d *blockReader) elements(t schema.Type, at, end, depth int) (any, error) {
	n, fixed := fixedSize(*t.Elem)
	count := 0
	if fixed {
		if count = (end - at) / n; count*n != end-at {
			return nil, faultf(at, "%d bytes don't divide into elements of %d", end-at, n)
		}
	} else {
		var err error
		if count, at, err = d.count(at, end, 4); err != nil {
			return nil, err
		}
		if t.Len > 0 && count != t.Len {
			return nil, faultf(at-4, "%d elements where %s has %d", count, t, t.Len)
		}
	}
	items, keys := make([]any, count), seen{}
	for i := range items {
		from, to := at, at+n
		var err error
		if !fixed {
			from, to, err = d.sized(at, end)
		}
		if err == nil && t.Kind == schema.KindSet {
			err = keys.add(d.b[from:to], from, "an element")
		}
		if err == nil {
			items[i], err = d.value(*t.Elem, from, to, depth)
		}
		if err != nil {
			return nil, inside(index(i), err)
		}
		at = to
	}
	return items, leftOver(at, end)
}

func (d *blockReader) mapping(t schema.Type, at, end, depth int) (any, error) {
	count, at, err := d.count(at, end, 8)
	if err != nil {
		return nil, err
	}
	entries, keys := make([]schema.Entry, count), seen{}
	for i := range entries {
		from, to, err := d.sized(at, end)
		if err == nil {
			err = keys.add(d.b[from:to], from, "a key")
		}
		if err == nil {
			entries[i].Key, err = d.value(*t.Key, from, to, depth)
		}
		if err == nil {
			from, at, err = d.sized(to, end)
		}
		if err == nil {
			entries[i].Value, err = d.value(*t.Elem, from, at, depth)
		}
		if err != nil {
			return nil, inside(index(i), err)
		}
	}
	return entries, leftOver(at, end)
}

// count reads how many elements follow, each of which takes at least least bytes.
func (d *blockReader) count(at, end, least int) (n, next int, err error) {
	if end-at < 4 {
		return 0, 0, faultf(at, "cut: %d bytes of a count", end-at)
	}
	count := binary.BigEndian.Uint32(d.b[at:])
	if left := (end - at - 4) / least; uint64(count) > uint64(left) {
		return 0, 0, faultf(at, "cut: %d elements counted, and %d bytes are left", count, end-at-4)
	}
	return int(count), at + 4, nil
}

func leftOver(at, end int) error {
	if at < end {
		return faultf(at, "%d bytes left over", end-at)
	}
	return nil
}
