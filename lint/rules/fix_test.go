package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

// fixed applies the fixes that a rule offers for a text and returns how many it
// offered and what comes out.
func fixed(t *testing.T, r *lint.Rule, text string) (int, string) {
	t.Helper()
	f := diag.NewFile("fixed.rpc.hcl", []byte(text))
	var edits []diag.Edit
	offered := 0
	for _, d := range lint.Run(link(t, f), []*lint.Rule{r}, lint.Options{Sources: diag.Sources{f.Path: f}}) {
		for _, fix := range d.Fixes {
			offered++
			edits = append(edits, fix.Edits...)
		}
	}
	return offered, string(mended(f, edits))
}

// mended returns the file's text with edits made, the last one first.
func mended(f *diag.File, edits []diag.Edit) []byte {
	slices.SortStableFunc(edits, func(a, b diag.Edit) int { return b.Span.Start().Offset - a.Span.Start().Offset })
	out := slices.Clone(f.Text)
	for _, e := range edits {
		out = slices.Replace(out, e.Span.Start().Offset, e.Span.End().Offset, []byte(e.Text)...)
	}
	return out
}

// TestFixes applies the fixes that the bad examples get: what is left must be a
// contract that the rule has nothing to say about, and whose calls have the same
// bytes.
func TestFixes(t *testing.T) {
	all := 0
	for _, r := range All() {
		text := whole(r, r.Bad)
		if r.Example() != "hcl" {
			continue
		}
		offered, out := fixed(t, r, text)
		if (offered > 0) != (r.Fix != "") {
			t.Errorf("%s offers %d fixes for its bad example, and says of them %q", r.ID, offered, r.Fix)
		}
		if all += offered; offered == 0 {
			continue
		}
		before, after := link(t, diag.NewFile("a.rpc.hcl", []byte(text))), link(t, diag.NewFile("a.rpc.hcl", []byte(out)))
		if left := lint.Run(after, []*lint.Rule{r}, lint.Options{}); len(left) > 0 {
			t.Errorf("%s: after its fix: %s\n%s", r.ID, left[0].Message, out)
		}
		if a, b := called(before), called(after); a != b {
			t.Errorf("%s: its fix makes of\n%s\n%s", r.ID, a, b)
		}
	}
	if all < 3 {
		t.Errorf("the examples have %d fixes, want those of import-unused, frame-derived-id and field-number-implicit", all)
	}
}

// called tells what calls put on a wire: the number of each method and of each
// param, and its type.
func called(s *schema.Schema) string {
	var b strings.Builder
	for _, p := range s.Packages {
		for _, svc := range p.Services {
			for _, m := range svc.Methods {
				id, _ := schema.MethodID(m)
				b.WriteString(m.FullName() + " " + itoa(int(id)))
				for _, f := range m.Params {
					b.WriteString(" " + itoa(f.Number) + ":" + f.Type.String())
				}
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func TestFixesKeepTheText(t *testing.T) {
	const pkg = "package \"p\" {\n  wires = [frame]\n}\n"
	for _, c := range []struct {
		name     string
		rule     *lint.Rule
		old, new string
	}{
		{"one of two empty lines goes", importUnused,
			pkg + "\nimport \"common\" {\n  source = \"../common\"\n}\n\nmessage \"M\" {}\n",
			pkg + "\nmessage \"M\" {}\n"},
		{"with its comment", importUnused,
			pkg + "\n# Moments.\n# All in UTC.\nimport \"common\" {\n  source = \"../common\"\n}\nmessage \"M\" {}\n",
			pkg + "\nmessage \"M\" {}\n"},
		{"a comment at the top stays", importUnused,
			"# Whose this is.\nimport \"common\" {\n  source = \"../common\"\n}\n\n" + pkg,
			"# Whose this is.\n\n" + pkg},
		{"at the end", importUnused,
			pkg + "\nimport \"common\" {\n  source = \"../common\"\n}\n",
			pkg},
		{"without a last line end", importUnused,
			pkg + "import \"common\" {\n  source = \"../common\"\n}",
			pkg},
		{"with something behind it", importUnused,
			pkg + "import \"common\" {\n  source = \"../common\"\n} # why\n",
			pkg + " # why\n"},

		{"id in a body", frameDerivedID,
			pkg + "service \"S\" {\n  method \"F\" { # so\n    oneway = true\n  }\n}\n",
			pkg + "service \"S\" {\n  method \"F\" { # so\n    id = 1900968644\n    oneway = true\n  }\n}\n"},
		{"id as deep as what is there", frameDerivedID,
			pkg + "service \"S\" {\n  method \"F\" {\n\t\toneway = true\n  }\n}\n",
			pkg + "service \"S\" {\n  method \"F\" {\n\t\tid = 1900968644\n\t\toneway = true\n  }\n}\n"},
		{"id in a body of an empty line", frameDerivedID,
			pkg + "service \"S\" {\n  method \"F\" {\n\n  }\n}\n",
			pkg + "service \"S\" {\n  method \"F\" {\n    id = 1900968644\n\n  }\n}\n"},
		{"id in a body of nothing", frameDerivedID,
			pkg + "service \"S\" {\n  method \"F\" {\n  }\n}\n",
			pkg + "service \"S\" {\n  method \"F\" {\n    id = 1900968644\n  }\n}\n"},
		{"line ends of Windows", frameDerivedID,
			pkg + "service \"S\" {\r\n  method \"F\" {\r\n    oneway = true\r\n  }\r\n}\r\n",
			pkg + "service \"S\" {\r\n  method \"F\" {\r\n    id = 1900968644\r\n    oneway = true\r\n  }\r\n}\r\n"},
		{"id in an empty body", frameDerivedID,
			pkg + "service \"S\" {\n  method \"F\" {}\n}\n",
			pkg + "service \"S\" {\n  method \"F\" { id = 1900968644 }\n}\n"},
		{"id on one line", frameDerivedID,
			pkg + "service \"S\" {\n\tmethod F  { oneway = true } # so\n}\n",
			pkg + "service \"S\" {\n\tmethod F  {\n\t  id = 1900968644\n\t  oneway = true\n\t} # so\n}\n"},
		{"no id where the service has one", frameDerivedID,
			pkg + "service \"S\" {\n  id = 1\n  method \"F\" {}\n}\n", ""},
		{"no id before a comment that goes on", frameDerivedID,
			pkg + "service \"S\" {\n  method \"F\" { /* a\n  b */\n  }\n}\n", ""},

		{"numbers", fieldNumberImplicit,
			pkg + "service \"S\" {\n  method \"F\" {\n    params = { a = list(optional_thing), b : int32, \"for\" = optional(string), c = field(9, bool) }\n  }\n}\nmessage \"optional_thing\" {}\n",
			pkg + "service \"S\" {\n  method \"F\" {\n    params = { a = field(1, list(optional_thing)), b : field(2, int32), \"for\" = field(3, optional(string)), c = field(9, bool) }\n  }\n}\nmessage \"optional_thing\" {}\n"},
		{"no numbers in brackets", fieldNumberImplicit,
			pkg + "service \"S\" {\n  method \"F\" {\n    params = { a = (int32) }\n  }\n}\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			offered, got := fixed(t, c.rule, c.old)
			if c.new == "" {
				if offered > 0 {
					t.Errorf("a fix is offered:\n%s", got)
				}
				return
			}
			if d := cmp.Diff(c.new, got); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
			link(t, diag.NewFile("b.rpc.hcl", []byte(got)))
		})
	}
}
