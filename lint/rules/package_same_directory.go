package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var packageSameDirectory = &lint.Rule{
	ID: "package-same-directory", Category: lint.Structure, Severity: diag.Warning, Buf: "PACKAGE_SAME_DIRECTORY",
	Languages: protoOnly,
	What:      "the files of a .proto package stand in one directory",
	Why: `Generators write one folder for each directory: a package in two of them becomes two
packages in Go, and can't be compiled in some languages at all.`,
	Bad: `-- a/user.proto --
syntax = "proto3";
package demo.v1;
message User {}
-- b/order.proto --
syntax = "proto3";
package demo.v1;
message Order {}`,
	Good: `-- demo/v1/user.proto --
syntax = "proto3";
package demo.v1;
message User {}
-- demo/v1/order.proto --
syntax = "proto3";
package demo.v1;
message Order {}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		dirs := protoDirs(pkg)
		for _, f := range dirs[min(1, len(dirs)):] {
			d := p.Report(pkg, firstLine(f.path), "package "+pkg.Name+" stands in "+dirs[0].dir()+" and in "+f.dir())
			d.Related = append(d.Related, diag.Related{Message: "a file of it is here", Span: firstLine(dirs[0].path)})
			d.Help = "move its files together"
		}
	},
}
