package compat

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// limits are what a field's values may be: those of the contract language, and
// the rules of protovalidate and protoc-gen-validate that can be read.
type limits struct {
	low, high        *big.Rat // nil: none
	lowOpen, hiOpen  bool     // the bound itself is outside
	minSize, maxSize int64    // of text, bytes or elements; maxSize below 0 is none
	patterns         []*regexp.Regexp
	other            string // what can't be read, as text
}

// limitsOf returns the bounds that a field has of its own, by rules of its
// options, or both.
func limitsOf(f *schema.Field, own, options bool) limits {
	b := limits{maxSize: -1}
	if own {
		b.own(f)
	}
	for i := range f.Options {
		if options && isRules(f.Options[i].Name) {
			b.rules(&f.Options[i].Value)
		}
	}
	if b.low != nil && b.high != nil && b.low.Cmp(b.high) > 0 { // protovalidate: all but what is between
		b.other += "outside " + b.low.String() + " " + b.high.String()
		b.low, b.high = nil, nil
	}
	return b
}

func (b *limits) own(f *schema.Field) {
	if f.Min != nil {
		b.atLeast(f.Min, false)
	}
	if f.Max != nil {
		b.atMost(f.Max, false)
	}
	if f.MaxLen != nil {
		b.size(f.MaxLen, false)
	}
	if f.Pattern != nil {
		b.pattern(f.Pattern)
	}
}

func numberIn(v *schema.Value) *big.Rat {
	if v.Kind != schema.NumberValue || len(v.Text) > 400 || strings.ContainsAny(v.Text, "eEpP") && len(v.Text) > 24 {
		return nil
	}
	n, ok := new(big.Rat).SetString(v.Text)
	if !ok {
		return nil
	}
	return n
}

func (b *limits) unread(what string, v *schema.Value) { b.other += what + " " + valueText(v) + "\n" }

func (b *limits) atLeast(v *schema.Value, open bool) {
	n := numberIn(v)
	if n == nil {
		b.unread("min", v)
		return
	}
	if b.low == nil || n.Cmp(b.low) > 0 || n.Cmp(b.low) == 0 && open {
		b.low, b.lowOpen = n, open
	}
}

func (b *limits) atMost(v *schema.Value, open bool) {
	n := numberIn(v)
	if n == nil {
		b.unread("max", v)
		return
	}
	if b.high == nil || n.Cmp(b.high) < 0 || n.Cmp(b.high) == 0 && open {
		b.high, b.hiOpen = n, open
	}
}

func (b *limits) size(v *schema.Value, least bool) {
	n := numberIn(v)
	switch {
	case n == nil || !n.IsInt() || n.Sign() < 0 || !n.Num().IsInt64():
		b.unread("size", v)
	case least:
		b.minSize = max(b.minSize, n.Num().Int64())
	case b.maxSize < 0 || n.Num().Int64() < b.maxSize:
		b.maxSize = n.Num().Int64()
	}
}

func (b *limits) pattern(v *schema.Value) {
	const longest = 1 << 12
	if v.Kind == schema.StringValue && len(v.Text) <= longest {
		if re, err := regexp.Compile(v.Text); err == nil {
			b.patterns = append(b.patterns, re)
			return
		}
	}
	b.unread("pattern", v)
}

// isRules reports whether an option holds rules on values.
func isRules(name string) bool { return name == "buf.validate.field" || name == "validate.rules" }

// validates reports whether a change is one of such an option of a field.
func validates(c *Change) bool {
	_, ok := c.Old.(*schema.Field)
	return ok && isRules(c.Key)
}

// rules reads (buf.validate.field) and (validate.rules): one object per type.
func (b *limits) rules(v *schema.Value) {
	for i := range v.Fields {
		of := &v.Fields[i]
		if of.Value.Kind != schema.ObjectValue {
			b.unread(of.Name, &of.Value)
			continue
		}
		for k := range of.Value.Fields {
			b.rule(of.Name, of.Value.Fields[k].Name, &of.Value.Fields[k].Value)
		}
	}
}

func (b *limits) rule(of, name string, v *schema.Value) {
	numeric := !slices.Contains([]string{"string", "bytes", "repeated", "map", "enum", "bool", "any", "duration", "timestamp", "message"}, of)
	sized := of == "string" || of == "bytes"
	switch {
	case numeric && name == "gte":
		b.atLeast(v, false)
	case numeric && name == "gt":
		b.atLeast(v, true)
	case numeric && name == "lte":
		b.atMost(v, false)
	case numeric && name == "lt":
		b.atMost(v, true)
	case sized && name == "min_len", of == "repeated" && name == "min_items", of == "map" && name == "min_pairs":
		b.size(v, true)
	case sized && name == "max_len", of == "repeated" && name == "max_items", of == "map" && name == "max_pairs":
		b.size(v, false)
	case sized && name == "len":
		b.size(v, true)
		b.size(v, false)
	case of == "string" && name == "pattern":
		b.pattern(v)
	default:
		b.unread(of+"."+name, v)
	}
}

func valueText(v *schema.Value) string {
	s := v.Text
	for i := range v.Items {
		s += "[" + valueText(&v.Items[i]) + "]"
	}
	for _, f := range v.Fields {
		s += "{" + f.Name + " " + valueText(&f.Value) + "}"
	}
	return s
}

// allow reports whether a value is within the bounds.
func (b *limits) allow(v any) bool {
	switch v := v.(type) {
	case *big.Rat:
		below := b.low != nil && (v.Cmp(b.low) < 0 || b.lowOpen && v.Cmp(b.low) == 0)
		above := b.high != nil && (v.Cmp(b.high) > 0 || b.hiOpen && v.Cmp(b.high) == 0)
		return !below && !above
	case string:
		return b.sized(len(v)) && !slices.ContainsFunc(b.patterns, func(re *regexp.Regexp) bool { return !re.MatchString(v) })
	case int:
		return b.sized(v)
	}
	panic("compat: no bounds of such a value")
}

func (b *limits) sized(n int) bool {
	return int64(n) >= b.minSize && (b.maxSize < 0 || int64(n) <= b.maxSize)
}
