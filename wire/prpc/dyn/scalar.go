package dyn

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// scalar appends a value without its tag.
func (w *writer) scalar(f *schema.Field, t *schema.Type, e encoding, v any) error {
	switch k := t.Kind; {
	case k.Signed():
		x, ok := v.(int64)
		if !ok {
			return mismatch(t, v)
		}
		if shift := 64 - k.Bits(); x<<shift>>shift != x {
			return faultf(-1, "%d is outside %s", x, k)
		}
		w.integer(k, e, uint64(x))
	case k.Unsigned():
		x, ok := v.(uint64)
		if !ok {
			return mismatch(t, v)
		}
		if shift := 64 - k.Bits(); x<<shift>>shift != x {
			return faultf(-1, "%d is outside %s", x, k)
		}
		w.integer(k, e, x)
	case k == schema.KindBool:
		x, ok := v.(bool)
		if !ok {
			return mismatch(t, v)
		}
		if x {
			w.b = append(w.b, 1)
		} else {
			w.b = append(w.b, 0)
		}
	case k == schema.KindEnum:
		return w.enum(t, v)
	case k.Float():
		x, ok := v.(float64)
		if !ok {
			return mismatch(t, v)
		}
		if k == schema.KindFloat64 {
			w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(x))
			break
		}
		if float64(float32(x)) != x && x == x {
			return faultf(-1, "%v is no float32", x)
		}
		w.b = binary.LittleEndian.AppendUint32(w.b, math.Float32bits(float32(x)))
	case k == schema.KindString:
		x, ok := v.(string)
		if !ok {
			return mismatch(t, v)
		}
		if !utf8.ValidString(x) && (w.text != asWritten || f.ChecksUTF8()) {
			return faultf(-1, "text that is not UTF-8")
		}
		w.b = append(prpc.AppendVarint(w.b, uint64(len(x))), x...)
	case k == schema.KindBytes:
		x, ok := v.([]byte)
		if !ok {
			return mismatch(t, v)
		}
		w.b = prpc.AppendBytes(w.b, x)
	default:
		return noForm(t)
	}
	return nil
}

// integer appends an integer whose bits are x, sign-extended where it is signed.
func (w *writer) integer(k schema.Kind, e encoding, x uint64) {
	switch {
	case e == fixed && k.Bits() == 64:
		w.b = binary.LittleEndian.AppendUint64(w.b, x)
	case e == fixed:
		w.b = binary.LittleEndian.AppendUint32(w.b, uint32(x))
	case e == zigzag:
		w.b = prpc.AppendVarint(w.b, x<<1^uint64(int64(x)>>63))
	default:
		w.b = prpc.AppendVarint(w.b, x)
	}
}

func (w *writer) enum(t *schema.Type, v any) error {
	x, ok := v.(int64)
	en := t.Enum()
	switch {
	case !ok:
		return mismatch(t, v)
	case en == nil:
		return noForm(t)
	case x != int64(int32(x)):
		return faultf(-1, "%d is outside int32", x)
	case w.enums == null && !named(en, x):
		return faultf(-1, "%d is no number of the enum %s", x, t.Name)
	case w.enums != keepNumber && en.Closed && !named(en, x):
		return faultf(-1, "%d is no number of the closed enum %s", x, t.Name)
	}
	w.b = prpc.AppendVarint(w.b, uint64(x))
	return nil
}

// verdict says what to do with a value that was read.
type verdict uint8

const (
	kept    verdict = iota
	dropped         // as if it hadn't been there
)

// scalar reads a value of that wire type, which is the right one, at d.at.
func (d *reader) scalar(f *schema.Field, t *schema.Type, e encoding, typ prpc.WireType) (v any, what verdict, err error) {
	at := d.at
	var x uint64
	n := 0
	switch rest := d.b[d.at:d.end]; typ {
	case prpc.Varint:
		x, n, err = prpc.ReadVarint(rest)
	case prpc.Fixed32:
		if n = 4; len(rest) < n {
			err = prpc.ErrCut
			break
		}
		x = uint64(binary.LittleEndian.Uint32(rest))
	case prpc.Fixed64:
		if n = 8; len(rest) < n {
			err = prpc.ErrCut
			break
		}
		x = binary.LittleEndian.Uint64(rest)
	case prpc.Bytes:
		var text []byte
		if text, n, err = prpc.ReadBytes(rest); err != nil {
			break
		}
		d.at += n
		v, err = d.texts(f, t, text)
		return v, kept, err
	default:
		panic("prpc: no scalar has this wire type")
	}
	if err != nil {
		return nil, kept, d.bad(err)
	}
	d.at += n
	switch k := t.Kind; {
	case k == schema.KindBool:
		return x != 0, kept, nil
	case k == schema.KindEnum:
		return d.enum(t, int64(int32(x)), at)
	case k == schema.KindFloat32:
		return float64(math.Float32frombits(uint32(x))), kept, nil
	case k == schema.KindFloat64:
		return math.Float64frombits(x), kept, nil
	case k.Signed():
		s := signed(k, e, x)
		if d.narrow && k.Bits() < 32 {
			if shift := 64 - k.Bits(); s<<shift>>shift != s {
				return nil, kept, faultf(at, "%d is outside %s", s, k)
			}
		}
		return s, kept, nil
	case k.Bits() == 64:
		return x, kept, nil
	case d.narrow && uint64(uint32(x))>>k.Bits() != 0:
		return nil, kept, faultf(at, "%d is outside %s", uint32(x), k)
	}
	return uint64(uint32(x)), kept, nil
}

// signed returns the integer that x stands for, cut to 32 bits where k has no more.
func signed(k schema.Kind, e encoding, x uint64) int64 {
	if k.Bits() < 64 {
		if e == zigzag {
			y := uint32(x)
			return int64(int32(y>>1) ^ -int32(y&1))
		}
		return int64(int32(x))
	}
	if e == zigzag {
		return int64(x>>1) ^ -int64(x&1)
	}
	return int64(x)
}

func (d *reader) enum(t *schema.Type, n int64, at int) (any, verdict, error) {
	en := t.Enum()
	switch {
	case en == nil:
		return nil, kept, noForm(t)
	case d.enums == keepNumber || named(en, n):
		return n, kept, nil
	case d.enums == null:
		return nil, kept, nil
	case !en.Closed:
		return n, kept, nil
	case d.enums == unset:
		return nil, dropped, nil
	}
	return nil, kept, faultf(at, "%d is no number of the closed enum %s", n, t.Name)
}

// texts makes a string or bytes of what was read.
func (d *reader) texts(f *schema.Field, t *schema.Type, b []byte) (any, error) {
	if t.Kind == schema.KindBytes {
		return append(make([]byte, 0, len(b)), b...), nil
	}
	switch {
	case utf8.Valid(b):
		return string(b), nil
	case d.text == replaced:
		return repaired(b), nil
	case d.text == asWritten && !f.ChecksUTF8():
		return string(b), nil
	}
	return nil, faultf(d.at-len(b), "text that is not UTF-8")
}
