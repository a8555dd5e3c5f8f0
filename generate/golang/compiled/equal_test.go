package compiled

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
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
		&everything.Defaults{}, &everything.Example{}, &everything.Tree{}, &everything.TooMany{}, &everything.Gone{},
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

// TestExample holds a block to the bytes of the documentation.
func TestExample(t *testing.T) {
	const want = "0000001d000d00000007000000030000000000000000026869" + "0000000400000005"
	m := &everything.Example{A: 7, S: "hi", One: &everything.Example_One_X{X: 5}}
	b, err := m.AppendBlock(nil)
	if err != nil || hex.EncodeToString(b) != want {
		t.Fatalf("%x %v", b, err)
	}
	var back everything.Example
	if err := back.ReadBlockView(b); err != nil || !reflect.DeepEqual(&back, m) {
		t.Errorf("%+v %v", back, err)
	}
	// A writer that knows less: the rest takes defaults. One that knows more: the
	// rest is skipped.
	var d everything.Defaults
	if err := d.ReadBlock([]byte{0, 0, 0, 4, 0, 2, 0, 9}); err != nil || d.Flag || d.Small != 9 || d.Big != 1<<64-1 || string(d.Data) != "hi" || d.Text != `a"b` {
		t.Errorf("a short fixed part: %+v %v", d, err)
	}
	var e everything.Empty
	if err := e.ReadBlock([]byte{0, 0, 0, 7, 0, 1, 9, 1, 2, 3, 4}); err != nil {
		t.Errorf("what a reader doesn't know: %v", err)
	}
	if err := d.ReadBlock([]byte{0, 0, 0, 5, 0, 3, 1, 9, 7}); !errors.Is(err, frame.ErrCut) || !strings.HasPrefix(err.Error(), "demo.everything.Defaults") {
		t.Errorf("a field that is cut: %v", err)
	}
}

// TestDeep holds writers and readers to the same depth.
func TestDeep(t *testing.T) {
	for _, depth := range []int{frame.MaxDepth, frame.MaxDepth + 1} {
		top := &everything.Tree{}
		for range depth - 1 {
			top = &everything.Tree{Next: top}
		}
		for name, c := range map[string]codec{"block": block, "packed": packed} {
			b, err := c.append(top, nil)
			if (err == nil) != (depth == frame.MaxDepth) || err != nil && !errors.Is(err, frame.ErrDeep) {
				t.Errorf("%s %d: %v", name, depth, err)
			}
			if err == nil && c.read(&everything.Tree{}, b) != nil {
				t.Errorf("%s %d: not read back", name, depth)
			}
		}
	}
}

// TestUnwritable holds writers to refusing what readers would.
func TestUnwritable(t *testing.T) {
	for name, m := range map[string]any{
		"Scalars.text: " + frame.ErrText.Error():                                   &everything.Scalars{Text: "\xff"},
		"Scalars.level: " + frame.ErrEnum.Error():                                  &everything.Scalars{Level: 9},
		"Sets.numbers: " + frame.ErrTwice.Error():                                  &everything.Sets{Numbers: []int32{2, 1, 2}},
		"Sets.texts: " + frame.ErrTwice.Error():                                    &everything.Sets{Texts: []string{"a", "a"}},
		"Lists.deep: " + frame.ErrText.Error():                                     &everything.Lists{Deep: [][][]string{{{"\x80"}}}},
		"Maps.by_text: " + frame.ErrText.Error():                                   &everything.Maps{ByText: map[string]string{"\xc0": ""}},
		"Choice.text: " + frame.ErrText.Error():                                    &everything.Choice{Body: &everything.Choice_Body_Text{Text: "\xff"}},
		"Fixed.levels: " + frame.ErrEnum.Error():                                   &everything.Fixed{Levels: [2]everything.Level{1, 7}},
		"Outer.inners: demo.everything.Outer.Inner.type: " + frame.ErrText.Error(): &everything.Outer{Inners: []*everything.Outer_Inner{nil, {Type: "\xff"}}},
	} {
		for _, c := range []codec{block, packed} {
			if b, err := c.append(m, nil); err == nil || err.Error() != "demo.everything."+name {
				t.Errorf("%s: %x %v", name, b, err)
			}
		}
	}
	if b, err := new(everything.Choice).AppendBlock(nil); err != nil || len(b) == 0 {
		t.Error(err)
	}
	typedNil := &everything.Choice{Body: (*everything.Choice_Body_Text)(nil)}
	for _, c := range []codec{block, packed, jsonText} {
		if _, err := c.append(typedNil, nil); err != nil {
			t.Errorf("a oneof with a nil pointer in it: %v", err)
		}
	}
}

func fuzz(f *testing.F, c codec) {
	all := subjects(f)
	rnd := rand.New(rand.NewPCG(7, 8))
	for i, s := range all {
		if c.has(s.make()) {
			if b, err := c.appendModel(s.m, random(rnd, s.m, 0)); err == nil {
				f.Add(uint8(i), b)
			}
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, b []byte) {
		s := all[int(n)%len(all)]
		if !c.has(s.make()) || c.zeros && !json.Valid(b) && c.read(s.make(), b) == nil {
			if c.has(s.make()) {
				t.Fatal("what is no JSON was read")
			}
			return
		}
		if c.zeros { // keys in another case are taken by generated code alone
			v := s.make()
			if c.read(v, b) != nil {
				return
			}
			out, err := c.append(v, nil)
			if err == nil && c.read(s.make(), out) != nil {
				t.Fatalf("not read back: %s", out)
			}
			return
		}
		same(t, c, s, b)
	})
}

func FuzzBlock(f *testing.F)  { fuzz(f, block) }
func FuzzPacked(f *testing.F) { fuzz(f, packed) }
func FuzzJSON(f *testing.F)   { fuzz(f, jsonText) }
