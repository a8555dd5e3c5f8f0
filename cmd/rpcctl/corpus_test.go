package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// protoNames returns the paths of the .proto files below a directory.
func protoNames(t *testing.T, dir string) (names []string) {
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(p, ".proto") {
			names = append(names, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestCorpus runs the tool, as a process of its own, over the npm package
// google-proto-files, which make corpus fetches: a diff of it with itself finds
// nothing, nor does one with what is written of it, and all of it is linted.
func TestCorpus(t *testing.T) {
	if os.Getenv("RPCCTL_CORPUS") == "" {
		t.Skip("the corpus takes minutes: make corpus fetches it and runs this")
	}
	root, err := filepath.Abs("../../build/corpus")
	if err != nil {
		t.Fatal(err)
	}
	rpcctl := filepath.Join(t.TempDir(), "rpcctl")
	if out, err := exec.Command("go", "build", "-o", rpcctl, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(dir string, args ...string) (string, int) {
		cmd := exec.Command(rpcctl, args...)
		cmd.Dir = filepath.Join(root, dir)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		s := cmd.ProcessState
		usage, ok := s.SysUsage().(*syscall.Rusage)
		if ok {
			t.Logf("rpcctl %s: exit %d, %.1f s of CPU, %d MiB", strings.Join(args, " "), s.ExitCode(), (s.UserTime() + s.SystemTime()).Seconds(), usage.Maxrss>>10)
		}
		return out.String(), s.ExitCode()
	}

	if out, code := run("clean", "diff", ".", "."); code != exitOK || strings.TrimSpace(out) != "no changes" {
		t.Errorf("a diff of the corpus with itself: exit %d\n%.2000s", code, out)
	}
	// What is written of it is in the same files, and says the same: a loss would be exit 4.
	written := filepath.Join(t.TempDir(), "out")
	if out, code := run("clean", "convert", ".", "--to", "proto", "--out", written, "--strict"); code != exitOK {
		t.Errorf("convert of the corpus: exit %d\n%.2000s", code, out)
	}
	if a, b := protoNames(t, filepath.Join(root, "clean")), protoNames(t, written); !slices.Equal(a, b) {
		t.Errorf("%d files become %d, or have other names", len(a), len(b))
	}
	if out, code := run("clean", "diff", ".", written); code != exitOK || strings.TrimSpace(out) != "no changes" {
		t.Errorf("a diff of the corpus with what is written of it: exit %d\n%.2000s", code, out)
	}
	out, code := run("clean", "--verbose", "lint", "--limit", "1", ".")
	summary := regexp.MustCompile(`(?m)^\d+ errors?, \d+ warnings?.*`).FindString(out)
	if code != exitFindings || summary == "" {
		t.Errorf("lint of the corpus: exit %d\n%.2000s", code, out)
	}
	t.Log(summary)
	t.Log(regexp.MustCompile(`(?m)^.*\d+ files, \d+ packages`).FindString(out))

	// What doesn't compile is an error at its place, and never a crash.
	refused, err := os.ReadFile("../../internal/corpus-refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	out, code = run("package", "lint", "--limit", "0", ".")
	if code != exitFailed {
		t.Errorf("lint of all of the package: exit %d", code)
	}
	for _, line := range regexp.MustCompile(`(?m)^(\S+):\d+:\d+: error: .*\[(?:parse|link|import-missing|import-cycle|message-cycle|field-number-.*)\]$`).FindAllStringSubmatch(out, -1) {
		if !strings.Contains(string(refused), line[1]) {
			t.Errorf("no compiler refuses the file: %.300s", line[0])
		}
	}
}
