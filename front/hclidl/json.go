package hclidl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
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
		r.list.Add("parse", r.f.Span(0, 0), "the file is not understood as JSON: "+err.Error())
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

// placeMap says for stretches of made text where they came from.
type placeMap struct {
	f        *diag.File // the JSON file
	stretchs []stretch  // by start
}

type stretch struct {
	start, end int  // in the made text
	from, to   int  // in the file
	exact      bool // byte for byte, so that a part of one is a part of the other
}

func (m *placeMap) span(start, end int) diag.Span {
	from, _ := m.at(start, false)
	_, to := m.at(max(end, start), true)
	if end > start && to < from {
		to = from
	}
	return m.f.Span(from, to)
}

// at returns the file's stretch for an offset of the made text. An end belongs
// to the stretch before it.
func (m *placeMap) at(offset int, end bool) (from, to int) {
	i, found := slices.BinarySearchFunc(m.stretchs, offset, func(s stretch, o int) int {
		if end && s.start >= o || !end && s.start > o {
			return 1
		}
		return -1
	})
	if _ = found; i == 0 {
		return 0, 0
	}
	s := m.stretchs[i-1]
	if s.exact {
		o := min(s.from+offset-s.start, s.to)
		return o, o
	}
	return s.from, s.to
}

type translator struct {
	r      *reader
	out    bytes.Buffer
	places *placeMap
}

// put writes text that stands for the file's from to to.
func (t *translator) put(text string, from, to int, exact bool) {
	start := t.out.Len()
	t.out.WriteString(text)
	t.places.stretchs = append(t.places.stretchs, stretch{start, t.out.Len(), from, to, exact})
}

func (t *translator) fail(from, to int, format string, args ...any) *diag.Diagnostic {
	return t.r.list.Add("parse", t.places.f.Span(from, to), fmt.Sprintf(format, args...))
}

// body writes the members of a block. A list of objects stands for all of them.
func (t *translator) body(n *node, kind string) {
	if n.kind == '[' {
		for _, item := range n.items {
			t.body(item, kind)
		}
		return
	}
	if n.kind != '{' {
		t.fail(n.start, n.end, "%s is no object", kind).Help = "write its attributes between braces"
		return
	}
	for _, m := range n.fields {
		switch {
		case m.name == "//": // a comment
		case !schema.Identifier(m.name) && !hclsyntax.ValidIdentifier(m.name):
			t.fail(m.start, m.end, "%q is no name", m.name).Help = "a name has letters, digits and _"
		case slices.Contains(elements[kind].blocks, m.name):
			t.block(m, m.value)
		default:
			t.attribute(m, kind)
		}
	}
}

// block writes the blocks that a member stands for: one, or with labels one for
// each of its own members.
func (t *translator) block(m member, n *node) {
	if n.kind == '[' {
		for _, item := range n.items {
			t.block(m, item)
		}
		return
	}
	if elements[m.name].label == "" {
		t.put(m.name, m.start, m.end, false)
		t.braces(n, m.name)
		return
	}
	if n.kind != '{' {
		t.fail(n.start, n.end, "%s has no label: it is %s", m.name, elements[m.name].label).Help = fmt.Sprintf("write %q: { \"NAME\": { … } }", m.name)
		return
	}
	for _, l := range n.fields {
		if l.name == "//" {
			continue
		}
		for _, body := range bodies(l.value) {
			t.put(m.name, l.start, l.end, false)
			t.out.WriteByte(' ')
			t.put(quote(l.name), l.start, l.end, false)
			t.braces(body, m.name)
		}
	}
}

// bodies returns the blocks that a value holds: of one label a list of several.
func bodies(n *node) []*node {
	if n.kind == '[' {
		return n.items
	}
	return []*node{n}
}

func (t *translator) braces(n *node, kind string) {
	t.out.WriteByte(' ')
	t.put("{", n.start, min(n.start+1, n.end), false)
	t.out.WriteByte('\n')
	t.body(n, kind)
	t.put("}", max(n.end-1, n.start), n.end, false)
	t.out.WriteByte('\n')
}

// spoken lists the attributes whose strings hold expressions. Fields and enum
// values do too.
var spoken = map[string]bool{
	"wires": true, "params": true, "returns": true, "errors": true, "extends": true, "type": true,
}

func (t *translator) attribute(m member, kind string) {
	mark, places := t.out.Len(), len(t.places.stretchs)
	t.put(m.name, m.start, m.end, false)
	t.out.WriteString(" = ")
	if !t.value(m.value, spokenIn(kind, m.name)) {
		t.out.Truncate(mark)
		t.places.stretchs = t.places.stretchs[:places]
		return
	}
	t.out.WriteByte('\n')
}

// value writes a value; where expr is set its strings are expressions. It
// reports whether it could.
func (t *translator) value(n *node, expr bool) bool {
	switch n.kind {
	case '"':
		if expr {
			return t.expression(n)
		}
		return t.literal(n)
	case '[':
		t.put("[", n.start, n.start+1, false)
		for _, item := range n.items {
			if !t.value(item, expr) {
				return false
			}
			t.out.WriteString(", ")
		}
		t.put("]", n.end-1, n.end, false)
	case '{':
		t.put("{", n.start, n.start+1, false)
		t.out.WriteByte('\n')
		for _, m := range n.fields {
			t.put(quote(m.name), m.start, m.end, false)
			t.out.WriteString(" = ")
			if !t.value(m.value, expr) {
				return false
			}
			t.out.WriteByte('\n')
		}
		t.put("}", n.end-1, n.end, false)
	default:
		t.put(n.text, n.start, n.end, false)
	}
	return true
}

var templateName = regexp.MustCompile(`^\$\{ *([A-Za-z_][A-Za-z0-9_.]*) *\}$`)

// literal writes a string that is one. "${NAME}" stands for the bare name, as in
// HCL; a literal ${ is written $${.
func (t *translator) literal(n *node) bool {
	if m := templateName.FindStringSubmatch(n.text); m != nil {
		t.put(m[1], n.start, n.end, false)
		return true
	}
	plain := strings.NewReplacer("$${", "", "%%{", "").Replace(n.text)
	if strings.Contains(plain, "${") || strings.Contains(plain, "%{") {
		t.fail(n.start, n.end, "the string holds a template, and nothing is evaluated").Help = "write a literal ${ as $${, and %{ as %%{"
		return false
	}
	t.put(quote(strings.NewReplacer("$${", "${", "%%{", "%{").Replace(n.text)), n.start, n.end, false)
	return true
}

// expression writes the expression that a string holds, in brackets.
func (t *translator) expression(n *node) bool {
	exact := n.end-n.start == len(n.text)+2 // no escapes: byte for byte the file's
	span := func(start, end int) diag.Span {
		if exact {
			return t.places.f.Span(n.start+1+start, n.start+1+end)
		}
		return t.places.f.Span(n.start, n.end)
	}
	if list := hclsrc.GuardExpr([]byte(n.text), span); list != nil {
		t.r.list = append(t.r.list, list...)
		return false
	}
	_, found := hclsyntax.ParseExpression([]byte(n.text), t.r.f.Path, hcl.InitialPos)
	for _, h := range found {
		t.r.list = append(t.r.list, hclsrc.Problem(h, func(g hcl.Range) diag.Span { return span(g.Start.Byte, g.End.Byte) }, []byte(n.text)))
	}
	if found.HasErrors() {
		return false
	}
	t.put("(", n.start, n.end, false)
	if exact {
		t.put(n.text, n.start+1, n.end-1, true)
	} else {
		t.put(n.text, n.start, n.end, false)
	}
	t.out.WriteString("\n")
	t.put(")", n.start, n.end, false)
	return true
}
