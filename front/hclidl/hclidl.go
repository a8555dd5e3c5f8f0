// Package hclidl is the contract language itself: *.rpc.hcl in HCL's native
// syntax and *.rpc.hcl.json in its JSON syntax. It reads types and calls from
// the syntax of expressions and evaluates nothing, so a contract means the same
// everywhere.
package hclidl

import (
	"strings"

	"github.com/rpcctl/rpcctl/front"
)

// Language returns the contract language. Its files of one directory are one
// package.
func Language() *front.Language {
	return &front.Language{
		Name:      "hcl",
		Doc:       "the contract language: *.rpc.hcl, or *.rpc.hcl.json in JSON syntax",
		Match:     Match,
		Read:      Read,
		Format:    Format,
		Write:     Write,
		Extension: ".rpc.hcl",
	}
}

// Match reports whether a path is a file of the language.
func Match(path string) bool {
	return strings.HasSuffix(path, ".rpc.hcl") || strings.HasSuffix(path, ".rpc.hcl.json")
}
