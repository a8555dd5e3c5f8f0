package compiled

import (
	"encoding/binary"
	"runtime"
	"testing"

	everything "github.com/rpcctl/rpcctl/testdata/golden/everything/demo/everything"
	"github.com/rpcctl/rpcctl/wire/frame"
)

// TestHostileCounts holds readers to taking little memory for a count that the
// bytes after it can't keep.
func TestHostileCounts(t *testing.T) {
	// Every field of variable size gets 64 KiB of 1, 1, 1 …, which reads as huge
	// counts and lengths, and the other way round as many small ones.
	filler := make([]byte, 64<<10)
	for name, fill := range map[string]uint32{"counts": 0x00FFFFFF, "elements": 6, "zeros": 0} {
		for i := 0; i < len(filler); i += 4 {
			binary.BigEndian.PutUint32(filler[i:], fill)
		}
		for _, v := range []frame.Block{
			&everything.Lists{}, &everything.Fixed{}, &everything.Sets{}, &everything.Maps{}, &everything.Tree{}, &everything.Outer{}, &everything.Optionals{},
		} {
			fixed, err := v.AppendBlock(nil)
			if err != nil {
				t.Fatal(err)
			}
			fixed = fixed[4 : 6+int(binary.BigEndian.Uint16(fixed[4:]))]
			b := append([]byte{0, 0, 0, 0}, fixed...)
			for range 12 {
				b = binary.BigEndian.AppendUint32(b, uint32(len(filler)))
				b = append(b, filler...)
			}
			binary.BigEndian.PutUint32(b, uint32(len(b)-4))
			packed := append([]byte(nil), filler...)
			took := taken(func() {
				_ = v.ReadBlock(b)
				_ = v.(frame.Packed).ReadPacked(packed)
			})
			if limit := 40 * uint64(len(b)+len(packed)); took > limit {
				t.Errorf("%s %T: %d bytes of memory for %d on the wire", name, v, took, len(b)+len(packed))
			}
		}
	}
}

// taken returns how many bytes of memory f took, given back or not.
func taken(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
