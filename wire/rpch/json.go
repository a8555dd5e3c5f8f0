package rpch

import (
	"bytes"
	"encoding/base64"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// AppendJSONText appends s as a JSON string. < > & stay as they are.
func AppendJSONText(b []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, ErrText
	}
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(b, s[from:]...), '"'), nil
}

// AppendJSONFloat appends the shortest number that reads back as v in a float of
// that many bits.
func AppendJSONFloat(b []byte, v float64, bits int) ([]byte, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, ErrNumber
	}
	format, size := byte('f'), math.Abs(v)
	small, large := size < 1e-6, size >= 1e21
	if bits == 32 {
		small, large = float32(size) < 1e-6, float32(size) >= 1e21
	}
	if size != 0 && (small || large) {
		format = 'e'
	}
	b = strconv.AppendFloat(b, v, format, -1, bits)
	if n := len(b); format == 'e' && n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b = append(b[:n-2], b[n-1]) // e-09 is e-9, as Go's own JSON has it
	}
	return b, nil
}

// AppendJSONData appends bytes as base64.
func AppendJSONData(b, data []byte) []byte {
	b = append(b, '"')
	return append(base64.StdEncoding.AppendEncode(b, data), '"')
}

// AppendJSONComma appends a comma unless b ends where an object or array begins.
func AppendJSONComma(b []byte) []byte {
	if c := b[len(b)-1]; c == '{' || c == '[' {
		return b
	}
	return append(b, ',')
}

// Members are the members of an object on their way, to be brought into an order.
// The zero value is ready for use.
type Members struct{ at []memberAt }

type memberAt struct {
	key        string
	start, end int
}

// Add notes that a member starts at b[start:]. Members stand one after another
// without commas.
func (m *Members) Add(start int, key string) { m.at = append(m.at, memberAt{key: key, start: start}) }

// Sort brings the members, which end where b ends, into the order of their keys
// and puts commas between them.
func (m *Members) Sort(b []byte) []byte {
	if len(m.at) < 2 {
		return b
	}
	for i := range m.at {
		m.at[i].end = len(b)
		if i+1 < len(m.at) {
			m.at[i].end = m.at[i+1].start
		}
	}
	base := m.at[0].start
	old := bytes.Clone(b[base:])
	slices.SortFunc(m.at, func(x, y memberAt) int { return strings.Compare(x.key, y.key) })
	b = b[:base]
	for i, at := range m.at {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, old[at.start-base:at.end-base]...)
	}
	return b
}
