// Enums, open ones, with a number below zero.
//
//rpc:package eq.enums
package enums

// Color is what people see.
//
//rpc:enum
type Color int32

const (
	ColorColorUnknown Color = 0
	// As in fire.
	ColorColorRed  Color = 1
	ColorColorBlue Color = 5
	ColorColorDark Color = -1
)

//rpc:message
type Paint struct {
	Color  Color   `rpc:"1"`
	Colors []Color `rpc:"2"`
}
