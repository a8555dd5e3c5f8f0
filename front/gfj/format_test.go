package gfj

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/golden"
)

func TestFormat(t *testing.T) {
	for _, path := range []string{"testdata/format/in.gfj", "testdata/good.gfj"} {
		got, list := Format(load(t, path))
		if list.HasErrors() {
			t.Fatal(list)
		}
		golden.Equal(t, path+".formatted", got)
		again, _ := Format(diag.NewFile(path, got))
		if !bytes.Equal(got, again) {
			t.Errorf("formatted again:\n%s", again)
		}
	}
}

func TestFormatRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"errors", "message A {\n}", "message A has no members"},
		{"too long", "message A {\n//" + strings.Repeat("x", maxLine-3) + "\nint8 A\n}", "formatted, this line is longer than 4096 bytes"},
	} {
		text, list := Format(diag.NewFile("a.gfj", []byte(c.text)))
		if text != nil || len(list) != 1 || list[0].Message != c.want || !list[0].Span.Known() {
			t.Errorf("%s: %q, %v", c.name, text, list)
		}
	}
	if text, list := Format(diag.NewFile("a.gfj", nil)); len(text) != 0 || list != nil {
		t.Errorf("empty: %q, %v", text, list)
	}
}
