package golang

import (
	"encoding/base64"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/generate/emit"
	"github.com/rpcctl/rpcctl/schema"
)

// The packages that printed code is made of.
const (
	wirePath  = "github.com/rpcctl/rpcctl/wire"
	framePath = wirePath + "/frame"
	rpchPath  = wirePath + "/rpch"
)

// user spells an identifier of another package: a file does, and imports it.
type user interface {
	Use(emit.Ident) string
}

// ident is the Go type of a message, enum or error, wherever it was generated.
func (g *generator) ident(n schema.Node) emit.Ident {
	return emit.Ident{Path: g.importPath(schema.PackageOf(n)), Name: typeName(n)}
}

// goType returns how f writes a type. A set is a slice: its elements may be
// what no Go map has as a key, and its order is then the writer's own.
func (g *generator) goType(f user, t schema.Type) string {
	switch t.Kind {
	case schema.KindBytes:
		return "[]byte"
	case schema.KindList, schema.KindSet:
		if t.Len > 0 {
			return "[" + strconv.Itoa(t.Len) + "]" + g.goType(f, *t.Elem)
		}
		return "[]" + g.goType(f, *t.Elem)
	case schema.KindMap:
		return "map[" + g.goType(f, *t.Key) + "]" + g.goType(f, *t.Elem)
	case schema.KindMessage:
		return "*" + f.Use(g.ident(t.Message()))
	case schema.KindEnum:
		return f.Use(g.ident(t.Enum()))
	}
	if !t.Kind.Scalar() {
		panic("golang: no Go type for " + t.String())
	}
	return t.Kind.String()
}

// nilable reports whether a Go value of t can say by nil that it is absent.
func nilable(t schema.Type) bool {
	switch t.Kind {
	case schema.KindBytes, schema.KindSet, schema.KindMap, schema.KindMessage:
		return true
	case schema.KindList:
		return t.Len == 0
	}
	return false
}

// pointer reports whether the Go field of an optional is a pointer to its type.
func pointer(field *schema.Field) bool {
	return field.Presence == schema.Optional && !nilable(field.Type)
}

// fieldType returns the Go type of a field, param or result.
func (g *generator) fieldType(f user, field *schema.Field) string {
	if pointer(field) {
		return "*" + g.goType(f, field.Type)
	}
	return g.goType(f, field.Type)
}

// zero returns the Go zero value of a field's type.
func (g *generator) zero(f *emit.GoFile, field *schema.Field) string {
	t := field.Type
	switch {
	case pointer(field) || nilable(t):
		return "nil"
	case t.Kind == schema.KindBool:
		return "false"
	case t.Kind == schema.KindString:
		return `""`
	case t.Kind == schema.KindList:
		return g.goType(f, t) + "{}"
	}
	return "0"
}

// literal returns a value of the contract as Go text of type t.
func (g *generator) literal(f *emit.GoFile, t schema.Type, v schema.Value) string {
	switch {
	case t.Kind == schema.KindBool:
		return v.Text
	case t.Kind.Integer():
		return integerText(v.Text)
	case t.Kind.Float():
		return floatText(f, v.Text)
	case t.Kind == schema.KindString:
		return strconv.Quote(v.Text)
	case t.Kind == schema.KindBytes:
		data, err := base64.StdEncoding.DecodeString(v.Text)
		if err != nil {
			panic("golang: bytes that Link let through: " + v.Text)
		}
		return "[]byte(" + binaryText(data) + ")"
	case t.Kind == schema.KindEnum:
		return g.enumLiteral(f, t.Enum(), v)
	case t.Elem != nil || t.Message() != nil:
		return g.composite(f, t, v)
	}
	panic("golang: no literal of " + t.String())
}

// binaryText writes bytes as a Go string.
func binaryText(data []byte) string {
	var b strings.Builder
	for _, c := range data {
		if c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			fmt.Fprintf(&b, `\x%02x`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"` + b.String() + `"`
}

func (g *generator) enumLiteral(f *emit.GoFile, e *schema.Enum, v schema.Value) string {
	for _, value := range e.Values {
		if value.Name == v.Text {
			return f.Use(emit.Ident{Path: g.importPath(e.Parent), Name: valueName(value)})
		}
	}
	return f.Use(g.ident(e)) + "(" + integerText(v.Text) + ")"
}

// integerText writes an integer without exponent or fraction.
func integerText(text string) string {
	if !strings.ContainsAny(text, ".eE") {
		return text
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || !r.IsInt() {
		panic("golang: integer that Link let through: " + text)
	}
	return r.Num().String()
}

func floatText(f *emit.GoFile, text string) string {
	math := func(name string) string { return f.Use(emit.Ident{Path: "math", Name: name}) }
	switch text {
	case "inf":
		return math("Inf") + "(1)"
	case "-inf":
		return math("Inf") + "(-1)"
	case "nan":
		return math("NaN") + "()"
	case "-0":
		return math("Copysign") + "(0, -1)"
	}
	return text
}

// fieldDefault returns a field's default as Go text, "" where it has none or
// none but the zero.
func (g *generator) fieldDefault(f *emit.GoFile, field *schema.Field) string {
	if field.Default == nil {
		return ""
	}
	text := g.literal(f, field.Type, *field.Default)
	if text == g.zero(f, field) && !pointer(field) {
		return ""
	}
	if field.Type.Kind == schema.KindFloat32 && strings.Contains(text, "(") {
		return "float32(" + text + ")"
	}
	return text
}

// docOf returns an element's documentation as Go has it; what stands in where
// the contract says nothing.
func docOf(d *schema.Decl, instead string) string {
	doc := d.Doc
	if doc == "" {
		doc = instead
	}
	if d.Deprecated == "" {
		return doc
	}
	reason := d.Deprecated
	if reason == "true" {
		reason = "the contract says so, without a reason."
	}
	if doc != "" {
		doc += "\n\n"
	}
	return doc + fmt.Sprintf("Deprecated: %s", strings.ReplaceAll(reason, "\n\n", "\n"))
}
