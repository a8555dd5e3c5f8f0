package golang

import (
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
)

// record is what one generated struct is made from: a message, an error, the
// args or the result of a method, or an item of a stream.
type record struct {
	name   string // of the Go struct
	full   string // of the element, for errors
	decl   *schema.Decl
	fields []*schema.Field // by number, without streams
	wires  wireSet
	kind   recordKind

	method *schema.Method // of args and results
	node   schema.Node
}

type recordKind uint8

const (
	messageRecord recordKind = 1 + iota
	errorRecord
	argsRecord
	resultRecord
	itemRecord
)

// place is where a field, or a oneof, stands in a record.
type place struct {
	field *schema.Field // the field, or the member with the lowest number
	oneof *schema.OneOf // nil where it is a plain field
}

func (p place) retired() bool { return p.oneof == nil && p.field.Retired != "" }

// optional reports whether the field's presence is on the wire by itself.
func (p place) optional() bool { return p.oneof == nil && p.field.Presence == schema.Optional }

func (k *pkg) message(m *schema.Message) *record {
	return &record{name: typeName(m), full: m.FullName(), decl: &m.Decl, fields: m.ByNumber(), wires: k.wires, kind: messageRecord, node: m}
}

func (k *pkg) errorRecord(e *schema.Error) *record {
	r := k.message(&e.Message)
	r.kind, r.node = errorRecord, e
	return r
}

// synthetic makes the record of args, a result or an item.
func synthetic(kind recordKind, name string, m *schema.Method, fields []*schema.Field, wires wireSet) *record {
	r := &record{name: name, full: m.FullName(), decl: &schema.Decl{}, kind: kind, method: m, node: m, wires: wires}
	for _, f := range fields {
		if !f.Type.Kind.Streams() {
			r.fields = append(r.fields, f)
		}
	}
	return r
}

// goName returns the name of a field's Go field.
func (r *record) goName(f *schema.Field) string {
	if r.kind == resultRecord || r.kind == itemRecord {
		return "Value"
	}
	return fieldName(f)
}

// element returns how errors call a field.
func (r *record) element(f *schema.Field) string {
	if r.kind == resultRecord || r.kind == itemRecord {
		return r.full
	}
	return r.full + "." + f.Name
}

func (r *record) tag(f *schema.Field) string {
	if r.kind == argsRecord || r.kind == resultRecord || r.kind == itemRecord {
		return ""
	}
	name := f.JSONName()
	if f.Presence == schema.Optional {
		name += ",omitempty"
	}
	tag := "json:" + strconv.Quote(name)
	if strconv.CanBackquote(tag) {
		return " `" + tag + "`"
	}
	return " " + strconv.Quote(tag)
}

// places returns where fields and oneofs stand, by number: a oneof stands where
// its lowest number does, retired members included.
func (r *record) places() []place {
	var places []place
	for _, f := range r.fields {
		o := f.InOneOf()
		if o == nil {
			places = append(places, place{field: f})
		} else if o.Fields()[0] == f {
			places = append(places, place{field: f, oneof: o})
		}
	}
	return places
}

// entries returns the places that the Go struct has fields for.
func (r *record) entries() []place {
	var entries []place
	for _, p := range r.places() {
		if kept(p) {
			entries = append(entries, p)
		}
	}
	return entries
}

func (r *record) oneofs() []*schema.OneOf {
	var oneofs []*schema.OneOf
	for _, p := range r.entries() {
		if p.oneof != nil {
			oneofs = append(oneofs, p.oneof)
		}
	}
	return oneofs
}

// records returns every record of the package, for codecs of the wires in want.
func (k *pkg) records() []*record {
	var all []*record
	for _, m := range k.p.Messages {
		all = append(all, k.message(m))
	}
	for _, e := range k.p.Errors {
		all = append(all, k.errorRecord(e))
	}
	for _, s := range k.services {
		for _, m := range s.methods {
			all = append(all, m.args)
			if m.result != nil {
				all = append(all, m.result)
			}
			for _, item := range []*record{m.in, m.out} {
				if item != nil {
					all = append(all, item)
				}
			}
		}
	}
	return all
}
