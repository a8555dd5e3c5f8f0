package input

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestAhead holds that files are what they are in whatever order they are asked
// for, with one among them that is too large and many that are the same.
func TestAhead(t *testing.T) {
	r := newRepo(t)
	var items []item
	for n := range 300 {
		items = append(items, item{name: fmt.Sprintf("d%d/f%03d.gfj", n/50, n), text: strings.Repeat(fmt.Sprintf("%d\n", n/2), n*7)})
	}
	items[120].text = strings.Repeat("x", MaxFile+1)
	for n := 200; n < 206; n++ {
		items[n].text = strings.Repeat(fmt.Sprint(n), 1<<20)
	}
	r.imports(items...)
	orders := map[string][]int{"in order": nil, "backwards": nil, "at random": rand.New(rand.NewPCG(1, 2)).Perm(len(items)), "each twice": nil, "some": nil}
	for n := range items {
		orders["in order"] = append(orders["in order"], n)
		orders["backwards"] = append(orders["backwards"], len(items)-1-n)
		orders["each twice"] = append(orders["each twice"], n, n)
		if n%9 == 0 {
			orders["some"] = append(orders["some"], n)
		}
	}
	for name, order := range orders {
		for _, readers := range []int{1, 4} {
			in := mustOpen(t, "git:main", Options{Dir: r.dir, Keep: func(p string) bool { return filepath.Ext(p) == ".gfj" }})
			ask := make(chan int)
			var wait sync.WaitGroup
			for range readers {
				wait.Go(func() {
					for n := range ask {
						text, err := fs.ReadFile(in.FS, items[n].name)
						if n == 120 {
							if !errors.Is(err, errTooLarge) {
								t.Errorf("%s: %d bytes, %v", name, len(text), err)
							}
						} else if err != nil || string(text) != items[n].text {
							t.Errorf("%s: %s: %d bytes, %v", name, items[n].name, len(text), err)
						}
					}
				})
			}
			for _, n := range order {
				ask <- n
			}
			close(ask)
			wait.Wait()
			b := in.FS.(*tree).store.(*blobs)
			if inOrder := name == "in order"; readers == 1 && inOrder != (b.window == maxWindowed) && name != "each twice" {
				t.Errorf("%s: %d files are read at once", name, b.window)
			}
			if b.held > maxHeld+MaxFile || len(b.ahead) > 5*maxWindowed {
				t.Errorf("%s: %d files of %d bytes are held", name, len(b.ahead), b.held)
			}
		}
	}
}
