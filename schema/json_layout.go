package schema

import "bytes"

// lineWidth is up to which length an object or array stands on one line.
const lineWidth = 120

// layOut brings compact JSON into lines: what is short stands on one, so that a
// field is a line and a change of it a line in a difference.
func layOut(compact []byte) []byte {
	ends := brackets(compact)
	out := make([]byte, 0, 2*len(compact))
	depth, short := 0, -1 // short: where what stands on one line ends
	newLine := func() { out = append(append(out, '\n'), bytes.Repeat([]byte("  "), depth)...) }
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		switch c {
		case '{', '[':
			end := ends[0]
			ends = ends[1:]
			out = append(out, c)
			if i > short && end-i <= lineWidth {
				short = end
			}
			if i > short {
				depth++
				newLine()
			}
			continue
		case '}', ']':
			if i > short {
				depth--
				newLine()
			}
		case '"':
			end := i + stringLength(compact[i:])
			out = append(out, compact[i:end]...)
			i = end - 1
			continue
		case ',':
			out = append(out, ',')
			if i > short {
				newLine()
			} else {
				out = append(out, ' ')
			}
			continue
		case ':':
			out = append(out, ": "...)
			continue
		}
		out = append(out, c)
	}
	return append(out, '\n')
}

// brackets returns where each object and array ends, in the order in which they
// begin.
func brackets(compact []byte) []int {
	var ends, open []int
	for i := 0; i < len(compact); i++ {
		switch compact[i] {
		case '"':
			i += stringLength(compact[i:]) - 1
		case '{', '[':
			open = append(open, len(ends))
			ends = append(ends, 0)
		case '}', ']':
			ends[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return ends
}

// stringLength returns how long the string is that b begins with, quotes
// included.
func stringLength(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	panic("schema: a string without an end")
}
