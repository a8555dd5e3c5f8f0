package compat

import "github.com/rpcctl/rpcctl/schema"

// prpcApart is what becomes of a value that doesn't get to its partner.
func prpcApart(w *walk, wm, rm *schema.Message, p fieldPair) Outcome {
	if w.reshaped(wm, rm) || w.unsent() && holder(&p.w.Type) != nil && !(w.vacant(p) && hollow(p.r)) {
		return Exact // what is inside isn't compared
	}
	if w.unsent() {
		return 0
	}
	if p.w.Retired != "" || p.r.Retired != "" || w.getsThrough(wm, rm, p) {
		return 0
	}
	return w.unfound(p.w, p.r).out
}

// getsThrough reports whether a pair's value gets to its partner.
func (w *walk) getsThrough(wm, rm *schema.Message, p fieldPair) bool {
	if w.target(wm, rm, p.w) != p.r {
		return false
	}
	if wc, rc, ok := w.requests(wm, rm); ok && wc != nil && rc != nil {
		return true
	}
	a, b := formOf(p.w), formOf(p.r)
	return w.takes(&b, a.sends())
}

// outermost reports whether the pair stands in the payload itself.
func (c *cell) outermost() bool {
	n := len(c.path)
	if c.pair.w != nil {
		n--
	}
	return n == 0
}

// prpcPresent judges a field that came, went, was retired or renumbered.
func prpcPresent(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	wLive, rLive := w != nil && w.Retired == "", r != nil && r.Retired == ""
	if c.unsent() {
		return c.unsentPresent(wLive, rLive)
	}
	if c.reshaped(c.wm, c.rm) && wLive && rLive {
		return exact
	}
	v := exact
	switch {
	case wLive && rLive:
		if c.target(c.wm, c.rm, w) == r {
			return exact
		}
		v = c.unfound(w, r)
	case wLive && c.ungrouped(w) && tracked(w):
		return exact // it can't be written
	case wLive:
		v = is(dropped(c))
	case rLive:
		v = c.made(r)
	}
	if c.reshaped(c.wm, c.rm) {
		return v
	}
	if wLive {
		if to := c.target(c.wm, c.rm, w); to != nil && to != r && c.lands(w, to, seenShapes{}) {
			v = v.worse(misread)
		}
	}
	if rLive {
		if from := c.sender(c.wm, c.rm, r); from != nil && from != w && c.lands(from, r, seenShapes{}) {
			v = v.worse(misread)
			v.certain = false
		}
	}
	return v
}

// made is what a reader has of a field that nobody sends.
func (c *cell) made(r *schema.Field) verdict {
	if r.Presence == schema.Required {
		v := c.unset()
		v.certain = v.out == Reject && c.outermost()
		return v
	}
	if e := r.Type.Enum(); e != nil && c.profile == "java" && r.InOneOf() == nil && len(e.Values) > 0 && e.Values[0].Number != 0 && !c.null(c.wm, nil) {
		return is(Corrupt) // the enum's first name
	}
	v := is(missing(c))
	if c.oldWrote && c.pair.w == nil && keptFree(c.wm, r.Number) {
		v = v.worse(is(Doubt)) // from before it was kept free
	}
	return v
}

// prpcType judges a field of another type, or another form of it.
func prpcType(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	if w == nil || r == nil || c.idle() || c.reshaped(c.wm, c.rm) {
		return exact
	}
	if c.unsent() {
		return c.unsentType(w, r)
	}
	if c.target(c.wm, c.rm, w) != r {
		return exact
	}
	v := c.madeUp()
	if c.typeChanged(&w.Type, &r.Type) || !sameLayout(w, r) && !c.whole(w) {
		v = v.worse(c.read(c.owner, w, r))
	}
	if m, ok := w.Parent.(*schema.Method); ok && m.Returns == w {
		v = v.worse(prpcPresence(c))
	}
	return v
}

func prpcPresence(c *cell) verdict {
	if c.unsent() && !c.idle() && c.profile != "go" && c.pair.r.Presence == schema.Required && c.pair.w.Presence != schema.Required {
		return is(exactIf(!c.outermost()))
	}
	if !c.idle() && !c.unsent() && !c.lone(c.wm, c.pair.w) && !c.alwaysThere(c.pair.w) && c.pair.r.Presence == schema.Required && c.pair.w.Presence != schema.Required {
		return c.unset()
	}
	return c.madeUp()
}

// alwaysThere reports whether a writer in Java never leaves a field out.
func (w *walk) alwaysThere(f *schema.Field) bool { return w.profile == "java" && makesUp(f) }

// madeUp is what becomes of a value that is absent, and that a reader in Java makes up.
func (c *cell) madeUp() verdict {
	w, r := c.pair.w, c.pair.r
	if c.profile != "java" || c.idle() || c.unsent() || r.InOneOf() != nil || w.Presence == schema.Required || c.alwaysThere(w) || c.lone(c.wm, w) || c.null(c.wm, w) {
		return exact
	}
	e := r.Type.Enum()
	if e != nil && e.Values[0].Number != 0 || tracked(w) && tracked(r) && (e != nil || r.Type.Elem != nil) {
		return is(Corrupt)
	}
	return exact
}

func prpcDefault(c *cell) verdict {
	if c.profile == "java" && !c.unsent() && c.pair.r.InOneOf() == nil && (c.pair.r.Type.Enum() != nil || repeated(c.pair.r)) && !c.null(c.wm, c.pair.w) {
		return exact // it is made up
	}
	if !c.unsent() && c.alwaysThere(c.pair.w) {
		return exact
	}
	if !c.idle() && c.pair.r.Presence == schema.Optional && c.pair.w.Presence != schema.Required && !c.lone(c.wm, c.pair.w) {
		return is(Doubt)
	}
	return exact
}

// prpcOneof judges members that a writer can set together and a reader can't have.
func prpcOneof(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	if v := c.madeUp(); v.out > Exact {
		return v
	}
	if c.idle() || c.unsent() || r.InOneOf() == nil || !c.getsThrough(c.wm, c.rm, c.pair) {
		return exact
	}
	for _, f := range c.wm.Fields {
		if f == w || f.Retired != "" || streams(f) || f.InOneOf() != nil && f.InOneOf() == w.InOneOf() {
			continue
		}
		to := c.target(c.wm, c.rm, f)
		if to == nil || to == r || to.InOneOf() != r.InOneOf() {
			continue
		}
		b, a := formOf(to), formOf(f)
		if c.takes(&b, a.sends()) && !c.spares(w, f) {
			return is(Corrupt)
		}
	}
	return exact
}

// spares reports whether nothing is lost where two members come, of which the last
// one stays.
func (c *cell) spares(a, b *schema.Field) bool {
	if a.Number > b.Number {
		a, b = b, a
	}
	unwritten := func(f *schema.Field) bool {
		return !tracked(f) && f.Type.Kind != schema.KindMessage && onlyZero(&f.Type)
	}
	return !tracked(a) && onlyZero(&a.Type) || unwritten(b)
}

// holderOf is the message that a field stands in: its params' of a method.
func holderOf(f *schema.Field) *schema.Message {
	switch p := f.Parent.(type) {
	case *schema.Message:
		return p
	case *schema.Error:
		return &p.Message
	case *schema.Method:
		if f == p.Returns {
			return p.Response()
		}
		return p.Request()
	}
	return nil
}

// prpcResult judges two results of which one is a value and the other a message, or
// nothing.
func prpcResult(w *walk, r *root, wt, rt *schema.Type, wm, rm *schema.Message) verdict {
	switch {
	case wt == nil && rt != nil:
		v := is(Corrupt)
		if w.profile != "java" && demands(rm) {
			v = cut
		}
		return v
	case rt == nil:
		return is(Lossy)
	}
	if wt.Message() != nil && w.byteless(wt.Message()) {
		return exact
	}
	return misread
}

// demands reports whether a message has a field that must be there.
func demands(m *schema.Message) bool {
	for _, f := range m.Fields {
		if f.Presence == schema.Required && f.Retired == "" {
			return true
		}
	}
	return false
}
