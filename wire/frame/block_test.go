package frame

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"
)

func TestIsText(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for n := range 40 {
		for range 200 {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(rnd.IntN(128))
			}
			for range rnd.IntN(3) {
				if n > 0 {
					copy(b[rnd.IntN(n):], "é")
				}
			}
			if isText(b) != utf8.Valid(b) {
				t.Fatalf("%q", b)
			}
		}
	}
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		entries []string // each with a key of two letters
		want    string
		err     error
	}{
		{nil, "", nil},
		{[]string{"aa1"}, "aa1", nil},
		{[]string{"aa1", "ab22", "b_"}, "aa1ab22b_", nil},
		{[]string{"b_333", "aa", "ab1"}, "aaab1b_333", nil},
		{[]string{"aa", "aa1"}, "", ErrTwice},
		{[]string{"b_", "aa1", "b_2"}, "", ErrTwice},
	} {
		b := []byte("before")
		var k Keys
		for _, e := range c.entries {
			k.Add(len(b), len(b), len(b)+2)
			b = append(b, e...)
		}
		distinct := k
		distinct.at = slices.Clone(k.at)
		if err := distinct.Distinct(b); err != c.err {
			t.Errorf("%v: distinct: %v", c.entries, err)
		}
		if got, err := k.Sort(b); err != c.err || err == nil && string(got) != "before"+c.want {
			t.Errorf("%v: %q %v", c.entries, got, err)
		}
	}
}

// TestHostileSizes holds the readers to taking no memory for what isn't there.
func TestHostileSizes(t *testing.T) {
	huge := []byte{0xff, 0xff, 0xff, 0xfe, 1, 2}
	if _, _, err := Part(huge); err != ErrCut {
		t.Errorf("part: %v", err)
	}
	if _, _, err := Count(huge, 1); err != ErrCut {
		t.Errorf("count: %v", err)
	}
	if _, _, err := Part(huge[:3]); err != ErrCut {
		t.Errorf("half a length: %v", err)
	}
	if part, rest, err := OptionalPart([]byte{0xff, 0xff, 0xff, 0xff, 9}); part != nil || len(rest) != 1 || err != nil {
		t.Errorf("absent: %v %v %v", part, rest, err)
	}
	if part, _, err := OptionalPart(make([]byte, 4)); part == nil || err != nil {
		t.Errorf("empty, which is not absent: %v %v", part, err)
	}
	r := NewPackedReader(huge)
	n, err := r.Count(0)
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	for range n {
		if err = r.Taken(r.Left()); err != nil {
			break
		}
		taken++
	}
	if err != ErrLong || taken != maxEmpty {
		t.Errorf("%d elements without bytes, then %v", taken, err)
	}
}
