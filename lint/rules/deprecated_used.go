package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var deprecatedUsed = &lint.Rule{
	ID: "deprecated-used", Category: lint.Evolve, Severity: diag.Warning,
	What: "what isn't deprecated uses nothing that is",
	Why:  `A deprecated type can't go while something that stays uses it, so it never goes.`,
	Bad: `message "Old" {
  deprecated = "use New"
  a          = field(1, int32)
}
message "M" {
  old = field(1, Old)
}`,
	Good: `message "Old" {
  deprecated = "use New"
  a          = field(1, int32)
}
message "M" {
  old = field(1, Old, { deprecated = "use new" })
}`,
	Field: useOfDeprecated,
	Param: useOfDeprecated,
	Result: func(p *lint.Pass, f *schema.Field) {
		useOfDeprecated(p, f)
	},
	Method: func(p *lint.Pass, m *schema.Method) {
		for _, e := range m.Errors {
			if e.Target != nil && e.Target.Deprecated != "" && !leaving(m) {
				p.Report(m, e.Span, m.FullName()+" declares the deprecated error "+e.Name).Help = help(&e.Target.Decl)
			}
		}
	},
}

func useOfDeprecated(p *lint.Pass, f *schema.Field) {
	if t := deprecatedIn(&f.Type); t != nil && !leaving(f) && f.Retired == "" {
		p.Report(f, f.Type.Span, f.FullName()+" uses the deprecated type "+t.FullName()).Help = help(t.Base())
	}
}

func help(d *schema.Decl) string {
	if d.Deprecated == "true" {
		return "use another, or deprecate this as well"
	}
	return d.Deprecated
}

// deprecatedIn returns the deprecated message or enum in t, nil where there is none.
func deprecatedIn(t *schema.Type) schema.Node {
	if t.Target != nil && t.Target.Base().Deprecated != "" {
		return t.Target
	}
	if t.Key != nil {
		if n := deprecatedIn(t.Key); n != nil {
			return n
		}
	}
	if t.Elem != nil {
		return deprecatedIn(t.Elem)
	}
	return nil
}

// leaving reports whether n, or what it stands in, is deprecated itself.
func leaving(n schema.Node) bool {
	for n != nil {
		if n.Base().Deprecated != "" {
			return true
		}
		switch x := n.(type) {
		case *schema.Field:
			n = x.Parent
		case *schema.Method:
			n = x.Parent
		case *schema.Service:
			n = x.Parent
		case *schema.Message, *schema.Error, *schema.Enum:
			n = schema.PackageOf(x)
		case *schema.Package:
			return false
		default:
			panic("rules: " + n.FullName() + " uses no types")
		}
	}
	return false
}
