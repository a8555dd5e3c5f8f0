package rules

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var directorySamePackage = &lint.Rule{
	ID: "directory-same-package", Category: lint.Structure, Severity: diag.Warning, Buf: "DIRECTORY_SAME_PACKAGE",
	Languages: protoOnly,
	What:      "the .proto files of a directory are of one package",
	Why: `Generators for languages whose packages are directories write both into one folder,
where they don't compile.`,
	Bad: `-- demo/user.proto --
syntax = "proto3";
package demo.user;
message User {}
-- demo/order.proto --
syntax = "proto3";
package demo.order;
message Order {}`,
	Good: `-- demo/user/user.proto --
syntax = "proto3";
package demo.user;
message User {}
-- demo/order/order.proto --
syntax = "proto3";
package demo.order;
message Order {}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		in := p.Shared(func() any { return packagesByDir(p.Schema) }).(map[string][]string)
		for _, f := range protoDirs(pkg) {
			if names := in[f.dir()]; len(names) > 1 {
				p.Report(pkg, f.place(pkg), "directory "+f.dir()+" holds the packages "+strings.Join(names, ", ")).Help = "give each a directory of its own"
			}
		}
	},
}

// packagesByDir returns the names of the .proto packages in each directory.
func packagesByDir(s *schema.Schema) map[string][]string {
	in := map[string][]string{}
	for _, p := range s.Packages {
		if p.Imported || !slices.Contains(protoOnly, p.Language) {
			continue
		}
		for _, f := range protoDirs(p) {
			in[f.dir()] = append(in[f.dir()], p.Name)
		}
	}
	return in
}
