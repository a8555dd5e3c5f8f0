package dyn

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// writeJSON returns a message as JSON. Plain fields that are absent are written as
// their type's zero; by Node not at all, and by C as null where they are messages.
func (p Peer) writeJSON(m *schema.Message, r schema.Record, pretty bool) ([]byte, error) {
	w := jsonWriter{p: p, pretty: pretty}
	err := w.message(m, r)
	if err != nil {
		return nil, err
	}
	return w.b, nil
}

type jsonWriter struct {
	p      Peer
	pretty bool // as the C runtime does
	b      []byte
	depth  int
	zeros  int
}

func (w *jsonWriter) fail(format string, args ...any) error {
	return refuse(w.p.unwritable(), format, args...)
}

// message writes the fields in source order.
func (w *jsonWriter) message(m *schema.Message, r schema.Record) error {
	if err := known(m, r); err != nil {
		return w.fail("%v", err)
	}
	if w.depth++; w.depth > maxTree {
		return w.fail("messages nested over %d deep", maxTree)
	}
	w.b = append(w.b, '{')
	first := true
	for _, f := range m.Fields {
		if !w.carried(f, r) {
			continue
		}
		w.member(f.JSONName(), first)
		first = false
		var err error
		if v, there := r[f.Number]; there && f.Retired == "" {
			err = w.value(f.Type, v)
		} else {
			err = w.zero(f.Type)
		}
		if err != nil {
			return at(f, err)
		}
	}
	w.close()
	return nil
}

// carried reports whether f has a key.
func (w *jsonWriter) carried(f *schema.Field, r schema.Record) bool {
	v, there := r[f.Number]
	if _, undefined := v.(schema.Undefined); undefined && w.p.profile == nodePeer || f.Retired != "" {
		there = false
	}
	switch {
	case f.Type.Kind.Streams():
		return false
	case f.InOneOf() != nil, f.Presence == schema.Optional, w.p.profile == nodePeer:
		return there
	}
	return true
}

// known refuses what would be lost in silence.
func known(m *schema.Message, r schema.Record) error {
	set := map[*schema.OneOf]string{}
	numbers := make([]int, 0, len(m.Fields))
	for _, f := range m.Fields {
		numbers = append(numbers, f.Number)
		_, there := r[f.Number]
		o := f.InOneOf()
		switch {
		case there && f.Type.Kind.Streams():
			return fmt.Errorf("%s: a stream has no place in a message", f.Name)
		case !there || o == nil || f.Retired != "":
		case set[o] != "":
			return fmt.Errorf("%s: %s is set as well, and both are in the oneof %s", f.Name, set[o], o.Name)
		default:
			set[o] = f.Name
		}
	}
	stranger := 0
	for n := range r {
		if !slices.Contains(numbers, n) && (stranger == 0 || n < stranger) {
			stranger = n
		}
	}
	if stranger != 0 {
		return fmt.Errorf("no field %d", stranger)
	}
	return nil
}

// member writes a key with what stands around it.
func (w *jsonWriter) member(key string, first bool) {
	if !first {
		w.b = append(w.b, ',')
	}
	if w.pretty {
		w.b = append(w.b, '\n')
		w.tabs(w.depth)
	}
	w.b = w.p.quote(w.b, key)
	w.b = append(w.b, ':')
	if w.pretty {
		w.b = append(w.b, '\t')
	}
}

// close ends an object.
func (w *jsonWriter) close() {
	w.depth--
	if w.pretty {
		w.b = append(w.b, '\n')
		w.tabs(w.depth)
	}
	w.b = append(w.b, '}')
}

func (w *jsonWriter) tabs(n int) {
	for range n {
		w.b = append(w.b, '\t')
	}
}

func (w *jsonWriter) value(t schema.Type, v any) error {
	switch k := t.Kind; {
	case k == schema.KindMessage:
		r, ok := v.(schema.Record)
		if !ok || t.Message() == nil {
			return w.p.wrongType(t.String(), v)
		}
		return w.message(t.Message(), r)
	case k == schema.KindList || k == schema.KindSet:
		items, ok := v.([]any)
		if !ok {
			return w.p.wrongType(t.String(), v)
		}
		if t.Len > 0 && len(items) != t.Len {
			return w.fail("%d elements where %s has %d", len(items), t, t.Len)
		}
		return w.array(len(items), func(i int) error { return w.value(*t.Elem, items[i]) })
	case k == schema.KindMap:
		return w.mapping(t, v)
	case k == schema.KindBytes:
		data, ok := v.([]byte)
		if !ok {
			return w.p.wrongType(t.String(), v)
		}
		w.b = w.p.quote(w.b, base64.StdEncoding.EncodeToString(data))
		return nil
	case k == schema.KindString:
		s, ok := v.(string)
		if !ok {
			return w.p.wrongType(t.String(), v)
		}
		s, err := w.p.text(s)
		w.b = w.p.quote(w.b, s)
		return err
	case k == schema.KindBool || k == schema.KindEnum || k.Number():
		b, err := w.p.appendScalar(w.b, t, v)
		w.b = b
		return err
	}
	return w.fail("%s has no form in a message", t)
}

func (w *jsonWriter) array(n int, write func(i int) error) error {
	w.b = append(w.b, '[')
	w.depth++
	defer func() { w.depth-- }()
	for i := range n {
		if i > 0 {
			w.b = append(w.b, ',')
			if w.pretty {
				w.b = append(w.b, ' ')
			}
		}
		if err := write(i); err != nil {
			return err
		}
	}
	w.b = append(w.b, ']')
	return nil
}

// mapping writes an object in the order of its keys as text.
func (w *jsonWriter) mapping(t schema.Type, v any) error {
	entries, ok := v.([]schema.Entry)
	if !ok {
		return w.p.wrongType(t.String(), v)
	}
	type pair struct {
		key   string
		value any
	}
	pairs := make([]pair, len(entries))
	for i, e := range entries {
		key, err := w.p.keyText(*t.Key, e.Key)
		if err != nil {
			return err
		}
		pairs[i] = pair{key, e.Value}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return strings.Compare(a.key, b.key) })
	w.depth++
	w.b = append(w.b, '{')
	for i, p := range pairs {
		if i > 0 && pairs[i-1].key == p.key {
			return w.fail("the key %q twice", p.key)
		}
		w.member(p.key, i == 0)
		if err := w.value(*t.Elem, p.value); err != nil {
			return err
		}
	}
	w.close()
	return nil
}

// zero writes the zero of t; C has a null pointer for a message.
func (w *jsonWriter) zero(t schema.Type) error {
	if w.zeros++; w.zeros > maxZeros {
		return w.fail("the zero of %s has over %d values", t, maxZeros)
	}
	switch {
	case t.Kind == schema.KindMessage && w.p.profile == cPeer:
		w.b = append(w.b, "null"...)
		return nil
	case t.Kind == schema.KindMessage && t.Message() != nil:
		return w.message(t.Message(), nil)
	case t.Kind == schema.KindList:
		return w.array(t.Len, func(int) error { return w.zero(*t.Elem) })
	}
	v, ok := zeroValue(t)
	if !ok {
		return w.fail("%s has no form in a message", t)
	}
	return w.value(t, v)
}
