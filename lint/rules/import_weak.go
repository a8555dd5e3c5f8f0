package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var importWeak = &lint.Rule{
	ID: "import-weak", Category: lint.Structure, Severity: diag.Warning, Buf: "IMPORT_NO_WEAK",
	Languages: protoOnly,
	What:      "a .proto file has no weak imports",
	Why: `No compiler outside of Google knows what it means that the file is not there: weak
imports are read as others are, or refused.`,
	Bad: `-- demo/user.proto --
syntax = "proto3";
package demo;
import weak "demo/name.proto";
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
			if i.Modifier == "weak" {
				p.Report(pkg, i.Span, "the import of "+i.Source+" is weak").Help = "take the word out; who needs the file imports it"
			}
		}
	},
}
