package hclsrc

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"

	"github.com/rpcctl/rpcctl/diag"
)

// IsJSON reports whether a file of that path is in HCL's JSON syntax.
func IsJSON(path string) bool { return strings.HasSuffix(path, ".json") }

var bom = []byte("\xef\xbb\xbf")

// Parse reads a file in native or, by its extension, JSON syntax, once Guard
// let it pass. The file is never nil and its Body is there even where the list
// has errors; of a native file the Body is an *hclsyntax.Body.
func Parse(f *diag.File) (*hcl.File, diag.List) {
	if IsJSON(f.Path) {
		return parseJSON(f)
	}
	if list := Guard(f); list != nil {
		return &hcl.File{Body: &hclsyntax.Body{}, Bytes: f.Text}, list
	}
	body, found := parseFrom(f, 0, len(f.Text))
	list := convert(f, found, body)
	if list.HasErrors() {
		body, list = parseApart(f, body, list)
	}
	return &hcl.File{Body: body, Bytes: f.Text}, list.Sort()
}

// parseFrom parses a stretch of the file as a body; ranges count from its start.
func parseFrom(f *diag.File, start, end int) (*hclsyntax.Body, hcl.Diagnostics) {
	return parseText(f.Text[start:end], f.Path, start)
}

func parseText(text []byte, path string, start int) (*hclsyntax.Body, hcl.Diagnostics) {
	at := hcl.InitialPos
	at.Byte = start
	file, found := hclsyntax.ParseConfig(text, path, at)
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok || body == nil {
		body = &hclsyntax.Body{}
	}
	return body, found
}

func parseJSON(f *diag.File) (*hcl.File, diag.List) {
	empty := &hcl.File{Body: hcl.EmptyBody(), Bytes: f.Text}
	if list := GuardJSON(f); list != nil {
		return empty, list
	}
	text := f.Text
	if bytes.HasPrefix(text, bom) { // HCL's JSON parser takes none; spaces keep the offsets
		text = append([]byte("   "), text[len(bom):]...)
	}
	file, found := hcljson.Parse(text, f.Path)
	if file == nil || file.Body == nil {
		file = empty
	}
	if len(found) > 1 { // of what it couldn't read it says that it is no object, too
		found = slices.DeleteFunc(found, func(h *hcl.Diagnostic) bool { return h.Summary == "Root value must be object" })
	}
	return file, convert(f, found, nil).Sort()
}

// Attributes returns the attributes of a body in source order, which HCL keeps
// in a map.
func Attributes(body *hclsyntax.Body) []*hclsyntax.Attribute {
	if body == nil {
		return nil
	}
	list := make([]*hclsyntax.Attribute, 0, len(body.Attributes))
	for _, a := range body.Attributes {
		list = append(list, a)
	}
	if len(list) > 1 {
		slices.SortFunc(list, func(a, b *hclsyntax.Attribute) int { return a.NameRange.Start.Byte - b.NameRange.Start.Byte })
	}
	return list
}

// Span places a range of HCL in f. Only its byte offsets count: HCL's columns
// are no bytes, and its recovery leaves ranges that end before they start.
func Span(f *diag.File, r hcl.Range) diag.Span { return f.Span(r.Start.Byte, r.End.Byte) }
