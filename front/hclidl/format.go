package hclidl

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
)

// Format returns the file in canonical form: indented and aligned, comments
// kept, and fields whose name is an attribute or block of their element put into
// fields { } (values into values { }). A file that can't be parsed comes back as
// it is, with the errors. Formatting what was formatted changes nothing.
func Format(f *diag.File) ([]byte, diag.List) {
	parsed, list := hclsrc.Parse(f)
	if list.HasErrors() {
		return f.Text, list
	}
	if hclsrc.IsJSON(f.Path) {
		var out bytes.Buffer
		if err := json.Indent(&out, bytes.TrimPrefix(f.Text, []byte("\xef\xbb\xbf")), "", "  "); err != nil {
			return f.Text, list
		}
		return append(bytes.TrimSpace(out.Bytes()), '\n'), nil
	}
	body, _ := parsed.Body.(*hclsyntax.Body)
	text := grouped(f, body)
	out, ok := settled(text)
	if !ok {
		return f.Text, nil
	}
	if _, list := hclsrc.Parse(diag.NewFile(f.Path, out)); list.HasErrors() {
		return f.Text, nil // never make a broken file of a good one
	}
	return out, nil
}

// settled formats until nothing changes any more, which now and then takes HCL's
// formatter more than one turn. ok is false where it never ends.
func settled(text []byte) (out []byte, ok bool) {
	for range 8 {
		out = ended(hclwrite.Format(text))
		if bytes.Equal(out, text) {
			return out, true
		}
		text = out
	}
	return text, false
}

// ended gives a text that is not empty one line end at its end.
func ended(text []byte) []byte {
	text = bytes.TrimRight(text, " \t\r\n")
	if len(text) == 0 {
		return nil
	}
	return append(text[:len(text):len(text)], '\n')
}

// edit is text put in at an offset.
type edit struct {
	at   int
	text string
}

// grouped returns the text with misplaced fields and values in groups of their own.
func grouped(f *diag.File, body *hclsyntax.Body) []byte {
	var edits []edit
	var visit func(kind string, b *hclsyntax.Body)
	visit = func(kind string, b *hclsyntax.Body) {
		if b == nil {
			return
		}
		for _, a := range hclsrc.Attributes(b) {
			if !misplaced(kind, a) {
				continue
			}
			if start, end, ok := wholeLines(f, a); ok {
				edits = append(edits, edit{start, elements[kind].free + "s {\n"}, edit{end, "}\n"})
			}
		}
		for _, n := range b.Blocks {
			if slices.Contains(elements[kind].blocks, n.Type) {
				visit(n.Type, n.Body)
			}
		}
	}
	visit(file, body)
	if len(edits) == 0 {
		return f.Text
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.at - b.at })
	var out bytes.Buffer
	last := 0
	for i := 0; i < len(edits); i++ {
		e := edits[i]
		out.Write(f.Text[last:e.at])
		last = e.at
		if i+1 < len(edits) && edits[i+1].at == e.at && e.text == "}\n" {
			i++ // one group ends where the next begins: they are one
			continue
		}
		out.WriteString(e.text)
	}
	out.Write(f.Text[last:])
	return out.Bytes()
}

// wholeLines returns the lines of an attribute with the comments that document
// it. ok is false where something else stands on them.
func wholeLines(f *diag.File, a *hclsyntax.Attribute) (start, end int, ok bool) {
	g := attrRange(a)
	first := f.Pos(g.Start.Byte)
	if strings.TrimSpace(string(f.Text[f.LineStart(first.Line):g.Start.Byte])) != "" {
		return 0, 0, false
	}
	last := f.Pos(g.End.Byte).Line
	if f.LineStart(last+1) == len(f.Text) {
		return 0, 0, false // a block on one line at the end of the file
	}
	return f.LineStart(hclsrc.DocLine(f, g.Start.Byte)), f.LineStart(last + 1), true
}
