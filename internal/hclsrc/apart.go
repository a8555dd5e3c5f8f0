package hclsrc

import (
	"bytes"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
)

// parseApart parses the top-level elements of a broken file one by one. HCL says
// little after its first error and may take what follows for a part of the
// broken element; like this every element has its own problems, and the whole
// ones are read. body and list are what parsing the file at once gave, which
// stays where it can't be taken apart.
func parseApart(f *diag.File, body *hclsyntax.Body, list diag.List) (*hclsyntax.Body, diag.List) {
	starts := elementStarts(f)
	budget := maxAgain
	if len(starts) < 2 {
		return body, append(list, further(f, 0, len(f.Text), list, &budget)...)
	}
	all := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: body.SrcRange, EndRange: body.EndRange}
	var problems diag.List
	for i, start := range starts {
		end := len(f.Text)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		part, found := parseFrom(f, start, end)
		if len(problems) < maxProblems && len(found) > 0 {
			said := convert(f, found, part)
			problems = append(append(problems, said...), further(f, start, end, said, &budget)...)
		}
		all.Blocks = append(all.Blocks, part.Blocks...)
		for _, a := range Attributes(part) {
			if first := all.Attributes[a.Name]; first != nil {
				problems = append(problems, setTwice(a.Name, Span(f, a.NameRange), Span(f, first.NameRange)))
				continue
			}
			all.Attributes[a.Name] = a
		}
	}
	if !problems.HasErrors() { // the elements are whole: it is the file that is not
		return body, list
	}
	return all, problems
}

// elementStarts returns where top-level elements start: at the top, and at each
// line that begins with a letter where the last line of code before it begins
// with a closing brace.
func elementStarts(f *diag.File) []int {
	starts := []int{0}
	closed := false
	for n := 1; ; n++ {
		line := f.Line(n)
		if line == nil {
			return starts
		}
		switch {
		case len(bytes.TrimSpace(line)) == 0 || line[0] == '#' || bytes.HasPrefix(line, []byte("//")):
			continue
		case closed && isWord(line[0]) && line[0] != '-' && (line[0] < '0' || '9' < line[0]):
			starts = append(starts, f.LineStart(n))
		}
		closed = line[0] == '}'
	}
}
