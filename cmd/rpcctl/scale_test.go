package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/internal/bigcontract"
)

var scale = flag.Bool("scale", false, "measure lint and diff at 1, 2 and 4 times 2,000 services and 20,000 messages (RPCCTL_SCALE=1 is the same)")

// load is what one run of TestScale measures.
type load struct {
	name               string
	files              int // each of them as large as the next
	services, messages int // in all files
	runs               int // of which the median counts
	fixed              time.Duration
}

// TestScale holds what the commands cost in CPU time against what HCL's parser
// alone costs on the same bytes, each as a process of its own: lint may take
// 1.5 times that and a second, diff of two such contracts 2.5 times as much as
// lint may. Both must grow as the contract does. Without -scale an eighth of the
// contract is measured once, with an eighth of the second, and the test's own
// binary serves as rpcctl.
func TestScale(t *testing.T) {
	loads, rpcctl := []load{{"1/8", 1, 250, 2500, 1, time.Second / 8}}, "rpcctl"
	if *scale || os.Getenv("RPCCTL_SCALE") != "" {
		loads = nil
		for _, n := range []int{1, 2, 4} {
			loads = append(loads, load{fmt.Sprintf("%d×", n), n, n * 2000, n * 20000, 3, time.Second})
		}
		rpcctl = filepath.Join(t.TempDir(), "rpcctl")
		if out, err := exec.Command("go", "build", "-o", rpcctl, ".").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	} else {
		t.Log("1×, 2× and 4× are not measured: that takes some minutes, and -scale or RPCCTL_SCALE=1")
	}
	t.Log("CPU time, user and system:")
	t.Log("        MB   parse    lint at most    diff at most")
	var first, last [2]time.Duration // lint and diff
	for i, l := range loads {
		text, size := l.write(t)
		var took [3][]time.Duration
		for range l.runs {
			for i, args := range [][]string{
				append([]string{"parse-contracts"}, text.files...),
				{rpcctl, "lint", text.old},
				{rpcctl, "diff", text.old, text.new},
			} {
				took[i] = append(took[i], cpu(t, args))
			}
		}
		parse, lint, diff := median(took[0]), median(took[1]), median(took[2])
		lintBar := parse*3/2 + l.fixed
		diffBar := lintBar * 5 / 2
		t.Logf("%-4s%6.1f %6.2fs %6.2fs %6.2fs %6.2fs %6.2fs", l.name, float64(size)/1e6,
			parse.Seconds(), lint.Seconds(), lintBar.Seconds(), diff.Seconds(), diffBar.Seconds())
		if lint > lintBar {
			t.Errorf("%s: lint takes %v of CPU time, more than %v", l.name, lint, lintBar)
		}
		if diff > diffBar {
			t.Errorf("%s: diff takes %v of CPU time, more than %v", l.name, diff, diffBar)
		}
		if last = [2]time.Duration{lint, diff}; i == 0 {
			first = last
		}
	}
	if len(loads) < 2 {
		return
	}
	for i, name := range []string{"lint", "diff"} {
		ratio := last[i].Seconds() / first[i].Seconds()
		t.Logf("%s at 4× takes %.2f times as much as at 1×", name, ratio)
		if ratio > 4.6 {
			t.Errorf("%s does not grow as the contract does: at 4× it takes %.2f times as much as at 1×", name, ratio)
		}
	}
}

// written are two contracts on disk.
type written struct {
	old, new string   // directories
	files    []string // of old
}

// write writes the contract and one with a few edits.
func (l load) write(t *testing.T) (written, int) {
	t.Helper()
	dir := t.TempDir()
	w := written{old: filepath.Join(dir, "old"), new: filepath.Join(dir, "new")}
	size := 0
	for i, text := range bigcontract.Files(l.files, l.services, l.messages, 5) {
		name := fmt.Sprintf("part%d.rpc.hcl", i)
		w.files = append(w.files, filepath.Join(w.old, name))
		write(t, filepath.Join(w.old, name), text)
		write(t, filepath.Join(w.new, name), edit(t, text, i == 0))
		size += len(text)
	}
	return w, size
}

// edit changes some types and texts, takes a message out and adds one. Changes
// that reach a call are made in one file alone: each is proved with a search.
func edit(t *testing.T, text []byte, reached bool) []byte {
	t.Helper()
	change := func(old, new string, n int) {
		before := text
		if text = bytes.Replace(text, []byte(old), []byte(new), n); bytes.Equal(before, text) {
			t.Fatalf("no %q in the contract", old)
		}
	}
	if reached {
		change("= field(1, int64)", "= field(1, int32)", 20)
		change("limit = int32", "limit = int64", 5)
	}
	change("\"200ms\"", "\"300ms\"", 10)
	last := bytes.LastIndex(text, []byte("\n# Message"))
	return fmt.Appendf(text[:last:last], "\n# What is new.\nmessage \"New%d\" {\n  a = field(1, string)\n}\n", len(text))
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// cpu runs a program, whose exit code may say that there are findings, and
// returns the time that it spent on all processors.
func cpu(t *testing.T, args []string) time.Duration {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != exitFindings {
		t.Fatalf("%s: %v\n%s", strings.Join(args[:2], " "), err, stderr.String())
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// parseContracts is the other side of the comparison: a program that gives the
// files it is named to HCL's parser.
func parseContracts() {
	for _, path := range os.Args[1:] {
		text, err := os.ReadFile(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exitFailed)
		}
		if _, problems := hclsyntax.ParseConfig(text, path, hcl.InitialPos); problems.HasErrors() {
			fmt.Fprintln(os.Stderr, problems)
			os.Exit(exitFailed)
		}
	}
}
