package all

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/frame"
	framedyn "github.com/rpcctl/rpcctl/wire/frame/dyn"
	"github.com/rpcctl/rpcctl/wire/prpc"
	"github.com/rpcctl/rpcctl/wire/rpch"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// TestDumps reads the dumps of docs/wires.md. The first line of each says what it
// is: "frame", "rpch request", "rpch response", "prpc", "thrift" or "thrift-compact", which
// must be whole and nothing more, or "block M" or "packed M" of a message of the page's contract and the
// value that is read.
func TestDumps(t *testing.T) {
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	contract := linked(t, text)
	dumps := regexp.MustCompile("(?s)```hex\n# (.*?): (.*?)\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if want := strings.Count(string(text), "```hex\n"); len(dumps) != want || want < 10 {
		t.Errorf("%d of %d dumps say what they are", len(dumps), want)
	}
	for _, d := range dumps {
		t.Run(d[1]+" "+d[2], func(t *testing.T) {
			b, err := hex.DecodeString(strings.Join(strings.Fields(d[3]), ""))
			if err != nil {
				t.Fatal(err)
			}
			kind, name, _ := strings.Cut(d[1], " ")
			switch d[1] {
			case "frame":
				err = readFrame(b)
			case "rpch request":
				err = readRequest(b)
			case "rpch response":
				err = readResponse(b)
			case "prpc":
				err = readPRPC(b)
			case "thrift":
				err = readThrift(thrift.Binary, b)
			case "thrift-compact":
				err = readThrift(thrift.Compact, b)
			default:
				m, ok := contract.Lookup("wires.example." + name).(*schema.Message)
				if !ok {
					t.Fatalf("nothing is known that is called %s", d[1])
				}
				err = readMessage(m, kind, b, d[2])
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// linked returns the contract of the page.
func linked(t *testing.T, text []byte) *schema.Schema {
	t.Helper()
	block := regexp.MustCompile("(?s)```hcl\n(.*?)```").FindSubmatch(text)
	parts, list := hclidl.Read([]*diag.File{diag.NewFile("wires.rpc.hcl", block[1])})
	s, more := schema.Link(parts, Infos())
	for _, d := range append(list, more...) {
		t.Errorf("%d: %s", d.Span.Start().Line, d.Message)
	}
	return s
}

// readFrame holds a frame to being written as it was read.
func readFrame(b []byte) error {
	f, rest, ok, err := frame.Parse(b, frame.DefaultLimit)
	if err != nil || !ok || len(rest) > 0 {
		return fmt.Errorf("no frame: whole %v, %d bytes behind it, %w", ok, len(rest), err)
	}
	again, err := frame.Append(nil, f)
	return same(b, again, err)
}

func readPRPC(b []byte) error {
	f, rest, ok, err := prpc.Parse(b, prpc.DefaultLimit)
	if err != nil || !ok || len(rest) > 0 {
		return fmt.Errorf("no frame: whole %v, %d bytes behind it, %w", ok, len(rest), err)
	}
	again, err := prpc.Append(nil, &f)
	return same(b, again, err)
}

func readMessage(m *schema.Message, codec string, b []byte, want string) error {
	read, write := framedyn.ReadBlock, framedyn.AppendBlock
	if codec == "packed" {
		read, write = framedyn.ReadPacked, framedyn.AppendPacked
	}
	r, err := read(m, b)
	if err != nil {
		return err
	}
	if got := string(schema.RecordJSON(m, r)); got != want {
		return fmt.Errorf("it is read as %s", got)
	}
	again, err := write(nil, m, r)
	return same(b, again, err)
}

func readRequest(b []byte) error {
	l, size, err := rpch.ParseLine(b)
	if err != nil || size == 0 {
		return fmt.Errorf("no request line: %w", err)
	}
	again := rpch.AppendLine(nil, l)
	rest := b[size:]
	for range l.Args {
		var v rpch.Value
		var ok bool
		if v, rest, ok, err = rpch.ParseValue(rest, rpch.DefaultLimit); err != nil || !ok {
			return fmt.Errorf("an argument is missing: %w", err)
		}
		if again, err = rpch.AppendValue(again, v); err != nil {
			return err
		}
	}
	return same(b, again, nil)
}

func readResponse(b []byte) error {
	h, ok, err := rpch.ParseResponseHead(b, rpch.DefaultLimit)
	if err != nil || !ok {
		return fmt.Errorf("no response: %w", err)
	}
	v, rest, ok, err := rpch.ParseValue(b[rpch.ResponseHeadSize-rpch.HeadSize:], rpch.DefaultLimit)
	if err != nil || !ok || len(rest) > 0 {
		return fmt.Errorf("no value: whole %v, %d bytes behind it, %w", ok, len(rest), err)
	}
	again := rpch.AppendResponseHead(nil, h)[:rpch.ResponseHeadSize-rpch.HeadSize]
	again, err = rpch.AppendValue(again, v)
	return same(b, again, err)
}

// readThrift holds a framed message to its header being written as it was read, and
// to a struct that ends where the frame does.
func readThrift(p thrift.Protocol, b []byte) error {
	message, rest, ok, err := thrift.ParseFrame(b, thrift.DefaultLimit)
	if err != nil || !ok || len(rest) > 0 {
		return fmt.Errorf("no frame: whole %v, %d bytes behind it, %w", ok, len(rest), err)
	}
	r := thrift.NewReader(p, message)
	h := r.Message(false)
	w := thrift.NewWriter(p, nil)
	w.Message(h.Type, string(h.Name), h.Seq)
	head := r.Since(0)
	if r.Skip(thrift.Struct); r.Err() != nil || r.Left() > 0 {
		return fmt.Errorf("no struct: %d bytes behind it, %w", r.Left(), r.Err())
	}
	return same(head, w.Bytes(), nil)
}

func same(b, again []byte, err error) error {
	if err != nil {
		return err
	}
	if !bytes.Equal(b, again) {
		return fmt.Errorf("it is written as %x", again)
	}
	return nil
}
