package wire_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/rpcctl/rpcctl/wire"
)

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		err  error
		code wire.Code
		text string
	}{
		{nil, wire.OK, ""},
		{errors.New("plain"), wire.Unknown, "unknown: plain"},
		{context.Canceled, wire.Canceled, "canceled: context canceled"},
		{fmt.Errorf("reading: %w", context.DeadlineExceeded), wire.DeadlineExceeded, "deadline exceeded: reading: context deadline exceeded"},
		{fmt.Errorf("around: %w", wire.Errorf(wire.NotFound, "no %s", "order")), wire.NotFound, "not found: no order"},
		{&wire.Status{Code: 99}, 99, "code 99"},
	} {
		st := wire.StatusOf(c.err)
		if wire.CodeOf(c.err) != c.code || (st == nil) != (c.err == nil) || st != nil && st.Error() != c.text {
			t.Errorf("%v: %v %v", c.err, wire.CodeOf(c.err), st)
		}
	}
}

func TestStatusTree(t *testing.T) {
	err := error(wire.Errorf(wire.Unavailable, "lost: %w", io.ErrUnexpectedEOF))
	for _, is := range []error{io.ErrUnexpectedEOF, &wire.Status{Code: wire.Unavailable}, &wire.Status{Code: wire.Unavailable, Message: "lost: unexpected EOF"}} {
		if !errors.Is(err, is) {
			t.Errorf("it is not %v", is)
		}
	}
	for _, not := range []error{io.EOF, &wire.Status{Code: wire.Aborted}, &wire.Status{Code: wire.Unavailable, Message: "x"}, context.Canceled, wire.ErrNotSent} {
		if errors.Is(err, not) {
			t.Errorf("it is %v", not)
		}
	}
	if !errors.Is(&wire.Status{Code: wire.DeadlineExceeded}, context.DeadlineExceeded) || !errors.Is(&wire.Status{Code: wire.Canceled}, context.Canceled) {
		t.Error("codes stand for the context's errors")
	}
	if !errors.Is(wire.NotSent(wire.Unavailable, "x"), wire.ErrNotSent) {
		t.Error("NotSent is not")
	}
}

type denied struct{ text string }

func (d *denied) Error() string { return d.text }

func TestDeclared(t *testing.T) {
	m := &wire.Method{Errors: []wire.DeclaredError{
		{Name: "Odd", Code: 3, New: func() any { return new(int) }}, // no error: passed over
		{Name: "Denied", Code: 4, New: func() any { return new(denied) }},
	}}
	d, err := m.Declared(fmt.Errorf("around: %w", &denied{"no"}))
	if d == nil || d.Name != "Denied" || err.(*denied).text != "no" {
		t.Errorf("%v %v", d, err)
	}
	if d, _ := m.Declared(errors.New("plain")); d != nil {
		t.Errorf("%v", d)
	}
	if m.NewError(4) == nil || m.NewError(5) != nil {
		t.Error("NewError")
	}
}
