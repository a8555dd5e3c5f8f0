package compat

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
	framedyn "github.com/rpcctl/rpcctl/wire/frame/dyn"
	prpcdyn "github.com/rpcctl/rpcctl/wire/prpc/dyn"
	rpchdyn "github.com/rpcctl/rpcctl/wire/rpch/dyn"
	"github.com/rpcctl/rpcctl/wire/thrift"
	thriftdyn "github.com/rpcctl/rpcctl/wire/thrift/dyn"
)

var thriftProtocols = []thrift.Protocol{thrift.Binary, thrift.Compact}

// knownWires lists all wires with their peers, as the command does.
func knownWires() []Wire {
	peers := map[string][]Peer{"frame": {framedyn.Frame()}, "frame-v1": {framedyn.FrameV1()}}
	for _, p := range rpchdyn.Peers() {
		peers["rpch"] = append(peers["rpch"], p)
	}
	for _, protocol := range thriftProtocols {
		for _, p := range thriftdyn.Peers(protocol) {
			peers[protocol.String()] = append(peers[protocol.String()], p)
		}
	}
	for _, p := range prpcdyn.Peers() {
		peers["prpc"] = append(peers["prpc"], p)
	}
	var out []Wire
	for _, w := range all.Infos() {
		out = append(out, Wire{Info: w, Peers: peers[w.Name]})
	}
	return out
}

func read(t *testing.T, l *front.Language, name, text string) *schema.Schema {
	t.Helper()
	pkgs, errs := l.Read([]*diag.File{diag.NewFile(name, []byte(text))})
	if errs.HasErrors() {
		t.Fatalf("%s: %v", name, errs)
	}
	s, errs := schema.Link(pkgs, all.Infos())
	if errs.HasErrors() {
		t.Fatalf("%s: %v", name, errs)
	}
	return s
}

// judgeGFJ judges two texts of the original's language.
func judgeGFJ(t *testing.T, old, new string, o Options) *Report {
	t.Helper()
	return judgeBoth(t, read(t, gfj.Language(), "s.gfj", old), read(t, gfj.Language(), "s.gfj", new), o)
}

// judgeHCL judges two bodies of a package that promises wires.
func judgeHCL(t *testing.T, wires, old, new string, o Options) *Report {
	t.Helper()
	head := "package \"demo\" {\n  version = \"1.0.0\"\n  wires = [" + wires + "]\n}\n"
	return judgeBoth(t, read(t, hclidl.Language(), "demo.rpc.hcl", head+old), read(t, hclidl.Language(), "demo.rpc.hcl", head+new), o)
}

// judgeTexts judges two whole contracts in HCL.
func judgeTexts(t *testing.T, old, new string, o Options) *Report {
	t.Helper()
	return judgeBoth(t, read(t, hclidl.Language(), "demo.rpc.hcl", old), read(t, hclidl.Language(), "demo.rpc.hcl", new), o)
}

func judgeBoth(t *testing.T, old, new *schema.Schema, o Options) *Report {
	t.Helper()
	if o.Wires == nil {
		o.Wires = knownWires()
	}
	r := Judge(old, new, diff.Schemas(old, new), o)
	for _, f := range r.Faults {
		t.Errorf("fault: %s", f)
	}
	for _, c := range r.Changes {
		for _, f := range c.Findings {
			if f.Unwitnessed {
				t.Errorf("%s on %s: %v without a witness", c.ID(), f.Wire, f.Outcomes)
			}
			if f.Outcomes.Worst() >= Reject && f.Witness == nil {
				t.Errorf("%s on %s: %v and no witness", c.ID(), f.Wire, f.Outcomes)
			}
		}
	}
	return r
}

// worstOf is the worst of all findings of one use, by pairing.
func worstOf(r *Report, u Use) Pair {
	p := Pair{Exact, Exact}
	for _, c := range r.Changes {
		for _, f := range c.Findings {
			if f.Use == u {
				p = p.max(f.Outcomes)
			}
		}
	}
	return p
}

// TestCases judges the public cases: what each deserves was established by the
// original compiler and runtime, as two processes.
func TestCases(t *testing.T) {
	for _, c := range []struct {
		name string
		want Pair
	}{
		{"R01-arg-widened", Pair{Reject, Reject}},
		{"R02-arg-added", Pair{Reject, Reject}},
		{"R04-message-renamed", Pair{Reject, Reject}},
		{"R06-member-type", Pair{Reject, Reject}},
		{"R07-member-added", Pair{Exact, Lossy}},
		{"R08-method-removed", Pair{Reject, Reject}}, // and another added, which old servers lack
		{"R10-member-narrowed", Pair{Reject, Exact}},
		{"R12-lowercase-member", Pair{Exact, Exact}}, // no edit
		{"R13-service-renamed", Pair{Reject, Reject}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := func(side string) string {
				b, err := os.ReadFile(filepath.Join("../testdata/cases/gfj", c.name, side+".gfj"))
				if err != nil {
					t.Fatal(err)
				}
				return string(b)
			}
			if got := worstOf(judgeGFJ(t, text("old"), text("new"), Options{}), Call); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
