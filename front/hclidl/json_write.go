package hclidl

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
)

// WriteJSON is Write in JSON syntax, for a file that ends in .rpc.hcl.json.
// Documentation stands in doc, so a param that has some gets its number written.
// Since a JSON object holds a key once, the fields of a message come before
// those of its groups and oneofs.
func WriteJSON(p *schema.Package) ([]byte, diag.List) {
	w := newWriter(p)
	w.noComments = true
	w.file()
	text := hclwrite.Format(w.out.Bytes())
	parsed, found := hclsyntax.ParseConfig(text, "", hcl.InitialPos)
	body, ok := parsed.Body.(*hclsyntax.Body)
	if found.HasErrors() || !ok {
		panic("hclidl: what Write made does not parse: " + found.Error())
	}
	j := jsonWriter{r: &reader{f: diag.NewFile("", text)}}
	j.body(body, file)
	var out bytes.Buffer
	if err := json.Indent(&out, j.out.Bytes(), "", "  "); err != nil {
		panic("hclidl: what WriteJSON made is no JSON: " + err.Error())
	}
	return append(out.Bytes(), '\n'), w.losses.Sort()
}

// jsonWriter turns the syntax of a contract in native syntax into JSON.
type jsonWriter struct {
	r   *reader
	out bytes.Buffer
}

func (j *jsonWriter) string(s string) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string can be encoded
	j.out.Write(bytes.TrimSpace(b.Bytes()))
}

// sequence writes what each yields between open and close, with commas.
func (j *jsonWriter) sequence(open, close byte, n int, each func(i int)) {
	j.out.WriteByte(open)
	for i := range n {
		if i > 0 {
			j.out.WriteByte(',')
		}
		each(i)
	}
	j.out.WriteByte(close)
}

func (j *jsonWriter) body(b *hclsyntax.Body, kind string) {
	attrs := hclsrc.Attributes(b)
	var kinds []string
	blocks := map[string][]*hclsyntax.Block{}
	for _, n := range b.Blocks {
		if blocks[n.Type] == nil {
			kinds = append(kinds, n.Type)
		}
		blocks[n.Type] = append(blocks[n.Type], n)
	}
	j.sequence('{', '}', len(attrs)+len(kinds), func(i int) {
		if i < len(attrs) {
			a := attrs[i]
			j.string(a.Name)
			j.out.WriteByte(':')
			j.value(a.Expr, spokenIn(kind, a.Name))
			return
		}
		name := kinds[i-len(attrs)]
		j.string(name)
		j.out.WriteByte(':')
		j.blocks(name, blocks[name])
	})
}

func (j *jsonWriter) blocks(kind string, list []*hclsyntax.Block) {
	if elements[kind].label == "" {
		if len(list) == 1 {
			j.body(list[0].Body, kind)
			return
		}
		j.sequence('[', ']', len(list), func(i int) { j.body(list[i].Body, kind) })
		return
	}
	var labels []string
	byLabel := map[string][]*hclsyntax.Block{}
	for _, b := range list {
		label := b.Labels[0]
		if byLabel[label] == nil {
			labels = append(labels, label)
		}
		byLabel[label] = append(byLabel[label], b)
	}
	j.sequence('{', '}', len(labels), func(i int) {
		j.string(labels[i])
		j.out.WriteByte(':')
		same := byLabel[labels[i]]
		if len(same) == 1 {
			j.body(same[0].Body, kind)
			return
		}
		j.sequence('[', ']', len(same), func(i int) { j.body(same[i].Body, kind) })
	})
}

// value writes an expression: as a string that holds it where expr is set, else
// as the JSON of the literal that it is.
func (j *jsonWriter) value(e hclsyntax.Expression, expr bool) {
	if number, ok := j.r.numberOf(e); ok {
		j.out.WriteString(number)
		return
	}
	if text, ok := j.r.stringOf(e); ok && !expr {
		j.string(strings.NewReplacer("${", "$${", "%{", "%%{").Replace(text))
		return
	}
	if name, ok := nameOf(e); ok && !expr {
		j.string("${" + name + "}")
		return
	}
	switch e := bare(e).(type) {
	case *hclsyntax.TupleConsExpr:
		j.sequence('[', ']', len(e.Exprs), func(i int) { j.value(e.Exprs[i], expr) })
	case *hclsyntax.ObjectConsExpr:
		pairs := j.r.pairs(&place{}, "", e)
		j.sequence('{', '}', len(pairs), func(i int) {
			j.string(pairs[i].key)
			j.out.WriteByte(':')
			j.value(pairs[i].value, expr)
		})
	default:
		if text := j.r.text(exprRange(e)); expr {
			j.string(text)
		} else {
			j.out.WriteString(text) // true, false, null
		}
	}
}

// spokenIn reports whether strings in that attribute hold expressions in JSON
// syntax.
func spokenIn(kind, name string) bool {
	e := elements[kind]
	if slices.Contains(e.attrs, name) {
		return spoken[name]
	}
	return e.free == "field" || e.free == "value"
}
