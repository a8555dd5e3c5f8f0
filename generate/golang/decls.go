package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// printTypes prints enums, messages, errors and constants.
func (k *pkg) printTypes(f *emit.GoFile) {
	for _, c := range k.p.Consts {
		k.printConst(f, c)
	}
	for _, e := range k.p.Enums {
		k.printEnum(f, e)
	}
	for _, m := range k.p.Messages {
		k.printMessage(f, k.message(m))
	}
	for _, e := range k.p.Errors {
		k.printError(f, e)
	}
}

// printConst prints a constant where Go has one of that type, else a function
// that makes the value, so that nobody can change it for others.
func (k *pkg) printConst(f *emit.GoFile, c *schema.Const) {
	name, typ, text := typeName(c), k.goType(f, c.Type), k.literal(f, c.Type, c.Value)
	f.Comment(docOf(&c.Decl, ""))
	if k.constant(c) {
		f.P("const ", name, " ", typ, " = ", text)
	} else if c.Type.Kind.Float() {
		f.P("func ", name, "() ", typ, " { return ", typ, "(", text, ") }")
	} else {
		f.P("func ", name, "() ", typ, " { return ", text, " }")
	}
	f.P()
}

// constant reports whether Go has a constant of c's type and value.
func (k *pkg) constant(c *schema.Const) bool {
	switch t := c.Type.Kind; {
	case t.Float():
		switch c.Value.Text {
		case "inf", "-inf", "nan", "-0":
			return false
		}
		return true
	default:
		return t.Scalar() && t != schema.KindBytes || t == schema.KindEnum
	}
}

func (k *pkg) printEnum(f *emit.GoFile, e *schema.Enum) {
	name := typeName(e)
	f.Comment(docOf(&e.Decl, name+" is the enum "+e.FullName()+"."))
	f.P("type ", name, " int32")
	f.P()
	if len(e.Values) > 0 {
		f.P("const (")
		for _, v := range e.Values {
			f.Comment(docOf(&v.Decl, ""))
			f.P(valueName(v), " ", name, " = ", v.Number)
		}
		f.P(")")
		f.P()
	}
	distinct := distinctValues(e)
	f.P("// String returns the name that the contract has for v, or its number.")
	f.P("func (v ", name, ") String() string {")
	if len(distinct) > 0 {
		f.P("switch v {")
		for _, v := range distinct {
			f.P("case ", v.Number, ": return ", strconv.Quote(v.Name))
		}
		f.P("}")
	}
	f.P("return ", emit.Ident{Path: "strconv", Name: "Itoa"}, "(int(v))")
	f.P("}")
	f.P()
	f.P("// Known reports whether the contract has a name for v.")
	f.P("func (v ", name, ") Known() bool {")
	if len(distinct) > 0 {
		numbers := make([]string, len(distinct))
		for i, v := range distinct {
			numbers[i] = strconv.FormatInt(v.Number, 10)
		}
		f.P("switch v {")
		f.P("case ", strings.Join(numbers, ", "), ": return true")
		f.P("}")
	}
	f.P("return false")
	f.P("}")
	f.P()
}

// distinctValues leaves out values whose number stands before already.
func distinctValues(e *schema.Enum) []*schema.EnumValue {
	seen := map[int64]bool{}
	var values []*schema.EnumValue
	for _, v := range e.Values {
		if !seen[v.Number] {
			seen[v.Number] = true
			values = append(values, v)
		}
	}
	return values
}

func (k *pkg) printMessage(f *emit.GoFile, r *record) {
	what := "message "
	if r.kind == errorRecord {
		what = "error "
	}
	f.Comment(docOf(r.decl, r.name+" is the "+what+r.full+"."))
	k.printStruct(f, r)
	k.printOneOfs(f, r)
	f.P("// New", r.name, " returns a new ", r.name, " with the contract's defaults.")
	f.P("func New", r.name, "() *", r.name, " { return &", k.defaults(f, r), " }")
	f.P()
	k.printGetters(f, r)
}

// printStruct prints the struct of a record.
func (k *pkg) printStruct(f *emit.GoFile, r *record) {
	f.P("type ", r.name, " struct {")
	for _, e := range r.entries() {
		if e.oneof != nil {
			var names []string
			for _, m := range e.oneof.Fields() {
				if m.Retired == "" {
					names = append(names, wrapperName(m))
				}
			}
			f.Comment(docOf(&e.oneof.Decl, ""))
			f.Comment(fmt.Sprintf("%s is one of %s, or nil.", oneOfName(e.oneof), strings.Join(names, ", ")))
			f.P(oneOfName(e.oneof), " ", oneOfInterface(e.oneof), " `json:", strconv.Quote(e.oneof.Name+",omitempty"), "`")
			continue
		}
		f.Comment(docOf(&e.field.Decl, ""))
		f.P(r.goName(e.field), " ", k.fieldType(f, e.field), r.tag(e.field))
	}
	f.P("}")
	f.P()
}

func oneOfInterface(o *schema.OneOf) string { return "is" + typeName(o.Parent) + "_" + oneOfName(o) }

// printOneOfs prints the wrappers of the members of oneofs, and the method by
// which codecs ask what is set.
func (k *pkg) printOneOfs(f *emit.GoFile, r *record) {
	for _, o := range r.oneofs() {
		marker := oneOfInterface(o)
		f.P("type ", marker, " interface { ", marker, "() }")
		f.P()
		for _, m := range o.Fields() {
			if m.Retired != "" {
				continue
			}
			f.Comment(docOf(&m.Decl, wrapperName(m)+" is "+fieldName(m)+" as "+r.name+"."+oneOfName(o)+"."))
			f.P("type ", wrapperName(m), " struct { ", fieldName(m), " ", k.goType(f, m.Type), r.tag(m), " }")
			f.P("func (*", wrapperName(m), ") ", marker, "() {}")
			f.P()
		}
		f.P("// ", whichName(o), " returns the number of the member that is set, 0 for none.")
		f.P("func (m *", r.name, ") ", whichName(o), "() uint32 {")
		f.P("switch v := m.", oneOfName(o), ".(type) {")
		for _, m := range o.Fields() {
			if m.Retired == "" {
				f.P("case *", wrapperName(m), ": if v != nil { return ", m.Number, " }")
			}
		}
		f.P("}")
		f.P("return 0")
		f.P("}")
		f.P()
	}
}

func whichName(o *schema.OneOf) string { return "which" + oneOfName(o) }

// defaults returns a composite literal with the defaults of a record.
func (k *pkg) defaults(f *emit.GoFile, r *record) string {
	var parts []string
	for _, field := range r.fields {
		if field.Retired != "" || field.InOneOf() != nil || pointer(field) || field.Presence == schema.Optional {
			continue
		}
		if text := k.fieldDefault(f, field); text != "" {
			parts = append(parts, r.goName(field)+": "+text)
		}
	}
	return r.name + "{" + strings.Join(parts, ", ") + "}"
}

// printGetters prints getters for what may be absent: optional fields, with
// their default, and members of oneofs.
func (k *pkg) printGetters(f *emit.GoFile, r *record) {
	for _, field := range r.fields {
		switch name := r.goName(field); {
		case field.Retired != "":
		case field.InOneOf() != nil:
			f.P("// Get", name, " returns ", name, ", the zero where it isn't the one that is set. It takes a nil receiver.")
			f.P("func (m *", r.name, ") Get", name, "() ", k.goType(f, field.Type), " {")
			f.P("if m != nil { if v, ok := m.", oneOfName(field.InOneOf()), ".(*", wrapperName(field), "); ok && v != nil { return v.", name, " } }")
			f.P("return ", k.zero(f, field))
			f.P("}")
			f.P()
		case field.Presence == schema.Optional:
			k.printOptionalGetter(f, r, field, name)
		}
	}
}

func (k *pkg) printOptionalGetter(f *emit.GoFile, r *record, field *schema.Field, name string) {
	star, absent := "", "nil"
	if pointer(field) {
		star, absent = "*", zeroOf(k, f, field)
	}
	if text := k.fieldDefault(f, field); text != "" {
		absent = text
	}
	f.P("// Get", name, " returns ", name, ", ", strings.ReplaceAll(absent, "\n", " "), " where it is absent. It takes a nil receiver.")
	f.Comment(docOf(&schema.Decl{Deprecated: field.Deprecated}, ""))
	f.P("func (m *", r.name, ") Get", name, "() ", k.goType(f, field.Type), " {")
	f.P("if m != nil && m.", name, " != nil { return ", star, "m.", name, " }")
	f.P("return ", absent)
	f.P("}")
	f.P()
}

// zeroOf returns the zero of a field's type as if it weren't optional.
func zeroOf(k *pkg, f *emit.GoFile, field *schema.Field) string {
	plain := *field
	plain.Presence = schema.Plain
	return k.zero(f, &plain)
}

// printError prints a declared error: a message that is a Go error too.
func (k *pkg) printError(f *emit.GoFile, e *schema.Error) {
	r := k.errorRecord(e)
	f.P("// ", r.name, "Code is the code of ", r.name, ".")
	f.P("const ", r.name, "Code uint32 = ", e.Code)
	f.P()
	k.printMessage(f, r)
	var verbs, values []string
	for _, field := range r.fields {
		name := r.goName(field)
		switch {
		case field.Retired != "" || field.InOneOf() != nil || field.Presence == schema.Optional:
		case field.Type.Kind == schema.KindString:
			verbs, values = append(verbs, field.Name+" %q"), append(values, "e."+name)
		case field.Type.Kind.Scalar() && field.Type.Kind != schema.KindBytes || field.Type.Kind == schema.KindEnum:
			verbs, values = append(verbs, field.Name+" %v"), append(values, "e."+name)
		}
	}
	f.P("// Error returns the name of the error and what its plain fields hold.")
	f.P("func (e *", r.name, ") Error() string {")
	if len(verbs) == 0 {
		f.P("return ", strconv.Quote(e.Name))
	} else {
		f.P("return ", emit.Ident{Path: "fmt", Name: "Sprintf"}, "(", strconv.Quote(e.Name+": "+strings.Join(verbs, ", ")), ", ", strings.Join(values, ", "), ")")
	}
	f.P("}")
	f.P()
}
