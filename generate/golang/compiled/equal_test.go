package compiled

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	everything "github.com/rpcctl/rpcctl/testdata/golden/everything/demo/everything"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/frame/dyn"
	"github.com/rpcctl/rpcctl/wire/rpch"
	rpchdyn "github.com/rpcctl/rpcctl/wire/rpch/dyn"
)

// subject is a generated struct and the message that it was made from.
type subject struct {
	m    *schema.Message
	make func() any
}

// subjects returns every struct of the everything contract: messages, errors,
// args, results and items.
func subjects(t testing.TB) []subject {
	s := load(t, filepath.Join(contracts, "everything"))
	var all []subject
	for _, v := range []any{
		&everything.Empty{}, &everything.Scalars{}, &everything.Optionals{}, &everything.Lists{}, &everything.Fixed{}, &everything.Sets{},
		&everything.Maps{}, &everything.Outer{}, &everything.Outer_Inner{}, &everything.Choice{}, &everything.Retired{},
		&everything.Defaults{}, &everything.Tree{}, &everything.TooMany{}, &everything.Gone{},
	} {
		typ := reflect.TypeOf(v).Elem()
		all = append(all, subject{find(t, s, typ.Name()), func() any { return reflect.New(typ).Interface() }})
	}
	for _, desc := range []*wire.Service{everything.AllService, everything.RichService, everything.RawService} {
		for _, d := range desc.Methods {
			m := s.Lookup(d.Service + "." + d.Name).(*schema.Method)
			all = append(all, subject{m.Request(), d.NewArgs})
			if d.NewResult != nil {
				all = append(all, subject{m.Response(), d.NewResult})
			}
			if d.NewIn != nil {
				all = append(all, subject{m.StreamIn().Item(), d.NewIn})
			}
			if d.NewOut != nil {
				all = append(all, subject{m.StreamOut().Item(), d.NewOut})
			}
		}
	}
	return all
}

func find(t testing.TB, s *schema.Schema, name string) *schema.Message {
	for _, m := range s.Packages[0].Messages {
		if m.Name == name || m.Name == "Outer.Inner" && name == "Outer_Inner" {
			return m
		}
	}
	for _, e := range s.Packages[0].Errors {
		if e.Name == name {
			return &e.Message
		}
	}
	t.Fatal("no message " + name)
	return nil
}

// codec is a generated codec beside the one that is driven by the model.
type codec struct {
	has         func(v any) bool
	append      func(v any, b []byte) ([]byte, error)
	read        func(v any, b []byte) error
	appendModel func(m *schema.Message, r schema.Record) ([]byte, error)
	readModel   func(m *schema.Message, b []byte) (schema.Record, error)
	repair      func(b []byte) // sets what a mutation shouldn't be stopped by
	zeros       bool           // the model has zeros where generated code has nil or a default
}

var block = codec{
	has:         func(v any) bool { _, ok := v.(frame.Block); return ok },
	append:      func(v any, b []byte) ([]byte, error) { return v.(frame.Block).AppendBlock(b) },
	read:        func(v any, b []byte) error { return v.(frame.Block).ReadBlock(b) },
	appendModel: func(m *schema.Message, r schema.Record) ([]byte, error) { return dyn.AppendBlock(nil, m, r) },
	readModel:   dyn.ReadBlock,
	repair: func(b []byte) {
		if len(b) >= 4 {
			binary.BigEndian.PutUint32(b, uint32(len(b)-4))
		}
	},
}

var packed = codec{
	has:         func(v any) bool { _, ok := v.(frame.Packed); return ok },
	append:      func(v any, b []byte) ([]byte, error) { return v.(frame.Packed).AppendPacked(b) },
	read:        func(v any, b []byte) error { return v.(frame.Packed).ReadPacked(b) },
	appendModel: func(m *schema.Message, r schema.Record) ([]byte, error) { return dyn.AppendPacked(nil, m, r) },
	readModel:   dyn.ReadPacked,
	repair:      func([]byte) {},
}

var jsonText = codec{
	has:         func(v any) bool { _, ok := v.(rpch.Message); return ok },
	append:      func(v any, b []byte) ([]byte, error) { return v.(rpch.Message).AppendRPCHJSON(b) },
	read:        func(v any, b []byte) error { return v.(rpch.Message).ReadRPCHJSON(b) },
	appendModel: func(m *schema.Message, r schema.Record) ([]byte, error) { return rpchdyn.Rpcctl().Write(m, r) },
	readModel: func(m *schema.Message, b []byte) (schema.Record, error) {
		return rpchdyn.Rpcctl().Read(m, b)
	},
	repair: func([]byte) {},
	zeros:  true,
}

// TestSameAsModel holds generated codecs to those that are driven by the model:
// the same bytes for the same values, and for damaged bytes the same verdict and
// the same value.
func TestSameAsModel(t *testing.T) {
	for name, c := range map[string]codec{"block": block, "packed": packed, "json": jsonText} {
		t.Run(name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(1, 2))
			good, bad, tried := 0, 0, 0
			for _, s := range subjects(t) {
				if !c.has(s.make()) {
					continue
				}
				tried++
				for range 60 {
					r := random(rnd, s.m, 0)
					b, err := c.appendModel(s.m, r)
					if err != nil && c.zeros {
						continue // NaN or an infinity
					}
					if err != nil {
						t.Fatalf("%s: %v", s.m.FullName(), err)
					}
					v := s.make()
					if err := c.read(v, b); err != nil {
						t.Fatalf("%s: %v\n%x", s.m.FullName(), err, b)
					}
					back, err := c.append(v, []byte("x"))
					if err != nil || !bytes.Equal(back[1:], b) {
						t.Fatalf("%s: %v\nwrote %x\nwant  %x", s.m.FullName(), err, back, b)
					}
					for range 20 {
						damaged := mutate(rnd, b)
						if rnd.IntN(4) > 0 {
							c.repair(damaged)
						}
						if same(t, c, s, damaged) {
							good++
						} else {
							bad++
						}
					}
				}
			}
			if tried < 20 || good < 1000 || bad < 1000 {
				t.Errorf("%d structs, %d damaged messages read, %d refused: too few of one", tried, good, bad)
			}
		})
	}
}

// same fails unless both codecs make the same of b. It reports whether they
// read it.
func same(t *testing.T, c codec, s subject, b []byte) bool {
	t.Helper()
	want, wantErr := c.readModel(s.m, b)
	v := s.make()
	err := c.read(v, b)
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("%s: generated: %v\nmodel: %v\n%x", s.m.FullName(), err, wantErr, b)
	}
	if err != nil {
		return false
	}
	p := renderer{zeros: c.zeros}
	got, model := p.message(s.m, record(s.m, reflect.ValueOf(v).Elem())), p.message(s.m, want)
	if c.zeros && s.m.Name == "Defaults" {
		return true // the model leaves it to others to fill in defaults
	}
	if got != model {
		t.Fatalf("%s: %x\ngenerated %s\nmodel     %s", s.m.FullName(), b, got, model)
	}
	return true
}
