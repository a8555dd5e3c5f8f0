package drawn

import (
	"bytes"
	"math"
	"math/rand/v2"

	"github.com/rpcctl/rpcctl/schema"
)

// Values draws values of messages: valid UTF-8, declared enum numbers, one member
// of a oneof, and the edges of every type.
type Values struct {
	*rand.Rand
	mood int
}

// NewValues returns the values of a seed.
func NewValues(seed uint64) *Values { return &Values{Rand: rand.New(rand.NewPCG(seed, 0x9e3779b9))} }

// The moods of a message: what is set in it, and to what.
const (
	full  = iota // every field, edges
	mixed        // any field, edges
	small        // any field, small values
	bare         // few fields
	moods
)

// Message draws a value. The nth of a row has its own mood: 0 sets every field.
func (v *Values) Message(m *schema.Message, nth int) schema.Record {
	v.mood = nth % moods
	return v.record(m, 0)
}

const deepest = 7

func (v *Values) record(m *schema.Message, depth int) schema.Record {
	r := schema.Record{}
	if depth > deepest {
		return r
	}
	done := map[*schema.OneOf]bool{}
	for _, f := range m.ByNumber() {
		if o := f.InOneOf(); o != nil {
			if done[o] {
				continue
			}
			done[o] = true
			if f = v.member(o); f == nil {
				continue
			}
		}
		if f.Retired != "" || f.Type.Kind.Streams() || f.Presence != schema.Required && v.skips() {
			continue
		}
		r[f.Number] = v.Value(&f.Type, depth)
	}
	return r
}

func (v *Values) skips() bool {
	switch v.mood {
	case full:
		return false
	case bare:
		return v.IntN(3) > 0
	}
	return v.IntN(5) == 0
}

func (v *Values) member(o *schema.OneOf) *schema.Field {
	var live []*schema.Field
	for _, f := range o.Fields() {
		if f.Retired == "" {
			live = append(live, f)
		}
	}
	if len(live) == 0 || v.mood != full && v.IntN(6) == 0 {
		return nil
	}
	return live[v.IntN(len(live))]
}

// Value draws a value of a type.
func (v *Values) Value(t *schema.Type, depth int) any {
	switch k := t.Kind; {
	case k == schema.KindMessage:
		return v.record(t.Message(), depth+1)
	case k == schema.KindEnum:
		vs := t.Enum().Values
		return vs[v.IntN(len(vs))].Number
	case k == schema.KindList, k == schema.KindSet:
		return v.elements(t, depth)
	case k == schema.KindMap:
		return v.entries(t, depth)
	case k == schema.KindBool:
		return v.IntN(2) == 1
	case k.Signed():
		return v.signed(k.Bits())
	case k.Unsigned():
		return v.unsigned(k.Bits())
	case k == schema.KindFloat32:
		return float64(float32s[v.IntN(len(float32s))])
	case k == schema.KindFloat64:
		return float64s[v.IntN(len(float64s))]
	case k == schema.KindString:
		return v.text()
	case k == schema.KindBytes:
		return v.bytes()
	}
	panic("drawn: no value of " + t.String())
}

var float32s = []float32{0, 1, -1, 0.5, 0.1, 3, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, 1 << 24, float32(math.NaN()), float32(math.Inf(1)), float32(math.Copysign(0, -1))}
var float64s = []float64{0, 1, -1, 0.5, 0.1, 3, math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53, math.MaxFloat32, 1e300, math.NaN(), math.Inf(-1), 4294967296.0}

func (v *Values) signed(bits int) int64 {
	hi := int64(1)<<(bits-1) - 1
	if v.mood == small {
		return int64(v.IntN(6))
	}
	switch v.IntN(8) {
	case 0:
		return hi
	case 1:
		return -hi - 1
	case 2:
		return 0
	case 3:
		return -1
	case 4:
		return int64(v.IntN(100))
	case 5:
		return int64(1) << v.IntN(bits-1)
	}
	return int64(v.Uint64()) >> (64 - bits)
}

func (v *Values) unsigned(bits int) uint64 {
	hi := uint64(math.MaxUint64) >> (64 - bits)
	if v.mood == small {
		return uint64(v.IntN(6))
	}
	switch v.IntN(6) {
	case 0:
		return hi
	case 1:
		return 0
	case 2:
		return uint64(v.IntN(100))
	case 3:
		return uint64(1) << v.IntN(bits)
	}
	return v.Uint64() >> (64 - bits)
}

var texts = []string{"", "a", "ab", "abcd", "é", "日本", "\x00", "\x00\x00", "0", "12", "true", "null", "a\"b\\", "\u2028<&>", "YQ=="}

func (v *Values) text() string {
	if v.mood == small {
		return string(bytes.Repeat([]byte{byte(v.IntN(2))}, v.IntN(9)))
	}
	return texts[v.IntN(len(texts))]
}

func (v *Values) bytes() []byte {
	b := make([]byte, v.IntN(9))
	for i := range b {
		switch v.mood {
		case small:
			b[i] = byte(v.IntN(2))
		default:
			b[i] = byte(v.Uint32())
		}
	}
	return b
}

func (v *Values) elements(t *schema.Type, depth int) any {
	n := v.length(depth)
	if depth >= deepest {
		n = 0
	}
	if t.Len > 0 {
		n = t.Len
	}
	out := make([]any, 0, n)
	for range n {
		x := v.Value(t.Elem, depth+1)
		if t.Kind == schema.KindSet && has(out, x) {
			continue
		}
		out = append(out, x)
	}
	return out
}

// length is how many elements a list gets: one where it stands deep.
func (v *Values) length(depth int) int {
	if depth > 2 {
		return min(1, v.IntN(4))
	}
	if v.mood == full {
		return 1 + v.IntN(2)
	}
	return v.IntN(4)
}

func (v *Values) entries(t *schema.Type, depth int) any {
	out, keys := []schema.Entry{}, []any{}
	if depth >= deepest {
		return out
	}
	for range v.length(depth) {
		k := v.Value(t.Key, depth+1)
		if has(keys, k) {
			continue
		}
		keys = append(keys, k)
		out = append(out, schema.Entry{Key: k, Value: v.Value(t.Elem, depth+1)})
	}
	return out
}

func has(in []any, x any) bool {
	for _, y := range in {
		if a, ok := x.([]byte); ok {
			if bytes.Equal(a, y.([]byte)) {
				return true
			}
		} else if x == y {
			return true
		}
	}
	return false
}
