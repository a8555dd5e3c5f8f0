package dyn

import (
	"testing"

	"github.com/rpcctl/rpcctl/schema"
)

func benchmark(b *testing.B) (*schema.Message, rec) {
	s := contract(b, `enum E { A = 0, B = 1 }
struct In { 1: required i32 x, 2: string y }
struct M { 1: bool b, 2: i32 n, 3: i64 g, 4: double d, 5: string s, 6: E e, 7: list<i32> l, 8: map<string, i32> m, 9: list<In> ins, 10: optional In in_ }`)
	return message(b, s, "M"), rec{1: true, 2: int64(5), 3: int64(1) << 40, 4: 1.5, 5: "text", 6: int64(1), 7: list{int64(1), int64(2), int64(3)},
		8: ent{{Key: "a", Value: int64(1)}, {Key: "b", Value: int64(2)}}, 9: list{rec{1: int64(1), 2: "y"}, rec{1: int64(2), 2: "z"}}, 10: rec{1: int64(1), 2: ""}}
}

func BenchmarkWrite(b *testing.B) {
	m, v := benchmark(b)
	for _, p := range protocols {
		b.Run(p.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Go(p).Write(m, v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	m, v := benchmark(b)
	for _, p := range protocols {
		bytes, err := Go(p).Write(m, v)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(p.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Rpcctl(p).Read(m, bytes); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
