package compat

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

const rpchWire = "rpch"

// rpchTable judges the rpch wire: arguments and results go by the names of their
// types, messages are JSON. Its peers read differently; "go" is what verdicts
// count unless the workspace names others.
func rpchTable() *Table {
	return &Table{
		Wire: rpchWire, Doc: "Arguments go by place and the name of their type, results by the name of theirs, members of messages by their JSON key. What is said here is said of rpch-go.",
		Rows:     slices.Concat(sessionRows("the names of service and method"), rpchRows(), valueRows(), errorRows("its name"), silentRows()),
		names:    true,
		decodes:  true,
		brief:    true,
		layout:   argsLayout,
		apart:    apartRPCH,
		types:    jsonTypes,
		refuses:  func(w *walk, e *schema.Enum, n int64) bool { return w.profile == "rpcctl" && refusesUnnamed(w, e, n) },
		streams:  rpchStreams,
		reply:    rpchReply,
		waits:    rpchWaits,
		unasked:  rpchUnasked,
		address:  func(m *schema.Method) string { return rpchService(m.Parent) + " " + orName(m.On, "method", m.Name) },
		travels:  nameTravels,
		errorKey: func(e *schema.ErrorRef) string { return e.Target.Name },
	}
}

func orName(on []schema.WireBlock, attr, name string) string {
	if said := schema.OnWire(on, rpchWire, attr); said != "" {
		return said
	}
	return name
}

func rpchService(s *schema.Service) string { return orName(s.On, "service", s.Name) }

// nameTravels: the names of service and method travel, the package's and ids don't.
func nameTravels(k diff.Kind, o, n *schema.Method) bool {
	switch k {
	case diff.PackageRenamed, diff.ServiceIDChanged, diff.MethodIDChanged:
		return false
	case diff.ServiceRenamed, diff.ServiceMoved, diff.ServiceWireNameChanged, diff.MethodMoved:
		return rpchService(o.Parent) != rpchService(n.Parent)
	case diff.MethodRenamed, diff.MethodWireNameChanged:
		return orName(o.On, "method", o.Name) != orName(n.On, "method", n.Name)
	}
	return true
}

func rpchRows() []Row {
	field := func(k diff.Kind, says, doc string, judge func(*cell) verdict) Row {
		return Row{On: k, Says: says, Doc: doc, judge: judge}
	}
	param := func(k diff.Kind, says, doc string, judge func(*cell) verdict) Row {
		return Row{On: k, Says: says, Doc: doc, Places: true, judge: judge}
	}
	none := func(*cell) verdict { return exact }
	return []Row{
		field(diff.FieldAdded, "exact; lossy, doubt in a oneof that OLD has", "a reader takes zero for what is missing and leaves out keys that it doesn't know", judgeKeyed),
		field(diff.FieldRemoved, "lossy, doubt in a oneof; corrupt, lossy where it was optional or in a oneof", "an old reader takes zero for the value", judgeKeyed),
		field(diff.FieldRetired, "lossy, doubt in a oneof; corrupt, lossy where it was optional or in a oneof", "a retired member is written as zero and not read", judgeKeyed),
		field(diff.FieldRenamed, "corrupt, exact where the key stays or differs in case alone", "the key is another: the value is left out, and zero taken for it", judgeKeyed),
		field(diff.FieldJSONNameChanged, "corrupt, exact where the key stays or differs in case alone", "the key is another: the value is left out, and zero taken for it", judgeKeyed),
		field(diff.FieldNumberChanged, "exact", "numbers don't travel", none),
		field(diff.FieldTypeChanged, "exact where every value fits; reject where one doesn't; corrupt where it is read as another", "JSON has its own types, and ranges are checked", judgeJSONType),
		field(diff.FieldPresenceChanged, "exact", "an absent key is zero or absent", judgeJSONPresence),
		field(diff.FieldDefaultChanged, "doubt where it is optional", "an absent field gives the reader's default", judgeJSONDefault),
		field(diff.FieldOneofChanged, "exact; corrupt where the writer can set two members of a reader's oneof", "the last of two members counts", judgeJSONOneof),
		param(diff.MethodParamAdded, "reject", "the number of arguments is checked", none),
		param(diff.MethodParamRemoved, "reject", "the number of arguments is checked", none),
		param(diff.MethodParamRetired, "lossy; corrupt", "it is still an argument, written as zero", judgePresent),
		param(diff.MethodParamRenamed, "exact", "arguments have no names", none),
		param(diff.MethodParamNumberChanged, "exact", "arguments go by their place in the source", none),
		param(diff.MethodParamTypeChanged, "reject", "the name of an argument's type is compared", judgeJSONType),
		param(diff.MethodParamPresenceChanged, "exact", "an argument is always there", none),
		writes(diff.MethodParamDefaultChanged, Exact, Exact, "an argument is always there"),
		writes(diff.MethodParamJSONNameChanged, Exact, Exact, "arguments have no names"),
		param(diff.MethodParamOrderChanged, "reject, corrupt where types have the same names", "arguments go by their place in the source", judgeOrder),
		{On: diff.MethodReturnsTypeChanged, Says: "reject; void to a value: lossy / corrupt; of messages what their members say", Doc: "the name of a builtin result is compared; rpch-go's callers panic on another", judge: none},
		{On: diff.MethodStreamingChanged, Says: "reject where names differ, corrupt where bytes are written that nobody reads", Doc: "a stream goes by its name, and either side writes what the other may not read", judge: none},
		calls(diff.MethodOnewayChanged, Exact, Exact, "every request is answered"),
		{On: diff.MessageRenamed, Says: "reject as an argument; exact as a result for rpch-go, and inside messages", Doc: "an argument's name is compared, a result's isn't", judge: none},
		{On: diff.MessageWireNameChanged, Says: "reject as an argument; exact as a result for rpch-go, and inside messages", Doc: "an argument's name is compared, a result's isn't", judge: none},
	}
}

// lenient reports whether a profile hands out what doesn't fit instead of an error.
func (w *walk) lenient() bool { return w.profile == "node" || w.profile == "c" }

// mismatch is what becomes of JSON of another type.
func (w *walk) mismatch() verdict {
	if w.lenient() {
		return is(Corrupt)
	}
	return cut
}

// outside is what becomes of a number that the type can't hold.
func (w *walk) outside() verdict {
	if w.lenient() {
		return is(Corrupt)
	}
	return is(Reject)
}

// keyed returns the reader's field for a key: the exact one, else for some
// profiles the first that differs in case alone.
func (w *walk) keyed(m *schema.Message, key string) *schema.Field {
	var folded *schema.Field
	for _, f := range m.Fields {
		switch {
		case f.Retired != "" || streams(f):
		case f.JSONName() == key:
			return f
		case folded == nil && !w.lenient() && strings.EqualFold(f.JSONName(), key):
			folded = f
		}
	}
	return folded
}

// taker returns the writer's field whose value a reader's field gets.
func (c *cell) taker(r *schema.Field) *schema.Field {
	for _, f := range c.wm.Fields {
		if f.Retired == "" && !streams(f) && c.keyed(c.rm, f.JSONName()) == r {
			return f
		}
	}
	return nil
}

// judgeKeyed judges a field that came, went or has another key.
func judgeKeyed(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	wLive, rLive := w != nil && w.Retired == "", r != nil && r.Retired == ""
	v := exact
	switch {
	case wLive && rLive:
		if c.keyed(c.rm, w.JSONName()) == r {
			return exact
		}
		v = is(c.lost(w, r))
	case wLive:
		v = is(dropped(c))
	case rLive && c.profile == "c" && !tracked(r):
		v = is(Corrupt) // memory as it was
	case rLive:
		v = is(missing(c))
		v.settle = w != nil && c.written(w) && composite(&w.Type) // the zero that is written may not be one of the reader's
	}
	if wLive {
		if f := c.keyed(c.rm, w.JSONName()); f != nil && f != r && (tracked(f) || !c.readsZero(&w.Type, &f.Type, seenShapes{})) {
			return misread
		}
	}
	if rLive {
		if f := c.taker(r); f != nil && f != w && (tracked(r) || !c.readsZero(&f.Type, &r.Type, seenShapes{})) {
			return misread
		}
	}
	return v
}

func judgeJSONPresence(c *cell) verdict {
	if c.idle() || !tracked(c.pair.w) || tracked(c.pair.r) {
		return exact
	}
	switch c.profile {
	case "node":
		return is(Doubt)
	case "c":
		return is(Corrupt)
	}
	return exact
}

func judgeJSONDefault(c *cell) verdict {
	if !c.idle() && c.pair.r.Presence == schema.Optional && c.keyed(c.rm, c.pair.w.JSONName()) != c.pair.r {
		return is(Doubt) // it is always absent
	}
	return judgeDefault(c)
}

func judgeJSONOneof(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	if r.Retired != "" || !c.written(w) {
		return exact
	}
	v := judgeJSONPresence(c)
	o := r.InOneOf()
	if o == nil || c.keyed(c.rm, w.JSONName()) != r {
		return v
	}
	for _, f := range c.wm.Fields {
		if f == w || !c.written(f) || f.InOneOf() != nil && f.InOneOf() == w.InOneOf() {
			continue
		}
		if to := c.keyed(c.rm, f.JSONName()); to != nil && to.InOneOf() == o && to != r && !c.sparable(w, f) {
			switch c.profile {
			case "c":
				return v
			case "rpcctl":
				return is(Reject)
			}
			return is(Corrupt)
		}
	}
	return v
}

// sparable reports whether nothing is lost with the first of two members that a
// reader has room for one of.
func (c *cell) sparable(a, b *schema.Field) bool {
	first := a
	if slices.Index(c.wm.Fields, b) < slices.Index(c.wm.Fields, a) {
		first = b
	}
	return first.Retired != "" || inert(&first.Type) && !tracked(first)
}

func judgeJSONType(c *cell) verdict {
	w, r := c.pair.w, c.pair.r
	switch {
	case w.Retired != "" && r.Retired == "" && !tracked(w) && c.profile != "node" && c.keyed(c.rm, w.JSONName()) == r && !isParam(w):
		if jsonForm(&w.Type) != jsonForm(&r.Type) || r.Type.Len > 0 && r.Type.Len != w.Type.Len {
			return c.mismatch() // its zero is written all the same
		}
		return exact
	case c.idle(), c.wm != nil && !isParam(w) && c.keyed(c.rm, w.JSONName()) != r:
		return exact // its key is another, and that is judged
	}
	return judgeType(c)
}

// written reports whether a field ever has a key: a plain one has it even when it
// is retired, but for node.
func (w *walk) written(f *schema.Field) bool {
	return f.Retired == "" || !tracked(f) && w.profile != "node"
}

// jsonForm is what the zero of a type looks like in JSON.
func jsonForm(t *schema.Type) string {
	switch k := t.Kind; {
	case k == schema.KindBool:
		return "false"
	case numeric(k):
		return "0"
	case text(k):
		return `""`
	case sequence(k):
		return "[]"
	}
	return "{}"
}

func isParam(f *schema.Field) bool {
	_, ok := f.Parent.(*schema.Method)
	return ok
}
