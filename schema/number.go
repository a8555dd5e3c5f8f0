package schema

import (
	"strconv"
	"strings"
)

// CanonicalNumber brings a number to the one form that equal numbers share: no
// leading or trailing zeros, an exponent only past 21 digits. text is digits with
// or without a sign, a point and an exponent.
func CanonicalNumber(text string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "-", rest
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exp := 0
	if exponent != "" {
		n, err := strconv.Atoi(exponent)
		if err != nil || n > 1<<20 || n < -1<<20 {
			return sign + text
		}
		exp = n
	}
	digits := strings.TrimLeft(whole+fraction, "0")
	point := len(digits) - len(fraction) + exp // digits before the point; may be outside digits
	digits = strings.TrimRight(digits, "0")
	switch {
	case digits == "":
		return "0"
	case len(digits) <= point && point <= 21:
		return sign + digits + strings.Repeat("0", point-len(digits))
	case 0 < point && point <= 21:
		return sign + digits[:point] + "." + digits[point:]
	case -6 < point && point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits
	}
	text = digits[:1]
	if len(digits) > 1 {
		text += "." + digits[1:]
	}
	return sign + text + "e" + strconv.Itoa(point-1)
}
