package diag

import (
	"cmp"
	"html/template"
	"io"
	"strings"
)

const htmlFindings = `<h1>{{.Title}}: {{.Summary}}</h1>
{{range .Files}}<h2><code>{{.Path}}</code></h2>
{{range .Findings}}<section class="card is-{{.Severity}}">
<h3><span class="{{.Severity}}">{{.Severity}}</span> {{.Message}}</h3>
<p class="faint"><code>{{.Place}}</code> · {{.Code}}{{if .Accepted}} · accepted: {{.Accepted}}{{end}}</p>
{{if .Line}}<pre><span class="faint">{{.Line}} | </span>{{.Before}}<mark>{{.Marked}}</mark>{{.After}}</pre>
{{end}}{{if .Help}}<p><span class="faint">help:</span> {{.Help}}</p>
{{end}}{{range .Related}}<p class="faint"><code>{{.Place}}</code> {{.Message}}</p>
{{end}}</section>
{{end}}{{end}}`

type htmlFile struct {
	Path     string
	Findings []htmlFinding
}

type htmlFinding struct {
	Severity, Message, Place, Code, Help, Accepted string
	Line                                           int // 0 where there is no excerpt
	Before, Marked, After                          string
	Related                                        []htmlRelated
}

type htmlRelated struct{ Place, Message string }

// HTML writes l as one page, by file, with the source lines.
func HTML(w io.Writer, l List, o Options) error {
	data := struct {
		Title, Summary string
		Files          []htmlFile
	}{Title: o.title(), Summary: cmp.Or(summary(l), "no findings")}
	for _, d := range l {
		if n := len(data.Files); n == 0 || data.Files[n-1].Path != cmp.Or(clean(d.Span.Path()), "-") {
			data.Files = append(data.Files, htmlFile{Path: cmp.Or(clean(d.Span.Path()), "-")})
		}
		f := &data.Files[len(data.Files)-1]
		f.Findings = append(f.Findings, o.htmlOf(d))
	}
	var body strings.Builder
	if err := template.Must(template.New("findings").Parse(htmlFindings)).Execute(&body, data); err != nil {
		return err
	}
	return Page(w, data.Title+": "+data.Summary, template.HTML(body.String()))
}

func (o Options) htmlOf(d Diagnostic) htmlFinding {
	f := htmlFinding{
		Severity: d.Severity.String(), Message: clean(clipped(d.Message)), Place: clean(place(d.Span)), Code: clean(d.Code),
		Help: clean(clipped(d.Help)), Accepted: clean(d.Accepted),
	}
	if line, from, to, ok := o.Sources.marked(d.Span); ok {
		f.Line, f.Before, f.Marked, f.After = d.Span.Start().Line, printable(line[:from]), printable(line[from:to]), printable(line[to:])
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, htmlRelated{clean(place(r.Span)), clean(clipped(r.Message))})
	}
	return f
}
