// Package jsonschema says the messages, enums and errors of a contract as JSON
// Schema, draft 2020-12, in the JSON mapping of Protocol Buffers: the model's JSON
// names, enums by name, 64-bit integers as texts or numbers, bytes as base64.
package jsonschema

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Extension ends the names of JSON Schema documents.
const Extension = ".schema.json"

// Write says a linked package as one document, in which each message, enum and
// error is $defs/FULL.NAME, those of other packages that it uses among them. Each
// loss is a warning with its place.
func Write(p *schema.Package) (text []byte, losses diag.List) {
	t := NewTypes("#/$defs/")
	t.Package(p)
	for _, s := range p.Services {
		t.Lose(s, s.NameSpan, "is left out: JSON Schema has no services")
	}
	doc := Object{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", p.Name}}
	if p.Doc != "" {
		doc.Add("description", p.Doc)
	}
	t.LoseIf(p.Version != "", p, diag.Span{}, "its version "+p.Version)
	for _, n := range Declared(p) {
		t.Ref(n)
	}
	doc.Add("$defs", t.Defs())
	return doc.Text(), t.Losses.Sort()
}

// Declared returns the elements of a package that values are of.
func Declared(p *schema.Package) []schema.Node {
	var list []schema.Node
	for _, m := range p.Messages {
		list = append(list, m)
	}
	for _, e := range p.Enums {
		list = append(list, e)
	}
	for _, e := range p.Errors {
		list = append(list, e)
	}
	return list
}
