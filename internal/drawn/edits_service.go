package drawn

import (
	"slices"
	"time"

	"github.com/rpcctl/rpcctl/schema"
)

func (d *drawer) someMethod() (*schema.Service, *schema.Method) {
	s := d.pkg.Services[d.IntN(len(d.pkg.Services))]
	m, ok := pick(d, s.Methods)
	if !ok {
		return s, nil
	}
	return s, m
}

var methodEdits = []edit{
	{"add a method", func(d *drawer) bool {
		s, _ := d.someMethod()
		s.Methods = append(s.Methods, d.method(s))
		return true
	}},
	{"remove a method", func(d *drawer) bool {
		s, m := d.someMethod()
		if m == nil || len(s.Methods) < 2 {
			return false
		}
		s.Methods = slices.DeleteFunc(s.Methods, func(x *schema.Method) bool { return x == m })
		return true
	}},
	{"rename a method", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil {
			return false
		}
		if d.one(2) {
			m.Was = append(m.Was, schema.Ident{Name: m.Name})
		}
		m.Name = d.name("Go")
		return true
	}},
	{"change a method's id", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil {
			return false
		}
		m.ID = uint32(500 + d.IntN(20))
		return true
	}},
	{"swap two methods' ids", func(d *drawer) bool {
		s, _ := d.someMethod()
		if len(s.Methods) < 2 || s.Methods[0].ID == 0 || s.Methods[1].ID == 0 {
			return false
		}
		s.Methods[0].ID, s.Methods[1].ID = s.Methods[1].ID, s.Methods[0].ID
		return true
	}},
	{"change a result", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil || m.StreamOut() != nil || m.Oneway {
			return false
		}
		if m.Returns != nil && d.shape.Void && d.one(3) {
			m.Returns = nil
		} else {
			m.Returns = d.result()
		}
		return true
	}},
	{"change a result's type a little", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil || m.Returns == nil || !d.shape.Scalars {
			return false
		}
		return d.alter(&m.Returns.Type)
	}},
	{"change what a method streams", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil || !d.shape.Streams || m.Oneway {
			return false
		}
		in, out := slices.IndexFunc(m.Params, func(f *schema.Field) bool { return f.Type.Kind.Streams() }), m.StreamOut()
		switch {
		case in >= 0 && d.one(2):
			m.Params = slices.Delete(m.Params, in, in+1)
		case in >= 0:
			m.Params[in].Type = d.streamType()
		case out != nil && d.one(2):
			m.Returns = d.result()
		case out != nil:
			m.Returns.Type = d.streamType()
		default:
			d.stream(m)
		}
		return true
	}},
	{"make a method one-way", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil || !d.shape.Oneway || m.Returns != nil || len(m.Errors) > 0 || m.StreamIn() != nil {
			return false
		}
		m.Oneway = !m.Oneway
		return true
	}},
	{"declare an error", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil || !d.shape.Errors || m.Oneway || len(m.Errors) > 0 {
			return false
		}
		if len(d.pkg.Errors) == 0 {
			d.pkg.Errors = append(d.pkg.Errors, &schema.Error{Message: *d.message(d.name("E")), Code: uint32(d.count)})
		}
		m.Errors = append(m.Errors, &schema.ErrorRef{Name: d.pkg.Errors[0].Name, Number: 1})
		return true
	}},
	{"declare an error no longer", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil || len(m.Errors) == 0 {
			return false
		}
		m.Errors = nil
		return true
	}},
	{"renumber a method's error", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil || len(m.Errors) == 0 {
			return false
		}
		m.Errors[0].Number++
		return true
	}},
	{"change an error's code", func(d *drawer) bool {
		e, ok := pick(d, d.pkg.Errors)
		if ok {
			e.Code += 1000
			if d.shape.Protobuf {
				e.Code += 2000 // those between are kept
			}
		}
		return ok
	}},
	{"rename an error", func(d *drawer) bool {
		e, ok := pick(d, d.pkg.Errors)
		if !ok {
			return false
		}
		old := e.Name
		e.Name = d.name("F")
		for _, s := range d.pkg.Services {
			for _, m := range s.Methods {
				for _, r := range m.Errors {
					if r.Name == old {
						r.Name = e.Name
					}
				}
			}
		}
		return true
	}},
	{"remove an error", func(d *drawer) bool {
		for i, e := range d.pkg.Errors {
			used := false
			for _, s := range d.pkg.Services {
				for _, m := range s.Methods {
					used = used || slices.ContainsFunc(m.Errors, func(r *schema.ErrorRef) bool { return r.Name == e.Name })
				}
			}
			if !used {
				d.pkg.Errors = slices.Delete(d.pkg.Errors, i, i+1)
				return true
			}
		}
		return false
	}},
	{"add an error", func(d *drawer) bool {
		if !d.shape.Errors {
			return false
		}
		d.pkg.Errors = append(d.pkg.Errors, &schema.Error{Message: *d.message(d.name("E")), Code: uint32(d.count)})
		return true
	}},
	{"retire a param", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil {
			return false
		}
		f, ok := pick(d, m.Params)
		if !ok || f.Type.Kind.Streams() || f.Retired != "" {
			return false
		}
		f.Retired = "no longer needed"
		return true
	}},
	{"name a param in JSON", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil {
			return false
		}
		f, ok := pick(d, m.Params)
		if ok {
			f.JSON = d.name("j")
		}
		return ok
	}},
	{"give a param a default", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil || !d.shape.Optional {
			return false
		}
		f, ok := pick(d, m.Params)
		if !ok || f.Presence != schema.Optional {
			return false
		}
		f.Default = d.literal(&f.Type)
		return f.Default != nil
	}},
	{"move a method to another service", func(d *drawer) bool {
		if len(d.pkg.Services) < 2 || len(d.pkg.Services[0].Methods) < 2 {
			return false
		}
		from, to := d.pkg.Services[0], d.pkg.Services[1]
		to.Methods = append(to.Methods, from.Methods[0])
		from.Methods = from.Methods[1:]
		return true
	}},
	{"change a method's timeout", func(d *drawer) bool {
		_, m := d.someMethod()
		if m != nil {
			t := time.Second
			m.Timeout = &t
		}
		return m != nil
	}},
	{"change what callers do with a method", func(d *drawer) bool {
		_, m := d.someMethod()
		if m == nil {
			return false
		}
		if d.one(2) {
			m.Idempotent = !m.Idempotent
		} else {
			m.Compress = map[string]string{"": "gzip", "gzip": ""}[m.Compress]
		}
		return true
	}},
}

var packageEdits = []edit{
	{"rename the package", func(d *drawer) bool {
		d.pkg.Name = "drawn_again"
		return true
	}},
	{"change the version", func(d *drawer) bool {
		d.pkg.Version = "1.1.0"
		return true
	}},
	{"add a service", func(d *drawer) bool {
		s := &schema.Service{Decl: schema.Decl{Name: d.name("U")}}
		s.Methods = append(s.Methods, d.method(s))
		d.pkg.Services = append(d.pkg.Services, s)
		return true
	}},
	{"remove a service", func(d *drawer) bool {
		if len(d.pkg.Services) < 2 {
			return false
		}
		d.pkg.Services = d.pkg.Services[:1]
		return true
	}},
	{"rename a service", func(d *drawer) bool {
		s := d.pkg.Services[0]
		if d.one(2) {
			s.Was = append(s.Was, schema.Ident{Name: "drawn." + s.Name})
		}
		s.Name = d.name("R")
		return true
	}},
	{"change a service's id", func(d *drawer) bool {
		d.pkg.Services[0].ID = uint32(20 + d.IntN(5))
		for i, m := range d.pkg.Services[0].Methods {
			if m.ID == 0 {
				m.ID = uint32(i + 1)
			}
		}
		return true
	}},
	{"remove a constant", func(d *drawer) bool {
		d.pkg.Consts = nil
		return true
	}},
	{"change a constant", func(d *drawer) bool {
		if len(d.pkg.Consts) == 0 {
			return false
		}
		d.pkg.Consts[0].Value.Text = "7"
		return true
	}},
	{"add a constant", func(d *drawer) bool {
		d.pkg.Consts = append(d.pkg.Consts, &schema.Const{Decl: schema.Decl{Name: d.name("C")}, Type: schema.Type{Kind: schema.KindInt32}, Value: schema.Value{Kind: schema.NumberValue, Text: "1"}})
		return true
	}},
}
