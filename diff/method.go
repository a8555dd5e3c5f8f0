package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

func (d *differ) diffMethod(o, n *schema.Method) {
	if d.partner[o.Parent] != schema.Node(n.Parent) {
		add(d, MethodMoved, o, n, o.FullName(), n.FullName())
	} else {
		changed(d, MethodRenamed, o, n, o.Name, n.Name)
	}
	methodID(d, o, n)
	wireNames(d, MethodWireNameChanged, o, n, o.On, n.On)
	d.params(o, n)
	d.returns(o, n)
	changed(d, MethodStreamingChanged, o, n, streaming(o), streaming(n))
	changed(d, MethodOnewayChanged, o, n, strconv.FormatBool(o.Oneway), strconv.FormatBool(n.Oneway))
	changed(d, MethodIdempotentChanged, o, n, strconv.FormatBool(o.Idempotent), strconv.FormatBool(n.Idempotent))
	changed(d, MethodTimeoutChanged, o, n, timeout(o), timeout(n))
	changed(d, MethodCompressChanged, o, n, o.Compress, n.Compress)
	d.methodErrors(o, n)
	d.diffDecl(o, n)
}

// methodID reports another id, unless the one that was derived is now written.
func methodID(d *differ, o, n *schema.Method) {
	a, derivedA := schema.MethodID(o)
	b, derivedB := schema.MethodID(n)
	if a != b || derivedA == derivedB {
		changed(d, MethodIDChanged, o, n, id(o.ID), id(n.ID))
	}
}

// id is a written id, "" where the contract gives none and the name decides.
func id(v uint32) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(v), 10)
}

func timeout(m *schema.Method) string {
	if m.Timeout == nil {
		return ""
	}
	return m.Timeout.String()
}

// streaming says which sides of a method stream, and how.
func streaming(m *schema.Method) string {
	var parts []string
	for _, p := range m.Params {
		if p.Type.Kind.Streams() {
			parts = append(parts, "in-"+streamWord(p.Type.Kind))
		}
	}
	if m.StreamOut() != nil {
		parts = append(parts, "out-"+streamWord(m.Returns.Type.Kind))
	}
	if parts == nil {
		return "unary"
	}
	slices.Sort(parts)
	return strings.Join(parts, ",")
}

// streamWord tells a raw stream from a typed one, which the language writes with
// one word.
func streamWord(k schema.Kind) string {
	if k == schema.KindRawStream {
		return "raw-stream"
	}
	return k.String()
}

// params compares the params. A stream that came, went or became one is the
// method's streaming-changed.
func (d *differ) params(o, n *schema.Method) {
	ps := d.Fields(o.Request(), n.Request())
	streams := streaming(o) != streaming(n)
	for _, p := range ps {
		if streams && oneStreams(p.Old, p.New) {
			if p.Old != nil && p.New != nil {
				d.diffField(&paramKinds, p.Old, p.New, false)
			}
			continue
		}
		d.diffFieldPair(&paramKinds, p)
	}
	d.paramOrder(o, n, ps)
}

// oneStreams reports whether a param is a stream on one side alone, or there on
// one side alone and a stream.
func oneStreams(o, n *schema.Field) bool {
	var a, b schema.Kind
	if o != nil && o.Type.Kind.Streams() {
		a = o.Type.Kind
	}
	if n != nil && n.Type.Kind.Streams() {
		b = n.Type.Kind
	}
	return a != b
}

// paramOrder reports that params which kept their numbers are written in
// another order, which is their order where a wire has positional arguments.
func (d *differ) paramOrder(o, n *schema.Method, ps []Pair[schema.Field]) {
	place := make(map[*schema.Field]int, len(n.Params))
	for i, p := range n.Params {
		place[p] = i
	}
	var from []string
	var kept []*schema.Field
	moved, last := false, -1
	for _, p := range ps {
		if p.Old == nil || p.New == nil || p.Old.Number != p.New.Number {
			continue
		}
		from, kept = append(from, p.Old.Name), append(kept, p.New)
		moved = moved || place[p.New] < last
		last = place[p.New]
	}
	if !moved {
		return
	}
	slices.SortFunc(kept, func(a, b *schema.Field) int { return place[a] - place[b] })
	to := make([]string, len(kept))
	for i, p := range kept {
		to[i] = p.Name
	}
	add(d, MethodParamOrderChanged, o, n, strings.Join(from, ","), strings.Join(to, ","))
}

// returns compares the results, unless one of them starts or stops to stream.
func (d *differ) returns(o, n *schema.Method) {
	a, b := o.Returns, n.Returns
	switch {
	case oneStreams(a, b):
	case a == nil || b == nil:
		changed(d, MethodReturnsTypeChanged, a, b, presence(a), presence(b))
	case !d.sameType(&a.Type, &b.Type) || a.Presence != b.Presence:
		add(d, MethodReturnsTypeChanged, a, b, presence(a), presence(b))
	}
}

// methodErrors compares declared errors; the key of a change is the error's
// full name.
func (d *differ) methodErrors(o, n *schema.Method) {
	find := func(in []*schema.ErrorRef, e *schema.ErrorRef) *schema.ErrorRef {
		for _, c := range in {
			if c.Name == e.Name && e.Target == nil || c.Target != nil && e.Target != nil && d.partner[e.Target] == schema.Node(c.Target) {
				return c
			}
		}
		return nil
	}
	for _, e := range o.Errors {
		other := find(n.Errors, e)
		switch {
		case other == nil:
			add(d, MethodErrorRemoved, o, n, "", "").Key = e.Name
		case other.Number != e.Number:
			add(d, MethodErrorNumberChanged, o, n, strconv.Itoa(e.Number), strconv.Itoa(other.Number)).Key = e.Name
		}
	}
	for _, e := range n.Errors {
		if find(o.Errors, e) == nil {
			add(d, MethodErrorAdded, o, n, "", "").Key = e.Name
		}
	}
}
