package frame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
	"unsafe"
)

// This file and packed.go are what generated code is made of. All sizes on the
// wire are checked against the bytes that are there before memory is taken.

// MaxDepth is how many messages may stand in one another, the top one included.
const MaxDepth = 100

// Absent is the length that says that an optional field of variable size is not
// there.
const Absent uint32 = 0xFFFFFFFF

// What can be wrong with a payload, or with a value that is to become one; found
// by errors.Is.
var (
	ErrCut    = errors.New("cut short")
	ErrLeft   = errors.New("bytes are left over")
	ErrLength = errors.New("length doesn't fit the type")
	ErrText   = errors.New("text is not UTF-8")
	ErrBool   = errors.New("a bool or presence byte is neither 0 nor 1")
	ErrEnum   = errors.New("number that the closed enum doesn't have")
	ErrCount  = errors.New("count doesn't fit the fixed list")
	ErrTwice  = errors.New("key or element is there twice")
	ErrMember = errors.New("unknown member of the oneof")
	ErrDeep   = fmt.Errorf("messages stand in one another more than %d deep", MaxDepth)
	ErrLong   = errors.New("element too long")
)

// At says which element of the contract an error is about.
func At(element string, err error) error { return fmt.Errorf("%s: %w", element, err) }

// AppendBool appends one byte.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// AppendText appends a length and the bytes of s, which must be UTF-8.
func AppendText(b []byte, s string) ([]byte, error) {
	if len(s) > MaxRest {
		return nil, ErrLong
	}
	if !isText(unsafe.Slice(unsafe.StringData(s), len(s))) {
		return nil, ErrText
	}
	b = append(b, byte(len(s)>>24), byte(len(s)>>16), byte(len(s)>>8), byte(len(s)))
	return append(b, s...), nil
}

// AppendData appends a length and d.
func AppendData(b, d []byte) ([]byte, error) {
	if len(d) > MaxRest {
		return nil, ErrLong
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(d)))
	return append(b, d...), nil
}

// AppendCount appends a number of elements.
func AppendCount(b []byte, n int) ([]byte, error) {
	if n > MaxRest {
		return nil, ErrLong
	}
	return binary.BigEndian.AppendUint32(b, uint32(n)), nil
}

// BeginPart leaves room for the length of a part that isn't known beforehand.
func BeginPart(b []byte) []byte { return append(b, 0, 0, 0, 0) }

// EndPart sets the length of what was appended since BeginPart; start is the
// length that b had before it.
func EndPart(b []byte, start int) ([]byte, error) {
	n := len(b) - start - 4
	if n > MaxRest {
		return nil, ErrLong
	}
	binary.BigEndian.PutUint32(b[start:], uint32(n))
	return b, nil
}

// Payload returns the content of a top message, after its leading size.
func Payload(b []byte) ([]byte, error) {
	part, rest, err := Part(b)
	if err == nil && len(rest) > 0 {
		err = ErrLeft
	}
	return part, err
}

// FixedPart cuts the content of a message into its fixed and its variable part.
func FixedPart(b []byte) (fixed, variable []byte, err error) {
	if len(b) < 2 {
		return nil, nil, ErrCut
	}
	n := int(b[0])<<8 | int(b[1])
	if b = b[2:]; n > len(b) {
		return nil, nil, ErrCut
	}
	return b[:n], b[n:], nil
}

// Part cuts off a length and as many bytes.
func Part(b []byte) (part, rest []byte, err error) {
	if len(b) < 4 {
		return nil, nil, ErrCut
	}
	n := binary.BigEndian.Uint32(b)
	if b = b[4:]; uint64(n) > uint64(len(b)) {
		return nil, nil, ErrCut
	}
	return b[:n], b[n:], nil
}

// OptionalPart cuts off a part that may be absent: part is nil then, and never
// nil where it is there.
func OptionalPart(b []byte) (part, rest []byte, err error) {
	if len(b) >= 4 && binary.BigEndian.Uint32(b) == Absent {
		return nil, b[4:], nil
	}
	return Part(b)
}

// Count cuts off the number of elements that follow, each of at least size
// bytes (1 or more).
func Count(b []byte, size int) (n int, rest []byte, err error) {
	if len(b) < 4 {
		return 0, nil, ErrCut
	}
	c := binary.BigEndian.Uint32(b)
	if b = b[4:]; uint64(c) > uint64(len(b)/size) {
		return 0, nil, ErrCut
	}
	return int(c), b, nil
}

// Bool reads a bool or a presence byte.
func Bool(b byte) (bool, error) {
	if b > 1 {
		return false, ErrBool
	}
	return b == 1, nil
}

// Text returns b as a string that shares its memory.
func Text(b []byte) (string, error) {
	if !isText(b) {
		return "", ErrText
	}
	return unsafe.String(unsafe.SliceData(b), len(b)), nil
}

// isText reports whether b is UTF-8. What is all ASCII, as most text is, is seen
// eight bytes at a time, the last ones perhaps twice.
func isText(b []byte) bool {
	n := len(b)
	if n < 8 {
		return utf8.Valid(b)
	}
	const high = 0x8080808080808080
	bits := binary.LittleEndian.Uint64(b[n-8:])
	for i := 0; i+8 < n; i += 8 {
		bits |= binary.LittleEndian.Uint64(b[i:])
	}
	return bits&high == 0 || utf8.Valid(b)
}

// Data returns b, nil where it is empty, so that appending to it touches no
// neighbour.
func Data(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return slices.Clip(b)
}

// Own copies b: what is read from the copy belongs to the reader.
func Own(b []byte) []byte { return bytes.Clone(b) }

// Keys are the elements of a set or the entries of a map on their way: writers
// sort them, readers hold sets to having no element twice. The zero value is
// ready for use.
type Keys struct {
	at []keyAt
}

// keyAt is where an entry and its key stand.
type keyAt struct{ start, key, keyEnd, end int }

// Add notes that an entry starts at b[start:], with its key at b[key:keyEnd].
func (k *Keys) Add(start, key, keyEnd int) {
	k.at = append(k.at, keyAt{start: start, key: key, keyEnd: keyEnd})
}

// Sort brings the entries, which end where b ends, into the order of their keys.
func (k *Keys) Sort(b []byte) ([]byte, error) {
	if len(k.at) < 2 {
		return b, nil
	}
	base := k.at[0].start
	if sorted, err := k.ordered(b); sorted || err != nil {
		return b, err
	}
	for i := range k.at {
		k.at[i].end = len(b)
		if i+1 < len(k.at) {
			k.at[i].end = k.at[i+1].start
		}
	}
	if err := k.sort(b); err != nil {
		return b, err
	}
	old := bytes.Clone(b[base:])
	b = b[:base]
	for _, e := range k.at {
		b = append(b, old[e.start-base:e.end-base]...)
	}
	return b, nil
}

// Distinct reports as an error that two entries have the same key.
func (k *Keys) Distinct(b []byte) error {
	if sorted, err := k.ordered(b); sorted || err != nil {
		return err
	}
	return k.sort(b)
}

// ordered reports whether the keys ascend already. Its error is ErrTwice.
func (k *Keys) ordered(b []byte) (bool, error) {
	for i := 1; i < len(k.at); i++ {
		if c := k.compare(b, k.at[i-1], k.at[i]); c >= 0 {
			return false, twice(c == 0)
		}
	}
	return true, nil
}

func (k *Keys) sort(b []byte) error {
	slices.SortFunc(k.at, func(x, y keyAt) int { return k.compare(b, x, y) })
	_, err := k.ordered(b)
	return err
}

func (k *Keys) compare(b []byte, x, y keyAt) int {
	return bytes.Compare(b[x.key:x.keyEnd], b[y.key:y.keyEnd])
}

func twice(is bool) error {
	if is {
		return ErrTwice
	}
	return nil
}

// DistinctFixed reports as an error that two elements of size bytes are the same.
func DistinctFixed(b []byte, size int) error {
	var k Keys
	for i := 0; i+size <= len(b); i += size {
		k.Add(i, i, i+size)
	}
	return k.Distinct(b)
}
