package jsonschema_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/all"
	"github.com/rpcctl/rpcctl/generate/jsonschema"
	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/schema"
)

// contracts are those of testdata, in every language.
func contracts(t *testing.T) []*schema.Package {
	t.Helper()
	var list []*schema.Package
	dirs, _ := os.ReadDir("../../testdata/contracts")
	for _, d := range dirs {
		for _, l := range all.Languages() {
			r, err := front.Load(front.Tree{FS: os.DirFS("../../testdata/contracts")}, []string{d.Name()}, []*front.Language{l})
			if err != nil {
				t.Fatal(err)
			}
			s, problems := schema.Link(r.Packages, nil)
			if len(r.Packages) > 0 && !append(r.Problems, problems...).HasErrors() {
				list = append(list, s.Packages...)
			}
		}
	}
	if len(list) < 50 {
		t.Fatalf("only %d packages", len(list))
	}
	return list
}

func compile(t *testing.T, text []byte) *validator.Compiler {
	t.Helper()
	doc, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	c := validator.NewCompiler()
	c.AssertFormat()
	c.AssertContent()
	if err := c.AddResource("doc.json", doc); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestValues holds that a document is a schema, which takes drawn values of each
// message, and refuses those of a field with another type.
func TestValues(t *testing.T) {
	seen := map[string]int{}
	packages := contracts(t)
	for seed := range uint64(40) {
		s, list := schema.Link([]*schema.Package{drawn.Contract(seed, drawn.Shape{})}, nil)
		if list.HasErrors() {
			t.Fatal(list)
		}
		packages = append(packages, s.Packages...)
	}
	for _, p := range packages {
		text, losses := jsonschema.Write(p)
		for _, l := range losses {
			if l.Subject == "" || l.Severity != diag.Warning || p.Name != "drawn" && !l.Span.Known() {
				t.Errorf("%s: %+v", p.Name, l)
			}
		}
		c := compile(t, text)
		for _, m := range p.Messages {
			def, err := c.Compile("doc.json#/$defs/" + m.FullName())
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if bounded(m, map[*schema.Message]bool{}) {
				continue // a drawn value knows no bounds
			}
			values := drawn.NewValues(7)
			for n := range 12 {
				r := values.Message(m, n)
				v := object(m, r)
				if err := def.Validate(v); err != nil {
					t.Fatalf("%s: %v\n%v\n%s", m.FullName(), err, v, text)
				}
				seen["right"]++
				for _, f := range m.Fields {
					if _, there := r[f.Number]; !there || f.Type.Message() != nil && strings.HasPrefix(f.Type.Name, "google.") {
						continue
					}
					old := v[f.JSONName()]
					v[f.JSONName()] = wrongFor(&f.Type)
					if def.Validate(v) == nil {
						t.Errorf("%s takes %v for %s %s\n%s", m.FullName(), v[f.JSONName()], f.Type, f.Name, text)
					}
					v[f.JSONName()] = old
					seen["wrong"]++
				}
			}
		}
	}
	t.Logf("%d packages, %d values that are right, %d that are wrong", len(packages), seen["right"], seen["wrong"])
	if seen["right"] < 1000 || seen["wrong"] < 1000 {
		t.Error("too few values were drawn")
	}
}

func bounded(m *schema.Message, done map[*schema.Message]bool) bool {
	if done[m] {
		return false
	}
	done[m] = true
	for _, f := range m.Fields {
		if f.Min != nil || f.Max != nil || f.MaxLen != nil || f.Pattern != nil || f.Presence == schema.Required {
			return true
		}
		for x := &f.Type; x != nil; x = x.Elem {
			if e := x.Enum(); e != nil && len(e.Values) == 0 {
				return true
			}
			if x.Kind == schema.KindSet && !x.Elem.Kind.Scalar() && x.Elem.Kind != schema.KindEnum || x.Kind == schema.KindSet && x.Elem.Kind == schema.KindBytes {
				return true // none are drawn
			}
			if inner := x.Message(); inner != nil && (strings.HasPrefix(x.Name, "google.") || bounded(inner, done)) {
				return true
			}
		}
	}
	return false
}

// wrongFor is a value of no field of that type.
func wrongFor(x *schema.Type) any {
	if x.Kind == schema.KindBool || x.Kind == schema.KindMessage || x.Kind == schema.KindMap || x.Kind.Number() {
		return []any{}
	}
	return map[string]any{"a": 1}
}

// object writes a record in the JSON mapping.
func object(m *schema.Message, r schema.Record) map[string]any {
	o := map[string]any{}
	for n, v := range r {
		f := m.Field(n)
		o[f.JSONName()] = value(&f.Type, v)
	}
	return o
}

func value(x *schema.Type, v any) any {
	switch v := v.(type) {
	case bool, string:
		return v
	case int64:
		if e := x.Enum(); e != nil {
			for _, known := range e.Values {
				if known.Number == v {
					return known.Name
				}
			}
			return v
		}
		if x.Kind == schema.KindInt64 {
			return strconv.FormatInt(v, 10)
		}
		return v
	case uint64:
		if x.Kind == schema.KindUint64 {
			return strconv.FormatUint(v, 10)
		}
		return v
	case float64:
		switch {
		case math.IsNaN(v):
			return "NaN"
		case math.IsInf(v, 1):
			return "Infinity"
		case math.IsInf(v, -1):
			return "-Infinity"
		}
		return v
	case []byte:
		return base64.StdEncoding.EncodeToString(v)
	case []any:
		list := []any{}
		for _, item := range v {
			list = append(list, value(x.Elem, item))
		}
		return list
	case []schema.Entry:
		o := map[string]any{}
		for _, e := range v {
			o[fmt.Sprint(value(x.Key, e.Key))] = value(x.Elem, e.Value)
		}
		return o
	case schema.Record:
		return object(x.Message(), v)
	}
	panic(fmt.Sprintf("no value: %T", v))
}

// TestBounds holds what documents take and refuse beside types.
func TestBounds(t *testing.T) {
	const text = `package "a" {}
enum "E" {
  NONE = 0
  # ONE is one.
  ONE = 1
}
enum "C" {
  closed = true
  RED = 1
}
message "M" {
  n    = field(1, int32, { min = 1, max = 5, default = 3 })
  big  = field(2, int64, { min = 10 })
  name = field(3, string, { max_len = 3, pattern = "^a" })
  raw  = field(4, bytes, { max_len = 4 })
  e    = field(5, E)
  c    = field(6, C)
  need = field(7, bool, { required = true })
  all  = field(8, map(int32, string))
  set  = field(9, set(int32))
  oneof "one" {
    x = field(10, int32)
    y = field(11, int32)
  }
}
`
	r, err := front.Load(front.Tree{FS: one{text}}, []string{"a.rpc.hcl"}, all.Languages())
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, nil)
	if list = append(r.Problems, list...); list.HasErrors() {
		t.Fatal(list)
	}
	doc, losses := jsonschema.Write(s.Packages[0])
	def, err := compile(t, doc).Compile("doc.json#/$defs/a.M")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{`{"need": true}`, true}, {`{}`, false}, {`{"need": true, "n": 6}`, false}, {`{"need": true, "n": 0}`, false}, {`{"need": true, "n": 5}`, true},
		{`{"need": true, "big": 9}`, false}, {`{"need": true, "big": "11"}`, true}, {`{"need": true, "big": "x"}`, false},
		{`{"need": true, "name": "abcd"}`, false}, {`{"need": true, "name": "b"}`, false}, {`{"need": true, "name": "abc"}`, true},
		{`{"need": true, "raw": "AAAAAA=="}`, true}, {`{"need": true, "raw": "AAAAAAAAAAAA"}`, false}, {`{"need": true, "raw": "%"}`, false},
		{`{"need": true, "e": "ONE"}`, true}, {`{"need": true, "e": "TWO"}`, false}, {`{"need": true, "e": 7}`, true},
		{`{"need": true, "c": "RED"}`, true}, {`{"need": true, "c": 1}`, false},
		{`{"need": true, "all": {"-1": "a"}}`, true}, {`{"need": true, "all": {"a": "a"}}`, false},
		{`{"need": true, "set": [1, 2]}`, true}, {`{"need": true, "set": [1, 1]}`, false},
		{`{"need": true, "x": 1}`, true}, {`{"need": true, "x": 1, "y": 1}`, false}, {`{"need": true, "later": 1}`, true},
	} {
		v, err := validator.UnmarshalJSON(strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if err := def.Validate(v); (err == nil) != c.ok {
			t.Errorf("%s: %v\n%s", c.text, err, doc)
		}
	}
	var said []string
	for _, l := range losses {
		said = append(said, l.Message)
	}
	want := "a.M.big loses its min and max where the number is a text"
	if !strings.Contains(strings.Join(said, "\n"), want) {
		t.Errorf("%q is not said, but %q", want, said)
	}
}
