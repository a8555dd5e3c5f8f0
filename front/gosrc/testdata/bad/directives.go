/* want+4 "says version without a value" */

// Package bad has wrong directives.
//
//rpc:package demo.bad version=
package bad

import "context"

/* want+1 "there is no directive //rpc:servce" */
//rpc:servce
type A interface{}

/* want+1 "has no word .stord." */
//rpc:message stord
type B struct{}

//rpc:service
type C struct{} // want "C has the directive //rpc:service, and is struct"

//rpc:message
type D interface{} // want "D has the directive //rpc:message, and is interface"

//rpc:enum
type E string // want "E has the directive //rpc:enum, and is string"

//rpc:enum
type F int32 // want "enum F has no values"

/* want+1 "//rpc:method stands above a type" */
//rpc:method id=1
type G struct{}

/* want+1 "//rpc:message stands above nothing that it is for" */
//rpc:message

func f() {
	/* want+1 "//rpc:service stands above nothing that it is for" */
	//rpc:service
	type X interface{}
}

/* want+1 "//rpc:reserved stands above type H, which has no directive that says what it is" */
//rpc:reserved ids=3
type H struct{}

/* want+1 "has the ids .a-b." */
//rpc:reserved ids=a-b names=x,,y
/* want-1 "empty name in names" */
//rpc:message
type I struct{}

/* want+1 "error J has no code" */
//rpc:error
type J struct{}

func (J) Error() string { return "" }

/* want+1 "has the code .x." */
//rpc:error code=x
type K struct{}

func (*K) Error() string { return "" }

/* want+1 "says id twice" */
//rpc:service id=1 id=2
type S interface {
	/* want+1 "the timeout .soon. is no duration" */
	//rpc:method timeout=soon
	A(context.Context) error
	B(context.Context)                      // want "method S.B does not return an error last"
	C(context.Context) (int, string, error) // want "method S.C has 2 results beside the error"
	D(a int, ctx context.Context) error     // want "context.Context that isn't the first param"
	E() int                                 // want "method S.E does not return an error last"
	F(func()) error                         // want "param arg1 of method S.F has the type func"
	/* want+1 "method G declares the error I, which has no code" */
	//rpc:method errors=I
	G() error
	/* want+1 "has no param .b." */
	//rpc:param b 3
	H(a int) error
	/* want+1 "says oneway=maybe" */
	//rpc:method oneway=maybe
	I() error
	/* want+1 "has the unknown word .nam. in its rpc tag" */
	//rpc:param a 3,nam=x
	J(a int) error
	Other // want "service S embeds Other, which is no service of this package"
	/* want+1 "//rpc:wire names no wire" */
	//rpc:wire
	K() error
	unexported()
}

//rpc:service
type Two interface {
	S
	S // want "service Two embeds a second interface, S"
}

//rpc:service
type hidden interface{} // want "service hidden is unexported"

//rpc:service
type Gen[T any] interface{} // want "service Gen is generic"

//rpc:const
const Weird = len("x") // want "constant Weird has a value that can't be told here"

//rpc:enum
type Big int64

const (
	BigA Big = 1 << 62 // ok
	BigB Big = f()     // want "value BigB of enum Big has a number that can't be told here"
	BigC Big = 1 << 99 // want "value BigC of enum Big is out of range"
)
