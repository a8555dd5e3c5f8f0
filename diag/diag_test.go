package diag

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestSpanRepairsRanges(t *testing.T) {
	f := NewFile("a.txt", []byte("one\ntwo\r\nthree"))
	for _, c := range []struct{ from, to, line, column, endLine, endColumn int }{
		{0, 3, 1, 1, 1, 4},
		{4, 7, 2, 1, 2, 4},
		{9, 14, 3, 1, 3, 6},
		{9, 4, 3, 1, 3, 1},   // ends before it starts
		{-5, 99, 1, 1, 3, 6}, // past both ends
		{14, 14, 3, 6, 3, 6}, // at the end
	} {
		s := f.Span(c.from, c.to)
		if s.Start().Line != c.line || s.Start().Column != c.column || s.End().Line != c.endLine || s.End().Column != c.endColumn {
			t.Errorf("Span(%d, %d) = %+v, want %+v", c.from, c.to, s, c)
		}
	}
	if got := string(f.Line(2)); got != "two" {
		t.Errorf("line 2 is %q", got)
	}
}

func TestTextMarksThePlace(t *testing.T) {
	f := NewFile("a.rpc.hcl", []byte("x {\n\tnäme = feld(1)\n}\n"))
	from := bytes.Index(f.Text, []byte("feld"))
	l := List{{Severity: Error, Code: "parse", Message: "unknown feld", Help: "write field", Span: f.Span(from, from+4)}}
	var b bytes.Buffer
	if err := Text(&b, l, Options{Sources: Sources{f.Path: f}}); err != nil {
		t.Fatal(err)
	}
	want := "a.rpc.hcl:2:10: error: unknown feld [parse]\n" +
		"    2 | \tnäme = feld(1)\n" +
		"      | \t       ^^^^\n" +
		"  help: write field\n\n1 error\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestTextLimit(t *testing.T) {
	var l List
	for range 5 {
		l = append(l, Diagnostic{Severity: Warning, Code: "many", Message: "m"})
	}
	l = append(l, Diagnostic{Severity: Error, Code: "one", Message: "m"})
	var b bytes.Buffer
	if err := Text(&b, l, Options{Limit: 2}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"… and 3 more of many", "1 error, 5 warnings", "      5  warning  many"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if n := strings.Count(b.String(), "warning: m"); n != 2 {
		t.Errorf("%d of many shown, want 2", n)
	}
}

func TestJSONHasNoNullArrays(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, List{{Severity: Note, Code: "c", Message: "<&>"}}, Options{}); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b.Bytes(), []byte("null")) || !bytes.Contains(b.Bytes(), []byte("<&>")) {
		t.Errorf("got %s", b.Bytes())
	}
	var doc map[string]any
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil || doc["version"] != 1.0 {
		t.Errorf("version %v, error %v", doc["version"], err)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"frame", "frame-v1", "rpch", "prpc", "thrift", "thrift-compact"}
	for in, want := range map[string]string{
		"fram": "frame", "thrfit": "thrift", "prcp": "prpc", "FRAME": "frame", "zzz": "", "frame-v2": "frame-v1",
	} {
		if got := Nearest(in, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
}
