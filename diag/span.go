package diag

// Span is a stretch of a file: Start is inside, End is not. A model holds
// millions, so a span knows its file and offsets, and lines and columns are
// counted where they are asked for. The zero Span is nowhere. Spans of one File
// are equal where they cover the same.
type Span struct {
	file     *File
	from, to int32 // offsets, or places in file.given; -1: unknown
}

// Within is somewhere in the file of that path.
func Within(path string) Span { return Span{&File{Path: path}, -1, -1} }

// At is a stretch of a file whose text is not at hand.
func At(path string, start, end Pos) Span { return Elsewhere(path).Place(start, end) }

// Elsewhere is a file whose text is not at hand: its spans are made by Place.
func Elsewhere(path string) *File { return &File{Path: path} }

// Place is a stretch of a file from Elsewhere. It may not be called concurrently.
func (f *File) Place(start, end Pos) Span {
	f.given = append(f.given, start, end)
	return Span{f, int32(len(f.given) - 2), int32(len(f.given) - 1)}
}

// Path returns what the file is called, "" where the span is nowhere.
func (s Span) Path() string {
	if s.file == nil {
		return ""
	}
	return s.file.Path
}

// Start returns where the span begins, the zero Pos where that is unknown.
func (s Span) Start() Pos { return s.pos(s.from) }

// End returns where the span ends, the zero Pos where that is unknown.
func (s Span) End() Pos { return s.pos(s.to) }

func (s Span) pos(at int32) Pos {
	switch {
	case s.file == nil || at < 0:
		return Pos{}
	case s.file.given != nil:
		return s.file.given[at]
	}
	return s.file.Pos(int(at))
}

// Known reports whether the span names a place.
func (s Span) Known() bool {
	return s.file != nil && s.from >= 0 && (s.file.given == nil || s.Start().Line > 0)
}

// Empty reports whether the span covers nothing.
func (s Span) Empty() bool { return s.Start() == s.End() }

// Begin returns the place at which the span begins, which covers nothing.
func (s Span) Begin() Span { return Span{s.file, s.from, s.from} }

// To returns the stretch from the beginning of s to the end of t, which is in the
// same file.
func (s Span) To(t Span) Span { return Span{s.file, s.from, t.to} }

// In returns the span in the file as another path calls it.
func (s Span) In(path string) Span {
	if s.file == nil {
		return Within(path)
	}
	return At(path, s.Start(), s.End())
}

// Equal reports whether both spans cover the same of a file of one path, which ==
// asks of one File.
func (s Span) Equal(t Span) bool {
	return s.Path() == t.Path() && s.Start() == t.Start() && s.End() == t.End()
}
