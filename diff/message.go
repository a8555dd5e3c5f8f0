package diff

import (
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
)

func (d *differ) diffMessage(o, n *schema.Message) {
	typeName(d, MessageRenamed, o, n)
	changed(d, MessageStoredChanged, o, n, strconv.FormatBool(o.Stored), strconv.FormatBool(n.Stored))
	wireNames(d, MessageWireNameChanged, o, n, o.On, n.On)
	d.body(o, o, n, n)
	d.diffDecl(o, n)
}

func (d *differ) diffError(o, n *schema.Error) {
	typeName(d, ErrorRenamed, o, n)
	if o.Code != n.Code {
		add(d, ErrorCodeChanged, o, n, strconv.FormatUint(uint64(o.Code), 10), strconv.FormatUint(uint64(n.Code), 10))
	}
	changed(d, MessageStoredChanged, o, n, strconv.FormatBool(o.Stored), strconv.FormatBool(n.Stored))
	wireNames(d, MessageWireNameChanged, o, n, o.On, n.On)
	d.body(o, &o.Message, n, &n.Message)
	d.diffDecl(o, n)
}

// body compares what a message or an error holds.
func (d *differ) body(on schema.Node, o *schema.Message, nn schema.Node, n *schema.Message) {
	for _, p := range d.Fields(o, n) {
		d.diffFieldPair(&fieldKinds, p)
	}
	if len(o.OneOfs) > 0 && len(n.OneOfs) > 0 {
		for _, p := range oneofs(o, n) {
			if p.Old != nil && p.New != nil {
				changed(d, OneofRenamed, p.Old, p.New, p.Old.Name, p.New.Name)
				d.diffDecl(p.Old, p.New)
			}
		}
	}
	d.reserved(on, nn, &o.Reserved, &n.Reserved)
}

func (d *differ) diffEnum(o, n *schema.Enum) {
	typeName(d, EnumRenamed, o, n)
	changed(d, EnumClosedChanged, o, n, strconv.FormatBool(o.Closed), strconv.FormatBool(n.Closed))
	for _, p := range d.Values(o, n) {
		d.diffValue(p)
	}
	d.reserved(o, n, &o.Reserved, &n.Reserved)
	d.diffDecl(o, n)
}

func (d *differ) diffValue(p Pair[schema.EnumValue]) {
	o, n := p.Old, p.New
	switch {
	case n == nil:
		add(d, EnumValueRemoved, o, n, "", "")
	case o == nil:
		add(d, EnumValueAdded, o, n, "", "")
	default:
		changed(d, EnumValueRenamed, o, n, o.Name, n.Name)
		if o.Number != n.Number {
			add(d, EnumValueNumberChanged, o, n, strconv.FormatInt(o.Number, 10), strconv.FormatInt(n.Number, 10))
		}
		d.diffDecl(o, n)
	}
}

// typeName reports a type under another name: by that name where its package
// is the same, by the full names where it moved. What is nested in a renamed
// message follows it without a change of its own.
func typeName[N any, P element[N]](d *differ, kind Kind, o, n *N) {
	a, b := P(o).Base(), P(n).Base()
	if !d.samePackage(P(o), P(n)) {
		if !d.followsOuter(P(o), P(n)) {
			add[N, P](d, kind, o, n, P(o).FullName(), P(n).FullName())
		}
	} else if a.Name != b.Name && !d.followsOuter(P(o), P(n)) {
		add[N, P](d, kind, o, n, a.Name, b.Name)
	}
}

func (d *differ) followsOuter(o, n schema.Node) bool {
	a, b := outerName(o), outerName(n)
	if a == "" || b == "" || o.FullName()[len(a):] != n.FullName()[len(b):] {
		return false
	}
	outer := d.partner[d.old.Lookup(a)]
	return outer != nil && outer == d.new.Lookup(b)
}
