// Presence and defaults.
//
//rpc:package eq.defaults
package defaults

//rpc:enum
type Level int32

const (
	LevelLow  Level = 0
	LevelHigh Level = 1
)

//rpc:message
type Defaults struct {
	Flag  bool    `rpc:"1,default=true"`
	Small int32   `rpc:"2,default=-5"`
	Half  float64 `rpc:"3,default=0.5"`
	Text  string  `rpc:"4,default='a\"b\n'"`
	Data  []byte  `rpc:"5,default=aGk="`
	Level Level   `rpc:"6,default=HIGH"`
	Maybe *int64  `rpc:"7,default=7"`
	Must  string  `rpc:"8,required"`
	Note  *string `rpc:"9"`
}
