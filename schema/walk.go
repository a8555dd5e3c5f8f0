package schema

// Walk calls visit with every element of s: package by package, in each its
// services with their methods, params and results, its messages with their
// oneofs and fields, its enums with their values, its errors with their oneofs
// and fields, and its constants. Lists keep the order of the source, and an
// element comes before what stands in it. Params and results are *[Field]s
// whose Parent is the *[Method]; a result is its Returns.
func Walk(s *Schema, visit func(Node)) {
	for _, p := range s.Packages {
		WalkPackage(p, visit)
	}
}

// WalkPackage is Walk for one package.
func WalkPackage(p *Package, visit func(Node)) {
	visit(p)
	for _, s := range p.Services {
		visit(s)
		for _, m := range s.Methods {
			visit(m)
			for _, f := range m.Params {
				visit(f)
			}
			if m.Returns != nil {
				visit(m.Returns)
			}
		}
	}
	for _, m := range p.Messages {
		visit(m)
		walkBody(m, visit)
	}
	for _, e := range p.Enums {
		visit(e)
		for _, v := range e.Values {
			visit(v)
		}
	}
	for _, e := range p.Errors {
		visit(e)
		walkBody(&e.Message, visit)
	}
	for _, c := range p.Consts {
		visit(c)
	}
}

func walkBody(m *Message, visit func(Node)) {
	for _, o := range m.OneOfs {
		visit(o)
	}
	for _, f := range m.Fields {
		visit(f)
	}
}
