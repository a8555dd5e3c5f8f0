package rpch

import (
	"fmt"
	"strings"
)

// What Key returns where it has no index.
const (
	Unknown = -1 // a key that isn't among the names: Skip its value
	Done    = -2 // the object ended, or an error came
)

// Reader reads JSON from its front. After an error, which Err returns, every
// method returns zeros and nothing goes on. The strings it returns share memory
// with what it reads.
type Reader struct {
	b     []byte
	i     int
	depth int
	fresh bool // the innermost object or array has had no element yet
	err   error
	key   string // the last key, for errors
}

// NewReader returns a reader of b.
func NewReader(b []byte) Reader { return Reader{b: b} }

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// Fail makes err the error, unless there is one.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		if r.key != "" {
			err = fmt.Errorf("member %s: %w", r.key, err)
		}
		r.err = fmt.Errorf("%w (byte %d)", err, r.i)
	}
}

func (r *Reader) failf(format string, args ...any) { r.Fail(fmt.Errorf(format, args...)) }

// Missing is the error of a required member that is not there.
func (r *Reader) Missing(key string) {
	r.key = key
	r.failf("required and not there")
}

// End returns the error, also where something follows the value.
func (r *Reader) End() error {
	if c := r.peek(); c != 0 || r.i < len(r.b) {
		r.key = ""
		r.failf("something follows the value")
	}
	return r.err
}

// peek returns the next byte that is no blank, 0 at the end and after an error.
func (r *Reader) peek() byte {
	if r.err != nil {
		return 0
	}
	for ; r.i < len(r.b); r.i++ {
		switch c := r.b[r.i]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// unexpected fails at what is next.
func (r *Reader) unexpected(want string) {
	switch c := r.peek(); {
	case r.i >= len(r.b):
		r.failf("the text ends where %s is expected", want)
	default:
		r.failf("%q where %s is expected", rune(c), want)
	}
}

// word takes a word like null where it is next.
func (r *Reader) word(w string) bool {
	if r.peek() != w[0] || len(r.b)-r.i < len(w) || string(r.b[r.i:r.i+len(w)]) != w {
		return false
	}
	r.i += len(w)
	return true
}

// Null takes a null where one is next.
func (r *Reader) Null() bool { return r.peek() == 'n' && r.word("null") }

// Object opens an object; false for null, which is taken, and for an error. Key
// or MapKey go on until they say that it ended.
func (r *Reader) Object() bool { return r.open('{', "an object") }

// Array opens an array, as Object does; More goes on.
func (r *Reader) Array() bool { return r.open('[', "an array") }

func (r *Reader) open(c byte, want string) bool {
	if r.Null() {
		return false
	}
	if r.peek() != c {
		r.unexpected(want)
		return false
	}
	if r.depth++; r.depth > MaxDepth {
		r.Fail(ErrDeep)
		return false
	}
	r.i++
	r.fresh = true
	return true
}

// next goes to the next element of an object or array that closes with c.
func (r *Reader) next(c byte) bool {
	got := r.peek()
	if got == c {
		r.i++
		r.depth--
		r.fresh = false
		return false
	}
	if !r.fresh {
		if got != ',' {
			r.unexpected("a comma or " + string(rune(c)))
			return false
		}
		r.i++
	}
	r.fresh = false
	return r.err == nil
}

// More goes to the next element of an array; false where it ended.
func (r *Reader) More() bool { return r.next(']') }

// MapKey goes to the next member of an object; ok is false where it ended.
func (r *Reader) MapKey() (key string, ok bool) {
	if !r.next('}') {
		return "", false
	}
	if r.peek() != '"' {
		r.unexpected("a key")
		return "", false
	}
	key = r.Text()
	if r.peek() != ':' {
		r.unexpected("a colon")
		return "", false
	}
	r.i++
	return key, r.err == nil
}

// Key goes to the next member of an object and returns which of the names its key
// is: the one that is written so, else one that differs in case alone.
func (r *Reader) Key(names []string) int {
	key, ok := r.MapKey()
	if !ok {
		r.key = ""
		return Done
	}
	r.key = key
	for i, name := range names {
		if name == key {
			return i
		}
	}
	for i, name := range names {
		if strings.EqualFold(name, key) {
			return i
		}
	}
	return Unknown
}

// Skip goes over a value, which must be JSON.
func (r *Reader) Skip() {
	switch c := r.peek(); {
	case c == '{':
		for ok := r.Object(); ok; {
			if _, ok = r.MapKey(); ok {
				r.Skip()
			}
		}
	case c == '[':
		for ok := r.Array(); ok; {
			if ok = r.More(); ok {
				r.Skip()
			}
		}
	case c == '"':
		r.Text()
	case c == 't' || c == 'f':
		r.Bool()
	case c == 'n':
		if !r.Null() {
			r.unexpected("a value")
		}
	default:
		r.number()
	}
}
