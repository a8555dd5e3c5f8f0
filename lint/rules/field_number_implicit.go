package rules

import (
	"bytes"
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var fieldNumberImplicit = &lint.Rule{
	ID: "field-number-implicit", Category: lint.Evolve, Severity: diag.Warning, Off: true,
	Languages: []string{"hcl", "proto", "thrift", "go"}, // gfj has no numbers
	Wires:     []string{"frame", "frame-v1", "prpc", "thrift", "thrift-compact"},
	Fix:       "writes the numbers of params down that they have, in contracts in HCL",
	What:      "the number of a field or param is written",
	Why: `Without one it is counted, and what is put before others takes their numbers: on the
wires whose bytes go by number or by its order every old value is then read as another
field's. A number that is written stays, wherever the line goes.`,
	Bad: `service "Math" {
  method "Add" {
    id     = 1
    params = { a = int32, b = int32 }
  }
}`,
	Good: `service "Math" {
  method "Add" {
    id     = 1
    params = { a = field(1, int32), b = field(2, int32) }
  }
}`,
	Field: func(p *lint.Pass, f *schema.Field) {
		if f.Implicit {
			p.Report(f, diag.Span{}, "the number of "+f.FullName()+" is counted, not written").
				Help = "write the number " + strconv.Itoa(f.Number) + " down, which is what it has now"
		}
	},
	Method: func(p *lint.Pass, m *schema.Method) {
		var counted []*schema.Field
		for _, f := range m.Params {
			if f.Implicit && !f.Type.Kind.Streams() {
				counted = append(counted, f)
			}
		}
		if counted == nil {
			return
		}
		d := p.Report(m, counted[0].NameSpan, "the numbers of "+m.FullName()+"'s params are counted, not written")
		d.Help = "write " + counted[0].Name + " = field(" + strconv.Itoa(counted[0].Number) + ", …), and so on"
		if edits := numbered(p, counted); edits != nil {
			d.Fixes = []diag.Fix{{Message: "write the numbers that they have", Edits: edits}}
		}
	},
}

// numbered puts field(N, …) around the types of params, nil where their source
// isn't plain enough for that.
func numbered(p *lint.Pass, params []*schema.Field) []diag.Edit {
	var edits []diag.Edit
	for _, f := range params {
		src := native(p, f.Span)
		if src == nil {
			return nil
		}
		start, end := f.NameSpan.End().Offset, f.Span.End().Offset
		rest := src.Text[start:end]
		value := bytes.TrimLeft(rest, "\" \t=:")
		if len(value) == 0 || value[0] == '(' { // the span is without the brackets
			return nil
		}
		start += len(rest) - len(value)
		edits = append(edits, diag.Edit{Span: src.Span(start, start), Text: "field(" + strconv.Itoa(f.Number) + ", "}, diag.Edit{Span: src.Span(end, end), Text: ")"})
	}
	return edits
}
