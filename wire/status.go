package wire

import (
	"context"
	"errors"
	"fmt"
)

// Status is the error of a call that failed. Handlers return one to choose the
// code; whatever else they return reaches the client with code Unknown.
type Status struct {
	Code    Code
	Message string
	// Declared is the code of a declared error that this side doesn't know, 0
	// where there is none.
	Declared uint32
	// Cause is what led to it on this side; it does not travel.
	Cause error
}

// ErrNotSent is in the tree of an error where the server can't have seen the
// call: it is safe to make it again elsewhere. A [ClientConn] does that itself.
var ErrNotSent = errors.New("nothing was sent")

// Errorf returns a status. %w sets its cause.
func Errorf(code Code, format string, args ...any) *Status {
	err := fmt.Errorf(format, args...)
	return &Status{Code: code, Message: err.Error(), Cause: errors.Unwrap(err)}
}

// NotSent returns a status with [ErrNotSent] in its tree.
func NotSent(code Code, message string) *Status {
	return &Status{Code: code, Message: message, Cause: ErrNotSent}
}

func (s *Status) Error() string {
	if s.Message == "" {
		return s.Code.String()
	}
	return s.Code.String() + ": " + s.Message
}

// Unwrap returns the cause.
func (s *Status) Unwrap() error { return s.Cause }

// Is reports whether target is a *Status of the same code and, where it has one,
// the same message; or the context's error that the code stands for.
func (s *Status) Is(target error) bool {
	switch target {
	case context.Canceled:
		return s.Code == Canceled
	case context.DeadlineExceeded:
		return s.Code == DeadlineExceeded
	}
	t, ok := target.(*Status)
	return ok && t.Code == s.Code && (t.Message == "" || t.Message == s.Message)
}

// StatusOf returns what err says to the other side: nil for nil, the first
// *Status in its tree, a context's error as its code, else Unknown with its text.
func StatusOf(err error) *Status {
	if err == nil {
		return nil
	}
	var s *Status
	switch {
	case errors.As(err, &s):
		return s
	case errors.Is(err, context.Canceled):
		return &Status{Code: Canceled, Message: err.Error(), Cause: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &Status{Code: DeadlineExceeded, Message: err.Error(), Cause: err}
	}
	return &Status{Code: Unknown, Message: err.Error(), Cause: err}
}

// CodeOf returns the code of [StatusOf], OK for nil.
func CodeOf(err error) Code {
	if err == nil {
		return OK
	}
	return StatusOf(err).Code
}
