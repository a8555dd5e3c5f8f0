package schema

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
)

// MaxNumber is the highest number that a field can have.
const MaxNumber = 1<<29 - 1

// checkNumbers checks that numbers are in range, stand once and are not
// reserved.
func (l *linker) checkNumbers(m *Message, at Node) {
	l.checkRanges(at, m.Reserved, 1, MaxNumber)
	names, reserved := reservedNames(m.Reserved), newSweep(m.Reserved)
	var first *Field // of those with the number at hand
	for _, f := range m.byNumber {
		place, text := spanOf(f.NumberSpan, f.NameSpan), strconv.Itoa(f.Number)
		if f.Number < 1 || f.Number > MaxNumber {
			d := l.errorf("field-number-range", f, place, f.FullName()+" has the number "+text)
			d.Help = "a number is 1 to " + strconv.Itoa(MaxNumber)
		}
		if first == nil || first.Number != f.Number {
			first = f
		} else {
			d := l.errorf("link", f, place, f.FullName()+" has the number "+text+", which is "+first.FullName()+"'s")
			also(d, first.Name+" is here", spanOf(first.NumberSpan, first.NameSpan))
			d.Help = "give it a number of its own"
		}
		if r := reserved.find(int64(f.Number)); r != nil && f.Retired == "" {
			l.reused(f, place, f.FullName()+" has the number "+text+", which is reserved", r.Span)
		}
		if r, ok := names[f.Name]; ok && f.Retired == "" {
			l.reused(f, f.NameSpan, f.FullName()+" has a name that is reserved", r.Span)
		}
	}
}

func (l *linker) reused(n Node, at diag.Span, message string, reserved diag.Span) {
	d := l.errorf("field-number-reused", n, at, message)
	also(d, "reserved here", reserved)
	d.Help = "peers that know the old one would take it for this: choose another"
}

func (l *linker) checkEnum(e *Enum) {
	l.checkRanges(e, e.Reserved, math.MinInt32, math.MaxInt32)
	names, reserved := reservedNames(e.Reserved), newSweep(e.Reserved)
	byNumber := func(a, b *EnumValue) int { return cmp.Compare(a.Number, b.Number) }
	values := e.Values
	if !slices.IsSortedFunc(values, byNumber) {
		values = slices.SortedStableFunc(slices.Values(values), byNumber)
	}
	for _, v := range values {
		l.checkName(v)
		at, text := spanOf(v.NumberSpan, v.NameSpan), strconv.FormatInt(v.Number, 10)
		if v.Number < math.MinInt32 || v.Number > math.MaxInt32 {
			d := l.errorf("link", v, at, v.FullName()+" has the number "+text)
			d.Help = "the number of an enum value is -2147483648 to 2147483647"
		}
		if r := reserved.find(v.Number); r != nil {
			l.reused(v, at, v.FullName()+" has the number "+text+", which is reserved", r.Span)
		}
		if r, ok := names[v.Name]; ok {
			l.reused(v, v.NameSpan, v.FullName()+" has a name that is reserved", r.Span)
		}
	}
	l.checkValueWas(e)
}

// checkRanges checks the reserved block itself.
func (l *linker) checkRanges(at Node, r Reserved, low, high int64) {
	for _, g := range r.Ranges {
		text := g.String()
		switch {
		case g.From > g.To:
			l.errorf("link", at, g.Span, at.FullName()+" reserves "+text+", which ends before it begins")
		case g.From < low || g.To > high:
			d := l.errorf("link", at, g.Span, at.FullName()+" reserves "+text+", which no number can be")
			d.Help = "numbers are " + NumberRange{From: low, To: high}.String()
		}
	}
	seen := make(map[string]Ident, len(r.Names))
	for _, n := range r.Names {
		if first, ok := seen[n.Name]; ok {
			d := l.errorf("link", at, n.Span, at.FullName()+" reserves the name "+quote(n.Name)+" twice")
			also(d, "first here", first.Span)
			continue
		}
		seen[n.Name] = n
	}
}

// String returns the range as a contract writes it: 8, or 10-19.
func (r NumberRange) String() string {
	if r.From == r.To {
		return strconv.FormatInt(r.From, 10)
	}
	return strconv.FormatInt(r.From, 10) + "-" + strconv.FormatInt(r.To, 10)
}

// sweep finds reserved numbers for numbers that are asked in ascending order.
type sweep struct {
	ranges []NumberRange // by From
	widest *NumberRange  // of those that begin at or before the number, the one that ends last
}

func newSweep(r Reserved) *sweep {
	byFrom := func(a, b NumberRange) int { return cmp.Compare(a.From, b.From) }
	return &sweep{ranges: slices.SortedStableFunc(slices.Values(r.Ranges), byFrom)}
}

func (s *sweep) find(number int64) *NumberRange {
	for len(s.ranges) > 0 && s.ranges[0].From <= number {
		if s.widest == nil || s.ranges[0].To > s.widest.To {
			s.widest = &s.ranges[0]
		}
		s.ranges = s.ranges[1:]
	}
	if s.widest == nil || s.widest.To < number {
		return nil
	}
	return s.widest
}

func reservedNames(r Reserved) map[string]Ident {
	if len(r.Names) == 0 {
		return nil
	}
	names := make(map[string]Ident, len(r.Names))
	for _, n := range r.Names {
		names[n.Name] = n
	}
	return names
}
