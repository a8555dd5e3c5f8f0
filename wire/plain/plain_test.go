package plain_test

import (
	"cmp"
	"context"
	"io"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/gosrc"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
	"github.com/rpcctl/rpcctl/wire/plain"
	math "github.com/rpcctl/rpcctl/wire/plain/testdata/contract"
	echo "github.com/rpcctl/rpcctl/wire/plain/testdata/pb"
)

func encode(t *testing.T, p *schema.Package) string {
	t.Helper()
	s, list := schema.Link([]*schema.Package{p}, all.Infos())
	for _, d := range list {
		if d.Severity == diag.Error {
			t.Errorf("%s", d.Message)
		}
	}
	text, err := schema.Encode(s, schema.EncodeOptions{Neutral: true})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// unseen takes out of a package what reflection can't see and a Contract can't
// say, and brings it into the order that reflection has.
func unseen(p *schema.Package) {
	p.Doc, p.Consts = "", nil
	for _, m := range p.Messages {
		if m.Name != "Timestamp" { // made by both
			m.Doc = ""
		}
		m.Was, m.Reserved, m.Stored = nil, schema.Reserved{}, false
		for _, f := range m.Fields {
			f.Doc = ""
			if strings.HasPrefix(f.Deprecated, "use the") {
				f.Deprecated = "" // in a comment
			}
		}
	}
	slices.SortFunc(p.Messages, func(a, b *schema.Message) int { return cmp.Compare(a.Name, b.Name) })
	for _, e := range p.Enums {
		e.Doc = ""
		for _, v := range e.Values {
			v.Doc, v.Was = "", nil
		}
	}
	for _, e := range p.Errors {
		e.Doc = ""
	}
	for _, s := range p.Services {
		s.Doc, s.On = "", nil
		for _, m := range s.Methods {
			m.Doc = ""
			for i, f := range m.Params {
				if !strings.HasPrefix(f.Name, "arg") && m.Name != "Add" {
					f.Name = "arg" + strconv.Itoa(i+1)
				}
				f.Default, f.Number, f.Implicit = nil, i+1, true
			}
		}
		slices.SortFunc(s.Methods, func(a, b *schema.Method) int { return cmp.Compare(goName(a), goName(b)) })
	}
}

func goName(m *schema.Method) string { return strings.ToUpper(m.Name[:1]) + m.Name[1:] }

func fromSource(t *testing.T, path string) *schema.Package {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	packages, list := gosrc.Read([]*diag.File{diag.NewFile(path, text)})
	if list.HasErrors() || len(packages) != 1 {
		t.Fatal(list)
	}
	return packages[0]
}

func values(pairs ...any) (list []plain.Value) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, plain.Value{Name: pairs[i].(string), Number: int64(reflect.ValueOf(pairs[i+1]).Int())})
	}
	return list
}

// TestBothReaders holds source and reflection to the same model of the same
// types, less what reflection can't see.
func TestBothReaders(t *testing.T) {
	for _, c := range []struct {
		path string
		is   plain.Contract
	}{
		{"testdata/contract/math.go", plain.Contract{
			Package: "demo.math", Version: "1.2.0", Wires: []string{"frame"},
			Services: []plain.Service{
				{Type: reflect.TypeFor[math.Math](), ID: 1, Methods: map[string]plain.Method{
					"Add":    {ID: 1, Params: []string{"a", "b"}, Timeout: 200 * time.Millisecond, Idempotent: true},
					"Divide": {ID: 2, Name: "divide", Errors: []string{"DivideByZero"}},
					"Watch":  {ID: 3}, "Notify": {ID: 4, Oneway: true},
				}},
				plain.Of[math.Files](""),
			},
			Errors: []plain.Error{{Type: reflect.TypeFor[*math.DivideByZero](), Code: 1001}},
			Enums: []plain.Enum{{Type: reflect.TypeFor[math.Color](), Values: values("ColorUnknown", math.ColorUnknown, "ColorRed", math.ColorRed,
				"ColorDarkBlue", math.ColorDarkBlue, "ColorCrimson", math.Red2)}},
		}},
		{"testdata/pb/echo.go", plain.Contract{
			Package:  "echo",
			Services: []plain.Service{{Type: reflect.TypeFor[echo.Echo](), Name: "echoService", Methods: map[string]plain.Method{"Echo": {Name: "echo"}}}},
			Enums:    []plain.Enum{{Type: reflect.TypeFor[echo.Kind](), Values: values("Kind_NONE", echo.Kind_NONE, "Kind_ONE", echo.Kind_ONE)}},
		}},
	} {
		t.Run(c.path, func(t *testing.T) {
			source := fromSource(t, c.path)
			unseen(source)
			got, err := c.is.Describe()
			if err != nil {
				t.Fatal(err)
			}
			want, have := strings.Split(encode(t, source), "\n"), strings.Split(encode(t, got), "\n")
			for i := range max(len(want), len(have)) {
				if i >= len(want) || i >= len(have) || want[i] != have[i] {
					t.Fatalf("line %d differs:\nsource     %s\nreflection %s", i+1, strings.Join(want[i:min(i+6, len(want))], "\n"), strings.Join(have[i:min(i+6, len(have))], "\n"))
				}
			}
		})
	}
}

type server struct{}

type Req struct {
	Name string `rpc:"1"`
}

func (*server) Hello(context.Context, *Req) (*Req, error) { return nil, nil }
func (*server) Close() error                              { return nil }
func (*server) Handle(w io.Writer)                        {}

// TestValue: of a value the calls are described, and nothing else.
func TestValue(t *testing.T) {
	p, err := plain.Describe(&server{}, "demo.hello", "Hello")
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Services) != 1 || len(p.Services[0].Methods) != 1 || p.Services[0].Methods[0].Name != "Hello" || len(p.Messages) != 1 {
		t.Errorf("%+v", p.Services)
	}
	encode(t, p)
}

type Bad struct {
	A any
	B chan int                   `rpc:"1"`
	C complex64                  `rpc:"2"`
	D **int                      `rpc:"3"`
	E struct{ X int }            `rpc:"4"`
	F int                        // no number
	g int                        `rpc:"6"`
	H string                     `rpc:"7,nam=x"`
	I uintptr                    `rpc:"8"`
	J time.Duration              `rpc:"9,unix_ms"`
	K func()                     `rpc:"10"`
	L *Bad                       `rpc:"11"`
	M map[string][][]interface{} `rpc:"12"`
	N Wrong                      `rpc:"13"`
}

type Wrong struct {
	Code int `rpc:"1"`
}

func (Wrong) Error() string { return "" }

type BadService interface {
	A(Bad) error
	B() (int, int, error)
	C(int, context.Context) error
	D()
}

// TestProblems: everything that can't be said is told, all of it at once.
func TestProblems(t *testing.T) {
	_ = Bad{g: 1}
	_, err := plain.Contract{
		Services: []plain.Service{{Type: reflect.TypeFor[BadService](), Methods: map[string]plain.Method{"X": {}, "A": {Params: []string{"a", "b"}}}}, {Name: "none"}, plain.Of[int]("")},
		Errors:   []plain.Error{{Type: reflect.TypeFor[Wrong](), Code: 1}, {Type: reflect.TypeFor[Req](), Code: 2}, {}},
		Enums:    []plain.Enum{{Type: reflect.TypeFor[string]()}},
	}.Describe()
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"the contract has no package name", "enum string is no declared integer type", "error plain_test.Req has no method Error", "error <nil> is no declared struct",
		"field Bad.A has the type interface {}, which may hold anything", "field Bad.B has the type chan int", "field Bad.C has the type complex64",
		"field Bad.D has the type **int, a pointer to a pointer", "field Bad.E has the type struct { X int }, a struct without a name", "field Bad.F has no number: write rpc:\"12\"",
		"field Bad.g has a number and is unexported", "field Bad.H has the unknown word \"nam\"", "field Bad.I has the type uintptr", "field Bad.J says unix_ms, and is no time.Time",
		"field Bad.K has the type func()", "field Bad.M has the type interface {}", "field Bad.N has the type plain_test.Wrong, which is a declared error",
		"method BadService.B has 2 results", "method BadService.C has a context.Context that isn't the first", "method BadService.D does not return an error last",
		"service BadService has no method X", "method BadService.A has 1 params, and names are given for 2", "service none has no type", "service int has no methods",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not told", want)
		}
	}
	if _, err := plain.Describe(nil, "a", "b"); err == nil {
		t.Error("nil is described")
	}
}
