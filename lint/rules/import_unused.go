package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var importUnused = &lint.Rule{
	ID: "import-unused", Category: lint.Correct, Severity: diag.Error, Languages: []string{"hcl", "proto", "thrift"}, Buf: "IMPORT_USED",
	Fix:  "takes the import out, in contracts in HCL",
	What: "an import is used",
	Why: `An import that nothing uses still has to be found by everyone who reads the contract,
and its changes still look like this contract's.`,
	Bad: `import "common" {
  source = "../common"
}
message "Event" {
  at = field(1, int64)
}`,
	Good: `import "common" {
  source = "../common"
}
message "Event" {
  at = field(1, common.Timestamp)
}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		if len(pkg.Imports) == 0 {
			return
		}
		used := map[*schema.Package]bool{}
		references(pkg, func(n schema.Node) { used[schema.PackageOf(n)] = true })
		for _, i := range pkg.Imports {
			q, ok := p.Schema.Lookup(i.Package).(*schema.Package)
			if ok && !used[q] && !i.Used {
				d := p.Report(pkg, i.Span, "the import "+i.Local+" is not used")
				d.Help = "take it out"
				if f := native(p, i.Span); f != nil { // there the span is the block
					d.Fixes = []diag.Fix{{Message: "take the import " + i.Local + " out", Edits: []diag.Edit{withoutBlock(f, i.Span)}}}
				}
			}
		}
	},
}

// references calls fn for every element that the package names: types, errors
// and services that are extended.
func references(pkg *schema.Package, fn func(schema.Node)) {
	fields := func(fs []*schema.Field) {
		for _, f := range fs {
			targets(&f.Type, fn)
		}
	}
	for _, m := range pkg.Messages {
		fields(m.Fields)
	}
	for _, e := range pkg.Errors {
		fields(e.Fields)
	}
	for _, c := range pkg.Consts {
		targets(&c.Type, fn)
	}
	for _, s := range pkg.Services {
		if s.Super != nil {
			fn(s.Super)
		}
		for _, m := range s.Methods {
			methodTargets(m, fn)
		}
	}
}

func methodTargets(m *schema.Method, fn func(schema.Node)) {
	for _, p := range m.Params {
		targets(&p.Type, fn)
	}
	if m.Returns != nil {
		targets(&m.Returns.Type, fn)
	}
	for _, e := range m.Errors {
		if e.Target != nil {
			fn(e.Target)
		}
	}
}

// targets calls fn for the messages and enums in t.
func targets(t *schema.Type, fn func(schema.Node)) {
	if t.Key != nil {
		targets(t.Key, fn)
	}
	if t.Elem != nil {
		targets(t.Elem, fn)
	}
	if t.Target != nil {
		fn(t.Target)
	}
}
