package dyn

import (
	"fmt"
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// Refusal says that a peer didn't take what it was given.
type Refusal struct {
	Code int32 // of the application exception that is answered, or was; 0 where none is
	Text string
	Err  error // why, an *[Error] where a value or its bytes didn't fit; or nil
	mode string
}

// Error returns the text.
func (r *Refusal) Error() string {
	if r.Err != nil {
		return r.Err.Error()
	}
	return r.Text
}

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.Err }

// Mode says what the refusal does: "error" to this call, "closed" to the
// connection.
func (r *Refusal) Mode() string { return r.mode }

const (
	forCall = "error"
	closed  = "closed"
)

func refuse(mode string, code int32, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Text: fmt.Sprintf(format, args...), mode: mode}
}

// Error says where in a message bytes can't be read, or a value can't be written.
type Error struct {
	Path   string // from the message inwards: "Event.tags[3]"
	Offset int    // of the byte at fault in what was read; -1 when writing
	Text   string
}

// Error returns path, text and offset in one line.
func (e *Error) Error() string {
	if e.Offset < 0 {
		return e.Path + ": " + e.Text
	}
	return fmt.Sprintf("%s: %s (byte %d)", e.Path, e.Text, e.Offset)
}

// trail is the way to a fault, put together from the inside out once there is one.
type trail struct{ path string }

// in puts a field before the path; it returns false, what its callers return.
func (t *trail) in(name string) bool {
	if t.path != "" && t.path[0] != '[' {
		name += "."
	}
	t.path = name + t.path
	return false
}

func (t *trail) at(i int) bool { return t.in("[" + strconv.Itoa(i) + "]") }

func (e *encoder) refusal(name string) *Refusal {
	if name != "" {
		e.in(name)
	}
	text := "it can't be written"
	if err, ok := e.w.Err().(*thrift.Error); ok {
		text = err.Text
	}
	return &Refusal{Err: &Error{e.path, -1, text}, mode: forCall}
}

func (d *decoder) refusal(mode, name string) *Refusal {
	d.in(name)
	r := &Refusal{Code: thrift.CodeProtocol, mode: mode}
	if err, ok := d.r.Err().(*thrift.Error); ok {
		r.Err = &Error{d.path, err.Offset, err.Text}
	}
	return r
}

// typeOf returns how a type travels, Stop where it has no form.
func typeOf(t *schema.Type) thrift.Type {
	switch t.Kind {
	case schema.KindBool:
		return thrift.Bool
	case schema.KindInt8:
		return thrift.I8
	case schema.KindInt16, schema.KindUint8:
		return thrift.I16
	case schema.KindInt32, schema.KindUint16, schema.KindEnum:
		return thrift.I32
	case schema.KindInt64, schema.KindUint32, schema.KindUint64:
		return thrift.I64
	case schema.KindFloat32, schema.KindFloat64:
		return thrift.Double
	case schema.KindString, schema.KindBytes:
		return thrift.String
	case schema.KindList:
		return thrift.List
	case schema.KindSet:
		return thrift.Set
	case schema.KindMap:
		return thrift.Map
	case schema.KindMessage:
		return thrift.Struct
	}
	return thrift.Stop
}

// object reports whether a value of the type is one that may be null in Java.
func object(t *schema.Type) bool {
	return t.Kind == schema.KindEnum || !t.Kind.Number() && t.Kind != schema.KindBool
}

// union reports whether m is a union: all of it is one oneof.
func union(m *schema.Message) bool {
	live := 0
	for _, f := range m.ByNumber() {
		if f.Retired != "" {
			continue
		}
		if live++; f.InOneOf() == nil || f.InOneOf().Parent != m {
			return false
		}
	}
	return live > 0 && len(m.OneOfs) == 1
}

// named reports whether an enum has a name for a number.
func named(e *schema.Enum, n int64) bool {
	for _, v := range e.Values {
		if v.Number == n {
			return true
		}
	}
	return false
}
