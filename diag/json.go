package diag

import (
	"bytes"
	"encoding/json"
	"io"
)

// JSON writes l as the document that scripts read: see docs/cli.md. Its shape
// has a version of its own; arrays are never null.
func JSON(w io.Writer, l List, _ Options) error {
	doc := jsonDocument{Version: 1, Findings: []jsonFinding{}}
	doc.Summary.ByRule = map[string]int{}
	for _, d := range l {
		switch d.Severity {
		case Error:
			doc.Summary.Errors++
		case Warning:
			doc.Summary.Warnings++
		default:
			doc.Summary.Notes++
		}
		doc.Summary.ByRule[d.Code]++
		doc.Findings = append(doc.Findings, jsonOf(d))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

type jsonDocument struct {
	Version int `json:"version"`
	Summary struct {
		Errors   int            `json:"errors"`
		Warnings int            `json:"warnings"`
		Notes    int            `json:"notes"`
		ByRule   map[string]int `json:"by_rule"`
	} `json:"summary"`
	Findings []jsonFinding `json:"findings"`
}

type jsonPlace struct {
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
}

type jsonFinding struct {
	Rule     string `json:"rule"`
	Category string `json:"category"`
	Severity string `json:"severity"`
	Subject  string `json:"subject"`
	Message  string `json:"message"`
	Help     string `json:"help"`
	jsonPlace
	Related []jsonRelated `json:"related"`
	Fixes   []jsonFix     `json:"fixes"`
}

type jsonRelated struct {
	Message string `json:"message"`
	jsonPlace
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	jsonPlace
	Text string `json:"text"`
}

func placeJSON(s Span) jsonPlace {
	return jsonPlace{s.Path(), s.Start().Line, s.Start().Column, s.End().Line, s.End().Column}
}

func jsonOf(d Diagnostic) jsonFinding {
	f := jsonFinding{
		Rule: d.Code, Category: d.Category, Severity: d.Severity.String(), Subject: d.Subject,
		Message: d.Message, Help: d.Help, jsonPlace: placeJSON(d.Span),
		Related: []jsonRelated{}, Fixes: []jsonFix{},
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, jsonRelated{r.Message, placeJSON(r.Span)})
	}
	for _, fix := range d.Fixes {
		out := jsonFix{Message: fix.Message, Edits: []jsonEdit{}}
		for _, e := range fix.Edits {
			out.Edits = append(out.Edits, jsonEdit{placeJSON(e.Span), e.Text})
		}
		f.Fixes = append(f.Fixes, out)
	}
	return f
}
