package diag

import (
	"cmp"
	"slices"
)

// Apart returns the problems of l whose place doesn't touch that of an error in
// causes: what is said of text that was not understood follows from that.
func (l List) Apart(causes List) List {
	byPath := map[string][]Span{}
	for _, c := range causes {
		if c.Severity >= Error && c.Span.Known() {
			byPath[c.Span.Path()] = append(byPath[c.Span.Path()], c.Span)
		}
	}
	reach := map[string][]int{} // by path, how far the spans up to each go
	for path, spans := range byPath {
		slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.Start().Offset, b.Start().Offset) })
		end := 0
		for _, s := range spans {
			end = max(end, s.End().Offset)
			reach[path] = append(reach[path], end)
		}
	}
	var apart List
	for _, d := range l {
		spans := byPath[d.Span.Path()]
		before, _ := slices.BinarySearchFunc(spans, d.Span.End().Offset+1, func(s Span, end int) int { return cmp.Compare(s.Start().Offset, end) })
		if d.Span.Known() && before > 0 && reach[d.Span.Path()][before-1] >= d.Span.Start().Offset {
			continue
		}
		apart = append(apart, d)
	}
	return apart
}
