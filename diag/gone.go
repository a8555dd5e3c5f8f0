package diag

import (
	"bytes"
	"hash/crc32"
	"sync"
	"weak"
)

// gone is a text that was let go.
type gone struct {
	again func() ([]byte, error)
	sum   uint32

	mu   sync.Mutex
	last weak.Pointer[[]byte] // as it was read last, for as long as there is room
}

// LetGo gives up the memory of the text: few texts of a large tree are ever
// quoted, and again reads those. What holds words to the tool (rpcctl: in a
// comment), which are looked for in the text, is kept. It must be called before
// others use the file.
func (f *File) LetGo(again func() ([]byte, error)) {
	if f.Text == nil || bytes.Contains(f.Text, []byte("rpcctl:")) {
		return
	}
	f.gone = &gone{again: again, sum: crc32.Checksum(f.Text, castagnoli())}
	f.Text = nil
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// Bytes returns the text, nil where it was let go and is no longer what it was.
func (f *File) Bytes() []byte {
	g := f.gone
	if g == nil {
		return f.Text
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if text := g.last.Value(); text != nil {
		return *text
	}
	text, err := g.again()
	if err != nil || len(text) != f.size || crc32.Checksum(text, castagnoli()) != g.sum {
		return nil
	}
	g.last = weak.Make(&text)
	return text
}
