package diag

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// GitHub writes l as workflow commands, which become annotations of a pull
// request, and a summary for the log.
func GitHub(w io.Writer, l List, o Options) error {
	var b bytes.Buffer
	for _, d := range l {
		command := "notice"
		switch {
		case d.Accepted != "":
		case d.Severity == Error:
			command = "error"
		case d.Severity == Warning:
			command = "warning"
		}
		var properties []string
		property := func(name, value string) { properties = append(properties, name+"="+githubProperty(value)) }
		if d.Span.Path() != "" {
			property("file", o.fromRoot(d.Span.Path()))
		}
		if d.Span.Known() {
			end := d.Span.end()
			property("line", fmt.Sprint(d.Span.Start().Line))
			property("endLine", fmt.Sprint(end.Line))
			if end.Line == d.Span.Start().Line { // it refuses columns of several lines
				property("col", fmt.Sprint(o.units(d.Span.Path(), d.Span.Start())))
				property("endColumn", fmt.Sprint(o.units(d.Span.Path(), end)))
			}
		}
		property("title", d.Code)
		fmt.Fprintf(&b, "::%s %s::%s\n", command, strings.Join(properties, ","), githubText(d.words()))
	}
	if len(l) > 0 {
		fmt.Fprintln(&b, summary(l))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// words is all that a finding says, with its help and places on lines below.
func (d *Diagnostic) words() string {
	s := d.Message
	if d.Help != "" {
		s += "\nhelp: " + d.Help
	}
	for _, r := range d.Related {
		s += "\n" + place(r.Span) + ": " + r.Message
	}
	if d.Accepted != "" {
		s += "\naccepted: " + d.Accepted
	}
	return s
}

// githubText escapes what would end a command or begin another.
func githubText(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(clean(s))
}

// githubProperty escapes what would end a property as well.
func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubText(s))
}
