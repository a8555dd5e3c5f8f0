package rules

import (
	"slices"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
)

// TestFixes applies the fixes that the bad examples get: what is left must be a
// contract that the rule has nothing to say about.
func TestFixes(t *testing.T) {
	fixed := 0
	for _, r := range All() {
		list := example(t, r, r.Bad)
		if len(list) == 0 || list[0].Fixes == nil {
			continue
		}
		fixed++
		text := []byte(whole(r, r.Bad))
		edits := list[0].Fixes[0].Edits
		slices.SortFunc(edits, func(a, b diag.Edit) int { return b.Span.Start.Offset - a.Span.Start.Offset })
		for _, e := range edits {
			text = slices.Replace(text, e.Span.Start.Offset, e.Span.End.Offset, []byte(e.Text)...)
		}
		f := diag.NewFile("fixed.rpc.hcl", text)
		if left := lint.Run(link(t, f), []*lint.Rule{r}, lint.Options{}); len(left) > 0 {
			t.Errorf("%s: after its fix: %s\n%s", r.ID, left[0].Message, text)
		}
	}
	if fixed == 0 {
		t.Error("no rule has a fix")
	}
}
