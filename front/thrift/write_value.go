package thrift

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

func (w *writer) constant(c *schema.Const) {
	typ, same, ok := w.typ(c.Type)
	text, said := "", false
	if ok {
		text, said = w.literal(c.Type, c.Value)
	}
	if !said {
		w.lose(c, c.Value.Span, "is left out: its value can't be said")
		return
	}
	w.out.WriteByte('\n')
	name := spelled(c.Name)
	if !w.comment("", c.Doc) {
		w.lose(c, c.NameSpan, "loses its documentation, which no comment can say")
	}
	if !same {
		w.lose(c, c.Type.Span, "loses its type %s, and is %s", c.Type, typ)
	}
	if name != c.Name {
		w.lose(c, c.NameSpan, "is called %s here", name)
	}
	if c.Deprecated != "" || len(c.Was) > 0 {
		w.lose(c, c.NameSpan, "loses that it is deprecated, or names that it had")
	}
	for _, o := range c.Options {
		w.lose(c, o.Span, "loses the option %s", o.Name)
	}
	w.out.WriteString("const " + typ + " " + name + " = " + text + "\n")
}

// literal prints a value of a type. It is false where there is no literal for
// it.
func (w *writer) literal(t schema.Type, v schema.Value) (string, bool) {
	switch k := t.Kind; {
	case k == schema.KindBool:
		return v.Text, v.Kind == schema.BoolValue
	case k.Integer():
		if _, err := strconv.ParseInt(v.Text, 10, 64); err != nil || v.Kind != schema.NumberValue {
			return "", false
		}
		return v.Text, true
	case k.Float():
		if v.Kind != schema.NumberValue {
			return "", false // inf, nan
		}
		if n, err := strconv.ParseInt(v.Text, 10, 64); !strings.ContainsAny(v.Text, ".e") && (err != nil || n > math.MaxInt32 || n < math.MinInt32) {
			return v.Text + ".0", true
		}
		return v.Text, true
	case k == schema.KindString:
		return quote(v.Text), v.Kind == schema.StringValue && plainText(v.Text)
	case k == schema.KindBytes:
		data, err := base64.StdEncoding.DecodeString(v.Text)
		for _, c := range data {
			if c >= 0x7f {
				return "", false
			}
		}
		return quote(string(data)), err == nil && plainText(string(data))
	case k == schema.KindEnum:
		return w.enumLiteral(t.Enum(), v)
	case k == schema.KindMap || k == schema.KindMessage:
		return w.object(t, v)
	case k == schema.KindList || k == schema.KindSet:
		var items []string
		for _, i := range v.Items {
			s, ok := w.literal(*t.Elem, i)
			if !ok {
				return "", false
			}
			items = append(items, s)
		}
		return "[" + strings.Join(items, ", ") + "]", v.Kind == schema.ListValue
	}
	return "", false
}

// plainText reports whether a string of the language can hold s.
func plainText(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\r' && r != '\t' }) < 0
}

// enumLiteral names a value of an enum. One of another package is its number:
// the compiler finds no value behind an include whose name has dots.
func (w *writer) enumLiteral(e *schema.Enum, v schema.Value) (string, bool) {
	if e == nil || v.Kind != schema.NameValue {
		return "", false
	}
	for _, x := range e.Values {
		if x.Name != v.Text {
			continue
		}
		for _, first := range e.Values {
			if first.Number == x.Number && e.Parent != w.pkg {
				if first != x {
					break
				}
				return strconv.FormatInt(x.Number, 10), true
			}
		}
		return w.reference(e) + "." + spelled(x.Name), true
	}
	return "", false
}

// object prints the literal of a map or message.
func (w *writer) object(t schema.Type, v schema.Value) (string, bool) {
	if v.Kind != schema.ObjectValue {
		return "", false
	}
	var members []string
	for _, x := range v.Fields {
		key, elem := quote(x.Name), t.Elem
		if m := t.Message(); m != nil {
			elem = nil
			for _, f := range m.Fields {
				if f.Name == x.Name {
					elem, key = &f.Type, quote(spelled(f.Name))
				}
			}
		} else if t.Key.Kind != schema.KindString {
			key = x.Name
		}
		if elem == nil {
			return "", false
		}
		s, ok := w.literal(*elem, x.Value)
		if !ok {
			return "", false
		}
		members = append(members, key+": "+s)
	}
	if members == nil {
		return "{}", true
	}
	return "{" + strings.Join(members, ", ") + "}", true
}
