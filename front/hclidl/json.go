package hclidl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
)

// The JSON syntax is read by saying the file in native syntax, with a note of
// where each piece stood, and reading that: so both mean the same by
// construction. Each expression in a string is parsed alone first, so that none
// can close what it stands in.

// node is a JSON value with its place.
type node struct {
	kind       byte   // { [ " 0 t n: object, list, string, number, bool, null
	text       string // of a string its value; of a number or bool as written
	start, end int
	fields     []member
	items      []*node
}

type member struct {
	name       string
	start, end int // of the name with its quotes
	value      *node
}

// fromJSON replaces the reader's text by its native form and returns what is in it.
func (r *reader) fromJSON() (body *hclsyntax.Body, whole bool) {
	_, list := hclsrc.Parse(r.f)
	r.list = list
	if list.HasErrors() {
		return &hclsyntax.Body{}, false
	}
	top, err := decodeJSON(r.f.Text)
	if err == nil && top.kind != '{' {
		err = fmt.Errorf("the top is no object")
	}
	if err != nil {
		d := r.list.Add("parse", r.f.Span(0, 0), "the file is not understood as JSON: "+err.Error())
		d.Help = "write one object: { \"package\": { \"some.name\": { } } }"
		return &hclsyntax.Body{}, false
	}
	t := &translator{r: r, places: &placeMap{f: r.f}}
	t.body(top, file)
	text := t.out.Bytes()
	parsed, found := hclsyntax.ParseConfig(text, r.f.Path, hcl.InitialPos)
	r.places, r.f = t.places, diag.NewFile(r.f.Path, text)
	for _, h := range found {
		if h.Summary == "Attribute redefined" && h.Subject != nil {
			r.errorf(*h.Subject, "%s is set twice", r.text(*h.Subject)).Help = "take one of them out"
			continue
		}
		r.list = append(r.list, hclsrc.Problem(h, r.span, text))
	}
	body, _ = parsed.Body.(*hclsyntax.Body)
	return body, !r.list.HasErrors()
}

// decodeJSON keeps what encoding/json's maps lose: order and places.
func decodeJSON(text []byte) (*node, error) {
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) { // keeps the offsets
		text = append([]byte("   "), text[3:]...)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	n, err := readNode(d, text)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("something follows the end")
	}
	return n, nil
}

func readToken(d *json.Decoder, text []byte) (t json.Token, start, end int, err error) {
	start = int(d.InputOffset())
	if t, err = d.Token(); err != nil {
		return nil, 0, 0, err
	}
	for end = int(d.InputOffset()); start < end && strings.IndexByte(" \t\r\n,:", text[start]) >= 0; {
		start++
	}
	return t, start, end, nil
}

func readNode(d *json.Decoder, text []byte) (*node, error) {
	t, start, end, err := readToken(d, text)
	if err != nil {
		return nil, err
	}
	n := &node{start: start, end: end}
	switch t := t.(type) {
	case json.Delim:
		n.kind = byte(t)
		for d.More() {
			var m member
			if t == '{' {
				var name json.Token
				if name, m.start, m.end, err = readToken(d, text); err != nil {
					return nil, err
				}
				m.name, _ = name.(string)
			}
			if m.value, err = readNode(d, text); err != nil {
				return nil, err
			}
			if t == '{' {
				n.fields = append(n.fields, m)
			} else {
				n.items = append(n.items, m.value)
			}
		}
		_, _, n.end, err = readToken(d, text)
	case string:
		n.kind, n.text = '"', t
	case json.Number:
		n.kind, n.text = '0', t.String()
	case bool:
		n.kind, n.text = 't', fmt.Sprint(t)
	case nil:
		n.kind, n.text = 'n', "null"
	}
	return n, err
}
