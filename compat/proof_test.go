package compat

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
	framedyn "github.com/rpcctl/rpcctl/wire/frame/dyn"
	prpcdyn "github.com/rpcctl/rpcctl/wire/prpc/dyn"
	rpchdyn "github.com/rpcctl/rpcctl/wire/rpch/dyn"
	thriftdyn "github.com/rpcctl/rpcctl/wire/thrift/dyn"
)

type subject struct {
	wire string
	peer Peer
}

func subjects() []subject {
	all := []subject{
		{"frame", framedyn.Frame()}, {"frame-v1", framedyn.FrameV1()}, {"rpch", rpchdyn.Go()}, {"rpch", rpchdyn.Node()}, {"rpch", rpchdyn.C()}, {"rpch", rpchdyn.Rpcctl()},
		{"prpc", prpcdyn.Go()}, {"prpc", prpcdyn.Java()}, {"prpc", prpcdyn.Cpp()}, {"prpc", prpcdyn.Rpcctl()},
	}
	for _, protocol := range thriftProtocols {
		for _, p := range thriftdyn.Peers(protocol) {
			all = append(all, subject{protocol.String(), p})
		}
	}
	return all
}

var (
	proveN     = flag.Int("prove.n", fromEnv("RPCCTL_PROVE"), "cases that TestProve draws for each wire")
	proveSeed  = flag.Uint64("prove.seed", uint64(fromEnv("RPCCTL_SEED")), "the first case that TestProve draws")
	provePeers = flag.Bool("prove.peers", false, "whether TestProve draws them for every peer, not only for those that verdicts count")
)

// counted reports whether the peer is the one that verdicts count: its wire's first.
func (s subject) counted() bool {
	first := slices.IndexFunc(subjects(), func(x subject) bool { return x.wire == s.wire })
	return s.peer.Name() == subjects()[first].peer.Name()
}

func fromEnv(name string) int {
	n, _ := strconv.Atoi(os.Getenv(name))
	return n
}

// TestProof holds every prediction against codecs that are run, over drawn
// contracts, edits and values.
func TestProof(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.wire+"/"+s.peer.Name(), func(t *testing.T) {
			n := 2000
			if !s.counted() {
				n = 400 // profiles that are not counted unless asked for
			}
			count := proveAll(t, s, 0, n)
			if n >= 2000 {
				count.covers(t, tableOf(s.wire), 1)
			}
		})
	}
}

// TestProve is TestProof with as many cases as are asked for.
func TestProve(t *testing.T) {
	if *proveN == 0 {
		t.Skip("no cases asked for: -prove.n=1000000")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(2000))
	for _, s := range subjects() {
		name := s.wire
		if *provePeers {
			name += "/" + s.peer.Name()
		} else if !s.counted() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			count := proveAll(t, s, *proveSeed, *proveN)
			fmt.Printf("%s: %d cases from seed %d in %v: %v\n", name, *proveN, *proveSeed, time.Since(start).Round(time.Second), count)
			if *proveN >= 200000 {
				count.covers(t, tableOf(s.wire), 100)
			}
		})
	}
}

// quickBudget is how many runs the proof gives a search at first. What isn't
// clear then is judged once more with fullBudget, as a report does.
const (
	quickBudget = 150
	fullBudget  = 4000
)

// proveAll proves n cases on all cores.
func proveAll(t *testing.T, s subject, seed uint64, n int) *tally {
	var next atomic.Int64
	var group sync.WaitGroup
	all := &tally{hits: map[diff.Kind]int{}}
	var lock sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		group.Add(1)
		go func() {
			defer group.Done()
			count, table := &tally{hits: map[diff.Kind]int{}}, tableOf(s.wire)
			for {
				i := next.Add(1) - 1
				if i >= int64(n) {
					break
				}
				c, ok := drawCase(seed+uint64(i), s.wire)
				if !ok {
					count.unlinked++
					continue
				}
				for _, f := range count.prove(c, table, s.peer) {
					if count.bad++; count.bad < 1000 {
						t.Errorf("seed %d: %v: %s", c.seed, c.edits, f)
					}
				}
			}
			lock.Lock()
			defer lock.Unlock()
			all.add(count)
		}()
	}
	group.Wait()
	t.Logf("%d cases, %d that don't link: %v", n, all.unlinked, all)
	return all
}

// undrawn are the kinds that no drawn edit makes, with where they are tested.
var undrawn = map[diff.Kind]string{
	diff.PackageAdded: "TestPackages", diff.PackageRemoved: "TestPackages",
	diff.PackageWireAdded: "TestWires", diff.PackageWireRemoved: "TestWires",
	diff.ServiceWireAdded: "TestWires", diff.ServiceWireRemoved: "TestWires",
	diff.ServiceMoved: "TestPackages", diff.ServiceExtendsChanged: "TestSilent",
	diff.ServiceWireNameChanged: "TestNames", diff.MethodWireNameChanged: "TestNames", diff.MessageWireNameChanged: "TestNames",
	diff.FieldOrderChanged: "found in no language so far",
}

// unshaped are the kinds that a wire's contracts can't have.
var unshaped = map[string][]diff.Kind{
	"frame-v1": {diff.MethodStreamingChanged, diff.MethodOnewayChanged, diff.MethodErrorAdded, diff.MethodErrorRemoved, diff.MethodErrorNumberChanged,
		diff.ErrorAdded, diff.ErrorRemoved, diff.ErrorRenamed, diff.ErrorCodeChanged},
	"prpc":           {diff.MethodStreamingChanged, diff.MethodOnewayChanged},
	"rpch":           {diff.MethodParamPresenceChanged, diff.MethodParamDefaultChanged},
	"thrift":         {diff.MethodStreamingChanged},
	"thrift-compact": {diff.MethodStreamingChanged},
}

// covers fails where a row was hit less often than least, or where a kind is
// drawn that is said not to be.
func (c *tally) covers(t *testing.T, table *Table, least int) {
	t.Helper()
	for _, r := range table.Rows {
		if undrawn[r.On] != "" || slices.Contains(unshaped[table.Wire], r.On) {
			if c.hits[r.On] > 0 {
				t.Errorf("%s is drawn: take it off the list of what isn't", r.On)
			}
			continue
		}
		if c.hits[r.On] < least {
			t.Errorf("%s was drawn %d times, want %d", r.On, c.hits[r.On], least)
		}
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
	shape := shapeOf(infos, wire)
	old, errs := schema.Link([]*schema.Package{drawn.Contract(seed, shape)}, infos)
	if errs.HasErrors() {
		return drawnCase{}, false
	}
	p, edits := drawn.Edited(seed, shape)
	new, errs := schema.Link([]*schema.Package{p}, infos)
	if errs.HasErrors() {
		return drawnCase{}, false
	}
	if endless(old, shape.Protobuf) || endless(new, shape.Protobuf) {
		return drawnCase{}, false
	}
	return drawnCase{old, new, edits, diff.Schemas(old, new), seed}, true
}

// shapeOf returns what contracts of a wire may have. Those of the json aspect are
// the frame wire's, which has every type and shape, with what it alone tells apart.
func shapeOf(infos []*schema.WireInfo, wire string) drawn.Shape {
	if wire != "json" {
		return drawn.ShapeOf(schema.WireByName(infos, wire))
	}
	shape := drawn.ShapeOf(schema.WireByName(infos, "frame"))
	shape.Required, shape.JSON = true, true
	return shape
}

// endless reports whether a message's zero never ends, as it holds itself in a
// field that is retired. Of protobuf that is so too where it holds itself in a list of
// fixed length, which a peer may have even if nobody sent it.
func endless(s *schema.Schema, protobuf bool) bool {
	state := map[*schema.Message]int{}
	var visit func(m *schema.Message) bool
	visit = func(m *schema.Message) bool {
		if state[m] > 0 {
			return state[m] == 1
		}
		state[m] = 1
		for _, f := range m.Fields {
			t := &f.Type
			for t.Kind == schema.KindList && t.Len > 0 {
				t = t.Elem
			}
			if t.Message() != nil && (!tracked(f) || protobuf && f.Type.Len > 0) && visit(t.Message()) {
				return true
			}
		}
		state[m] = 2
		return false
	}
	for _, p := range s.Packages {
		for _, m := range p.Messages {
			if visit(m) {
				return true
			}
		}
	}
	return false
}

// tally counts what a proof saw.
type tally struct {
	hits          map[diff.Kind]int
	bad, unlinked int
	// again: cases that were judged with a report's budget too.
	again int
}

func (t *tally) String() string {
	return fmt.Sprintf("%d disagreements; %d judged with a report's budget", t.bad, t.again)
}

func (t *tally) add(u *tally) {
	t.bad, t.unlinked, t.again = t.bad+u.bad, t.unlinked+u.unlinked, t.again+u.again
	for k, n := range u.hits {
		t.hits[k] += n
	}
}

// prove holds what is predicted against what is observed, at every root.
func (t *tally) prove(c drawnCase, table *Table, peer Peer) []string {
	for _, change := range c.d.Changes {
		t.hits[change.Kind]++
	}
	h := holding{c: c, table: table, peer: peer}
	if h.hold(quickBudget); len(h.faults) > 0 {
		t.again++
		h.hold(fullBudget)
	}
	return h.faults
}
