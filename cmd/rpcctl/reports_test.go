package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/internal/golden"
)

// TestReportsPage writes docs/reports.md from what diff prints, so that the page
// shows each form as it is today. The picture is of --format html, in a browser.
func TestReportsPage(t *testing.T) {
	printed := func(format string) string {
		var out bytes.Buffer
		if code := run(t.Context(), []string{"--chdir", "../../testdata/readme", "diff", "old", "new", "--format", format}, strings.NewReader(""), &out, &out, os.LookupEnv); code != exitFindings {
			t.Fatalf("exit %d\n%s", code, &out)
		}
		return out.String()
	}
	page := `# What a verdict looks like

Printed by TestReportsPage from the contracts in testdata/readme: RPCCTL_UPDATE=1 go test ./cmd/rpcctl -run ReportsPage writes it again.

## In a terminal

` + "```\n$ rpcctl diff old new\n" + printed("text") + "```\n" + `
## As a page

` + "`rpcctl diff old new --format html`, one file that needs no network, light or dark:" + `

![the page in a browser](reports.png)

## As annotations of a workflow

` + "```\n$ rpcctl diff old new --format github\n" + printed("github") + "```\n" + `
## As a comment of a pull request

` + "What `rpcctl diff old new --format markdown` prints stands below as it is shown.\n\n" + printed("markdown")
	golden.Equal(t, "../../docs/reports.md", []byte(page))
	if picture, err := os.Stat("../../docs/reports.png"); err != nil || picture.Size() > 100_000 {
		t.Errorf("the picture: %v", err)
	}
}
