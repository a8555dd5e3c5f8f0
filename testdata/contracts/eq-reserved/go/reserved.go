// Numbers and names that must not come back.
//
//rpc:package eq.reserved
package reserved

//rpc:enum
//rpc:reserved ids=5 names=ALL
type Kind int32

const (
	KindNone Kind = 0
	KindSome Kind = 1
)

//rpc:message
//rpc:reserved ids=2-3,10-19 names=theme,color
type Event struct {
	At   int64  `rpc:"1"`
	Note string `rpc:"4,deprecated=use at"`
}
