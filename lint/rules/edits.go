package rules

import (
	"bytes"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

// Fixes of rules change the text of the contract language alone, in its native
// syntax, and give up where it isn't written as usual.

// native returns the source of a span, nil where it can't be edited.
func native(p *lint.Pass, at diag.Span) *diag.File {
	f := p.Source(at)
	if f == nil || !strings.HasSuffix(f.Path, ".rpc.hcl") || at.Start().Offset > at.End().Offset || at.End().Offset > len(f.Text) {
		return nil
	}
	return f
}

// withoutBlock takes out a block that is alone on its lines, with the comment
// that documents it, unless that is what the file begins with, and with one of
// the empty lines around it.
func withoutBlock(f *diag.File, block diag.Span) diag.Edit {
	start, end := block.Start().Offset, block.End().Offset
	line := f.LineStart(block.Start().Line)
	after := f.LineStart(block.End().Line + 1)
	if !blank(f.Text[line:start]) || !blank(f.Text[end:after]) {
		return diag.Edit{Span: block}
	}
	first := block.Start().Line
	if doc := hclsrc.DocLine(f, start); doc > 1 {
		first = doc
	}
	if after == len(f.Text) {
		for first > 1 && blank(f.Line(first-1)) {
			first--
		}
	}
	line = f.LineStart(first)
	if first == 1 || blank(f.Line(first-1)) {
		for next := block.End().Line + 1; f.Line(next) != nil && blank(f.Line(next)) && after < len(f.Text); next++ {
			after = f.LineStart(next + 1)
		}
	}
	return diag.Edit{Span: f.Span(line, after)}
}

func blank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// intoBlock puts an attribute at the top of a block that d was read from, nil
// where the block's braces aren't where they are always written.
func intoBlock(f *diag.File, d *schema.Decl, attribute string) []diag.Edit {
	text, open, end := f.Text, d.NameSpan.End().Offset, d.Span.End().Offset-1
	if open < len(text) && text[open] == '"' {
		open++
	}
	for open < len(text) && (text[open] == ' ' || text[open] == '\t') {
		open++
	}
	if open >= end || text[open] != '{' || text[end] != '}' {
		return nil
	}
	open++
	line := text[f.LineStart(d.Span.Start().Line):d.Span.Start().Offset]
	if !blank(line) {
		return nil
	}
	indent, eol := string(line), "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		eol = "\r\n"
	}
	inside := text[open:end]
	if i := bytes.IndexByte(inside, '\n'); i >= 0 {
		head := bytes.TrimSpace(inside[:i])
		if len(head) > 0 && head[0] != '#' && !bytes.HasPrefix(head, []byte("//")) {
			return nil
		}
		at := open + i + 1
		indent += "  "
		if first := bytes.TrimLeft(text[at:end], " \t"); len(first) > 0 && first[0] != '\n' && first[0] != '\r' {
			indent = string(text[at : end-len(first)]) // that of what stands there
		}
		return []diag.Edit{{Span: f.Span(at, at), Text: indent + attribute + eol}}
	}
	if blank(inside) {
		return []diag.Edit{{Span: f.Span(open, end), Text: " " + attribute + " "}}
	}
	return []diag.Edit{{
		Span: f.Span(open, end),
		Text: eol + indent + "  " + attribute + eol + indent + "  " + string(bytes.TrimSpace(inside)) + eol + indent,
	}}
}
