package compat

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/internal/golden"
)

const point = `
message "P" {
  a = field(1, int32)
  b = field(2, int32)
}
service "S" {
  id = 1
  method "Do" {
    id      = 1
    params  = { p = P }
    returns = int32
  }
}
`

func edited(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

// TestNamed holds what people do to contracts, one by one.
func TestNamed(t *testing.T) {
	for _, c := range []struct {
		name, wires, new string
		want             Pair
	}{
		{"nothing", "frame", point, both(Exact)},
		{"the last field removed", "frame", edited(point, "  b = field(2, int32)\n", ""), Pair{Lossy, Doubt}},
		{"the last field removed and another appended", "frame", edited(point, "b = field(2, int32)", "c = field(3, float32)"), both(Corrupt)},
		{"from and to swapped", "frame", edited(point, "a = field(1", "a = field(2", "b = field(2", "b = field(1"), both(Corrupt)},
		{"an optional field appended", "frame", edited(point, "b = field(2, int32)", "b = field(2, int32)\n  c = field(3, optional(int32))"), Pair{Exact, Lossy}},
		{"a field inserted", "frame", edited(point, "b = field(2, int32)", "b = field(3, int32)\n  c = field(2, int64)"), Pair{Reject, Corrupt}},
		{"a field widened", "frame", edited(point, "b = field(2, int32)", "b = field(2, int64)"), Pair{Reject, Corrupt}},
		{"a field renamed", "frame", edited(point, "b = field(2, int32)", "c = field(2, int32)"), both(Doubt)},
		{"a field renamed with was", "frame", edited(point, "b = field(2, int32)", "c = field(2, int32, { was = \"b\" })"), both(Exact)},
		{"a field retired", "frame", edited(point, "b = field(2, int32)", "b = field(2, int32, { retired = \"unused\" })"), Pair{Lossy, Doubt}},
		{"a method renamed, its id kept", "frame", edited(point, "\"Do\"", "\"Done\""), both(Doubt)},
		{"a method's id changed", "frame", edited(point, "    id      = 1", "    id      = 2"), both(Reject)},
		{"a result renamed on the wire", "frame", edited(point, "returns = int32", "returns = uint32"), both(Corrupt)},
		{"a field appended to packed", "frame-v1", edited(point, "b = field(2, int32)", "b = field(2, int32)\n  c = field(3, int32)"), both(Reject)},
		{"int32 to float32 in packed", "frame-v1", edited(point, "b = field(2, int32)", "b = field(2, float32)"), both(Corrupt)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := worstOf(judgeHCL(t, c.wires, point, c.new, Options{}), Call); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// TestData: what no method reaches, and what is stored, is judged by reader and writer.
func TestData(t *testing.T) {
	text := "message \"D\" {\n  a = field(1, int32)\n}\n"
	r := judgeHCL(t, "frame", text, edited(text, "int32", "int64"), Options{})
	if got := worstOf(r, Data); got != (Pair{Reject, Corrupt}) || r.DataRollout != Lockstep || r.Rollout != AnyOrder || r.Holds {
		t.Errorf("%v, %s, %s, holds %v", got, r.DataRollout, r.Rollout, r.Holds)
	}
	r = judgeHCL(t, "frame", text, edited(text, "int32", "int64"), Options{IgnoreData: true})
	if r.DataRollout != "" || !r.Holds {
		t.Errorf("ignored: %s, holds %v", r.DataRollout, r.Holds)
	}
	kept := edited(point, "message \"P\" {", "message \"P\" {\n  stored = true")
	r = judgeHCL(t, "frame", kept, edited(kept, "b = field(2, int32)", "b = field(2, uint32)"), Options{})
	if n := len(r.Changes[0].Findings); n != 2 {
		t.Errorf("a stored message that methods use has %d findings, want one for each use", n)
	}
}

// TestWires: a wire that is given up is one finding, and can't hide the rest.
func TestWires(t *testing.T) {
	judge := func(old, new string, o Options) *Report {
		o.Wires = knownWires()
		read := func(wires string) string { return "package \"demo\" {\n  wires = [" + wires + "]\n}\n" + point }
		return judgeTexts(t, read(old), read(new), o)
	}
	r := judge("frame, rpch", "frame", Options{})
	if len(r.Changes) != 1 || len(r.Changes[0].Findings) != 1 {
		t.Fatalf("%+v", r.Changes)
	}
	f := r.Changes[0].Findings[0]
	if f.Wire != "rpch" || f.Outcomes != both(Reject) || f.Witness == nil || len(f.Witness.Bytes) == 0 || r.Holds {
		t.Errorf("a wire removed: %+v, holds %v", f, r.Holds)
	}
	r = judge("frame", "frame, rpch", Options{})
	if f := r.Changes[0].Findings; len(f) != 1 || f[0].Wire != "rpch" || f[0].Outcomes != both(Exact) || !r.Holds {
		t.Errorf("a wire added: %+v", f)
	}
	r = judge("frame, rpch", "frame, rpch", Options{Judge: []string{"rpch"}})
	if len(r.LeftOut) != 1 || r.LeftOut[0] != "frame" {
		t.Errorf("left out: %v", r.LeftOut)
	}
	r = judgeTexts(t, "package \"demo\" {\n  wires = [frame, rpch]\n}\n"+point, "package \"demo\" {\n  wires = [frame, rpch]\n}\n"+edited(point, "b = field(2, int32)", "b = field(2, int64)"), Options{Wires: speechless("rpch")})
	if len(r.NotJudged) != 1 || r.NotJudged[0] != "rpch" || len(r.ByWire) != 1 {
		t.Errorf("not judged: %v", r.NotJudged)
	}
	service := func(wires string) string {
		return "package \"demo\" {\n  wires = [frame, rpch]\n}\n" + edited(point, "service \"S\" {", "service \"S\" {\n  wires = ["+wires+"]")
	}
	r = judgeTexts(t, service("frame, rpch"), service("frame"), Options{Wires: knownWires()})
	if f := r.Changes[0].Findings; len(f) != 1 || f[0].Wire != "rpch" || f[0].Outcomes != both(Reject) {
		t.Errorf("a service's wire removed: %+v", f)
	}
}

// speechless lists all wires, of which one has no peer.
func speechless(wire string) []Wire {
	wires := knownWires()
	for i := range wires {
		if wires[i].Info.Name == wire {
			wires[i].Peers = nil
		}
	}
	return wires
}

// TestPackages: a deletion is reported once, at its top, with a count.
func TestPackages(t *testing.T) {
	two := point + "service \"T\" {\n  method \"Go\" {\n    returns = int32\n  }\n  method \"Stop\" {\n    returns = int32\n  }\n}\n"
	r := judgeHCL(t, "frame", two, point, Options{})
	if len(r.Changes) != 1 || r.Changes[0].Count != 2 || worstOf(r, Call) != (Pair{Reject, Exact}) {
		t.Errorf("%+v", r.Changes)
	}
	r = judgeHCL(t, "frame", point, two, Options{})
	if len(r.Changes) != 1 || worstOf(r, Call) != (Pair{Exact, Reject}) || r.Rollout != ServersFirst || !r.Holds {
		t.Errorf("%+v", r.Changes)
	}
}

// TestNames: what a wire block says is the name that travels, on that wire alone.
func TestNames(t *testing.T) {
	named := edited(point, "    returns = int32", "    returns = int32\n    wire \"rpch\" {\n      method = \"Old\"\n    }")
	r := judgeHCL(t, "frame, rpch", point, named, Options{})
	for _, f := range r.Changes[0].Findings {
		want := both(Exact)
		if f.Wire == "rpch" {
			want = both(Reject)
		}
		if f.Outcomes != want {
			t.Errorf("%s: %v, want %v", f.Wire, f.Outcomes, want)
		}
	}
}

func TestAccept(t *testing.T) {
	wide := edited(point, "b = field(2, int32)", "b = field(2, int64)")
	id := "field-type-changed:demo.P.b:int32>int64"
	r := judgeHCL(t, "frame", point, wide, Options{Accept: []Accept{{ID: id, Reason: "nobody calls it"}}})
	if r.Holds || len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "accept-exceeded" {
		t.Errorf("a corrupt change accepted up to reject: holds %v, %v", r.Holds, r.Diagnostics)
	}
	r = judgeHCL(t, "frame", point, wide, Options{Accept: []Accept{{ID: id, Reason: "nobody calls it", Worst: Corrupt, Until: "2030-01-31"}}, Today: "2030-01-31"})
	if !r.Holds || r.Changes[0].Findings[0].Accepted == nil || len(r.Diagnostics) != 0 {
		t.Errorf("accepted: holds %v, %v", r.Holds, r.Diagnostics)
	}
	r = judgeHCL(t, "frame", point, wide, Options{Accept: []Accept{{ID: id, Worst: Corrupt, Until: "2030-01-31"}, {ID: id + "x"}}, Today: "2030-02-01"})
	if r.Holds || len(r.Diagnostics) != 2 || r.Diagnostics[0].Code != "accept-expired" || r.Diagnostics[1].Help != "is it "+id+"?" {
		t.Errorf("expired: holds %v, %v", r.Holds, r.Diagnostics)
	}
}

func TestBump(t *testing.T) {
	for _, c := range []struct{ version, new, want string }{
		{"1.0.0", point, ""},
		{"1.0.0", edited(point, "b = field(2, int32)", "b = field(2, int64)"), "major"},
		{"0.9.0", edited(point, "b = field(2, int32)", "b = field(2, int64)"), "minor"},
		{"1.0.0", edited(point, "b = field(2, int32)", "b = field(2, int32)\n  c = field(3, int32)"), "minor"},
		{"", edited(point, "b = field(2, int32)", "b = field(2, int64)"), ""},
	} {
		head := "package \"demo\" {\n  wires = [frame]\n  version = \"" + c.version + "\"\n}\n"
		if c.version == "" {
			head = "package \"demo\" {\n  wires = [frame]\n}\n"
		}
		if r := judgeTexts(t, head+point, head+c.new, Options{Wires: knownWires()}); r.Bump != c.want {
			t.Errorf("from %q: %q, want %q", c.version, r.Bump, c.want)
		}
	}
}

func TestStrict(t *testing.T) {
	renamed := edited(point, "b = field(2, int32)", "c = field(2, int32)")
	if r := judgeHCL(t, "frame", point, renamed, Options{}); !r.Holds || r.Changes[0].Findings[0].Severity != diag.Warning {
		t.Errorf("a doubt doesn't hold: %+v", r)
	}
	if r := judgeHCL(t, "frame", point, renamed, Options{Strict: true}); r.Holds {
		t.Error("a doubt holds under strict")
	}
}

// TestOutput holds both forms of a report to goldens, and to being the same twice.
func TestOutput(t *testing.T) {
	new := edited(point, "p = P", "p = P, q = string", "b = field(2, int32)", "b = field(2, int64)", "returns = int32", "returns = int64")
	report := func() *Report {
		r := judgeHCL(t, "frame, frame-v1, rpch, thrift", point, new+"message \"More\" {\n}\n", Options{})
		r.Old, r.New = "git:main", "."
		return r
	}
	r := report()
	doc := JSON(r)
	if !json.Valid(doc) || !bytes.Equal(doc, JSON(report())) {
		t.Error("the document is no JSON, or another each time")
	}
	golden.Equal(t, "testdata/report.json", doc)
	var text bytes.Buffer
	if err := Text(&text, r, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "testdata/report.txt", text.Bytes())
}

// TestSilent: what no byte depends on is exact on every wire.
func TestSilent(t *testing.T) {
	text := `
service "A" {
  method "Do" {
    returns = int32
  }
}
service "B" {
  method "Go" {
    returns = int32
  }
}
service "T" {
  extends = A
  method "Stop" {
    returns = int32
  }
}
`
	r := judgeHCL(t, "frame, frame-v1, rpch", text, edited(text, "extends = A", "extends = B"), Options{})
	for _, c := range r.Changes {
		if c.Kind != diff.ServiceExtendsChanged {
			continue
		}
		if len(c.Findings) != 3 {
			t.Errorf("%d findings, want one for each wire", len(c.Findings))
		}
		for _, f := range c.Findings {
			if f.Outcomes != both(Exact) {
				t.Errorf("%s: %v", f.Wire, f.Outcomes)
			}
		}
		return
	}
	t.Errorf("no change of what T extends in %+v", r.Changes)
}

// TestBlame: of two renames the one whose name travels is to blame.
func TestBlame(t *testing.T) {
	old := "package \"one\" {\n  wires = [rpch]\n}\nservice \"S\" {\n  method \"Do\" {\n    returns = int32\n  }\n}\n"
	r := judgeTexts(t, old, edited(old, "\"one\"", "\"two\"", "\"S\"", "\"T\""), Options{})
	want := map[diff.Kind]Pair{diff.PackageRenamed: both(Exact), diff.ServiceRenamed: both(Reject)}
	for _, c := range r.Changes {
		if p, ok := want[c.Kind]; ok && c.Findings[0].Outcomes == p {
			delete(want, c.Kind)
		}
	}
	if len(want) > 0 {
		t.Errorf("not found: %v, in %+v", want, r.Changes)
	}
}

// TestSmallest: a witness is no larger than it has to be, and its change's own.
func TestSmallest(t *testing.T) {
	text := "message \"M\" {\n  a = field(1, int64)\n  b = field(2, int64)\n}\nservice \"S\" {\n  method \"Do\" {\n    params = { m = M }\n  }\n}\n"
	r := judgeHCL(t, "rpch", text, edited(text, "a = field(1, int64)", "a = field(1, int32)", "b = field(2, int64)", "b = field(2, int16)"), Options{})
	want := []string{`{"m":{"a":"2147483648"}}`, `{"m":{"b":"32768"}}`}
	for i, c := range r.Changes {
		if w := c.Findings[0].Witness; w == nil || string(w.WroteJSON()) != want[i] {
			t.Errorf("%s: %s, want %s", c.ID(), w.WroteJSON(), want[i])
		}
	}
}
