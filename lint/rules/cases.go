package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

const whyCase = `Every generator makes its own spelling of a name, and only names of one form can be
turned into all of them and told apart again. A name that is published is never
renamed lightly, so its form is worth a look before.`

// pascalCase reports a name that isn't PascalCase.
func pascalCase(p *lint.Pass, n schema.Node, element string) {
	if name := last(n.Base().Name); !pascal(name) {
		wrongCase(p, n, element, "PascalCase", toPascal(name))
	}
}

func wrongCase(p *lint.Pass, n schema.Node, element, form, better string) {
	d := p.Report(n, diag.Span{}, element+" "+n.FullName()+" is not "+form)
	if better != "" {
		d.Help = "write " + better
	}
}
