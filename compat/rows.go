package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// Rows that wires share, as far as what they say is the same.

func writes(k diff.Kind, oldWrites, newWrites Outcome, doc string) Row {
	return Row{On: k, Doc: doc, Writes: Pair{oldWrites, newWrites}}
}

func calls(k diff.Kind, oldNew, newOld Outcome, doc string) Row {
	return Row{On: k, Doc: doc, Calls: Pair{oldNew, newOld}}
}

// silentRows are the kinds that no byte depends on, on any wire.
func silentRows() []Row {
	same := func(k diff.Kind, doc string) Row { return writes(k, Exact, Exact, doc) }
	return []Row{
		same(diff.PackageVersionChanged, "the version of a contract doesn't travel"),
		same(diff.MethodIdempotentChanged, "it tells clients whether they may try again, the bytes are the same"),
		same(diff.MethodTimeoutChanged, "each side keeps its own time, the bytes are the same"),
		same(diff.MethodCompressChanged, "a compressed payload says so itself"),
		same(diff.MessageAdded, "what uses it is judged where it is used"),
		{On: diff.MessageRemoved, Says: "exact, reject of data that was kept; exact", Doc: "what used it is judged where it was used; what was stored can't be read any more", judge: func(c *cell) verdict {
			if c.root.use == Data && c.oldWrote {
				return cut
			}
			return exact
		}},
		same(diff.MessageStoredChanged, "it says what the message is for, the bytes are the same"),
		same(diff.EnumAdded, "what uses it is judged where it is used"),
		same(diff.EnumRemoved, "what used it is judged where it was used"),
		same(diff.EnumRenamed, "an enum travels as its number"),
		same(diff.EnumClosedChanged, "a writer only writes numbers that its contract names, and those are judged one by one"),
		same(diff.ErrorAdded, "what declares it is judged where it is declared"),
		same(diff.ErrorRemoved, "what declared it is judged where it was declared"),
		same(diff.FieldEncodingChanged, "the encoding is another wire's"),
		same(diff.MethodParamEncodingChanged, "the encoding is another wire's"),
		same(diff.FieldBoundsChanged, "bounds are checked by programs, the bytes are the same"),
		same(diff.MethodParamBoundsChanged, "bounds are checked by programs, the bytes are the same"),
		same(diff.FieldOrderChanged, "the order in the source has no meaning here"),
		same(diff.OneofRenamed, "the name of a oneof doesn't travel"),
		same(diff.ReservedRemoved, "a reservation guards against reuse; reuse itself is judged"),
		same(diff.ConstAdded, "constants don't travel"),
		same(diff.ConstRemoved, "constants don't travel"),
		same(diff.ConstChanged, "constants don't travel"),
		same(diff.OptionChanged, "free options don't travel"),
		same(diff.DeprecatedAdded, "it still travels"),
		same(diff.DeprecatedRemoved, "it travels as before"),
	}
}

// sessionRows are the kinds that decide whether a call arrives.
func sessionRows(carries string) []Row {
	routed := func(k diff.Kind, doc string) Row {
		return Row{On: k, Doc: doc, Says: "exact, doubt where another name has no was; reject where it is called otherwise; where that calls another method: corrupt, or reject", judge: judgeRoute}
	}
	return []Row{
		came(diff.PackageAdded, "an old server has none of its methods"),
		gone(diff.PackageRemoved, "a new server has none of its methods"),
		routed(diff.PackageRenamed, "a call names its method by "+carries),
		calls(diff.PackageWireAdded, Exact, Exact, "no old peer speaks it yet"),
		calls(diff.PackageWireRemoved, Reject, Reject, "who still speaks it is not served"),
		came(diff.ServiceAdded, "an old server has none of its methods"),
		gone(diff.ServiceRemoved, "a new server has none of its methods"),
		routed(diff.ServiceRenamed, "a call names its method by "+carries),
		routed(diff.ServiceMoved, "a call names its method by "+carries),
		calls(diff.ServiceWireAdded, Exact, Exact, "no old peer speaks it yet"),
		calls(diff.ServiceWireRemoved, Reject, Reject, "who still speaks it is not served"),
		routed(diff.ServiceIDChanged, "a call names its method by "+carries),
		routed(diff.ServiceWireNameChanged, "a call names its method by "+carries),
		calls(diff.ServiceExtendsChanged, Exact, Exact, "a method is called as what it was declared in; methods that came or went are judged themselves"),
		came(diff.MethodAdded, "an old server doesn't have it: upgrade servers first"),
		gone(diff.MethodRemoved, "a new server doesn't have it, and an old client still calls it"),
		routed(diff.MethodRenamed, "a call names its method by "+carries),
		routed(diff.MethodMoved, "a call names its method by "+carries),
		routed(diff.MethodIDChanged, "a call names its method by "+carries),
		routed(diff.MethodWireNameChanged, "a call names its method by "+carries),
	}
}

func gone(k diff.Kind, doc string) Row {
	r := calls(k, Reject, Exact, doc)
	r.Says = "reject, corrupt where another method has taken its place; exact"
	r.judge = func(c *cell) verdict {
		if c.root.use == Data { // what was stored can't be read any more
			return cut
		}
		return judgeRoute(c)
	}
	return r
}

func came(k diff.Kind, doc string) Row {
	r := calls(k, Exact, Reject, doc)
	r.Says = "exact; reject, corrupt where another method has its number"
	r.judge = judgeRoute
	return r
}

// errorRows judge what a client makes of declared errors, which it knows by key.
func errorRows(key string) []Row {
	row := func(k diff.Kind, says, doc string) Row { return Row{On: k, Says: says, Doc: doc, judge: judgeError} }
	return []Row{
		row(diff.MethodErrorAdded, "exact; doubt, and where another error has "+key+" corrupt or reject", "an old client sees that the call failed, not why"),
		row(diff.MethodErrorRemoved, "doubt, and where another error has "+key+" corrupt or reject; exact", "a new client sees that the call failed, not why"),
		calls(diff.MethodErrorNumberChanged, Exact, Exact, "an error is known by "+key),
		row(diff.ErrorRenamed, "exact, reject where "+key+" changed", "an error is known by "+key),
		row(diff.ErrorCodeChanged, "exact, reject where "+key+" changed", "an error is known by "+key),
	}
}

func judgeError(c *cell) verdict {
	w, r := c.root.sides(c.p)
	if c.root.flow != Failure || w.err == nil || w.err.Target == nil {
		return exact
	}
	for _, e := range r.method.Errors {
		if e.Target == nil || c.table.errorKey(e) != c.table.errorKey(w.err) {
			continue
		}
		if e == r.err {
			return exact
		}
		return verdict{out: Corrupt, settle: true, soft: r.err == nil}
	}
	if r.err == nil {
		return is(Doubt)
	}
	return cut
}

// dropped is the outcome of a value that the reader has no field for.
func dropped(c *cell) Outcome {
	f := c.pair.w
	if o := f.InOneOf(); o != nil {
		for _, p := range c.siblings() {
			if p.w != nil && p.r != nil && p.w.InOneOf() == o && p.r.InOneOf() != nil && !c.alwaysSet(p.r.InOneOf()) {
				return Doubt
			}
		}
	}
	return Lossy
}

// alwaysSet reports whether a reader finds a member of a oneof in whatever comes,
// as its key is always written.
func (c *cell) alwaysSet(o *schema.OneOf) bool {
	if !c.table.names && c.table.lands == nil || c.table.absents {
		return false
	}
	return slices.ContainsFunc(c.wm.Fields, func(f *schema.Field) bool {
		if tracked(f) || streams(f) || !c.written(f) {
			return false
		}
		if c.table.lands != nil {
			to := c.table.lands(c.walk, c.rm, f)
			return to != nil && to.InOneOf() == o && c.always(f)
		}
		to := c.keyed(c.rm, f.JSONName())
		return to != nil && to.InOneOf() == o
	})
}

// missing is the outcome of a field that the reader knows and the writer's
// contract hasn't.
func missing(c *cell) Outcome {
	f := c.pair.r
	switch {
	case c.oldWrote && c.profile == "node" && !tracked(f):
		return Doubt
	case c.oldWrote:
		return Exact
	case tracked(f):
		return Lossy
	case c.table.names && !c.table.absents:
		return Corrupt
	case f.Deprecated != "":
		return Lossy
	}
	return Doubt
}

// siblings are the pairs of the messages that the field's pair stands in.
func (c *cell) siblings() []fieldPair { return c.pairs.fields(c.wm, c.rm) }

// judgePresent judges a field that came, went or was retired.
func judgePresent(c *cell) verdict {
	w := c.pair.w != nil && c.pair.w.Retired == ""
	r := c.pair.r != nil && c.pair.r.Retired == ""
	switch {
	case w && !r:
		return is(dropped(c))
	case r && !w:
		return is(missing(c))
	}
	return exact
}

// idle reports whether one side of a pair is retired, so that nothing else
// about it matters.
func (c *cell) idle() bool { return c.pair.w.Retired != "" || c.pair.r.Retired != "" }

func judgeRenamed(c *cell) verdict {
	if !c.idle() && renamed(c.pair.w, c.pair.r, c.oldWrote) {
		return is(Doubt)
	}
	return exact
}

func judgeDefault(c *cell) verdict {
	if !c.idle() && (tracked(c.pair.w) || c.bare > 0) && c.pair.r.Presence == schema.Optional {
		return is(Doubt)
	}
	return exact
}

func judgeType(c *cell) verdict {
	if c.idle() || !c.typeChanged(&c.pair.w.Type, &c.pair.r.Type) {
		return exact
	}
	return c.table.types(c.walk, c.owner, &c.pair.w.Type, &c.pair.r.Type)
}

// judgeValue judges one value of an enum: what becomes of its number.
func judgeValue(c *cell) verdict {
	if c.value.w == nil {
		return exact // never written
	}
	if c.table.unnamed != nil {
		if o := c.table.unnamed(c, c.value.w.Number); o > 0 {
			return is(o)
		}
	}
	if c.table.refuses(c.walk, c.re, c.value.w.Number) {
		return is(Reject)
	}
	k := comparison{pairs: c.pairs, oldWrote: c.oldWrote, names: c.table.names}
	return is(k.enum(c.we, c.re, c.value.w.Number, c.value.w.Number))
}

func valueRows() []Row {
	row := func(k diff.Kind, says, doc string) Row { return Row{On: k, Says: says, Doc: doc, judge: judgeValue} }
	return []Row{
		row(diff.EnumValueAdded, "exact; doubt, reject where the enum is closed in OLD", "an old reader has no name for the number"),
		row(diff.EnumValueRemoved, "doubt, reject where the enum is closed in NEW; exact", "a new reader has no name for the number"),
		row(diff.EnumValueRenamed, "doubt, exact where was says so", "the number is the same; whether the meaning is, only a person can say"),
		row(diff.EnumValueNumberChanged, "corrupt, reject where the enum is closed and has no such number", "the number that travels is another value on the other side, or none"),
	}
}

// travels reports whether the part of a method's address that the change is about
// is another on the wire.
func (c *cell) travels() bool {
	o, n := c.root.old.method, c.root.new.method
	return o == nil || n == nil || c.table.travels(c.kind, o, n)
}

// judgeRoute judges whether a request finds the method that it was meant for.
func judgeRoute(c *cell) verdict {
	w, r := c.root.sides(c.p)
	if w.method == nil {
		return exact // nobody calls it
	}
	switch ran := c.router.route(r.schema, w); {
	case ran != r.method && !c.travels():
	case ran == nil:
		return cut
	case ran != r.method:
		return misread
	}
	switch {
	case c.table.addressed && c.kind != diff.PackageRenamed:
		k := comparison{oldWrote: c.oldWrote, addressed: true}
		return is(k.named(c.root, w, r))
	}
	return exact
}
