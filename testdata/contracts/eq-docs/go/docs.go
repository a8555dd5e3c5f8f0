// Documentation.
//
// In several paragraphs.
//
//rpc:package eq.docs
package docs

import (
	"context"
)

// A message with
// two lines.
//
//rpc:message
type Documented struct {
	// a is the first
	A int32 `rpc:"1"`
	// b has "quotes" and a \ backslash.
	B string `rpc:"2"`
}

// A service.
//
//rpc:service
type Reads interface {
	// Read reads.
	//
	// It is slow.
	Read(ctx context.Context, request *Documented) (*Documented, error)
}
