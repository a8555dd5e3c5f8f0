// Messages in messages, and one that holds itself.
//
//rpc:package eq.nested
package nested

//rpc:message
type Outer struct {
	Inner  *Outer_Inner      `rpc:"1"`
	Inners []*Outer_Inner    `rpc:"2"`
	Leaf   *Outer_Inner_Leaf `rpc:"3"`
}

//rpc:message name=Outer.Inner
type Outer_Inner struct {
	Id int64 `rpc:"1"`
}

//rpc:message name=Outer.Inner.Leaf
type Outer_Inner_Leaf struct {
	Name string `rpc:"1"`
}

//rpc:message
type Tree struct {
	Value int32   `rpc:"1"`
	Kids  []*Tree `rpc:"2"`
}
