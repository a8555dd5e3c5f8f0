// What others share.
//
//rpc:package eq.common
package common

//rpc:enum
type Zone int32

const (
	ZoneUtc   Zone = 0
	ZoneLocal Zone = 1
)

// Timestamp is a moment in UTC.
//
//rpc:message
type Timestamp struct {
	UnixMs int64 `rpc:"1"`
}
