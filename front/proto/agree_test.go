package proto_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
)

// inMemory reads a directory into memory.
func inMemory(t testing.TB, dir string) fstest.MapFS {
	t.Helper()
	m := fstest.MapFS{}
	for _, p := range protoFiles(os.DirFS(dir)) {
		text, err := os.ReadFile(dir + "/" + p)
		if err != nil {
			t.Fatal(err)
		}
		m[p] = &fstest.MapFile{Data: text}
	}
	return m
}

// errorsOf returns what we say of a tree.
func errorsOf(t testing.TB, tree fs.FS) (*schema.Schema, []string) {
	t.Helper()
	r, err := front.Load(front.Tree{FS: tree}, []string{"."}, []*front.Language{proto.Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, nil)
	var errors []string
	for _, d := range append(r.Problems, list...) {
		if d.Severity == diag.Error {
			errors = append(errors, d.Span.Path()+": "+d.Message)
		}
	}
	return s, errors
}

func TestValid(t *testing.T) {
	tree := inMemory(t, "testdata/valid")
	if theirs, _ := judge(tree, protoFiles(tree)); len(theirs) > 0 {
		t.Fatalf("the compiler refuses %v", theirs)
	}
	if _, ours := errorsOf(t, tree); len(ours) > 0 {
		t.Errorf("we refuse %q", ours)
	}
}

// TestMutations changes valid files at random, and holds that we accept and
// refuse what the compiler does. RPCCTL_MUTATIONS is how many are tried.
func TestMutations(t *testing.T) {
	n := 1000
	if s := os.Getenv("RPCCTL_MUTATIONS"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	seed := uint64(1)
	if s := os.Getenv("RPCCTL_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	base := inMemory(t, "testdata/valid")
	files := protoFiles(base)
	rnd := rand.New(rand.NewPCG(seed, 7))
	invalid, explained := 0, 0
	for range n {
		name := files[rnd.IntN(len(files))]
		text, what := mutate(rnd, string(base[name].Data))
		tree := maps.Clone(base)
		tree[name] = &fstest.MapFile{Data: []byte(text)}
		theirs, _ := judge(tree, files)
		_, ours := errorsOf(t, tree)
		if len(theirs) > 0 {
			invalid++
		}
		if (len(ours) > 0) == (len(theirs) > 0) {
			continue
		}
		if why := explain(ours, theirs); why != "" {
			explained++
			continue
		}
		t.Errorf("%s, %s:\nwe say %.600q\nthe compiler says %.600v", name, what, first(ours), theirs)
	}
	t.Logf("%d mutations, %d of them invalid, %d differences that are explained", n, invalid, explained)
	if invalid < n/4 {
		t.Errorf("only %d of %d mutations are invalid", invalid, n)
	}
}

// differences are where we refuse what the compiler accepts, on purpose.
var differences = []struct{ ours, why string }{
	{"can never end", "a message that requires itself has no values: nothing can be sent"},
	{"it is not UTF-8", "a string's default that is no UTF-8 can't be said in JSON, and readers that check refuse it"},
}

func explain(ours []string, theirs map[string][]string) string {
	if len(theirs) > 0 {
		return ""
	}
	for _, o := range ours {
		known := slices.ContainsFunc(differences, func(d struct{ ours, why string }) bool { return strings.Contains(o, d.ours) })
		if !known {
			return ""
		}
	}
	return "as listed"
}

var tokens = regexp.MustCompile(`"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?s:.*?)\*/|[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9.a-zA-Z]*|\s+|.`)

// pool are tokens that stand in for others.
var pool = strings.Fields(`int32 string bytes bool sint64 fixed32 float Order Line Status Legacy Rule Level Next base shop v1 repeated optional required
	map group oneof message enum extend extensions reserved option max to stream returns rpc service import public weak true false inf nan
	0 1 2 3 4 7 100 150 1000 19000 19999 536870911 536870912 2147483647 99999999999 -1 - 1.5 "x" "" id name a key value STATUS_NONE RED LEVEL_LOW features
	field_presence IMPLICIT EXPLICIT packed default deprecated json_name lazy jstype ctype Place Orders Item pick Color google protobuf FieldOptions Deep
	; { } ( ) [ ] = , . : < >`)

// mutate changes one place of a text, and says how.
func mutate(rnd *rand.Rand, text string) (string, string) {
	all := tokens.FindAllString(text, -1)
	var places []int
	for i, w := range all {
		if strings.TrimSpace(w) != "" && !strings.HasPrefix(w, "//") && !strings.HasPrefix(w, "/*") {
			places = append(places, i)
		}
	}
	at := rnd.IntN(len(places))
	i := places[at]
	old := all[i]
	line := strings.Count(strings.Join(all[:i], ""), "\n") + 1
	said := func(what string) string { return fmt.Sprintf("line %d: %s", line, what) }
	switch rnd.IntN(10) {
	case 0:
		all[i] = " "
		return strings.Join(all, ""), said("without " + old)
	case 1:
		all[i] = old + " " + old
		return strings.Join(all, ""), said(old + " twice")
	case 2: // the whole statement, a second time or not at all
		from, to := statement(all, i)
		text := strings.Join(all[from:to], "")
		if rnd.IntN(2) == 0 {
			return strings.Join(all[:from], "") + strings.Join(all[to:], ""), said("without the statement " + text)
		}
		return strings.Join(all[:to], "") + text + strings.Join(all[to:], ""), said("twice the statement " + text)
	case 3: // a word of the file itself
		all[i] = all[places[rnd.IntN(len(places))]]
	default:
		for all[i] == old || kind(all[i]) != kind(old) && rnd.IntN(6) > 0 {
			all[i] = pool[rnd.IntN(len(pool))]
		}
	}
	return strings.Join(all, ""), said(old + " is now " + all[i])
}

func kind(token string) int {
	switch c := token[0]; {
	case c == '"':
		return 1
	case '0' <= c && c <= '9' || c == '-':
		return 2
	case c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z':
		return 3
	}
	return 4
}

func statement(all []string, i int) (from, to int) {
	for from = i; from > 0 && !strings.Contains(";{}", all[from-1]); from-- {
	}
	for to = i; to < len(all) && !strings.Contains(";{}", all[to]); to++ {
	}
	return from, min(to+1, len(all))
}
