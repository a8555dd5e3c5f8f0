//rpc:package demo.bad
package bad

//rpc:message
type M struct {
	A     int // want "field M.A has no number"
	B     int `json:"b"` // want "field M.B has no number"
	C, D  int // want "field M.C has no number" "field M.D has no number"
	E     int `rpc:"7"`                                         // ok
	F     int `rpc:"name=f"`                                    // want "field M.F has no number"
	G     int `rpc:"x"`                                         // want "has the number .x. in its rpc tag" "field M.G has no number"
	H     int `rpc:"0"`                                         // want "has the number .0. in its rpc tag" "field M.H has no number"
	I     int `rpc:"536870912"`                                 // want "has the number .536870912." "field M.I has no number"
	J     int `rpc:"20,nam=x"`                                  // want "unknown word .nam. in its rpc tag"
	K     int `rpc:"21" rpc:"22"`                               // want "has two rpc tags"
	L     int `rpc:"23,encoding=big"`                           // want "unknown encoding .big."
	M     int `protobuf:"varint,24,opt" thrift:"m,25"`          // want "has the number 24 in its protobuf tag and 25 in its thrift tag"
	N     int `rpc:"26" protobuf:"varint,24,opt" thrift:"m,25"` // ok
	O     int `protobuf:"bytes,27,opt"`                         // want "is int64 in Go and bytes in its protobuf tag"
	P     int `protobuf:"varint"`                               // want "protobuf tag without a number" "M.P has no number"
	Q     int `protobuf:"group,29,opt"`                         // want "is a group"
	R     int `rpc:"30" json`                                   // want "a tag that Go can't read"
	S     int `rpc:"31,default"`                                // want "says default without a value"
	T     int `rpc:"32,unix_ms"`                                // want "says unix_ms, and is no time.Time"
	U     int `rpc:"33,name=a,name=b"`                          // want "says name twice"
	V     int `rpc:"34,default='a"`                             // want "a quote in its rpc tag that does not end"
	small int `rpc:"35"`                                        // want "has a number and is unexported"
	W     int "rpc:\"36,nam=x\""                                // want "unknown word .nam."
	X     int `rpc:"37,required=maybe"`                         // want "says required=maybe"
	Embedded
	*M2
	Number     // want "M embeds Number, which is no struct"
	other.Type // want "which is no struct that can be read"
	Self
}

type Embedded struct {
	E int `rpc:"40"` // want "M has the name e twice: as E and as Embedded.E, which is embedded"
	Z int `rpc:"7"`  // want "M has the number 7 twice: as E and as Embedded.Z, which is embedded"
}

type M2 struct {
	FromM2 int // want "field M.M2.FromM2 has no number"
}

type Self struct {
	*Self        // want "Self embeds itself"
	FromSelf int `rpc:"41"`
}

type Number int
