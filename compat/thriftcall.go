package compat

import (
	"slices"
	"strconv"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

func numberText(e *schema.ErrorRef) string { return strconv.Itoa(e.Number) }

// thriftFinds returns the method that a server of a service runs for a request which
// names m and is made for another service's, nil where it runs none.
func thriftFinds(profile, wire string, m *schema.Method, from, at *schema.Service) *schema.Method {
	if at == nil {
		return nil
	}
	prefix, shared := schema.OnWire(from.On, wire, "service"), schema.OnWire(at.On, wire, "service")
	switch {
	case profile == "rpcctl":
		if prefix != "" && prefix != shared && prefix != at.Name {
			return nil
		}
	case prefix != shared || thriftBuffered(wire, from) != thriftBuffered(wire, at):
		return nil
	}
	methods := at.Methods
	if at.Super != nil {
		methods = at.AllMethods()
	}
	for _, x := range slices.Backward(methods) {
		if x.Name == m.Name {
			return x
		}
	}
	return nil
}

func thriftBuffered(wire string, s *schema.Service) bool {
	return schema.OnWire(s.On, wire, "transport") == "buffered"
}

// thriftTravels: the name of a method travels, and its service is where it is called.
func thriftTravels(k diff.Kind, o, n *schema.Method) bool {
	switch k {
	case diff.PackageRenamed, diff.ServiceRenamed, diff.ServiceMoved, diff.ServiceIDChanged, diff.MethodIDChanged, diff.MethodWireNameChanged:
		return false
	case diff.MethodRenamed:
		return o.Name != n.Name
	}
	return true
}

// thriftAnswer claims what becomes of an answer that its client doesn't take for one:
// it has the name of another method, or comes by another transport.
func (w *walk) thriftAnswer() {
	ws, rs := w.root.sides(w.p)
	a, b := ws.method, rs.method
	if a == nil || b == nil || a.Oneway || b.Oneway {
		return
	}
	v := cut
	if w.root.flow == Failure && rs.err == nil {
		v = is(Doubt) // the call failed, as it was meant to
	}
	if a.Name != b.Name && w.profile != "java" {
		w.claim(diff.MethodRenamed, a, b, -1, v, nil)
	}
	if w.profile != "rpcctl" && thriftBuffered(w.table.Wire, a.Parent) != thriftBuffered(w.table.Wire, b.Parent) {
		if i := w.find(diff.ServiceWireNameChanged, a.Parent, b.Parent, -1); i >= 0 {
			w.claim(diff.ServiceWireNameChanged, a.Parent, b.Parent, i, v, nil)
		} else {
			w.claim(diff.MethodMoved, a, b, -1, v, nil)
		}
	}
}

// thriftReply walks a result.
func thriftReply(w *walk, ws, rs side) {
	switch a, b := ws.method.Oneway, rs.method.Oneway; {
	case a && b:
		return // nothing is written, and nothing read
	case a, b && w.profile != "rpcctl":
		w.claim(diff.MethodOnewayChanged, ws.method, rs.method, -1, cut, nil)
	case b:
		w.claim(diff.MethodOnewayChanged, ws.method, rs.method, -1, exact, nil)
	}
	w.thriftAnswer()
	w.payload(ws, rs)
}

// noResult is what becomes of a reply without a result where one is expected: Apache's
// Go takes zero for it, ours the absence of an optional one. taken is what that is.
func (w *walk) noResult(r *schema.Field, taken Outcome) verdict {
	switch {
	case w.profile == "go" && r.Type.Kind != schema.KindMessage, w.profile == "rpcctl" && r.Presence == schema.Optional:
		return is(taken)
	}
	return cut
}

// judgeThriftResult judges a result that has another type or presence.
func judgeThriftResult(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	if w == nil || r == nil || !isResult(r) {
		return exact
	}
	if thriftFormOf(&w.Type) != thriftFormOf(&r.Type) {
		return c.noResult(r, c.lostField(w, r, seenShapes{}))
	}
	v := exact
	if c.typeChanged(&w.Type, &r.Type) {
		v = c.sameForm(w, r)
	}
	if w.Presence == schema.Optional && c.profile == "rpcctl" {
		v = v.worse(c.noResult(r, Exact).unsure())
	}
	if defaultText(w) != defaultText(r) {
		v = v.worse(judgeTagDefault(c))
	}
	return v
}

// unsure says that not every value is refused.
func (v verdict) unsure() verdict {
	v.certain = false
	return v
}

// thriftResult judges two results of which one is nothing, an optional message, or
// not one of the other's kind.
func thriftResult(w *walk, r *root, wt, rt *schema.Type, wm, rm *schema.Message) verdict {
	ws, rs := r.sides(w.p)
	switch {
	case rs.method.Oneway, rt == nil:
		return is(Lossy)
	case wt == nil:
		return w.noResult(rs.method.Returns, Corrupt)
	case thriftFormOf(wt) != thriftFormOf(rt):
		return w.noResult(rs.method.Returns, exactIf(onlyZero(wt)))
	}
	owner := -1
	if i, ok := w.index[r.owner]; ok {
		owner = i
	}
	w.enter(ws.method.Returns)
	w.message(owner, wt.Message(), rt.Message())
	w.leave(ws.method.Returns)
	if ws.method.Returns.Presence == schema.Optional && w.profile == "rpcctl" {
		return w.noResult(rs.method.Returns, Exact).unsure()
	}
	return exact
}

// judgeThriftError judges what a client makes of a declared error, which it knows by
// its number in the method.
func judgeThriftError(c *cell) verdict {
	w, r := c.root.sides(c.p)
	if c.root.flow != Failure || w.err == nil || w.err.Target == nil {
		return exact
	}
	failed := cut
	if r.err == nil {
		failed = is(Doubt)
	}
	result := r.method.Returns
	switch {
	case r.method.Oneway && c.profile == "rpcctl":
		return is(Corrupt)
	case r.method.Oneway, w.method.Name != r.method.Name && c.profile != "java":
		return failed
	case c.profile != "rpcctl" && thriftBuffered(c.table.Wire, w.method.Parent) != thriftBuffered(c.table.Wire, r.method.Parent):
		return failed
	}
	for _, e := range r.method.Errors {
		if e.Target == nil || e.Number != w.err.Number {
			continue
		}
		if e == r.err {
			return exact
		}
		return verdict{out: Corrupt, settle: true, soft: r.err == nil}
	}
	if result == nil || c.noResult(result, Corrupt).out == Corrupt {
		return is(Corrupt)
	}
	return failed
}
