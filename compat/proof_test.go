package compat

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
	framedyn "github.com/rpcctl/rpcctl/wire/frame/dyn"
	rpchdyn "github.com/rpcctl/rpcctl/wire/rpch/dyn"
)

type subject struct {
	wire string
	peer Peer
}

func subjects() []subject {
	return []subject{{"frame", framedyn.Frame()}, {"frame-v1", framedyn.FrameV1()}, {"rpch", rpchdyn.Go()}, {"rpch", rpchdyn.Node()}, {"rpch", rpchdyn.C()}, {"rpch", rpchdyn.Rpcctl()}}
}

func TestProof(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.wire+"/"+s.peer.Name(), func(t *testing.T) {
			n := 2000
			if env := os.Getenv("RPCCTL_PROVE"); env != "" {
				n, _ = strconv.Atoi(env)
			}
			table := tableOf(s.wire)
			count := &tally{hits: map[diff.Kind]int{}}
			bad, unlinked := 0, 0
			for seed := range uint64(n) {
				c, ok := drawCase(seed, s.wire)
				if !ok {
					unlinked++
					continue
				}
				for _, f := range count.prove(c, table, s.peer) {
					t.Errorf("seed %d: %v: %s", seed, c.edits, f)
					if bad++; bad > 10 {
						t.FailNow()
					}
				}
			}
			t.Logf("%d cases, %d that don't link, %d missed, %d idle", n, unlinked, count.missed, count.idle)
			for _, r := range table.Rows {
				if count.hits[r.On] == 0 {
					t.Logf("no hit: %s", r.On)
				}
			}
		})
	}
}

type drawnCase struct {
	old, new *schema.Schema
	edits    []string
	d        *diff.Result
	seed     uint64
}

func drawCase(seed uint64, wire string) (drawnCase, bool) {
	infos := all.Infos()
	shape := drawn.ShapeOf(schema.WireByName(infos, wire))
	old, errs := schema.Link([]*schema.Package{drawn.Contract(seed, shape)}, infos)
	if errs.HasErrors() {
		return drawnCase{}, false
	}
	p, edits := drawn.Edited(seed, shape)
	new, errs := schema.Link([]*schema.Package{p}, infos)
	if errs.HasErrors() {
		return drawnCase{}, false
	}
	return drawnCase{old, new, edits, diff.Schemas(old, new), seed}, true
}

// tally counts what a proof saw.
type tally struct {
	hits map[diff.Kind]int
	// missed: a row leaves reject or corrupt to the search, which found no corrupt
	// run; a drawn value showed one. Both are unsafe, so that no rollout changes.
	missed int
	// idle: places moved, and no value showed it: what stands there can't differ.
	idle int
}

// settled reports whether a claim of the walk was left to the search.
func settled(w *walk) bool {
	for _, c := range w.claims {
		if c.settle {
			return true
		}
	}
	return false
}

// prove holds what is predicted against what is observed, at every root.
func (t *tally) prove(c drawnCase, table *Table, peer Peer) (faults []string) {
	ev := evaluate(table, peer, newJudgement(c.old, c.new, c.d, false), func(*root) bool { return true }, 400, true)
	faults = append(faults, ev.faults...)
	for k, x := range ev.by {
		t.hits[c.d.Changes[k.change].Kind]++
		if x.unproven && !x.settled {
			faults = append(faults, fmt.Sprintf("no witness for %s: %v at %v", c.d.Changes[k.change].ID(), x.pair, x.reached))
		}
	}
	vs := drawn.NewValues(c.seed)
	x := &runner{peer: peer, table: table, d: c.d}
	for _, j := range ev.roots {
		for _, p := range []Pairing{OldNew, NewOld} {
			w, _ := j.sides(p)
			if w.msg == nil && w.method == nil || w.msg == nil {
				continue
			}
			observed, at, ran := Exact, schema.Record(nil), 0
			if h := j.hunts[p]; h != nil {
				for o, e := range h.worst {
					if o > observed {
						observed, at = o, e.wrote
					}
				}
			}
			for i := 0; i < 32 || observed < j.out[p] && i < 2000; i++ {
				v := vs.Message(w.msg, i)
				if x.lenient() {
					v = complete(w.msg, v, 0)
				}
				e, ok := x.run(j.root, p, v)
				if !ok {
					continue
				}
				if ran++; e.out > observed {
					observed, at = e.out, v
				}
				if observed > j.out[p] {
					break
				}
			}
			unproven := false
			for _, cl := range j.walks[p].claims {
				unproven = unproven || cl.unproven
			}
			if ran == 0 {
				continue // its own side carries none of its values
			}
			if settled(j.walks[p]) {
				switch {
				case j.out[p] == Reject && observed == Corrupt:
					t.missed++
					continue
				case j.out[p] == Reject && observed < Reject:
					t.idle++
					continue
				}
			}
			if unproven || observed != j.out[p] {
				var claims []string
				for i, cl := range j.walks[p].claims {
					claims = append(claims, fmt.Sprintf("%s=%v %v", c.d.Changes[i].ID(), cl.verdict, map[bool]string{true: "UNPROVEN"}[cl.unproven]))
				}
				slices.Sort(claims)
				faults = append(faults, fmt.Sprintf("%s %s: predicted %v, observed %v with %s; claims %v", j.text, p.Text(j.use), j.out[p], observed, schema.RecordJSON(w.msg, at), claims))
			}
		}
	}
	return faults
}
