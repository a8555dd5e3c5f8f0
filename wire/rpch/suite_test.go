package rpch_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/rpcctl/rpcctl/wire"
	"github.com/rpcctl/rpcctl/wire/rpch"
	"github.com/rpcctl/rpcctl/wire/wiretest"
)

// args is what a generator would make of the suite's params: two numbers, a
// string, and a stream where the method has one.
type args struct {
	*wiretest.Record
	stream string
}

func (a args) RPCHCount() int {
	if a.stream != "" {
		return 4
	}
	return 3
}

func (a args) AppendRPCH(b []byte) ([]byte, error) {
	b = rpch.AppendNumber(b, "int32", 4, uint64(uint32(a.A)))
	if a.stream != "" {
		b = rpch.AppendStream(b, a.stream)
	}
	b = rpch.AppendNumber(b, "int32", 4, uint64(uint32(a.B)))
	return rpch.AppendText(b, a.S)
}

func (a args) ReadRPCH(vals []rpch.Value) error {
	if a.stream != "" {
		if string(vals[1].Name) != a.stream {
			return fmt.Errorf("%q for %s", vals[1].Name, a.stream)
		}
		vals = append(vals[:1:1], vals[2:]...)
	}
	if string(vals[0].Name) != "int32" || string(vals[1].Name) != "int32" || string(vals[2].Name) != "string" ||
		len(vals[0].Data) != 4 || len(vals[1].Data) != 4 {
		return fmt.Errorf("not (int32, int32, string)")
	}
	a.A, a.B = int32(binary.LittleEndian.Uint32(vals[0].Data)), int32(binary.LittleEndian.Uint32(vals[1].Data))
	a.S = string(vals[2].Data)
	return nil
}

// result is a message, as JSON.
type result struct{ *wiretest.Record }

func (r result) AppendRPCHJSON(b []byte) ([]byte, error) {
	data, err := json.Marshal(r.Record)
	return append(b, data...), err
}

func (r result) ReadRPCHJSON(b []byte) error { return json.Unmarshal(b, r.Record) }

func (r result) AppendRPCH(b []byte) ([]byte, error) {
	data, err := r.AppendRPCHJSON(nil)
	if err != nil {
		return b, err
	}
	return rpch.AppendValue(b, rpch.Value{Kind: rpch.KindMessage, Name: []byte("Record"), Data: data})
}

func (r result) ReadRPCH(v rpch.Value) error {
	if v.Kind != rpch.KindMessage || string(v.Name) != "Record" {
		return fmt.Errorf("kind %d %q for the message Record", v.Kind, v.Name)
	}
	return r.ReadRPCHJSON(v.Data)
}

type nothing struct{ *wiretest.Record }

func (nothing) AppendRPCH(b []byte) ([]byte, error) { return rpch.AppendVoid(b), nil }

func (nothing) ReadRPCH(v rpch.Value) error {
	if v.Kind != rpch.KindVoid {
		return fmt.Errorf("kind %d for void", v.Kind)
	}
	return nil
}

func subject() wiretest.Subject {
	return wiretest.Subject{
		Protocol: rpch.Protocol(), Cancel: true, Raw: true,
		New: func(role wiretest.Role, m *wire.Method) any {
			r := new(wiretest.Record)
			switch role {
			case wiretest.Args:
				return args{r, map[wire.Shape]string{wire.RawIn: "istream", wire.RawOut: "ostream", wire.RawStream: "stream"}[m.In]}
			case wiretest.Void:
				return nothing{r}
			case wiretest.Denied:
				return &result{r}
			}
			return result{r}
		},
	}
}

func TestSuite(t *testing.T) { wiretest.Run(t, subject()) }
