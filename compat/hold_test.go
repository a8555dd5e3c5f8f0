package compat

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/schema"
)

// holding is one case, held against codecs that are run.
type holding struct {
	c     drawnCase
	table *Table
	peer  Peer

	faults []string
	shown  map[string]schema.Record // what was said otherwise by, for the next time
}

// hold judges the case with so many runs for a search, and draws values that may
// say otherwise.
func (h *holding) hold(budget int) {
	h.faults = nil
	if h.shown == nil {
		h.shown = map[string]schema.Record{}
	}
	ev := evaluate(h.table, h.peer, newJudgement(h.c.old, h.c.new, h.c.d, false), func(*root) bool { return true }, budget, true)
	h.faults = append(h.faults, ev.faults...)
	for k, x := range ev.by {
		if x.unproven {
			h.faults = append(h.faults, fmt.Sprintf("no witness for %s: %v at %v", h.c.d.Changes[k.change].ID(), x.pair, x.reached))
		}
	}
	vs := drawn.NewValues(h.c.seed)
	for _, j := range ev.roots {
		for _, p := range []Pairing{OldNew, NewOld} {
			if w, _ := j.sides(p); w.msg != nil {
				h.observe(j, p, w.msg, vs)
			}
		}
	}
}

// observe runs values at one root until the worst that is predicted was seen.
func (h *holding) observe(j *judged, p Pairing, m *schema.Message, vs *drawn.Values) {
	x := &runner{peer: h.peer, table: h.table, d: h.c.d}
	observed, at, sound := Exact, schema.Record(nil), false
	if j.hunts[p] != nil {
		for o, e := range j.hunts[p].worst {
			if o > observed {
				observed, at = o, e.wrote
			}
		}
	}
	least := 32
	if unchanged(h.table, h.c.d, j.root) {
		least = 4
	}
	predicted, place := j.out[p], j.text+" "+p.Text(j.use)
	try := func(v schema.Record) {
		e := x.run(j.root, p, v)
		if sound && e.out <= observed || !x.sound(j.root, p, &e) {
			return
		}
		sound = true
		if e.out > observed {
			observed, at = e.out, v
		}
	}
	if v, again := h.shown[place]; again {
		try(v)
	}
	for i := 0; observed <= predicted && (i < least || observed < predicted && i < 2000); i++ {
		v := vs.Message(m, i)
		if h.table.fits == nil || i%2 == 0 {
			v = x.ready(j.flow, m, v) // the others say what can't be written
		}
		if try(v); i == least && observed < predicted {
			h.along(j, p, m, predicted, func(v schema.Record) bool {
				try(x.ready(j.flow, m, v))
				return observed < predicted
			})
		}
	}
	if !sound {
		return // its own side carries none of its values
	}
	if observed != predicted || unproven(j.walks[p]) {
		h.shown[place] = at
		h.faults = append(h.faults, fmt.Sprintf("%s: predicted %v, observed %v with %s; claims %v",
			place, predicted, observed, schema.RecordJSON(m, at), h.claims(j.walks[p])))
	}
}

// along yields values that have little but the places which are said to show an
// outcome: few of those that are drawn have just one that lies deep.
func (h *holding) along(j *judged, p Pairing, m *schema.Message, o Outcome, yield func(schema.Record) bool) {
	var paths [][]*schema.Field
	for _, i := range slices.Sorted(maps.Keys(j.walks[p].claims)) {
		if c := j.walks[p].claims[i]; c.out == o && len(c.path) > 0 {
			paths = append(paths, c.path)
		}
	}
	left := 40 * len(paths)
	(&hunt{x: &runner{peer: h.peer, table: h.table, d: h.c.d}, root: j.root, p: p, msg: m}).candidates(paths, func(v schema.Record) bool {
		left--
		return left >= 0 && yield(v)
	})
}

func unproven(w *walk) bool {
	for _, c := range w.claims {
		if c.unproven {
			return true
		}
	}
	return false
}

func (h *holding) claims(w *walk) (out []string) {
	for i, c := range w.claims {
		proof := ""
		if c.unproven {
			proof = " unproven"
		}
		out = append(out, fmt.Sprintf("%s=%v%s", h.c.d.Changes[i].ID(), c.verdict, proof))
	}
	slices.Sort(out)
	return out
}
