package compat

import (
	"fmt"
	"math"
	"math/big"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// boundsFinding judges a change of a field's bounds: a value that its writer may
// have and its reader refuses. It is none where both sides allow the same.
func (j *judging) boundsFinding(c *Change, reached carriers) (Finding, bool) {
	o, okOld := c.Old.(*schema.Field)
	n, okNew := c.New.(*schema.Field)
	if !okOld || !okNew {
		return Finding{}, false
	}
	option := c.Kind == diff.OptionChanged
	old, new := limitsOf(o, !option, option), limitsOf(n, !option, option)
	oldAll, newAll := limitsOf(o, true, true), limitsOf(n, true, true)
	tight, loose := outside(o, &oldAll, &new), outside(n, &newAll, &old)
	unsure := tight == nil && loose == nil && limitsDiffer(o, &old, &new)
	at := reached.of(o, n)
	f := Finding{
		Rule: boundsWire + "/" + string(c.Kind), Wire: boundsWire, Use: Call, Outcomes: Pair{Exact, Exact}, Reached: at.texts,
		Reason: "both allow the same values",
	}
	if !at.request && !at.response {
		if j.ignoreData {
			return f, false
		}
		f.Use = Data
	}
	raise := func(p Pairing, out Outcome, why string) {
		if out > f.Outcomes[p] {
			f.Outcomes[p], f.Reason = out, why
		}
	}
	if at.request && tight != nil {
		raise(OldNew, Reject, "a new server that checks bounds refuses what an old client may send")
	}
	if at.request && loose != nil {
		raise(NewOld, Reject, "an old server that checks bounds refuses what a new client may send")
	}
	if unsure {
		raise(OldNew, Doubt, "the rules differ, and no value was found that one of them refuses")
		raise(NewOld, Doubt, f.Reason)
	}
	if (at.response || f.Use == Data) && loose != nil {
		p := OldNew // a new server answers an old client
		if f.Use == Data {
			p = NewOld
		}
		raise(p, Doubt, "a reader of the old contract may rely on its bounds")
	}
	if (at.response || f.Use == Data) && tight != nil {
		p := NewOld
		if f.Use == Data {
			p = OldNew
		}
		raise(p, Doubt, "a reader of the new contract may rely on its bounds")
	}
	switch {
	case f.Outcomes[OldNew] == Reject:
		f.Witness = beyond(OldNew, o, n, tight, at.root)
	case f.Outcomes[NewOld] == Reject:
		f.Witness = beyond(NewOld, n, o, loose, at.root)
	}
	return j.close(f, "widen bounds on servers first, and tighten them on clients first"), true
}

// limitsDiffer reports whether two bounds are written otherwise, in a way that
// may matter although no value shows it. Of integers all that matter are tried.
func limitsDiffer(f *schema.Field, a, b *limits) bool {
	text := func(x *limits) string {
		s := fmt.Sprint(x.minSize, x.maxSize, x.other)
		if !f.Type.Kind.Integer() {
			s += fmt.Sprint(x.low, x.high, x.lowOpen, x.hiOpen)
		}
		for _, re := range x.patterns {
			s += "\n" + re.String()
		}
		return s
	}
	return text(a) != text(b)
}

// beyond is the witness of a value that the writer's bounds allow and the
// reader's don't: bounds were asked, no bytes.
func beyond(p Pairing, w, r *schema.Field, v any, at *root) *Witness {
	side := "new"
	if p == NewOld {
		side = "old"
	}
	m, ok := w.Parent.(*schema.Message)
	x := &Witness{Pairing: p, Use: Call, Flow: Request, Wrote: schema.Record{w.Number: v}, Peer: "bounds", Mode: "error", partial: true}
	if ok {
		x.At = m.FullName()
	} else if method, is := w.Parent.(*schema.Method); is {
		m, x.At = method.Request(), method.Name
	} else {
		m, x.At = &schema.Message{Fields: []*schema.Field{w}}, w.FullName()
	}
	x.wrote = m
	x.Error = w.Name + " is outside what the " + side + " contract allows: " + boundsText(r)
	return x
}

func boundsText(f *schema.Field) string {
	b := limitsOf(f, true, true)
	var parts []string
	add := func(name, value string) { parts = append(parts, name+" "+value) }
	if b.low != nil {
		add(map[bool]string{true: "above", false: "at least"}[b.lowOpen], b.low.RatString())
	}
	if b.high != nil {
		add(map[bool]string{true: "below", false: "at most"}[b.hiOpen], b.high.RatString())
	}
	if b.minSize > 0 {
		add("min_len", fmt.Sprint(b.minSize))
	}
	if b.maxSize >= 0 {
		add("max_len", fmt.Sprint(b.maxSize))
	}
	for _, re := range b.patterns {
		add("pattern", re.String())
	}
	return strings.Join(parts, ", ")
}

// longestValue bounds what is made to show a size.
const longestValue = 1 << 16

// outside returns the plainest value found of a writer's field that the writer's
// bounds allow and the reader's don't, nil where there is none.
func outside(f *schema.Field, w, r *limits) any {
	differs := func(v any) bool { return w.allow(v) && !r.allow(v) }
	switch k := f.Type.Kind; {
	case k.Number():
		return outsideNumber(&f.Type, w, r, differs)
	case k == schema.KindString:
		for _, s := range limitTexts(w, r) {
			if differs(s) {
				return s
			}
		}
	case k == schema.KindBytes, k == schema.KindList, k == schema.KindSet, k == schema.KindMap:
		for _, n := range limitSizes(w, r) {
			if differs(n) {
				if v := ofSize(&f.Type, n); v != nil {
					return v
				}
			}
		}
	}
	return nil
}

// outsideNumber tries the numbers around all bounds, those next to zero first.
func outsideNumber(t *schema.Type, w, r *limits, differs func(any) bool) any {
	var tries []*big.Rat
	steps := []*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1)}
	if t.Kind.Float() {
		steps = append(steps, big.NewRat(1, 2), big.NewRat(-1, 2))
	}
	for _, at := range []*big.Rat{new(big.Rat), w.low, w.high, r.low, r.high} {
		for _, step := range steps {
			if at != nil {
				tries = append(tries, new(big.Rat).Add(at, step))
			}
		}
	}
	slices.SortStableFunc(tries, func(a, b *big.Rat) int { return new(big.Rat).Abs(a).Cmp(new(big.Rat).Abs(b)) })
	for _, n := range tries {
		v := asNumber(t.Kind, n)
		if f, ok := v.(float64); ok {
			n = new(big.Rat).SetFloat64(f) // the nearest there is
		}
		if v != nil && differs(n) {
			return v
		}
	}
	return nil
}

// asNumber is n as a value of a kind, nil where it has none such.
func asNumber(k schema.Kind, n *big.Rat) any {
	switch {
	case k.Signed():
		if !n.IsInt() || !n.Num().IsInt64() || n.Num().Int64()>>(k.Bits()-1) != n.Num().Int64()>>63 {
			return nil
		}
		return n.Num().Int64()
	case k.Unsigned():
		if !n.IsInt() || !n.Num().IsUint64() || k.Bits() < 64 && n.Num().Uint64()>>k.Bits() != 0 {
			return nil
		}
		return n.Num().Uint64()
	case k == schema.KindFloat32:
		if f, _ := n.Float32(); !math.IsInf(float64(f), 0) {
			return float64(f)
		}
		return nil
	}
	if f, _ := n.Float64(); !math.IsInf(f, 0) {
		return f
	}
	return nil
}

func limitSizes(w, r *limits) []int {
	all := []int{0, 1}
	for _, n := range []int64{w.minSize, w.maxSize, r.minSize, r.maxSize} {
		for _, n := range []int64{n - 1, n, n + 1} {
			if n >= 0 && n <= longestValue {
				all = append(all, int(n))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// ofSize returns a value with n bytes or elements, nil where none is known.
func ofSize(t *schema.Type, n int) any {
	key := t.Elem
	if t.Kind == schema.KindMap {
		key = t.Key
	}
	if t.Kind == schema.KindBytes {
		return []byte(strings.Repeat("a", n))
	}
	one := func(i int) any {
		switch k := key.Kind; {
		case t.Kind == schema.KindList:
			return schema.Zero(*key)
		case k.Signed() && i < 1<<min(k.Bits()-1, 31):
			return int64(i)
		case k.Unsigned() && i < 1<<min(k.Bits(), 32):
			return uint64(i)
		case k == schema.KindString:
			return fmt.Sprint(i)
		}
		return nil
	}
	list, entries := make([]any, n), make([]schema.Entry, n)
	for i := range n {
		if list[i] = one(i); list[i] == nil {
			return nil
		}
		if t.Kind == schema.KindMap {
			entries[i] = schema.Entry{Key: list[i], Value: schema.Zero(*t.Elem)}
		}
	}
	if t.Kind == schema.KindMap {
		return entries
	}
	return list
}

// limitTexts are strings of all sizes that matter, and such as patterns have, short
// ones first.
func limitTexts(w, r *limits) []string {
	var all []string
	for _, n := range limitSizes(w, r) {
		for _, c := range []string{"a", "0", "A", " ", "é"} {
			all = append(all, strings.Repeat(c, n/len(c)))
		}
	}
	for _, b := range []*limits{w, r} {
		for _, re := range b.patterns {
			parsed, err := syntax.Parse(re.String(), syntax.Perl)
			if err != nil {
				continue
			}
			for way := range 24 {
				g := &matching{way: way}
				g.write(parsed)
				all = append(all, g.b.String())
				for _, n := range limitSizes(w, r) {
					if s := g.b.String(); len(s) > 0 && len(s) < n {
						all = append(all, s+strings.Repeat(s[len(s)-1:], n-len(s)))
					}
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return len(a) - len(b) })
	return slices.Compact(all)
}

// matching writes a text that a pattern has, another for each way.
type matching struct {
	b     strings.Builder
	way   int
	turn  int
	steps int
}

// next is a choice among n.
func (g *matching) next(n int) int {
	g.turn++
	return (g.way/max(1, g.turn%3*2) + g.way) % n
}

func (g *matching) write(re *syntax.Regexp) {
	if g.steps++; g.steps > 1<<12 || g.b.Len() > 1<<10 {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		g.b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			i := g.next(len(re.Rune)/2) * 2
			g.b.WriteRune([]rune{re.Rune[i], re.Rune[i+1]}[g.way%2])
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		g.b.WriteString([]string{"a", "0", "-"}[g.next(3)])
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			g.write(sub)
		}
	case syntax.OpAlternate:
		g.write(re.Sub[g.next(len(re.Sub))])
	case syntax.OpStar, syntax.OpQuest, syntax.OpPlus, syntax.OpRepeat:
		least, most := map[syntax.Op]int{syntax.OpPlus: 1, syntax.OpRepeat: re.Min}[re.Op], map[syntax.Op]int{syntax.OpStar: 2, syntax.OpQuest: 1, syntax.OpPlus: 3, syntax.OpRepeat: re.Max}[re.Op]
		if most < least {
			most = least + 1 // as often as it likes
		}
		n := []int{least, most, min(least+1, most)}[g.next(3)]
		for range min(n, 1<<10) {
			g.write(re.Sub[0])
		}
	default: // what stands for a place, and no text
	}
}
