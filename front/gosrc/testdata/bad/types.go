//rpc:package demo.bad
package bad

import (
	"context"
	"iter"
	"net/url"
	"unsafe"
)

//rpc:message
type M struct {
	A any                     `rpc:"1"`  // want "field M.A has the type any, which may hold anything"
	B chan int                `rpc:"2"`  // want "field M.B has the type chan int, which can't be sent"
	C func()                  `rpc:"3"`  // want "M.C has the type func\\(\\), which can't be sent"
	D complex128              `rpc:"4"`  // want "M.D has the type complex128, which no wire carries"
	E G                       `rpc:"5"`  // want "M.E has the type G, a generic type without arguments"
	F struct{ X int }         `rpc:"6"`  // want "M.F has the type struct. X int ., a struct without a name"
	G map[string]*[]chan bool `rpc:"7"`  // want "M.G has the type chan bool"
	H **int                   `rpc:"8"`  // want "M.H has the type ..int, a pointer to a pointer"
	I interface{ X() }        `rpc:"9"`  // want "M.I has the type interface"
	J url.URL                 `rpc:"10"` // want "M.J has the type url.URL, which is not for contracts"
	K Quotent                 `rpc:"11"` // want "M.K has the unknown type Quotent"
	L hidden                  `rpc:"12"`
	M iter.Seq2[int, error]   `rpc:"13"` // want "M.M has the type iter.Seq2.int, error., a stream"
	N unsafe.Pointer          `rpc:"14"` // want "not for contracts"
	O [0]int                  `rpc:"15"` // want "length is not 1 to 65535"
	P [len("x")]int           `rpc:"16"` // want "length can't be told"
	Q context.Context         `rpc:"17"` // want "which is not sent"
	R missing.T               `rpc:"18"` // want "imports no package of that name"
	S Loop                    `rpc:"19"`
	T Err                     `rpc:"20"` // want "which is a declared error"
	U Pair[int]               `rpc:"21"` // want "another number of arguments"
	V Ever[int]               `rpc:"22"`
	W uintptr                 `rpc:"23"` // want "means nothing elsewhere"
	X Svc                     `rpc:"24"` // want "M.X has the type Svc, an interface"
	Y Ptr                     `rpc:"25"` // want "a type that is a pointer"
	Z iter.Seq2[int, error]   `rpc:"-"`
}

type Quotient struct{}

type hidden struct{} // want "type hidden is in the contract and unexported"

type G[T any] struct {
	X T `rpc:"1"`
}

type Pair[A, B any] struct{}

type Ever[T any] struct {
	X *Ever[[]T] `rpc:"1"` // want "whose instances never end"
}

type Loop []Loop // want "nested too deep"

type Ptr *int

//rpc:error code=1
type Err struct{} // want "error Err has no method Error"

//rpc:service
type Svc interface{}

//rpc:message
type NoInstance[T any] struct{} // want "message NoInstance is generic, and nothing says for which types"
