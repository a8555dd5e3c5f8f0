package compiled

import (
	"bytes"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	everything "github.com/rpcctl/rpcctl/testdata/golden/everything/demo/everything"
	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
	rpchdyn "github.com/rpcctl/rpcctl/wire/rpch/dyn"
)

// values cuts b into arguments.
func values(t *testing.T, b []byte) (list []rpch.Value) {
	t.Helper()
	for len(b) > 0 {
		v, rest, ok, err := rpch.ParseValue(b, math.MaxUint32)
		if !ok || err != nil {
			t.Fatalf("%v %v: %x", ok, err, b)
		}
		list, b = append(list, v), rest
	}
	return list
}

// TestArgsSameAsModel holds arguments and results, with their heads, to those of
// the model.
func TestArgsSameAsModel(t *testing.T) {
	s := load(t, filepath.Join(contracts, "everything"))
	rnd := rand.New(rand.NewPCG(3, 4))
	model, written, refused := rpchdyn.Rpcctl(), 0, 0
	for _, d := range append(everything.AllService.Methods[:len(everything.AllService.Methods):len(everything.AllService.Methods)], everything.RawService.Methods...) {
		m := s.Lookup(d.Service + "." + d.Name).(*schema.Method)
		for range 100 {
			b, err := model.Request(m, random(rnd, m.Request(), 0))
			if err != nil {
				continue // NaN or an infinity in a message
			}
			line := bytes.IndexByte(b, '\n') + 1
			if service, _, _ := strings.Cut(string(b[:line]), " "); service != d.Names[0].Service {
				t.Fatalf("the model calls the service %s, the description %s", service, d.Names[0].Service)
			}
			args := d.NewArgs().(rpch.Args)
			list := values(t, b[line:])
			if err := args.ReadRPCH(list); err != nil || args.RPCHCount() != len(list) {
				t.Fatalf("%s: %v", m.FullName(), err)
			}
			back, err := args.AppendRPCH([]byte("x"))
			if err != nil || !bytes.Equal(back[1:], b[line:]) {
				t.Fatalf("%s: %v\nwrote %q\nwant  %q", m.FullName(), err, back[1:], b[line:])
			}
			written++
			for i, v := range list { // each argument in its turn is another's
				list[i] = damage(rnd, v)
				_, record, wantErr := model.Serve(s, join(b[:line], list))
				err := args.ReadRPCH(list)
				if (err == nil) != (wantErr == nil) {
					t.Fatalf("%s: generated: %v\nmodel: %v\n%+v", m.FullName(), err, wantErr, list[i])
				}
				if err != nil {
					refused++
				} else if got, want := (renderer{true}).message(m.Request(), goRecord(m, args)), (renderer{true}).message(m.Request(), record); got != want {
					t.Fatalf("%s:\ngenerated %s\nmodel     %s", m.FullName(), got, want)
				}
				list[i] = v
			}
			if args.ReadRPCH(list[:max(len(list)-1, 0)]) == nil && len(list) > 0 {
				t.Fatalf("%s: an argument too few", m.FullName())
			}
		}
		results(t, rnd, model, d, m)
	}
	if written < 500 || refused < 200 {
		t.Errorf("%d written, %d refused: too few", written, refused)
	}
}

func goRecord(m *schema.Method, args any) schema.Record {
	return record(m.Request(), reflect.ValueOf(args).Elem())
}

func join(line []byte, list []rpch.Value) []byte {
	b := bytes.Clone(line)
	for _, v := range list {
		b, _ = rpch.AppendValue(b, v)
	}
	return b
}

// damage changes the kind, the name or the size of a value.
func damage(rnd *rand.Rand, v rpch.Value) rpch.Value {
	switch rnd.IntN(5) {
	case 0:
		v.Kind = uint16(rnd.IntN(6))
	case 1:
		v.Name = []byte([]string{"int32", "string", "Scalars", "", "stream", "uint64"}[rnd.IntN(6)])
	case 2:
		v.Data = append(bytes.Clone(v.Data), 0)
	case 3:
		v.Data = v.Data[:len(v.Data)/2]
	case 4:
		v.Data = bytes.Replace(v.Data, []byte("{"), []byte(" {\n"), 1)
	}
	return v
}

// results holds the result of a method to the model's.
func results(t *testing.T, rnd *rand.Rand, model rpchdyn.Peer, d *wire.Method, m *schema.Method) {
	t.Helper()
	if d.NewResult == nil {
		return
	}
	for range 50 {
		b, err := model.Reply(m, random(rnd, m.Response(), 0))
		if err != nil || m.Oneway {
			continue
		}
		v := values(t, b[rpch.ResponseHeadSize-rpch.HeadSize:])[0]
		result := d.NewResult().(rpch.Result)
		if err := result.ReadRPCH(v); err != nil {
			t.Fatalf("%s: %v", m.FullName(), err)
		}
		back, err := result.AppendRPCH(nil)
		if err != nil || !bytes.Equal(back, b[rpch.ResponseHeadSize-rpch.HeadSize:]) {
			t.Fatalf("%s: %v\nwrote %q\nwant  %q", m.FullName(), err, back, b)
		}
		v.Name = []byte("other")
		if v.Kind == rpch.KindVoid {
			v.Kind = rpch.KindBuiltin
		}
		if result.ReadRPCH(v) == nil {
			t.Fatalf("%s: took a result of another type", m.FullName())
		}
	}
}

// TestJSONByHand holds the reader to what peers write.
func TestJSONByHand(t *testing.T) {
	for _, c := range []struct {
		json string
		want everything.Scalars
	}{
		{"{\n\t\"I64\":\t1e+15,\n\t\"u8\":\t1.0\n}", everything.Scalars{I64: 1e15, U8: 1}},
		{`{"I8":1,"i8":2,"I8":3}`, everything.Scalars{I8: 3}},
		{`{"text":null,"i32":null,"flag":null}`, everything.Scalars{}},
		{`null`, everything.Scalars{}},
		{`{"unknown":{"a":[1,{"b":"}"},null,true,-1.5e3]},"u16":65535}`, everything.Scalars{U16: 65535}},
		{`{"text":"\u00e9\ud834\udd1e\/\b"}`, everything.Scalars{Text: "é𝄞/\b"}},
		{`{"text":"\ud834x"}`, everything.Scalars{Text: "\ufffdx"}},
		{"{\"text\":\"\xff\xffx\"}", everything.Scalars{Text: "\ufffd\ufffdx"}},
		{`{"f32":0.10000000149011612,"f64":-9.00719925474099e+15}`, everything.Scalars{F32: 0.1, F64: -9.00719925474099e+15}},
		{`{"u64":1.8446744073709551615e19}`, everything.Scalars{U64: math.MaxUint64}},
		{`{"i64":-0,"u32":-0.0}`, everything.Scalars{}},
	} {
		var got everything.Scalars
		if err := got.ReadRPCHJSON([]byte(c.json)); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v\n%+v", c.json, err, got)
		}
	}
	for json, want := range map[string]string{
		`{"i8":128}`: "member i8: 128 is no int8", `{"u8":-1}`: "-1 is no uint8", `{"i32":1.5}`: "1.5 is no int32", `{"u64":1.8446744073709552e+19}`: "no uint64",
		`{"f32":1e39}`: "no float32", `{"f64":1e400}`: "no float64", `{"i32":"1"}`: `'"' where a number is expected`, `{"text":1}`: "where a string is expected",
		`{} x`: "something follows", `{"i8":1,}`: "where a key is expected", `{"i8":01}`: "where a comma or }", `[]`: "where an object is expected", ``: "the text ends",
		`{"i8":1`: "the text ends", `{"level":9}`: "closed enum", `{"data":"!"}`: "no base64", `{"flag":1}`: "true or false", `{"x":` + strings.Repeat("[", 2000): "deep",
		`{"text":"` + "\x01" + `"}`: "control character", `{"text":"\x"}`: "escape", `{"i8":+1}`: "a number", `{"i8":1e999999999999}`: "no int8", `{"x":nul}`: "a value",
	} {
		var got everything.Scalars
		if err := got.ReadRPCHJSON([]byte(json)); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "demo.everything.Scalars") {
			t.Errorf("%.60s: %v, want %s", json, err, want)
		}
	}
	for json, want := range map[string]string{
		`{"number":1,"text":"a"}`: "another member of the oneof", `{"number":1,"text":null}`: "", `{"text":"a","text":"b"}`: "",
	} {
		err := new(everything.Choice).ReadRPCHJSON([]byte(json))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", json, err)
		}
	}
	if err := new(everything.Defaults).ReadRPCHJSON([]byte(`{}`)); err == nil || !strings.Contains(err.Error(), "member must: required") {
		t.Errorf("required: %v", err)
	}
	d := new(everything.Defaults)
	if err := d.ReadRPCHJSON([]byte(`{"must":"m"}`)); err != nil || d.Small != -5 || string(d.Data) != "hi" {
		t.Errorf("defaults: %+v %v", d, err)
	}
	for _, f := range []float64{math.NaN(), math.Inf(-1)} {
		if _, err := (&everything.Scalars{F64: f}).AppendRPCHJSON(nil); err == nil {
			t.Errorf("%v was written", f)
		}
	}
}
