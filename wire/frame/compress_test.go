package frame

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/rpcctl/rpcctl/wire"
)

func TestCompressions(t *testing.T) {
	var c compressor
	for _, text := range [][]byte{nil, []byte("x"), bytes.Repeat([]byte("ab"), 5000), bytes.Repeat([]byte("0123456789"), 100_000)} {
		for how := Snappy; how <= Zstd; how++ {
			small, err := c.compress([]byte("before"), text, how)
			if err != nil || !bytes.HasPrefix(small, []byte("before")) {
				t.Fatalf("%d: %v", how, err)
			}
			small = small[len("before"):]
			for _, full := range []int64{-1, int64(len(text))} {
				if got, err := c.decompress(small, how, full, len(text)); err != nil || !bytes.Equal(got, text) {
					t.Errorf("%d: %d of %d bytes, %v", how, len(got), len(text), err)
				}
			}
			if _, err := c.decompress(small, how, int64(len(text))+1, len(text)+1); wire.CodeOf(err) != wire.InvalidArgument {
				t.Errorf("%d: a wrong size: %v", how, err)
			}
			if len(text) > 1 {
				if _, err := c.decompress(small, how, -1, len(text)-1); wire.CodeOf(err) != wire.ResourceExhausted {
					t.Errorf("%d: one byte over the limit: %v", how, err)
				}
				if _, err := c.decompress(small[:len(small)/2], how, -1, len(text)); wire.CodeOf(err) != wire.InvalidArgument {
					t.Errorf("%d: cut: %v", how, err)
				}
			}
		}
	}
	if _, err := c.decompress(nil, 9, -1, 10); wire.CodeOf(err) != wire.Unimplemented {
		t.Errorf("an unknown one: %v", err)
	}
}

// TestBombs: a small payload that becomes a large one takes no more than the limit.
func TestBombs(t *testing.T) {
	var c compressor
	text := make([]byte, 64<<20)
	for how := Snappy; how <= Zstd; how++ {
		bomb, err := c.compress(nil, text, how)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = c.decompress(bomb, how, -1, 1<<20)
		runtime.ReadMemStats(&after)
		if wire.CodeOf(err) != wire.ResourceExhausted {
			t.Errorf("%d: %v", how, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 32<<20 {
			t.Errorf("%d: %d bytes of memory", how, took)
		}
	}
	// Snappy says its size first, and may lie.
	if _, err := c.decompress([]byte{0xff, 0xff, 0xff, 0x1f, 0}, Snappy, -1, 64<<20); wire.CodeOf(err) != wire.ResourceExhausted {
		t.Errorf("a lie: %v", err)
	}
}

func FuzzDecompress(f *testing.F) {
	var c compressor
	for how := Snappy; how <= Zstd; how++ {
		small, err := c.compress(nil, bytes.Repeat([]byte("ab"), 500), how)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(small, uint16(how))
	}
	f.Fuzz(func(t *testing.T, b []byte, how uint16) {
		if out, err := c.decompress(b, Compression(how%5), -1, 1<<16); err == nil && len(out) > 1<<16 {
			t.Fatalf("%d bytes", len(out))
		}
	})
}
