package rpch

import (
	"errors"
	"net"

	"github.com/rpcctl/rpcctl/wire"
)

// shape says which way a method's raw stream goes, and where it stands.
type shape struct {
	name   string // istream, ostream or stream; "" where there is none
	result bool   // it is the result; else an argument
	up     bool   // bytes go from the client to the server
	down   bool
}

func shapeOf(m *wire.Method) (s shape) {
	side := m.In
	if m.Out != wire.Unary {
		side, s.result = m.Out, true
	}
	switch side {
	case wire.RawIn: // owned by whoever gives it, read by the other
		s.name, s.up, s.down = "istream", !s.result, s.result
	case wire.RawOut:
		s.name, s.up, s.down = "ostream", s.result, !s.result
	case wire.RawStream:
		s.name, s.up, s.down = "stream", true, true
	}
	return s
}

// announced is the shape that the arguments of a request announce, whatever its
// method has.
func announced(name string) shape {
	switch name {
	case "istream":
		return shape{name: name, up: true}
	case "ostream":
		return shape{name: name, down: true}
	case "stream":
		return shape{name: name, up: true, down: true}
	}
	return shape{}
}

var errTyped = wire.Errorf(wire.Unimplemented, "typed streams have no form on rpch")

func isTimeout(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}
