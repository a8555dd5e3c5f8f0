package jsonmap

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/schema"
)

// Read reads a message that Write wrote, or whatever else it is given.
func (p Peer) Read(t *schema.Message, b []byte) (schema.Record, error) {
	if !utf8.Valid(b) {
		return nil, errors.New("text that is no UTF-8")
	}
	d := &reader{Peer: p, tokens: json.NewDecoder(bytes.NewReader(b))}
	d.tokens.UseNumber()
	first, err := d.token()
	if err != nil {
		return nil, err
	}
	r, err := d.message(t, first, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.tokens.Token(); err != io.EOF {
		return nil, errors.New("more than one value")
	}
	return r, nil
}

type reader struct {
	Peer
	tokens *json.Decoder
}

// token returns the next token, which must be there.
func (d *reader) token() (json.Token, error) {
	t, err := d.tokens.Token()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return t, err
}

// what says in a word what a token begins.
func what(t json.Token) string {
	switch t := t.(type) {
	case nil:
		return "null"
	case bool:
		return "a bool"
	case json.Number:
		return "the number " + clip(t.String())
	case string:
		return "the text " + strconv.Quote(clip(t))
	case json.Delim:
		if t == '[' {
			return "an array"
		}
		return "an object"
	}
	return "nothing"
}

func clip(s string) string {
	if len(s) <= 40 {
		return s
	}
	return strings.ToValidUTF8(s[:40], "") + "…"
}

func (d *reader) message(m *schema.Message, first json.Token, depth int) (schema.Record, error) {
	if first != json.Delim('{') {
		return nil, fmt.Errorf("%s where %s is a message", what(first), m.Name)
	}
	if depth > deepest {
		return nil, fmt.Errorf("messages nested over %d deep", deepest)
	}
	r, met, set := schema.Record{}, map[*schema.Field]bool{}, map[*schema.OneOf]*schema.Field{}
	for d.tokens.More() {
		k, err := d.token()
		if err != nil {
			return nil, err
		}
		f := field(m, k.(string))
		if f == nil {
			if !d.lenient {
				return nil, fmt.Errorf("unknown field %q", clip(k.(string)))
			}
			if err := d.skip(depth); err != nil {
				return nil, err
			}
			continue
		}
		if met[f] {
			return nil, fmt.Errorf("%s stands twice", f.Name)
		}
		met[f] = true
		first, err := d.token()
		if err != nil {
			return nil, err
		}
		if first == nil {
			continue // null is absent
		}
		if o := f.InOneOf(); o != nil {
			if set[o] != nil {
				return nil, fmt.Errorf("%s: %s is set as well, and both are in the oneof %s", f.Name, set[o].Name, o.Name)
			}
			set[o] = f
		}
		v, ok, err := d.value(&f.Type, first, depth+1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if ok {
			r[f.Number] = v
		}
	}
	if _, err := d.token(); err != nil {
		return nil, err
	}
	for _, f := range m.Fields {
		if _, there := r[f.Number]; !there && f.Presence == schema.Required && f.Retired == "" {
			return nil, fmt.Errorf("%s is required and missing", f.Name)
		}
	}
	return r, nil
}

// skip passes over a value.
func (d *reader) skip(depth int) error {
	for open := 0; ; {
		t, err := d.token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			if open++; depth+open > deepest {
				return fmt.Errorf("values nested over %d deep", deepest)
			}
		case json.Delim('}'), json.Delim(']'):
			open--
		}
		if open == 0 {
			return nil
		}
	}
}

// value reads a value that begins with first. It isn't ok where a lenient reader
// leaves it out: a name that the enum doesn't have.
func (d *reader) value(t *schema.Type, first json.Token, depth int) (v any, ok bool, err error) {
	if depth > deepest {
		return nil, false, fmt.Errorf("values nested over %d deep", deepest)
	}
	wrong := func() (any, bool, error) {
		return nil, false, fmt.Errorf("%s where the contract has %s", what(first), t)
	}
	switch k := t.Kind; {
	case k == schema.KindBool:
		if b, is := first.(bool); is {
			return b, true, nil
		}
		return wrong()
	case k == schema.KindString:
		if s, is := first.(string); is {
			return s, true, nil
		}
		return wrong()
	case k == schema.KindBytes:
		s, is := first.(string)
		if !is {
			return wrong()
		}
		b, err := base64.RawStdEncoding.DecodeString(strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(s, "=")))
		if err != nil {
			return wrong()
		}
		return b, true, nil
	case k == schema.KindEnum:
		return d.enum(t, first)
	case k.Number():
		text, is := first.(string)
		if n, number := first.(json.Number); number {
			text, is = n.String(), true
		} else if strings.TrimSpace(text) != text || text == "" {
			return wrong()
		}
		if !is {
			return wrong()
		}
		v, ok := number(k, text)
		if !ok {
			return wrong()
		}
		return v, true, nil
	case k == schema.KindMessage && t.Message() != nil:
		r, err := d.message(t.Message(), first, depth)
		return r, err == nil, err
	case (k == schema.KindList || k == schema.KindSet) && first == json.Delim('['):
		return d.items(t, depth)
	case k == schema.KindMap && first == json.Delim('{'):
		return d.entries(t, depth)
	}
	return wrong()
}

func (d *reader) enum(t *schema.Type, first json.Token) (any, bool, error) {
	switch x := first.(type) {
	case string:
		for _, v := range t.Enum().Values {
			if v.Name == x {
				return v.Number, true, nil
			}
		}
		if d.lenient {
			return nil, false, nil
		}
	case json.Number:
		if v, ok := number(schema.KindInt32, x.String()); ok {
			return v, true, nil
		}
	}
	return nil, false, fmt.Errorf("%s where the contract has the enum %s", what(first), t)
}

// number reads a number of kind k from its text, exactly or not at all.
func number(k schema.Kind, text string) (any, bool) {
	if k.Float() {
		switch text {
		case "NaN":
			return math.NaN(), true
		case "Infinity":
			return math.Inf(1), true
		case "-Infinity":
			return math.Inf(-1), true
		}
		if strings.Trim(text, "0123456789+-.eE") != "" {
			return nil, false // what Go reads and JSON doesn't
		}
		x, err := strconv.ParseFloat(text, k.Bits())
		return x, err == nil
	}
	whole, ok := integral(text)
	if !ok {
		return nil, false
	}
	if k.Unsigned() {
		v, err := strconv.ParseUint(whole, 10, k.Bits())
		return v, err == nil
	}
	v, err := strconv.ParseInt(whole, 10, k.Bits())
	return v, err == nil
}

// integral returns an integer without fraction and exponent: 1.0 and 1e2 are some.
func integral(text string) (string, bool) {
	sign, digits := "", text
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(digits), "e")
	whole, part, _ := strings.Cut(mantissa, ".")
	if whole == "" || strings.Trim(whole+part, "0123456789") != "" {
		return "", false
	}
	shift := 0
	if exponent != "" {
		n, err := strconv.Atoi(exponent)
		if err != nil || n > 40 || n < -400 {
			return "", false
		}
		shift = n
	}
	for ; shift > 0; shift-- {
		if part == "" {
			part = "0"
		}
		whole, part = whole+part[:1], part[1:]
	}
	for ; shift < 0; shift++ {
		if whole == "" {
			whole = "0"
		}
		part, whole = whole[len(whole)-1:]+part, whole[:len(whole)-1]
	}
	if strings.Trim(part, "0") != "" {
		return "", false
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		return "0", true
	}
	return sign + whole, true
}

func (d *reader) items(t *schema.Type, depth int) (any, bool, error) {
	out, n := []any{}, 0
	for ; d.tokens.More(); n++ {
		first, err := d.token()
		if err != nil {
			return nil, false, err
		}
		v, ok, err := d.value(t.Elem, first, depth+1)
		if err != nil {
			return nil, false, fmt.Errorf("[%d]: %w", n, err)
		}
		if ok {
			out = append(out, v)
		}
	}
	if _, err := d.token(); err != nil {
		return nil, false, err
	}
	if t.Len > 0 && n != t.Len {
		return nil, false, fmt.Errorf("%d elements where %s has %d", n, t, t.Len)
	}
	return out, true, nil
}

func (d *reader) entries(t *schema.Type, depth int) (any, bool, error) {
	out, met := []schema.Entry{}, map[any]bool{}
	for d.tokens.More() {
		k, err := d.token()
		if err != nil {
			return nil, false, err
		}
		key, ok := readKey(t.Key.Kind, k.(string))
		if !ok {
			return nil, false, fmt.Errorf("%q is no key of %s", clip(k.(string)), t)
		}
		if met[key] {
			return nil, false, fmt.Errorf("the key %q stands twice", clip(k.(string)))
		}
		met[key] = true
		first, err := d.token()
		if err != nil {
			return nil, false, err
		}
		v, ok, err := d.value(t.Elem, first, depth+1)
		if err != nil {
			return nil, false, fmt.Errorf("[%q]: %w", clip(k.(string)), err)
		}
		if ok {
			out = append(out, schema.Entry{Key: key, Value: v})
		}
	}
	_, err := d.token()
	return out, err == nil, err
}

func readKey(k schema.Kind, text string) (any, bool) {
	switch {
	case k == schema.KindString:
		return text, true
	case k == schema.KindBool:
		return text == "true", text == "true" || text == "false"
	case k.Integer():
		return number(k, text)
	}
	return nil, false
}
