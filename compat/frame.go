package compat

import (
	"slices"
	"strconv"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// numberAddress is how a wire with method ids names a method.
func numberAddress(m *schema.Method) string {
	id, _ := schema.MethodID(m)
	return strconv.FormatUint(uint64(id), 10)
}

// numberTravels: names travel where both numbers come from them, ids where one
// is written.
func numberTravels(k diff.Kind, o, n *schema.Method) bool {
	_, a := schema.MethodID(o)
	_, b := schema.MethodID(n)
	named := a && b
	switch k {
	case diff.PackageRenamed:
		return named && o.Parent.Parent.Name != n.Parent.Parent.Name
	case diff.ServiceRenamed, diff.ServiceMoved:
		return named && o.Parent.FullName() != n.Parent.FullName()
	case diff.MethodMoved:
		return o.Parent.FullName() != n.Parent.FullName()
	case diff.MethodRenamed:
		return named && o.Name != n.Name
	case diff.ServiceIDChanged:
		return !named && o.Parent.ID != n.Parent.ID
	case diff.MethodIDChanged:
		return !named && o.ID != n.ID
	case diff.ServiceWireNameChanged, diff.MethodWireNameChanged:
		return false
	}
	return true
}

const moves = "; where places move: reject, corrupt where bytes that belong elsewhere can be read"

// frameTable judges version 2 of the frame wire, with block payloads.
func frameTable() *Table {
	return &Table{
		Wire: "frame", Doc: "Fields have no tags: they stand at places, in the order of their numbers.",
		Rows:   slices.Concat(sessionRows("a number: the written id, or one that comes from its name"), frameRows(), valueRows(), errorRows("its code"), silentRows()),
		layout: blockLayout,
		apart: func(_ *walk, wm, rm *schema.Message, p fieldPair) Outcome {
			if tracked(p.r) && harmless(p) && !sameSlot(blockOf(wm).of(p.w), blockOf(rm).of(p.r)) {
				return Exact // an empty message, which stays absent
			}
			return 0
		},
		types:     blockTypes,
		refuses:   refusesUnnamed,
		result:    blockResult,
		hollow:    true,
		streams:   frameStreams,
		address:   numberAddress,
		addressed: true,
		travels:   numberTravels,
		unasked:   func(_, _ *schema.Method, _ bool) Outcome { return Reject },
		errorKey:  func(e *schema.ErrorRef) string { return strconv.FormatUint(uint64(e.Target.Code), 10) },
	}
}

func frameRows() []Row {
	place := func(field, param diff.Kind, says, doc string, judge func(*cell) verdict) []Row {
		r := Row{On: field, Says: says + moves, Doc: doc, Places: true, judge: judge}
		p := r
		p.On = param
		return []Row{r, p}
	}
	still := func(field, param diff.Kind, says, doc string, judge func(*cell) verdict) []Row {
		r := Row{On: field, Says: says, Doc: doc, judge: judge}
		p := r
		p.On = param
		return []Row{r, p}
	}
	rows := slices.Concat(
		place(diff.FieldAdded, diff.MethodParamAdded, "exact; lossy, doubt in a oneof that OLD has", "after the last place it is out of an old reader's sight", judgePresent),
		place(diff.FieldRemoved, diff.MethodParamRemoved, "lossy, doubt in a oneof; doubt, lossy where it was optional, in a oneof or deprecated", "an old reader takes the absence for a value", judgePresent),
		place(diff.FieldRetired, diff.MethodParamRetired, "lossy, doubt in a oneof; doubt, lossy where it was optional, in a oneof or deprecated", "it keeps its place, written as zero and skipped", judgePresent),
		still(diff.FieldRenamed, diff.MethodParamRenamed, "doubt, exact where was says so", "places have no names; whether the meaning is the same, only a person can say", judgeRenamed),
		place(diff.FieldNumberChanged, diff.MethodParamNumberChanged, "exact where the order stays; corrupt in a oneof, whose number travels", "numbers give the order of places", judgeNumber),
		place(diff.FieldTypeChanged, diff.MethodParamTypeChanged, "what the bytes of the one are as the other", "a place has no type of its own", judgeBlockType),
		place(diff.FieldPresenceChanged, diff.MethodParamPresenceChanged, "exact; reject where an absent value is read by who knows no absence", "an optional value has a presence byte, or a length that says absent", judgeBlockPresence),
		still(diff.FieldDefaultChanged, diff.MethodParamDefaultChanged, "exact, doubt where it is optional", "an absent field gives the reader's default", judgeDefault),
		place(diff.FieldOneofChanged, "", "exact", "a oneof has a place of its own", func(*cell) verdict { return exact })[:1],
		[]Row{
			writes(diff.FieldJSONNameChanged, Exact, Exact, "JSON is another wire's"),
			writes(diff.MethodParamJSONNameChanged, Exact, Exact, "JSON is another wire's"),
			writes(diff.MethodParamOrderChanged, Exact, Exact, "params stand in the order of their numbers"),
			writes(diff.MessageRenamed, Exact, Exact, "the name of a message doesn't travel"),
			writes(diff.MessageWireNameChanged, Exact, Exact, "the name of a message doesn't travel"),
			{On: diff.MethodReturnsTypeChanged, Places: true, Says: "what the bytes of the one are as the other; a result that no one sent: corrupt; one that no one expects: lossy" + moves, Doc: "a result is read at its place", judge: judgeReturns},
			{On: diff.MethodStreamingChanged, Says: "reject where the frames are refused, else corrupt", Doc: "one side waits for what the other doesn't send", judge: func(*cell) verdict { return exact }},
			calls(diff.MethodOnewayChanged, Exact, Exact, "the kind of the request says whether it is answered"),
		},
	)
	return rows
}

func judgeNumber(c *cell) verdict {
	if c.idle() || c.pair.w.InOneOf() == nil || c.pair.r.InOneOf() == nil {
		return exact
	}
	for _, f := range c.pair.r.InOneOf().Fields() {
		if f.Number == c.pair.w.Number && f.Retired == "" {
			return misread
		}
	}
	return is(Corrupt)
}

func judgeBlockPresence(c *cell) verdict {
	if w := blockOf(c.wm).of(c.pair.w); w.entry >= 0 && sameSlot(w, blockOf(c.rm).of(c.pair.r)) && c.pair.w.Presence == schema.Optional && c.pair.r.Presence != schema.Optional {
		return is(Reject)
	}
	return exact
}

func judgeReturns(c *cell) verdict {
	v := exact
	if c.pair.w != nil && c.pair.r != nil {
		v = c.table.row(diff.FieldTypeChanged).judge(c)
		if c.pair.w.Presence != c.pair.r.Presence {
			v = v.worse(c.table.row(diff.FieldPresenceChanged).judge(c))
		}
	}
	return v
}

// blockResult judges two results, or items, of which one is a value and the
// other a message or nothing.
func blockResult(w *walk, r *root, wt, rt *schema.Type, wm, rm *schema.Message) verdict {
	switch {
	case wt == nil && rt != nil:
		return is(Corrupt)
	case rt == nil:
		return is(Lossy)
	}
	v := blockLayout(w, wm, rm, nil)
	switch {
	case v.certain:
		return v
	case !inert(wt):
		return misread
	case v.out > 0:
		return v
	}
	return exact
}

// frameStreams judges two methods that stream differently. What a peer didn't
// ask for is refused: the flag that more follows, or a data frame.
func frameStreams(w *walk, r *root, a, b streaming) verdict {
	ws, rs := r.sides(w.p)
	out, in := ws.method.StreamOut(), rs.method.StreamOut()
	switch {
	case r.flow == Request && ws.method.Oneway:
		return cut // a call that nobody answers has no stream
	case a != silent && b == silent:
		return cut
	case r.flow == Response && out != nil && in == nil:
		return cut // the reply that ends a stream is no result
	case r.flow == Response && out == nil && in != nil && in.Item() != nil:
		return misread // the result is taken for the last item
	case a != b:
		return is(Corrupt) // the reader waits for what nobody sends
	case ws.method.Returns == nil:
		return exact
	}
	return is(Lossy) // a result that nobody expects
}

// judgeBlockType: an empty message that lost its place took nothing with it, and
// a retired field is written as its type's zero.
func judgeBlockType(c *cell) verdict {
	if c.pair.w == nil || c.pair.r == nil {
		return exact
	}
	same := sameSlot(blockOf(c.wm).of(c.pair.w), blockOf(c.rm).of(c.pair.r))
	switch {
	case !same && harmless(c.pair):
		return exact
	case same && c.pair.w.Retired != "" && c.pair.r.Retired == "" && c.pair.w.InOneOf() == nil && !zeroReads(c.pair.w, c.pair.r):
		return misread
	}
	return judgeType(c)
}
