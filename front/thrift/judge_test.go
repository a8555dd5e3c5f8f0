package thrift

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
)

// differences are the contracts on which we and Apache's compiler don't agree,
// by what the one that refuses says, and why that is right. Each has an example,
// which keeps it true.
var differences = []struct {
	ours, theirs string // patterns; one is empty: that side accepts
	example      string
	reason       string
}{
	{ours: `has no number$`, example: "struct A {i32 a}", reason: "the compiler counts down from -1, and warns: peers that do so lose fields when one is put in between"},
	{ours: `has the number (-|0|32768|\d{5})`, example: "struct A {0: i32 a}", reason: "the compiler makes of 0 and less what it likes, and cuts what doesn't fit 16 bits"},
	{ours: `can never end`, example: "struct A {1: A a}", reason: "the model refuses values that hold themselves; the compiler's targets differ in what they make of them"},
	{ours: `it must be -?\d+ to \d+`, example: "const i8 A = 500", reason: "the compiler cuts a number that is too large for its type down"},
	{ours: `has the name of a type`, example: "struct stream {}", reason: "the model has type words that Thrift has not"},
	{ours: `has a map with keys of type`, example: "struct A {1: map<list<i32>, i32> a}", reason: "the model has keys that every language can have: integers, bools, strings"},
	{ours: `rpcctl\.|stands twice on|is reserved|promises|unknown wire|which is no message|is a member of oneof|has the unknown`,
		example: `struct A {1: i32 a (rpcctl.min = "x")}`, reason: "annotations mean nothing to the compiler"},
	{ours: `uses .*, which is no message or enum`, example: "exception E {} struct A {1: E e}", reason: "an exception as a field's type is what no other language has"},
	{ours: `declares .* twice`, example: "exception E {} service S {void f() throws (1: E a, 2: E b)}", reason: "which of the two a server means can't be known"},
	{ours: `is oneway and has a result`, example: "service S {oneway i32 f()}", reason: "the compiler drops the result in some targets and not in others"},
	{ours: `is defined twice`, example: "struct A {} const i32 A = 1", reason: "a constant and a type of one name are one name in the model"},
	{ours: `the include .* was not found`, example: "include 'gone.thrift'", reason: "the compiler warns and goes on"},
	{ours: `is not UTF-8`, example: "const string A = '\xff'", reason: "a string of the model is UTF-8"},
	{theirs: `"slist" is no longer supported`, example: "struct A {1: slist a}", reason: "an slist is a string, with a note"},
	{theirs: `"senum" is no longer supported`, example: `senum A {"a"}`, reason: "a senum is a string, with a note"},
	{theirs: `Unsupported declaration`, example: "java_package a.b", reason: "a namespace of the first days is one of today, with a note"},
	{theirs: `No enum value or constant found named`, example: "const i32 A = B const i32 B = 1", reason: "the compiler wants what is named to stand above; here the order means nothing"},
	{theirs: `has not been defined`, example: "service S extends T {} service T {}", reason: "the compiler wants what is named to stand above; here the order means nothing"},
	{theirs: `not defined`, example: "const E A = 1 enum E {X = 1}", reason: "the compiler wants what is named to stand above; here the order means nothing"},
	{theirs: `another default value for union`, example: "union A {1: i32 a = 1, 2: i32 b = 2}", reason: "a default of a union's member is kept as an option, and means nothing"},
}

// TestDifferences holds that each difference is one.
func TestDifferences(t *testing.T) {
	compiler, err := exec.LookPath("thrift")
	if err != nil {
		t.Skip("Apache's compiler is not installed: on Debian it is the package thrift-compiler")
	}
	dir := t.TempDir()
	for _, d := range differences {
		ok, said := judge(t, compiler, dir, d.example)
		_, list := linked(diag.NewFile("f.thrift", []byte(d.example)))
		ours := strings.Join(errorsOf(list), "\n")
		if ok != (d.theirs == "") || list.HasErrors() != (d.ours != "") ||
			!regexp.MustCompile(d.theirs).MatchString(said) || !regexp.MustCompile(d.ours).MatchString(ours) {
			t.Errorf("%s: the compiler accepts: %v, %s; we say %q", d.example, ok, said, ours)
		}
	}
}

// judge says what the compiler makes of a file.
func judge(t *testing.T, compiler, dir, text string) (ok bool, said string) {
	t.Helper()
	path := filepath.Join(dir, "f.thrift")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, compiler, "-nowarn", "--gen", "json", "-out", dir, path).CombinedOutput()
	if ctx.Err() != nil {
		return false, "it never ends"
	}
	return err == nil, string(out)
}

// TestJudge holds what we accept and refuse to what Apache's compiler does: on
// every valid contract here, and on mutations of them.
func TestJudge(t *testing.T) {
	compiler, err := exec.LookPath("thrift")
	if err != nil {
		t.Skip("Apache's compiler is not installed: on Debian it is the package thrift-compiler")
	}
	dir := t.TempDir()
	paths, _ := filepath.Glob("testdata/good/*.thrift")
	cases, _ := filepath.Glob("../../testdata/cases/thrift/*/*.thrift")
	var seeds []string
	for _, path := range append(paths, cases...) {
		text := string(load(t, path).Text)
		seeds = append(seeds, text)
		if ok, said := judge(t, compiler, dir, text); !ok {
			t.Errorf("%s: the compiler refuses it: %s", path, said)
		}
		if _, list := linked(diag.NewFile("f.thrift", []byte(text))); list.HasErrors() {
			t.Errorf("%s: we refuse it: %v", path, errorsOf(list))
		}
	}
	contracts, _ := filepath.Glob("../../testdata/contracts/*/thrift/*.thrift")
	for _, path := range contracts { // with their includes
		if out, err := exec.Command(compiler, "-nowarn", "--gen", "json", "-out", dir, path).CombinedOutput(); err != nil {
			t.Errorf("%s: the compiler refuses it: %s", path, out)
		}
	}
	written := Everything(t)
	if ok, said := judge(t, compiler, dir, written); !ok {
		t.Errorf("the compiler refuses what is written: %s\n%s", said, written)
	}
	invalid, agreed := 0, 0
	explained := map[string]int{}
	r := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < 400; n++ {
		text := mutate(r, seeds[r.IntN(len(seeds))%max(1, len(seeds))])
		if n%2 == 0 {
			text = mutate(r, seeds[0]) // the one with everything
		}
		ok, said := judge(t, compiler, dir, text)
		_, list := linked(diag.NewFile("f.thrift", []byte(text)))
		if !ok || list.HasErrors() {
			invalid++
		}
		if ok == !list.HasErrors() {
			agreed++
			continue
		}
		ours := strings.Join(errorsOf(list), "\n")
		if why := explain(ours, said, ok); why != "" {
			explained[why]++
			continue
		}
		t.Errorf("the compiler accepts: %v, says %s\nwe say %s\n%s", ok, said, ours, text)
	}
	if invalid < 100 {
		t.Errorf("%d of the mutations are invalid, want 100 and more", invalid)
	}
	t.Logf("%d valid contracts, 400 mutations, %d of them invalid; agreed on %d", len(seeds)+len(contracts), invalid, agreed)
	for why, n := range explained {
		t.Logf("%3d differ: %s", n, why)
	}
}

func explain(ours, theirs string, accepted bool) string {
	for _, d := range differences {
		if accepted && d.ours != "" && regexp.MustCompile(d.ours).MatchString(ours) ||
			!accepted && d.theirs != "" && regexp.MustCompile(d.theirs).MatchString(theirs) {
			return d.reason
		}
	}
	return ""
}

// Everything is the contract with everything as Write says it.
func Everything(t *testing.T) string {
	s := open(t, os.DirFS("testdata/good"), "everything.thrift")
	text, _ := Write(s.Packages[0])
	return string(text)
}

// mutate takes a token out, doubles it, swaps it with the next, or puts another
// in its place.
func mutate(r *rand.Rand, s string) string {
	l := lexer{problems: problems{file: diag.NewFile("", []byte(s))}, text: []byte(s)}
	var tokens []token
	for t := l.next(); t.kind != end; t = l.next() {
		tokens = append(tokens, t)
	}
	i := r.IntN(len(tokens) - 1)
	t, next := tokens[i], tokens[i+1]
	switch text := s[t.start:t.end]; r.IntN(5) {
	case 0:
		return s[:t.start] + s[t.end:]
	case 1:
		return s[:t.end] + " " + text + s[t.end:]
	case 2:
		return s[:t.start] + s[next.start:next.end] + " " + text + s[next.end:]
	case 3:
		others := []string{"{", "}", "(", ")", "<", ">", ",", ";", "=", ":", "[", "]", "1", "-1", "99999", "1.5", `"s"`, "x", "x.y", "i32", "string", "list", "map", "void",
			"struct", "enum", "oneway", "required", "optional", "throws", "extends", "true", "slist", "senum", "class", "&", "*", "@", "'", "/*", "xsd_all", "union", "Point", "Color.RED"}
		return s[:t.start] + others[r.IntN(len(others))] + s[t.end:]
	default:
		o := tokens[r.IntN(len(tokens))]
		return s[:t.start] + s[o.start:o.end] + s[t.end:]
	}
}
