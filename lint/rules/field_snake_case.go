package rules

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var fieldSnakeCase = &lint.Rule{
	ID: "field-snake-case", Category: lint.Naming, Severity: diag.Warning, Buf: "FIELD_LOWER_SNAKE_CASE",
	What: "the name of a field is lower_snake_case (in gfj PascalCase)",
	Why: whyCase + `

Members of gfj messages are Go names as they stand: those are PascalCase. One with a
lower-case first letter is left to rpch-field-not-exported, which is worse than taste.`,
	Bad: `message "User" {
  userID = field(1, string)
}`,
	Good: `message "User" {
  user_id = field(1, string)
}`,
	Field: func(p *lint.Pass, f *schema.Field) {
		switch {
		case p.Package.Language != "gfj":
			if !snake(f.Name) {
				wrongCase(p, f, "field", "lower_snake_case", toSnake(f.Name))
			}
		case !plain(f.Name) && isUpper(f.Name[0]):
			wrongCase(p, f, "member", "PascalCase", toPascal(f.Name))
		}
	},
}
