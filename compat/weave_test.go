package compat

import (
	"math/rand/v2"
	"testing"

	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/all"
	framedyn "github.com/rpcctl/rpcctl/wire/frame/dyn"
)

// TestWeave holds what is woven against the codec: both sides read it, and the
// writer writes it again.
func TestWeave(t *testing.T) {
	peer, woven := framedyn.FrameV1(), 0
	for seed := range uint64(100) {
		c, ok := drawCase(seed, "frame-v1")
		if !ok {
			continue
		}
		for _, old := range c.old.Packages[0].Messages {
			m, _ := c.d.Partner(old).(*schema.Message)
			if m == nil {
				continue
			}
			w, tries := newWeave(3000, 1), 0
			w.find(old, m, func(b []byte) bool {
				tries++
				v, err := peer.Read(old, b)
				if err != nil {
					return tries < 50 // a key twice
				}
				if again, err := peer.Write(old, v); err == nil && string(again) != string(b) {
					if _, err := peer.Read(old, again); err != nil {
						t.Errorf("seed %d: %s writes %x as %x", seed, old.Name, b, again)
					}
				}
				if _, err := peer.Read(m, b); err == nil {
					woven++
				}
				return tries < 50
			})
		}
	}
	if woven < 300 {
		t.Errorf("%d payloads that both sides read", woven)
	}
}

// TestWeaveSame weaves each message with itself: values that are short enough are
// all woven too, so that none is found where the reader asks for one byte more.
func TestWeaveSame(t *testing.T) {
	infos := all.Infos()
	shape := drawn.ShapeOf(schema.WireByName(infos, "frame-v1"))
	for seed := range uint64(100) {
		s, errs := schema.Link([]*schema.Package{drawn.Contract(seed, shape)}, infos)
		if errs.HasErrors() || endless(s, false) {
			continue
		}
		for _, m := range s.Packages[0].Messages {
			found := false
			newWeave(3000, 1).find(m, m, func(b []byte) bool {
				_, err := framedyn.FrameV1().Read(m, b)
				found = found || err == nil
				return !found
			})
			if !found {
				t.Errorf("seed %d: %s has no payload that it reads", seed, m.Name)
			}
		}
	}
}

func TestAbove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		box := make([]octet, 1+rng.IntN(3))
		for i := range box {
			lo := byte(rng.IntN(4))
			box[i] = octet{lo: lo, hi: min(3, lo+byte(rng.IntN(4)))}
		}
		before := make([]byte, rng.IntN(4))
		for i := range before {
			before[i] = byte(rng.IntN(4))
		}
		want, any := "", false
		each(box, nil, func(b []byte) {
			if string(b) > string(before) && (!any || string(b) < want) {
				want, any = string(b), true
			}
		})
		if got, ok := above(string(before), true, box); ok != any || got != want {
			t.Fatalf("above %x in %v: %x %v, want %x %v", before, box, got, ok, want, any)
		}
	}
}

// each calls do with all values of a box, least first.
func each(box []octet, b []byte, do func([]byte)) {
	if len(b) == len(box) {
		do(b)
		return
	}
	for x := int(box[len(b)].lo); x <= int(box[len(b)].hi); x++ {
		each(box, append(b[:len(b):len(b)], byte(x)), do)
	}
}
