package schema

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
)

// constMisfit says why v is no constant of type t, "" where it is one. Unlike a
// default it may be a list, a map or a message.
func (l *linker) constMisfit(t *Type, v *Value) string {
	switch t.Kind {
	case KindList, KindSet:
		if why := wants(v, ListValue, "a list of "+t.Elem.String()); why != "" {
			return why
		}
		if t.Len > 0 && len(v.Items) != t.Len {
			return "it must have " + strconv.Itoa(t.Len) + " elements"
		}
		for i := range v.Items {
			if why := l.constMisfit(t.Elem, &v.Items[i]); why != "" {
				return "element " + strconv.Itoa(i+1) + ": " + why
			}
		}
		return ""
	case KindMap:
		return l.objectMisfit(v, "an object of "+t.Elem.String(), func(name string) (*Type, string) {
			return t.Elem, keyMisfit(t.Key.Kind, name)
		})
	case KindMessage:
		m := t.Message()
		return l.objectMisfit(v, "an object with its fields", func(name string) (*Type, string) {
			var names []string
			for _, f := range m.Fields {
				if f.Name == name {
					return &f.Type, ""
				}
				names = append(names, f.Name)
			}
			if near := diag.Nearest(name, names); near != "" {
				return nil, m.full + " has no field " + name + "; did you mean " + near + "?"
			}
			return nil, m.full + " has no field " + name
		})
	}
	return l.misfit(t, v)
}

// objectMisfit holds the members of an object against the types that they must
// have, by name.
func (l *linker) objectMisfit(v *Value, what string, member func(name string) (*Type, string)) string {
	if why := wants(v, ObjectValue, what); why != "" {
		return why
	}
	seen := make(map[string]bool, len(v.Fields))
	for i := range v.Fields {
		name := v.Fields[i].Name
		t, why := member(name)
		if why != "" {
			return why
		}
		if seen[name] {
			return "it holds " + quote(name) + " twice"
		}
		seen[name] = true
		if why := l.constMisfit(t, &v.Fields[i].Value); why != "" {
			return name + ": " + why
		}
	}
	return ""
}

// keyMisfit says why a name can't be a key of that kind.
func keyMisfit(k Kind, name string) string {
	switch {
	case k.Integer():
		return integerMisfit(k, name)
	case k == KindBool && name != "true" && name != "false":
		return "the key " + quote(name) + " is neither true nor false"
	}
	return "" // a text, or reported
}
