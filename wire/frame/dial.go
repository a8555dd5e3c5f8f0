package frame

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/rpcctl/rpcctl/wire"
)

const helloPatience = time.Second // a version 1 server may well not answer

func (k *kit) dial(ctx context.Context, t *wire.Target) (wire.Session, error) {
	conn, err := t.Connect(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case k.v1:
		return k.session(conn, 1, t.Limits), nil
	case !k.negotiate:
		return k.session(conn, 2, t.Limits), nil
	}
	reply, err := hello(ctx, conn)
	if err == nil && reply.Version == 2 {
		limits := t.Limits
		if most := int(reply.MaxFrame); most > 0 {
			limits.Message = min(limits.Message, most)
		}
		return k.session(conn, 2, limits), nil
	}
	if err == nil && reply.Version == 1 {
		return k.session(conn, 1, t.Limits), nil
	}
	// No answer, or none that makes sense: the next connection speaks version 1.
	conn.Close()
	if ctx.Err() != nil {
		return nil, wire.StatusOf(ctx.Err())
	}
	if err == nil {
		return nil, wire.Errorf(wire.Unavailable, "the server offers version %d, which this client doesn't speak", reply.Version)
	}
	if conn, err = t.Connect(ctx); err != nil {
		return nil, err
	}
	return k.session(conn, 1, t.Limits), nil
}

// hello asks the server for its version.
func hello(ctx context.Context, conn net.Conn) (HelloReply, error) {
	deadline := time.Now().Add(helloPatience)
	if d, ok := ctx.Deadline(); ok && d.Before(deadline) {
		deadline = d
	}
	conn.SetDeadline(deadline)
	defer conn.SetDeadline(time.Time{})
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if _, err := conn.Write(AppendHello(nil, Hello{Lowest: 1, Highest: 2})); err != nil {
		return HelloReply{}, err
	}
	var b []byte
	for chunk := make([]byte, 64); ; {
		n, err := conn.Read(chunk[:min(len(chunk), 64-len(b))])
		b = append(b, chunk[:n]...)
		f, rest, ok, perr := Parse(b, 64)
		switch {
		case perr != nil:
			return HelloReply{}, perr
		case ok && len(rest) > 0:
			return HelloReply{}, fmt.Errorf("%d bytes follow the answer to a hello", len(rest))
		case ok:
			return ParseHelloReply(f)
		case err != nil:
			return HelloReply{}, err
		}
	}
}
