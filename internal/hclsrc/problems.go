package hclsrc

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
)

// maxProblems of one file are said: after an unclosed quote every line is wrong.
const maxProblems = 100

// convert turns HCL's diagnostics into the project's. body is what was read, nil
// in JSON syntax.
func convert(f *diag.File, found hcl.Diagnostics, body *hclsyntax.Body) diag.List {
	var list diag.List
	for _, h := range causes(found) {
		if len(list) == maxProblems {
			list.Add("parse", list[len(list)-1].Span, "more problems follow").Help = "mend those above first"
			break
		}
		if h.Summary == "Attribute redefined" && h.Subject != nil {
			list = append(list, redefined(f, h, body))
			continue
		}
		list = append(list, Problem(h, func(r hcl.Range) diag.Span { return Span(f, r) }, f.Text))
	}
	return list
}

// Problems turns HCL's diagnostics of one expression into the project's, as
// Problem does, without those that follow from others.
func Problems(found hcl.Diagnostics, span func(hcl.Range) diag.Span, text []byte) diag.List {
	var list diag.List
	for _, h := range causes(found) {
		list = append(list, Problem(h, span, text))
	}
	return list
}

// causes leaves out what follows from something else: of two problems at one
// place the second, and on a line with a character that can't stand there all
// the others.
func causes(found hcl.Diagnostics) hcl.Diagnostics {
	var kept hcl.Diagnostics
	broken := false // a quoted string ran over its line: what is a string and what not is a guess from there on
	said := map[int]bool{}
	odd := oddLines(found)
	for _, h := range found {
		if h == nil || broken && lexical(h.Summary) {
			continue
		}
		broken = broken || h.Summary == "Invalid multi-line string"
		if at := h.Subject; at != nil {
			if first := odd[at.Start.Line]; first != nil && first != h || said[at.Start.Byte] {
				continue
			}
			said[at.Start.Byte] = true
		}
		kept = append(kept, h)
	}
	return kept
}

// oddLines returns, by line, the first problem of a line whose very characters
// are no HCL.
func oddLines(found hcl.Diagnostics) map[int]*hcl.Diagnostic {
	odd := map[int]*hcl.Diagnostic{}
	for _, h := range found {
		if h == nil || h.Subject == nil || !lexical(h.Summary) {
			continue
		}
		if line := h.Subject.Start.Line; odd[line] == nil {
			odd[line] = h
		}
	}
	return odd
}

func lexical(summary string) bool {
	switch summary {
	case "Invalid multi-line string", "Invalid character", "Unsupported operator", "Invalid escape sequence":
		return true
	}
	return false
}

// Problem turns one diagnostic of HCL into one of code "parse". text is what the
// offsets of its ranges count in.
func Problem(h *hcl.Diagnostic, span func(hcl.Range) diag.Span, text []byte) diag.Diagnostic {
	var at hcl.Range
	switch {
	case h.Subject != nil:
		at = *h.Subject
	case h.Context != nil:
		at = *h.Context
	}
	d := diag.Diagnostic{Severity: diag.Error, Code: "parse", Span: span(at)}
	if h.Severity == hcl.DiagWarning {
		d.Severity = diag.Warning
	}
	if open, ok := unclosed(h, at, text); ok {
		d.Span = span(open)
		d.Message, d.Help = "the brackets of the call are not closed", "write the missing )"
		return d
	}
	d.Message, d.Help = better(h, at, text)
	if d.Message == "" {
		d.Message, d.Help = sentence(h.Summary), sentences(h.Detail)
	}
	if d.Message == "" {
		d.Message = "the text is not understood"
	}
	return d
}

// unclosed finds the call whose arguments run over into what follows: HCL points
// at the first thing there, on another line.
func unclosed(h *hcl.Diagnostic, at hcl.Range, text []byte) (hcl.Range, bool) {
	if h.Summary != "Missing argument separator" || h.Context == nil {
		return at, false
	}
	start, end := h.Context.Start.Byte, at.Start.Byte
	if start < 0 || end > len(text) || start >= end {
		return at, false
	}
	line := text[bytes.LastIndexByte(text[:end], '\n')+1 : end]
	if len(bytes.TrimSpace(line)) > 0 || bytes.IndexByte(text[start:end], '\n') < 0 {
		return at, false
	}
	open := bytes.IndexByte(text[start:end], '(')
	if open < 0 {
		return at, false
	}
	g := *h.Context
	g.End.Byte = start + open + 1
	return g, true
}

// grouped returns the number that HCL took for a number and a name: 2_000.
func grouped(at hcl.Range, text []byte) (string, bool) {
	i := at.Start.Byte
	if i <= 0 || i >= len(text) || text[i] != '_' || text[i-1] < '0' || '9' < text[i-1] {
		return "", false
	}
	start, end := i, i
	for start > 0 && ('0' <= text[start-1] && text[start-1] <= '9' || text[start-1] == '_') {
		start--
	}
	if start > 0 && isWord(text[start-1]) {
		return "", false
	}
	for end < len(text) && ('0' <= text[end] && text[end] <= '9' || text[end] == '_') {
		end++
	}
	return string(text[start:end]), true
}

// redefined is the problem of an attribute that is set twice, with both places.
func redefined(f *diag.File, h *hcl.Diagnostic, body *hclsyntax.Body) diag.Diagnostic {
	at := Span(f, *h.Subject)
	name := string(f.Text[at.Start().Offset:at.End().Offset])
	if first := attribute(body, name, at.Start().Offset); first != nil {
		return setTwice(name, at, Span(f, first.NameRange))
	}
	return setTwice(name, at)
}

func setTwice(name string, at diag.Span, first ...diag.Span) diag.Diagnostic {
	d := diag.Diagnostic{Severity: diag.Error, Code: "parse", Span: at, Message: name + " is set twice", Help: "take one of them out"}
	for _, s := range first {
		d.Related = append(d.Related, diag.Related{Message: "first here", Span: s})
	}
	return d
}

// attribute finds the attribute of that name in the innermost body around offset.
func attribute(body *hclsyntax.Body, name string, offset int) *hclsyntax.Attribute {
	if body == nil {
		return nil
	}
	for _, b := range body.Blocks {
		if b.OpenBraceRange.Start.Byte < offset && offset < b.CloseBraceRange.End.Byte {
			return attribute(b.Body, name, offset)
		}
	}
	return body.Attributes[name]
}
