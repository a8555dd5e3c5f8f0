package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var short = &lint.Rule{
	ID: "name-short", Category: lint.Naming, Severity: diag.Warning, What: "names are long", Why: "they are read", Bad: "b", Good: "g",
	Field: func(p *lint.Pass, f *schema.Field) {
		if len(f.Name) < 3 {
			p.Report(f, diag.Span{}, f.Name+" is short").Help = "write more"
		}
	},
	Message: func(p *lint.Pass, m *schema.Message) {
		if len(m.Name) < 3 {
			p.Report(m, diag.Span{}, m.Name+" is short").Help = "write more"
		}
	},
}

var never = lint.Entry{ID: "message-cycle", Category: lint.Correct, What: "values end"}
var later = lint.Entry{ID: "comment-field", Category: lint.Docs, What: "comments", Planned: true}

// run lints one contract and returns the findings, a line each.
func run(t *testing.T, text string, opts lint.Options) string {
	t.Helper()
	f := diag.NewFile("a/b.rpc.hcl", []byte(text))
	parts, list := hclidl.Language().Read([]*diag.File{f})
	if len(list) > 0 {
		t.Fatal(list[0].Message)
	}
	s, list := schema.Link(parts, nil)
	if len(list) > 0 {
		t.Fatal(list[0].Message)
	}
	opts.Sources, opts.Known = diag.Sources{f.Path: f}, []lint.Entry{never, later}
	var b strings.Builder
	for _, d := range lint.Run(s, []*lint.Rule{short}, opts) {
		b.WriteString(lines(d))
	}
	return b.String()
}

func lines(d diag.Diagnostic) string {
	at := "-"
	if d.Span.Known() {
		at = d.Span.Path() + ":" + itoa(d.Span.Start().Line) + ":" + itoa(d.Span.Start().Column)
	}
	return at + " " + d.Severity.String() + " " + d.Code + ": " + d.Message + " (" + d.Help + ")\n"
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func equal(t *testing.T, want, got string) {
	t.Helper()
	if d := cmp.Diff(strings.TrimLeft(want, "\n"), got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func TestIgnores(t *testing.T) {
	got := run(t, `package "demo.p" {}

# rpcctl:ignore name-short a partner's name
message "M" {
  # A field with documentation.
  # rpcctl:ignore name-short another one
  # rpcctl:ignore comment-field not yet
  a    = field(1, int32)
  long = field(2, string, { doc = "rpcctl:ignore is no comment here" })
  // rpcctl:ignore name-short the value is ignored
  b    = field(3, int32) # rpcctl:ignore name-short not above an element
  # rpcctl:ignore name-short
  c    = field(4, int32)
  # rpcctl:ignore name-shrot a typo
  d    = field(5, int32)
  # rpcctl:ignore message-cycle please
  e    = field(6, int32)
  # rpcctl:ignore name-short nothing to see
  fine = field(7, int32)
  # rpcctl:ignore
  g    = field(8, int32)
  # rpcctl:ignored is another word
  last = field(9, int32)
}
`, lint.Options{})
	equal(t, `
a/b.rpc.hcl:12:19 error ignore-invalid: the ignore of name-short gives no reason (write the reason behind the rule)
a/b.rpc.hcl:13:3 warning name-short: c is short (write more)
a/b.rpc.hcl:14:19 error ignore-invalid: an ignore names the unknown rule name-shrot (did you mean name-short?)
a/b.rpc.hcl:15:3 warning name-short: d is short (write more)
a/b.rpc.hcl:16:19 error ignore-invalid: rule message-cycle can't be ignored (mend what it reports)
a/b.rpc.hcl:17:3 warning name-short: e is short (write more)
a/b.rpc.hcl:18:19 warning ignore-unused: the ignore of name-short suppresses nothing (take it out)
a/b.rpc.hcl:20:5 error ignore-invalid: an ignore names no rule (write rpcctl:ignore RULE and why)
a/b.rpc.hcl:21:3 warning name-short: g is short (write more)
`, got)
}

const contract = `package "demo.p" {}
message "Long" {
  a = field(1, int32)
  b = field(2, int32)
}
`

func at(line int) diag.Span {
	return diag.At("rpcctl.hcl", diag.Pos{Line: line, Column: 1, Offset: line}, diag.Pos{Line: line, Column: 2, Offset: line})
}

func TestWorkspaceIgnores(t *testing.T) {
	rule := []schema.Ident{{Name: "name-short"}}
	for _, tt := range []struct {
		name string
		ig   lint.Ignore
		want string
	}{
		{"by path", lint.Ignore{Paths: []string{"a/**"}, Rules: rule, Reason: "old", Span: at(1)}, ""},
		{"by category", lint.Ignore{Rules: []schema.Ident{{Name: "NAMING"}}, Reason: "old", Span: at(1)}, ""},
		{"elsewhere", lint.Ignore{Paths: []string{"c/**"}, Rules: rule, Reason: "old", Span: at(1)}, `
a/b.rpc.hcl:3:3 warning name-short: a is short (write more)
a/b.rpc.hcl:4:3 warning name-short: b is short (write more)
rpcctl.hcl:1:1 warning ignore-unused: the ignore of name-short suppresses nothing (take it out)
`},
		{"no reason", lint.Ignore{Rules: rule, Span: at(1)}, `
rpcctl.hcl:1:1 error ignore-invalid: an ignore gives no reason (add reason = "…")
`},
		{"passed", lint.Ignore{Rules: rule, Reason: "old", Until: "2026-01-01", Span: at(1)}, `
rpcctl.hcl:1:1 error ignore-expired: an ignore was to last until 2026-01-01 (mend what it ignores, or give it a later date and say why)
`},
		{"last day", lint.Ignore{Rules: rule, Reason: "old", Until: "2026-01-02", Span: at(1)}, ""},
		{"unknown", lint.Ignore{Rules: []schema.Ident{{Name: "nameshort", Span: at(2)}, rule[0]}, Reason: "old", Span: at(1)}, `
rpcctl.hcl:2:1 error ignore-invalid: an ignore names the unknown rule nameshort (did you mean name-short?)
`},
		{"bad pattern", lint.Ignore{Paths: []string{"a/[", "a/*"}, Rules: rule, Reason: "old", Span: at(1)}, `
rpcctl.hcl:1:1 error ignore-invalid: an ignore has the invalid path pattern a/[ (** is any number of folders, * any part of a name)
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, tt.want, run(t, contract, lint.Options{Ignores: []lint.Ignore{tt.ig}, Today: "2026-01-02"}))
		})
	}
}

func TestBaseline(t *testing.T) {
	text := lint.WriteBaseline(diag.List{
		{Code: "name-short", Subject: "demo.p.Long.b"}, {Code: "name-short", Subject: "demo.p.Long.a"}, {Code: "name-short", Subject: "demo.p.Long.a"},
		{Code: "ignore-unused"},
	})
	equal(t, "name-short demo.p.Long.a 2\nname-short demo.p.Long.b\n", string(text[strings.IndexByte(string(text), '\n')+1:]))

	b, list := lint.ReadBaseline(diag.NewFile("lint.baseline", append(text, "bad\nname-short demo.p.Long.b\nname-short x 0\n"...)))
	got := ""
	for _, d := range list {
		got += lines(d)
	}
	equal(t, `
lint.baseline:4:1 error lint: a line of a baseline is RULE SUBJECT, and a count where it is more than one (write it again with --write-baseline)
lint.baseline:5:1 error lint: the baseline has name-short demo.p.Long.b twice (take one out)
lint.baseline:6:1 error lint: a line of a baseline is RULE SUBJECT, and a count where it is more than one (write it again with --write-baseline)
`, got)
	equal(t, `
lint.baseline:2:1 warning ignore-unused: the baseline has 2 of name-short at demo.p.Long.a, and 1 are left (take it out, or write the baseline again)
`, run(t, contract, lint.Options{Baseline: b})+unused(b))
}

func unused(b *lint.Baseline) (text string) {
	for _, d := range b.Unused([]*lint.Rule{short}) {
		text += lines(d)
	}
	return text
}

// Of a part of a workspace nobody can say that an ignore suppresses nothing.
func TestPartial(t *testing.T) {
	ignores := []lint.Ignore{{Paths: []string{"c/**"}, Rules: []schema.Ident{{Name: "name-short"}}, Reason: "old", Span: at(1)}}
	equal(t, `
a/b.rpc.hcl:3:3 warning name-short: a is short (write more)
a/b.rpc.hcl:4:3 warning name-short: b is short (write more)
`, run(t, contract, lint.Options{Ignores: ignores, Partial: true}))
}

func TestSelect(t *testing.T) {
	off := &lint.Rule{ID: "name-tall", Category: lint.Naming, Off: true}
	wire := &lint.Rule{ID: "wire-hot", Category: lint.Wire}
	all, known := []*lint.Rule{short, off, wire}, []lint.Entry{never, later}
	for _, tt := range []struct{ use, except, want, problem string }{
		{"", "", "name-short wire-hot", ""},
		{"MINIMAL", "", "wire-hot", ""},
		{"NAMING name-tall", "name-short", "name-tall", ""},
		{"STANDARD comment-field", "WIRE", "name-short", ""},
		{"DOCS", "", "", ""},
		{"STANDRAD", "", "", "unknown rule or category STANDRAD (did you mean STANDARD?)"},
		{"", "message-cycle", "name-short wire-hot", "rule message-cycle is never off (take it out of except)"},
	} {
		idents := func(s string) (ids []schema.Ident) {
			for _, w := range strings.Fields(s) {
				ids = append(ids, schema.Ident{Name: w})
			}
			return ids
		}
		picked, list := lint.Select(all, known, idents(tt.use), idents(tt.except))
		var got []string
		for _, r := range picked {
			got = append(got, r.ID)
		}
		problem := ""
		for _, d := range list {
			problem = d.Message + " (" + d.Help + ")"
		}
		if strings.Join(got, " ") != tt.want || problem != tt.problem {
			t.Errorf("use %q except %q: %v %q", tt.use, tt.except, got, problem)
		}
	}
}

func TestValidate(t *testing.T) {
	good := *short
	if err := lint.Validate([]*lint.Rule{&good}, []lint.Entry{never}); err != nil {
		t.Error(err)
	}
	for _, spoil := range []func(*lint.Rule){
		func(r *lint.Rule) { r.ID = "message-cycle" },
		func(r *lint.Rule) { r.ID = "Name" },
		func(r *lint.Rule) { r.Category = "TASTE" },
		func(r *lint.Rule) { r.Severity = 0 },
		func(r *lint.Rule) { r.Why = "" },
		func(r *lint.Rule) { r.What = "a\nb" },
		func(r *lint.Rule) { r.Field, r.Message = nil, nil },
	} {
		bad := good
		spoil(&bad)
		if err := lint.Validate([]*lint.Rule{&bad}, []lint.Entry{never}); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}
