package diag

import (
	"bytes"
	"slices"
)

// Pos is a place in a file. Line and Column count from 1, Column in bytes;
// Line 0 means that the place is unknown. Offset counts bytes from 0.
type Pos struct{ Offset, Line, Column int }

// File is a source text with its line index. Path is what people see. A File
// is safe for concurrent use.
type File struct {
	Path  string
	Text  []byte  // nil once let go
	lines []int32 // offset of the first byte of each line: texts are bounded far below 2 GiB
	given []Pos   // of a file without a text: the places that spans speak of
	size  int
	gone  *gone
}

// NewFile returns the file with its lines counted.
func NewFile(path string, text []byte) *File {
	f := &File{Path: path, Text: text, size: len(text), lines: make([]int32, 1, 1+bytes.Count(text, []byte{'\n'}))}
	for i, b := range text {
		if b == '\n' {
			f.lines = append(f.lines, int32(i+1))
		}
	}
	return f
}

// Pos returns the place of a byte offset. Offsets outside the file are moved
// to its nearest end. It is the only place where a line or column is computed.
func (f *File) Pos(offset int) Pos {
	offset = min(max(offset, 0), f.size)
	line, _ := slices.BinarySearch(f.lines, int32(offset+1))
	return Pos{Offset: offset, Line: line, Column: offset - int(f.lines[line-1]) + 1}
}

// Span repairs what it is given: parsers that recover hand out ranges that end
// before they start or past the file.
func (f *File) Span(start, end int) Span {
	start = min(max(start, 0), f.size)
	return Span{f, int32(start), int32(min(max(end, start), f.size))}
}

// Line returns the text of line n (from 1) without its line end, nil where
// there is no such line, or the text can't be had any more.
func (f *File) Line(n int) []byte {
	if n < 1 || n > len(f.lines) {
		return nil
	}
	text := f.Bytes()
	if text == nil {
		return nil
	}
	text = text[f.lines[n-1]:]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return bytes.TrimSuffix(text, []byte{'\r'})
}

// LineStart returns the offset of the first byte of line n (from 1), the end
// of the file where there is no such line.
func (f *File) LineStart(n int) int {
	if n < 1 || n > len(f.lines) {
		return f.size
	}
	return int(f.lines[n-1])
}

// Sources finds the files that spans speak of, by path.
type Sources map[string]*File
