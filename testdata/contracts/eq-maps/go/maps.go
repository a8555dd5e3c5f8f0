// Maps with keys of every kind that all have.
//
//rpc:package eq.maps
package maps

//rpc:message
type Maps struct {
	ByText   map[string]string `rpc:"1"`
	ByNumber map[int32]*Value  `rpc:"2"`
	ByFlag   map[bool]float64  `rpc:"3"`
	ByBig    map[int64][]byte  `rpc:"4"`
}

//rpc:message
type Value struct {
	N int32 `rpc:"1"`
}
