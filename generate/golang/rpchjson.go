package golang

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// jsonFields returns the fields that readers know, in the order of the contract.
func jsonFields(r *record) []*schema.Field {
	return slices.DeleteFunc(slices.Clone(messageOf(r.node).Fields), func(f *schema.Field) bool { return f.Retired != "" })
}

// jsonText is a JSON string.
func jsonText(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic("golang: JSON name: " + err.Error())
	}
	return string(quoted)
}

func (c *coder) appendJSON(r *record) {
	c.P("// AppendRPCHBody appends m as JSON, for the codec of what m stands in.")
	c.P("func (m *", r.name, ") AppendRPCHBody(b []byte, depth int) (_ []byte, err error) {")
	c.P("if depth > ", c.rpch("MaxDepth"), " { return nil, ", c.rpch("ErrDeep"), " }")
	c.P("if m == nil { m = new(", r.name, ") }")
	c.P("b = append(b, '{')")
	first := true
	for _, f := range messageOf(r.node).Fields {
		c.element = r.element(f)
		name := "m." + r.goName(f)
		switch {
		case f.Retired != "" && (f.InOneOf() != nil || f.Presence == schema.Optional):
		case f.Retired != "":
			c.appendKey(f, first, zeroJSON(f.Type))
			first = false
		case f.InOneOf() != nil:
			c.P("if v, ok := m.", oneOfName(f.InOneOf()), ".(*", wrapperName(f), "); ok && v != nil {")
			c.appendMember(f, "v."+fieldName(f), first)
			c.P("}")
		case f.Presence == schema.Optional:
			c.P("if ", name, " != nil {")
			if pointer(f) {
				name = deref(name, f.Type)
			}
			c.appendMember(f, name, first)
			c.P("}")
		default:
			c.appendMember(f, name, first)
			first = false
		}
	}
	c.P("return append(b, '}'), nil")
	c.P("}")
	c.P()
}

// appendMember prints a key and a value. first says that it may be the first of
// its object.
func (c *coder) appendMember(f *schema.Field, expr string, first bool) {
	c.appendKey(f, first, "")
	c.appendJSONValue(expr, f.Type, 0)
}

// appendKey prints a key, and after it a value that is always the same.
func (c *coder) appendKey(f *schema.Field, first bool, value string) {
	key := jsonText(f.JSONName()) + ":" + value
	if first {
		c.P("b = append(", c.rpch("AppendJSONComma"), "(b), ", strconv.Quote(key), "...)")
	} else {
		c.P("b = append(b, ", strconv.Quote(","+key), "...)")
	}
}

// zeroJSON is what a retired field is written as, for peers that still read it.
func zeroJSON(t schema.Type) string {
	switch k := t.Kind; {
	case k == schema.KindBool:
		return "false"
	case k.Number() || k == schema.KindEnum:
		return "0"
	case k == schema.KindString || k == schema.KindBytes:
		return `""`
	case k == schema.KindMap:
		return "{}"
	case k == schema.KindList || k == schema.KindSet:
		items := make([]string, t.Len)
		for i := range items {
			items[i] = zeroJSON(*t.Elem)
		}
		return "[" + strings.Join(items, ",") + "]"
	case k == schema.KindMessage:
		var members []string
		for _, f := range t.Message().Fields {
			if f.InOneOf() == nil && f.Presence != schema.Optional {
				members = append(members, jsonText(f.JSONName())+":"+zeroJSON(f.Type))
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	panic("golang: no JSON for " + t.String())
}

func (c *coder) appendJSONValue(expr string, t schema.Type, level int) {
	itoa := func(name string) string { return c.f.Import("strconv") + "." + name }
	must := func(call string) {
		c.P("if b, err = ", call, "; err != nil { return nil, ", c.rpchFail("err"), " }")
	}
	switch k := t.Kind; {
	case k == schema.KindBool:
		c.P("b = ", itoa("AppendBool"), "(b, ", expr, ")")
	case k == schema.KindEnum:
		if t.Enum().Closed {
			c.P("if v := ", expr, "; v != 0 && !v.Known() { return nil, ", c.rpchFail(c.rpch("ErrEnum")), " }")
		}
		c.P("b = ", itoa("AppendInt"), "(b, int64(", expr, "), 10)")
	case k.Signed():
		c.P("b = ", itoa("AppendInt"), "(b, int64(", expr, "), 10)")
	case k.Unsigned():
		c.P("b = ", itoa("AppendUint"), "(b, uint64(", expr, "), 10)")
	case k.Float():
		must(c.rpch("AppendJSONFloat") + "(b, float64(" + expr + "), " + strconv.Itoa(k.Bits()) + ")")
	case k == schema.KindString:
		must(c.rpch("AppendJSONText") + "(b, " + expr + ")")
	case k == schema.KindBytes:
		c.P("b = ", c.rpch("AppendJSONData"), "(b, ", expr, ")")
	case k == schema.KindMessage:
		must(fmt.Sprintf("%s.AppendRPCHBody(b, depth+%d)", expr, level+1))
	case k == schema.KindList || k == schema.KindSet:
		v := at("v", level)
		c.P("b = append(b, '[')")
		c.P("for _, ", v, " := range ", expr, " {")
		c.P("b = ", c.rpch("AppendJSONComma"), "(b)")
		c.appendJSONValue(v, *t.Elem, level+1)
		c.P("}")
		c.P("b = append(b, ']')")
	case k == schema.KindMap:
		c.appendJSONMap(expr, t, level)
	default:
		panic("golang: no JSON for " + t.String())
	}
}

// appendJSONMap prints a map as an object whose keys ascend as bytes.
func (c *coder) appendJSONMap(expr string, t schema.Type, level int) {
	k, v, keys, from := at("k", level), at("v", level), at("keys", level), at("from", level)
	c.P("b = append(b, '{')")
	c.P("{")
	c.P("var ", keys, " ", c.rpch("Members"))
	c.P("for ", k, ", ", v, " := range ", expr, " {")
	c.P(from, " := len(b)")
	switch kind := t.Key.Kind; {
	case kind == schema.KindString:
		c.P("if b, err = ", c.rpch("AppendJSONText"), "(b, ", k, "); err != nil { return nil, ", c.rpchFail("err"), " }")
	case kind == schema.KindBool:
		c.P("b = append(", c.f.Import("strconv"), ".AppendBool(append(b, '\"'), ", k, "), '\"')")
	case kind.Signed():
		c.P("b = append(", c.f.Import("strconv"), ".AppendInt(append(b, '\"'), int64(", k, "), 10), '\"')")
	case kind.Unsigned():
		c.P("b = append(", c.f.Import("strconv"), ".AppendUint(append(b, '\"'), uint64(", k, "), 10), '\"')")
	default:
		panic("golang: no JSON key " + t.Key.String())
	}
	if t.Key.Kind == schema.KindString {
		c.P(keys, ".Add(", from, ", ", k, ")")
	} else {
		c.P(keys, ".Add(", from, ", string(b[", from, "+1:len(b)-1]))")
	}
	c.P("b = append(b, ':')")
	c.appendJSONValue(v, *t.Elem, level+1)
	c.P("}")
	c.P("b = ", keys, ".Sort(b)")
	c.P("}")
	c.P("b = append(b, '}')")
}

func (c *coder) readJSON(r *record) {
	fields := jsonFields(r)
	keys := "keys_" + r.name
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = strconv.Quote(f.JSONName())
	}
	c.P("var ", keys, " = []string{", strings.Join(names, ", "), "}")
	c.P()
	c.P("// ReadRPCHBody reads m from JSON, for the codec of what m stands in.")
	c.P("func (m *", r.name, ") ReadRPCHBody(r *", c.rpch("Reader"), ") {")
	c.P("*m = ", c.defaults(c.f, r))
	var required []*schema.Field
	for _, f := range fields {
		if f.Presence == schema.Required {
			required = append(required, f)
			c.P("there", f.Number, " := false")
		}
	}
	c.P("for ok := r.Object(); ok; {")
	c.P("switch r.Key(", keys, ") {")
	c.P("case ", c.rpch("Done"), ": ok = false")
	for i, f := range fields {
		c.element = r.element(f)
		c.P("case ", i, ":")
		c.readMember(r, f)
	}
	c.P("default: r.Skip()")
	c.P("}")
	c.P("}")
	for _, f := range required {
		c.P("if !there", f.Number, " { r.Missing(", strconv.Quote(f.JSONName()), ") }")
	}
	c.P("}")
	c.P()
}

// readMember prints reading the value of a key. A null leaves what is there, but
// takes away what may be absent.
func (c *coder) readMember(r *record, f *schema.Field) {
	name := "m." + r.goName(f)
	switch o := f.InOneOf(); {
	case o != nil:
		field, which := "m."+oneOfName(o), "m."+whichName(o)+"()"
		c.P("if r.Null() { if ", which, " == ", f.Number, " { ", field, " = nil }; break }")
		c.P("if n := ", which, "; n != 0 && n != ", f.Number, " { r.Fail(", c.rpch("ErrTwo"), "); break }")
		c.P("v := new(", wrapperName(f), ")")
		c.readJSONValue("v."+fieldName(f), f.Type, 0, false)
		c.P(field, " = v")
		return
	case f.Presence == schema.Optional:
		c.P("if r.Null() { ", name, " = nil; break }")
	case f.Presence == schema.Required:
		c.P("there", f.Number, " = true")
		c.P("if r.Null() { break }")
	default:
		c.P("if r.Null() { break }")
	}
	if pointer(f) {
		c.P("v := new(", c.goType(c.f, f.Type), ")")
		c.readJSONValue(deref("v", f.Type), f.Type, 0, true)
		c.P(name, " = v")
	} else {
		c.readJSONValue(name, f.Type, 0, f.Presence == schema.Optional)
	}
}

// readJSONValue prints reading a value that is no null into dst.
func (c *coder) readJSONValue(dst string, t schema.Type, level int, keep bool) {
	switch k := t.Kind; {
	case k == schema.KindBool:
		c.P(dst, " = r.Bool()")
	case k == schema.KindEnum:
		c.P(dst, " = ", c.goType(c.f, t), "(r.Int(32))")
		if t.Enum().Closed {
			c.P("if v := ", dst, "; v != 0 && !v.Known() { r.Fail(", c.rpch("ErrEnum"), ") }")
		}
	case k == schema.KindInt64:
		c.P(dst, " = r.Int(64)")
	case k == schema.KindUint64:
		c.P(dst, " = r.Uint(64)")
	case k.Signed():
		c.P(dst, " = ", k, "(r.Int(", k.Bits(), "))")
	case k.Unsigned():
		c.P(dst, " = ", k, "(r.Uint(", k.Bits(), "))")
	case k == schema.KindFloat32:
		c.P(dst, " = float32(r.Float(32))")
	case k == schema.KindFloat64:
		c.P(dst, " = r.Float(64)")
	case k == schema.KindString:
		c.P(dst, " = r.Text()")
	case k == schema.KindBytes:
		c.P(dst, " = r.Data()")
	case k == schema.KindMessage:
		c.P(dst, " = new(", strings.TrimPrefix(c.goType(c.f, t), "*"), ")")
		c.P(dst, ".ReadRPCHBody(r)")
	case k == schema.KindList || k == schema.KindSet:
		c.readJSONList(dst, t, level, keep)
	case k == schema.KindMap:
		c.readJSONMap(dst, t, level, keep)
	default:
		panic("golang: no JSON for " + t.String())
	}
}

func (c *coder) readJSONList(dst string, t schema.Type, level int, keep bool) {
	ok, n, v := at("ok", level), at("n", level), at("v", level)
	if t.Len > 0 {
		c.P(n, " := 0")
		c.P("for ", ok, " := r.Array(); ", ok, " && r.More(); ", n, "++ {")
		c.P("if ", n, " == ", t.Len, " { r.Fail(", c.rpch("ErrCount"), "); break }")
		c.P("if r.Null() { continue }")
		c.readJSONValue(dst+"["+n+"]", *t.Elem, level+1, false)
		c.P("}")
		c.P("if ", n, " != ", t.Len, " { r.Fail(", c.rpch("ErrCount"), ") }")
		return
	}
	if keep {
		c.P(dst, " = ", c.goType(c.f, t), "{}")
	} else {
		c.P(dst, " = nil")
	}
	c.P("for ", ok, " := r.Array(); ", ok, " && r.More(); {")
	c.P("var ", v, " ", c.goType(c.f, *t.Elem))
	c.P("if !r.Null() {")
	c.readJSONValue(v, *t.Elem, level+1, false)
	c.P("}")
	c.P(dst, " = append(", dst, ", ", v, ")")
	c.P("}")
}

func (c *coder) readJSONMap(dst string, t schema.Type, level int, keep bool) {
	key, ok, k, v := at("key", level), at("ok", level), at("k", level), at("v", level)
	if keep {
		c.P(dst, " = ", c.goType(c.f, t), "{}")
	} else {
		c.P(dst, " = nil")
	}
	c.P("for ", ok, " := r.Object(); ", ok, "; {")
	c.P("var ", key, " string")
	c.P("if ", key, ", ", ok, " = r.MapKey(); !", ok, " { break }")
	switch kind := t.Key.Kind; {
	case kind == schema.KindString:
		c.P(k, " := ", key)
	case kind == schema.KindBool:
		c.P(k, " := r.KeyBool(", key, ")")
	case kind.Signed():
		c.P(k, " := ", kind, "(r.KeyInt(", key, ", ", kind.Bits(), "))")
	case kind.Unsigned():
		c.P(k, " := ", kind, "(r.KeyUint(", key, ", ", kind.Bits(), "))")
	default:
		panic("golang: no JSON key " + t.Key.String())
	}
	c.P("var ", v, " ", c.goType(c.f, *t.Elem))
	c.P("if !r.Null() {")
	c.readJSONValue(v, *t.Elem, level+1, false)
	c.P("}")
	c.P("if ", dst, " == nil { ", dst, " = ", c.goType(c.f, t), "{} }")
	c.P(dst, "[", k, "] = ", v)
	c.P("}")
}
