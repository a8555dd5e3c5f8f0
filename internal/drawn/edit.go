package drawn

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// Edited draws the contract of a seed and changes it: a few edits of any kind.
// It returns what was done, by the names of edits.
func Edited(seed uint64, shape Shape) (p *schema.Package, done []string) {
	d := newDrawer(seed, shape)
	d.contract()
	d.count += 100 // names of its own
	all := edits
	if d.shape.Protobuf {
		all = slices.Concat(edits, protobufEdits)
	}
	if d.shape.JSON {
		all = slices.Concat(edits, jsonEdits)
	}
	n := 1
	if d.one(2) {
		n += d.IntN(4)
	}
	for tries := 0; len(done) < n && tries < 20; tries++ {
		e := all[d.IntN(len(all))]
		if e.apply(d) {
			done = append(done, e.name)
		}
	}
	d.fit()
	return d.pkg, done
}

// EditNames lists all edits.
func EditNames() (names []string) {
	for _, e := range edits {
		names = append(names, e.name)
	}
	return names
}

// edit changes the drawer's package and reports whether it found what to change.
type edit struct {
	name  string
	apply func(*drawer) bool
}

var edits = slices.Concat(fieldEdits, typeEdits, methodEdits, packageEdits)

func pick[T any](d *drawer, in []T) (x T, ok bool) {
	if len(in) == 0 {
		return x, false
	}
	return in[d.IntN(len(in))], true
}

// body is what has fields: a message, an error's, or a method's params.
type body struct {
	fields *[]*schema.Field
	msg    *schema.Message // nil for params
}

func (d *drawer) body() body {
	var all []body
	for _, m := range d.pkg.Messages {
		all = append(all, body{&m.Fields, m}, body{&m.Fields, m})
	}
	for _, e := range d.pkg.Errors {
		all = append(all, body{&e.Fields, &e.Message})
	}
	for _, s := range d.pkg.Services {
		for _, m := range s.Methods {
			all = append(all, body{&m.Params, nil})
		}
	}
	return all[d.IntN(len(all))]
}

func (d *drawer) bodyField() (body, *schema.Field) {
	for range 5 {
		b := d.body()
		if f, ok := pick(d, *b.fields); ok && !f.Type.Kind.Streams() {
			return b, f
		}
	}
	return body{}, nil
}

func (d *drawer) fresh(b body, number int) *schema.Field {
	if b.msg == nil {
		return d.param(number)
	}
	return d.field(number)
}

func (b body) remove(f *schema.Field) {
	*b.fields = slices.DeleteFunc(*b.fields, func(x *schema.Field) bool { return x == f })
	if b.msg != nil && f.OneOf != "" && !slices.ContainsFunc(*b.fields, func(x *schema.Field) bool { return x.OneOf == f.OneOf }) {
		b.msg.OneOfs = slices.DeleteFunc(b.msg.OneOfs, func(o *schema.OneOf) bool { return o.Name == f.OneOf })
	}
}

func last(fs []*schema.Field) *schema.Field {
	var l *schema.Field
	for _, f := range fs {
		if l == nil || f.Number > l.Number {
			l = f
		}
	}
	return l
}

var fieldEdits = []edit{
	{"append a field", func(d *drawer) bool {
		b := d.body()
		*b.fields = append(*b.fields, d.fresh(b, nextNumber(*b.fields)))
		return true
	}},
	{"append an optional field", func(d *drawer) bool {
		b := d.body()
		f := d.fresh(b, nextNumber(*b.fields))
		if b.msg != nil || d.shape.Optional {
			f.Presence = schema.Optional
		}
		*b.fields = append(*b.fields, f)
		return true
	}},
	{"insert a field", func(d *drawer) bool {
		b := d.body()
		n := 1
		if len(*b.fields) > 0 {
			n = 1 + d.IntN(len(*b.fields))
		}
		for _, f := range *b.fields {
			if f.Number >= n {
				f.Number++
			}
		}
		*b.fields = append(*b.fields, d.fresh(b, n))
		return true
	}},
	{"add a member to a oneof", func(d *drawer) bool {
		b := d.body()
		if b.msg == nil || len(b.msg.OneOfs) == 0 {
			return false
		}
		f := d.field(nextNumber(*b.fields))
		f.Presence, f.OneOf, f.Default = schema.Plain, b.msg.OneOfs[0].Name, nil
		*b.fields = append(*b.fields, f)
		return true
	}},
	{"remove a field", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil {
			return false
		}
		b.remove(f)
		return true
	}},
	{"remove the last field", func(d *drawer) bool {
		b := d.body()
		f := last(*b.fields)
		if f == nil || f.Type.Kind.Streams() {
			return false
		}
		b.remove(f)
		return true
	}},
	{"remove the last field and append another", func(d *drawer) bool {
		b := d.body()
		f := last(*b.fields)
		if f == nil || f.Type.Kind.Streams() {
			return false
		}
		b.remove(f)
		*b.fields = append(*b.fields, d.fresh(b, nextNumber(*b.fields)))
		return true
	}},
	{"retire a field", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil || b.msg == nil || f.Retired != "" {
			return false
		}
		f.Retired = "no longer needed"
		return true
	}},
	{"take a retirement back", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil || f.Retired == "" {
			return false
		}
		f.Retired = ""
		return true
	}},
	{"rename a field", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil {
			return false
		}
		if d.one(2) {
			f.Was = append(f.Was, schema.Ident{Name: f.Name})
		}
		f.Name = d.name("r")
		return true
	}},
	{"rename a field by case", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil || f.Name[0] < 'a' {
			return false
		}
		f.Name = string(f.Name[0]-32) + f.Name[1:]
		return true
	}},
	{"renumber a field", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil {
			return false
		}
		f.Number = nextNumber(*b.fields) + d.IntN(3)
		return true
	}},
	{"swap two numbers", func(d *drawer) bool {
		b := d.body()
		if len(*b.fields) < 2 {
			return false
		}
		i := d.IntN(len(*b.fields) - 1)
		x, y := (*b.fields)[i], (*b.fields)[i+1]
		x.Number, y.Number = y.Number, x.Number
		return true
	}},
	{"change a field's type", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil {
			return false
		}
		f.Default = nil
		if b.msg == nil {
			f.Type = d.argument()
		} else {
			f.Type = d.typ(0)
		}
		return true
	}},
	{"change a field's type a little", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil || b.msg == nil && !d.shape.Scalars {
			return false
		}
		f.Default = nil
		return d.alter(&f.Type)
	}},
	{"change a field's presence", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil || f.OneOf != "" || b.msg == nil && !d.shape.Optional {
			return false
		}
		if d.shape.Required {
			is := f.Presence
			for f.Presence == is {
				f.Presence = []schema.Presence{schema.Plain, schema.Optional, schema.Required}[d.IntN(3)]
			}
			f.Default = nil
			return true
		}
		f.Presence, f.Default = schema.Plain+schema.Optional-min(f.Presence, schema.Optional), nil
		return true
	}},
	{"change a default", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil || b.msg == nil || f.Presence != schema.Optional {
			return false
		}
		f.Default = d.literal(&f.Type)
		return f.Default != nil
	}},
	{"change an encoding", func(d *drawer) bool {
		_, f := d.bodyField()
		wide := func() bool { return f != nil && f.Type.Kind.Integer() && f.Type.Kind.Bits() >= 32 }
		for tries := 0; d.shape.Required && !wide() && tries < 9; tries++ {
			_, f = d.bodyField()
		}
		if !wide() {
			return false
		}
		f.Encoding = "fixed"
		return true
	}},
	{"move a field into a oneof", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil || b.msg == nil || f.OneOf != "" {
			return false
		}
		if len(b.msg.OneOfs) == 0 {
			b.msg.OneOfs = append(b.msg.OneOfs, &schema.OneOf{Decl: schema.Decl{Name: d.name("o")}})
		}
		f.OneOf, f.Presence, f.Default = b.msg.OneOfs[0].Name, schema.Plain, nil
		return true
	}},
	{"move a field out of a oneof", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil || f.OneOf == "" {
			return false
		}
		b.remove(f)
		f.OneOf = ""
		*b.fields = append(*b.fields, f)
		return true
	}},
	{"give a field a JSON name", func(d *drawer) bool {
		b, f := d.bodyField()
		if f == nil || b.msg == nil {
			return false
		}
		f.JSON = d.name("j")
		return true
	}},
	{"bound a field", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil || !f.Type.Kind.Integer() {
			return false
		}
		f.Max = &schema.Value{Kind: schema.NumberValue, Text: "100"}
		return true
	}},
	{"deprecate a field", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil {
			return false
		}
		f.Deprecated = map[string]string{"": "true", "true": ""}[f.Deprecated]
		return true
	}},
	{"reorder fields", func(d *drawer) bool {
		b := d.body()
		if len(*b.fields) < 2 {
			return false
		}
		slices.Reverse(*b.fields)
		return true
	}},
	{"change an option", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil {
			return false
		}
		f.Options = append(f.Options, schema.Option{Name: "label", Value: schema.Value{Kind: schema.StringValue, Text: "x"}})
		return true
	}},
}

// alter makes a type another one of the same family.
func (d *drawer) alter(t *schema.Type) bool {
	switch k := t.Kind; {
	case k.Number() || k == schema.KindBool:
		t.Kind = schema.Scalars[d.IntN(len(schema.Scalars)-2)]
		return t.Kind != k
	case k == schema.KindString:
		t.Kind = schema.KindBytes
		return true
	case k == schema.KindBytes:
		t.Kind = schema.KindString
		return true
	case k == schema.KindSet:
		t.Kind = schema.KindList
		return true
	case k == schema.KindList && t.Len > 0 && d.one(2):
		t.Len++
		return true
	case k == schema.KindList && t.Elem.Kind == schema.KindInt32 && t.Len == 0:
		t.Kind = schema.KindSet
		return true
	case k == schema.KindList, k == schema.KindMap:
		return d.alter(t.Elem)
	case k == schema.KindRef:
		for _, e := range d.pkg.Enums {
			if e.Name == t.Name {
				*t = schema.Type{Kind: []schema.Kind{schema.KindInt32, schema.KindUint32, schema.KindFloat32, schema.KindInt64}[d.IntN(4)]}
				return true
			}
		}
		for _, m := range d.pkg.Messages {
			if m.Name == t.Name {
				return false // the other messages may hold this one
			}
		}
	}
	return false
}
