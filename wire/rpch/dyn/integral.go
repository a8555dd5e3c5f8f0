package dyn

import (
	"strconv"
	"strings"
)

// integral returns a JSON number without point and exponent where it is whole: 1.0,
// 1e+15, 120e-1. Numbers that no integer type has are not ok, however short they
// are written.
func integral(text string) (string, bool) {
	mantissa, exp := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		n, err := strconv.Atoi(text[i+1:])
		if err != nil || n > 400 || n < -400 {
			return "", false
		}
		mantissa, exp = text[:i], n
	}
	digits, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	exp -= len(fraction)
	for exp < 0 && strings.HasSuffix(digits, "0") {
		digits, exp = digits[:len(digits)-1], exp+1
	}
	switch {
	case digits == "":
		return "0", true
	case exp < 0 || len(digits)+exp > 20:
		return "", false
	}
	digits += strings.Repeat("0", exp)
	if negative {
		digits = "-" + digits
	}
	return digits, true
}
