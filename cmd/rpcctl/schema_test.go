package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// published compiles the JSON Schemas that the schema command prints.
func published() (map[string]*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	for _, name := range schemaNames() {
		text, err := schemas.ReadFile("schemas/" + name + ".json")
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := c.AddResource("https://example.com/"+name+".json", doc); err != nil {
			return nil, err
		}
	}
	all := map[string]*jsonschema.Schema{}
	for _, name := range schemaNames() {
		s, err := c.Compile("https://example.com/" + name + ".json")
		if err != nil {
			return nil, err
		}
		all[name] = s
	}
	return all, nil
}

// asPublished holds what a command printed as JSON to its schema; one that
// failed prints what lint does.
func asPublished(command string, out []byte) error {
	all, err := published()
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		return err
	}
	fields, _ := doc.(map[string]any)
	if command == "breaking" {
		command = "diff"
	}
	if _, changes := fields["changes"]; fields["summary"] != nil && !changes || command == "" {
		command = "lint"
	}
	if all[command] == nil {
		return fmt.Errorf("%s has no schema", command)
	}
	return all[command].Validate(doc)
}

// runPublished is rpcctl in stories: what it prints as JSON is held to the
// schema of its command. A convert or schema that works prints what was asked for.
func runPublished(args []string, run func(stdout io.Writer) int) int {
	var a app
	if a.wanted(args) != "json" {
		return run(os.Stdout)
	}
	var out bytes.Buffer
	code := run(io.MultiWriter(os.Stdout, &out))
	command := ""
	if c, _, err := a.root().Find(args); err == nil && c.HasParent() {
		command = c.Name()
	}
	free := code == exitOK && (command == "convert" || command == "schema" && !bytes.Contains(out.Bytes(), []byte(`"schemas"`))) || out.Len() == 0
	if slices.Contains(args, "--help") || command == "convert" && code == exitLossy {
		free = true
	}
	if err := asPublished(command, out.Bytes()); err != nil && !free {
		fmt.Fprintf(os.Stderr, "the JSON of %q is not as published: %v\n", args, err)
		return 9
	}
	return code
}

// Each command that prints JSON has a schema, each schema a command, and none
// takes anything.
func TestSchemas(t *testing.T) {
	all, err := published()
	if err != nil {
		t.Fatal(err)
	}
	var a app
	for _, c := range a.commands() {
		if name := c.Name(); all[name] == nil && name != "convert" && name != "breaking" {
			t.Errorf("%s has no schema", name)
		}
	}
	for name, s := range all {
		if !slices.Contains(a.commandNames(), name) {
			t.Errorf("%s is no command", name)
		}
		for _, bad := range []string{`{}`, `{"version": 2}`, `{"version": 1}`, `[]`, `{"version": 1, "files": [1], "more": 2}`} {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(bad)))
			if err != nil {
				t.Fatal(err)
			}
			if s.Validate(doc) == nil {
				t.Errorf("%s takes %s", name, bad)
			}
		}
	}
	var printed bytes.Buffer
	code := run(t.Context(), []string{"schema", "diff"}, nil, &printed, &printed, func(string) (string, bool) { return "", false })
	if code != exitOK || !json.Valid(printed.Bytes()) {
		t.Errorf("exit %d: %s", code, &printed)
	}
}

// What diff prints of every public case is as published, and so is the report
// that compat keeps.
func TestCasesAsPublished(t *testing.T) {
	all, err := published()
	if err != nil {
		t.Fatal(err)
	}
	valid := func(name string, text []byte) {
		t.Helper()
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = all["diff"].Validate(doc)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	kept, err := os.ReadFile("../../compat/testdata/report.json")
	if err != nil {
		t.Fatal(err)
	}
	valid("report.json", kept)
	olds, err := filepath.Glob("../../testdata/cases/*/*/old*")
	if err != nil || len(olds) < 40 {
		t.Fatal(err, len(olds))
	}
	judged := 0
	for _, old := range olds {
		new := filepath.Join(filepath.Dir(old), "new"+filepath.Ext(old))
		var out, notes bytes.Buffer
		code := run(t.Context(), []string{"diff", old, new, "--format", "json"}, nil, &out, &notes, func(string) (string, bool) { return "", false })
		if code == exitFailed {
			continue // a contract that can't be read is shown as lint shows it
		}
		judged++
		valid(old, out.Bytes())
	}
	if judged < len(olds)/2 {
		t.Errorf("%d of %d cases were judged", judged, len(olds))
	}
}
