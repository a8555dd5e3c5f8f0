// Package math is the contract.
//
//rpc:package demo.math version=1.2.0 wires=frame
package math

import (
	"context"
	"io"
	"iter"
	"time"
)

// Math does arithmetic.
//
//rpc:service id=1
//rpc:wire thrift service=mathService
type Math interface {
	// Add returns the sum of a and b.
	//
	//rpc:method id=1 timeout=200ms idempotent
	Add(ctx context.Context, a, b int32) (int32, error)

	//rpc:method id=2 name=divide errors=DivideByZero
	Divide(ctx context.Context, req *DivideRequest) (*Quotient, error)

	//rpc:method id=3
	Watch(ctx context.Context, from time.Time) iter.Seq2[*Quotient, error] // server streaming

	//rpc:method id=4 oneway
	//rpc:param note 2,default='a, b'
	Notify(ctx context.Context, _ *Event, note string) error

	Page(context.Context, int32, ...string) (*Page[Quotient], error)
}

// Quotient is what a division gives.
//
//rpc:message was=Result
type Quotient struct {
	Quo  uint64           `rpc:"1"`
	Rem  uint64           `rpc:"2,default=0"`
	Note *string          `rpc:"3"` // a pointer: presence is tracked
	Tags map[string]int64 `rpc:"4,name=labels,deprecated=use meta"`
	tmp  int              // unexported: not part of the contract
	Skip string           `rpc:"-"`
}

type DivideRequest struct {
	Header
	// Dividend is what is divided.
	//
	// Deprecated: use the
	// other.
	Dividend  uint64 `rpc:"1" json:"dividend_value"`
	DivisorID uint64 `rpc:"2,required"`
}

type Header struct {
	Trace ID `rpc:"10,max_len=32"`
}

type ID string

type Color int32

// What colours there are.
const (
	ColorUnknown Color = iota
	ColorRed           // not documentation
	// ColorDarkBlue is dark.
	ColorDarkBlue
	_
	//rpc:value name=CRIMSON was=Ruby
	Red2         = Color(1)
	hidden Color = 9
)

const size = 1 << 2

//rpc:const
const MaxItems int32 = 100

//rpc:reserved ids=40,50-59 names=old
//rpc:message stored
type Event struct {
	At      time.Time            `rpc:"1"`
	Stamp   *time.Time           `rpc:"2,timestamp"`
	Took    time.Duration        `rpc:"3"`
	Color   Color                `rpc:"4,default=RED"`
	Raw     []byte               `rpc:"5"`
	Matrix  [size][2]float64     `rpc:"6"`
	Seen    map[ID]struct{}      `rpc:"7"`
	Kids    []*Event             `rpc:"8"`
	Text    *string              `rpc:"9,oneof=body"`
	Blob    []byte               `rpc:"10,oneof=body,was=data"`
	Count   int                  `rpc:"11,encoding=zigzag,min=-1,max=10"`
	Old     int16                `rpc:"12,retired=use count"`
	Pair    Pair[string, *Event] `rpc:"13"`
	Renamed Alias                `rpc:"14"`
}

type Alias = Quotient

type Pair[A, B any] struct {
	First  A `rpc:"1"`
	Second B `rpc:"2"`
}

type Page[T any] struct {
	Items []T    `rpc:"1"`
	Next  string `rpc:"2"`
}

// DivideByZero is returned by Divide when the divisor is 0.
//
//rpc:error code=1001
type DivideByZero struct {
	Dividend uint64 `rpc:"1"`
}

func (e *DivideByZero) Error() string { return "division by zero" }

// Unreached is not in the contract.
type Unreached struct {
	Any any
	F   func()
}

// Files moves bytes and sequences.
//
//rpc:service
type Files interface {
	Put(context.Context, string, io.Reader) (*int64, error)
	Get(context.Context, *string) (io.ReadCloser, error)
	Copy(context.Context, io.ReadWriter) error
	Sum(context.Context, iter.Seq2[int64, error]) (int64, error)
	Deep(context.Context, *Deep[map[string][]*Event, [2]Set]) (map[ID]*Pair[int8, Deep[byte, ID]], error)
}

type Set map[Color]struct{}

type Deep[K any, V any] struct {
	Keys   []K       `rpc:"1"`
	Values map[int]V `rpc:"2"`
	When   *Moment   `rpc:"3,timestamp"`
	At     []Moment  `rpc:"4,unix_ns"`
}

type Moment time.Time
