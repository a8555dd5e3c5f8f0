package hclidl

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
)

// translator says JSON in native syntax.
type translator struct {
	r      *reader
	out    bytes.Buffer
	places *placeMap
}

// put writes text that stands for the file's from to to.
func (t *translator) put(text string, from, to int, exact bool) {
	start := t.out.Len()
	t.out.WriteString(text)
	t.places.stretches = append(t.places.stretches, stretch{start, t.out.Len(), from, to, exact})
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
	mark, places := t.out.Len(), len(t.places.stretches)
	t.put(m.name, m.start, m.end, false)
	t.out.WriteString(" = ")
	if !t.value(m.value, spokenIn(kind, m.name)) {
		t.out.Truncate(mark)
		t.places.stretches = t.places.stretches[:places]
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
	place := func(g hcl.Range) diag.Span { return span(g.Start.Byte, g.End.Byte) }
	t.r.list = append(t.r.list, hclsrc.Problems(found, place, []byte(n.text))...)
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
