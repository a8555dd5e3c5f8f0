package rpch

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
)

// FuzzReader holds what is taken as JSON to what the standard library takes.
func FuzzReader(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-0.5e+3,"\u00e9\ud834\udd1e\n",null,true,false,{}],"b":{"c":""}}`, ` [ ] `, `"x`, `01`, `1.`, `-`, `{"a"}`, `{"a":1,}`, `[1 2]`, `nul`, "\"\x01\"", "\"\xff\"", `"\q"`,
		`"\u12"`, `{"a":1}}`, ``, `1e5`, `1E-`, `{1:2}`, `"\ud800\u0041"`, `[[[[`, `tru`, `truefalse`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(b)
		r.Skip()
		err := r.End()
		if strings.Count(string(b), "[")+strings.Count(string(b), "{") > MaxDepth {
			return
		}
		if valid := json.Valid(b); (err == nil) != valid {
			t.Fatalf("%q: %v, valid %v", b, err, valid)
		}
		var want string
		if json.Unmarshal(b, &want) == nil && len(b) > 0 && strings.TrimSpace(string(b)) != "null" {
			r := NewReader(b)
			if got := r.Text(); got != want || r.End() != nil {
				t.Fatalf("%q: got %q, want %q", b, got, want)
			}
		}
		var number int64
		if err := json.Unmarshal(b, &number); err == nil && strings.TrimSpace(string(b)) != "null" {
			r := NewReader(b)
			if got := r.Int(64); got != number || r.End() != nil {
				t.Fatalf("%q: got %d, want %d", b, got, number)
			}
		}
	})
}

func TestAppendJSON(t *testing.T) {
	for _, s := range []string{"", "plain", "é€𝄞", "\"\\/\b\f\n\r\t\x00\x1f\x7f", "<&>\u2028"} {
		b, err := AppendJSONText(nil, s)
		var back string
		if err != nil || json.Unmarshal(b, &back) != nil || back != s {
			t.Errorf("%q: %s %v", s, b, err)
		}
	}
	if _, err := AppendJSONText(nil, "\xff"); err != ErrText {
		t.Errorf("%v", err)
	}
	for _, v := range []float64{0, math.Copysign(0, -1), 0.1, 1e20, 1e21, 1e-6, 1e-7, -1.5e300, math.MaxFloat32, math.SmallestNonzeroFloat32, 123456789} {
		want, _ := json.Marshal(v)
		if b, err := AppendJSONFloat(nil, v, 64); err != nil || string(b) != string(want) {
			t.Errorf("%s, want %s (%v)", b, want, err)
		}
		if float32(v) == float32(math.Inf(-1)) {
			continue
		}
		want, _ = json.Marshal(float32(v))
		if b, err := AppendJSONFloat(nil, float64(float32(v)), 32); err != nil || string(b) != string(want) {
			t.Errorf("float32 %s, want %s (%v)", b, want, err)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, err := AppendJSONFloat(nil, v, 64); err != ErrNumber {
			t.Errorf("%v: %v", v, err)
		}
	}
}

func TestMembers(t *testing.T) {
	var m Members
	b := []byte("{")
	for _, key := range []string{"a!", "a", "\"", "b"} {
		m.Add(len(b), key)
		b = append(b, strconv.Quote(key)+":1"...)
	}
	if got := string(m.Sort(b)) + "}"; got != `{"\"":1,"a":1,"a!":1,"b":1}` {
		t.Error(got)
	}
}
