package rules

import (
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var frameDerivedID = &lint.Rule{
	ID: "frame-derived-id", Category: lint.Wire, Severity: diag.Warning, Wires: []string{"frame", "frame-v1"},
	Fix:  "writes the id down that the method has, where its service has none: no byte of a call changes",
	What: "a method has an id on a wire that carries ids",
	Why: `Without one the id is a hash of the package's, the service's and the method's name:
renaming any of the three changes the bytes of every call, and a server that was not
renamed answers "unknown method".`,
	Bad: `service "Math" {
  method "Add" {
    params  = { a = int32, b = int32 }
    returns = int32
  }
}`,
	Good: `service "Math" {
  id = 1
  method "Add" {
    id      = 1
    params  = { a = int32, b = int32 }
    returns = int32
  }
}`,
	Method: func(p *lint.Pass, m *schema.Method) {
		if m.ID != 0 {
			return
		}
		if wire := p.ServicePromises(m.Parent, "frame", "frame-v1"); wire != "" {
			id, _ := schema.MethodID(m)
			d := p.Report(m, diag.Span{}, "method "+m.FullName()+" has no id, so "+wire+" carries the hash of its name, "+strconv.FormatUint(uint64(id), 10))
			d.Help = derivedHelp(m, id)
			if f := native(p, m.Span); f != nil && m.Parent.ID == 0 {
				if edits := intoBlock(f, &m.Decl, "id = "+strconv.FormatUint(uint64(id), 10)); edits != nil {
					d.Fixes = []diag.Fix{{Message: "write the id that method " + m.Name + " has", Edits: edits}}
				}
			}
		}
	},
}

// derivedHelp says how to write an id down without changing a byte, where that
// can be done.
func derivedHelp(m *schema.Method, id uint32) string {
	if m.Parent.ID == 0 {
		return "write id = " + strconv.FormatUint(uint64(id), 10) + ", which keeps the bytes, or a small one of your own before the first release"
	}
	return "give it an id of its own; the bytes of its calls change with that"
}
