// Package dyn reads and writes the payloads and frames of the frame wire from the
// model alone, without generated code: what calls from the command line, witnesses
// and the tests of generated codecs are made with.
package dyn

import (
	"iter"
	"math"

	"github.com/rpcctl/rpcctl/schema"
)

const (
	maxNesting = 100
	maxFixed   = 0xFFFF
	absent     = math.MaxUint32 // the length of an optional field that is not there
	maxSize    = 1 << 40        // no value is that long; keeps sums of sizes in range
	maxZeros   = 1 << 24        // elements and bytes that the zeros of one message may take
	maxEmpty   = 1 << 16        // elements without bytes that one payload may hold
)

// place is where a field, or a oneof, stands in a message. Members of a oneof
// share the one of their lowest number. Streams have none.
type place struct {
	field *schema.Field // the field, or the oneof's member with the lowest number
	oneof *schema.OneOf // nil where it is a plain field
	size  int           // bytes in the fixed part: of a fixed field, with its presence byte, or a oneof's number
	vary  bool          // has a place in the variable part
}

func (p place) name() string {
	if p.oneof != nil {
		return p.oneof.Name
	}
	return p.field.Name
}

func (p place) optional() bool { return p.oneof == nil && p.field.Presence == schema.Optional }

func (p place) retired() bool { return p.oneof == nil && p.field.Retired != "" }

// places yields the places of m in the order of their numbers.
func places(m *schema.Message) iter.Seq[place] {
	return func(yield func(place) bool) {
		for _, f := range m.ByNumber() {
			if f.Type.Kind.Streams() {
				continue
			}
			p := place{field: f}
			if o := f.InOneOf(); o != nil {
				if o.Fields()[0] != f {
					continue
				}
				p.oneof, p.size, p.vary = o, 4, true
			} else if n, fixed := fixedSize(f.Type); fixed {
				p.size = n
				if p.optional() {
					p.size++
				}
			} else {
				p.vary = true
			}
			if !yield(p) {
				return
			}
		}
	}
}

// fixedSize returns how many bytes a value of t takes where that is always the
// same, at most maxSize.
func fixedSize(t schema.Type) (n int, fixed bool) {
	switch {
	case t.Kind == schema.KindEnum:
		return 4, true
	case t.Kind == schema.KindBool || t.Kind.Number():
		return t.Kind.Bits() / 8, true
	case t.Kind == schema.KindList && t.Len > 0:
		n, fixed = fixedSize(*t.Elem)
		return min(n*min(t.Len, 1<<20), maxSize), fixed
	}
	return 0, false
}

// member returns the oneof's member of that number, nil where it has none or it
// is retired, which is never set.
func member(o *schema.OneOf, number uint32) *schema.Field {
	for _, f := range o.Fields() {
		if uint32(f.Number) == number && f.Retired == "" {
			return f
		}
	}
	return nil
}

// named reports whether a closed enum has the number; zero always counts.
func named(e *schema.Enum, number int64) bool {
	if e == nil || !e.Closed || number == 0 {
		return true
	}
	for _, v := range e.Values {
		if v.Number == number {
			return true
		}
	}
	return false
}
