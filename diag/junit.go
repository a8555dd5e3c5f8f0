package diag

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	ClassName string        `xml:"classname,attr"`
	File      string        `xml:"file,attr,omitempty"`
	Line      int           `xml:"line,attr,omitempty"`
	Skipped   *junitSkipped `xml:"skipped"`
	Failure   *junitFailure `xml:"failure"`
	Error     *junitFailure `xml:"error"`
	Output    *junitText    `xml:"system-out"`
}

type junitText struct {
	Text string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes l as test results, a suite for each code: what fails the command
// is a failure, what was accepted is skipped, and what is only said has passed
// with output. Where nothing was found, one test has passed.
func JUnit(w io.Writer, l List, o Options) error {
	all := junitSuites{Name: o.title()}
	index := map[string]int{}
	for _, d := range l {
		i, ok := index[d.Code]
		if !ok {
			i = len(all.Suites)
			index[d.Code] = i
			all.Suites = append(all.Suites, junitSuite{Name: clean(d.Code)})
		}
		all.Suites[i].add(d, o)
	}
	if len(l) == 0 {
		all.Suites = []junitSuite{{Name: o.title(), Tests: 1, Cases: []junitCase{{Name: "no findings", ClassName: o.title()}}}}
	}
	for _, s := range all.Suites {
		all.Tests, all.Failures, all.Errors, all.Skipped = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors, all.Skipped+s.Skipped
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	fmt.Fprintln(&b)
	_, err := w.Write(b.Bytes())
	return err
}

func (s *junitSuite) add(d Diagnostic, o Options) {
	c := junitCase{Name: oneLine(d.Subject), ClassName: clean(d.Code), File: clean(o.fromRoot(d.Span.Path())), Line: d.Span.Start().Line}
	if d.Subject == "" {
		c.Name = oneLine(place(d.Span))
	}
	s.Tests++
	first, _, _ := strings.Cut(d.Message, "\n")
	says := &junitFailure{clipped(oneLine(first)), d.Severity.String(), clean(place(d.Span) + ": " + d.words())}
	switch {
	case d.Accepted != "":
		c.Skipped = &junitSkipped{oneLine("accepted: " + d.Accepted)}
		s.Skipped++
	case d.Code == failed:
		c.Error = says
		s.Errors++
	case d.Severity >= o.failOn():
		c.Failure = says
		s.Failures++
	default:
		c.Output = &junitText{says.Text}
	}
	s.Cases = append(s.Cases, c)
}
