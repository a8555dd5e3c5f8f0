package gosrc

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// number reports fields without a number, and gives each the next that is free.
func (r *reader) number(m *schema.Message, list []member) {
	next := int64(0)
	for _, f := range list {
		next = max(next, int64(f.field.Number))
		if f.tag.Source != "" {
			if r.numbered == nil {
				r.numbered = map[string]bool{}
			}
			r.numbered[f.tag.Source] = true
		}
	}
	for _, g := range m.Reserved.Ranges {
		next = max(next, min(g.To, schema.MaxNumber))
	}
	for _, f := range list {
		if f.field.Number != 0 {
			continue
		}
		next++
		f.field.Number, f.field.Implicit = int(next), true
		x := r.errorf(f.field.NameSpan, "field %s.%s has no number", m.Name, f.path)
		x.Code = "field-number-missing" // which lint --fix mends
		x.Help = "write rpc:\"" + strconv.Itoa(f.field.Number) + "\" behind its type, or rpc:\"-\" to leave it out"
		if edit, ok := f.fix(f.field.Number); ok {
			x.Fixes = []diag.Fix{{Message: "give it the number " + strconv.Itoa(f.field.Number), Edits: []diag.Edit{edit}}}
		} else {
			x.Help += "; declare each field on a line of its own"
		}
	}
}

// fix is the edit that writes a number into a field's tag.
func (f member) fix(number int) (diag.Edit, bool) {
	n, s := strconv.Itoa(number), f.src
	at := func(p int) diag.Span { return s.file.Span(p, p) }
	switch tag := f.node.Tag; {
	case !f.alone:
		return diag.Edit{}, false
	case tag == nil:
		return diag.Edit{Span: at(s.offset(f.node.Type.End())), Text: " `rpc:\"" + n + "\"`"}, true
	case tag.Value[0] != '`':
		return diag.Edit{}, false
	case !f.tag.RPC:
		return diag.Edit{Span: at(s.offset(tag.Pos()) + 1), Text: "rpc:\"" + n + "\" "}, true
	default:
		text, from := n, s.offset(tag.Pos())+1+f.tag.Value.Start
		if from < len(s.file.Text) && s.file.Text[from] != ',' && s.file.Text[from] != '"' {
			text += ","
		}
		return diag.Edit{Span: at(from), Text: text}, true
	}
}
