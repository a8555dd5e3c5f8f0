package input

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// TestSpeed holds that 7,000 small files take from a revision or an archive at
// most twice as long as from disk, opening included. The figures are printed.
func TestSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("the speed is measured in the long run alone")
	}
	const count = 7000
	r := newRepo(t)
	var items []item
	for n := range count {
		i := item{name: fmt.Sprintf("contracts/d%d/s%d.gfj", n/40, n), text: fmt.Sprintf("// S%d serves.\nservice S%d {\n%s}\n", n, n, strings.Repeat("int32 Add(int32, int32)\n", n%60))}
		items = append(items, i)
	}
	r.imports(items...)
	r.git("reset", "-q", "--hard")
	dir := placed(t, kinds(t, items...))
	best := map[string]time.Duration{}
	inputs := []struct{ text, dir string }{
		{".", r.dir}, {"git:HEAD", r.dir}, {"a.tar", dir}, {"a.tar.gz", dir}, {"a.tar.zst", dir}, {"a.zip", dir},
	}
	for round := range 8 {
		slow := ""
		for _, in := range inputs {
			begin := time.Now()
			if got := readAll(t, in.text, in.dir); got != count {
				t.Fatalf("%s: %d files", in.text, got)
			}
			if took := time.Since(begin); round == 0 || took < best[in.text] {
				best[in.text] = took
			}
			if best[in.text] > 2*best["."] {
				slow += " " + in.text
			}
		}
		if round >= 2 && slow == "" {
			break
		}
		if round == 7 {
			t.Errorf("more than twice as long as from disk:%s", slow)
		}
	}
	for _, in := range inputs {
		t.Logf("%-9s %4d ms, %.2f of disk", in.text, best[in.text].Milliseconds(), float64(best[in.text])/float64(best["."]))
	}
}

// readAll reads every file of an input as front.Load does.
func readAll(t *testing.T, text, dir string) int {
	in, err := Open(context.Background(), text, Options{Dir: dir, Keep: func(p string) bool { return path.Ext(p) == ".gfj" }})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	count := 0
	err = fs.WalkDir(in.FS, path.Join(in.Root, "contracts"), func(p string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(p) == ".gfj" {
			count++
			g.Go(func() error {
				f, err := in.FS.Open(p)
				if err != nil {
					return err
				}
				defer f.Close()
				_, err = io.ReadAll(io.LimitReader(f, MaxFile+1))
				return err
			})
		}
		return err
	})
	if err == nil {
		err = g.Wait()
	}
	if err != nil {
		t.Fatal(text, err)
	}
	return count
}
