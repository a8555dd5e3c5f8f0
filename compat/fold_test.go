package compat

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

// against judges new against several older contracts, named v1, v2, …
func against(t *testing.T, new string, olds ...string) []*Report {
	t.Helper()
	var out []*Report
	for i, old := range olds {
		r := judgeHCL(t, "frame, rpch", old, new, Options{})
		r.Old, r.New = fmt.Sprintf("v%d", i+1), "."
		out = append(out, r)
	}
	return out
}

// releases are three older contracts and today's.
func releases() (new string, olds []string) {
	first := edited(point, "b = field(2, int32)", "b = field(2, int32)\n  c = field(3, int32)")
	second := edited(point, "a = field(1, int32)", "a = field(1, int64)")
	return edited(second, "returns = int32", "returns = int32\n    idempotent = true"), []string{second, first, point}
}

func oldsOf(r *Report) (names []string) {
	for _, p := range r.Against {
		names = append(names, p.Old)
	}
	return names
}

func TestFold(t *testing.T) {
	r := Fold(against(t, first(releases()), second(releases())...))
	if got := strings.Join(oldsOf(r), " "); got != "v2 v3 v1" {
		t.Errorf("worst first: %s", got)
	}
	if r.Holds || r.Rollout != Lockstep || r.Bump != "major" || len(r.ByWire) != 2 || r.ByWire[0].Wire != "frame" {
		t.Errorf("%+v", r)
	}
	found := map[string]string{}
	for _, c := range r.Changes {
		found[c.ID()] = strings.Join(c.Against, " ")
	}
	want := map[string]string{
		"field-type-changed:demo.P.a:int32>int64": "v2 v3", "field-removed:demo.P.c": "v2",
		"method-idempotent-changed:demo.S.Do:false>true": "v2 v3 v1",
	}
	for id, in := range want {
		if found[id] != in {
			t.Errorf("%s: %q, want %q (of %v)", id, found[id], in, found)
		}
	}
	if len(found) != len(want) || len(r.Changes) != len(want) {
		t.Errorf("%v", found)
	}
}

func first(new string, _ []string) string     { return new }
func second(_ string, olds []string) []string { return olds }

// In whatever order the older contracts are named, those that differ stand in one
// order, and all that is printed is the same.
func TestFoldIsStable(t *testing.T) {
	new, olds := releases()
	all := against(t, new, olds...)
	var texts []string
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		var some []*Report
		for _, i := range order {
			some = append(some, all[i])
		}
		r := Fold(some)
		r.Accept(nil, "")
		var b bytes.Buffer
		if err := Text(&b, r, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := PullRequest(&b, r, ""); err != nil {
			t.Fatal(err)
		}
		if err := Page(&b, r); err != nil {
			t.Fatal(err)
		}
		b.Write(JSON(r))
		if err := diag.Text(&b, Diagnostics(r), diag.Options{}); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, b.String())
	}
	if texts[0] != texts[1] || texts[1] != texts[2] {
		t.Error("the order of inputs shows")
	}
}

// One is no history.
func TestFoldOfOne(t *testing.T) {
	new, olds := releases()
	r := against(t, new, olds[0])
	if Fold(r) != r[0] || r[0].Against != nil {
		t.Error("one report became another")
	}
}

// An accept is of use where one of the older contracts has its change, and is
// asked for once.
func TestFoldAccepts(t *testing.T) {
	new, olds := releases()
	r := Fold(against(t, new, olds...))
	open := r.Open()
	if len(open) == 0 || !slices.IsSortedFunc(open, func(a, b Accept) int { return strings.Compare(a.ID, b.ID) }) {
		t.Fatalf("%+v", open)
	}
	for i := range open {
		open[i].Reason = "x"
	}
	r.Accept(append(open, Accept{ID: "field-removed:demo.P.nothing"}), "2026-01-01")
	if !r.Holds || len(r.Open()) != 0 || len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "accept-unused" {
		t.Errorf("holds %v, open %v, %v", r.Holds, r.Open(), r.Diagnostics)
	}
	for _, p := range r.Against {
		if !p.Holds || p.Diagnostics != nil {
			t.Errorf("%s: holds %v, %v", p.Old, p.Holds, p.Diagnostics)
		}
	}
	r.Accept(nil, "")
	if r.Holds || len(r.Open()) != len(open) {
		t.Errorf("what is accepted no more still passes: %v", r.Open())
	}
}

// A doubt that is accepted is no warning, and one that isn't there is reported.
func TestAcceptDoubt(t *testing.T) {
	renamed := edited(point, "b = field(2, int32)", "c = field(2, int32)")
	id := "field-renamed:demo.P.b:b>c"
	r := judgeHCL(t, "frame", point, renamed, Options{Accept: []Accept{{ID: id, Worst: Doubt}}})
	if f := r.Changes[0].Findings[0]; r.Changes[0].ID() != id || f.Accepted == nil || f.Severity != diag.Note || len(r.Diagnostics) != 0 {
		t.Errorf("%s: %+v %v", r.Changes[0].ID(), f, r.Diagnostics)
	}
	sure := edited(point, "b = field(2, int32)", "c = field(2, int32, { was = \"b\" })")
	r = judgeHCL(t, "frame", point, sure, Options{Accept: []Accept{{ID: id}}})
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "accept-idle" || !r.Holds {
		t.Errorf("%v", r.Diagnostics)
	}
}

// Text that means something to a reader stays text, and a comment is bounded,
// also where inputs have such names.
func TestFoldIsHostile(t *testing.T) {
	var all []*Report
	for i, n := range []int{40, 400, 3, 0} {
		r := hostileReport(n)
		r.Old = fmt.Sprintf("%s|`<script>%d\n\x1b[31m", strings.Repeat("x", 100*i), i)
		all = append(all, r)
	}
	for i := range 40 {
		all = append(all, &Report{Old: strings.Repeat("|`<@", 400) + fmt.Sprint(i), Holds: true, Rollout: AnyOrder})
	}
	r := Fold(all)
	var b bytes.Buffer
	if err := PullRequest(&b, r, ""); err != nil {
		t.Fatal(err)
	}
	checkComment(t, b.String())
	b.Reset()
	if err := Page(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, never := range []string{"<script", "\x00", "\x1b", "\u202e"} {
		if strings.Contains(b.String(), never) {
			t.Errorf("%q in the page", never)
		}
	}
	r = Fold([]*Report{hostileReport(40), hostileReport(3)})
	for i, p := range r.Against {
		p.Old = fmt.Sprint(i)
	}
	valid(t, "../cmd/rpcctl/schemas/diff.json", JSON(r))
}
