package compat

import "github.com/rpcctl/rpcctl/schema"

// prpcValue judges one value of an enum: what becomes of its number.
func prpcValue(c *cell) verdict {
	if c.firstMoved() {
		return is(Corrupt)
	}
	if c.value.w == nil {
		return exact
	}
	n := c.value.w.Number
	f := c.at.w
	if c.unsent() {
		if c.profile == "go" || n != 0 || f == nil || zeroOf(&f.Type).Kind != schema.KindEnum || tracked(f) || c.at.r == nil || tracked(c.at.r) {
			return exact
		}
		k := comparison{pairs: c.pairs, oldWrote: c.oldWrote, singles: true}
		return is(k.enum(c.we, c.re, n, n))
	}
	bare := f != nil && f.Type.Kind == schema.KindEnum && !tracked(f) && c.profile != "java"
	if n == 0 && bare && (c.at.r != nil && tracked(c.at.r) || c.lone(holderOf(f), f)) {
		return exact // it isn't written, and is absent there
	}
	k := comparison{pairs: c.pairs, oldWrote: c.oldWrote, singles: true}
	switch {
	case names(c.re, n), n == 0 && bare:
	case c.profile == "rpcctl" && c.re.Closed:
		return is(Reject)
	case c.profile == "cpp" && c.re.Closed, c.profile == "java":
		if c.profile == "cpp" && f != nil && c.at.r != nil && soleEnum(f) && soleEnum(c.at.r) && !tracked(c.at.r) {
			return is(k.enum(c.we, c.re, n, int64(0))) // so is the list
		}
		if f == nil || c.at.r == nil || f.Type.Kind != schema.KindEnum || c.at.r.Type.Kind != schema.KindEnum {
			return c.dropsNumber()
		}
		if !tracked(c.at.r) {
			return is(k.enum(c.we, c.re, n, int64(0))) // it is absent, which is zero
		}
		return is(exactIf(n == 0 && !tracked(f)))
	}
	return is(k.enum(c.we, c.re, n, n))
}

// firstMoved reports whether a value is what a reader in Java makes up for an enum that
// is absent, where it was zero to who left it out.
func (c *cell) firstMoved() bool {
	w, r := c.at.w, c.at.r
	if c.profile != "java" || c.unsent() || w == nil || r == nil || w.Type.Kind != schema.KindEnum || r.Type.Kind != schema.KindEnum {
		return false
	}
	if tracked(w) && w.InOneOf() == nil || r.InOneOf() != nil || c.lone(holderOf(w), w) || c.null(holderOf(w), w) {
		return false
	}
	first, made := c.we.Values[0], c.re.Values[0]
	return first.Number == 0 && made.Number != 0 && (c.value.w == first || c.value.r == made)
}

// soleEnum reports whether a field is a list of one enum's value.
func soleEnum(f *schema.Field) bool {
	return f.Type.Kind == schema.KindList && f.Type.Len == 1 && f.Type.Elem.Kind == schema.KindEnum
}

// zeroOf is what the zero of a type is made of.
func zeroOf(t *schema.Type) *schema.Type {
	for t.Kind == schema.KindList && t.Len > 0 {
		t = t.Elem
	}
	return t
}
