package jsonschema

import (
	"bytes"
	"encoding/json"
)

// Object is a JSON object whose members keep their order.
type Object []Member

// Member is one name and value.
type Member struct {
	Name  string
	Value any
}

// Add adds a member at the end.
func (o *Object) Add(name string, value any) { *o = append(*o, Member{name, value}) }

// Set adds a member, in the place of one that has its name.
func (o *Object) Set(name string, value any) {
	for i := range *o {
		if (*o)[i].Name == name {
			(*o)[i].Value = value
			return
		}
	}
	o.Add(name, value)
}

// MarshalJSON writes the members in their order.
func (o Object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := plain(m.Name)
		if err != nil {
			return nil, err
		}
		value, err := plain(m.Value)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// plain marshals without escapes that only pages of HTML need.
func plain(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// Text returns the object as a document.
func (o Object) Text() []byte {
	text, err := plain(o)
	if err != nil {
		panic("jsonschema: a document that can't be marshalled: " + err.Error())
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		panic("jsonschema: a document that is no JSON: " + err.Error())
	}
	b.WriteByte('\n')
	return b.Bytes()
}
