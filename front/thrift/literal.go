package thrift

import (
	"strconv"
	"strings"
)

// value reads a literal.
func (p *parser) value(depth int) (literal, bool) {
	from := p.tok
	v := literal{kind: p.tok.kind, text: p.word()}
	p.element()
	if depth == maxDepth {
		p.add(from.start, from.end, "literals are nested more than "+strconv.Itoa(maxDepth)+" deep")
		return v, false
	}
	ok := true
	switch {
	case v.kind == number:
		n, _ := p.integer("a number")
		v.text = strconv.FormatInt(n, 10)
	case v.kind == double:
		v.text = plainNumber(v.text)
		p.advance()
	case v.kind == text:
		v.text = unquote(v.text)
		p.advance()
	case v.kind == word && (v.text == "true" || v.text == "false" || !keyword(v.text)):
		p.advance()
	case p.is("["):
		p.advance()
		ok = p.members("the list", "]", from, func() bool {
			i, ok := p.value(depth + 1)
			if ok {
				v.items = append(v.items, i)
				p.separator()
			}
			return ok
		})
	case p.is("{"):
		p.advance()
		ok = p.members("the map", "}", from, func() bool {
			k, ok := p.value(depth + 1)
			if !ok || !p.expect(":", "after the key") {
				return false
			}
			i, ok := p.value(depth + 1)
			if ok {
				v.keys, v.items = append(v.keys, k), append(v.items, i)
				p.separator()
			}
			return ok
		})
	default:
		p.unexpected("expected a value").Help = "a value is a number, a string in quotes, true or false, a name, [VALUE, …] or {KEY: VALUE, …}"
		return v, false
	}
	v.span = p.span(from, p.previous)
	return v, ok
}

// unquote returns what a string means; s has its quotes.
func unquote(s string) string {
	s = s[1 : len(s)-1]
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			switch c = s[i]; c {
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			case 't':
				c = '\t'
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// plainNumber brings a double into the one form that equal numbers share: no
// leading or trailing zeros, an exponent only past 21 digits.
func plainNumber(text string) string {
	sign, text := "", strings.TrimPrefix(text, "+")
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "-", rest
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exp, err := 0, error(nil)
	if exponent != "" {
		if exp, err = strconv.Atoi(exponent); err != nil || exp > 1<<20 || exp < -1<<20 {
			return sign + strings.ToLower(text)
		}
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
	case len(digits) > 1:
		digits = digits[:1] + "." + digits[1:]
	}
	return sign + digits + "e" + strconv.Itoa(point-1)
}
