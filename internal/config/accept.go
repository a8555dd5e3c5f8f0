package config

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
)

// WriteAccepts returns the text of a workspace file with these accepts in it, in
// their order: a block that there is for an id gets the outcome, reason and date
// (its comments stay), the others stand after the last accept block of compat.
// All else is kept byte for byte. What is returned was read back. f must be a
// file that Load takes.
func WriteAccepts(f *diag.File, known Known, accepts []Accept) ([]byte, error) {
	before, list := Load(f, known)
	file, _ := hclsrc.Parse(f)
	body, ok := nativeBody(file)
	if list.HasErrors() || !ok {
		return nil, fmt.Errorf("%s can't be read, so no accept block is written to it", f.Path)
	}
	w := &acceptWriter{text: f.Text, eol: "\n"}
	if i := bytes.IndexByte(f.Text, '\n'); i > 0 && f.Text[i-1] == '\r' {
		w.eol = "\r\n"
	}
	if i := slices.IndexFunc(body.Blocks, func(b *hclsyntax.Block) bool { return b.Type == "compat" }); i >= 0 {
		w.compat = body.Blocks[i]
	}
	added := w.write(accepts)
	text := w.apply()
	after, list := Load(diag.NewFile(f.Path, text), known)
	if list.HasErrors() || !holdsAll(after.Compat.Accepts, accepts) || len(after.Compat.Accepts) != len(before.Compat.Accepts)+added {
		return nil, fmt.Errorf("%s is written in a way that no accept block can be added to: write it by hand", f.Path)
	}
	return text, nil
}

// holdsAll reports whether what was read has all that was to be written.
func holdsAll(read, wanted []Accept) bool {
	for _, a := range wanted {
		if !slices.ContainsFunc(read, func(b Accept) bool {
			return b.ID.Name == a.ID.Name && b.Outcome == a.Outcome && b.Reason == cty.NormalizeString(a.Reason) && b.Until.Name == a.Until.Name
		}) {
			return false
		}
	}
	return true
}

type acceptWriter struct {
	text   []byte
	eol    string
	compat *hclsyntax.Block // nil where there is none
	edits  []edit
}

// edit replaces bytes of the file.
type edit struct {
	start, end int
	text       string
}

func (w *acceptWriter) apply() []byte {
	slices.SortStableFunc(w.edits, func(a, b edit) int { return b.start - a.start })
	text := bytes.Clone(w.text)
	for _, e := range w.edits {
		text = slices.Replace(text, e.start, e.end, []byte(e.text)...)
	}
	return text
}

// write makes the edits and returns how many blocks are new.
func (w *acceptWriter) write(accepts []Accept) int {
	var fresh []Accept
	for _, a := range accepts {
		if b := w.block(a.ID.Name); b != nil {
			w.renew(b, a)
		} else {
			fresh = append(fresh, a)
		}
	}
	switch {
	case len(fresh) == 0:
	case w.compat == nil:
		w.append(fresh)
	default:
		w.insert(fresh)
	}
	return len(fresh)
}

// block returns the accept block of an id, nil where there is none.
func (w *acceptWriter) block(id string) *hclsyntax.Block {
	if w.compat == nil {
		return nil
	}
	for _, b := range w.compat.Body.Blocks {
		if b.Type == "accept" && b.Labels[0] == id {
			return b
		}
	}
	return nil
}

// append writes a compat block at the end of the file.
func (w *acceptWriter) append(accepts []Accept) {
	s := ""
	if n := len(w.text); n > 0 {
		if w.text[n-1] != '\n' {
			s = w.eol
		}
		s += w.eol
	}
	w.edits = append(w.edits, edit{len(w.text), len(w.text), s + "compat {" + w.eol + w.blocks(accepts, "  ", "  ") + "}" + w.eol})
}

// insert writes blocks after the last accept block, else at the end of compat.
func (w *acceptWriter) insert(accepts []Accept) {
	base := w.indent(w.compat.TypeRange.Start.Byte)
	indent := base + "  "
	items := w.items()
	for _, at := range items {
		if own := w.indent(at); w.lineStart(at)+len(own) == at && strings.HasPrefix(own, base) && own != base {
			indent = own
			break
		}
	}
	blocks := w.blocks(accepts, indent, strings.TrimPrefix(indent, base))
	for _, b := range slices.Backward(w.compat.Body.Blocks) {
		if b.Type == "accept" {
			at := w.lineEnd(b.CloseBraceRange.End.Byte)
			w.edits = append(w.edits, edit{at, at, w.eol + blocks})
			return
		}
	}
	open, brace := w.compat.OpenBraceRange.End.Byte, w.compat.CloseBraceRange.Start.Byte
	end := len(bytes.TrimRight(w.text[:brace], " \t"))
	if end > 0 && w.text[end-1] == '\n' {
		if !w.blankBefore(end) {
			blocks = w.eol + blocks
		}
		w.edits = append(w.edits, edit{end, end, blocks})
		return
	}
	if len(items) > 0 { // compat { require = "any-order" }
		blocks = w.eol + blocks
		first := open + len(w.text[open:]) - len(bytes.TrimLeft(w.text[open:], " \t"))
		w.edits = append(w.edits, edit{open, first, w.eol + indent})
	}
	w.edits = append(w.edits, edit{max(end, open), brace, w.eol + blocks + base})
}

// items are the places of what stands in compat, in order.
func (w *acceptWriter) items() []int {
	var at []int
	for _, a := range w.compat.Body.Attributes {
		at = append(at, a.NameRange.Start.Byte)
	}
	for _, b := range w.compat.Body.Blocks {
		at = append(at, b.TypeRange.Start.Byte)
	}
	slices.Sort(at)
	return at
}

// renew gives a block that is there another outcome, reason and date.
func (w *acceptWriter) renew(b *hclsyntax.Block, a Accept) {
	set := func(name, value string) {
		at := b.Body.Attributes[name]
		switch {
		case at != nil && value == "":
			start, end := at.SrcRange.Start.Byte, at.SrcRange.End.Byte
			if w.indent(start) == string(w.text[w.lineStart(start):start]) {
				start, end = w.lineStart(start), w.lineEnd(end)
			}
			w.edits = append(w.edits, edit{start, end, ""})
		case at != nil:
			r := at.Expr.Range()
			if w.text[r.End.Byte-1] == '\n' { // a heredoc
				value += w.eol
			}
			w.edits = append(w.edits, edit{r.Start.Byte, r.End.Byte, value})
		case value != "":
			reason := b.Body.Attributes["reason"] // it is always there
			at, end := reason.SrcRange.Start.Byte, reason.SrcRange.End.Byte
			line := w.indent(at) + name + strings.Repeat(" ", max(1, reason.EqualsRange.Start.Byte-at-len(name))) + "= " + value + w.eol
			if at = w.lineStart(at); name == "until" && w.text[end-1] == '\n' { // a heredoc
				at = end
			} else if name == "until" {
				at = w.lineEnd(end)
			}
			w.edits = append(w.edits, edit{at, at, line})
		}
	}
	outcome := ""
	if a.Outcome != defaultOutcome || b.Body.Attributes["outcome"] != nil {
		outcome = quoted(a.Outcome)
	}
	until := ""
	if a.Until.Name != "" {
		until = quoted(a.Until.Name)
	}
	if bytes.IndexByte(w.text[b.OpenBraceRange.End.Byte:b.CloseBraceRange.Start.Byte], '\n') < 0 { // on one line, where but one attribute may stand
		start := b.TypeRange.Start.Byte
		block := strings.TrimSpace(w.blocks([]Accept{a}, w.indent(start), "  "))
		w.edits = append(w.edits, edit{start, b.CloseBraceRange.End.Byte, block})
		return
	}
	set("outcome", outcome)
	set("reason", quoted(a.Reason))
	set("until", until)
}

// defaultOutcome is the worst that an accept block lets pass which doesn't say.
const defaultOutcome = "reject"

func quoted(s string) string {
	return string(hclwrite.TokensForValue(cty.StringVal(s)).Bytes())
}

// blocks writes accept blocks with a blank line between.
func (w *acceptWriter) blocks(accepts []Accept, indent, step string) string {
	var parts []string
	for _, a := range accepts {
		f := hclwrite.NewEmptyFile()
		b := f.Body().AppendNewBlock("accept", []string{a.ID.Name}).Body()
		if a.Outcome != defaultOutcome {
			b.SetAttributeValue("outcome", cty.StringVal(a.Outcome))
		}
		b.SetAttributeValue("reason", cty.StringVal(a.Reason))
		if a.Until.Name != "" {
			b.SetAttributeValue("until", cty.StringVal(a.Until.Name))
		}
		var s strings.Builder
		for line := range strings.Lines(string(hclwrite.Format(f.Bytes()))) {
			if inner, ok := strings.CutPrefix(line, "  "); ok {
				line = step + inner
			}
			s.WriteString(indent + strings.TrimSuffix(line, "\n") + w.eol)
		}
		parts = append(parts, s.String())
	}
	return strings.Join(parts, w.eol)
}

func (w *acceptWriter) lineStart(at int) int { return bytes.LastIndexByte(w.text[:at], '\n') + 1 }

// indent is what stands before the first word of a line.
func (w *acceptWriter) indent(at int) string {
	line := w.text[w.lineStart(at):]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// lineEnd is where the line after a place begins, past a comment that stands there.
func (w *acceptWriter) lineEnd(at int) int {
	tokens, _ := hclsyntax.LexConfig(w.text[at:], "", hcl.InitialPos)
	for _, t := range tokens {
		if t.Type == hclsyntax.TokenNewline || t.Type == hclsyntax.TokenComment && bytes.HasSuffix(t.Bytes, []byte("\n")) {
			return at + t.Range.End.Byte
		}
	}
	return len(w.text)
}

// blankBefore reports whether what precedes the line at end is blank, or opens a
// block.
func (w *acceptWriter) blankBefore(end int) bool {
	line := bytes.TrimSpace(w.text[w.lineStart(end-1):end])
	return len(line) == 0 || bytes.HasSuffix(line, []byte("{"))
}

// NewAccept is an accept that is to be written, without a place.
func NewAccept(id, outcome, reason, until string) Accept {
	return Accept{ID: schema.Ident{Name: id}, Outcome: outcome, Reason: reason, Until: schema.Ident{Name: until}}
}
