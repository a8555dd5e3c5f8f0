package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var packageDefined = &lint.Rule{
	ID: "package-defined", Category: lint.Structure, Severity: diag.Warning, Buf: "PACKAGE_DEFINED",
	Languages: protoOnly,
	What:      "a .proto file names its package",
	Why: `Names outside of all packages clash with those of every other such file that is ever
linked into one program, which refuses to start.`,
	Bad: `syntax = "proto3";
message User {
  string name = 1;
}`,
	Good: `syntax = "proto3";
package demo.example;
message User {
  string name = 1;
}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		for _, f := range protoFiles(pkg) {
			if !f.packaged() {
				p.Report(pkg, firstLine(f.path), f.path+" names no package").Help = "write package NAME; before the names travel: they are part of every call's path"
			}
		}
	},
}
