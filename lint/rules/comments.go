package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

const whyComment = `The comment stands in generated code, in editors and in the published documentation: for
most readers it is all there is. One that only repeats the name is none.`

// needComment reports an element without documentation.
func needComment(p *lint.Pass, n schema.Node, element string) {
	d := n.Base()
	if says(d.Doc, last(d.Name)) {
		return
	}
	p.Report(n, diag.Span{}, element+" "+n.FullName()+" has no comment").Help = "say above it what a caller must know"
}

// says reports whether doc says more than the name.
func says(doc, name string) bool {
	if strings.TrimSpace(doc) == "" {
		return false
	}
	return !strings.EqualFold(letters(doc), letters(name))
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '.' || r == '-' || r == '\n' || r == '\t' {
			return -1
		}
		return r
	}, s)
}
