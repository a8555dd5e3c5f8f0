package dyn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// Error says why bytes can't be read, or a value can't be written.
type Error struct {
	Path   string // from the message inwards: "Event.tags[3]"
	Offset int    // of the byte at fault in what was read; -1 where there is none
	Text   string
}

// Error returns path, offset and text in one line.
func (e *Error) Error() string {
	if e.Offset < 0 {
		return e.Path + ": " + e.Text
	}
	return fmt.Sprintf("%s: %s (byte %d)", e.Path, e.Text, e.Offset)
}

// faultf makes an error that inside then gives its path, from the inside out.
func faultf(offset int, format string, args ...any) error {
	return &Error{Offset: offset, Text: fmt.Sprintf(format, args...)}
}

// inside puts step before the path of err: a name, or an index in brackets.
func inside(step string, err error) error {
	if err == nil {
		return nil
	}
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Path != "" && !strings.HasPrefix(e.Path, "[") {
		step += "."
	}
	e.Path = step + e.Path
	return e
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }

func mismatch(t *schema.Type, v any) error {
	return faultf(-1, "a value of Go type %T where the contract has %s", v, t)
}

// noForm is for types that Link has not resolved, streams, and lists of lists.
func noForm(t *schema.Type) error { return faultf(-1, "%s has no form in protobuf", t) }

// fieldName is what a path calls a field: a result has no name.
func fieldName(f *schema.Field) string {
	if f.Name == "" {
		return "result"
	}
	return f.Name
}
