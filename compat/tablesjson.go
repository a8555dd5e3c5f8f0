package compat

import (
	"bytes"
	"encoding/json"

	"github.com/rpcctl/rpcctl/diff"
)

type jsonTable struct {
	Wire string    `json:"wire"`
	Doc  string    `json:"doc"`
	Rows []jsonRow `json:"rows"`
}

type jsonRow struct {
	Kind     string `json:"kind"`
	Outcomes string `json:"outcomes"` // in words, as Row.Text
	Why      string `json:"why"`
}

// TablesJSON returns the tables as one document: their rows of one kind, or all
// where it is "".
func TablesJSON(tables []*Table, only diff.Kind) []byte {
	doc := struct {
		Version int         `json:"version"`
		Tables  []jsonTable `json:"tables"`
	}{Version: 1, Tables: []jsonTable{}}
	for _, t := range tables {
		jt := jsonTable{Wire: t.Wire, Doc: t.Doc, Rows: []jsonRow{}}
		for _, k := range diff.Kinds {
			if only == "" || k == only {
				r := t.row(k)
				jt.Rows = append(jt.Rows, jsonRow{string(k), r.Text(), r.Doc})
			}
		}
		doc.Tables = append(doc.Tables, jt)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		panic("compat: " + err.Error()) // strings alone
	}
	return b.Bytes()
}

// Row returns the verdict on one kind.
func (t *Table) Row(k diff.Kind) *Row { return t.row(k) }
