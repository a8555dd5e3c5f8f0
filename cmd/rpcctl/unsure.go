package main

import (
	"maps"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// unsure returns the packages of contracts with errors of which rules would say
// what is not so: those with an error, and those that import one of them or are
// imported by one. It is nil where that can't be told: of a file with errors
// nothing was read.
func (c *contracts) unsure() map[*schema.Package]bool {
	met := map[string]bool{} // files with errors: whether something of them was read
	for _, d := range c.problems {
		if d.Severity >= diag.Error {
			met[d.Span.Path()] = false
		}
	}
	broken := map[*schema.Package]bool{}
	for _, p := range c.schema.Packages {
		look := func(path string) {
			if _, ok := met[path]; ok {
				met[path], broken[p] = true, true
			}
		}
		schema.WalkPackage(p, func(n schema.Node) { look(n.Base().Span.Path()) })
		for _, o := range p.Options {
			look(o.Span.Path())
		}
		if p.Partial {
			broken[p] = true
		}
	}
	for _, found := range met {
		if !found {
			return nil
		}
	}
	unsure := maps.Clone(broken)
	for _, p := range c.schema.Packages {
		for _, i := range p.Imports {
			q, _ := c.schema.Lookup(i.Package).(*schema.Package)
			if q == nil || broken[q] {
				unsure[p] = true
			}
			if q != nil && broken[p] {
				unsure[q] = true
			}
		}
	}
	return unsure
}
