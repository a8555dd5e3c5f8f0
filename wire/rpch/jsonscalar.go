package rpch

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"
)

// Bool reads true or false.
func (r *Reader) Bool() bool {
	if r.word("true") {
		return true
	}
	if !r.word("false") {
		r.unexpected("true or false")
	}
	return false
}

// number takes the text of a number.
func (r *Reader) number() string {
	c := r.peek()
	if c != '-' && (c < '0' || c > '9') {
		r.unexpected("a number")
		return ""
	}
	start := r.i
	if c == '-' {
		r.i++
	}
	if r.i < len(r.b) && r.b[r.i] == '0' {
		r.i++
	} else if !r.digits() {
		return ""
	}
	if r.i < len(r.b) && r.b[r.i] == '.' {
		r.i++
		if !r.digits() {
			return ""
		}
	}
	if r.i < len(r.b) && r.b[r.i]|0x20 == 'e' {
		if r.i++; r.i < len(r.b) && (r.b[r.i] == '+' || r.b[r.i] == '-') {
			r.i++
		}
		if !r.digits() {
			return ""
		}
	}
	return view(r.b[start:r.i])
}

func (r *Reader) digits() bool {
	start := r.i
	for r.i < len(r.b) && '0' <= r.b[r.i] && r.b[r.i] <= '9' {
		r.i++
	}
	if r.i == start {
		r.unexpected("a digit")
	}
	return r.i > start
}

// Int reads a whole number that fits in so many bits, also one that is written
// with a fraction of zeros or an exponent.
func (r *Reader) Int(bits int) int64 {
	text := r.number()
	if r.err != nil {
		return 0
	}
	whole, err := wholeNumber(text)
	if err == nil {
		var v int64
		if v, err = strconv.ParseInt(whole, 10, bits); err == nil {
			return v
		}
	}
	r.failf("%s is no int%d", short(text), bits)
	return 0
}

// Uint is Int without a sign.
func (r *Reader) Uint(bits int) uint64 {
	text := r.number()
	if r.err != nil {
		return 0
	}
	whole, err := wholeNumber(text)
	if whole == "-0" {
		whole = "0"
	}
	if err == nil {
		var v uint64
		if v, err = strconv.ParseUint(whole, 10, bits); err == nil {
			return v
		}
	}
	r.failf("%s is no uint%d", short(text), bits)
	return 0
}

// wholeNumber writes a JSON number without fraction and exponent, where that
// can be.
func wholeNumber(text string) (string, error) {
	if !strings.ContainsAny(text, ".eE") {
		return text, nil
	}
	sign := ""
	digits, exponent := text, 0
	if rest, ok := strings.CutPrefix(digits, "-"); ok {
		sign, digits = "-", rest
	}
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		var err error
		if exponent, err = strconv.Atoi(digits[i+1:]); err != nil || exponent < -400 || exponent > 400 {
			return "", strconv.ErrRange
		}
		digits = digits[:i]
	}
	if i := strings.IndexByte(digits, '.'); i >= 0 {
		exponent -= len(digits) - i - 1
		digits = digits[:i] + digits[i+1:]
	}
	digits = strings.TrimLeft(digits, "0")
	for exponent < 0 && strings.HasSuffix(digits, "0") {
		digits, exponent = digits[:len(digits)-1], exponent+1
	}
	switch {
	case digits == "":
		return "0", nil
	case exponent < 0 || exponent > 20:
		return "", strconv.ErrRange
	}
	return sign + digits + strings.Repeat("0", exponent), nil
}

// Float reads a number that fits in a float of so many bits.
func (r *Reader) Float(bits int) float64 {
	text := r.number()
	if r.err != nil {
		return 0
	}
	v, err := strconv.ParseFloat(text, bits)
	if err != nil || math.IsInf(v, 0) {
		r.failf("%s is no float%d", short(text), bits)
		return 0
	}
	return v
}

func short(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}

// Data reads bytes in base64.
func (r *Reader) Data() []byte {
	text := r.Text()
	if r.err != nil {
		return nil
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		r.failf("no base64: %w", err)
		return nil
	}
	return data
}

// KeyInt reads the key of a map's member as a whole number of so many bits.
func (r *Reader) KeyInt(key string, bits int) int64 {
	v, err := strconv.ParseInt(key, 10, bits)
	if err != nil {
		r.failf("the key %q is no int%d", short(key), bits)
	}
	return v
}

// KeyUint reads an unsigned key.
func (r *Reader) KeyUint(key string, bits int) uint64 {
	v, err := strconv.ParseUint(key, 10, bits)
	if err != nil {
		r.failf("the key %q is no uint%d", short(key), bits)
	}
	return v
}

// KeyBool reads true or false.
func (r *Reader) KeyBool(key string) bool {
	if key != "true" && key != "false" {
		r.failf("the key %q is neither true nor false", short(key))
	}
	return key == "true"
}
