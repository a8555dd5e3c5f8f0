package proto_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
)

// TestParser holds that what our parser accepts the compiler's accepts, and that
// both see the same in it; and that ours follows nearly all that is valid.
func TestParser(t *testing.T) {
	valid := inMemory(t, "testdata/valid")
	for _, p := range protoFiles(valid) {
		d, followed := proto.Twice(valid[p].Data)
		if octal := p == "shop/legacy.proto"; d != "" || followed == octal {
			t.Errorf("%s: %s, followed %v", p, d, followed)
		}
	}
	invalid := inMemory(t, "testdata/invalid")
	for _, p := range protoFiles(invalid) {
		if d, _ := proto.Twice(invalid[p].Data); d != "" {
			t.Errorf("%s: %s", p, d)
		}
	}
	for _, bodies := range snippets {
		for _, b := range bodies {
			if d, _ := proto.Twice([]byte(`syntax = "proto2"; package t; ` + strings.TrimPrefix(b, "ok "))); d != "" {
				t.Errorf("%s: %s", b, d)
			}
		}
	}
	rnd := rand.New(rand.NewPCG(3, 5))
	files := protoFiles(valid)
	for range 4000 {
		text, what := mutate(rnd, string(valid[files[rnd.IntN(len(files))]].Data))
		if d, _ := proto.Twice([]byte(text)); d != "" {
			t.Errorf("%s: %s\n%s", what, d, text)
		}
	}
}

// TestParserForms holds what each text is to both parsers.
func TestParserForms(t *testing.T) {
	for text, follows := range map[string]bool{
		"":                                 true,
		"\ufeffsyntax = \"proto3\";":       true,
		"\ufeff// a\nmessage M {}":         true,
		";":                                false,
		"syntax = 'proto' '3';":            true,
		`option a = "\n\\\"\'\?";`:         true,
		`option a = "\x41\101";`:           false,
		"option a = \"\xff\";":             false,
		"option a = -inf;":                 true,
		"option a = -nan;":                 true,
		"option a = - 1;":                  true,
		"option a = -0;":                   true,
		"option a = -9223372036854775808;": true,
		"option a = -9223372036854775809;": true,
		"option a = 18446744073709551615;": true,
		"option a = 18446744073709551616;": false,
		"option a = 0x1F;":                 true,
		"option a = 017;":                  true,
		"option a = 08;":                   false,
		"option a = .5e+3;":                true,
		"option a = 1e400;":                true,
		"option a = 1_0.0;":                false,
		"option a.(b.c).d = x;":            true,
		"option (.b) = { a: 1, b < c: [1, -inf, {}]; [d.e/f.g] { } h [ {}, <> ] > };": true,
		"option (b) = { a: -infinity };":                                              false,
		"option (b) = { a: [[]] };":                                                   false,
		"message M { map.a b = 1; }":                                                  false,
		"message M { map<string, .a.b> c = 1 [d = 1, (e).f = {}]; }":                  true,
		"message M { .a . b c = 1; a.\nb c = 2; }":                                    true,
		"message M { a./* a */b c = 2; }":                                             false,
		"message M { optional group G = 1 { } }":                                      true,
		"message M { group G = 1 { } }":                                               false,
		"message M { oneof o { group G = 1 { } string s = 2; } }":                     true,
		"message M { oneof o { message m = 1; } }":                                    true,
		"message M { oneof o { string s = 2;; } }":                                    false,
		"message M { reserved 1, 3 to 5, 7 to max; reserved 'a', \"b\" 'c'; reserved d, e; extensions 9 to 10 [a = 1]; }": true,
		"message M { string stream = 1; string message = 2; }":                                                            true,
		"message M { string s; }": false,
		"enum E { optional = 0; A = -0x1 [(b) = 1]; reserved -1 to 5; };": true,
		"enum E { reserved = 0; }":                                        false,
		"enum E { A = -9223372036854775809; }":                            false,
		"service S { rpc stream (stream .a) returns (b.c) { option d = 1;; }; rpc r (a) returns (stream b); }": true,
		"service S { rpc r (stream) returns (a); }":                                                            false,
		"extend .a { optional int32 b = 1; repeated group G = 2 {} }":                                          true,
		"extend a { map<string, string> b = 1; }":                                                              false,
		"import public 'a'; import weak \"b\" 'c'; import \"d\";":                                              true,
		"/* a */ /* b */\n\n// c\n/** d\n * e */\nmessage M {} // f\n/* g */ message N {}":                     true,
		"/* a":           false,
		"/*/":            false,
		"// a":           true,
		"message M {} /": false,
	} {
		if d, followed := proto.Twice([]byte(text)); d != "" || followed != follows {
			t.Errorf("%s: %s, followed %v", text, d, followed)
		}
	}
}

// FuzzParser holds that both parsers agree wherever ours follows.
func FuzzParser(f *testing.F) {
	for _, dir := range []string{"testdata/valid", "testdata/invalid"} {
		for _, file := range inMemory(f, dir) {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if d, _ := proto.Twice(text); d != "" {
			t.Error(d)
		}
	})
}

// TestParserCorpus holds that ours follows the corpus and sees what the other sees.
func TestParserCorpus(t *testing.T) {
	tree := os.DirFS(corpus(t))
	files, left := protoFiles(tree), 0
	for _, p := range files {
		text, err := os.ReadFile(corpus(t) + "/" + p)
		if err != nil {
			t.Fatal(err)
		}
		d, followed := proto.Twice(text)
		if d != "" {
			t.Errorf("%s: %s", p, d)
		}
		if !followed {
			left++
		}
	}
	if left*100 > len(files) {
		t.Errorf("ours doesn't follow %d of %d files", left, len(files))
	}
	t.Logf("%d of %d files are left to the compiler's parser", left, len(files))
}

// TestMarkedPlaces holds that a byte order mark moves no place of what is wrong.
func TestMarkedPlaces(t *testing.T) {
	const text = "syntax = \"proto3\"; message M { int32 a = 1 int32 b = 2; }\nmessage N { X x = 1; }"
	places := func(text string) (at []string) {
		parts, list := proto.Read([]*diag.File{diag.NewFile("a.proto", []byte(text))})
		_, linked := schema.Link(parts, nil)
		for _, d := range append(list, linked...) {
			at = append(at, fmt.Sprint(d.Message, d.Span.Start().Line, d.Span.Start().Offset-(len(text)-len(strings.TrimPrefix(text, "\ufeff")))))
		}
		return at
	}
	if a, b := places(text), places("\ufeff"+text); len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("%q, with a mark %q", a, b)
	}
}
