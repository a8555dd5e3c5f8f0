package frame_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/frame"
)

// bytesOf are params and a result of any size.
type bytesOf struct{ b []byte }

func (x *bytesOf) AppendBlock(b []byte) ([]byte, error) { return append(b, x.b...), nil }
func (x *bytesOf) ReadBlock(b []byte) error             { x.b = bytes.Clone(b); return nil }

// TestFragments: what is large travels in parts, its extensions on the first, so
// that it holds nobody up.
func TestFragments(t *testing.T) {
	addr := fake(t, func(p *peer, _ int) {
		var ext, payload []byte
		for i := 0; ; i++ {
			f, err := p.read()
			if err != nil || f.Kind == frame.KindPong {
				return
			}
			more := f.Flags&frame.FlagFragment != 0
			if kind := f.Kind; i == 0 && kind != frame.KindRequest || i > 0 && kind != frame.KindData || len(f.Payload) > 64<<10 || i > 0 && len(f.Extensions) > 0 {
				t.Errorf("part %d: kind %d, %d bytes, %d of extensions", i, kind, len(f.Payload), len(f.Extensions))
			}
			if i == 0 {
				ext = bytes.Clone(f.Extensions)
			}
			payload = append(payload, f.Payload...)
			if more {
				continue
			}
			if v, ok, _ := frame.FindExtension(ext, frame.ExtMetadata); i != 15 || !ok || string(v) != "\x00\x01kv" {
				t.Errorf("%d parts, metadata %q", i+1, v)
			}
			// Back in parts of another size, with another frame in between.
			half := len(payload)/2 + 1
			p.send(frame.Frame{Header: frame.Header{ID: f.ID, Method: f.Method, Kind: frame.KindResponse, Flags: frame.FlagFragment}, Payload: payload[:half]})
			p.send(frame.Frame{Header: frame.Header{ID: 7, Method: 0xFFFFFFFF, Kind: frame.KindPing}})
			p.send(frame.Frame{Header: frame.Header{ID: f.ID, Method: f.Method, Kind: frame.KindData}, Payload: payload[half:]})
		}
	})
	client := dial(t, addr, frame.Protocol())
	in, out := &bytesOf{bytes.Repeat([]byte("0123456789abcdef"), 64<<10)}, &bytesOf{}
	call := &wire.Call{Method: math().Methods[0], Args: in, Result: out, Metadata: []wire.Pair{{Key: "k", Value: "v"}}}
	if err := client.Invoke(context.Background(), call); err != nil || !bytes.Equal(in.b, out.b) {
		t.Errorf("%d bytes came back, %v", len(out.b), err)
	}
}
