package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var syntaxSpecified = &lint.Rule{
	ID: "syntax-specified", Category: lint.Structure, Severity: diag.Warning, Buf: "SYNTAX_SPECIFIED",
	Languages: protoOnly,
	What:      "a .proto file says its syntax or edition",
	Why: `Without a word it is proto2: fields written in the belief that it is proto3 then want
labels, track presence and have closed enums.`,
	Bad: `package demo.example;
message User {
  optional string name = 1;
}`,
	Good: `syntax = "proto3";
package demo.example;
message User {
  string name = 1;
}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		for _, f := range protoFiles(pkg) {
			if o, said := f.options["proto.syntax"]; said && o.Value.Kind == schema.NullValue {
				p.Report(pkg, firstLine(f.path), f.path+" says no syntax, and is read as proto2").Help = `write syntax = "proto2"; or what is meant above all else`
			}
		}
	},
}
