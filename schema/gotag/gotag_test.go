package gotag

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
)

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"UserID": "user_id", "HTTPServer": "http_server", "Sha256Sum": "sha256_sum", "A": "a", "ID": "id", "already_snake": "already_snake",
		"X2Y": "x2_y", "Ipv4": "ipv4", "userID": "user_id", "Half_way": "half_way", "_x": "_x", "DNSNames2": "dns_names2",
	} {
		if got := Snake(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for _, c := range [][3]string{
		{"Color", "ColorRed", "RED"}, {"Color", "ColorDarkRed", "DARK_RED"}, {"Color", "Color_DARK_RED", "DARK_RED"}, {"Color", "Red", "RED"},
		{"Color", "Color", "COLOR"}, {"Color", "Colorful", "COLORFUL"}, {"Code", "Code404", "CODE404"}, {"Kind", "Kind_KIND_A", "KIND_A"},
	} {
		if got := ValueName(c[0], c[1]); got != c[2] {
			t.Errorf("%s of %s: %s, want %s", c[1], c[0], got, c[2])
		}
	}
}

func TestParse(t *testing.T) {
	f, problems := Parse(`rpc:"3,name=a,default='x, ''y''',was=b,was=c,max_len=5" json:"j,omitempty" other:"x"`)
	if len(problems) > 0 || f.Number != 3 || f.Name.Text != "a" || f.Default.Text != "x, 'y'" || len(f.Was) != 2 || f.JSON.Text != "j" || f.MaxLen.Text != "5" {
		t.Errorf("%+v %v", f, problems)
	}
	f, problems = Parse(`protobuf:"zigzag64,7,req,name=n,json=nJ,proto3,def=a,b" thrift:"t,7"`)
	if len(problems) > 0 || f.Number != 7 || f.Name.Text != "n" || f.JSON.Text != "nJ" || f.Default.Text != "a,b" || f.Presence != schema.Required || f.Source != "protobuf" {
		t.Errorf("%+v %v", f, problems)
	}
	if f, _ := Parse(`rpc:"-" protobuf:"varint,1"`); !f.Skip || f.Number != 0 {
		t.Errorf("%+v", f)
	}
	// A problem is at the word that it is about.
	tag := `json:"x" rpc:"4,nam=x"`
	if _, problems := Parse(tag); len(problems) != 1 || tag[problems[0].At.Start:problems[0].At.End] != "nam" {
		t.Errorf("%+v", problems)
	}
}

func TestLiteral(t *testing.T) {
	for _, c := range []struct {
		kind schema.Kind
		text string
		want schema.Value
	}{
		{schema.KindInt32, "+007", schema.Value{Kind: schema.NumberValue, Text: "7"}},
		{schema.KindInt32, "x", schema.Value{Kind: schema.StringValue, Text: "x"}},
		{schema.KindFloat64, "1e21", schema.Value{Kind: schema.NumberValue, Text: "1e21"}},
		{schema.KindFloat64, "0.50", schema.Value{Kind: schema.NumberValue, Text: "0.5"}},
		{schema.KindFloat64, "-inf", schema.Value{Kind: schema.StringValue, Text: "-inf"}},
		{schema.KindBool, "1", schema.Value{Kind: schema.BoolValue, Text: "true"}},
		{schema.KindEnum, "RED", schema.Value{Kind: schema.NameValue, Text: "RED"}},
		{schema.KindString, "1", schema.Value{Kind: schema.StringValue, Text: "1"}},
	} {
		if got := Literal(schema.Type{Kind: c.kind}, c.text); got.Kind != c.want.Kind || got.Text != c.want.Text {
			t.Errorf("%v %q: %+v, want %+v", c.kind, c.text, got, c.want)
		}
	}
}

// TestQuote: what Quote writes is read back.
func TestQuote(t *testing.T) {
	for _, s := range []string{"", "a", "a,b", "it's", "','", "''", "'", "a='b'", "=,=", " ", "x'"} {
		f, problems := Rpc("1,default=" + Quote(s) + ",was=w")
		if len(problems) > 0 || f.Default == nil || f.Default.Text != s || len(f.Was) != 1 {
			t.Errorf("%q as %s: %+v %v", s, Quote(s), f.Default, problems)
		}
	}
	if strings.Contains(Quote("plain"), "'") {
		t.Error("plain is quoted")
	}
}
