package dyn

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
)

// quote appends a JSON string. The original in Go escapes what HTML would mind;
// others escape quotes, backslashes and controls alone.
func (p Peer) quote(b []byte, s string) []byte {
	if p.profile == goPeer {
		q, err := json.Marshal(s)
		if err != nil {
			panic(err) // a string always has a form
		}
		return append(b, q...)
	}
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\b':
			b = append(b, `\b`...)
		case c == '\f':
			b = append(b, `\f`...)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// appendScalar appends a bool, an enum or a number.
func (p Peer) appendScalar(b []byte, t schema.Type, v any) ([]byte, error) {
	k := t.Kind
	switch x := v.(type) {
	case bool:
		if k == schema.KindBool {
			return strconv.AppendBool(b, x), nil
		}
	case int64:
		bits := k.Bits()
		if k == schema.KindEnum {
			bits = 32
		}
		if k != schema.KindEnum && !k.Signed() {
			break
		}
		if x<<(64-bits)>>(64-bits) != x {
			return b, refuse(p.unwritable(), "%d is outside %s", x, t)
		}
		if k == schema.KindEnum && p.profile == ourPeer && !named(t.Enum(), x) {
			return b, refuse(forCall, "%d is no number of the closed enum %s", x, t)
		}
		if p.doubles() {
			return p.appendDouble(b, float64(x), 64)
		}
		return strconv.AppendInt(b, x, 10), nil
	case uint64:
		if !k.Unsigned() {
			break
		}
		if bits := k.Bits(); x<<(64-bits)>>(64-bits) != x {
			return b, refuse(p.unwritable(), "%d is outside %s", x, k)
		}
		if p.doubles() {
			return p.appendDouble(b, float64(x), 64)
		}
		return strconv.AppendUint(b, x, 10), nil
	case float64:
		// Node has doubles alone: one that an integer was rounded to is written too.
		if k.Float() || k.Number() && p.profile == nodePeer {
			return p.appendDouble(b, x, k.Bits())
		}
	}
	return b, p.wrongType(t.String(), v)
}

// doubles reports whether the peer's integers in JSON go through a double.
func (p Peer) doubles() bool { return p.profile == nodePeer || p.profile == cPeer }

func (p Peer) appendDouble(b []byte, x float64, bits int) ([]byte, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		if p.doubles() {
			return append(b, "null"...), nil
		}
		return b, refuse(p.unwritable(), "%v has no form in JSON", x)
	}
	switch {
	case p.profile == cPeer:
		return appendC(b, x), nil
	case p.profile == nodePeer && x == 0:
		return append(b, '0'), nil
	case p.profile != nodePeer && bits == 32:
		q, err := json.Marshal(float32(x))
		if err != nil {
			return b, refuse(p.unwritable(), "%v is outside float32", x)
		}
		return append(b, q...), nil
	}
	q, err := json.Marshal(x) // numbers look as in JavaScript
	if err != nil {
		panic(err)
	}
	return append(b, q...), nil
}

// appendC prints with 15 digits, and with 17 where that is another number by more
// than the rounding of one operation.
func appendC(b []byte, x float64) []byte {
	short := strconv.FormatFloat(x, 'g', 15, 64)
	back, err := strconv.ParseFloat(short, 64)
	epsilon := math.Nextafter(1, 2) - 1
	if err == nil && math.Abs(back-x) <= max(math.Abs(back), math.Abs(x))*epsilon {
		return append(b, short...)
	}
	return strconv.AppendFloat(b, x, 'g', 17, 64)
}

// keyText returns a map's key as text.
func (p Peer) keyText(t schema.Type, v any) (string, error) {
	switch x := v.(type) {
	case string:
		if t.Kind == schema.KindString {
			return p.text(x)
		}
	case bool:
		if t.Kind == schema.KindBool {
			return strconv.FormatBool(x), nil
		}
	case int64:
		if t.Kind.Signed() {
			return strconv.FormatInt(x, 10), nil
		}
	case uint64:
		if t.Kind.Unsigned() {
			return strconv.FormatUint(x, 10), nil
		}
	}
	return "", p.wrongType(t.String(), v)
}

// readKey reads what keyText wrote.
func readKey(t schema.Type, s string) (any, bool) {
	switch k := t.Kind; {
	case k == schema.KindString:
		return s, true
	case k == schema.KindBool:
		return s == "true", s == "true" || s == "false"
	case k.Signed():
		x, err := strconv.ParseInt(s, 10, k.Bits())
		return x, err == nil
	case k.Unsigned():
		x, err := strconv.ParseUint(s, 10, k.Bits())
		return x, err == nil
	}
	return nil, false
}
