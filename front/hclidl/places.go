package hclidl

import (
	"slices"

	"github.com/rpcctl/rpcctl/diag"
)

// placeMap says for stretches of made text where they came from.
type placeMap struct {
	f         *diag.File // the JSON file
	stretches []stretch  // by start
}

type stretch struct {
	start, end int  // in the made text
	from, to   int  // in the file
	exact      bool // byte for byte, so that a part of one is a part of the other
}

func (m *placeMap) span(start, end int) diag.Span {
	from, _ := m.at(start, false)
	_, to := m.at(max(end, start), true)
	if end > start && to < from {
		to = from
	}
	return m.f.Span(from, to)
}

// at returns the file's stretch for an offset of the made text. An end belongs
// to the stretch before it.
func (m *placeMap) at(offset int, end bool) (from, to int) {
	i, _ := slices.BinarySearchFunc(m.stretches, offset, func(s stretch, o int) int {
		if end && s.start >= o || !end && s.start > o {
			return 1
		}
		return -1
	})
	if i == 0 {
		return 0, 0
	}
	s := m.stretches[i-1]
	if s.exact {
		o := min(s.from+offset-s.start, s.to)
		return o, o
	}
	return s.from, s.to
}
