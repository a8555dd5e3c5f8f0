package schema

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/golden"
)

// everything holds something in each member of the model.
func everything(t testing.TB) []*Package {
	t.Helper()
	text, err := os.ReadFile("testdata/everything.rpc.json")
	if err != nil {
		t.Fatal(err)
	}
	parts, list := Decode(diag.NewFile("testdata/everything.rpc.json", text))
	if len(list) > 0 {
		t.Fatal(list)
	}
	return parts
}

func linked(t testing.TB, parts []*Package) *Schema {
	t.Helper()
	s, list := Link(parts, testWires())
	if list.HasErrors() {
		t.Fatal(problems(list))
	}
	return s
}

func encode(t testing.TB, s *Schema, o EncodeOptions) []byte {
	t.Helper()
	text, err := Encode(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEncode(t *testing.T) {
	s := linked(t, everything(t))
	golden.Equal(t, "testdata/everything.rpc.json", encode(t, s, EncodeOptions{}))
	golden.Equal(t, "testdata/everything.neutral.json", encode(t, s, EncodeOptions{Neutral: true}))
	golden.Equal(t, "testdata/everything.positions.json", encode(t, s, EncodeOptions{Positions: true}))
	one, err := EncodePackage(s.Packages[0], EncodeOptions{})
	if err != nil || !bytes.Contains(one, []byte(`"name": "demo.common"`)) || bytes.Contains(one, []byte(`"name": "demo.math"`)) {
		t.Errorf("%s (%v)", one, err)
	}
	empty, err := Encode(&Schema{}, EncodeOptions{})
	if err != nil || string(empty) != "{\"version\": 1, \"packages\": []}\n" {
		t.Errorf("%s (%v)", empty, err)
	}
}

// TestDecode: what was written with positions is read back as the same model,
// places of elements included.
func TestDecode(t *testing.T) {
	s := linked(t, everything(t))
	again, list := Decode(diag.NewFile("other", encode(t, s, EncodeOptions{Positions: true})))
	if len(list) > 0 {
		t.Fatal(problems(list))
	}
	same := linked(t, again)
	opts := cmp.Options{
		cmpopts.IgnoreUnexported(Decl{}, Schema{}, Method{}, Message{}, Field{}, OneOf{}, Error{}, Service{}, Enum{}, EnumValue{}, Const{}, Package{}),
		cmpopts.IgnoreFields(Service{}, "Parent", "Super", "IDSpan"), cmpopts.IgnoreFields(Method{}, "Parent", "IDSpan", "TimeoutSpan"), cmpopts.IgnoreFields(Message{}, "Parent"),
		cmpopts.IgnoreFields(Field{}, "Parent", "NumberSpan"), cmpopts.IgnoreFields(OneOf{}, "Parent"), cmpopts.IgnoreFields(Enum{}, "Parent"),
		cmpopts.IgnoreFields(EnumValue{}, "Parent", "NumberSpan"), cmpopts.IgnoreFields(Const{}, "Parent"), cmpopts.IgnoreFields(Type{}, "Target", "Span"),
		cmpopts.IgnoreFields(ErrorRef{}, "Target", "Span"), cmpopts.IgnoreFields(Error{}, "CodeSpan"), cmpopts.IgnoreFields(Ident{}, "Span"),
		cmpopts.IgnoreFields(Value{}, "Span"), cmpopts.IgnoreFields(Option{}, "Span"), cmpopts.IgnoreFields(Import{}, "Span"),
		cmpopts.IgnoreFields(WireAttr{}, "Span"), cmpopts.IgnoreFields(NumberRange{}, "Span"),
	}
	if d := cmp.Diff(s, same, opts); d != "" {
		t.Error(d)
	}
	if a, b := encode(t, s, EncodeOptions{Positions: true}), encode(t, same, EncodeOptions{Positions: true}); !bytes.Equal(a, b) {
		t.Error("the second text differs from the first")
	}
}

// TestFormatIsWhole: no member of the format is left out of the test contract,
// so that none can be forgotten on either way.
func TestFormatIsWhole(t *testing.T) {
	text := encode(t, linked(t, everything(t)), EncodeOptions{Positions: true})
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(r reflect.Type) {
		switch r.Kind() {
		case reflect.Slice, reflect.Pointer, reflect.Map:
			walk(r.Elem())
		case reflect.Struct:
			if seen[r] || r == reflect.TypeFor[jsonPlace]() {
				return
			}
			seen[r] = true
			for i := range r.NumField() {
				name, _, _ := strings.Cut(r.Field(i).Tag.Get("json"), ",")
				if name != "" && name != "-" && !bytes.Contains(text, []byte(`"`+name+`":`)) {
					t.Errorf("no %s of a %s", name, r.Name())
				}
				walk(r.Field(i).Type)
			}
		}
	}
	walk(reflect.TypeFor[jsonDoc]())
}

func TestDecodeProblems(t *testing.T) {
	pkg := func(body string) string { return `{"version": 1, "packages": [{"name": "p", ` + body + `}]}` }
	field := func(body string) string {
		return pkg(`"messages": [{"name": "M", "fields": [{"name": "f", ` + body + `}]}]`)
	}
	for _, c := range []struct{ text, at, want string }{ // at: the text that the problem is about
		{``, ``, "the text ends too early"},
		{`{`, ``, "the text ends too early"},
		{`{"version": 1, "packages": []} x`, `x`, "expected the end of the text"},
		{`[]`, `[]`, "the text is an array, want an object"},
		{`null`, `null`, "the text is null, want an object"},
		{"{\n\"version\": 1\n\"packages\": []}", `"`, `invalid character '"' after object key:value pair`},
		{"{\"version\": 1, \"packages\": [\n{\"name\": \"\x00\"}]}", "\x00", `invalid character '\x00' in string literal`},
		{"{\"v\": \"\xff\"}", "\xff", "the text is not UTF-8"},
		{`{"packages": []}`, `{`, "the text has no version"},
		{`{"version": 1}`, `{`, "the text has no packages"},
		{`{"version": 2, "new": []}`, `2`, "the text is of version 2, and this reads version 1; use a newer rpcctl"},
		{`{"version": "1", "packages": []}`, `"1"`, "version is a string, want a number"},
		{pkg(`"message": []`), `"message"`, `an item of packages has the unknown member "message"; did you mean messages?`},
		{pkg(`"name": "q"`), `"name"`, `an item of packages has "name" twice`},
		{pkg(`"messages": {"a": 1}`), `{"a": 1}`, "messages is an object, want an array"},
		{pkg(`"messages": [{"stored": true}]`), `{"stored": true}`, "an element has no name"},
		{field(`"number": 1`), `{`, "an item of fields has no type"},
		{field(`"number": 1.5, "type": "int8"`), `1.5`, "number is not an integer that fits: 1.5"},
		{field(`"type": "lst(int8)"`), `"lst(int8)"`, `the type "lst(int8)" can't be read: nothing called "lst" has brackets`},
		{field(`"type": "list(int8"`), `"list(int8"`, `the type "list(int8" can't be read: expected ")"`},
		{field(`"type": "list"`), `"list"`, `the type "list" can't be read: list needs a type in brackets`},
		{field(`"type": "list(int8, 0)"`), `"list(int8, 0)"`, `the type "list(int8, 0)" can't be read: the length of a list is a number from 1`},
		{field(`"type": "map(int8)"`), `"map(int8)"`, `the type "map(int8)" can't be read: expected ", "`},
		{field(`"type": "int8)"`), `"int8)"`, `the type "int8)" can't be read: expected the end, not ")"`},
		{field(`"type": "a..b"`), `"a..b"`, `the type "a..b" can't be read: "a..b" is no name`},
		{field(`"type": "int8", "presence": "optionl"`), `"optionl"`, `"optionl" is no presence; did you mean optional?`},
		{field(`"type": "int8", "default": {"kind": "nmber"}`), `"nmber"`, `"nmber" is no kind of value; did you mean number?`},
		{field(`"type": "int8", "at": "x"`), `"x"`, `"x" is no place; a place is path:offset:line:column-offset:line:column`},
		{pkg(`"services": [{"name": "S", "methods": [{"name": "A", "timeout": "1 s"}]}]`), `"1 s"`, `the timeout of A is no duration: "1 s"; write "200ms"`},
		{pkg(`"services": [{"name": "S", "id": -1}]`), `-1`, "id is not an integer that fits: -1"},
		{strings.Repeat("[", 300), "[", "the text is nested too deep"},
	} {
		_, list := Decode(diag.NewFile("f", []byte(c.text)))
		if got := problems(list); got != c.want {
			t.Errorf("%.100s\n got %s\nwant %s", c.text, got, c.want)
			continue
		}
		if span := list[0].Span; c.text[span.Start().Offset:span.End().Offset] != c.at {
			t.Errorf("%.100s: the problem is at %+v", c.text, span)
		}
	}
}

// TestDecodeBounds: large texts that say nothing end in few problems, before
// memory is taken for what they would be.
func TestDecodeBounds(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		count int
	}{
		"too large": {strings.Repeat(" ", maxJSONBytes) + "{}", 1},
		"fields":    {`{"version":1,"packages":[{"name":"p","messages":[{"name":"M","fields":[{}` + strings.Repeat(",{}", 1<<16) + `]}]}]}`, maxProblems},
		"values":    {`[0` + strings.Repeat(",0", maxJSONNodes) + `]`, 1},
		"members":   {`{"a":0` + strings.Repeat(`,"a":0`, 1<<16) + `}`, maxProblems},
	} {
		parts, list := Decode(diag.NewFile("f", []byte(c.text)))
		if len(list) != c.count {
			t.Errorf("%s: %d problems", name, len(list))
		}
		if len(parts) == 1 && len(parts[0].Messages[0].Fields) > maxProblems+1 {
			t.Errorf("%s: %d fields", name, len(parts[0].Messages[0].Fields))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, name := range []string{"testdata/everything.rpc.json", "testdata/everything.positions.json"} {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"version": 1, "packages": [{"name": "p", "services": [{"name": "S", "methods": [{"name": "A", "returns": {"type": "map(int8, stream(p.M))"}}]}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := diag.NewFile("f", text)
		parts, list := Decode(file)
		s, more := Link(parts, testWires())
		for _, d := range list {
			if d.Severity == 0 || d.Message == "" || d.Span.Start().Offset > d.Span.End().Offset || d.Span.End().Offset > len(text) {
				t.Fatalf("bad problem %+v", d)
			}
		}
		if list.HasErrors() || more.HasErrors() {
			return
		}
		Walk(s, func(n Node) { _ = n.FullName() })
		first := encode(t, s, EncodeOptions{Positions: true})
		again, list := Decode(diag.NewFile("f", first))
		if len(list) > 0 {
			t.Fatalf("what was written can't be read: %s\n%s", problems(list), first)
		}
		s2, more := Link(again, testWires())
		if more.HasErrors() {
			t.Fatalf("what was written does not link: %s\n%s", problems(more), first)
		}
		if second := encode(t, s2, EncodeOptions{Positions: true}); !bytes.Equal(first, second) {
			t.Fatalf("not the same:\n%s", cmp.Diff(string(first), string(second)))
		}
		for i, p := range s.Packages {
			for k, sv := range p.Services {
				if Fingerprint(sv) != Fingerprint(s2.Packages[i].Services[k]) {
					t.Fatal("another fingerprint")
				}
			}
		}
	})
}
