// Names of another package.
//
//rpc:package eq.imports
package imports

import (
	"context"

	"eq/common"
)

//rpc:message
type Event struct {
	At     *common.Timestamp   `rpc:"1"`
	Zone   common.Zone         `rpc:"2"`
	Stamps []*common.Timestamp `rpc:"3"`
}

//rpc:service
type Events interface {
	Last(ctx context.Context, request *common.Timestamp) (*Event, error)
}
