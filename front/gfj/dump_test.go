package gfj

import (
	"fmt"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// dump prints what Read understood of a file, one element a line.
func dump(p *schema.Package, places bool) string {
	var b strings.Builder
	line := func(indent string, d schema.Decl, text string) {
		fmt.Fprint(&b, indent, text)
		if places {
			fmt.Fprint(&b, "  ", place(d.Span), " name ", place(d.NameSpan))
		}
		for _, w := range d.Was {
			fmt.Fprint(&b, " was ", w.Name)
			if places {
				fmt.Fprint(&b, "@", place(w.Span))
			}
		}
		if d.Doc != "" {
			fmt.Fprintf(&b, " %q", d.Doc)
		}
		b.WriteByte('\n')
	}
	field := func(indent string, f *schema.Field) {
		text := fmt.Sprintf("%s = %d %s", f.Name, f.Number, strings.TrimPrefix(f.TypeText(), p.Name+"."))
		if places {
			text += "@" + place(f.Type.Span)
		}
		line(indent, f.Decl, text)
	}
	line("", p.Decl, "package "+p.Name+" "+p.Language)
	for _, m := range p.Messages {
		line("", m.Decl, "message "+m.Name)
		for _, f := range m.Fields {
			field("  ", f)
		}
	}
	for _, s := range p.Services {
		line("", s.Decl, "service "+s.Name)
		for _, m := range s.Methods {
			line("  ", m.Decl, "method "+m.Name)
			for _, f := range m.Params {
				field("    ", f)
			}
			if m.Returns != nil {
				field("    ", m.Returns)
			}
		}
	}
	return b.String()
}

func place(s diag.Span) string {
	if s.Start().Line == s.End().Line {
		return fmt.Sprintf("%d:%d-%d", s.Start().Line, s.Start().Column, s.End().Column)
	}
	return fmt.Sprintf("%d:%d-%d:%d", s.Start().Line, s.Start().Column, s.End().Line, s.End().Column)
}
