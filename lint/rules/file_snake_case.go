package rules

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var fileSnakeCase = &lint.Rule{
	ID: "file-snake-case", Category: lint.Structure, Severity: diag.Warning, Buf: "FILE_LOWER_SNAKE_CASE",
	Languages: []string{"proto", "thrift"}, // whose files others import by name, and generators name theirs after
	What:      "the name of a contract's file is lower_snake_case",
	Why: `Generated files and modules are named after it, others import it by that name, and file
systems differ in what they make of case.`,
	Bad: `-- demo/UserData.proto --
syntax = "proto3";
package demo;
message User {}`,
	Good: `-- demo/user_data.proto --
syntax = "proto3";
package demo;
message User {}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		files := map[string]bool{}
		schema.WalkPackage(pkg, func(n schema.Node) { files[n.Base().Span.Path()] = true })
		for _, f := range slices.Sorted(maps.Keys(files)) {
			ext := path.Ext(f)
			name := strings.TrimSuffix(path.Base(f), ext)
			if f != "" && !snake(name) {
				p.Report(pkg, firstLine(f), "the name of "+f+" is not lower_snake_case").Help = "call it " + toSnake(strings.NewReplacer("-", "_", ".", "_").Replace(name)) + ext
			}
		}
	},
}
