package dyn

import (
	"errors"
	"fmt"
	"math"

	"github.com/rpcctl/rpcctl/wire/prpc"
)

// Refusal says that a peer didn't take what it was given.
type Refusal struct {
	Code int32 // what is answered for the call, or what the answer had; 0: nothing is answered
	Text string
	Err  error // why, an *[Error] where a payload didn't fit; or nil
	mode string
}

// Error returns code and text.
func (r *Refusal) Error() string {
	text := r.Text
	if r.Err != nil {
		text = r.Err.Error()
	}
	if r.Code == 0 {
		return text
	}
	return fmt.Sprintf("code %d: %s", r.Code, text)
}

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.Err }

// Mode says what the refusal does: "error" to this call, "closed" to the
// connection, "crashed" to the peer.
func (r *Refusal) Mode() string { return r.mode }

const (
	forCall = "error"
	closed  = "closed"
	crashed = "crashed"
)

func refusef(code int32, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Text: fmt.Sprintf(format, args...), mode: forCall}
}

func refusal(code int32, err error) *Refusal { return &Refusal{Code: code, Err: err, mode: forCall} }

// open reads one frame, whole, and returns its data without compression.
func (p Peer) open(b []byte) (prpc.Meta, []byte, error) {
	f, rest, ok, err := prpc.Parse(b, p.limit)
	switch {
	case errors.Is(err, prpc.ErrMeta), errors.Is(err, prpc.ErrAttachment):
		return f.Meta, nil, p.unread(err)
	case errors.Is(err, prpc.ErrSizes) && p.name == goPeer:
		return f.Meta, nil, &Refusal{Err: err, mode: crashed}
	case err != nil:
		return f.Meta, nil, &Refusal{Err: err, mode: closed}
	case !ok:
		return f.Meta, nil, &Refusal{Text: "the frame is cut", mode: closed}
	case len(rest) > 0:
		return f.Meta, nil, refusef(0, "%d bytes after the frame", len(rest))
	case f.Meta.HasChunk && f.Meta.Chunk.ID != prpc.LastChunk && p.name != cppPeer: // which knows no pieces
		return f.Meta, nil, refusef(0, "a piece of a message, whose rest isn't here")
	}
	if p.name == cppPeer || p.name == ourPeer {
		if err := f.Verify(); err != nil {
			return f.Meta, nil, refusal(prpc.CodeBadRequest, err)
		}
	}
	data, err := p.expand(f.Meta.Compression, f.Data)
	return f.Meta, data, err
}

// unread is what becomes of a frame whose meta can't be read, or lies about the
// attachment.
func (p Peer) unread(err error) *Refusal {
	meta := errors.Is(err, prpc.ErrMeta)
	switch p.name {
	case javaPeer:
		return refusal(0, err) // nothing is answered
	case goPeer:
		if meta {
			return refusal(prpc.CodeNoService, err)
		}
		return refusal(prpc.CodeInternal, err)
	case cppPeer:
		if meta {
			return &Refusal{Err: err, mode: closed}
		}
		return refusal(prpc.CodeBadRequest, err)
	case ourPeer:
		return refusal(prpc.CodeBadRequest, err)
	}
	panic("prpc: no profile " + p.name)
}

// expand decompresses data. Java and Go pass on what they have no compression for.
func (p Peer) expand(how prpc.Compression, data []byte) ([]byte, error) {
	code, limit := prpc.CodeBadRequest, p.limit
	c := prpc.Compressor{}
	switch p.name {
	case javaPeer, goPeer:
		if how != prpc.Snappy && how != prpc.Gzip {
			return data, nil
		}
		limit = math.MaxInt32
		if c.Whole = p.name == javaPeer; c.Whole {
			code = prpc.CodeUncompress
		}
	}
	if len(data) == 0 {
		return nil, nil // nothing was compressed
	}
	out, err := c.Decompress(data, how, limit)
	if err != nil && p.name == goPeer && how == prpc.Snappy {
		return nil, &Refusal{Err: err, mode: closed}
	}
	if err != nil {
		return nil, refusal(code, err)
	}
	return out, nil
}
