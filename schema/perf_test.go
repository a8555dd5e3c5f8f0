package schema

import (
	"fmt"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
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

// testWires are wires with every limit that Link knows of.
func testWires() []*WireInfo {
	keys := []Kind{KindBool, KindString, KindInt8, KindUint8, KindInt32, KindInt64, KindUint32, KindUint64}
	none := func(why string, kinds ...Kind) map[Kind]Carry {
		m := map[Kind]Carry{}
		for _, k := range kinds {
			m[k] = Carry{Why: why}
		}
		return m
	}
	streams := []Kind{KindStream, KindRawIn, KindRawOut, KindRawStream}
	nested := none("protobuf repeats fields alone", KindList, KindSet, KindMap)
	narrow := "protobuf has no narrower integer"
	return []*WireInfo{
		{Name: "frame", Identity: ByPlace, MethodIDs: true, Blocks: map[string][]string{}, MapKeys: keys, RawStreams: true,
			TypedStreams: true, OptionalParam: true, Errors: true, Void: true, Oneway: true, MaxFixedPart: 65535},
		{Name: "frame-v1", Identity: ByPlace, MethodIDs: true, Blocks: map[string][]string{}, MapKeys: keys, OptionalParam: true,
			Param: none("version 1 frames have no streams", streams...)},
		{Name: "rpch", Identity: ByName, TypeNames: true, MapKeys: keys,
			Blocks:     map[string][]string{"service": {"service"}, "method": {"method"}, "message": {"name"}},
			Param:      none("an argument is a number, a string, a message or a raw stream", KindBool, KindList, KindStream, KindEnum),
			RawStreams: true, OneStream: true, Errors: true, Void: true, Oneway: true},
		{Name: "prpc", Identity: ByNumber, Blocks: map[string][]string{"method": {"request"}},
			Field: map[Kind]Carry{KindInt8: {KindInt32, narrow}, KindUint16: {KindUint32, narrow}, KindSet: {KindList, "protobuf has no sets"}},
			Elem:  nested, Member: nested, Param: none("PRPC has no streams", streams...),
			MapKeys:     []Kind{KindBool, KindString, KindInt32, KindInt64, KindUint32, KindUint64},
			KeptNumbers: []NumberRange{{From: 19000, To: 19999}}, OptionalParam: true, Void: true, OneMessage: true},
		{Name: "thrift", Identity: ByNumber, MapKeys: keys, Blocks: map[string][]string{"service": {"service"}},
			OptionalParam: true, Errors: true, Void: true, Oneway: true, MaxNumber: 32767},
		{Name: "mute", Identity: ByNumber},
	}
}

func BenchmarkEncode(b *testing.B) {
	s, _ := Link(wide(20000), testWires())
	for b.Loop() {
		encode(b, s, EncodeOptions{})
	}
}

func BenchmarkDecode(b *testing.B) {
	s, _ := Link(wide(20000), testWires())
	f := diag.NewFile("f", encode(b, s, EncodeOptions{}))
	b.ReportAllocs()
	for b.Loop() {
		if _, list := Decode(f); len(list) > 0 {
			b.Fatal(list[0].Message, len(f.Text))
		}
	}
}
