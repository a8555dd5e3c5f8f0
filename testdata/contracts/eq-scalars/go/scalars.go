// Scalars of every width that all languages have.
//
//rpc:package eq.scalars
package scalars

// Scalars has one field of each.
//
//rpc:message
type Scalars struct {
	Flag bool    `rpc:"1"`
	I32  int32   `rpc:"2"`
	I64  int64   `rpc:"3"`
	F64  float64 `rpc:"4"`
	Text string  `rpc:"5"`
	Data []byte  `rpc:"6"`
}
