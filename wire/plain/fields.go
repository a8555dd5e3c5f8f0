package plain

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

// member is a field on its way into a message.
type member struct {
	field  *schema.Field
	path   string // Base.Name where it is an embedded struct's
	depth  int
	source string // of the number
}

// body reads the fields of a struct into m.
func (r *reader) body(m *schema.Message, t reflect.Type) {
	list := r.promoted(m.Name, r.members(t, 0))
	next := 0
	for _, f := range list {
		next = max(next, f.field.Number)
		if f.source != "" {
			if r.numbered == nil {
				r.numbered = map[string]bool{}
			}
			r.numbered[f.source] = true
		}
	}
	for _, f := range list {
		if f.field.Number == 0 {
			next++
			f.field.Number, f.field.Implicit = next, true
			r.problem("field %s.%s has no number: write rpc:\"%d\" behind its type, or rpc:\"-\" to leave it out", m.Name, f.path, next)
		}
		m.Fields = append(m.Fields, f.field)
		if o := f.field.OneOf; o != "" && !slices.ContainsFunc(m.OneOfs, func(x *schema.OneOf) bool { return x.Name == o }) {
			m.OneOfs = append(m.OneOfs, &schema.OneOf{Decl: schema.Decl{Name: o}})
		}
	}
}

// members lists the fields of a struct, those of embedded structs among them.
func (r *reader) members(t reflect.Type, depth int) []member {
	var list []member
	for i := range t.NumField() {
		f := t.Field(i)
		what := "field " + shortName(t) + "." + f.Name
		tag, problems := gotag.Parse(string(f.Tag))
		r.tagProblems(what, problems)
		switch {
		case tag.Skip || strings.HasPrefix(f.Name, "XXX_"):
		case tag.Wrapped != "" && tag.Number == 0:
			list = append(list, r.wrapped(t, f.Type, tag.Wrapped, depth)...)
		case f.Anonymous && tag.Number == 0:
			list = append(list, r.embedded(t, f, depth)...)
		case !f.IsExported() && tag.Number != 0 && f.Name != "_" && !f.Anonymous:
			r.problem("%s has a number and is unexported: write it with a capital, or take the tag out", what)
		case f.IsExported():
			if field := r.field(what, f, tag); field != nil {
				list = append(list, member{field, f.Name, depth, tag.Source})
			}
		}
	}
	return list
}

func (r *reader) tagProblems(what string, problems []gotag.Problem) {
	for _, p := range problems {
		r.problem("%s %s: %s", what, p.Message, p.Help)
	}
}

func (r *reader) field(what string, f reflect.StructField, tag gotag.Field) *schema.Field {
	t := r.resolve(what, f.Type, tag.Time, 0)
	if !t.ok {
		return nil
	}
	if tag.Time != "" && !t.moment {
		r.problem("%s says %s, and is no time.Time: take it out", what, tag.Time)
	}
	out := &schema.Field{Number: tag.Number, Type: t.t}
	if out.Name = tag.Name.Text; out.Name == "" {
		out.Name = gotag.Snake(f.Name)
	}
	for _, w := range tag.Was {
		out.Was = append(out.Was, schema.Ident{Name: w.Text})
	}
	r.tagProblems(what, tag.Apply(out, t.pointer, t.enum))
	r.enumDefault(out, f.Type)
	return out
}

// enumDefault turns the number of a protobuf default into the value's name.
func (r *reader) enumDefault(f *schema.Field, t reflect.Type) {
	if f.Default == nil || f.Default.Kind != schema.NameValue {
		return
	}
	n, err := strconv.ParseInt(f.Default.Text, 10, 64)
	if err != nil {
		return
	}
	t = deref(t)
	for _, v := range r.enums[t].Values {
		if v.Number == n {
			f.Default.Text = gotag.ValueName(t.Name(), v.Name)
			return
		}
	}
}

// embedded returns the fields of an embedded struct.
func (r *reader) embedded(t reflect.Type, f reflect.StructField, depth int) []member {
	inner := deref(f.Type)
	switch {
	case inner.Kind() == reflect.Struct && inner.PkgPath() == t.PkgPath() && depth < maxDepth && !strings.Contains(inner.Name(), "["):
		if inner == t || r.embedding[inner] {
			r.problem("%s embeds itself through %s: give it a name, a number and a *", t.Name(), f.Name)
			return nil
		}
	case !f.IsExported():
		return nil
	default:
		r.problem("%s embeds %s, which isn't a struct of its package: write its fields out, give it a name and a number, or leave it out with rpc:\"-\"", shortName(t), f.Type)
		return nil
	}
	r.embedding[inner] = true
	list := r.members(inner, depth+1)
	delete(r.embedding, inner)
	for i := range list {
		list[i].path = f.Name + "." + list[i].path
	}
	return list
}

// wrapped returns the members of a oneof as protoc-gen-go has them: structs of
// one field each, which the message's method XXX_OneofWrappers lists.
func (r *reader) wrapped(t, face reflect.Type, oneof string, depth int) []member {
	lister, ok := reflect.Zero(reflect.PointerTo(t)).Interface().(interface{ XXX_OneofWrappers() []any })
	if !ok {
		r.problem("field of oneof %s in %s can't be seen: generate it with a method XXX_OneofWrappers, or leave it out with rpc:\"-\"", oneof, t)
		return nil
	}
	var list []member
	for _, w := range lister.XXX_OneofWrappers() {
		wrapper := reflect.TypeOf(w)
		if wrapper == nil || !wrapper.Implements(face) || deref(wrapper).Kind() != reflect.Struct || depth > maxDepth {
			continue
		}
		for _, m := range r.members(deref(wrapper), depth+1) {
			m.field.OneOf, m.field.Presence, m.depth = oneof, schema.Plain, depth
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b member) int { return cmp.Compare(a.field.Number, b.field.Number) })
	return list
}

// promoted reports fields of embedded structs that clash with others, and keeps
// the first of them.
func (r *reader) promoted(name string, list []member) []member {
	byDepth := slices.Clone(list)
	slices.SortStableFunc(byDepth, func(a, b member) int { return cmp.Compare(a.depth, b.depth) })
	names, numbers, dropped := map[string]member{}, map[int]member{}, map[*schema.Field]bool{}
	for _, f := range byDepth {
		what, first := "name "+f.field.Name, names[f.field.Name]
		if first.field == nil && f.field.Number != 0 {
			what, first = "number "+strconv.Itoa(f.field.Number), numbers[f.field.Number]
		}
		if first.field != nil && f.depth > 0 {
			r.problem("%s has the %s twice: as %s and as %s, which is embedded: rename or renumber one of them", name, what, first.path, f.path)
			dropped[f.field] = true
			continue
		}
		names[f.field.Name] = f
		if f.field.Number != 0 {
			numbers[f.field.Number] = f
		}
	}
	return slices.DeleteFunc(list, func(f member) bool { return dropped[f.field] })
}

// enum puts an enum into the package.
func (r *reader) enum(t reflect.Type) {
	if r.reached[t] {
		return
	}
	r.reached[t] = true
	r.claim(t)
	of := r.enums[t]
	e := &schema.Enum{Decl: schema.Decl{Name: t.Name()}, Closed: of.Closed}
	for _, v := range of.Values {
		e.Values = append(e.Values, &schema.EnumValue{Decl: schema.Decl{Name: gotag.ValueName(t.Name(), v.Name)}, Number: v.Number})
	}
	r.pkg.Enums = append(r.pkg.Enums, e)
}

// declaredError puts an error into the package.
func (r *reader) declaredError(of Error) {
	if of.Type == nil || deref(of.Type).Kind() != reflect.Struct || deref(of.Type).Name() == "" {
		r.problem("error %v is no declared struct", of.Type)
		return
	}
	t := deref(of.Type)
	if !t.Implements(errorType) && !reflect.PointerTo(t).Implements(errorType) {
		r.problem("error %s has no method Error: write func (e *%s) Error() string", t, t.Name())
	}
	r.claim(t)
	e := &schema.Error{Message: schema.Message{Decl: schema.Decl{Name: r.name(t)}}, Code: of.Code}
	r.body(&e.Message, t)
	r.pkg.Errors = append(r.pkg.Errors, e)
}
