package dyn

import (
	"testing"

	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// No bytes make a reader panic or take memory that they don't pay for; what ours
// reads it writes and reads again.
func FuzzRead(f *testing.F) {
	ms := []*schema.Message{kinds(f)}
	for seed := uint64(1); len(ms) < 12; seed++ {
		s, errs := schema.Link([]*schema.Package{drawn.Contract(seed, drawn.ShapeOf(prpc.Info()))}, []*schema.WireInfo{prpc.Info()})
		if !errs.HasErrors() {
			ms = append(ms, s.Packages[0].Messages...)
		}
	}
	for i, m := range ms {
		vs := drawn.NewValues(uint64(i))
		for n := range 4 {
			if b, err := Append(nil, m, vs.Message(m, n)); err == nil {
				f.Add(b, byte(i))
			}
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, which byte) {
		m := ms[int(which)%len(ms)]
		for _, p := range []Peer{Go(), Java(), Cpp()} {
			_, _ = p.Read(m, b)
		}
		r, err := Read(m, b)
		if err != nil {
			return
		}
		if err := schema.Valid(schema.Type{Kind: schema.KindMessage, Name: m.Name, Target: m}, r); err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		again, err := Append(nil, m, r)
		if err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		second, err := Read(m, again)
		if err != nil || !schema.Equal(plain(m, r), plain(m, second)) {
			t.Fatalf("%x\n%x: %v", b, again, err)
		}
	})
}

// No frame makes a peer panic.
func FuzzServe(f *testing.F) {
	s := recorded(f)
	for _, v := range vectors(f) {
		f.Add(unhex(f, v.RequestHex))
		f.Add(unhex(f, v.ResponseHex))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, p := range Peers() {
			if m, _, err := p.Serve(s, b); (m == nil) == (err == nil) {
				t.Fatal(m, err)
			}
			for _, m := range s.Packages[0].Services[0].Methods {
				_, _, _ = p.Receive(m, b)
			}
		}
	})
}

var sinkBytes []byte
var sinkRecord schema.Record

func benchValue(b *testing.B) (*schema.Message, schema.Record) {
	s := contract(b, file(3, "int32 id = 1; string name = 2; repeated int32 scores = 3; map<string, int32> by = 4; T t = 5; repeated T ts = 6;", "message T { int64 x = 1; double y = 2; string z = 3; }"))
	t := rec{1: int64(1 << 40), 2: 0.5, 3: "zzzz"}
	return message(b, s, "In"), rec{1: int64(77), 2: "a name", 3: list{int64(1), int64(300), int64(-1)}, 4: ent{{Key: "k", Value: int64(1)}}, 5: t, 6: list{t, t}}
}

func BenchmarkAppend(b *testing.B) {
	m, v := benchValue(b)
	b.ReportAllocs()
	for b.Loop() {
		sinkBytes, _ = Append(sinkBytes[:0], m, v)
	}
}

func BenchmarkRead(b *testing.B) {
	m, v := benchValue(b)
	bytes, err := Append(nil, m, v)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		sinkRecord, _ = Read(m, bytes)
	}
}
