// Package diag is the one problem type of the project: a place, a stable code,
// what is wrong and what to do about it. It knows nothing of contracts and
// imports the standard library alone.
package diag

import (
	"cmp"
	"slices"
)

// Severity says how serious a problem is. It grows with seriousness; the zero
// value is invalid, so that a forgotten one is seen.
type Severity uint8

// The severities, least serious first.
const (
	Note Severity = 1 + iota
	Warning
	Error
)

// String returns the word that stands in every output: note, warning or error.
func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return "invalid severity"
}

// Diagnostic is one problem of one contract or workspace file.
type Diagnostic struct {
	Severity Severity
	Code     string // stable: a rule id, "parse", "link", "frame/field-removed"
	Category string // of the rule: WIRE, CORRECT …; empty where the code is no rule
	Subject  string // full name of the element; Code and Subject identify a finding across edits
	Message  string // lower case, no full stop, names the element
	Help     string // what to do; may be empty
	Span     Span   // the smallest text at fault
	Related  []Related
	Fixes    []Fix
	Accepted string // why it was let pass; empty where it wasn't
}

// Related is a second place that explains a problem.
type Related struct {
	Message string
	Span    Span
}

// Fix is a change of source text that mends a problem.
type Fix struct {
	Message string
	Edits   []Edit
}

// Edit replaces the text of a span.
type Edit struct {
	Span Span
	Text string
}

// List is what a reader, Link or a rule run found.
type List []Diagnostic

// Add appends an error and returns it for more detail. The pointer is valid
// until the next Add.
func (l *List) Add(code string, at Span, message string) *Diagnostic {
	*l = append(*l, Diagnostic{Severity: Error, Code: code, Span: at, Message: message})
	return &(*l)[len(*l)-1]
}

// HasErrors reports whether one of l is an error.
func (l List) HasErrors() bool { return l.Max() >= Error }

// Max returns the highest severity in l, 0 when l is empty.
func (l List) Max() Severity {
	var m Severity
	for i := range l {
		m = max(m, l[i].Severity)
	}
	return m
}

// Sort brings l into the order that every output has: path, line, column,
// code, subject, message. It removes exact repetitions (same place, code,
// subject and message).
func (l List) Sort() List {
	slices.SortStableFunc(l, compare)
	return slices.CompactFunc(l, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Span.Path(), b.Span.Path()),
		cmp.Compare(a.Span.Start().Offset, b.Span.Start().Offset),
		cmp.Compare(a.Span.Start().Line, b.Span.Start().Line),
		cmp.Compare(a.Span.Start().Column, b.Span.Start().Column),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Subject, b.Subject),
		cmp.Compare(a.Message, b.Message),
	)
}
