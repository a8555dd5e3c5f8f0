// Package plain reads contracts from plain Go types by reflection, so that a
// server without generated code can say what it serves: the same model that the
// tool reads from the source of annotated Go, less what reflection can't see.
//
// Reflection sees types, tags and methods. It doesn't see comments and
// directives, the names of params (they are arg1, arg2 …), constants, embedded
// interfaces (their methods are the interface's own) and the order of methods
// (they are sorted by name); whatever of it is part of the contract a
// [Contract] says. Types of other Go packages belong to the one package here.
package plain

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/rpcctl/rpcctl/schema"
)

// Contract is what is served, and what is said of it beside its Go types.
type Contract struct {
	Package  string   // "demo.math"
	Version  string   // semantic version, may be empty
	Wires    []string // nil: frame, or the wires of the tags
	Services []Service
	Errors   []Error
	Enums    []Enum
}

// Service is a service: the methods of an interface, or those methods of a value
// that are calls, with a context.Context first and an error last.
type Service struct {
	Type    reflect.Type // an interface, or the type of a value
	Name    string       // in the contract; "": Type's
	ID      uint32       // 0: none
	Wires   []string     // nil: the package's
	Methods map[string]Method
}

// Method is what reflection can't see of a method, by its Go name.
type Method struct {
	Name       string   // in the contract; "": Go's
	ID         uint32   // 0: derived from the name
	Params     []string // names, without the context; nil: arg1, arg2 …
	Errors     []string // names of declared errors
	Timeout    time.Duration
	Oneway     bool
	Idempotent bool
}

// Error is a declared error: a struct that is an error, and its code.
type Error struct {
	Type reflect.Type // the struct, or a pointer to it
	Code uint32
}

// Enum says which values an integer type has; without it the type is a number.
type Enum struct {
	Type   reflect.Type
	Values []Value
	Closed bool
}

// Value is one constant of an enum, by its Go name.
type Value struct {
	Name   string // "ColorRed": RED in the contract of a type Color
	Number int64
}

// Of is the service that an interface describes, or the calls of a type.
func Of[T any](name string) Service { return Service{Type: reflect.TypeFor[T](), Name: name} }

// Describe returns the contract of one value, under the name of its service.
func Describe(impl any, pkg, service string) (*schema.Package, error) {
	if impl == nil {
		return nil, errors.New("plain: there is no value to describe")
	}
	return Contract{Package: pkg, Services: []Service{{Type: reflect.TypeOf(impl), Name: service}}}.Describe()
}

// Describe returns the contract as a package that isn't linked yet. The error
// joins all problems, each of which names the Go type, field or method.
func (c Contract) Describe() (*schema.Package, error) {
	r := &reader{
		pkg:   &schema.Package{Decl: schema.Decl{Name: c.Package}, Language: "go", Version: c.Version, Wires: idents(c.Wires)},
		enums: map[reflect.Type]Enum{}, names: map[string]reflect.Type{}, reached: map[reflect.Type]bool{}, errorTypes: map[reflect.Type]bool{},
		embedding: map[reflect.Type]bool{},
	}
	if c.Package == "" {
		r.problem("the contract has no package name")
	}
	for _, e := range c.Enums {
		if e.Type == nil || !integer(e.Type) || e.Type.Name() == "" || e.Type.PkgPath() == "" {
			r.problem("enum %v is no declared integer type", e.Type)
			continue
		}
		r.enums[e.Type] = e
	}
	for _, e := range c.Errors {
		if e.Type != nil {
			r.errorTypes[deref(e.Type)] = true
		}
	}
	for _, e := range c.Errors {
		r.declaredError(e)
	}
	for _, s := range c.Services {
		r.service(s)
	}
	for len(r.queue) > 0 {
		t := r.queue[0]
		r.queue = r.queue[1:]
		m := &schema.Message{Decl: schema.Decl{Name: r.name(t)}}
		r.body(m, t)
		r.pkg.Messages = append(r.pkg.Messages, m)
	}
	r.finish()
	return r.pkg, errors.Join(r.problems...)
}

// finish sorts what was reached and says which wires the tags are for.
func (r *reader) finish() {
	p := r.pkg
	byName := func(a, b *schema.Message) int { return cmp.Compare(a.Name, b.Name) }
	if r.timestamp && !slices.ContainsFunc(p.Messages, func(m *schema.Message) bool { return m.Name == "Timestamp" }) {
		p.Messages = append(p.Messages, timestamp())
	}
	slices.SortFunc(p.Messages, byName)
	slices.SortFunc(p.Enums, func(a, b *schema.Enum) int { return cmp.Compare(a.Name, b.Name) })
	if p.Wires == nil && !r.numbered["rpc"] {
		for _, of := range []struct{ tag, wire string }{{"protobuf", "prpc"}, {"thrift", "thrift"}} {
			if r.numbered[of.tag] {
				p.Wires = append(p.Wires, schema.Ident{Name: of.wire})
			}
		}
	}
}

func idents(names []string) []schema.Ident {
	var list []schema.Ident
	for _, n := range names {
		list = append(list, schema.Ident{Name: n})
	}
	return list
}

func deref(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func integer(t reflect.Type) bool {
	return reflect.Int <= t.Kind() && t.Kind() <= reflect.Uint64
}

// timestamp is the message that a moment is with the tag timestamp.
func timestamp() *schema.Message {
	field := func(name string, number int, kind schema.Kind) *schema.Field {
		return &schema.Field{Decl: schema.Decl{Name: name}, Number: number, Type: schema.Type{Kind: kind}, Presence: schema.Plain}
	}
	return &schema.Message{
		Decl:   schema.Decl{Name: "Timestamp", Doc: "Timestamp is a moment: seconds since 1970 in UTC, and nanoseconds within the second."},
		Fields: []*schema.Field{field("seconds", 1, schema.KindInt64), field("nanos", 2, schema.KindInt32)},
	}
}

func shortName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return name
}
