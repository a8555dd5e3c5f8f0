// One of several.
//
//rpc:package eq.oneof
package oneof

//rpc:message
type Choice struct {
	Number *int32  `rpc:"1,oneof=body"`
	Text   *string `rpc:"2,oneof=body"`
	Other  *Other  `rpc:"5,oneof=body"`
}

//rpc:message
type Mixed struct {
	Before int32   `rpc:"1"`
	Number *int32  `rpc:"2,oneof=body"`
	Text   *string `rpc:"3,oneof=body"`
	After  string  `rpc:"4"`
}

//rpc:message
type Other struct {
	Name string `rpc:"1"`
}
