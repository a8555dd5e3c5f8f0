// Narrow and unsigned integers.
//
//rpc:package eq.narrow
package narrow

//rpc:message
type Narrow struct {
	I8  int8    `rpc:"1"`
	I16 int16   `rpc:"2"`
	U8  uint8   `rpc:"3"`
	U16 uint16  `rpc:"4"`
	U32 uint32  `rpc:"5"`
	U64 uint64  `rpc:"6"`
	F32 float32 `rpc:"7"`
}
