package hclidl

import (
	"fmt"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// field prints field(N, TYPE, { … }). scope is the message that the type's names
// are looked up in.
func (w *writer) field(f *schema.Field, scope string) string {
	o := w.fieldOptions(f)
	options := ""
	if len(o) > 0 {
		options = ", { " + strings.Join(o, ", ") + " }"
	}
	return fmt.Sprintf("field(%d, %s%s)", f.Number, w.presentType(f, scope, f), options)
}

func (w *writer) fieldOptions(f *schema.Field) []string {
	var o []string
	add := func(format string, args ...any) { o = append(o, fmt.Sprintf(format, args...)) }
	literal := func(name string, v *schema.Value) {
		if v != nil {
			add("%s = %s", name, w.value(f, *v))
		}
	}
	literal("default", f.Default)
	if f.Presence == schema.Required {
		add("required = true")
	}
	if f.Retired != "" {
		add("retired = %s", reason(f.Retired))
	}
	if f.JSON != "" {
		add("json = %s", quote(f.JSON))
	}
	if f.Encoding != "" {
		add("encoding = %s", f.Encoding)
	}
	if f.Packed != nil {
		add("packed = %t", *f.Packed)
	}
	literal("min", f.Min)
	literal("max", f.Max)
	literal("max_len", f.MaxLen)
	literal("pattern", f.Pattern)
	return append(o, w.declOptions(f, (&writer{noComments: w.noComments}).comment(f.Doc))...)
}

// declOptions prints what fields and enum values share.
func (w *writer) declOptions(n schema.Node, commented bool) []string {
	d := n.Base()
	var o []string
	if s := was(d.Was); s != "" {
		o = append(o, "was = "+s)
	}
	if d.Deprecated != "" {
		o = append(o, "deprecated = "+reason(d.Deprecated))
	}
	if !commented {
		o = append(o, "doc = "+quote(d.Doc))
	}
	var free []string
	seen := map[string]bool{}
	for _, x := range d.Options {
		if seen[x.Name] {
			w.loss(n, "option %s stands more than once: the first is kept", x.Name)
			continue
		}
		seen[x.Name] = true
		free = append(free, key(x.Name)+" = "+w.value(n, x.Value))
	}
	if free != nil {
		o = append(o, "options = { "+strings.Join(free, ", ")+" }")
	}
	return o
}

// presentType prints the type of a field with its presence.
func (w *writer) presentType(at schema.Node, scope string, f *schema.Field) string {
	t := w.typeText(at, scope, f.Type)
	if f.Presence == schema.Optional {
		return "optional(" + t + ")"
	}
	return t
}

func (w *writer) typeText(at schema.Node, scope string, t schema.Type) string {
	switch t.Kind {
	case schema.KindMessage, schema.KindEnum:
		if t.Target != nil {
			return w.reference(at, scope, t.Target)
		}
		return t.Name
	case schema.KindList:
		if t.Len > 0 {
			return fmt.Sprintf("list(%s, %d)", w.typeText(at, scope, *t.Elem), t.Len)
		}
		return "list(" + w.typeText(at, scope, *t.Elem) + ")"
	case schema.KindSet, schema.KindStream:
		return t.Kind.String() + "(" + w.typeText(at, scope, *t.Elem) + ")"
	case schema.KindMap:
		return "map(" + w.typeText(at, scope, *t.Key) + ", " + w.typeText(at, scope, *t.Elem) + ")"
	}
	return t.String()
}

// reference prints the name of an element so that it is found again from scope.
func (w *writer) reference(at schema.Node, scope string, n schema.Node) string {
	name, home := n.Base().Name, schema.PackageOf(n)
	if home == w.pkg || home == nil {
		for s := scope; s != ""; s = s[:max(strings.LastIndexByte(s, '.'), 0)] {
			if w.types[s+"."+name] {
				w.loss(at, "%s can't be named here: %s.%s is nearer", name, s, name)
				break
			}
		}
		return name
	}
	for _, i := range w.imports {
		if i.Package == home.Name {
			return i.Local + "." + name
		}
	}
	w.loss(at, "%s is of package %s, which no import brings", name, home.Name)
	return n.FullName()
}
