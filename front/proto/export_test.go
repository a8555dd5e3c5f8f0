package proto

import (
	"fmt"
	"reflect"

	"github.com/rpcctl/rpcctl/diag"
)

// Twice parses a text with our parser and with the compiler's, and says where
// they differ. followed tells whether ours understood it.
func Twice(text []byte) (difference string, followed bool) {
	src := diag.NewFile("a.proto", text)
	if tooDeep(text) >= 0 {
		return "", false
	}
	ours := newParser().parse(text)
	if ours == nil {
		return "", false
	}
	var list diag.List
	theirs := compilersTree(src, &list)
	if len(list) > 0 {
		return "only ours accepts it: " + list[0].Message, true
	}
	a, b := &reader{file: &file{src: src}, tree: ours}, &reader{file: &file{src: src}, tree: theirs}
	return apart("tree", reflect.ValueOf(ours).Elem(), reflect.ValueOf(theirs).Elem(), a, b), true
}

// apart says where two trees differ. Of the comments it asks what they document.
func apart(at string, x, y reflect.Value, a, b *reader) string {
	if x.IsValid() != y.IsValid() || x.IsValid() && x.Type() != y.Type() {
		return fmt.Sprintf("%s: %v, and theirs %v", at, x, y)
	}
	switch x.Kind() {
	case reflect.Invalid:
		return ""
	case reflect.Pointer, reflect.Interface:
		return apart(at, x.Elem(), y.Elem(), a, b)
	case reflect.Slice:
		if x.Len() != y.Len() {
			return fmt.Sprintf("%s: %d of them, and theirs %d", at, x.Len(), y.Len())
		}
		for i := range x.Len() {
			if d := apart(fmt.Sprintf("%s[%d]", at, i), x.Index(i), y.Index(i), a, b); d != "" {
				return d
			}
		}
		return ""
	case reflect.Struct:
		if x.Type() == reflect.TypeFor[element]() {
			n, m := elementOf(x), elementOf(y)
			if n.extent != m.extent || a.doc(n) != b.doc(m) {
				return fmt.Sprintf("%s: %v %q, and theirs %v %q", at, n.extent, a.doc(n), m.extent, b.doc(m))
			}
			return ""
		}
		for i := range x.NumField() {
			name := x.Type().Field(i).Name
			if name == "comments" {
				continue
			}
			if d := apart(at+"."+name, x.Field(i), y.Field(i), a, b); d != "" {
				return d
			}
		}
		return ""
	}
	if fmt.Sprint(x) != fmt.Sprint(y) {
		return fmt.Sprintf("%s: %v, and theirs %v", at, x, y)
	}
	return ""
}

func elementOf(v reflect.Value) element {
	part := func(name string) extent {
		f := v.FieldByName(name)
		return extent{int32(f.Field(0).Int()), int32(f.Field(1).Int())}
	}
	return element{extent: part("extent"), leading: part("leading")}
}
