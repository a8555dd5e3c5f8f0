package proto

import (
	"bytes"

	"github.com/bufbuild/protocompile/ast"

	"github.com/rpcctl/rpcctl/diag"
)

// longLine is from how many bytes on a line costs too much to ask the parser
// where in it something is: it counts columns from the beginning each time.
const longLine = 4096

// places are where the tokens and comments of a file begin and end.
type places struct{ from, to []int }

// placesOf returns nil where all lines are short.
func placesOf(src *diag.File, tree *ast.FileNode) *places {
	long := false
	for rest := src.Text; len(rest) > longLine && !long; {
		n := bytes.IndexByte(rest, '\n')
		long = n < 0 || n > longLine
		rest = rest[n+1:]
	}
	if !long {
		return nil
	}
	p := &places{}
	items, at := tree.Items(), 0
	for i, ok := items.First(); ok; i, ok = items.Next(i) {
		info := tree.ItemInfo(i)
		at += len(info.LeadingWhitespace())
		p.from = append(p.from, at)
		at += len(info.RawText())
		p.to = append(p.to, at)
	}
	return p
}

// span returns where a node is.
func (r *reader) span(n ast.Node) diag.Span {
	if p := r.places; p != nil {
		if from, to := int(n.Start()), int(n.End()); 0 <= from && from < len(p.from) && 0 <= to && to < len(p.to) {
			return r.src.Span(p.from[from], p.to[to])
		}
	}
	info := r.tree.NodeInfo(n)
	return r.src.Span(info.Start().Offset, info.End().Offset+1)
}

// begin returns the offset at which a node begins.
func (r *reader) begin(n ast.Node) int {
	if p := r.places; p != nil {
		if from := int(n.Start()); 0 <= from && from < len(p.from) {
			return p.from[from]
		}
	}
	return r.tree.NodeInfo(n).Start().Offset
}

// beginOf is begin for a comment.
func (r *reader) beginOf(c ast.Comment) int {
	if p := r.places; p != nil {
		if i := int(c.AsItem()); 0 <= i && i < len(p.from) {
			return p.from[i]
		}
	}
	return c.Start().Offset
}
