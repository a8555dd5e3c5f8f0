package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var importPublic = &lint.Rule{
	ID: "import-public", Category: lint.Structure, Severity: diag.Warning, Buf: "IMPORT_NO_PUBLIC",
	Languages: protoOnly,
	What:      "a .proto file has no public imports",
	Why: `Whoever imports the file sees the names of the other one too, and comes to need them:
the import can then not be taken out, and some languages' generators don't know it.`,
	Bad: `-- demo/user.proto --
syntax = "proto3";
package demo;
import public "demo/name.proto";
message User {
  Name name = 1;
}
-- demo/name.proto --
syntax = "proto3";
package demo;
message Name {
  string text = 1;
}`,
	Good: `-- demo/user.proto --
syntax = "proto3";
package demo;
import "demo/name.proto";
message User {
  Name name = 1;
}
-- demo/name.proto --
syntax = "proto3";
package demo;
message Name {
  string text = 1;
}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		for _, i := range pkg.Imports {
			if i.Modifier == "public" {
				p.Report(pkg, i.Span, "the import of "+i.Source+" is public").Help = "take the word out; who needs the file imports it"
			}
		}
	},
}
