package proto_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
)

// FuzzRead holds that any text gives problems with text and a place inside of
// it, or a model that can be linked and written.
func FuzzRead(f *testing.F) {
	for _, dir := range []string{"testdata/valid", "testdata/invalid"} {
		for _, p := range protoFiles(os.DirFS(dir)) {
			text, err := os.ReadFile(dir + "/" + p)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	for _, bodies := range snippets {
		for _, b := range bodies {
			f.Add([]byte(`syntax = "proto2"; package t; ` + strings.TrimPrefix(b, "ok ")))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		src := diag.NewFile("a.proto", text)
		parts, list := proto.Read([]*diag.File{src})
		s, linked := schema.Link(parts, nil)
		for _, d := range append(list, linked...) {
			if d.Message == "" || strings.Contains(d.Message, "can't be read:") || d.Span.Path() == "a.proto" && d.Span.End().Offset > len(text) {
				t.Errorf("%+v", d)
			}
		}
		for _, p := range s.Packages {
			if _, err := schema.EncodePackage(p, schema.EncodeOptions{}); err != nil {
				t.Error(err)
			}
			if !list.HasErrors() && !linked.HasErrors() {
				proto.Write(p)
				proto.WriteFiles(p)
			}
		}
	})
}

// TestHostile holds that a million of each opening, and what else costs parsers
// more than it is worth, ends soon with a place.
func TestHostile(t *testing.T) {
	const million = 1 << 20
	head := "syntax = \"proto2\"; package t;\n"
	for name, text := range map[string]string{
		"{":         strings.Repeat("{", million),
		"[":         strings.Repeat("[", million),
		"(":         strings.Repeat("(", million),
		"<":         strings.Repeat("<", million),
		"messages":  head + strings.Repeat("message M {", million/8),
		"literals":  head + "option (a) = " + strings.Repeat("{ a: ", million/4),
		"arrays":    head + "option (a) = { a: " + strings.Repeat("[", million),
		"maps":      head + "message M { " + strings.Repeat("map<", million/4),
		"quotes":    strings.Repeat("\"", million),
		"comment":   "/*" + strings.Repeat("*", million),
		"comments":  strings.Repeat("/**/", million/4),
		"minus":     head + "option a = " + strings.Repeat("-", million),
		"dots":      head + "option " + strings.Repeat("a.", million/2),
		"semicolon": head + strings.Repeat(";", million),
		"reserved":  head + "message M { reserved " + strings.Repeat("1,", million/2),
		"names":     head + "message M { reserved " + strings.Repeat(`"a",`, million/4) + `"b"; }`,
		"imports":   head + strings.Repeat(`import "a";`, million/16),
		"large":     strings.Repeat(" ", 11<<20),
		"closing":   strings.Repeat("}", million),
		"zeros":     strings.Repeat("\x00", million),
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			_, list := proto.Read([]*diag.File{diag.NewFile("a.proto", []byte(text))})
			if d := time.Since(begin); d > 20*time.Second {
				t.Errorf("took %v", d)
			}
			if len(list) == 0 && name != "comments" && name != "semicolon" {
				t.Error("no problem is reported")
			}
			if len(list) > 2100 {
				t.Errorf("%d problems", len(list))
			}
		})
	}
}
