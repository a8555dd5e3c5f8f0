package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var packageSnakeCase = &lint.Rule{
	ID: "package-snake-case", Category: lint.Structure, Severity: diag.Warning, Buf: "PACKAGE_LOWER_SNAKE_CASE",
	What: "a package's name is lower_snake_case between its dots",
	Why:  `It becomes a folder, a module or a namespace, and file systems differ in what they make of case.`,
	Bad:  `package "demo.UserData" {}`,
	Good: `package "demo.user_data" {}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		parts := strings.Split(pkg.Name, ".")
		wrong := false
		for i, s := range parts {
			if !snake(s) {
				wrong = true
				parts[i] = toSnake(s)
			}
		}
		if wrong {
			p.Report(pkg, diag.Span{}, "package "+pkg.Name+" is not lower_snake_case").Help = "write " + strings.Join(parts, ".")
		}
	},
}
