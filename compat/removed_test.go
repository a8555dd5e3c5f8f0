package compat

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
)

// packages links one contract of several packages, by name.
func packages(t *testing.T, bodies ...string) *schema.Schema {
	t.Helper()
	var parts []*schema.Package
	for i, body := range bodies {
		name := string(rune('a' + i))
		if body == "" {
			continue
		}
		pkgs, errs := hclidl.Language().Read([]*diag.File{diag.NewFile(name+".rpc.hcl", []byte("package \""+name+"\" {\n  wires = [frame, frame-v1, rpch, prpc, thrift, thrift-compact]\n}\n"+body))})
		if errs.HasErrors() {
			t.Fatal(errs)
		}
		parts = append(parts, pkgs...)
	}
	s, errs := schema.Link(parts, all.Infos())
	if errs.HasErrors() {
		t.Fatal(errs)
	}
	return s
}

const users = `
service "Users" {
  id = 1
  method "Get" {
    id      = 1
    params  = { id = int32 }
    returns = int32
  }
  method "Put" {
    id      = 2
    params  = { id = int32 }
    returns = int32
  }
}
message "Kept" {
  stored = true
  a      = field(1, Kept.In)
}
message "Kept.In" {
  a = field(1, int32)
}
`

// What is removed is one change, at its top, and a finding on every wire: also
// where something else has its address, and where what goes with it was stored.
func TestRemoved(t *testing.T) {
	other := "service \"Other\" {\n  id = 9\n  method \"Do\" {\n    id = 1\n    returns = int32\n  }\n}\n"
	noGet := users[:strings.Index(users, "  method \"Get\"")] + users[strings.Index(users, "  method \"Put\""):]
	for _, c := range []struct {
		name, id string
		old, new []string
		count    int
		uses     string
	}{
		{"a package", "package-removed:b", []string{other, users}, []string{other}, 2, "call data"},
		{"a package that shares all addresses", "package-removed:b", []string{users, users}, []string{users}, 2, "call data"},
		{"the first of two that share them", "package-removed:a", []string{users, users, users}, []string{"", users, users}, 2, "call data"},
		{"a package of data alone", "package-removed:b", []string{other, users[strings.Index(users, "message"):]}, []string{other}, 0, "data"},
		{"a service", "service-removed:b.Users", []string{other, users}, []string{other, users[strings.Index(users, "message"):]}, 2, "call"},
		{"a service that shares addresses", "service-removed:b.Users", []string{users, users}, []string{users, users[strings.Index(users, "message"):]}, 2, "call"},
		{"a method", "method-removed:b.Users.Get", []string{other, users}, []string{other, noGet}, 0, "call"},
		{"a method that shares its address", "method-removed:b.Users.Get", []string{users, users}, []string{users, noGet}, 0, "call"},
		{"a message that is kept", "message-removed:b.Kept", []string{other, users}, []string{other, users[:strings.Index(users, "message")]}, 0, "data"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := judgeBoth(t, packages(t, c.old...), packages(t, c.new...), Options{})
			if len(r.Changes) != 1 || r.Changes[0].ID() != c.id || r.Changes[0].Count != c.count || r.Holds {
				t.Fatalf("holds %v: %+v", r.Holds, r.Changes)
			}
			var want, got []string
			for _, wire := range []string{"frame", "frame-v1", "rpch", "prpc", "thrift", "thrift-compact"} {
				for _, use := range strings.Fields(c.uses) {
					want = append(want, wire+" "+use)
				}
			}
			for _, f := range r.Changes[0].Findings {
				got = append(got, f.Wire+" "+string(f.Use))
				if f.Outcomes != (Pair{Reject, Exact}) || f.Witness == nil || len(f.Reached) == 0 {
					t.Errorf("%s: %v, reached by %v", f.Wire, f.Outcomes, f.Reached)
				}
			}
			if strings.Join(got, ", ") != strings.Join(want, ", ") {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

// TestBeside: where calls say the name of a method alone, that two services have one
// of it says nothing on other wires. There a call for a service that is gone runs
// what has its number now.
func TestBeside(t *testing.T) {
	other := "service \"Other\" {\n  id = 2\n  method \"Get\" {\n    id = 1\n    returns = string\n  }\n}\n"
	old := packages(t, users[:strings.Index(users, "message")]+other)
	r := judgeBoth(t, old, packages(t, strings.Replace(other, "id = 2", "id = 1", 1)), Options{})
	for wire, want := range map[string]Pair{"frame": both(Corrupt), "rpch": {Reject, Exact}, "thrift": {Reject, Exact}, "thrift-compact": {Reject, Exact}} {
		if got := onWire(r, wire, Call); got != want {
			t.Errorf("%s: %v, want %v", wire, got, want)
		}
	}
}
