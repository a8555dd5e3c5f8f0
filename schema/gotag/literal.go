package gotag

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// literal returns what a tag gives as a default or bound, in the form that the
// type has. Whether it fits is for Link to say.
func literal(t schema.Type, w *Word) *schema.Value {
	if w == nil {
		return nil
	}
	v := Literal(t, w.Text)
	return &v
}

// Literal returns a text as a literal of type t.
func Literal(t schema.Type, text string) schema.Value {
	switch k := t.Kind; {
	case k == schema.KindBool && (text == "true" || text == "false"):
		return schema.Value{Kind: schema.BoolValue, Text: text}
	case k == schema.KindBool && (text == "0" || text == "1"): // as protobuf has it
		return schema.Value{Kind: schema.BoolValue, Text: strconv.FormatBool(text == "1")}
	case k.Number():
		if number, ok := canonical(text); ok {
			return schema.Value{Kind: schema.NumberValue, Text: number}
		}
	case k == schema.KindEnum || k == schema.KindRef:
		return schema.Value{Kind: schema.NameValue, Text: text}
	}
	return schema.Value{Kind: schema.StringValue, Text: text}
}

// canonical returns a decimal number without +, leading zeros or a needless
// exponent.
func canonical(text string) (string, bool) {
	if len(text) == 0 || len(text) > 400 || strings.ContainsAny(text, "xX_pPiInN") {
		return "", false
	}
	if n, ok := new(big.Int).SetString(text, 10); ok {
		return n.String(), true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return "", false
	}
	if a := math.Abs(f); f != 0 && (a < 1e-6 || a >= 1e21) {
		mantissa, exp, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
		n, _ := strconv.Atoi(exp)
		return mantissa + "e" + strconv.Itoa(n), true
	}
	return strconv.FormatFloat(f, 'f', -1, 64), true
}
