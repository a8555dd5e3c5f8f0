// Lists, sets, and lists of lists.
//
//rpc:package eq.lists
package lists

//rpc:message
type Lists struct {
	Words   []string           `rpc:"1"`
	Numbers map[int32]struct{} `rpc:"2"`
	Rows    [][]int64          `rpc:"3"`
	Three   [3]float64         `rpc:"4"`
	Deep    map[string][]*Item `rpc:"5"`
}

//rpc:message
type Item struct {
	Id int64 `rpc:"1"`
}
