package main

import (
	"context"
	"io"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary serve as rpcctl in stories, and as what
// TestScale compares it with.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"rpcctl": func() {
			os.Exit(runPublished(os.Args[1:], func(stdout io.Writer) int {
				return run(context.Background(), os.Args[1:], os.Stdin, stdout, os.Stderr, os.LookupEnv)
			}))
		},
		"parse-contracts": parseContracts,
	})
}

// TestScript runs the command-line stories: stdout, stderr, exit codes and files.
// RPCCTL_UPDATE=1 rewrites what cmp compares with; read the diff then.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		UpdateScripts:       os.Getenv("RPCCTL_UPDATE") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			for k, v := range map[string]string{
				"GIT_AUTHOR_NAME": "someone", "GIT_AUTHOR_EMAIL": "someone@example.com", "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
				"GIT_COMMITTER_NAME": "someone", "GIT_COMMITTER_EMAIL": "someone@example.com", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
			} {
				e.Setenv(k, v)
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
	if os.Getenv("RPCCTL_UPDATE") != "" {
		t.Error("stories were rewritten: read the diff, then run again without RPCCTL_UPDATE")
	}
}

// exits CODE ARGS… runs rpcctl and checks the exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE ARGS…")
	}
	got := "0"
	err := ts.Exec("rpcctl", args[1:]...)
	if coded, ok := err.(interface{ ExitCode() int }); ok {
		got = itoa(coded.ExitCode())
	} else if err != nil {
		ts.Fatalf("rpcctl: %v", err)
	}
	if got != args[0] {
		ts.Fatalf("rpcctl %v: exit %s, want %s", args[1:], got, args[0])
	}
}

func itoa(n int) string { return string(rune('0' + n)) }
