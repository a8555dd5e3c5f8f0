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

// lacks reports whether a reader requires what nothing of the writer's can be.
func (w *walk) lacks(wm, rm *schema.Message) bool {
	for _, f := range rm.Fields {
		if f.Presence != schema.Required || f.Retired != "" {
			continue
		}
		from := wm.Field(f.Number)
		if from == nil || from.Retired != "" || streams(from) {
			return true
		}
		a, b := formOf(from), formOf(f)
		if !w.takes(&b, a.sends()) {
			return true
		}
	}
	return false
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
			v = v.worse(w.unfound(p.w, p.r))
		}
	}
	if w.lacks(a, b) {
		u := w.unset()
		u.certain = u.out == Reject
		v = v.worse(u)
	}
	if w.strays(a, b, seenShapes{}) {
		v = v.worse(misread)
		v.settle = true // what lands may be as good as what is lost
	}
	return v
}
