package main

import (
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/lint/rules"
)

// catalogue returns every id that a workspace or an ignore may name: the rules,
// what Link and the engine report, and what is planned.
func catalogue() []lint.Entry {
	var all []lint.Entry
	for _, r := range rules.All() {
		all = append(all, lint.Entry{ID: r.ID, Category: r.Category, What: r.What})
	}
	return append(append(all, rules.Known()...), lint.Own...)
}
