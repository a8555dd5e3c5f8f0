package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// aspects lists how the fields of a pair differ. Between elements that belong
// together it is what diff reports; between messages that only met at a place
// there is nothing to report, and the differences are the place's.
func (w *walk) aspects(p fieldPair) []diff.Kind {
	old, new := p.w, p.r
	if !w.oldWrote {
		old, new = p.r, p.w
	}
	some := old
	if some == nil {
		some = new
	}
	method, inMethod := some.Parent.(*schema.Method)
	result := inMethod && (method.Returns == some)
	k := func(field, param diff.Kind) diff.Kind {
		switch {
		case result:
			return diff.MethodReturnsTypeChanged
		case inMethod:
			return param
		}
		return field
	}
	switch {
	case old == nil:
		return []diff.Kind{k(diff.FieldAdded, diff.MethodParamAdded)}
	case new == nil:
		return []diff.Kind{k(diff.FieldRemoved, diff.MethodParamRemoved)}
	}
	var out []diff.Kind
	add := func(differ bool, field, param diff.Kind) {
		if differ {
			out = append(out, k(field, param))
		}
	}
	add((old.Retired != "") != (new.Retired != ""), diff.FieldRetired, diff.MethodParamRetired)
	add(old.Name != new.Name && !isItem(old), diff.FieldRenamed, diff.MethodParamRenamed)
	add(old.Number != new.Number, diff.FieldNumberChanged, diff.MethodParamNumberChanged)
	add(w.typeChanged(&p.w.Type, &p.r.Type), diff.FieldTypeChanged, diff.MethodParamTypeChanged)
	if w.table.encodes {
		add(plainEncoding(old.Encoding) != plainEncoding(new.Encoding), diff.FieldEncodingChanged, diff.MethodParamEncodingChanged)
		add(!sameOptions(old, new), diff.OptionChanged, diff.OptionChanged)
	}
	add(old.Presence != new.Presence, diff.FieldPresenceChanged, diff.MethodParamPresenceChanged)
	add(defaultText(old) != defaultText(new), diff.FieldDefaultChanged, diff.MethodParamDefaultChanged)
	add(!w.sameOneof(p.w.InOneOf(), p.r.InOneOf()), diff.FieldOneofChanged, diff.FieldOneofChanged)
	add(old.JSON != new.JSON && old.JSONName() != new.JSONName(), diff.FieldJSONNameChanged, diff.MethodParamJSONNameChanged)
	return out
}

func (w *walk) sameOneof(a, b *schema.OneOf) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Name == b.Name || w.d.Partner(a) == schema.Node(b)
}

func valueAspects(p valuePair, oldWrote bool) []diff.Kind {
	old, new := p.w, p.r
	if !oldWrote {
		old, new = p.r, p.w
	}
	switch {
	case old == nil:
		return []diff.Kind{diff.EnumValueAdded}
	case new == nil:
		return []diff.Kind{diff.EnumValueRemoved}
	}
	var out []diff.Kind
	if old.Name != new.Name {
		out = append(out, diff.EnumValueRenamed)
	}
	if old.Number != new.Number {
		out = append(out, diff.EnumValueNumberChanged)
	}
	return out
}

// enum judges the values of two enums that are read as each other.
func (w *walk) enum(owner int, we, re *schema.Enum) verdict {
	w.pass(we, re)
	worst := exact
	if w.table.closing != nil {
		if v := w.table.closing(w, we, re); v.out > Exact {
			w.claim(diff.EnumClosedChanged, we, re, owner, v, nil)
			worst = v
		}
	}
	for p := range w.pairs.values(we, re) {
		for _, kind := range valueAspects(p, w.oldWrote) {
			v := w.table.row(kind).judge(&cell{walk: w, kind: kind, value: p, we: we, re: re})
			w.claim(kind, valueNode(p.w), valueNode(p.r), owner, v, nil)
			worst = worst.worse(v)
		}
	}
	return worst
}

func valueNode(v *schema.EnumValue) schema.Node {
	if v == nil {
		return nil
	}
	return v
}

// isItem reports whether f is an element of a stream, which has no name of its own.
func isItem(f *schema.Field) bool {
	m, ok := f.Parent.(*schema.Method)
	return ok && f != m.Returns && !slices.Contains(m.Params, f)
}
