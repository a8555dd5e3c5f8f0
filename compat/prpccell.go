package compat

import "github.com/rpcctl/rpcctl/schema"

// carried returns the param that travels as the request itself: the only one, where
// it is a message. Nil: the params travel as a message of their own.
func carried(m *schema.Method) *schema.Field {
	if m == nil || len(m.Params) != 1 {
		return nil
	}
	f := m.Params[0]
	if f.Type.Kind == schema.KindMessage && f.Presence != schema.Optional && f.Retired == "" {
		return f
	}
	return nil
}

// requests reports whether the messages are the params of the root's methods, and
// returns what travels as the request itself on either side.
func (w *walk) requests(wm, rm *schema.Message) (wc, rc *schema.Field, ok bool) {
	ws, rs := w.root.sides(w.p)
	if w.root.flow != Request || wm != ws.msg || rm != rs.msg {
		return nil, nil, false
	}
	return carried(ws.method), carried(rs.method), true
}

// whole reports whether a param is the request itself on both sides: then neither its
// number nor a tag is written.
func (c *cell) whole(f *schema.Field) bool {
	wc, rc, ok := c.requests(c.wm, c.rm)
	return ok && wc == f && rc != nil
}

// lone reports whether the writer's field is all that a request can have, and a
// server refuses a request without a byte: then it is never absent.
func (c *cell) lone(wm *schema.Message, f *schema.Field) bool {
	ws, _ := c.root.sides(c.p)
	switch p := carried(ws.method); {
	case c.root.flow != Request || c.profile != "go" && c.profile != "java":
		return false
	case p == nil && wm != ws.msg, p != nil && (wm != p.Type.Message() || len(c.path) > 2):
		return false
	}
	return !c.others(wm, f)
}

// null reports whether the writer's field, nil for none, is all that a response can
// have: one without a byte is no object to Java, which makes nothing up for it.
func (c *cell) null(wm *schema.Message, f *schema.Field) bool {
	ws, _ := c.root.sides(c.p)
	return c.root.flow == Response && c.profile == "java" && wm == ws.msg && len(c.path) < 2 && !c.others(wm, f)
}

// others reports whether a message can have bytes of other fields than f.
func (c *cell) others(wm *schema.Message, f *schema.Field) bool {
	for _, g := range wm.Fields {
		if g != f && g.Retired == "" && !streams(g) && (tracked(g) || g.Type.Kind == schema.KindMessage || c.profile == "java" || !onlyZero(&g.Type)) {
			return true
		}
	}
	return false
}

// reshaped reports whether a message is the whole request on one side and a param
// among others on the other.
func (w *walk) reshaped(wm, rm *schema.Message) bool {
	wc, rc, ok := w.requests(wm, rm)
	return ok && (wc == nil) != (rc == nil)
}

// target returns the reader's field that gets what f sends, nil for none.
func (w *walk) target(wm, rm *schema.Message, f *schema.Field) *schema.Field {
	if wc, rc, ok := w.requests(wm, rm); ok && wc != nil && rc != nil {
		return rc
	}
	if to := rm.Field(f.Number); to != nil && to.Retired == "" {
		return to
	}
	return nil
}

// source returns the writer's field that a reader's field gets its value from.
func (w *walk) sender(wm, rm *schema.Message, f *schema.Field) *schema.Field {
	if wc, rc, ok := w.requests(wm, rm); ok && wc != nil && rc != nil {
		return wc
	}
	if from := wm.Field(f.Number); from != nil && from.Retired == "" {
		return from
	}
	return nil
}

// prpcLayout judges a request that is a message itself on one side, and a message of
// params on the other.
func prpcLayout(w *walk, wm, rm *schema.Message, pairs []fieldPair) verdict {
	wc, rc, ok := w.requests(wm, rm)
	ws, rs := w.root.sides(w.p)
	if w.profile == "go" && w.root.flow == Failure {
		w.apart = Exact // no reader knows the error
	}
	if !ok {
		return verdict{}
	}
	if len(ws.method.Params) == 0 && len(rs.method.Params) > 0 && (w.profile == "go" || w.profile == "java") {
		return cut // a request without a byte is one without an argument
	}
	if (wc == nil) == (rc == nil) || len(rs.method.Params) == 0 {
		return verdict{}
	}
	v := verdict{}
	a, b := wm, rm
	if wc != nil {
		a = wc.Type.Message()
	} else {
		b = rc.Type.Message()
	}
	for _, p := range pairs {
		if p.w != nil && p.r != nil && p.w.Retired == "" && p.r.Retired == "" {
			v = v.worse(w.unread(p.w, p.r))
		}
	}
	if w.strays(a, b, seenShapes{}) {
		v = v.worse(misread)
		v.settle = true // what lands may be as good as what is lost
	}
	return v
}

// prpcApart is what becomes of a value that doesn't get to its partner.
func prpcApart(w *walk, wm, rm *schema.Message, p fieldPair) Outcome {
	if w.reshaped(wm, rm) || w.unsent() && holder(&p.w.Type) != nil && !(w.vacant(p.w) && hollow(p.r)) {
		return Exact // what is inside isn't compared
	}
	if w.unsent() {
		return 0
	}
	if p.w.Retired != "" || p.r.Retired != "" || w.getsThrough(wm, rm, p) {
		return 0
	}
	return w.unread(p.w, p.r).out
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

// unsent reports whether what is walked is an error of which no field travels: that
// is so between ours alone.
func (w *walk) unsent() bool { return w.root.flow == Failure && w.profile != "rpcctl" }

// vacant reports whether a field's message can be there and have nothing in it.
func (w *walk) vacant(f *schema.Field) bool {
	return hollow(f) && !demands(holder(&f.Type)) && !(w.profile == "java" && optionOf(f, groupOption) != nil)
}

// unsentType judges a field of another type in an error that arrives without its
// fields: what was zero there is compared with a zero that nobody sent.
func (c *cell) unsentType(w, r *schema.Field) verdict {
	wt, rt := &w.Type, &r.Type
	switch {
	case c.profile == "go" || !c.typeChanged(wt, rt) || tracked(w) || tracked(r):
	case wt.Kind == schema.KindEnum && rt.Kind == schema.KindEnum:
		return c.enum(c.owner, wt.Enum(), rt.Enum())
	case wt.Message() != nil && rt.Message() != nil && c.vacant(w):
		c.message(c.owner, wt.Message(), rt.Message())
	case repeated(w) && repeated(r) && rt.Len > 0 && wt.Len != rt.Len:
		return is(Corrupt)
	}
	return exact
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
		v = c.unread(w, r)
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

// unsentPresent judges a field of an error that arrives without its fields.
func (c *cell) unsentPresent(wLive, rLive bool) verdict {
	switch {
	case c.profile == "go", wLive && rLive:
		return exact
	case wLive:
		return is(dropped(c))
	case rLive && c.pair.r.Presence == schema.Required && c.outermost():
		return is(Corrupt)
	case rLive:
		return is(missing(c))
	}
	return exact
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
	if !c.idle() && !c.unsent() && !c.lone(c.wm, c.pair.w) && c.pair.r.Presence == schema.Required && c.pair.w.Presence != schema.Required {
		return c.unset()
	}
	return c.madeUp()
}

// madeUp is what becomes of a value that is absent, and that a reader in Java makes up.
func (c *cell) madeUp() verdict {
	w, r := c.pair.w, c.pair.r
	if c.profile != "java" || c.idle() || c.unsent() || r.InOneOf() != nil || w.Presence == schema.Required || w.InOneOf() == nil && makesUp(w) || c.lone(c.wm, w) || c.null(c.wm, w) {
		return exact
	}
	e := r.Type.Enum()
	if e != nil && e.Values[0].Number != 0 || tracked(w) && tracked(r) && (e != nil || r.Type.Elem != nil) {
		return is(Corrupt)
	}
	return exact
}

func prpcDefault(c *cell) verdict {
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

// prpcValue judges one value of an enum: what becomes of its number.
func prpcValue(c *cell) verdict {
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
		return is(k.enum(c.we, c.re, 0, 0))
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

// zeroOf is what the zero of a type is made of.
func zeroOf(t *schema.Type) *schema.Type {
	for t.Kind == schema.KindList && t.Len > 0 {
		t = t.Elem
	}
	return t
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
	if wt.Message() != nil && byteless(wt.Message()) {
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
