// Package drawn makes up contracts, edits of contracts and values of messages,
// at random but the same for the same seed, so that properties can be tested on
// more than anyone would write by hand.
package drawn

import (
	"fmt"
	"math/rand/v2"

	"github.com/rpcctl/rpcctl/schema"
)

// Shape says what a contract may have, as wires differ in what they carry.
type Shape struct {
	Wire      string
	Scalars   bool // as results and params, bool, bytes, enums and containers too
	Optional  bool // optional params and results
	Void      bool
	Errors    bool
	Oneway    bool
	Streams   bool // raw
	Items     bool // typed streams
	OneStream bool
	Protobuf  bool // encodings, packed or not, groups and required fields; lists hold no lists
	Required  bool // required fields and params
	JSON      bool // keys that are no names
}

// ShapeOf returns what a wire carries.
func ShapeOf(w *schema.WireInfo) Shape {
	_, refused := w.Param[schema.KindBool]
	return Shape{
		Wire: w.Name, Scalars: !refused, Optional: w.OptionalParam, Void: w.Void, Errors: w.Errors,
		Oneway: w.Oneway, Streams: w.RawStreams, Items: w.TypedStreams, OneStream: w.OneStream, Protobuf: w.Name == "prpc",
		Required: w.Name == "thrift" || w.Name == "thrift-compact",
	}
}

// drawer draws one contract.
type drawer struct {
	*rand.Rand
	shape Shape
	pkg   *schema.Package
	count int
}

func newDrawer(seed uint64, shape Shape) *drawer {
	return &drawer{Rand: rand.New(rand.NewPCG(seed, 0x2545f491)), shape: shape}
}

// one reports true once in n times.
func (d *drawer) one(n int) bool { return d.IntN(n) == 0 }

func (d *drawer) name(prefix string) string {
	d.count++
	return fmt.Sprintf("%s%d", prefix, d.count)
}

// Contract draws a package that isn't linked yet. The same seed and shape give
// the same package.
func Contract(seed uint64, shape Shape) *schema.Package {
	d := newDrawer(seed, shape)
	d.contract()
	d.fit()
	return d.pkg
}

func (d *drawer) contract() *schema.Package {
	p := &schema.Package{Decl: schema.Decl{Name: "drawn"}, Language: "hcl", Wires: []schema.Ident{{Name: d.shape.Wire}}, Version: "1.0.0"}
	d.pkg = p
	for range 1 + d.IntN(2) {
		p.Enums = append(p.Enums, d.enum())
	}
	for range 1 + d.IntN(3) {
		p.Messages = append(p.Messages, d.message(d.name("M")))
	}
	if d.shape.Errors {
		for range d.IntN(2) {
			p.Errors = append(p.Errors, &schema.Error{Message: *d.message(d.name("E")), Code: uint32(d.count)})
		}
	}
	if d.one(3) {
		p.Consts = append(p.Consts, &schema.Const{Decl: schema.Decl{Name: "C0"}, Type: schema.Type{Kind: schema.KindInt32}, Value: schema.Value{Kind: schema.NumberValue, Text: "3"}})
	}
	s := &schema.Service{Decl: schema.Decl{Name: "S"}}
	if d.one(3) {
		s.ID = 7
	}
	for range 1 + d.IntN(2) {
		s.Methods = append(s.Methods, d.method(s))
	}
	p.Services = append(p.Services, s)
	if d.one(6) {
		t := &schema.Service{Decl: schema.Decl{Name: "T"}, Methods: []*schema.Method{}}
		t.Methods = append(t.Methods, d.method(t))
		p.Services = append(p.Services, t)
	}
	return p
}

func (d *drawer) enum() *schema.Enum {
	e := &schema.Enum{Decl: schema.Decl{Name: d.name("K")}, Closed: d.one(2)}
	n := int64(d.IntN(2))
	for range 2 + d.IntN(3) {
		e.Values = append(e.Values, d.value(n))
		n += int64(1 + d.IntN(2))
	}
	if d.one(6) {
		e.Values = append(e.Values, d.value(-3))
	}
	return e
}

func (d *drawer) value(n int64) *schema.EnumValue {
	return &schema.EnumValue{Decl: schema.Decl{Name: d.name("V")}, Number: n}
}

func (d *drawer) message(name string) *schema.Message {
	m := &schema.Message{Decl: schema.Decl{Name: name}, Stored: d.one(8)}
	for i := range d.IntN(5) {
		m.Fields = append(m.Fields, d.field(i+1))
	}
	if d.one(3) {
		o := &schema.OneOf{Decl: schema.Decl{Name: d.name("o")}}
		m.OneOfs = append(m.OneOfs, o)
		for range 1 + d.IntN(3) {
			f := d.field(nextNumber(m.Fields))
			f.Presence, f.OneOf, f.Default = schema.Plain, o.Name, nil
			m.Fields = append(m.Fields, f)
		}
	}
	if d.one(10) {
		f := &schema.Field{Decl: schema.Decl{Name: d.name("f")}, Number: nextNumber(m.Fields), Presence: schema.Optional, Type: ref(name)}
		m.Fields = append(m.Fields, f) // holds itself
	}
	if d.one(8) {
		m.Reserved.Ranges = append(m.Reserved.Ranges, schema.NumberRange{From: 50, To: 52})
	}
	return m
}

func nextNumber(fs []*schema.Field) int {
	n := 1
	for _, f := range fs {
		n = max(n, f.Number+1)
	}
	return n
}

func (d *drawer) field(number int) *schema.Field {
	f := &schema.Field{Decl: schema.Decl{Name: d.name("f")}, Number: number, Presence: schema.Plain, Type: d.typ(0)}
	if d.one(4) {
		f.Presence = schema.Optional
		if d.one(3) {
			f.Default = d.literal(&f.Type)
		}
	}
	if d.shape.Required && f.Presence == schema.Plain && d.one(6) {
		f.Presence = schema.Required
	}
	if d.shape.JSON && d.one(6) {
		f.JSON = d.name("j")
	}
	if d.one(12) {
		f.Retired = "no longer needed"
	}
	if d.one(12) {
		f.Deprecated = "true"
	}
	if d.shape.Protobuf {
		d.spice(f)
	}
	return f
}

// literal draws a default for a type, nil where it takes none here.
func (d *drawer) literal(t *schema.Type) *schema.Value {
	switch k := t.Kind; {
	case k.Integer():
		return &schema.Value{Kind: schema.NumberValue, Text: fmt.Sprint(1 + d.IntN(9))}
	case k == schema.KindBool:
		return &schema.Value{Kind: schema.BoolValue, Text: "true"}
	case k == schema.KindString:
		return &schema.Value{Kind: schema.StringValue, Text: d.name("s")}
	}
	return nil
}

var keyKinds = []schema.Kind{
	schema.KindString, schema.KindInt32, schema.KindUint8, schema.KindInt64, schema.KindBool, schema.KindUint64,
}

// typ draws a type of a field. Messages are taken from those drawn before, so
// that plain ones never hold themselves; lists and maps may hold any.
func (d *drawer) typ(depth int) schema.Type {
	n := d.IntN(20)
	switch {
	case n < 11 || depth > 2:
		return schema.Type{Kind: schema.Scalars[d.IntN(len(schema.Scalars))]}
	case n < 13 && len(d.pkg.Enums) > 0:
		return ref(d.pkg.Enums[d.IntN(len(d.pkg.Enums))].Name)
	case n < 15 && len(d.pkg.Messages) > 0:
		return ref(d.pkg.Messages[d.IntN(len(d.pkg.Messages))].Name)
	case n < 17:
		t := d.typ(depth + 1)
		l := schema.Type{Kind: schema.KindList, Elem: &t}
		if d.one(3) {
			l.Len = 1 + d.IntN(3)
		}
		return l
	case n == 17:
		t := schema.Type{Kind: []schema.Kind{schema.KindString, schema.KindInt32, schema.KindUint16, schema.KindBytes, schema.KindInt64, schema.KindBool}[d.IntN(6)]}
		return schema.Type{Kind: schema.KindSet, Elem: &t}
	case n == 18:
		k, v := schema.Type{Kind: keyKinds[d.IntN(len(keyKinds))]}, d.typ(depth+1)
		return schema.Type{Kind: schema.KindMap, Key: &k, Elem: &v}
	}
	return schema.Type{Kind: schema.KindString}
}

func ref(name string) schema.Type { return schema.Type{Kind: schema.KindRef, Name: name} }

// argument draws the type of a param or result.
func (d *drawer) argument() schema.Type {
	if d.shape.Scalars {
		return d.typ(0)
	}
	if d.one(2) && len(d.pkg.Messages) > 0 {
		return ref(d.pkg.Messages[d.IntN(len(d.pkg.Messages))].Name)
	}
	ks := []schema.Kind{schema.KindString}
	for _, k := range schema.Scalars {
		if k.Number() {
			ks = append(ks, k)
		}
	}
	return schema.Type{Kind: ks[d.IntN(len(ks))]}
}

func (d *drawer) method(s *schema.Service) *schema.Method {
	m := &schema.Method{Decl: schema.Decl{Name: d.name("Do")}}
	if s.ID != 0 || d.one(3) {
		m.ID = uint32(10 + d.count)
	}
	for range d.IntN(4) {
		m.Params = append(m.Params, d.param(nextNumber(m.Params)))
	}
	if !d.shape.Void || !d.one(5) {
		m.Returns = d.result()
	} else if d.shape.Oneway && d.one(3) {
		m.Oneway = true
	}
	if d.shape.Errors && len(d.pkg.Errors) > 0 && d.one(2) {
		m.Errors = append(m.Errors, &schema.ErrorRef{Name: d.pkg.Errors[0].Name, Number: 1})
	}
	d.stream(m)
	if d.shape.Protobuf {
		m.On = append(m.On, schema.WireBlock{Wire: schema.Ident{Name: d.shape.Wire}, Attrs: []schema.WireAttr{{Name: "request", Value: m.Name + "Request"}}})
	}
	return m
}

// result draws a result that is no stream.
func (d *drawer) result() *schema.Field {
	f := &schema.Field{Number: 1, Presence: schema.Plain, Type: d.argument()}
	if d.shape.Optional && d.one(6) {
		f.Presence = schema.Optional
	}
	return f
}

// stream makes a method stream, now and then.
func (d *drawer) stream(m *schema.Method) {
	if m.Oneway || !d.shape.Streams || !d.one(5) {
		return
	}
	t := d.streamType()
	if d.one(2) {
		m.Params = append(m.Params, &schema.Field{Decl: schema.Decl{Name: d.name("in")}, Number: nextNumber(m.Params), Presence: schema.Plain, Type: t})
	} else {
		m.Returns = &schema.Field{Number: 1, Presence: schema.Plain, Type: t}
	}
}

func (d *drawer) streamType() schema.Type {
	if d.shape.Items && d.one(2) {
		t := d.typ(1)
		return schema.Type{Kind: schema.KindStream, Elem: &t}
	}
	return schema.Type{Kind: []schema.Kind{schema.KindRawIn, schema.KindRawOut, schema.KindRawStream}[d.IntN(3)]}
}

func (d *drawer) param(number int) *schema.Field {
	f := &schema.Field{Decl: schema.Decl{Name: d.name("p")}, Number: number, Presence: schema.Plain, Type: d.argument()}
	if d.shape.Optional && d.one(5) {
		f.Presence = schema.Optional
	} else if d.shape.Required && d.one(8) {
		f.Presence = schema.Required
	}
	return f
}
