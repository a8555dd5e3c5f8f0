package schema

import (
	"fmt"
	"testing"
)

// wide returns a contract of n messages with five fields each.
func wide(n int) []*Package {
	p := &Package{Decl: Decl{Name: "big.v1"}, Language: "hcl"}
	s := &Service{Decl: Decl{Name: "S"}, ID: 1}
	p.Services = []*Service{s}
	for i := range n {
		m := &Message{Decl: Decl{Name: fmt.Sprint("Message", i)}}
		for j, k := range []Kind{KindInt32, KindString, KindBool, KindFloat64} {
			m.Fields = append(m.Fields, &Field{Decl: Decl{Name: fmt.Sprint("field_", j)}, Number: j + 1, Type: Type{Kind: k}, Presence: Plain})
		}
		ref := Type{Kind: KindRef, Name: fmt.Sprint("Message", (i+1)%n)}
		m.Fields = append(m.Fields, &Field{Decl: Decl{Name: "next"}, Number: 5, Type: Type{Kind: KindList, Elem: &ref}, Presence: Plain})
		p.Messages = append(p.Messages, m)
	}
	s.Methods = []*Method{{Decl: Decl{Name: "M"}, ID: 1,
		Params: []*Field{{Decl: Decl{Name: "a"}, Number: 1, Type: Type{Kind: KindRef, Name: "Message0"}, Presence: Plain}}}}
	return []*Package{p}
}

func BenchmarkLink(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		parts := wide(20000)
		b.StartTimer()
		if _, list := Link(parts, testWires()); len(list) > 0 {
			b.Fatal(list[0].Message)
		}
	}
}

func testWires() []*WireInfo {
	return []*WireInfo{{Name: "frame", Identity: ByPlace, MethodIDs: true, Blocks: map[string][]string{},
		MapKeys: []Kind{KindString, KindInt32}, RawStreams: true, TypedStreams: true, OptionalParam: true,
		Errors: true, Void: true, Oneway: true, MaxFixedPart: 65535}}
}
