package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/internal/config"
)

func blocks(t *testing.T, page, language string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllSubmatch(text, -1) {
		found = append(found, string(m[1]))
	}
	if len(found) == 0 {
		t.Fatalf("%s has no block of %s", page, language)
	}
	return found
}

// Every example of the page is a workspace file without a problem.
func TestWorkspacePage(t *testing.T) {
	for _, text := range blocks(t, "../../docs/workspace.md", "hcl") {
		f := diag.NewFile(config.FileName, []byte(text))
		_, list := config.Load(f, known())
		for _, d := range list {
			t.Errorf("%s: %s\n%s", d.Message, d.Help, text)
		}
		if formatted, _ := hclidl.Format(diag.NewFile("x.rpc.hcl", []byte(text))); string(formatted) != text {
			t.Errorf("its form is\n%s", formatted)
		}
	}
}

// The page names every command and every flag of all commands, no others, and
// its sample is what is printed.
func TestCommandPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	var a app
	root := a.root()
	flags := map[string]bool{"--help": true}
	collect := func(f *pflag.Flag) { flags["--"+f.Name] = true }
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if collect(f); !bytes.Contains(page, []byte("`--"+f.Name)) {
			t.Errorf("--%s is not on the page", f.Name)
		}
	})
	for _, c := range root.Commands() {
		c.Flags().VisitAll(collect)
		if !bytes.Contains(page, []byte("`rpcctl "+c.Name())) {
			t.Errorf("%s is not on the page", c.Name())
		}
	}
	for _, said := range regexp.MustCompile("`rpcctl ([a-z]+)").FindAllSubmatch(page, -1) {
		if _, _, err := root.Find([]string{string(said[1])}); err != nil && string(said[1]) != "completion" {
			t.Errorf("the page speaks of %s, which is no command", said[1])
		}
	}
	for _, said := range regexp.MustCompile("--[a-z][a-z-]*").FindAllString(string(page), -1) {
		if !flags[said] {
			t.Errorf("the page speaks of %s, which is no flag", said)
		}
	}
	want := new(any)
	sample := blocks(t, "../../docs/cli.md", "json")[0]
	if err := json.Unmarshal([]byte(sample), want); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "demo.rpc.hcl"), []byte("package \"demo\" {\n  wirse = [frame]\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	code := run(t.Context(), []string{"--chdir", dir, "lint", "--format", "json"}, nil, &out, &out, func(string) (string, bool) { return "", false })
	got := new(any)
	if err := json.Unmarshal(out.Bytes(), got); err != nil || code != exitFailed {
		t.Fatalf("exit %d: %v\n%s", code, err, &out)
	}
	if a, b := compact(t, *got), compact(t, *want); a != b {
		t.Errorf("printed is\n%s\nthe page has\n%s", a, b)
	}
}

func compact(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What cobra says of itself is not all it can say: every command has words for
// people, an upper-case beginning and no full stop, as its flags have.
func TestHelpTexts(t *testing.T) {
	var a app
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || c.Short[:1] != strings.ToUpper(c.Short[:1]) {
			t.Errorf("%s: %q", c.CommandPath(), c.Short)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" || strings.HasSuffix(f.Usage, ".") {
				t.Errorf("%s --%s: %q", c.CommandPath(), f.Name, f.Usage)
			}
		})
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(a.root())
}
