package drawn

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// jsonEdits change the keys of fields in ways that only a wire which carries names
// tells apart: keys that stay, change places, or go to another field.
var jsonEdits = []edit{
	{"rename a field and keep its key", func(d *drawer) bool {
		_, f := d.bodyField()
		if f == nil {
			return false
		}
		if d.one(2) {
			f.Was = append(f.Was, schema.Ident{Name: f.Name})
		}
		f.JSON, f.Name = f.JSONName(), d.name("r")
		return true
	}},
	{"swap two fields' JSON names", func(d *drawer) bool {
		x, y := d.two()
		if x == nil {
			return false
		}
		x.JSON, y.JSON = y.JSONName(), x.JSONName()
		return true
	}},
	{"give a field another's JSON name", func(d *drawer) bool {
		x, y := d.two()
		if x == nil {
			return false
		}
		x.JSON, y.JSON = y.JSONName(), d.name("j")
		return true
	}},
	{"take a field's JSON name away", func(d *drawer) bool {
		for range 5 {
			if _, f := d.bodyField(); f != nil && f.JSON != "" {
				f.JSON = ""
				return true
			}
		}
		return false
	}},
	{"remove a field and give its name to another", func(d *drawer) bool {
		b := d.body()
		if len(*b.fields) < 2 {
			return false
		}
		i := d.IntN(len(*b.fields) - 1)
		x, y := (*b.fields)[i], (*b.fields)[i+1]
		if x.Type.Kind.Streams() || y.Type.Kind.Streams() {
			return false
		}
		b.remove(x)
		if d.one(2) {
			y.Was = append(y.Was, schema.Ident{Name: y.Name})
		}
		y.Name = x.Name
		return true
	}},
}

// two returns two fields of one body, nil where none was found.
func (d *drawer) two() (x, y *schema.Field) {
	b := d.body()
	if len(*b.fields) < 2 || slices.ContainsFunc(*b.fields, func(f *schema.Field) bool { return f.Type.Kind.Streams() }) {
		return nil, nil
	}
	i := d.IntN(len(*b.fields) - 1)
	return (*b.fields)[i], (*b.fields)[i+1]
}
