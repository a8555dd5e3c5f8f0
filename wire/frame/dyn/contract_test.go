package dyn

import (
	"strconv"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
)

// contract is what testdata/block_vectors.json says of the messages in it: enough
// to read them, for a reader in any language.
type contract struct {
	Enums    map[string]enumText    `json:"enums"`
	Messages map[string][]fieldText `json:"messages"`
}

type enumText struct {
	Closed  bool    `json:"closed"`
	Numbers []int64 `json:"numbers"`
}

type fieldText struct {
	Number  int    `json:"number"`
	Name    string `json:"name"`
	Type    string `json:"type"`
	OneOf   string `json:"oneof,omitempty"`
	Retired bool   `json:"retired,omitempty"`
}

// fields reads "1 a int32; 2 b string | body; 3 c bytes !": number, name and type,
// then a oneof after |, or ! for a retired field.
func fields(text string) []fieldText {
	var all []fieldText
	for _, line := range strings.Split(text, ";") {
		line, oneof, _ := strings.Cut(line, "|")
		line, retired := strings.CutSuffix(strings.TrimSpace(line), "!")
		if words := strings.SplitN(strings.TrimSpace(line), " ", 3); len(words) == 3 {
			n, err := strconv.Atoi(words[0])
			if err != nil {
				panic(err)
			}
			oneof, gone := strings.CutSuffix(strings.TrimSpace(oneof), "!")
			all = append(all, fieldText{n, words[1], strings.TrimSpace(words[2]), strings.TrimSpace(oneof), retired || gone})
		}
	}
	return all
}

var rich = contract{
	Enums: map[string]enumText{
		"Color":  {Numbers: []int64{0, 1, 2}},
		"Closed": {Closed: true, Numbers: []int64{1, 5, -3}},
	},
	Messages: map[string][]fieldText{
		"Page":    fields("1 a int32; 2 s string; 3 x int32 | c; 4 t string | c; 6 o optional(int32)"),
		"Empty":   fields(""),
		"Point":   fields("2 y int32; 1 x int32"),
		"Scalars": fields("5 i64 int64; 1 b bool; 2 i8 int8; 3 i16 int16; 4 i32 int32; 6 u8 uint8; 7 u16 uint16; 8 u32 uint32; 9 u64 uint64; 10 f32 float32; 11 f64 float64; 12 s string; 13 d bytes; 14 e Color; 15 k Closed"),
		"Opt":     fields("1 i optional(int32); 2 s optional(string); 3 b optional(bool); 4 p optional(Point); 5 l optional(list(int16)); 6 e optional(Color); 7 d optional(bytes); 8 f optional(list(uint8, 2)); 9 m optional(map(string, string))"),
		"Lists":   fields("1 i list(int32); 2 s list(string); 3 p list(Point); 4 l list(list(int8)); 5 f list(uint16, 3); 6 t list(string, 2); 7 n list(list(bool, 2), 2); 8 m list(map(uint8, bool)); 9 e list(Color); 10 g list(list(uint8, 2)); 11 z list(Empty)"),
		"Sets":    fields("1 i set(int32); 2 s set(string); 3 b set(bool); 4 e set(Color); 5 d set(bytes); 6 l set(list(int8, 2))"),
		"Maps":    fields("1 a map(int32, string); 2 b map(string, int64); 3 c map(bool, Point); 4 d map(int8, list(int32)); 5 e map(uint64, float64); 6 f map(string, map(string, string)); 7 g map(uint16, list(int32, 2))"),
		"Choice":  fields("7 after string; 2 b bool | c; 1 before uint8; 3 l list(int32) | c; 4 m map(string, int8) | c; 5 p Point | c; 6 e Closed | c; 8 f list(uint16, 2) | c; 9 d bytes | c; 10 z Empty | c; 11 old string | c !"),
		"Retired": fields("1 a int32 !; 2 b optional(int32) !; 3 c string !; 4 d Point !; 5 e map(string, int32) !; 6 f list(string) !; 7 g list(int32) !; 8 h optional(string) !; 9 i set(bool) !; 10 j bytes !; 11 kept int32; 12 l list(string, 2) !"),
		"Before":  fields("1 a int32; 2 b optional(int32); 3 c string; 4 d Point; 5 e map(string, int32); 6 f list(string); 7 g list(int32); 8 h optional(string); 9 i set(bool); 10 j bytes; 11 kept int32; 12 l list(string, 2)"),
		"Tree":    fields("1 name string; 2 left optional(Tree); 3 rest list(Tree)"),
		"Small":   fields("1 a int32; 2 s string"),
		"Big":     fields("1 a int32; 2 s string; 3 b int64; 4 t string; 5 o optional(uint16); 6 x bool | c; 7 y string | c; 8 p Point; 9 l list(int32)"),
		"Holder":  fields("1 small Small; 2 after int32"),
	},
}

// link builds the schema of c.
func (c contract) link(t testing.TB) *schema.Schema {
	t.Helper()
	return linkPackage(t, packageOf(c))
}

func packageOf(c contract) *schema.Package {
	p := &schema.Package{Decl: schema.Decl{Name: "v"}}
	for _, name := range sortedKeys(c.Enums) {
		e := &schema.Enum{Decl: schema.Decl{Name: name}, Closed: c.Enums[name].Closed}
		for i, n := range c.Enums[name].Numbers {
			e.Values = append(e.Values, &schema.EnumValue{Decl: schema.Decl{Name: name + "_" + strconv.Itoa(i)}, Number: n})
		}
		p.Enums = append(p.Enums, e)
	}
	for _, name := range sortedKeys(c.Messages) {
		m := &schema.Message{Decl: schema.Decl{Name: name}}
		for _, f := range c.Messages[name] {
			sf := field(f.Number, f.Name, f.Type)
			sf.OneOf = f.OneOf
			if f.Retired {
				sf.Retired = "gone"
			}
			if f.OneOf != "" && (len(m.OneOfs) == 0 || m.OneOfs[0].Name != f.OneOf) {
				m.OneOfs = append(m.OneOfs, &schema.OneOf{Decl: schema.Decl{Name: f.OneOf}})
			}
			m.Fields = append(m.Fields, sf)
		}
		p.Messages = append(p.Messages, m)
	}
	return p
}

func linkPackage(t testing.TB, p *schema.Package) *schema.Schema {
	t.Helper()
	s, list := schema.Link([]*schema.Package{p}, nil)
	for _, d := range list {
		t.Errorf("link: %s", d.Message)
	}
	if t.Failed() {
		t.FailNow()
	}
	return s
}

// field makes a field of a type as the contract language writes it.
func field(number int, name, text string) *schema.Field {
	f := &schema.Field{Decl: schema.Decl{Name: name}, Number: number, Presence: schema.Plain}
	if inner, ok := call(text, "optional"); ok {
		f.Presence, text = schema.Optional, inner
	}
	f.Type = typeOf(text)
	return f
}

func call(text, word string) (inner string, ok bool) {
	if inner, ok = strings.CutPrefix(text, word+"("); ok {
		return inner[:len(inner)-1], true
	}
	return text, false
}

func typeOf(text string) schema.Type {
	if k, ok := schema.ScalarKind(text); ok {
		return schema.Type{Kind: k}
	}
	for k, word := range map[schema.Kind]string{schema.KindList: "list", schema.KindSet: "set", schema.KindMap: "map", schema.KindStream: "stream"} {
		inner, ok := call(text, word)
		if !ok {
			continue
		}
		if k == schema.KindMap {
			key, elem, _ := strings.Cut(inner, ", ")
			kt, et := typeOf(key), typeOf(elem)
			return schema.Type{Kind: k, Key: &kt, Elem: &et}
		}
		t := schema.Type{Kind: k}
		if i := strings.LastIndex(inner, ", "); i > strings.LastIndexByte(inner, ')') {
			t.Len, _ = strconv.Atoi(inner[i+2:])
			inner = inner[:i]
		}
		et := typeOf(inner)
		t.Elem = &et
		return t
	}
	for _, k := range []schema.Kind{schema.KindRawIn, schema.KindRawOut, schema.KindRawStream} {
		if text == k.String() {
			return schema.Type{Kind: k}
		}
	}
	return schema.Type{Kind: schema.KindRef, Name: text}
}

func message(t testing.TB, s *schema.Schema, name string) *schema.Message {
	t.Helper()
	m, ok := s.Lookup("v." + name).(*schema.Message)
	if !ok {
		t.Fatalf("no message %s", name)
	}
	return m
}
