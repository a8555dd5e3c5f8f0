// Package lint runs rules over linked contracts: one walk serves all of them,
// and what a contract or workspace ignores is checked as well. It knows no
// rule; they stand in lint/rules.
package lint

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Category says what a rule protects.
type Category string

// The categories. STANDARD is the first five, MINIMAL is WIRE and CORRECT.
const (
	Wire      Category = "WIRE"    // something on a promised wire goes wrong
	Correct   Category = "CORRECT" // the contract says something it can't mean
	Evolve    Category = "EVOLVE"  // a later change will be breaking that need not be
	Naming    Category = "NAMING"
	Structure Category = "STRUCTURE"
	Docs      Category = "DOCS"
	Unary     Category = "UNARY"
)

// Categories is the closed set, in the order of all output: worst first.
var Categories = []Category{Wire, Correct, Evolve, Naming, Structure, Docs, Unary}

// Rule is one thing to look for: its hooks say where, and report.
type Rule struct {
	ID       string // kebab-case; leaves the process, so it is never reused
	Category Category
	Severity diag.Severity
	What     string // one line: what must hold
	Why      string // the failure that it prevents
	// Bad and Good are contracts that a test lints. Where they name no package,
	// one is put before them that promises the rule's first wire.
	Bad, Good string

	Languages []string // front ends that it applies to; nil: all
	Wires     []string // it runs where the package promises one of these; nil: everywhere
	Off       bool     // in no set: runs only where it is named
	Buf       string   // its nearest rule in buf; may be empty
	Fix       string   // what lint --fix does about it, where that is something

	// The hooks; at least one is set. Field is called for the members of
	// messages and errors, Param and Result for those of methods.
	Package   func(*Pass, *schema.Package)
	Service   func(*Pass, *schema.Service)
	Method    func(*Pass, *schema.Method)
	Param     func(*Pass, *schema.Field)
	Result    func(*Pass, *schema.Field)
	Message   func(*Pass, *schema.Message)
	Error     func(*Pass, *schema.Error)
	OneOf     func(*Pass, *schema.OneOf)
	Field     func(*Pass, *schema.Field)
	Enum      func(*Pass, *schema.Enum)
	EnumValue func(*Pass, *schema.EnumValue)
	Const     func(*Pass, *schema.Const)
}

// Entry is an id of the catalogue that is no Rule: one that Link or this
// package reports, which is never off and can't be ignored, or one that is
// planned: it may be named everywhere and finds nothing yet.
type Entry struct {
	ID       string
	Category Category
	What     string
	Planned  bool
}

// Own are the findings about ignores themselves.
var Own = []Entry{
	{ID: "ignore-invalid", Category: Correct, What: "an ignore names known rules and says why"},
	{ID: "ignore-unused", Category: Correct, What: "an ignore suppresses something"},
	{ID: "ignore-expired", Category: Correct, What: "an ignore's date has not passed"},
}

// Pass is what a rule sees of one package.
type Pass struct {
	Schema    *schema.Schema
	Package   *schema.Package
	Languages []string // target languages that the workspace generates; nil: not said

	rule *Rule
	run  *run
}

// Report adds a finding about n: at is the smallest text at fault, an unknown
// span stands for n's name. The pointer is good for more detail (Help, Related,
// Fixes) until the next report.
func (p *Pass) Report(n schema.Node, at diag.Span, message string) *diag.Diagnostic {
	d := n.Base()
	if !at.Known() {
		at = d.NameSpan
	}
	if !at.Known() {
		at = d.Span
	}
	p.run.found = append(p.run.found, finding{n, diag.Diagnostic{
		Severity: p.rule.Severity, Code: p.rule.ID, Category: string(p.rule.Category),
		Subject: n.FullName(), Message: message, Span: at,
	}})
	return &p.run.found[len(p.run.found)-1].Diagnostic
}

// Source returns the file that a span is in, nil where it isn't known: what a
// rule must see to offer a fix. Fixes must be safe to apply unasked: they keep
// every byte on every wire.
func (p *Pass) Source(at diag.Span) *diag.File { return p.run.opts.Sources[at.Path()] }

// Shared returns what build made the first time that the rule asked for it in
// this run, so that a rule which needs the whole schema looks at it once.
func (p *Pass) Shared(build func() any) any {
	v, ok := p.run.shared[p.rule]
	if !ok {
		v = build()
		p.run.shared[p.rule] = v
	}
	return v
}

// Promised reports whether the package, or one of its services, promises the
// wire.
func (p *Pass) Promised(wire string) bool { return p.run.promises(p.Package, []string{wire}) }

// ServicePromises returns the first of the wires that s promises, "" where it
// promises none of them.
func (p *Pass) ServicePromises(s *schema.Service, wires ...string) string {
	for _, w := range wires {
		if contains(p.run.servicePromises(s), w) {
			return w
		}
	}
	return ""
}
