package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// filler moves a JSON tree into the structs of the format, and reports all that
// does not fit: unknown members, wrong kinds, missing ones, with their places.
type filler struct {
	file   *diag.File
	list   diag.List
	shapes map[reflect.Type]*shape
}

// maxProblems is how many problems of a text are reported; what follows from
// them is not worth reading.
const maxProblems = 100

func (f *filler) full() bool { return len(f.list) >= maxProblems }

func (f *filler) problem(at diag.Span, message string) *diag.Diagnostic {
	if f.full() {
		return &diag.Diagnostic{}
	}
	if len(f.list) == maxProblems-1 {
		message += "; there are more problems, which are not shown"
	}
	return f.list.Add("parse", at, message)
}

// shape is what filler knows of a struct: its members by name.
type shape struct {
	names []string
	index [][]int
	need  []bool
	// Where Node and File of the embedded jsonPlace are.
	node, file []int
}

func (f *filler) shapeOf(t reflect.Type) *shape {
	if s := f.shapes[t]; s != nil {
		return s
	}
	s := &shape{}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Name == "Node":
			s.node = field.Index
		case field.Name == "File":
			s.file = field.Index
		case name != "" && name != "-":
			s.names = append(s.names, name)
			s.index = append(s.index, field.Index)
			s.need = append(s.need, field.Tag.Get("need") != "")
		}
	}
	f.shapes[t] = s
	return s
}

// fill sets v, which can be set, to what n holds. what names it for messages.
func (f *filler) fill(v reflect.Value, n *node, what string) {
	if f.full() {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if f.want(n, '{', what) {
			f.object(v, n, what)
		}
	case reflect.Slice:
		if f.want(n, '[', what) {
			v.Set(reflect.MakeSlice(v.Type(), 0, min(len(n.items), 64)))
			item := "an item of " + what
			for i := range n.items {
				if f.full() {
					return // before memory is taken for what is no element
				}
				v.Grow(1)
				v.SetLen(i + 1)
				f.fill(v.Index(i), &n.items[i], item)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), n, what)
	case reflect.String:
		if f.want(n, 's', what) {
			v.SetString(n.text)
		}
	case reflect.Bool:
		if f.want(n, 'b', what) {
			v.SetBool(n.text == "true")
		}
	case reflect.Int, reflect.Int64:
		f.number(n, what, func() error {
			x, err := strconv.ParseInt(n.text, 10, 64)
			v.SetInt(x)
			return err
		})
	case reflect.Uint32:
		f.number(n, what, func() error {
			x, err := strconv.ParseUint(n.text, 10, 32)
			v.SetUint(x)
			return err
		})
	default:
		panic("schema: the format has no " + v.Kind().String())
	}
}

func (f *filler) number(n *node, what string, set func() error) {
	if f.want(n, 'n', what) && set() != nil {
		f.problem(n.span(f.file), what+" is not an integer that fits: "+n.text)
	}
}

func (f *filler) want(n *node, kind byte, what string) bool {
	if n.kind != kind {
		f.problem(n.span(f.file), what+" is "+kindWords[n.kind]+", want "+kindWords[kind])
	}
	return n.kind == kind
}

func (f *filler) object(v reflect.Value, n *node, what string) {
	s := f.shapeOf(v.Type())
	v.FieldByIndex(s.node).Set(reflect.ValueOf(n))
	v.FieldByIndex(s.file).Set(reflect.ValueOf(f.file))
	seen := uint64(0) // members, by their place in the shape
	for i := range n.keys {
		if f.full() {
			return
		}
		k := &n.keys[i]
		member := slices.Index(s.names, k.name)
		switch {
		case member < 0:
			d := f.problem(f.file.Span(int(k.start), int(k.end)), what+" has the unknown member "+quote(k.name))
			nearest(d, k.name, s.names)
		case seen&(1<<member) != 0:
			f.problem(f.file.Span(int(k.start), int(k.end)), what+" has "+quote(k.name)+" twice")
		default:
			seen |= 1 << member
			f.fill(v.FieldByIndex(s.index[member]), &n.items[i], k.name)
		}
	}
	for i, name := range s.names {
		if s.need[i] && seen&(1<<i) == 0 {
			f.problem(f.file.Span(int(n.start), int(n.start)+1), what+" has no "+name)
		}
	}
}
