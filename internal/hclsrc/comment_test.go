package hclsrc

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

func TestDoc(t *testing.T) {
	cases := map[string]string{
		"X":                                    "",
		"# one\nX":                             "one",
		"# one\n\nX":                           "",
		"# no\n\n# one\n# two\nX":              "one\ntwo",
		"// one\r\n//two\r\nX":                 "one\ntwo",
		"y = 1 # no\nX":                        "",
		"y = 1 # no\n# one\n  X":               "one",
		"/* one */\nX":                         "one",
		"/* one\n   two */\nX":                 "one\ntwo",
		"/**\n * one\n *\n * two\n */\nX":      "one\n\ntwo",
		"y = 1 /* no */\nX":                    "",
		"y = 1 /* no\n */\nX":                  "",
		"# one\n/* two */\n# three\nX":         "one\ntwo\nthree",
		"# one\n# rpcctl:ignore a b\n# two\nX": "one\ntwo",
		"# rpcctl:ignore a b\nX":               "",
		"/* x */ X":                            "",
		"# one\n#\n#   indented\nX":            "one\n\n  indented",
		"{ a = 1,\n# one\nX = 2 }":             "one",
		"# a { X":                              "",
		"#\n# one\n#\nX":                       "one",
		"/*\n# one\n*/\nX":                     "# one",
		"/* a */ /* b */\nX":                   "",
		"a = 1\n# one\n# two */\nX":            "one\ntwo */",
	}
	for text, want := range cases {
		f := diag.NewFile("a.hcl", []byte(text))
		if got := Doc(f, strings.LastIndexByte(text, 'X')); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzDoc(f *testing.F) {
	f.Add("/*/\n*/\nX", 7)
	f.Fuzz(func(t *testing.T, text string, at int) {
		if at < 0 || at > len(text) {
			return
		}
		Doc(diag.NewFile("a.hcl", []byte(text)), at)
	})
}

func TestBetterMessages(t *testing.T) {
	cases := []struct{ text, message, help string }{
		{"a = 2_000\n", "the number 2_000 has a _ in it", "write 2000"},
		{"a = f(2_000_1)\n", "the number 2_000_1 has a _ in it", "write 20001"},
		{"a { b = 1, c = 2 }\n", "a block on one line holds one attribute and no block", ""},
		{"a { b { } }\n", "a block on one line holds one attribute and no block", ""},
		{"a = { for = 1 }\n", "for begins an expression here", "a key named for is written in quotes: \"for\" = …"},
		{"a = 1\nb {\n a = 1\n a = 2\n}\n", "a is set twice", ""},
		{"a = \"x\nb = 1\nc = \"y\"\n", "the string is not closed on its line", ""},
	}
	for _, c := range cases {
		_, list := Parse(diag.NewFile("a.hcl", []byte(c.text)))
		ok := false
		for _, d := range list {
			ok = ok || d.Message == c.message && strings.Contains(d.Help, c.help)
			if d.Message == "a is set twice" && (len(d.Related) != 1 || d.Related[0].Span.Start().Line != 3 || d.Span.Start().Line != 4) {
				t.Errorf("%q: places %+v", c.text, d)
			}
		}
		if !ok {
			t.Errorf("%q: %q is not among %+v", c.text, c.message, list)
		}
	}
}
