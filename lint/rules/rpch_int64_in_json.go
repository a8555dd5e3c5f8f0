package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var rpchInt64InJSON = &lint.Rule{
	ID: "rpch-int64-in-json", Category: lint.Wire, Severity: diag.Warning, Wires: []string{"rpch"},
	What: "a message has no 64-bit integers on rpch",
	Why: `Messages travel as JSON there, and the Node runtime reads a JSON number as a double:
9007199254740993 arrives as 9007199254740992, and no one is told. The C runtime loses
digits from 10^15 on.`,
	Bad: `message "Account" {
  id = field(1, int64)
}`,
	Good: `message "Account" {
  id = field(1, string)
}`,
	Field: func(p *lint.Pass, f *schema.Field) {
		if f.Retired == "" && wide(&f.Type) {
			p.Report(f, f.Type.Span, "field "+f.FullName()+" carries "+f.Type.String()+" as a JSON number, which Node peers round above 2^53").
				Help = "use a string, or 32 bits, or say in an ignore that values stay below 2^53"
		}
	},
}

// wide reports whether a value of t holds a 64-bit integer as a JSON number. A
// map's keys are JSON strings.
func wide(t *schema.Type) bool {
	switch t.Kind {
	case schema.KindInt64, schema.KindUint64:
		return true
	case schema.KindList, schema.KindSet, schema.KindMap:
		return wide(t.Elem)
	}
	return false
}
