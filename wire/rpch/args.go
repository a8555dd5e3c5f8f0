package rpch

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// This file, json.go and jsonread.go are what generated code is made of.

// MaxDepth is how many objects and arrays of JSON may stand in one another.
const MaxDepth = 1000

var (
	// ErrText is the error of text that is not UTF-8.
	ErrText = errors.New("text is not UTF-8")
	// ErrType is in the tree of an error about a value of another type than the
	// contract has.
	ErrType = errors.New("not what the contract has")
	// ErrCount is the error of a fixed list that has another number of elements.
	ErrCount = errors.New("count doesn't fit the fixed list")
	// ErrDeep is the error of values that nest too deep.
	ErrDeep = fmt.Errorf("objects and arrays stand in one another more than %d deep", MaxDepth)
	// ErrNumber is the error of a number that JSON can't say.
	ErrNumber = errors.New("neither NaN nor an infinity has a form in JSON")
	// ErrEnum is the error of a number that a closed enum doesn't have.
	ErrEnum = errors.New("number that the closed enum doesn't have")
	// ErrTwo is the error of two members of a oneof.
	ErrTwo = errors.New("another member of the oneof is there as well")
)

// At says which element of the contract an error is about.
func At(element string, err error) error { return fmt.Errorf("%s: %w", element, err) }

// AppendNumber appends an argument or result that is a number: name is its type,
// size its bytes, v its value or its bits.
func AppendNumber(b []byte, name string, size int, v uint64) []byte {
	b = append(AppendHead(b, Head{Kind: KindBuiltin, NameLen: uint16(len(name)), DataLen: uint32(size)}), name...)
	switch size {
	case 1:
		return append(b, byte(v))
	case 2:
		return binary.LittleEndian.AppendUint16(b, uint16(v))
	case 4:
		return binary.LittleEndian.AppendUint32(b, uint32(v))
	case 8:
		return binary.LittleEndian.AppendUint64(b, v)
	}
	panic(fmt.Sprintf("rpch: a number of %d bytes", size))
}

// AppendText appends an argument or result that is a string.
func AppendText(b []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, ErrText
	}
	if uint64(len(s)) > math.MaxUint32 {
		return nil, ErrTooLarge
	}
	b = AppendHead(b, Head{Kind: KindBuiltin, NameLen: uint16(len("string")), DataLen: uint32(len(s))})
	return append(append(b, "string"...), s...), nil
}

// AppendStream appends the argument that stands for a stream: istream, ostream
// or stream.
func AppendStream(b []byte, name string) []byte {
	return append(AppendHead(b, Head{Kind: KindStream, NameLen: uint16(len(name))}), name...)
}

// AppendVoid appends the result of a method that has none.
func AppendVoid(b []byte) []byte { return AppendHead(b, Head{Kind: KindVoid}) }

// BeginMessage appends the head and the name of a message, whose JSON follows.
func BeginMessage(b []byte, name string) []byte {
	return append(AppendHead(b, Head{Kind: KindMessage, NameLen: uint16(len(name))}), name...)
}

// EndMessage sets the length of the JSON that was appended since BeginMessage;
// start is the length that b had before it.
func EndMessage(b []byte, start int, name string) ([]byte, error) {
	n := len(b) - start - HeadSize - len(name)
	if uint64(n) > math.MaxUint32 {
		return nil, ErrTooLarge
	}
	binary.LittleEndian.PutUint32(b[start+4:], uint32(n))
	return b, nil
}

// expect checks what an argument or result is called.
func expect(v Value, kind uint16, name string) error {
	if string(v.Name) != name || v.Kind != kind {
		return fmt.Errorf("%w: %s where %s is expected", ErrType, described(v), name)
	}
	return nil
}

func described(v Value) string {
	if v.Kind == KindVoid {
		return "no value"
	}
	name := v.Name
	if len(name) > 64 {
		name = name[:64]
	}
	return fmt.Sprintf("%q (kind %d)", name, v.Kind)
}

// ReadNumber reads a number of that type and size in bytes, or its bits.
func ReadNumber(v Value, name string, size int) (uint64, error) {
	if err := expect(v, KindBuiltin, name); err != nil {
		return 0, err
	}
	if len(v.Data) != size {
		return 0, fmt.Errorf("%w: %d bytes where %s has %d", ErrType, len(v.Data), name, size)
	}
	switch size {
	case 1:
		return uint64(v.Data[0]), nil
	case 2:
		return uint64(binary.LittleEndian.Uint16(v.Data)), nil
	case 4:
		return uint64(binary.LittleEndian.Uint32(v.Data)), nil
	case 8:
		return binary.LittleEndian.Uint64(v.Data), nil
	}
	panic(fmt.Sprintf("rpch: a number of %d bytes", size))
}

// ReadText reads a string.
func ReadText(v Value) (string, error) {
	if err := expect(v, KindBuiltin, "string"); err != nil {
		return "", err
	}
	if !utf8.Valid(v.Data) {
		return "", ErrText
	}
	return string(v.Data), nil
}

// ReadMessage returns the JSON of a message of that name.
func ReadMessage(v Value, name string) ([]byte, error) { return v.Data, expect(v, KindMessage, name) }

// ReadStream checks the argument that stands for a stream.
func ReadStream(v Value, name string) error {
	if err := expect(v, KindStream, name); err != nil {
		return err
	}
	if len(v.Data) > 0 {
		return fmt.Errorf("%w: a stream with %d bytes of data", ErrType, len(v.Data))
	}
	return nil
}

// ReadVoid checks that there is no result.
func ReadVoid(v Value) error {
	if v.Kind != KindVoid {
		return fmt.Errorf("%w: %s where no result is expected", ErrType, described(v))
	}
	return nil
}

// CheckCount checks the number of arguments.
func CheckCount(args []Value, want int) error {
	if len(args) != want {
		return fmt.Errorf("%w: %d arguments where %d are expected", ErrType, len(args), want)
	}
	return nil
}
