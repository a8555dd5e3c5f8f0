// Constants.
//
//rpc:package eq.consts
package consts

// LIMIT is how many there are.
//
//rpc:const
const LIMIT int32 = 100

//rpc:const
const HALF float64 = 0.5

//rpc:const
const GREETING string = "hello, \"world\"\n"

//rpc:const
const YES bool = true

//rpc:const
const FIRST Color = ColorBlue

//rpc:enum
type Color int32

const (
	ColorRed  Color = 0
	ColorBlue Color = 1
)
