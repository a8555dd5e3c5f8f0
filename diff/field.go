package diff

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// memberKinds are the kinds of the same facts about fields and about params.
type memberKinds struct {
	added, removed, retired, renamed, number, typ, presence, def, encoding, json, bounds Kind
}

var fieldKinds = memberKinds{
	FieldAdded, FieldRemoved, FieldRetired, FieldRenamed, FieldNumberChanged, FieldTypeChanged, FieldPresenceChanged,
	FieldDefaultChanged, FieldEncodingChanged, FieldJSONNameChanged, FieldBoundsChanged,
}

var paramKinds = memberKinds{
	MethodParamAdded, MethodParamRemoved, MethodParamRetired, MethodParamRenamed, MethodParamNumberChanged,
	MethodParamTypeChanged, MethodParamPresenceChanged, MethodParamDefaultChanged, MethodParamEncodingChanged,
	MethodParamJSONNameChanged, MethodParamBoundsChanged,
}

func (d *differ) diffFieldPair(k *memberKinds, p Pair[schema.Field]) {
	switch {
	case p.New == nil:
		add(d, k.removed, p.Old, p.New, "", "")
	case p.Old == nil:
		add(d, k.added, p.Old, p.New, "", "")
	default:
		d.diffField(k, p.Old, p.New, true)
	}
}

// diffField compares two fields or params; their types only where types is true.
func (d *differ) diffField(k *memberKinds, o, n *schema.Field, types bool) {
	changed(d, k.renamed, o, n, o.Name, n.Name)
	if o.Number != n.Number {
		add(d, k.number, o, n, strconv.Itoa(o.Number), strconv.Itoa(n.Number))
	}
	if types && !d.sameType(&o.Type, &n.Type) {
		add(d, k.typ, o, n, o.Type.String(), n.Type.String())
	}
	if o.Presence != n.Presence {
		add(d, k.presence, o, n, presence(o), presence(n))
	}
	if !d.sameDefault(&o.Type, &n.Type, o.Default, n.Default) {
		add(d, k.def, o, n, literal(o.Default), literal(n.Default))
	}
	if o.Encoding != n.Encoding {
		changed(d, k.encoding, o, n, encoding(o), encoding(n))
	}
	if o.JSON != n.JSON && o.JSONName() != n.JSONName() {
		add(d, k.json, o, n, o.JSONName(), n.JSONName())
	}
	if bounded(o) || bounded(n) {
		d.diffBounds(k, o, n)
	}
	switch {
	case o.Retired == "" && n.Retired != "":
		add(d, k.retired, o, n, "", "")
	case o.Retired != "" && n.Retired == "":
		add(d, k.retired, o, n, "retired", "") // taken back
	}
	if o.OneOf != n.OneOf && !d.sameOneOf(o, n) {
		add(d, FieldOneofChanged, o, n, o.OneOf, n.OneOf)
	}
	d.diffDecl(o, n)
}

// presence is a type with its presence, also where that is required.
func presence(f *schema.Field) string {
	if f != nil && f.Presence == schema.Required {
		return "required(" + f.Type.String() + ")"
	}
	return f.TypeText()
}

// encoding leaves varint out: it is what an integer has unless it says otherwise.
func encoding(f *schema.Field) string {
	if f.Encoding == "varint" {
		return ""
	}
	return f.Encoding
}

// sameOneOf reports whether the fields are in two oneofs that are partners.
func (d *differ) sameOneOf(o, n *schema.Field) bool {
	a, b := o.InOneOf(), n.InOneOf()
	if a == nil || b == nil {
		return false
	}
	for _, p := range oneofs(a.Parent, b.Parent) {
		if p.Old == a {
			return p.New == b
		}
	}
	return false
}

// sameDefault compares two literals of two types; an enum value that was
// renamed is the same.
func (d *differ) sameDefault(ot, nt *schema.Type, o, n *schema.Value) bool {
	if o == nil || n == nil {
		return o == n
	}
	if o.Kind == schema.NameValue && n.Kind == schema.NameValue && ot.Enum() != nil && nt.Enum() != nil {
		for _, p := range d.Values(ot.Enum(), nt.Enum()) {
			if p.Old != nil && p.Old.Name == o.Text {
				return p.New != nil && p.New.Name == n.Text
			}
		}
	}
	return sameValue(o, n)
}

func bounded(f *schema.Field) bool {
	return f.Min != nil || f.Max != nil || f.MaxLen != nil || f.Pattern != nil
}

// diffBounds reports the bounds that differ as one change.
func (d *differ) diffBounds(k *memberKinds, o, n *schema.Field) {
	var from, to []string
	for _, b := range [...]struct {
		name     string
		old, new *schema.Value
	}{{"min", o.Min, n.Min}, {"max", o.Max, n.Max}, {"max_len", o.MaxLen, n.MaxLen}, {"pattern", o.Pattern, n.Pattern}} {
		if b.old == nil && b.new == nil || b.old != nil && b.new != nil && sameValue(b.old, b.new) {
			continue
		}
		if b.old != nil {
			from = append(from, b.name+"="+literal(b.old))
		}
		if b.new != nil {
			to = append(to, b.name+"="+literal(b.new))
		}
	}
	changed(d, k.bounds, o, n, strings.Join(from, ","), strings.Join(to, ","))
}
