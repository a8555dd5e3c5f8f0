package schema

import (
	"encoding/base64"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/diag"
)

// checkDefault checks that a field may have its default and holds it.
func (l *linker) checkDefault(f *Field) {
	if f.Default == nil || f.Type.Kind == KindRef {
		return
	}
	_, inMethod := f.Parent.(*Method)
	if f.OneOf != "" {
		l.errorf("link", f, f.Default.Span, f.FullName()+" is a member of oneof "+f.OneOf+", which has no defaults")
	} else if inMethod && f.Name == "" {
		l.errorf("link", f, f.Default.Span, "the result of "+f.FullName()+" has a default")
	} else if why := l.misfit(&f.Type, f.Default); why != "" {
		l.errorf("link", f, spanOf(f.Default.Span, f.NameSpan), "the default of "+f.FullName()+" does not fit "+f.Type.String()+": "+why)
	}
}

// misfit says why v is no literal of type t, "" where it is one.
func (l *linker) misfit(t *Type, v *Value) string {
	switch k := t.Kind; {
	case k == KindRef:
		return "" // unknown, and reported as such
	case k == KindBool:
		return wants(v, BoolValue, "true or false")
	case k.Integer():
		if why := wants(v, NumberValue, "a number"); why != "" {
			return why
		}
		return integerMisfit(k, v.Text)
	case k.Float():
		return floatMisfit(k, v)
	case k == KindString:
		if why := wants(v, StringValue, "a string"); why != "" {
			return why
		}
		if !utf8.ValidString(v.Text) {
			return "it is not UTF-8"
		}
		return ""
	case k == KindBytes:
		if why := wants(v, StringValue, "a string of base64"); why != "" {
			return why
		}
		if _, err := base64.StdEncoding.Strict().DecodeString(v.Text); err != nil {
			return "it is not base64"
		}
		return ""
	case k == KindEnum:
		return enumMisfit(t.Enum(), v)
	}
	return "a " + t.Kind.String() + " has no literal"
}

func wants(v *Value, kind ValueKind, what string) string {
	if v.Kind != kind {
		return "want " + what
	}
	return ""
}

func integerMisfit(k Kind, text string) string {
	n, ok := new(big.Int), false
	if len(text) <= 32 { // longer ones fit nothing
		n, ok = n.SetString(text, 10)
	}
	if !ok && len(text) <= 32 && strings.ContainsAny(text, ".eE") {
		return text + " is not an integer"
	}
	low, high := IntegerRange(k)
	if !ok || n.Cmp(low) < 0 || n.Cmp(high) > 0 {
		return "it must be " + low.String() + " to " + high.String()
	}
	return ""
}

// IntegerRange returns the lowest and highest value of an integer kind.
func IntegerRange(k Kind) (low, high *big.Int) {
	bits := uint(k.Bits())
	if k.Signed() {
		bits--
	}
	high = new(big.Int).Lsh(big.NewInt(1), bits)
	low = new(big.Int)
	if k.Signed() {
		low.Neg(high)
	}
	return low, high.Sub(high, big.NewInt(1))
}

func floatMisfit(k Kind, v *Value) string {
	if v.Kind == StringValue {
		switch v.Text {
		case "inf", "-inf", "nan":
			return ""
		}
	}
	if v.Kind != NumberValue {
		return `want a number, "inf", "-inf" or "nan"`
	}
	x, err := strconv.ParseFloat(v.Text, k.Bits())
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return v.Text + " is out of range"
	}
	return ""
}

func enumMisfit(e *Enum, v *Value) string {
	if v.Kind != NameValue {
		return "want the bare name of a value"
	}
	names := make([]string, 0, len(e.Values))
	for _, ev := range e.Values {
		if ev.Name == v.Text {
			return ""
		}
		names = append(names, ev.Name)
	}
	if near := diag.Nearest(v.Text, names); near != "" {
		return "it has no value " + v.Text + "; did you mean " + near + "?"
	}
	return "it has no value " + v.Text
}

// checkBounds checks that bounds stand where they mean something. Whether they
// agree with each other is a lint rule's.
func (l *linker) checkBounds(f *Field) {
	k := f.Type.Kind
	if k == KindRef {
		return
	}
	bound := func(v *Value, name string, applies bool, on string, literal ValueKind, what string) bool {
		if v == nil {
			return false
		}
		at := spanOf(v.Span, f.NameSpan)
		if !applies {
			l.errorf("link", f, at, f.FullName()+" has "+name+", which "+on+" can have: it is "+f.Type.String())
		} else if v.Kind != literal {
			l.errorf("link", f, at, f.FullName()+" has a "+name+" that is not "+what)
		} else {
			return true
		}
		return false
	}
	for _, b := range []struct {
		v    *Value
		name string
	}{{f.Min, "min"}, {f.Max, "max"}} {
		if !bound(b.v, b.name, k.Number(), "a number", NumberValue, "a number") {
			continue
		}
		if why := l.misfit(&f.Type, b.v); why != "" {
			l.errorf("link", f, b.v.Span, "the "+b.name+" of "+f.FullName()+" does not fit "+f.Type.String()+": "+why)
		}
	}
	sized := k == KindString || k == KindBytes || k == KindList || k == KindSet || k == KindMap
	if bound(f.MaxLen, "max_len", sized, "a string, bytes, list, set or map", NumberValue, "a number") {
		if why := integerMisfit(KindInt32, f.MaxLen.Text); why != "" || strings.HasPrefix(f.MaxLen.Text, "-") {
			l.errorf("link", f, f.MaxLen.Span, f.FullName()+" has a max_len that is not an integer from 0 to 2147483647")
		}
	}
	bound(f.Pattern, "pattern", k == KindString, "a string", StringValue, "a string")
}

// checkEncoding checks encoding and packed.
func (l *linker) checkEncoding(f *Field) {
	t := &f.Type
	if t.Kind == KindList || t.Kind == KindSet {
		t = t.Elem
	}
	switch f.Encoding {
	case "":
	case "varint", "zigzag", "fixed":
		if !t.Kind.Integer() {
			l.errorf("link", f, f.NameSpan, f.FullName()+" has an encoding, which an integer can have: it is "+f.Type.String())
		} else if f.Encoding == "zigzag" && !t.Kind.Signed() {
			l.errorf("link", f, f.NameSpan, f.FullName()+" has the encoding zigzag, which a signed integer can have: it is "+f.Type.String())
		}
	default:
		d := l.errorf("link", f, f.NameSpan, f.FullName()+" has the unknown encoding "+quote(f.Encoding))
		nearest(d, f.Encoding, []string{"varint", "zigzag", "fixed"})
	}
	if f.Packed != nil && (t == &f.Type || !t.Kind.Number() && t.Kind != KindBool && t.Kind != KindEnum) {
		l.errorf("link", f, f.NameSpan, f.FullName()+" has packed, which a list of numbers, bools or enums can have: it is "+f.Type.String())
	}
}
