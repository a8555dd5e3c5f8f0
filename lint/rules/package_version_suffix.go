package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var packageVersionSuffix = &lint.Rule{
	ID: "package-version-suffix", Category: lint.Structure, Severity: diag.Warning, Buf: "PACKAGE_VERSION_SUFFIX",
	Languages: protoOnly,
	What:      "the last part of a .proto package's name is its version, such as v1 or v1beta1",
	Why: `A change that breaks callers needs a second package beside the first, served by one
server until all have moved. Where the first has no version in its name, the second one's
generated code and paths have no natural place.`,
	Bad: `syntax = "proto3";
package demo.example;`,
	Good: `syntax = "proto3";
package demo.example.v1;`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		if files := protoDirs(pkg); len(files) > 0 && !versioned(last(pkg.Name)) {
			p.Report(pkg, pkg.NameSpan, "package "+pkg.Name+" has no version at the end of its name").Help = "write " + pkg.Name + ".v1, before the first release: the name travels"
		}
	},
}

// versioned reports whether a part of a name is a version: v1, v1beta1, v2alpha,
// v1p1beta1, v1test.
func versioned(s string) bool {
	digits := func(s string) string { return strings.TrimLeft(s, "0123456789") }
	rest, ok := strings.CutPrefix(s, "v")
	if !ok || rest == "" || rest[0] < '1' || rest[0] > '9' {
		return false
	}
	if rest = digits(rest); rest == "" || strings.HasPrefix(rest, "test") {
		return true
	}
	if patch, ok := strings.CutPrefix(rest, "p"); ok && digits(patch) != patch {
		rest = digits(patch)
	}
	for _, word := range []string{"alpha", "beta"} {
		if after, ok := strings.CutPrefix(rest, word); ok {
			return digits(after) == ""
		}
	}
	return false
}
