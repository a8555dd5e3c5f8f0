package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// protoJSONTable judges protobuf's JSON mapping: fields and enum values go by name.
// Its readers are strict ones, which verdicts count, and lenient ones.
func protoJSONTable() *Table {
	return &Table{
		Wire: "json", Doc: "Protobuf's JSON mapping: fields go by their JSON names, values of enums by theirs, integers of 64 bits are text. A strict reader refuses a key or the name of a value that it doesn't know, a lenient one leaves it out. What carries the JSON is not judged.",
		Rows:  slices.Concat(protoJSONRows(), protoJSONValueRows(), protoJSONCallRows(), silentRows()),
		names: true, absents: true, payloads: true,
		layout:   func(*walk, *schema.Message, *schema.Message, []fieldPair) verdict { return verdict{} },
		apart:    protoJSONApart,
		doomed:   protoDoomed,
		types:    protoJSONTypes,
		result:   protoJSONResult,
		address:  func(m *schema.Method) string { return m.FullName() },
		errorKey: func(e *schema.ErrorRef) string { return e.Name },
	}
}

func protoJSONRows() (rows []Row) {
	for _, r := range []struct {
		field, param diff.Kind
		says, doc    string
		judge        func(*cell) verdict
	}{
		{diff.FieldAdded, diff.MethodParamAdded, "exact, reject where it is required; reject (lenient: lossy, doubt in a oneof that OLD has)", "a strict reader refuses a key that it doesn't know", judgeProtoKey},
		{diff.FieldRemoved, diff.MethodParamRemoved, "reject (lenient: lossy, doubt in a oneof); doubt, lossy where it was optional, in a oneof or deprecated", "a strict reader refuses a key that it doesn't know", judgeProtoKey},
		{diff.FieldRetired, diff.MethodParamRetired, "reject (lenient: lossy, doubt in a oneof); doubt, lossy where it was optional, in a oneof or deprecated", "the name of a retired field is reserved, and a strict reader refuses it", judgeProtoKey},
		{diff.FieldRenamed, diff.MethodParamRenamed, "reject (lenient: corrupt), exact where the JSON name stays", "the key is another", judgeProtoKey},
		{diff.FieldJSONNameChanged, diff.MethodParamJSONNameChanged, "reject (lenient: corrupt), exact where the other side knows the key as the field's name", "the key is another", judgeProtoKey},
		{diff.FieldNumberChanged, diff.MethodParamNumberChanged, "exact", "numbers don't travel", func(*cell) verdict { return exact }},
		{diff.FieldTypeChanged, diff.MethodParamTypeChanged, "exact where every value fits; reject where one doesn't; corrupt where it is read as another", "JSON has its own types, and ranges are checked", judgeProtoType},
		{diff.FieldPresenceChanged, diff.MethodParamPresenceChanged, "exact, reject where the reader requires what may be absent", "a plain field that holds zero has no key", judgeProtoPresence},
		{diff.FieldDefaultChanged, diff.MethodParamDefaultChanged, "exact, doubt where it is optional", "an absent field gives the reader's default", judgeProtoDefault},
	} {
		row := Row{On: r.field, Says: r.says, Doc: r.doc, judge: r.judge}
		rows = append(rows, row)
		row.On = r.param
		rows = append(rows, row)
	}
	return append(rows,
		Row{On: diff.FieldOneofChanged, Says: "exact; reject where the writer can set two members of a reader's oneof", Doc: "a second member is an error", judge: judgeProtoOneof},
		Row{On: diff.MethodReturnsTypeChanged, Says: "what the JSON of the one is as the other", Doc: "a result is a message", judge: judgeProtoReturns},
	)
}

// protoJSONCallRows are of what no JSON has.
func protoJSONCallRows() (rows []Row) {
	for _, k := range []diff.Kind{
		diff.PackageAdded, diff.PackageRemoved, diff.PackageRenamed, diff.PackageWireAdded, diff.PackageWireRemoved,
		diff.ServiceAdded, diff.ServiceRemoved, diff.ServiceRenamed, diff.ServiceMoved, diff.ServiceWireAdded, diff.ServiceWireRemoved,
		diff.ServiceIDChanged, diff.ServiceWireNameChanged, diff.ServiceExtendsChanged,
		diff.MethodAdded, diff.MethodRemoved, diff.MethodRenamed, diff.MethodMoved, diff.MethodIDChanged, diff.MethodWireNameChanged,
		diff.MethodStreamingChanged, diff.MethodOnewayChanged, diff.MethodErrorAdded, diff.MethodErrorRemoved, diff.MethodErrorNumberChanged,
		diff.ErrorRenamed, diff.ErrorCodeChanged,
	} {
		rows = append(rows, calls(k, Exact, Exact, "whether a call arrives is the wires' and grpc's to judge"))
	}
	return append(rows,
		writes(diff.MethodParamOrderChanged, Exact, Exact, "keys have no order"),
		writes(diff.MessageRenamed, Exact, Exact, "the name of a message isn't in its JSON"),
		writes(diff.MessageWireNameChanged, Exact, Exact, "the name of a message isn't in its JSON"),
	)
}

func protoJSONValueRows() []Row {
	row := func(k diff.Kind, says, doc string) Row {
		return Row{On: k, Says: says, Doc: doc, judge: judgeProtoValue}
	}
	return []Row{
		row(diff.EnumValueAdded, "exact; reject (lenient: corrupt)", "an old reader doesn't know the name"),
		row(diff.EnumValueRemoved, "reject (lenient: corrupt); exact", "a new reader doesn't know the name"),
		row(diff.EnumValueRenamed, "reject (lenient: corrupt), exact for the zero of plain fields", "the name travels, the number doesn't"),
		row(diff.EnumValueNumberChanged, "exact", "the name travels, the number doesn't"),
	}
}

// refusing reports whether the readers refuse what they don't know.
func (w *walk) refusing() bool { return w.profile != "lenient" }

func protoKey(f *schema.Field) string {
	if name := f.JSONName(); name != "" {
		return name
	}
	return "result"
}

// protoKeyed returns the reader's field of a key: by its JSON name, else by its own.
func protoKeyed(m *schema.Message, key string) *schema.Field {
	var named *schema.Field
	for _, f := range m.Fields {
		switch {
		case f.Retired != "" || streams(f):
		case protoKey(f) == key:
			return f
		case f.Name == key:
			named = f
		}
	}
	return named
}

// protoWrites reports whether a field ever has a key.
func protoWrites(f *schema.Field) bool {
	return f != nil && f.Retired == "" && !streams(f) && (tracked(f) || composite(&f.Type) || !onlyZero(&f.Type))
}

func judgeProtoKey(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	wLive, rLive := w != nil && w.Retired == "", r != nil && r.Retired == ""
	if wLive && rLive && protoKeyed(c.rm, protoKey(w)) == r {
		return exact
	}
	v := exact
	if rLive && r.Presence == schema.Required {
		switch from := protoFrom(c.wm, c.rm, r); {
		case from == nil:
			return cut
		case !protoAlways(from):
			v = is(Reject)
		}
	}
	switch {
	case wLive && !protoWrites(w):
	case wLive && protoKeyed(c.rm, protoKey(w)) != nil:
		return misread
	case wLive && c.refusing():
		return v.worse(is(Reject))
	case wLive && rLive:
		v = v.worse(is(c.lost(w, r)))
	case wLive:
		v = v.worse(is(dropped(c)))
	}
	if rLive && !wLive {
		v = v.worse(is(missing(c)))
	}
	if rLive && protoFrom(c.wm, c.rm, r) != nil {
		return v.worse(misread)
	}
	return v
}

// protoFrom returns the writer's field whose key is the reader's r, nil for none.
func protoFrom(wm, rm *schema.Message, r *schema.Field) *schema.Field {
	for _, f := range wm.Fields {
		if protoWrites(f) && protoKeyed(rm, protoKey(f)) == r {
			return f
		}
	}
	return nil
}

// protoJSONApart: what has another key never gets to its partner.
func protoJSONApart(w *walk, _, rm *schema.Message, p fieldPair) Outcome {
	switch {
	case p.w.Retired != "" || p.r.Retired != "" || protoKeyed(rm, protoKey(p.w)) == p.r:
		return 0
	case w.refusing():
		return Reject
	}
	return w.lost(p.w, p.r)
}

func (c *cell) keyArrives() bool {
	return !c.idle() && (c.rm == nil || protoKeyed(c.rm, protoKey(c.pair.w)) == c.pair.r)
}

func judgeProtoType(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	switch {
	case c.idle():
		return exact
	case sequence(w.Type.Kind) && w.Type.Len == 0 && r.Type.Len > 0 && !tracked(w) && !tracked(r):
		return verdict{out: Corrupt, fails: true} // an empty one has no key, and zeros are read
	case !c.keyArrives() || !protoWrites(w):
		return exact // whether its key arrives is judged
	}
	v := judgeType(c)
	v.certain = false // a zero has no key
	return v
}

func judgeProtoReturns(c *cell) verdict {
	if c.pair.w == nil || c.pair.r == nil {
		return exact
	}
	return judgeProtoType(c).worse(judgeProtoPresence(c))
}

func judgeProtoPresence(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	if !c.idle() && r.Presence == schema.Required && !protoAlways(w) {
		return is(Reject)
	}
	return exact
}

func judgeProtoDefault(c *cell) verdict {
	if !c.idle() && c.pair.r.Presence == schema.Optional && !protoAlways(c.pair.w) {
		return is(Doubt)
	}
	return exact
}

func judgeProtoOneof(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	o := r.InOneOf()
	if o == nil || !c.keyArrives() || !protoWrites(w) {
		return exact
	}
	for _, f := range c.wm.Fields {
		if f == w || !protoWrites(f) || f.InOneOf() != nil && f.InOneOf() == w.InOneOf() {
			continue
		}
		if to := protoKeyed(c.rm, protoKey(f)); to != nil && to.InOneOf() == o && to != r {
			return is(Reject)
		}
	}
	return exact
}

// judgeProtoValue judges one value of an enum: what becomes of its name.
func judgeProtoValue(c *cell) verdict {
	if c.value.w == nil || c.value.w.Number == 0 && !c.zeroWritten() {
		return exact // never written
	}
	return c.protoName(c.we, c.re, c.value.w.Number)
}

// zeroWritten reports whether the zero of the enum that is walked has a name in
// JSON: elements have, and what is told from being absent.
func (w *walk) zeroWritten() bool {
	if len(w.path) == 0 {
		return true
	}
	f := w.path[len(w.path)-1]
	return tracked(f) || f.Type.Kind != schema.KindEnum
}

// protoName is what becomes of a number that is written by its first name.
func (w *walk) protoName(we, re *schema.Enum, n int64) verdict {
	name := firstName(we, n)
	for _, v := range re.Values {
		if v.Name == name {
			k := comparison{pairs: w.pairs, oldWrote: w.oldWrote, names: true, absents: true}
			return is(k.enum(we, re, n, v.Number))
		}
	}
	switch {
	case w.refusing() || w.needs():
		return is(Reject)
	case n == 0:
		return verdict{out: Corrupt, settle: true, still: Exact} // lost where absence can be told
	}
	return is(Corrupt)
}

// protoStreams claims the key of a param that is a stream on the reader's side, and
// what the reader requires where the writer has a stream.
func (w *walk) protoStreams(wm, rm *schema.Message) {
	for _, p := range w.pairs.fields(wm, rm) {
		if p.w == nil || p.r == nil || streams(p.w) == streams(p.r) {
			continue
		}
		refused := streams(p.r) && w.refusing() && protoWrites(p.w)
		missed := streams(p.w) && p.r.Presence == schema.Required && p.r.Retired == "" && protoFrom(wm, rm, p.r) == nil
		if !refused && !missed {
			continue
		}
		ws, rs := w.root.sides(w.p)
		owner := w.find(diff.MethodStreamingChanged, ws.method, rs.method, -1)
		w.claim(diff.MethodParamTypeChanged, p.w, p.r, owner, is(Reject), p.w)
	}
}

// protoJSONResult judges two results of which one is a value and the other a
// message, or nothing.
func protoJSONResult(w *walk, r *root, wt, rt *schema.Type, wm, rm *schema.Message) verdict {
	switch {
	case r.flow == Response && (r.old.method.StreamOut() != nil || r.new.method.StreamOut() != nil):
		return exact
	case rt != nil && protoDoomed(w, wm, rm):
		return is(Reject)
	case wt == nil && rt != nil:
		return is(Corrupt) // a result that no one sent
	case rt == nil && w.refusing():
		return verdict{out: Reject, settle: true, still: Lossy}
	case rt == nil:
		return is(Lossy)
	}
	return verdict{out: Corrupt, settle: true, still: Exact}
}
