package dyn

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	apache "github.com/apache/thrift/lib/go/thrift"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// original writes and reads values by Apache's library, in the order of calls that
// its compiler generates for Go.
type original struct {
	protocol apache.TProtocol
	buffer   *apache.TMemoryBuffer
}

var ctx = context.Background()

func newOriginal(p thrift.Protocol, b []byte) original {
	buffer := apache.NewTMemoryBufferLen(len(b) + 64)
	buffer.Write(b)
	conf := &apache.TConfiguration{}
	if p == thrift.Compact {
		return original{apache.NewTCompactProtocolConf(buffer, conf), buffer}
	}
	return original{apache.NewTBinaryProtocolConf(buffer, conf), buffer}
}

// must is for calls that only fail with the buffer, which doesn't.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (o original) writeMessage(m *schema.Message, r schema.Record) {
	must(o.protocol.WriteStructBegin(ctx, m.Name))
	for _, f := range m.ByNumber() {
		v, there := r[f.Number]
		if !there {
			if f.Presence == schema.Optional || f.InOneOf() != nil {
				continue
			}
			v = schema.Zero(f.Type)
		}
		must(o.protocol.WriteFieldBegin(ctx, f.Name, apache.TType(typeOf(&f.Type)), int16(f.Number)))
		o.writeValue(f.Type, v)
		must(o.protocol.WriteFieldEnd(ctx))
	}
	must(o.protocol.WriteFieldStop(ctx))
	must(o.protocol.WriteStructEnd(ctx))
}

func (o original) writeValue(t schema.Type, v any) {
	p := o.protocol
	switch x := v.(type) {
	case bool:
		must(p.WriteBool(ctx, x))
	case int64:
		o.writeInteger(t, x)
	case uint64:
		o.writeInteger(t, int64(x))
	case float64:
		must(p.WriteDouble(ctx, x))
	case string:
		must(p.WriteString(ctx, x))
	case []byte:
		must(p.WriteBinary(ctx, x))
	case []any:
		begin, end := p.WriteListBegin, p.WriteListEnd
		if t.Kind == schema.KindSet {
			begin, end = p.WriteSetBegin, p.WriteSetEnd
		}
		must(begin(ctx, apache.TType(typeOf(t.Elem)), len(x)))
		for _, item := range x {
			o.writeValue(*t.Elem, item)
		}
		must(end(ctx))
	case []schema.Entry:
		must(p.WriteMapBegin(ctx, apache.TType(typeOf(t.Key)), apache.TType(typeOf(t.Elem)), len(x)))
		for _, e := range x {
			o.writeValue(*t.Key, e.Key)
			o.writeValue(*t.Elem, e.Value)
		}
		must(p.WriteMapEnd(ctx))
	case schema.Record:
		o.writeMessage(t.Message(), x)
	default:
		panic(fmt.Sprintf("%T", v))
	}
}

func (o original) writeInteger(t schema.Type, x int64) {
	switch typeOf(&t) {
	case thrift.I8:
		must(o.protocol.WriteByte(ctx, int8(x)))
	case thrift.I16:
		must(o.protocol.WriteI16(ctx, int16(x)))
	case thrift.I32:
		must(o.protocol.WriteI32(ctx, int32(x)))
	default:
		must(o.protocol.WriteI64(ctx, x))
	}
}

func (o original) readMessage(m *schema.Message) (schema.Record, error) {
	p := o.protocol
	if _, err := p.ReadStructBegin(ctx); err != nil {
		return nil, err
	}
	r := schema.Record{}
	for {
		_, is, id, err := p.ReadFieldBegin(ctx)
		if err != nil {
			return nil, err
		}
		if is == apache.STOP {
			break
		}
		if f := m.Field(int(id)); f != nil && apache.TType(typeOf(&f.Type)) == is {
			if r[f.Number], err = o.readValue(f.Type); err != nil {
				return nil, err
			}
		} else if err := p.Skip(ctx, is); err != nil {
			return nil, err
		}
		must(p.ReadFieldEnd(ctx))
	}
	must(p.ReadStructEnd(ctx))
	for _, f := range m.ByNumber() {
		if _, there := r[f.Number]; f.Presence == schema.Required && !there {
			return nil, fmt.Errorf("required field %s is not set", f.Name)
		}
	}
	return r, nil
}

func (o original) readValue(t schema.Type) (any, error) {
	p := o.protocol
	switch k := t.Kind; k {
	case schema.KindBool:
		return p.ReadBool(ctx)
	case schema.KindFloat32, schema.KindFloat64:
		return p.ReadDouble(ctx)
	case schema.KindString:
		return p.ReadString(ctx)
	case schema.KindBytes:
		return p.ReadBinary(ctx)
	case schema.KindMessage:
		return o.readMessage(t.Message())
	case schema.KindMap:
		return o.readMap(t)
	case schema.KindList, schema.KindSet:
		begin := p.ReadListBegin
		if k == schema.KindSet {
			begin = p.ReadSetBegin
		}
		_, n, err := begin(ctx)
		if err != nil || n < 0 {
			return nil, cmp.Or(err, errNegative)
		}
		items := []any{}
		for range n {
			v, err := o.readValue(*t.Elem)
			if err != nil {
				return nil, err
			}
			items = append(items, v)
		}
		return items, nil
	}
	return o.readInteger(t)
}

// errNegative stands for counts that the library lets pass, where the least size of
// so many elements wraps around 32 bits. Generated code panics on that of a list and
// takes a map's for nothing; the model refuses both.
var errNegative = errors.New("a negative count")

func (o original) readMap(t schema.Type) (any, error) {
	_, _, n, err := o.protocol.ReadMapBegin(ctx)
	if err != nil || n < 0 {
		return nil, cmp.Or(err, errNegative)
	}
	entries, places := []schema.Entry{}, map[any]int{}
	for range n {
		k, err := o.readValue(*t.Key)
		if err != nil {
			return nil, err
		}
		v, err := o.readValue(*t.Elem)
		if err != nil {
			return nil, err
		}
		if i, twice := places[k]; twice {
			entries[i].Value = v
			continue
		}
		places[k] = len(entries)
		entries = append(entries, schema.Entry{Key: k, Value: v})
	}
	return entries, nil
}

func (o original) readInteger(t schema.Type) (any, error) {
	var n int64
	var err error
	switch typeOf(&t) {
	case thrift.I8:
		x, e := o.protocol.ReadByte(ctx)
		n, err = int64(x), e
	case thrift.I16:
		x, e := o.protocol.ReadI16(ctx)
		n, err = int64(x), e
	case thrift.I32:
		x, e := o.protocol.ReadI32(ctx)
		n, err = int64(x), e
	case thrift.I64:
		n, err = o.protocol.ReadI64(ctx)
	default:
		return nil, errors.New(t.String())
	}
	if bits := t.Kind.Bits(); t.Kind.Unsigned() && (bits == 64 || n>>bits == 0) {
		return uint64(n), err // what Thrift has no form for, as the models show it
	}
	return n, err
}
