package compat

import "github.com/rpcctl/rpcctl/schema"

// A declared error is its code to all peers but ours, and not even that to Go.

// unsent reports whether what is walked is an error of which no field travels: that
// is so between ours alone.
func (w *walk) unsent() bool { return w.root.flow == Failure && w.profile != "rpcctl" }

// vacant reports whether a field's message can be there and have nothing in it.
func (w *walk) vacant(p fieldPair) bool {
	if !hollow(p.w) || w.ungrouped(p.w) {
		return false
	}
	rm := holder(&p.r.Type)
	if rm == nil {
		return !demands(holder(&p.w.Type))
	}
	for _, f := range w.pairs.fields(holder(&p.w.Type), rm) {
		if f.w != nil && f.w.Retired == "" && f.w.Presence == schema.Required && f.r != nil && f.r.Retired == "" {
			return false
		}
	}
	return true
}

// unsentType judges a field of another type in an error that arrives without its
// fields: what was zero there is compared with a zero that nobody sent.
func (c *cell) unsentType(w, r *schema.Field) verdict {
	wt, rt := &w.Type, &r.Type
	switch {
	case c.profile == "go" || !c.typeChanged(wt, rt) || tracked(w) || tracked(r):
	case wt.Kind == schema.KindEnum && rt.Kind == schema.KindEnum:
		return c.enum(c.owner, wt.Enum(), rt.Enum())
	case wt.Message() != nil && rt.Message() != nil && c.vacant(c.pair):
		c.message(c.owner, wt.Message(), rt.Message())
	case repeated(w) && repeated(r) && rt.Len > 0 && wt.Len != rt.Len:
		return is(Corrupt)
	}
	return exact
}

// unsentPresent judges a field of an error that arrives without its fields.
func (c *cell) unsentPresent(wLive, rLive bool) verdict {
	switch {
	case c.profile == "go", wLive && rLive:
		return exact
	case wLive && tracked(c.pair.w):
		return exact // where it is set not even its own side gets it
	case wLive:
		return is(dropped(c))
	case rLive && c.pair.r.Presence == schema.Required && c.outermost():
		return is(Corrupt)
	case rLive:
		return is(missing(c))
	}
	return exact
}
