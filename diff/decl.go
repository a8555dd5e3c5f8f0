package diff

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// diffDecl compares what all elements have: deprecation and free options.
func (d *differ) diffDecl(o, n schema.Node) {
	a, b := o.Base(), n.Base()
	switch {
	case a.Deprecated == "" && b.Deprecated != "":
		d.addNodes(DeprecatedAdded, o, n)
	case a.Deprecated != "" && b.Deprecated == "":
		d.addNodes(DeprecatedRemoved, o, n)
	}
	if len(a.Options)+len(b.Options) > 0 {
		d.options(o, n)
	}
}

func (d *differ) addNodes(kind Kind, o, n schema.Node) *Change {
	d.Changes = append(d.Changes, Change{Kind: kind, Subject: o.FullName(), Old: o, New: n})
	return &d.Changes[len(d.Changes)-1]
}

// options compares free options by name, and those of one name by their place.
// The key of a change is the name, from the second on with its place: x[2]. Those
// of a package of files are theirs, and which file says one is no part of the contract.
func (d *differ) options(o, n schema.Node) {
	before, after := o.Base().Options, n.Base().Options
	if p, q := packages(o, n); p != nil && len(p.Files)+len(q.Files) > 0 {
		before, after = apart(before, after), apart(after, before)
	}
	old, new := keyed(before), keyed(after)
	if a, b := schema.PackageOf(o), schema.PackageOf(n); a != nil && b != nil && a.Language != b.Language {
		old, new = slices.DeleteFunc(old, ofLanguage), slices.DeleteFunc(new, ofLanguage)
	}
	find := func(in []keyedOption, key string) *schema.Value {
		if i := slices.IndexFunc(in, func(k keyedOption) bool { return k.key == key }); i >= 0 {
			return in[i].value
		}
		return nil
	}
	for _, k := range old {
		v := find(new, k.key)
		if v == nil || !sameValue(k.value, v) {
			c := d.addNodes(OptionChanged, o, n)
			c.Key, c.From, c.To = k.key, literal(k.value), literal(v)
		}
	}
	for _, k := range new {
		if find(old, k.key) == nil {
			c := d.addNodes(OptionChanged, o, n)
			c.Key, c.To = k.key, literal(k.value)
		}
	}
}

// ofLanguage reports whether an option keeps how a contract is written in one
// language, such as its syntax: another language has no word for it.
func ofLanguage(k keyedOption) bool {
	for _, language := range []string{"proto.", "thrift.", "go."} {
		if strings.HasPrefix(k.key, language) {
			return true
		}
	}
	return false
}

func packages(o, n schema.Node) (p, q *schema.Package) {
	p, _ = o.(*schema.Package)
	q, _ = n.(*schema.Package)
	return p, q
}

// apart returns the options that others don't have, each once.
func apart(opts, others []schema.Option) (left []schema.Option) {
	has := func(in []schema.Option, o *schema.Option) bool {
		return slices.ContainsFunc(in, func(x schema.Option) bool { return x.Name == o.Name && sameValue(&x.Value, &o.Value) })
	}
	for i := range opts {
		if o := &opts[i]; !has(others, o) && !has(left, o) {
			left = append(left, *o)
		}
	}
	return left
}

type keyedOption struct {
	key   string
	value *schema.Value
}

func keyed(opts []schema.Option) []keyedOption {
	ks := make([]keyedOption, len(opts))
	seen := make(map[string]int, len(opts))
	for i := range opts {
		key := opts[i].Name
		seen[key]++
		if n := seen[key]; n > 1 {
			key += "[" + strconv.Itoa(n) + "]"
		}
		ks[i] = keyedOption{key, &opts[i].Value}
	}
	return ks
}

// reserved reports numbers and names that are free again. The key is the range
// that isn't reserved any more, or the name.
func (d *differ) reserved(o, n schema.Node, old, new *schema.Reserved) {
	for _, r := range freed(old.Ranges, new.Ranges) {
		d.addNodes(ReservedRemoved, o, n).Key = rangeText(r)
	}
	for _, name := range without(names(old.Names), names(new.Names)) {
		d.addNodes(ReservedRemoved, o, n).Key = name
	}
}

// freed returns what is in old and in no range of new, ascending.
func freed(old, new []schema.NumberRange) (left []schema.NumberRange) {
	if len(old) == 0 {
		return nil
	}
	still := merged(new)
	for _, r := range merged(old) {
		for _, s := range still {
			if s.To < r.From || s.From > r.To {
				continue
			}
			if s.From > r.From {
				left = append(left, schema.NumberRange{From: r.From, To: s.From - 1})
			}
			r.From = s.To + 1
		}
		if r.From <= r.To {
			left = append(left, r)
		}
	}
	return left
}

// merged sorts ranges and joins those that touch or overlap.
func merged(rs []schema.NumberRange) (out []schema.NumberRange) {
	rs = slices.Clone(rs)
	slices.SortFunc(rs, func(a, b schema.NumberRange) int { return cmp.Compare(a.From, b.From) })
	for _, r := range rs {
		switch last := len(out) - 1; {
		case r.From > r.To:
		case last >= 0 && r.From <= out[last].To+1:
			out[last].To = max(out[last].To, r.To)
		default:
			out = append(out, r)
		}
	}
	return out
}

func rangeText(r schema.NumberRange) string {
	from := strconv.FormatInt(r.From, 10)
	if r.From == r.To {
		return from
	}
	return from + "-" + strconv.FormatInt(r.To, 10)
}

func sameValue(a, b *schema.Value) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Items {
		if !sameValue(&a.Items[i], &b.Items[i]) {
			return false
		}
	}
	if len(a.Fields) == 0 {
		return true
	}
	other := make(map[string]*schema.Value, len(b.Fields))
	for i := range b.Fields {
		other[b.Fields[i].Name] = &b.Fields[i].Value
	}
	for i := range a.Fields {
		if v := other[a.Fields[i].Name]; v == nil || !sameValue(&a.Fields[i].Value, v) {
			return false
		}
	}
	return true
}

// literal returns a value as a contract would write it, "" for none. Members of
// an object are in the order of their names: that is how they are compared.
func literal(v *schema.Value) string {
	if v == nil {
		return ""
	}
	var b strings.Builder
	writeLiteral(&b, v)
	return b.String()
}

func writeLiteral(b *strings.Builder, v *schema.Value) {
	switch v.Kind {
	case schema.StringValue:
		b.WriteString(strconv.Quote(v.Text))
	case schema.BoolValue, schema.NumberValue, schema.NameValue:
		b.WriteString(v.Text)
	case schema.NullValue:
		b.WriteString("null")
	case schema.ListValue:
		b.WriteByte('[')
		for i := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			writeLiteral(b, &v.Items[i])
		}
		b.WriteByte(']')
	case schema.ObjectValue:
		fields := slices.Clone(v.Fields)
		slices.SortStableFunc(fields, func(a, b schema.ValueField) int { return strings.Compare(a.Name, b.Name) })
		b.WriteByte('{')
		for i := range fields {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(fields[i].Name + "=")
			writeLiteral(b, &fields[i].Value)
		}
		b.WriteByte('}')
	default:
		panic("diff: a value of kind " + strconv.Itoa(int(v.Kind)))
	}
}
