package drawn

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

var typeEdits = []edit{
	{"rename a message", func(d *drawer) bool {
		m, ok := pick(d, d.pkg.Messages)
		if !ok {
			return false
		}
		name := d.name("N")
		if d.one(2) {
			m.Was = append(m.Was, schema.Ident{Name: "drawn." + m.Name})
		}
		d.replace(m.Name, name)
		m.Name = name
		return true
	}},
	{"add a message", func(d *drawer) bool {
		d.pkg.Messages = append(d.pkg.Messages, d.message(d.name("M")))
		return true
	}},
	{"replace a message by another", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil || f.Type.Kind != schema.KindRef {
			return false
		}
		m := d.message(d.name("M"))
		d.pkg.Messages = append(d.pkg.Messages, m)
		f.Type, f.Default = ref(m.Name), nil
		return true
	}},
	{"change stored", func(d *drawer) bool {
		m, ok := pick(d, d.pkg.Messages)
		if ok {
			m.Stored = !m.Stored
		}
		return ok
	}},
	{"remove a message that nothing uses", func(d *drawer) bool {
		for i, m := range d.pkg.Messages {
			if !d.uses(m.Name) {
				d.pkg.Messages = slices.Delete(d.pkg.Messages, i, i+1)
				return true
			}
		}
		return false
	}},
	{"free a reserved number", func(d *drawer) bool {
		for _, m := range d.pkg.Messages {
			if len(m.Reserved.Ranges) > 0 {
				m.Reserved.Ranges = nil
				return true
			}
		}
		return false
	}},
	{"add an enum value", func(d *drawer) bool {
		e, ok := pick(d, d.pkg.Enums)
		if !ok {
			return false
		}
		e.Values = append(e.Values, d.value(int64(20+d.IntN(3))))
		return true
	}},
	{"remove an enum value", func(d *drawer) bool {
		e, ok := pick(d, d.pkg.Enums)
		if !ok || len(e.Values) < 3 {
			return false
		}
		i := d.IntN(len(e.Values))
		e.Values = slices.Delete(e.Values, i, i+1)
		return true
	}},
	{"rename an enum value", func(d *drawer) bool {
		e, ok := pick(d, d.pkg.Enums)
		if !ok {
			return false
		}
		v := e.Values[d.IntN(len(e.Values))]
		if d.one(2) {
			v.Was = append(v.Was, schema.Ident{Name: v.Name})
		}
		v.Name = d.name("W")
		return true
	}},
	{"renumber an enum value", func(d *drawer) bool {
		e, ok := pick(d, d.pkg.Enums)
		if !ok {
			return false
		}
		e.Values[d.IntN(len(e.Values))].Number = int64(d.IntN(30))
		return true
	}},
	{"alias an enum value", func(d *drawer) bool {
		e, ok := pick(d, d.pkg.Enums)
		if !ok {
			return false
		}
		e.Values = append(e.Values, d.value(e.Values[0].Number))
		return true
	}},
	{"open or close an enum", func(d *drawer) bool {
		e, ok := pick(d, d.pkg.Enums)
		if ok {
			e.Closed = !e.Closed
		}
		return ok
	}},
	{"rename an enum", func(d *drawer) bool {
		e, ok := pick(d, d.pkg.Enums)
		if !ok {
			return false
		}
		name := d.name("L")
		d.replace(e.Name, name)
		e.Name = name
		return true
	}},
	{"add an enum", func(d *drawer) bool {
		d.pkg.Enums = append(d.pkg.Enums, d.enum())
		return true
	}},
	{"remove an enum that nothing uses", func(d *drawer) bool {
		for i, e := range d.pkg.Enums {
			if !d.uses(e.Name) && len(d.pkg.Enums) > 1 {
				d.pkg.Enums = slices.Delete(d.pkg.Enums, i, i+1)
				return true
			}
		}
		return false
	}},
	{"rename a oneof", func(d *drawer) bool {
		m, ok := pick(d, d.pkg.Messages)
		if !ok || len(m.OneOfs) == 0 {
			return false
		}
		o := m.OneOfs[0]
		name := d.name("o")
		for _, f := range m.Fields {
			if f.OneOf == o.Name {
				f.OneOf = name
			}
		}
		if d.one(2) {
			o.Was = append(o.Was, schema.Ident{Name: o.Name})
		}
		o.Name = name
		return true
	}},
}

// replace names a type otherwise wherever it is used.
func (d *drawer) replace(old, new string) {
	d.types(func(t *schema.Type) {
		if t.Kind == schema.KindRef && t.Name == old {
			t.Name = new
		}
	})
}

func (d *drawer) uses(name string) bool {
	found := false
	d.types(func(t *schema.Type) { found = found || t.Name == name })
	return found
}

// types visits every type in the package.
func (d *drawer) types(visit func(*schema.Type)) {
	var deep func(t *schema.Type)
	deep = func(t *schema.Type) {
		visit(t)
		if t.Key != nil {
			deep(t.Key)
		}
		if t.Elem != nil {
			deep(t.Elem)
		}
	}
	fields := func(fs []*schema.Field) {
		for _, f := range fs {
			deep(&f.Type)
		}
	}
	for _, m := range d.pkg.Messages {
		fields(m.Fields)
	}
	for _, e := range d.pkg.Errors {
		fields(e.Fields)
	}
	for _, s := range d.pkg.Services {
		for _, m := range s.Methods {
			fields(m.Params)
			if m.Returns != nil {
				deep(&m.Returns.Type)
			}
		}
	}
}
