// Command main plays the rows on its input to code that Apache's compiler
// generated for Go, and prints what became of each: see record.sh.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"live/peers"

	"github.com/apache/thrift/lib/go/thrift"
)

var ctx = context.Background()

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		var b []byte
		if len(words) > 3 {
			b, _ = hex.DecodeString(words[3])
		}
		fmt.Println(words[0], play(words[1], words[2], b))
	}
}

func protocol(name string, b []byte) (thrift.TProtocol, *thrift.TMemoryBuffer) {
	buffer := thrift.NewTMemoryBufferLen(1024)
	buffer.Write(b)
	if name == "compact" {
		return thrift.NewTCompactProtocolConf(buffer, nil), buffer
	}
	return thrift.NewTBinaryProtocolConf(buffer, nil), buffer
}

func play(name, kind string, b []byte) (said string) {
	defer func() {
		if recover() != nil {
			said = "crashed"
		}
	}()
	in, _ := protocol(name, b)
	structs := map[string]thrift.TStruct{"M": peers.NewM(), "R": peers.NewR(), "P": peers.NewP(), "U": peers.NewU()}
	switch {
	case structs[kind] != nil:
		if structs[kind].Read(ctx, in) != nil {
			return "error"
		}
		return show(reflect.ValueOf(structs[kind]))
	case kind == "serve":
		return serve(name, in)
	case kind[0] == 'w':
		return write(name, kind)
	}
	return receive(name, kind, in)
}

type handler struct{ ran string }

func (h *handler) Get(_ context.Context, id int32) (string, error) {
	h.ran = fmt.Sprintf("Get(1:%d)", id)
	return "", nil
}

func (h *handler) Do(_ context.Context, r *peers.R) (*peers.P, error) {
	h.ran = "Do(1:" + show(reflect.ValueOf(r)) + ")"
	return peers.NewP(), nil
}

func (h *handler) V(context.Context) error             { h.ran = "V()"; return nil }
func (h *handler) En(context.Context) (peers.E, error) { h.ran = "En()"; return 0, nil }
func (h *handler) L(context.Context) ([]int32, error)  { h.ran = "L()"; return nil, nil }

func (h *handler) O(_ context.Context, m string) error {
	h.ran = fmt.Sprintf("O(1:s%x)", m)
	return nil
}

// serve says what ran; or whether the server goes on, and whether it answered.
func serve(name string, in thrift.TProtocol) string {
	h := &handler{}
	out, buffer := protocol(name, nil)
	ok, err := peers.NewSProcessor(h).Process(ctx, in, out)
	switch {
	case h.ran != "" && buffer.Len() == 0:
		return h.ran + " and no reply"
	case h.ran != "":
		return h.ran
	}
	mode, answered := "closed", "unanswered"
	var e thrift.TApplicationException
	if ok || errors.As(err, &e) && e.TypeId() == thrift.UNKNOWN_METHOD { // as TSimpleServer does
		mode = "error"
	}
	if buffer.Len() > 0 {
		answered = "answered"
	}
	return mode + " " + answered
}

func write(name, kind string) string {
	in, _ := protocol(name, nil)
	out, buffer := protocol(name, nil)
	client := peers.NewSClient(thrift.NewTStandardClient(in, out))
	var err error
	switch kind {
	case "wP":
		err = peers.NewP().Write(ctx, out)
	case "wM5":
		m := peers.NewM()
		m.Z = 5
		err = m.Write(ctx, out)
	case "wU":
		err = peers.NewU().Write(ctx, out)
	case "wR":
		err = peers.NewR().Write(ctx, out)
	case "wO":
		err = client.O(ctx, "m")
	case "wGet":
		client.Get(ctx, 7) // no reply comes
	}
	if err != nil {
		return "error"
	}
	return hex.EncodeToString(buffer.Bytes())
}

func receive(name, kind string, in thrift.TProtocol) string {
	out, _ := protocol(name, nil)
	client := peers.NewSClient(thrift.NewTStandardClient(in, out))
	var v any
	var err error
	switch kind {
	case "get":
		v, err = client.Get(ctx, 1)
	case "do":
		v, err = client.Do(ctx, peers.NewR())
	case "v":
		v, err = "", client.V(ctx)
	case "en":
		v, err = client.En(ctx)
	case "l":
		v, err = client.L(ctx)
	}
	var declared *peers.X
	var e thrift.TApplicationException
	switch {
	case errors.As(err, &declared):
		return "X" + show(reflect.ValueOf(declared))
	case errors.As(err, &e):
		return fmt.Sprintf("error %d", e.TypeId())
	case err != nil:
		return "error"
	case kind == "v":
		return "ok"
	}
	return show(reflect.ValueOf(v))
}

// show prints a value: numbers of fields in order, text as hex, sets and maps
// sorted, and of P, in which absence says nothing, no zeros.
func show(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		return show(v.Elem())
	case reflect.Struct:
		return showStruct(v)
	case reflect.String:
		return fmt.Sprintf("s%x", v.String())
	case reflect.Slice:
		return "[" + strings.Join(items(v), " ") + "]"
	case reflect.Map:
		var parts []string
		for _, k := range v.MapKeys() {
			parts = append(parts, show(k)+":"+show(v.MapIndex(k)))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, " ") + "}"
	case reflect.Bool, reflect.Float64:
		return fmt.Sprint(v.Interface())
	}
	return fmt.Sprint(v.Int())
}

func items(v reflect.Value) []string {
	parts := make([]string, v.Len())
	for i := range parts {
		parts[i] = show(v.Index(i))
	}
	return parts
}

func showStruct(v reflect.Value) string {
	var parts []string // the compiler declares fields in the order of their numbers
	for i := range v.NumField() {
		tag := strings.Split(v.Type().Field(i).Tag.Get("thrift"), ",")
		if len(tag) < 2 {
			continue
		}
		n, _ := strconv.Atoi(tag[1])
		f, name := v.Field(i), v.Type().Name()
		nilable := f.Kind() == reflect.Pointer || f.Kind() == reflect.Slice || f.Kind() == reflect.Map
		switch {
		case nilable && f.IsNil():
		case name == "P" && (f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0):
		case name == "M" && n == 19 && f.Int() == 5: // the default
		case name == "M" && (n == 9 || n == 16): // sets
			elems := items(f)
			slices.Sort(elems)
			parts = append(parts, fmt.Sprintf("%d:[%s]", n, strings.Join(elems, " ")))
		default:
			parts = append(parts, fmt.Sprintf("%d:%s", n, show(f)))
		}
	}
	return "(" + strings.Join(parts, " ") + ")"
}
