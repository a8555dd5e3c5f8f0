package thrift

import (
	"fmt"
	"math"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

func (w *writer) message(m *schema.Message) {
	if o := w.wholeOneOf(m); o != nil {
		var a notes
		a.addIf(o.Name != unionName(m), "oneof", o.Name)
		w.record("union", m, m, a)
		return
	}
	w.record("struct", m, m, nil)
}

// wholeOneOf returns the oneof that all fields of m are members of, nil where
// there is none.
func (w *writer) wholeOneOf(m *schema.Message) *schema.OneOf {
	if len(m.OneOfs) != 1 || len(m.Fields) == 0 {
		return nil
	}
	for _, f := range m.Fields {
		if f.InOneOf() != m.OneOfs[0] {
			return nil
		}
	}
	return m.OneOfs[0]
}

// unionName is what a union's oneof is called where nothing is said.
func unionName(m *schema.Message) string {
	name := unionOneOf
	for again := true; again; {
		again = false
		for _, f := range m.Fields {
			if spelled(f.Name) == name {
				name += "_"
				again = true
			}
		}
	}
	return name
}

// record prints a struct, union or exception.
func (w *writer) record(what string, n schema.Node, m *schema.Message, a notes) {
	w.out.WriteByte('\n')
	name := w.names[n]
	documented := w.comment("", m.Doc)
	w.out.WriteString(what + " " + name + " {\n")
	taken := map[string]bool{}
	for _, f := range m.Fields {
		w.field(f, "  ", what == "union", taken, ",\n")
	}
	for _, o := range m.OneOfs {
		if o.Doc != "" || o.Deprecated != "" || len(o.Options) > 0 || len(o.Was) > 0 {
			w.lose(o, o.NameSpan, "loses what is said of it: the language has no element for it")
		}
		if what == "union" {
			continue
		}
		if o.Name == "" || len(o.Fields()) == 0 {
			w.lose(o, o.NameSpan, "is left out")
		}
	}
	a = append(w.decl(n, name, documented), a...)
	a.flag(m.Stored, ours+"stored")
	a.addIf(len(m.Reserved.Ranges)+len(m.Reserved.Names) > 0, "reserved", w.reservedNote(m.Reserved))
	w.onNotes(&a, m.On)
	w.out.WriteString("}" + a.String() + "\n")
}

// field prints a field or param and reports whether it could.
func (w *writer) field(f *schema.Field, indent string, union bool, taken map[string]bool, ending string) bool {
	typ, same, ok := w.typ(f.Type)
	if !ok {
		w.lose(f, f.Type.Span, "is left out: %s can't be said", f.TypeText())
		return false
	}
	if f.Number < 1 || f.Number > math.MaxInt16 {
		w.lose(f, f.NumberSpan, "is left out: its number %d is above 32767", f.Number)
		return false
	}
	name := spelled(f.Name)
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	documented := w.comment(indent, f.Doc)
	a := notes{}
	a.addIf(!same, "type", f.Type.String())
	presence, inner := "", notes{}
	switch o := f.InOneOf(); {
	case union:
	case o != nil:
		presence = "optional "
		a.add(ours+"oneof", o.Name)
	case f.Presence == schema.Optional:
		presence = "optional "
	case f.Presence == schema.Required:
		presence = "required "
	}
	text := ""
	if f.Default != nil {
		if s, ok := w.literal(f.Type, *f.Default); ok {
			text = " = " + s
		} else {
			a.add(ours+"default", f.Default.Text)
		}
	}
	ref := ""
	for _, o := range f.Options {
		rest, onType := strings.CutPrefix(o.Name, "thrift.type.")
		switch {
		case o.Name == "thrift.default":
			if s, ok := w.literal(f.Type, o.Value); ok {
				text = " = " + s
			} else {
				w.lose(f, o.Span, "loses the option thrift.default")
			}
		case o.Name == "thrift.reference" && o.Value.Kind == schema.BoolValue:
			ref = "&"
		case onType && rest == "cpp_type" && f.Type.Elem != nil && f.Type.Len == 0 && o.Value.Kind == schema.StringValue:
			word := typ[:strings.IndexByte(typ, '<')]
			if f.Type.Kind == schema.KindList {
				typ += " cpp_type " + quote(o.Value.Text)
			} else {
				typ = word + " cpp_type " + quote(o.Value.Text) + " " + typ[len(word):]
			}
		case onType && f.Type.Target == nil && dotted(rest) && o.Value.Kind == schema.StringValue:
			inner.add(rest, o.Value.Text)
		case onType && f.Type.Target == nil && dotted(rest) && o.Value.Kind == schema.BoolValue:
			inner.flag(true, rest)
		case strings.HasPrefix(o.Name, "thrift."):
			w.lose(f, o.Span, "loses the option %s", o.Name)
		}
	}
	a = append(w.decl(f, name, documented), a...)
	a.addIf(f.JSON != "", "json", f.JSON)
	a.addIf(f.Encoding != "", "encoding", f.Encoding)
	a.addIf(f.Retired != "", "retired", f.Retired)
	if f.Packed != nil {
		a.add(ours+"packed", fmt.Sprint(*f.Packed))
	}
	for _, b := range []struct {
		name string
		v    *schema.Value
	}{{"min", f.Min}, {"max", f.Max}, {"max_len", f.MaxLen}, {"pattern", f.Pattern}} {
		if b.v != nil {
			a.add(ours+b.name, b.v.Text)
		}
	}
	fmt.Fprintf(&w.out, "%s%d: %s%s%s%s %s%s%s%s", indent, f.Number, presence, typ, inner, ref, name, text, a, ending)
	return true
}

// typ prints a type, and reports whether reading gives the same, and whether
// it can be said at all.
func (w *writer) typ(t schema.Type) (text string, same, ok bool) {
	switch k := t.Kind; k {
	case schema.KindBool, schema.KindString:
		return k.String(), true, true
	case schema.KindInt8, schema.KindInt16, schema.KindInt32, schema.KindInt64:
		return fmt.Sprintf("i%d", k.Bits()), true, true
	case schema.KindUint8, schema.KindUint16, schema.KindUint32, schema.KindUint64:
		return fmt.Sprintf("i%d", min(2*k.Bits(), 64)), false, true
	case schema.KindFloat32, schema.KindFloat64:
		return "double", k == schema.KindFloat64, true
	case schema.KindBytes:
		return "binary", true, true
	case schema.KindList, schema.KindSet:
		e, same, ok := w.typ(*t.Elem)
		return k.String() + "<" + e + ">", same && t.Len == 0, ok
	case schema.KindMap:
		key, sameKey, okKey := w.typ(*t.Key)
		e, same, ok := w.typ(*t.Elem)
		return "map<" + key + ", " + e + ">", same && sameKey, ok && okKey
	case schema.KindMessage, schema.KindEnum:
		if t.Target != nil {
			return w.reference(t.Target), true, true
		}
	}
	return "", false, false // a stream, or unknown
}
