package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/internal/golden"
)

// TestReadme runs what the README shows: a block that begins with "$ rpcctl" is
// the command, run in testdata/readme, and what it prints; the contract is what
// init writes.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte("```hcl\n"+starterContract+"```\n")) {
		t.Error("the README's contract is not the one that init writes")
	}
	parts := strings.Split(string(text), "```")
	ran := 0
	for i := 1; i < len(parts); i += 2 {
		command, _, ok := strings.Cut(strings.TrimPrefix(parts[i], "\n"), "\n")
		args, isOurs := strings.CutPrefix(command, "$ rpcctl ")
		if !ok || !isOurs {
			continue
		}
		ran++
		var out bytes.Buffer
		run(context.Background(), append(strings.Fields(args), "--chdir", "../../testdata/readme"), strings.NewReader(""), &out, &out, os.LookupEnv)
		parts[i] = "\n" + command + "\n" + out.String()
	}
	if ran < 2 {
		t.Errorf("%d commands in the README, want lint and diff at least", ran)
	}
	golden.Equal(t, "../../README.md", []byte(strings.Join(parts, "```")))
}
