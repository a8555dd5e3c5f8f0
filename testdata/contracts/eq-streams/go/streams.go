// Streams of messages.
//
//rpc:package eq.streams
package streams

import (
	"context"
	"iter"
)

//rpc:message
type Query struct {
	Prefix string `rpc:"1"`
}

//rpc:message
type Row struct {
	Text string `rpc:"1"`
}

//rpc:service
type Feed interface {
	Watch(ctx context.Context, request *Query) iter.Seq2[*Row, error]

	Load(ctx context.Context, request iter.Seq2[*Row, error]) (*Query, error)

	Chat(ctx context.Context, request iter.Seq2[*Row, error]) iter.Seq2[*Row, error]
}
