package hclidl

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

func TestFormat(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"aligned", "package \"a\" {\nversion=\"1\"\nwires=[frame,rpch] # x\n}\n\n\n", "package \"a\" {\n  version = \"1\"\n  wires   = [frame, rpch] # x\n}\n"},
		{"empty", "", ""},
		{"only comments", "# a\n\n/* b */", "# a\n\n/* b */\n"},
		{"fields with names of the element",
			"message \"M\" {\n  a = field(1, string)\n  # about doc\n  doc = field(2, string) # here\n  reserved = field(3, list(\n    string))\n\n  stored = true\n  was = field(4, bool)\n}\n",
			"message \"M\" {\n  a = field(1, string)\n  fields {\n    # about doc\n    doc = field(2, string) # here\n    reserved = field(3, list(\n    string))\n  }\n\n  stored = true\n  fields {\n    was = field(4, bool)\n  }\n}\n"},
		{"values with names of the element", "enum \"E\" {\n  A = 0\n  closed = 1\n}\n", "enum \"E\" {\n  A = 0\n  values {\n    closed = 1\n  }\n}\n"},
		{"in a oneof", "message \"M\" {\n  oneof \"o\" {\n    doc = field(1, string)\n  }\n}\n", "message \"M\" {\n  oneof \"o\" {\n    fields {\n      doc = field(1, string)\n    }\n  }\n}\n"},
		{"not at the top of a file", "doc = field(1, string)\n", "doc = field(1, string)\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, list := Format(diag.NewFile("a.rpc.hcl", []byte(c.in)))
			if list != nil || string(got) != c.want {
				t.Errorf("got %v\n%s\nwant\n%s", list, got, c.want)
			}
			again, _ := Format(diag.NewFile("a.rpc.hcl", got))
			if string(again) != string(got) {
				t.Errorf("again:\n%s", again)
			}
		})
	}
	got, list := Format(diag.NewFile("a.rpc.hcl", []byte("message \"M\" {\na=1")))
	if string(got) != "message \"M\" {\na=1" || !list.HasErrors() {
		t.Errorf("a broken file: %q %v", got, list)
	}
	got, list = Format(diag.NewFile("a.rpc.hcl.json", []byte(`{"b":1,"a":{"x":[1.50,"\u0020"]}, "b":2}`)))
	want := "{\n  \"b\": 1,\n  \"a\": {\n    \"x\": [\n      1.50,\n      \"\\u0020\"\n    ]\n  },\n  \"b\": 2\n}\n"
	if string(got) != want || list != nil {
		t.Errorf("json: %s %v", got, list)
	}
}

// What other languages have and this one can't say is a loss with its place;
// what they mean without saying it is said.
func TestWriteLosses(t *testing.T) {
	at := func(line int) diag.Span {
		return diag.At("a.gfj", diag.Pos{Line: line, Column: 1}, diag.Pos{Line: line, Column: 2})
	}
	other := &schema.Package{Decl: schema.Decl{Name: "other"}, Messages: []*schema.Message{{Decl: schema.Decl{Name: "Far"}}}}
	p := &schema.Package{
		Decl: schema.Decl{Name: "a"}, Language: "gfj",
		Imports: []*schema.Import{{Local: "o", Source: "o.gfj", Package: "other"}},
		Services: []*schema.Service{{Decl: schema.Decl{Name: "S"}, Methods: []*schema.Method{{
			Decl: schema.Decl{Name: "M", Span: at(3)},
			Returns: &schema.Field{Decl: schema.Decl{Doc: "lost"}, Number: 1, Presence: schema.Plain,
				Type: schema.Type{Kind: schema.KindRef, Name: "o.Far"}},
		}}}},
		Messages: []*schema.Message{{Decl: schema.Decl{Name: "Near", Span: at(5), Options: []schema.Option{
			{Name: "x", Value: schema.Value{Kind: schema.ObjectValue, Fields: []schema.ValueField{
				{Name: "k", Value: schema.Value{Kind: schema.NumberValue, Text: "1"}}, {Name: "k", Value: schema.Value{Kind: schema.NumberValue, Text: "2"}},
			}}},
		}}}},
	}
	if _, list := schema.Link([]*schema.Package{p, other}, nil); list.HasErrors() {
		t.Fatal(list)
	}
	text, losses := Write(p)
	for _, want := range []string{"wires = [rpch]", "returns = o.Far", "value = { k = 1 }"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if len(losses) != 2 || losses[0].Span.Start().Line != 3 || losses[1].Span.Start().Line != 5 || losses.Max() != diag.Warning {
		t.Errorf("losses: %+v", losses)
	}
	p.Imports = nil
	if text, losses = Write(p); len(losses) != 3 || !strings.Contains(losses[0].Message+losses[1].Message, "which no import brings") {
		t.Errorf("without the import: %v\n%s", losses, text)
	}
}
