package dyn

import "github.com/rpcctl/rpcctl/schema"

const wireName = "rpch"

// serviceName, methodName and messageName are what travels: what a wire block says,
// else the bare name.
func serviceName(s *schema.Service) string {
	if s == nil {
		return ""
	}
	return or(schema.OnWire(s.On, wireName, "service"), s.Name)
}

func methodName(m *schema.Method) string { return or(schema.OnWire(m.On, wireName, "method"), m.Name) }

func messageName(m *schema.Message) string { return or(schema.OnWire(m.On, wireName, "name"), m.Name) }

func or(said, name string) string {
	if said != "" {
		return said
	}
	return name
}

// find returns the method that a request names, among those of the service and
// those it inherits.
func find(s *schema.Schema, service, method string) *schema.Method {
	for _, p := range s.Packages {
		for _, svc := range p.Services {
			if serviceName(svc) != service {
				continue
			}
			seen := map[*schema.Service]bool{}
			for at := svc; at != nil && !seen[at]; at = at.Super {
				seen[at] = true
				for _, m := range at.Methods {
					if methodName(m) == method {
						return m
					}
				}
			}
		}
	}
	return nil
}

// typeName returns the name that a value of the field's type travels under as an
// argument or result, and which kind of value it is. ok is false where the type has
// no form there.
func typeName(f *schema.Field) (name string, kind uint16, ok bool) {
	switch t := f.Type; {
	case f.Presence == schema.Optional:
		return "", 0, false
	case t.Kind.Number() || t.Kind == schema.KindString:
		return t.Kind.String(), kindBuiltin, true
	case t.Kind.Raw():
		return t.Kind.String(), kindStream, true
	case t.Kind == schema.KindMessage && t.Message() != nil:
		return messageName(t.Message()), kindMessage, true
	}
	return "", 0, false
}
