package hclsrc

import (
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
)

// Each text ends a program that gives it to HCL's parser, or takes minutes.
func TestMillionOpenings(t *testing.T) {
	const n = 1_000_000
	for _, piece := range []string{
		"(", "[", "{", "!", "-", "! \n", "- ", "b?b:", "b?", "a.b.", "a.*", ".", "a[", "a[*]", "[*]", "f(", "{a=", "{(", `"${`, `"%{`, "%{if b}", "${",
		"a {\n", "a \"b\" {\n", "a {\n x }\n", "a {\nb { x }\n}\n", "a {\nx=c::1\n}\ny=()\n", "a::", "1+", "1==", "a&&", "1", "1.", "1e1", "<<E\n", "<<E\n${",
		"/*", "/* */", "\n", "#\n", "(\n", "\"", "\"$", "$ ", "% ", "$${", "\\", "for a in ", "[for a in ", "{for a in b:", "{for\n!\n", "~}", "}", ")", "a=1\n", "<", "::", "'", "`", ";", ",", "=", "a ", "é",
	} {
		for _, before := range []string{"", "a = \"${", "a = [", "a = <<E\n"} {
			text := []byte(before + strings.Repeat(piece, min(n, (MaxSize-20)/len(piece))))
			f := diag.NewFile("a.hcl", text)
			start := time.Now()
			list := Guard(f)
			took := time.Since(start)
			if took > time.Second {
				t.Errorf("%q then %q: Guard took %v", before, piece, took)
			}
			for _, d := range list {
				if d.Message == "" || !d.Span.Known() {
					t.Errorf("%q then %q: bad diagnostic %+v", before, piece, d)
				}
			}
		}
	}
}

// The opening tokens of the language, a million each, get a diagnostic from
// Parse in under a second.
func TestMillionOpeningsRefused(t *testing.T) {
	for _, piece := range []string{"(", "[", "{", "!", "-", "b?b:", "a.b.", "a[", "a[*]", `"${`, "\"%{if b}", "a {\n", "f(", "/*"} {
		f := diag.NewFile("a.hcl", []byte("a = "+strings.Repeat(piece, 1_000_000)))
		start := time.Now()
		_, list := Parse(f)
		if took := time.Since(start); took > time.Second {
			t.Errorf("%q: took %v", piece, took)
		}
		if !list.HasErrors() {
			t.Errorf("%q: no error", piece)
		}
	}
	for _, piece := range []string{"[", "{\"a\":"} {
		f := diag.NewFile("a.json", []byte(strings.Repeat(piece, 1_000_000)))
		if _, list := Parse(f); !list.HasErrors() {
			t.Errorf("json %q: no error", piece)
		}
	}
}

func TestGuardLetsPass(t *testing.T) {
	for _, text := range []string{
		"", "\xef\xbb\xbfa = 1\n",
		strings.Repeat("a = -1\n", 5000),
		"x {\n" + strings.Repeat("  a = f(-1, !b ? 1 : 2)\n", 5000) + "}\n",
		"x { # comment\n" + strings.Repeat("  a = b.c\n", 5000) + "}\n",
		"x { /* c */ // d\n" + strings.Repeat("\n", 5000) + "}\n",
		"a = [\n" + strings.Repeat("  -1,\n", 5000) + "]\n",
		"a = " + strings.Repeat("(", 150) + "1" + strings.Repeat(")", 150) + "\n",
		"a = \"" + strings.Repeat("{[(", 1000) + "\"\n",
		"a = \"$${" + strings.Repeat("(", 1000) + "\"\n",
		"# " + strings.Repeat("(", 1000) + "\n/* " + strings.Repeat("(", 1000) + " */ // {{{\n",
		"a = <<E\n" + strings.Repeat("(((\n", 1000) + "E\nb = (1)\n",
		"a = <<-E\n  ${x}\n  E\nb = {}\n",
		strings.Repeat("a {\n  b = 1\n  c = { d = 1 }\n  e = {\n    f = 1 }\n}\n", 2000),
		strings.Repeat("a = \"${b}\"\n", 2000),
		strings.Repeat("a { b = 1 }\nc \"d\" {}\n\n", 2000),
		"a = \"\\\"" + strings.Repeat("[", 1000) + "\"\n",
	} {
		if list := Guard(diag.NewFile("a.hcl", []byte(text))); list != nil {
			t.Errorf("%.40q: %v", text, list)
		}
	}
}

func TestGuardRefuses(t *testing.T) {
	cases := []struct{ text, want string }{
		{"a = 1\nb = \"\xff\"\n", "the byte 0xff is no UTF-8"},
		{"a = /* x\n", "the comment is never closed"},
		{"a = b::c()\n", ":: has no meaning here"},
		{"a = " + strings.Repeat("1", 2000), longNumber},
		{"a = " + strings.Repeat("1 + ", 2000), "the expression has more than 1000 operators"},
		{"a = (" + strings.Repeat("\n", 2000) + ")", "more than 1000 lines in a row"},
		{strings.Repeat("a {}\n", maxBlocks+1), "more than 100000 blocks"},
		{strings.Repeat("a", MaxSize+1), "at most 10485760 are read"},
		{strings.Repeat("a = (\n", 300), "more than 200 brackets"},
		{strings.Repeat("a {\n x }\n", 2000), "more than 1000 lines are neither"},
		{strings.Repeat("a {\n x = 1 }\n", 2000), "more than 1000 lines are neither"},
		{strings.Repeat("a {\n b { x }\n }\n", 2000), "more than 1000 lines are neither"},
		{"a = \"" + strings.Repeat("$ ", 2000) + "\"\n", "more than 1000 lines and $"},
		{"a = <<E\n" + strings.Repeat("x\n", 2000) + "E\n", "more than 1000 lines and $"},
	}
	for _, c := range cases {
		list := Guard(diag.NewFile("a.hcl", []byte(c.text)))
		if len(list) != 1 || !strings.Contains(list[0].Message, c.want) {
			t.Errorf("%.30q: got %v, want %q", c.text, list, c.want)
		}
	}
}

// FuzzGuard holds the scan to HCL's lexer: of what Guard lets pass it must have
// seen every string, heredoc and template that the lexer sees, and parsing must
// come back.
func FuzzGuard(f *testing.F) {
	for _, s := range []string{
		"a = \"x${b[\"c\"]}y\"\n", "a = <<E\n${b}\nE\n", "a = \"%{if b}x%{endif}\"\n", "/* } */ a {\n}\n", "a=\"${(}\"\n", "a=\"$${\"\n", "a=\"$$${b}\"\n",
		"a = \"${ { ( } } \"\n", "a = <<-E\n  x $ % E\n  E\n", "a = \"\\${b}\"\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := diag.NewFile("a.hcl", text)
		if Guard(file) != nil {
			return
		}
		s := scanner{text: text}
		s.scan()
		tokens, _ := hclsyntax.LexConfig(text, "a.hcl", hcl.InitialPos)
		depth, invalid := 0, false
		for _, tok := range tokens {
			switch tok.Type {
			case hclsyntax.TokenInvalid, hclsyntax.TokenBadUTF8:
				invalid = true
			case hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
				depth++
			case hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
				depth--
			case hclsyntax.TokenTemplateSeqEnd:
				depth--
			}
		}
		open := 0
		for _, o := range s.open {
			if o.kind == '"' || o.kind == '<' || o.kind == '$' {
				open++
			}
		}
		if !invalid && open < depth {
			t.Fatalf("the lexer leaves %d strings and templates open, the scan %d", depth, open)
		}
		parsed, list := Parse(file)
		if parsed == nil || parsed.Body == nil {
			t.Fatal("no body")
		}
		for _, d := range list {
			if d.Severity == 0 || d.Message == "" || d.Code == "" || !d.Span.Known() || d.Span.End().Offset < d.Span.Start().Offset || d.Span.End().Offset > len(text) {
				t.Fatalf("bad diagnostic %+v", d)
			}
		}
	})
}
