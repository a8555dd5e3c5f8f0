package wire

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"runtime/debug"
)

// Endpoint is a registered method, bound to its implementation and interceptors.
type Endpoint struct {
	Method  *Method
	handle  Handler
	onPanic func(c *Call, value any, stack []byte)
}

// Serve runs the method with what surrounds it. A panic becomes a status with
// code Internal; it reaches neither the caller nor, in detail, the peer.
func (e *Endpoint) Serve(ctx context.Context, c *Call) (err error) {
	defer func() {
		if v := recover(); v != nil {
			if e.onPanic != nil {
				e.onPanic(c, v, debug.Stack())
			}
			err = &Status{Code: Internal, Message: "internal error"}
		}
	}()
	return e.handle(ctx, c)
}

// registry is what a server serves. It is replaced as a whole, never changed.
type registry struct {
	byID   map[uint32]*Endpoint
	byName map[string]map[string]*Endpoint // wire → name key → endpoint
}

func nameKey(service, method string) string { return service + " " + method }

// with returns a registry that has the methods of desc too, or an error that
// names every clash with what is there.
func (r *registry) with(endpoints []*Endpoint, wires []string) (*registry, error) {
	next := &registry{byID: maps.Clone(r.byID), byName: map[string]map[string]*Endpoint{}}
	if next.byID == nil {
		next.byID = map[uint32]*Endpoint{}
	}
	var errs []error
	for _, e := range endpoints {
		m := e.Method
		if was := next.byID[m.ID]; was != nil && m.ID != 0 {
			errs = append(errs, fmt.Errorf("wire: %s.%s and %s.%s have the same method id %d",
				was.Method.Service, was.Method.Name, m.Service, m.Name, m.ID))
			continue
		}
		if m.ID != 0 {
			next.byID[m.ID] = e
		}
	}
	for _, w := range wires {
		names := maps.Clone(r.byName[w])
		if names == nil {
			names = map[string]*Endpoint{}
		}
		next.byName[w] = names
		for _, e := range endpoints {
			service, method := e.Method.On(w)
			key := nameKey(service, method)
			if was := names[key]; was != nil {
				errs = append(errs, fmt.Errorf("wire: %s.%s and %s.%s are both called %s.%s on %s",
					was.Method.Service, was.Method.Name, e.Method.Service, e.Method.Name, service, method, w))
				continue
			}
			names[key] = e
		}
	}
	return next, errors.Join(errs...)
}

// On returns the names of m's service and of m on that wire.
func (m *Method) On(wire string) (service, method string) {
	for i := range m.Names {
		if n := &m.Names[i]; n.Wire == wire {
			return n.Service, n.Method
		}
	}
	return m.Service, m.Name
}

// Streams reports whether either side of m streams.
func (m *Method) Streams() bool { return m.In != Unary || m.Out != Unary }

// Declared finds the first error in err's tree that m declares.
func (m *Method) Declared(err error) (*DeclaredError, error) {
	if len(m.Errors) == 0 || err == nil {
		return nil, nil
	}
	for i := range m.Errors {
		d := &m.Errors[i]
		t := reflect.TypeOf(d.New())
		if !t.Implements(errorType) {
			continue
		}
		if found := reflect.New(t); errors.As(err, found.Interface()) {
			return d, found.Elem().Interface().(error)
		}
	}
	return nil, nil
}

var errorType = reflect.TypeFor[error]()

// NewError makes the declared error of m that has that code, or returns nil.
func (m *Method) NewError(code uint32) any {
	for i := range m.Errors {
		if m.Errors[i].Code == code {
			return m.Errors[i].New()
		}
	}
	return nil
}
