package proto

import (
	"slices"
	"strings"
	"unicode"

	"github.com/rpcctl/rpcctl/schema"
)

// nameValues gives every value of an enum its name. They are names of what the
// enum stands in, so that those of two enums can clash: then they get the
// enum's name before theirs.
func (w *writer) nameValues() {
	w.values = map[*schema.EnumValue]string{}
	for _, e := range w.pkg.Enums {
		scope := e.Name[:max(strings.LastIndexByte(e.Name, '.'), 0)]
		for _, v := range e.Values {
			name := v.Name
			if w.taken[join(scope, name)] {
				name = upperSnake(e.Name[strings.LastIndexByte(e.Name, '.')+1:]) + "_" + name
			}
			for w.taken[join(scope, name)] {
				name += "_"
			}
			if name != v.Name {
				w.lose(v, v.NameSpan, "is called "+name+" here: the name is taken in "+w.scopeText(scope))
			}
			w.taken[join(scope, name)] = true
			w.values[v] = name
		}
	}
}

func (w *writer) scopeText(scope string) string {
	if scope == "" {
		return "the package"
	}
	return scope
}

func upperSnake(name string) string {
	var b strings.Builder
	for i, c := range name {
		if unicode.IsUpper(c) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToUpper(c))
	}
	return b.String()
}

func (w *writer) enum(e *schema.Enum, name string) {
	w.lossesOfDecl(e)
	w.doc(e.Doc)
	w.open("enum ", name)
	if w.syntax == editions && e.Closed {
		w.line("option features.enum_type = CLOSED;")
	}
	w.options(e, e.Options, e.Deprecated)
	numbers := map[int64]bool{}
	aliased := slices.ContainsFunc(e.Options, func(o schema.Option) bool { return o.Name == "proto.allow_alias" })
	for _, v := range e.Values {
		if numbers[v.Number] && !aliased {
			w.line("option allow_alias = true;")
			aliased = true
		}
		numbers[v.Number] = true
	}
	for _, v := range w.ordered(e) {
		w.lossesOfDecl(v)
		w.doc(v.Doc)
		w.line(w.values[v], " = ", itoa(v.Number), brackets(w.compact(v, v.Options, v.Deprecated)), ";")
	}
	w.reserved(e.Reserved, 1<<31-1)
	w.close()
	w.line()
}

// ordered returns the values as they are written: an open enum begins with 0,
// and each has a value.
func (w *writer) ordered(e *schema.Enum) []*schema.EnumValue {
	if len(e.Values) > 0 && (e.Closed || e.Values[0].Number == 0) {
		return e.Values
	}
	list := slices.Clone(e.Values)
	if i := slices.IndexFunc(list, func(v *schema.EnumValue) bool { return v.Number == 0 }); i > 0 {
		w.lose(list[i], list[i].NameSpan, "stands first here: an open enum begins with 0")
		zero := list[i]
		return append([]*schema.EnumValue{zero}, slices.Delete(list, i, i+1)...)
	}
	scope := e.Name[:max(strings.LastIndexByte(e.Name, '.'), 0)]
	name := upperSnake(e.Name[strings.LastIndexByte(e.Name, '.')+1:]) + "_UNSPECIFIED"
	for w.taken[join(scope, name)] {
		name += "_"
	}
	w.taken[join(scope, name)] = true
	w.lose(e, e.NameSpan, "has "+name+" here: an open enum has a value 0")
	added := &schema.EnumValue{Decl: schema.Decl{Name: name, NameSpan: e.NameSpan, Span: e.Span}}
	w.values[added] = name
	return append([]*schema.EnumValue{added}, list...)
}
