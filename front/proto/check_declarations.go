package proto

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// declaration is what an extension range says of one extension that it allows.
type declaration struct {
	number, name, typ  string
	repeated, reserved bool
	at                 diag.Span
}

// declarations reads what a range declares. must says that what it doesn't
// declare is not allowed.
func (g extensionRange) declarations() (list []declaration, must bool) {
	for _, o := range g.holder.options {
		switch {
		case o.is("verification"):
			must = must || o.value.Text == "DECLARATION"
		case o.is("declaration") && o.value.Kind == schema.ObjectValue:
			list = append(list, declaration{
				number: textOf(o.value, "number"), name: textOf(o.value, "full_name"), typ: textOf(o.value, "type"),
				repeated: textOf(o.value, "repeated") == "true", reserved: textOf(o.value, "reserved") == "true", at: o.span,
			})
		}
	}
	return list, must || len(list) > 0
}

// checkDeclarations checks the declarations of a message's ranges themselves.
func (f *file) checkDeclarations(m *message) {
	for _, g := range m.ranges {
		list, _ := g.declarations()
		if o := g.holder.find("verification"); o != nil && o.value.Text != "DECLARATION" && len(list) > 0 {
			f.errorf(o.span, m.full, m.full+" declares extensions and says that they are not verified").Help = "take the verification out"
		}
		seen := map[string]bool{}
		for _, d := range list {
			refuse := func(what, help string) {
				f.errorf(d.at, m.full, "a declared extension of "+m.full+" "+what).Help = help
			}
			n, err := strconv.ParseInt(d.number, 10, 64)
			switch {
			case d.number == "" || err != nil:
				refuse("has no number", "say its number")
			case n < g.From || n > g.To:
				refuse("has the number "+d.number+", which the range does not hold", "declare it at its own range")
			case seen[d.number]:
				refuse("has the number "+d.number+", which another has", "take one of them out")
			}
			seen[d.number] = true
			if !d.reserved && (d.name == "" || d.typ == "") {
				refuse("lacks its full_name or type", "say both, or that it is reserved")
			} else if d.reserved && (d.name == "") != (d.typ == "") {
				refuse("is reserved with one of full_name and type", "say both or neither")
			}
			if d.name != "" && !(strings.HasPrefix(d.name, ".") && dottedName(d.name[1:])) {
				refuse("is called "+quoted(d.name), "a full name begins with a dot")
			}
			if _, scalar := scalars[d.typ]; d.typ != "" && !scalar && !(strings.HasPrefix(d.typ, ".") && dottedName(d.typ[1:])) {
				refuse("has the type "+quoted(d.typ), "a type is a scalar, or a full name that begins with a dot")
			}
		}
	}
}

func dottedName(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if !schema.Identifier(part) {
			return false
		}
	}
	return true
}

// checkDeclared checks an extension against what the range of its number declares.
func (f *file) checkDeclared(x *field, m *message) {
	for _, g := range m.ranges {
		n := int64(x.f.Number)
		list, must := g.declarations()
		if n < g.From || n > g.To || !must {
			continue
		}
		refuse := func(at diag.Span, what string) {
			d := f.errorf(x.f.NumberSpan, x.full(), "extension "+x.full()+" of "+m.full+" "+what)
			also(d, "the range is here", at)
			d.Help = "make it what is declared, or declare it"
		}
		found := false
		for _, d := range list {
			if d.number != strconv.Itoa(x.f.Number) {
				continue
			}
			found = true
			switch {
			case d.reserved:
				refuse(d.at, "has a number that is reserved")
			case d.name != "."+x.full():
				refuse(d.at, "is declared as "+d.name)
			case d.typ != x.typeName():
				refuse(d.at, "is declared with the type "+d.typ)
			case d.repeated != (x.label == repeated):
				refuse(d.at, "is declared otherwise: one of both is repeated")
			}
			break
		}
		if !found {
			refuse(g.Span, "is not declared there")
		}
	}
}

// typeName is a scalar's word, or a full name that begins with a dot.
func (f *field) typeName() string {
	switch {
	case f.message != nil:
		return "." + f.message.full
	case f.enum != nil:
		return "." + f.enum.full
	}
	return f.word
}
