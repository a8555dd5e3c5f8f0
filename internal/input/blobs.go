package input

import (
	"errors"
	"path"
	"slices"
	"strings"
	"sync"
)

// blobs reads objects through two git processes, which the first question
// starts: one that tells sizes and one that sends contents. A question takes as
// long as many answers; so where files are asked for in order, those that follow
// are read with them.
type blobs struct {
	sizes, contents batch

	mu     sync.Mutex
	order  []string // ids of the files that will be asked for, by node.n; the first is none
	next   int      // the position behind the last that was read
	window int      // how many were read at once
	ahead  map[int][]byte
	held   int // bytes of ahead
}

const (
	maxWindowed = 32       // their ids fit into any pipe
	maxHeld     = 16 << 20 // bytes read before they are asked for
	slack       = 16       // how far out of order readers that run at once may be
)

// expect says which files will be asked for: those in and below root that keep
// has. Nil keeps none: nothing is read ahead then.
func (b *blobs) expect(t *tree, root string, keep func(string) bool) {
	if keep == nil {
		return
	}
	var names []string
	for name, n := range t.files {
		if (root == "." || name == root || strings.HasPrefix(name, root+"/")) && n.why == "" && keep(name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { // as directories are walked
		if c := strings.Compare(path.Dir(a), path.Dir(b)); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	b.order, b.ahead = make([]string, 1, len(names)+1), map[int][]byte{}
	for _, name := range names {
		n := t.files[name]
		n.n = len(b.order)
		b.order = append(b.order, n.id)
		t.files[name] = n
	}
}

func (b *blobs) size(n node) (int64, error) {
	answers, err := b.sizes.ask(false, n.id)
	if err != nil {
		return 0, err
	}
	return answers[0].size, answers[0].err
}

func (b *blobs) read(n node) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if text, ok := b.ahead[n.n]; ok {
		delete(b.ahead, n.n)
		b.held -= len(text)
		return text, nil
	}
	answers, err := b.contents.ask(true, b.following(n)...)
	if err != nil {
		return nil, err
	}
	for i, a := range answers[1:] {
		if a.err == nil {
			b.ahead[n.n+1+i] = a.text
			b.held += len(a.text)
		}
	}
	if b.held > maxHeld || len(b.ahead) > 4*maxWindowed { // what was passed by
		clear(b.ahead)
		b.held, b.window = 0, 1
	}
	return answers[0].text, answers[0].err
}

// following returns the id of a file, and of those to read with it: twice as
// many each time that files are asked for in order.
func (b *blobs) following(n node) []string {
	switch {
	case n.n == 0 || n.n < b.next && n.n >= b.next-2*maxWindowed:
		return []string{n.id}
	case n.n >= b.next && n.n <= b.next+slack:
		b.window = min(max(2*b.window, 2), maxWindowed)
	default:
		b.window = 1
	}
	b.next = min(n.n+b.window, len(b.order))
	return b.order[n.n:b.next]
}

func (b *blobs) close() error { return errors.Join(b.sizes.close(), b.contents.close()) }
