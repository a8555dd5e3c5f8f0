package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var importUnstable = &lint.Rule{
	ID: "import-unstable", Category: lint.Evolve, Severity: diag.Warning, Buf: "STABLE_PACKAGE_NO_IMPORT_UNSTABLE",
	What: "a stable package imports none that is not",
	Why: `What is imported changes with its package: one at version 0, at a prerelease, or named
v1beta1 may break tomorrow, and breaks the packages that promised not to.`,
	Bad: `package "demo.example" {
  version = "1.2.0"
}
import "common" {
  source = "../common"
}
message "Event" {
  at = field(1, common.Timestamp)
}`,
	Good: `package "demo.example" {
  version = "0.2.0"
}
import "common" {
  source = "../common"
}
message "Event" {
  at = field(1, common.Timestamp)
}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		if stable, known := stability(pkg); !stable || !known {
			return
		}
		for _, i := range pkg.Imports {
			q, ok := p.Schema.Lookup(i.Package).(*schema.Package)
			if !ok {
				continue
			}
			if stable, known := stability(q); known && !stable {
				p.Report(pkg, i.Span, "the stable package "+pkg.Name+" imports "+q.Name+", which is not").
					Help = "wait for its first stable version, or take what is needed over"
			}
		}
	},
}

// stability reports whether a package is stable, by its version, else by the
// last part of its name; known is false where neither says.
func stability(p *schema.Package) (stable, known bool) {
	if p.Version != "" {
		return !strings.HasPrefix(p.Version, "0.") && !strings.Contains(p.Version, "-"), true
	}
	v, ok := strings.CutPrefix(last(p.Name), "v")
	if !ok || v == "" || v[0] < '0' || v[0] > '9' {
		return false, false
	}
	return strings.TrimLeft(v, "0123456789") == "", true
}
