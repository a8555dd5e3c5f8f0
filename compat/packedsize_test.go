package compat

import (
	"testing"

	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
	framedyn "github.com/rpcctl/rpcctl/wire/frame/dyn"
)

// TestLengths: what is written is as long as a writer's and a reader's lengths say.
func TestLengths(t *testing.T) {
	infos := all.Infos()
	shape := drawn.ShapeOf(schema.WireByName(infos, "frame-v1"))
	few := 0
	for seed := range uint64(300) {
		s, errs := schema.Link([]*schema.Package{drawn.Contract(seed, shape)}, infos)
		if errs.HasErrors() || endless(s, false) {
			continue
		}
		vs := drawn.NewValues(seed)
		for _, m := range s.Packages[0].Messages {
			wrote, read := sizes(packedPlaces(m), sizer{}, false), sizes(packedPlaces(m), sizer{}, true)
			if !wrote.more {
				few++
			}
			for i := range 16 {
				b, err := framedyn.AppendPacked(nil, m, vs.Message(m, i))
				if err != nil {
					continue
				}
				n := exactly(len(b))
				if n.or(wrote) != wrote || n.or(read) != read {
					t.Errorf("seed %d, %s: %d bytes, of %v and %v", seed, m.Name, len(b), wrote, read)
				}
			}
		}
	}
	if few == 0 {
		t.Error("no message has bounds")
	}
}
