package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var packageDirectoryMatch = &lint.Rule{
	ID: "package-directory-match", Category: lint.Structure, Severity: diag.Warning, Buf: "PACKAGE_DIRECTORY_MATCH",
	Languages: protoOnly,
	What:      "a .proto package stands in the directory of its name",
	Why: `The path of a file is how others import it, and it must be one for all who use the
package: where it follows from the name nobody has to be told, and no two collide.`,
	Bad: `-- protos/user.proto --
syntax = "proto3";
package demo.v1;
message User {}`,
	Good: `-- protos/demo/v1/user.proto --
syntax = "proto3";
package demo.v1;
message User {}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		want := strings.ReplaceAll(pkg.Name, ".", "/")
		for _, f := range protoDirs(pkg) {
			if !strings.HasSuffix("/"+f.dir(), "/"+want) {
				p.Report(pkg, f.place(pkg), "package "+pkg.Name+" does not stand in a directory "+want).Help = "move " + f.path + " there, and the imports of it with it"
			}
		}
	},
}
