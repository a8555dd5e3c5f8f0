package dyn

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/diag"
	front "github.com/rpcctl/rpcctl/front/thrift"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

var _ compat.Peer = Peer{}

type (
	rec  = schema.Record
	list = []any
	ent  = []schema.Entry
)

var protocols = []thrift.Protocol{thrift.Binary, thrift.Compact}

// contract reads and links what a .thrift file says.
func contract(t testing.TB, text string) *schema.Schema {
	t.Helper()
	packages, problems := front.Read([]*diag.File{diag.NewFile("t.thrift", []byte(text))})
	s, more := schema.Link(packages, []*schema.WireInfo{thrift.Info(), thrift.InfoCompact()})
	for _, d := range append(problems, more...) {
		if d.Severity == diag.Error {
			t.Fatalf("%d:%d: %s", d.Span.Start().Line, d.Span.Start().Column, d.Message)
		}
	}
	return s
}

// link links a package that a test put together.
func link(t testing.TB, p *schema.Package) *schema.Schema {
	t.Helper()
	s, problems := schema.Link([]*schema.Package{p}, nil)
	for _, d := range problems {
		if d.Severity == diag.Error {
			t.Fatalf("link: %s", d.Message)
		}
	}
	return s
}

func message(t testing.TB, s *schema.Schema, name string) *schema.Message {
	t.Helper()
	m, ok := s.Lookup(s.Packages[0].Name + "." + name).(*schema.Message)
	if !ok {
		t.Fatalf("no message %s", name)
	}
	return m
}

func method(t testing.TB, s *schema.Schema, name string) *schema.Method {
	t.Helper()
	m, ok := s.Lookup(s.Packages[0].Name + "." + name).(*schema.Method)
	if !ok {
		t.Fatalf("no method %s", name)
	}
	return m
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// show prints a value in the order of numbers and keys.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case []byte:
		return fmt.Sprintf("x%x", v)
	case []any:
		texts := make([]string, len(v))
		for i, item := range v {
			texts[i] = show(item)
		}
		return "[" + strings.Join(texts, " ") + "]"
	case []schema.Entry:
		texts := make([]string, len(v))
		for i, e := range v {
			texts[i] = show(e.Key) + ":" + show(e.Value)
		}
		slices.Sort(texts)
		return "{" + strings.Join(texts, " ") + "}"
	case schema.Record:
		numbers := make([]int, 0, len(v))
		for n := range v {
			numbers = append(numbers, n)
		}
		slices.Sort(numbers)
		texts := make([]string, len(numbers))
		for i, n := range numbers {
			texts[i] = fmt.Sprintf("%d:%s", n, show(v[n]))
		}
		return "(" + strings.Join(texts, " ") + ")"
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}

// outcome is what a peer made of bytes: a value, or what it did instead.
func outcome(v schema.Record, err error) string {
	if err == nil {
		return show(v)
	}
	r, ok := err.(*Refusal)
	if !ok {
		return fmt.Sprintf("%T", err)
	}
	return r.Mode()
}
