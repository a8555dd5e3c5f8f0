// Package snapshot reads and writes contracts as canonical JSON: what is
// published, and what other programs make and read.
package snapshot

import (
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// Extension ends the names of snapshots.
const Extension = ".rpc.json"

// Language returns the language "json". A package that it reads keeps the
// language that the text names, that in which people wrote it.
func Language() *front.Language {
	return &front.Language{
		Name:      "json",
		Doc:       "canonical JSON of a linked contract, " + Extension,
		Match:     func(path string) bool { return strings.HasSuffix(path, Extension) },
		Read:      read,
		Write:     write,
		Extension: Extension,
	}
}

// read takes the packages of all files; one text may hold several.
func read(files []*diag.File) ([]*schema.Package, diag.List) {
	var parts []*schema.Package
	var list diag.List
	for _, f := range files {
		p, problems := schema.Decode(f)
		parts, list = append(parts, p...), append(list, problems...)
	}
	return parts, list
}

// write says p whole: nothing is lost. What p imports is not in the text.
func write(p *schema.Package) ([]byte, diag.List) {
	text, err := schema.EncodePackage(p, schema.EncodeOptions{})
	if err != nil {
		return nil, diag.List{{Severity: diag.Error, Code: "link", Subject: p.FullName(), Span: p.NameSpan,
			Message: "package " + p.Name + " can't be written as JSON: " + err.Error()}}
	}
	return text, nil
}
