package compat

import "github.com/rpcctl/rpcctl/schema"

// deep is from how many states on a search follows several ways to each.
const deep = 100_000

// weave looks for payloads that both sides can read and that show Corrupt.
func (h *hunt) weave(rm *schema.Message, states int) *evidence {
	if h.woven || rm == nil || h.worst[Corrupt] != nil {
		return h.worst[Corrupt]
	}
	h.woven = true
	h.decided = true
	for _, ways := range []int{1, 3} {
		if h.worst[Corrupt] != nil || ways > 1 && states < deep {
			break
		}
		try, w := h.trial(Corrupt, states), newWeave(states, ways)
		w.find(h.msg, rm, func(b []byte) bool {
			v, err := h.x.peer.Read(h.msg, b)
			if err != nil {
				return true
			}
			v = unset(h.msg, v)
			return !declared(h.msg, v) || try(v)
		})
		h.decided = h.decided && w.left > 0
	}
	return h.worst[Corrupt]
}

// unseen reports whether places moved by the layouts alone: of all that was looked
// at nothing was refused or misread, so that there is nothing to show for it.
func (h *hunt) unseen() bool { return h.worst[Corrupt] == nil && h.worst[Reject] == nil }

// harmless is what becomes of values where places didn't move after all: what a
// change does alone, as far as that was seen.
func (h *hunt) harmless(alone Outcome) Outcome {
	if alone < Reject && !h.x.table.singles {
		return alone
	}
	worst := Exact
	for _, o := range Outcomes {
		if h.worst[o] != nil {
			worst = o
		}
	}
	return worst
}

// unset leaves out plain enums, and lists of them, that are zero for being absent.
func unset(m *schema.Message, r schema.Record) schema.Record {
	for _, f := range m.ByNumber() {
		v, ok := r[f.Number]
		switch {
		case !ok:
		case !tracked(f) && (f.Type.Kind == schema.KindEnum || ofEnums(&f.Type)) && !declaredValue(&f.Type, v) && isZero(&f.Type, v):
			delete(r, f.Number)
		default:
			unsetIn(&f.Type, v)
		}
	}
	return r
}

func unsetIn(t *schema.Type, v any) {
	switch v := v.(type) {
	case schema.Record:
		unset(t.Message(), v)
	case []any:
		for _, x := range v {
			unsetIn(t.Elem, x)
		}
	case []schema.Entry:
		for _, x := range v {
			unsetIn(t.Elem, x.Value)
		}
	}
}
