package dyn

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rpcctl/rpcctl/schema"
)

// Whole records come back as they were, and the second reader agrees.
func TestBlockKeepsValues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := drawContract(rt)
		s := c.link(t)
		m := message(t, s, "M0")
		if n := len(c.Messages); n > 1 {
			m = message(t, s, sortedKeys(c.Messages)[n-1])
		}
		v := drawRecord(rt, m, 3, true)
		b, err := AppendBlock([]byte("before"), m, v)
		if err != nil {
			rt.Fatalf("write: %v", err)
		}
		if b = b[len("before"):]; b == nil {
			rt.Fatal("nothing written")
		}
		got, err := ReadBlock(m, b)
		text, err2 := oracle{c}.top(m.Name, b)
		if err != nil || err2 != nil || jsonOf(got) != jsonOf(v) || text != jsonOf(v) {
			rt.Fatalf("%x\nread   %s (%v)\nsecond %s (%v)\nwant   %s", b, jsonOf(got), err, text, err2, jsonOf(v))
		}
	})
}

func TestPackedKeepsValues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := drawContract(rt).link(t)
		m := message(t, s, "M0")
		v := drawRecord(rt, m, 3, true)
		b, err := AppendPacked(nil, m, v)
		if err != nil {
			rt.Fatalf("write: %v", err)
		}
		got, err := ReadPacked(m, b)
		if err != nil {
			rt.Fatalf("%x: %v", b, err)
		}
		// Keys of strings are sorted with their length before them in packed, without in block.
		if again, err := AppendBlock(nil, m, got); err != nil || !bytes.Equal(again, mustBlock(t, m, v)) {
			rt.Fatalf("read %s (%v), want %s", jsonOf(got), err, jsonOf(v))
		}
	})
}

func mustBlock(t testing.TB, m *schema.Message, v schema.Record) []byte {
	t.Helper()
	b, err := AppendBlock(nil, m, v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What was left out is there as a zero after one round, and stays so.
func TestAbsentIsZero(t *testing.T) {
	for _, codec := range []struct {
		name  string
		write func([]byte, *schema.Message, schema.Record) ([]byte, error)
		read  func(*schema.Message, []byte) (schema.Record, error)
	}{{"block", AppendBlock, ReadBlock}, {"packed", AppendPacked, ReadPacked}} {
		t.Run(codec.name, rapid.MakeCheck(func(rt *rapid.T) {
			s := drawContract(rt).link(t)
			m := message(t, s, "M0")
			v := drawRecord(rt, m, 3, false)
			b, err := codec.write(nil, m, v)
			if err != nil {
				rt.Fatal(err)
			}
			once, err := codec.read(m, b)
			if err != nil {
				rt.Fatalf("%x: %v", b, err)
			}
			for _, f := range m.Fields {
				_, there := once[f.Number]
				if always := f.Presence == schema.Plain && f.InOneOf() == nil && f.Retired == ""; always && !there {
					rt.Fatalf("%s is not there: %s", f.Name, jsonOf(once))
				}
				if _, set := v[f.Number]; f.Retired == "" && set && !there {
					rt.Fatalf("%s was lost: %s", f.Name, jsonOf(once))
				}
			}
		}))
	}
}

func TestNesting(t *testing.T) {
	s := rich.link(t)
	tree := message(t, s, "Tree")
	nested := func(n int) rec {
		v := rec{1: "leaf", 3: list{}}
		for range n - 1 {
			v = rec{1: "", 2: v, 3: list{}}
		}
		return v
	}
	b := mustBlock(t, tree, nested(100))
	if v, err := ReadBlock(tree, b); err != nil || jsonOf(v) != jsonOf(nested(100)) {
		t.Errorf("100 deep: %v", err)
	}
	packed, err := AppendPacked(nil, tree, nested(100))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := ReadPacked(tree, packed); err != nil || jsonOf(v) != jsonOf(nested(100)) {
		t.Errorf("100 deep, packed: %v", err)
	}
	if _, err := AppendBlock(nil, tree, nested(101)); err == nil {
		t.Error("101 deep was written")
	}
	if _, err := AppendPacked(nil, tree, nested(101)); err == nil {
		t.Error("101 deep was written packed")
	}
	// One more around it, by hand: name, left, rest.
	inner := b[4:]
	outer := binary.BigEndian.AppendUint32([]byte{0, 0, 0, 0, 0, 0}, uint32(len(inner)))
	outer = append(append(outer, inner...), 0, 0, 0, 4, 0, 0, 0, 0)
	outer = append(binary.BigEndian.AppendUint32(nil, uint32(len(outer))), outer...)
	if _, err := ReadBlock(tree, outer); err == nil || !strings.Contains(err.Error(), "nested") {
		t.Errorf("101 deep: %v", err)
	}
	if _, err := (oracle{rich}).top("Tree", outer); err == nil {
		t.Error("101 deep: the second reader took it")
	}
	outer = append(append([]byte{0, 0, 0, 0, 1}, packed...), 0, 0, 0, 0)
	if _, err := ReadPacked(tree, outer); err == nil || !strings.Contains(err.Error(), "nested") {
		t.Errorf("101 deep, packed: %v", err)
	}
}

func TestWritersRefuse(t *testing.T) {
	s := rich.link(t)
	for _, c := range []struct {
		message string
		value   rec
		path    string
	}{
		{"Small", rec{9: int64(1)}, "Small"},
		{"Small", rec{1: "x"}, "Small.a"},
		{"Small", rec{1: uint64(1)}, "Small.a"},
		{"Small", rec{2: []byte("x")}, "Small.s"},
		{"Small", rec{1: int64(1) << 31}, "Small.a"},
		{"Small", rec{2: "\xff"}, "Small.s"},
		{"Scalars", rec{2: int64(128)}, "Scalars.i8"},
		{"Scalars", rec{6: uint64(256)}, "Scalars.u8"},
		{"Scalars", rec{9: int64(1)}, "Scalars.u64"},
		{"Scalars", rec{10: 0.1}, "Scalars.f32"},
		{"Scalars", rec{10: math.MaxFloat64}, "Scalars.f32"},
		{"Scalars", rec{11: int64(1)}, "Scalars.f64"},
		{"Scalars", rec{1: int64(1)}, "Scalars.b"},
		{"Scalars", rec{13: "x"}, "Scalars.d"},
		{"Scalars", rec{14: int64(1) << 31}, "Scalars.e"},
		{"Scalars", rec{14: "RED"}, "Scalars.e"},
		{"Scalars", rec{15: int64(2)}, "Scalars.k"},
		{"Lists", rec{5: list{uint64(1)}}, "Lists.f"},
		{"Lists", rec{5: "x"}, "Lists.f"},
		{"Lists", rec{6: list{"x"}}, "Lists.t"},
		{"Lists", rec{7: list{list{true, true}, list{true, int64(1)}}}, "Lists.n[1][1]"},
		{"Lists", rec{3: list{rec{}, rec{7: true}}}, "Lists.p[1]"},
		{"Lists", rec{3: list{int64(1)}}, "Lists.p[0]"},
		{"Lists", rec{1: ent{}}, "Lists.i"},
		{"Sets", rec{1: list{int64(1), int64(1)}}, "Sets.i[1]"},
		{"Sets", rec{2: list{"a", "b", "a"}}, "Sets.s[2]"},
		{"Sets", rec{2: list{"a", true}}, "Sets.s[1]"},
		{"Sets", rec{2: ent{}}, "Sets.s"},
		{"Maps", rec{2: ent{{Key: "a", Value: int64(1)}, {Key: "a", Value: int64(1)}}}, "Maps.b[1]"},
		{"Maps", rec{2: list{}}, "Maps.b"},
		{"Maps", rec{2: ent{{Key: true, Value: int64(1)}}}, "Maps.b[0]"},
		{"Maps", rec{4: ent{{Key: int64(1), Value: list{true}}}}, "Maps.d[0][0]"},
		{"Choice", rec{2: true, 4: ent{}}, "Choice.m"},
		{"Holder", rec{1: rec{2: true}}, "Holder.small.s"},
		{"Tree", rec{2: rec{2: rec{1: "\xff"}}}, "Tree.left.left.name"},
	} {
		m := message(t, s, c.message)
		for name, write := range map[string]func([]byte, *schema.Message, schema.Record) ([]byte, error){"block": AppendBlock, "packed": AppendPacked} {
			_, err := write(nil, m, c.value)
			var e *Error
			if !errors.As(err, &e) || e.Path != c.path || e.Offset != -1 {
				t.Errorf("%s %v: %v, want the path %s", name, c.value, err, c.path)
			}
		}
	}
}

// Contracts that Link refuses, or that ask for more than fits, are refused and
// don't take the memory first.
func TestHostileContracts(t *testing.T) {
	huge := "list(list(list(list(int64, 65535), 65535), 65535), 65535)"
	strings := "list(list(list(list(string, 65535), 65535), 65535), 65535)"
	for _, typ := range []string{huge, strings} {
		m := contract{Messages: map[string][]fieldText{"M": {{Number: 1, Name: "f", Type: typ}}}}
		s, _ := schema.Link([]*schema.Package{packageOf(m)}, nil)
		msg := message(t, s, "M")
		if b, err := AppendPacked(nil, msg, rec{}); err == nil {
			t.Errorf("%s: %d bytes packed", typ, len(b))
		}
		if _, err := ReadPacked(msg, make([]byte, 100)); err == nil {
			t.Errorf("%s was read packed", typ)
		}
		if b, err := AppendBlock(nil, msg, rec{}); err == nil {
			t.Errorf("%s: %d bytes", typ, len(b))
		}
		if v, err := ReadBlock(msg, []byte{0, 0, 0, 7, 0, 1, 0, 0, 0, 0, 1}); err == nil {
			t.Errorf("%s was read: %v", typ, v)
		}
	}
	unknown := &schema.Message{Decl: schema.Decl{Name: "M"}, Fields: []*schema.Field{field(1, "f", "Nowhere")}}
	s, _ := schema.Link([]*schema.Package{{Decl: schema.Decl{Name: "v"}, Messages: []*schema.Message{unknown}}}, nil)
	m := message(t, s, "M")
	if _, err := AppendBlock(nil, m, rec{1: int64(1)}); err == nil {
		t.Error("an unknown type was written")
	}
	if _, err := ReadBlock(m, []byte{0, 0, 0, 7, 0, 0, 0, 0, 0, 1, 7}); err == nil {
		t.Error("an unknown type was read")
	}
	if _, err := AppendPacked(nil, m, rec{}); err == nil {
		t.Error("an unknown type was written packed")
	}
	if _, err := ReadPacked(m, nil); err == nil {
		t.Error("an unknown type was read packed")
	}
}

func FuzzReadBlock(f *testing.F) {
	s := rich.link(f)
	names := sortedKeys(rich.Messages)
	for i, name := range names {
		for _, w := range written {
			if w.message == name {
				f.Add(byte(i), mustBlock(f, message(f, s, name), w.value))
			}
		}
	}
	f.Fuzz(func(t *testing.T, which byte, b []byte) {
		name := names[int(which)%len(names)]
		m := message(t, s, name)
		v, err := ReadBlock(m, b)
		text, err2 := oracle{rich}.top(name, b)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%v; the second reader: %v", err, err2)
		}
		if err != nil {
			return
		}
		if jsonOf(v) != text {
			t.Fatalf("read %s, the second reader %s", jsonOf(v), text)
		}
		if again, err := ReadBlock(m, mustBlock(t, m, v)); err != nil || len(again) < len(v) {
			t.Fatalf("wrote and read %s: %v", jsonOf(again), err)
		}
	})
}

func FuzzReadPacked(f *testing.F) {
	s := rich.link(f)
	names := sortedKeys(rich.Messages)
	for i, name := range names {
		for _, w := range written {
			if w.message == name {
				b, err := AppendPacked(nil, message(f, s, name), w.value)
				if err != nil {
					f.Fatal(err)
				}
				f.Add(byte(i), b)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which byte, b []byte) {
		m := message(t, s, names[int(which)%len(names)])
		v, err := ReadPacked(m, b)
		if err != nil {
			return
		}
		again, err := AppendPacked(nil, m, v)
		if err != nil || len(again) > len(b) { // retired fields shrink to zeros, nothing grows
			t.Fatalf("%x was read, and %x written (%v)", b, again, err)
		}
	})
}
