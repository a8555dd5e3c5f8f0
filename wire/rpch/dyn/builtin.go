package dyn

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
)

// appendBuiltin appends the data of a number or string argument.
func (p Peer) appendBuiltin(b []byte, k schema.Kind, v any) ([]byte, error) {
	bits := k.Bits()
	switch {
	case k == schema.KindString:
		s, ok := v.(string)
		if !ok {
			return b, p.wrongType(k.String(), v)
		}
		s, err := p.text(s)
		return append(b, s...), err
	case k.Signed():
		x, ok := v.(int64)
		if !ok {
			return b, p.wrongType(k.String(), v)
		}
		if x<<(64-bits)>>(64-bits) != x {
			return b, refuse(p.unwritable(), "%d is outside %s", x, k)
		}
		return appendLittle(b, uint64(x), bits), nil
	case k.Unsigned():
		x, ok := v.(uint64)
		if !ok {
			return b, p.wrongType(k.String(), v)
		}
		if x<<(64-bits)>>(64-bits) != x {
			return b, refuse(p.unwritable(), "%d is outside %s", x, k)
		}
		return appendLittle(b, x, bits), nil
	case k.Float():
		x, ok := v.(float64)
		if !ok {
			return b, p.wrongType(k.String(), v)
		}
		if k == schema.KindFloat32 {
			return appendLittle(b, uint64(math.Float32bits(float32(x))), 32), nil
		}
		return appendLittle(b, math.Float64bits(x), 64), nil
	}
	panic("rpch: " + k.String() + " is no builtin")
}

func appendLittle(b []byte, x uint64, bits int) []byte {
	for i := 0; i < bits; i += 8 {
		b = append(b, byte(x>>i))
	}
	return b
}

// readBuiltin reads data that is as long as the type, or longer.
func (p Peer) readBuiltin(k schema.Kind, data []byte) (any, error) {
	if k == schema.KindString {
		return p.readText(data)
	}
	bits := k.Bits()
	var raw [8]byte
	copy(raw[:], data[:bits/8])
	x := binary.LittleEndian.Uint64(raw[:])
	switch {
	case k == schema.KindFloat32:
		return float64(math.Float32frombits(uint32(x))), nil
	case k == schema.KindFloat64:
		return math.Float64frombits(x), nil
	case k.Signed():
		i := int64(x) << (64 - bits) >> (64 - bits)
		if p.profile == nodePeer && bits == 64 {
			return number(k, float64(i)), nil
		}
		return i, nil
	case k.Unsigned():
		if p.profile == nodePeer && bits == 64 {
			return number(k, float64(x)), nil
		}
		return x, nil
	}
	panic("rpch: " + k.String() + " is no builtin")
}

// rounded is what a result of 64 bits is once it went through a double, as Node's
// do; a double that the type can't hold isn't written.
func (p Peer) rounded(k schema.Kind, v any) (any, error) {
	var d float64
	switch x := v.(type) {
	case int64:
		d = float64(x)
	case uint64:
		d = float64(x)
	case float64:
		d = x
	}
	if k.Bits() != 64 || !k.Integer() {
		return v, nil
	}
	r := number(k, d)
	if _, beyond := r.(float64); beyond {
		return nil, refuse(closed, "%v is rounded to a number that %s can't hold", v, k)
	}
	return r, nil
}

// number is a double as the dynamic value of an integer kind, or the double itself
// where no integer of 64 bits is it.
func number(k schema.Kind, d float64) any {
	switch {
	case d != math.Trunc(d):
		return d
	case k.Unsigned() && d >= 0 && d < 1<<64:
		return uint64(d)
	case !k.Unsigned() && d >= -1<<63 && d < 1<<63:
		return int64(d)
	}
	return d
}

// text is what a peer makes of a string that it writes.
func (p Peer) text(s string) (string, error) {
	switch p.profile {
	case cPeer:
		s, _, _ = strings.Cut(s, "\x00")
	case nodePeer:
		s = strings.ToValidUTF8(s, "\uFFFD")
	case ourPeer:
		if !utf8.ValidString(s) {
			return "", refuse(forCall, "text that is not UTF-8")
		}
	case goPeer:
	default:
		panic(p.Name())
	}
	return s, nil
}

// readText is what a peer makes of the bytes of a string.
func (p Peer) readText(data []byte) (any, error) {
	if p.profile == ourPeer && !utf8.Valid(data) {
		return nil, refuse(forCall, "text that is not UTF-8")
	}
	s, err := p.text(string(data))
	return s, err
}

// length is what a peer announces for text: bytes, but Node counts UTF-16 units.
func (p Peer) length(text []byte) uint32 {
	if p.profile != nodePeer {
		return uint32(len(text))
	}
	n := uint32(0)
	for _, r := range string(text) {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// unwritable is what a value does that a peer can't write.
func (p Peer) unwritable() string {
	if p.profile == nodePeer || p.profile == goPeer {
		return closed
	}
	return forCall
}

func (p Peer) wrongType(want string, v any) error {
	return refuse(p.unwritable(), "a value of Go type %T where the contract has %s", v, want)
}
