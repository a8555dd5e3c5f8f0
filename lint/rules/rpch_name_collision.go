package rules

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var rpchNameCollision = &lint.Rule{
	ID: "rpch-name-collision", Category: lint.Wire, Severity: diag.Error, Wires: []string{"rpch"},
	What: "the JSON names of a message's fields differ by more than case",
	Why: `Go's JSON matches keys without regard to case where no field has the very key: once
one of two such fields is renamed or missing at a peer, its value lands in the other.`,
	Bad: `message "Pair" {
  left = field(1, int32)
  Left = field(2, int32)
}`,
	Good: `message "Pair" {
  left       = field(1, int32)
  left_again = field(2, int32)
}`,
	Message: func(p *lint.Pass, m *schema.Message) { jsonCollisions(p, m) },
	Error:   func(p *lint.Pass, e *schema.Error) { jsonCollisions(p, &e.Message) },
}

func jsonCollisions(p *lint.Pass, m *schema.Message) {
	collisions(m.Fields, func(a, b *schema.Field) bool { return strings.EqualFold(a.JSONName(), b.JSONName()) },
		func(f *schema.Field) string { return strings.ToLower(f.JSONName()) },
		func(first, f *schema.Field) {
			d := p.Report(f, diag.Span{}, "fields "+first.Name+" and "+f.Name+" of "+m.FullName()+" have JSON names that differ by case alone")
			d.Related = []diag.Related{{Message: first.Name + " is here", Span: first.NameSpan}}
			d.Help = "rename one, or give it another json name"
		})
}

// few is up to how many elements comparing each with each is cheaper than a map.
const few = 16

// collisions calls report for each element that is the same as an earlier one.
// key must be equal where same holds.
func collisions[N any](all []*N, same func(a, b *N) bool, key func(*N) string, report func(first, second *N)) {
	if len(all) <= few {
		for j, b := range all {
			for _, a := range all[:j] {
				if same(a, b) {
					report(a, b)
					break
				}
			}
		}
		return
	}
	seen := make(map[string]*N, len(all))
	for _, n := range all {
		k := key(n)
		if first, ok := seen[k]; ok && same(first, n) {
			report(first, n)
		} else {
			seen[k] = n
		}
	}
}
