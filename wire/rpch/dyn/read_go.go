package dyn

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// readJSON reads a message as the peer does.
func (p Peer) readJSON(m *schema.Message, b []byte) (schema.Record, error) {
	switch p.profile {
	case cPeer:
		t, err := parseLenient(b)
		if err != nil {
			t = tree{} // the failure is silent
		}
		r, _ := cRecord(m, t)
		return r, nil
	case nodePeer:
		t, err := parseStrict(b, maxTreeGo)
		if err != nil {
			return nil, refuse(closed, "%v", err)
		}
		return nodeRecord(m, t), nil
	case goPeer, ourPeer:
		deep := maxTreeGo
		if p.profile == ourPeer {
			deep = maxTree
		}
		t, err := parseStrict(b, deep)
		if err != nil {
			return nil, refuse(forCall, "%v", err)
		}
		d := goReader{ours: p.profile == ourPeer, left: maxZeros + 16*len(b)}
		r := zeros(m, &d.left)
		if err := d.message(m, t, r); err != nil {
			return nil, refuse(forCall, "%v", err)
		}
		return r, nil
	}
	panic(p.Name())
}

// goReader reads JSON into typed values, as the original in Go does, or our own
// runtime: that takes integers written as 1.0 or 1e2, and refuses what a closed
// enum lacks, a required field that is missing and two members of a oneof. left
// bounds the zeros that are made for what the text leaves out.
type goReader struct {
	ours bool
	left int
}

func (d *goReader) message(m *schema.Message, t tree, r schema.Record) error {
	switch {
	case d.left < 0:
		return fmt.Errorf("the zeros of what is left out are over %d values", maxZeros)
	case t.kind == 'n':
		return d.required(m, t)
	case t.kind != '{':
		return fmt.Errorf("%s where %s is a message", t.what(), m.Name)
	}
	for _, member := range t.members {
		f := d.field(m, member.key)
		if f == nil {
			continue
		}
		if err := d.member(m, f, member.value, r); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return d.required(m, t)
}

// member reads one key into r.
func (d *goReader) member(m *schema.Message, f *schema.Field, t tree, r schema.Record) error {
	if t.kind == 'n' { // a pointer or a map loses what it had, all else keeps it
		if f.Presence == schema.Optional || f.InOneOf() != nil {
			delete(r, f.Number)
		}
		return nil
	}
	if f.Type.Kind == schema.KindMessage && f.Type.Message() != nil {
		inner, ok := r[f.Number].(schema.Record)
		if !ok || d.ours { // the original reads on into what is there
			inner = zeros(f.Type.Message(), &d.left)
		}
		if err := d.message(f.Type.Message(), t, inner); err != nil {
			return err
		}
		return d.set(m, f, inner, r)
	}
	v, err := d.value(f.Type, t)
	if err != nil {
		return err
	}
	return d.set(m, f, v, r)
}

// set sets a field; of a oneof the last member in the text counts.
func (d *goReader) set(m *schema.Message, f *schema.Field, v any, r schema.Record) error {
	if o := f.InOneOf(); o != nil {
		for _, other := range o.Fields() {
			if _, there := r[other.Number]; !there || other == f {
				continue
			}
			if d.ours {
				return fmt.Errorf("%s is set as well, and both are in the oneof %s", other.Name, o.Name)
			}
			delete(r, other.Number)
		}
	}
	r[f.Number] = v
	return nil
}

// required refuses a message without a field that it must have.
func (d *goReader) required(m *schema.Message, t tree) error {
	if !d.ours {
		return nil
	}
	there := map[*schema.Field]bool{}
	for _, member := range t.members {
		there[d.field(m, member.key)] = true
	}
	for _, f := range m.Fields {
		if f.Presence == schema.Required && f.Retired == "" && !there[f] {
			return fmt.Errorf("%s is required and missing", f.Name)
		}
	}
	return nil
}

// field finds the field of a key: the exact one, else the first that is equal but
// for case.
func (d *goReader) field(m *schema.Message, key string) *schema.Field {
	var folded *schema.Field
	for _, f := range m.Fields {
		switch {
		case f.Retired != "" || f.Type.Kind.Streams():
		case f.JSONName() == key:
			return f
		case folded == nil && strings.EqualFold(f.JSONName(), key):
			folded = f
		}
	}
	return folded
}

func (d *goReader) value(t schema.Type, j tree) (any, error) {
	if j.kind == 'n' {
		v, ok := zeroOfType(t, &d.left)
		if !ok {
			return nil, fmt.Errorf("null where %s has no zero", t)
		}
		return v, nil
	}
	wrong := fmt.Errorf("%s where the contract has %s", j.what(), t)
	switch k := t.Kind; {
	case k == schema.KindBool && (j.kind == 't' || j.kind == 'f'):
		return j.kind == 't', nil
	case k.Number() && j.kind == '#':
		return d.number(k, j.text)
	case k == schema.KindEnum && j.kind == '#':
		v, err := d.number(schema.KindInt32, j.text)
		if n, ok := v.(int64); err == nil && ok && d.ours && !named(t.Enum(), n) {
			return nil, fmt.Errorf("%d is no number of the closed enum %s", n, t)
		}
		return v, err
	case k == schema.KindString && j.kind == 's':
		return j.text, nil
	case k == schema.KindBytes && j.kind == 's':
		b, err := base64.StdEncoding.DecodeString(j.text)
		return b, err
	case (k == schema.KindList || k == schema.KindSet) && j.kind == '[':
		return d.elements(t, j)
	case k == schema.KindMap && j.kind == '{':
		return d.mapping(t, j)
	case k == schema.KindMessage && t.Message() != nil:
		r := zeros(t.Message(), &d.left)
		return r, d.message(t.Message(), j, r)
	}
	return nil, wrong
}

func (d *goReader) elements(t schema.Type, j tree) (any, error) {
	if t.Len > 0 && len(j.items) != t.Len {
		return nil, fmt.Errorf("%d elements where %s has %d", len(j.items), t, t.Len)
	}
	items := make([]any, len(j.items))
	for i, item := range j.items {
		var err error
		if items[i], err = d.value(*t.Elem, item); err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return items, nil
}

// mapping reads an object; of a key that comes again the last counts.
func (d *goReader) mapping(t schema.Type, j tree) (any, error) {
	entries, at := []schema.Entry{}, map[any]int{}
	for _, member := range j.members {
		key, ok := readKey(*t.Key, member.key)
		if !ok {
			return nil, fmt.Errorf("%q is no key of %s", clip(member.key), t)
		}
		v, err := d.value(*t.Elem, member.value)
		if err != nil {
			return nil, fmt.Errorf("[%q]: %w", clip(member.key), err)
		}
		if i, twice := at[key]; twice {
			entries[i].Value = v
			continue
		}
		at[key] = len(entries)
		entries = append(entries, schema.Entry{Key: key, Value: v})
	}
	return entries, nil
}

// number reads a number of kind k, exactly or not at all.
func (d *goReader) number(k schema.Kind, text string) (any, error) {
	if k.Float() {
		x, err := strconv.ParseFloat(text, k.Bits())
		if err != nil {
			return nil, fmt.Errorf("%s is outside %s", clip(text), k)
		}
		return x, nil
	}
	if d.ours {
		whole, ok := integral(text)
		if !ok {
			return nil, fmt.Errorf("%s is no %s", clip(text), k)
		}
		text = whole
	}
	var v any
	var err error
	if k.Unsigned() {
		v, err = strconv.ParseUint(text, 10, k.Bits())
	} else {
		v, err = strconv.ParseInt(text, 10, k.Bits())
	}
	if err != nil {
		return nil, fmt.Errorf("%s is no %s", clip(text), k)
	}
	return v, nil
}

func named(e *schema.Enum, n int64) bool {
	if e == nil || !e.Closed || n == 0 {
		return true
	}
	for _, v := range e.Values {
		if v.Number == n {
			return true
		}
	}
	return false
}

// what says in a word what a JSON value is.
func (t tree) what() string {
	switch t.kind {
	case 'n':
		return "null"
	case 't', 'f':
		return "a bool"
	case '#':
		return "the number " + clip(t.text)
	case 's':
		return "text"
	case '[':
		return "an array"
	case '{':
		return "an object"
	}
	return "nothing"
}
