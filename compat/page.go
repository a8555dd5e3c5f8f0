package compat

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

const pageBody = `<h1 class="{{.State}}">{{.Headline}}</h1>
<p class="faint">{{.Subline}}</p>
{{if .Versions}}<table>
<tr><th>against</th><th>verdict</th><th>changes</th><th>version</th></tr>
{{range .Versions}}<tr><td><code>{{.Name}}</code></td><td class="{{.Class}}">{{.Says}}</td><td>{{.Changes}}</td><td>{{.Bump}}</td></tr>
{{end}}</table>
{{end}}{{if .Wires}}<table>
<tr><th>wire</th><th>rollout</th><th>corrupt</th><th>reject</th><th>doubt</th><th>lossy</th><th>exact</th></tr>
{{range .Wires}}<tr><td>{{.Wire}}</td><td class="{{.Class}}">{{.Rollout}}</td>{{range .Counts}}<td class="{{.Class}}">{{.Text}}</td>{{end}}</tr>
{{end}}</table>
{{end}}{{range .Notes}}<section class="card is-{{.Severity}}"><p>{{.Message}} <span class="faint">{{.Code}}</span></p>{{if .Help}}<p>{{.Help}}</p>{{end}}</section>
{{end}}{{range .Sections}}{{if .Rows}}<details><summary>{{.Title}}</summary>
<table>
<tr><th>change</th><th>place</th><th>verdicts</th></tr>
{{range .Rows}}<tr><td>{{.Says}}{{if .Against}}<br><span class="faint">{{.Against}}</span>{{end}}</td><td><code>{{.Place}}</code></td><td>{{range .Findings}}{{.Name}} <span class="{{.Worst}}">{{.Worst}}</span>{{if .Accepted}}, accepted: {{.Accepted}}{{end}}<br>{{end}}</td></tr>
{{end}}</table>
</details>
{{end}}{{if .Cards}}<h2>{{.Title}}</h2>
{{range .Cards}}<section class="card is-{{.Severity}}">
<code class="where faint">{{.Place}}</code>
<h3>{{.Says}}</h3>
{{if .Against}}<p class="faint">{{.Against}}</p>
{{end}}<table>
<tr><th>wire</th><th>rollout</th><th>{{.OldNew}}</th><th>{{.NewOld}}</th></tr>
{{range .Findings}}<tr><td>{{.Name}}</td><td class="{{.Class}}">{{.Rollout}}</td><td class="{{.First}}">{{.First}}</td><td class="{{.Second}}">{{.Second}}</td></tr>
{{end}}</table>
{{range .Findings}}{{if .Accepted}}<p>accepted on {{.Name}}: {{.Accepted}}</p>
{{end}}{{if .Witness}}<details open><summary>{{.WitnessTitle}}</summary>
<pre>{{.Witness}}</pre></details>
{{end}}{{end}}{{if .Advice}}<p><span class="faint">way round:</span> {{.Advice}}</p>
{{end}}</section>
{{end}}{{end}}{{end}}`

type pageData struct {
	State, Headline, Subline string
	Versions                 []pageVersion
	Wires                    []pageWire
	Notes                    []pageNote
	Sections                 []pageSection
}

type pageVersion struct{ Name, Says, Class, Changes, Bump string }

type pageWire struct {
	Wire, Rollout, Class string
	Counts               []pageCount
}

type pageCount struct{ Text, Class string }

type pageNote struct{ Severity, Message, Code, Help string }

// pageSection has changes as cards, or in rows out of sight.
type pageSection struct {
	Title       string
	Cards, Rows []pageChange
}

type pageChange struct {
	Severity, Says, Against, Place, OldNew, NewOld, Advice string
	Findings                                               []pageFinding
}

type pageFinding struct {
	Name, Rollout, Class, First, Second, Worst string
	WitnessTitle, Witness, Accepted            string
}

// Page writes the report as one page that needs nothing but itself.
func Page(w io.Writer, r *Report) error {
	data := pageData{State: pageClass(r.state()), Headline: r.headline(), Subline: r.subline(diag.PageText)}
	for _, v := range r.versions() {
		data.Versions = append(data.Versions, pageVersion{diag.PageText(v.Name), v.Says, pageClass(v.State), v.Changes, v.Bump})
	}
	for _, row := range r.wireRows() {
		pw := pageWire{Wire: row.Wire, Rollout: row.Rollout.Text(), Class: string(row.Rollout)}
		for o := Corrupt; o >= Exact; o-- {
			c := pageCount{"·", "faint"}
			if row.N[o] > 0 {
				c = pageCount{fmt.Sprint(row.N[o]), o.String()}
			}
			pw.Counts = append(pw.Counts, c)
		}
		data.Wires = append(data.Wires, pw)
	}
	for _, name := range r.NotJudged {
		data.Wires = append(data.Wires, pageWire{Wire: name, Rollout: "not judged yet", Class: "faint"})
	}
	for _, name := range r.LeftOut {
		data.Wires = append(data.Wires, pageWire{Wire: name, Rollout: "promised and left out", Class: "faint"})
	}
	for _, d := range r.Diagnostics {
		data.Notes = append(data.Notes, pageNote{d.Severity.String(), diag.PageText(d.Message), d.Code, diag.PageText(d.Help)})
	}
	breaks, doubts, passed, safe := r.sections()
	data.Sections = []pageSection{
		{Title: "What breaks", Cards: pageChanges(breaks)},
		{Title: "In doubt", Cards: pageChanges(doubts)},
		{Title: "let pass: " + count(len(passed), "change"), Rows: pageChanges(passed)},
		{Title: "safe: " + count(len(safe), "change"), Rows: pageChanges(safe)},
	}
	var body strings.Builder
	if err := template.Must(template.New("report").Parse(pageBody)).Execute(&body, data); err != nil {
		return err
	}
	return diag.Page(w, "rpcctl diff: "+data.Headline, template.HTML(body.String()))
}

func pageClass(s diag.Severity) string {
	if s == diag.Note {
		return "good"
	}
	return s.String()
}

func pageChanges(changes []*Change) []pageChange {
	out := make([]pageChange, len(changes))
	for i, c := range changes {
		p := pageChange{Severity: c.severity().String(), Says: diag.PageText(clipped(c.says())), Against: c.against(diag.PageText), Advice: diag.PageText(c.wayRound())}
		p.OldNew, p.NewOld = c.pairings()
		if at := c.at(); at.Known() {
			p.Place = diag.PageText(fmt.Sprintf("%s:%d:%d", clipped(at.Path()), at.Start().Line, at.Start().Column))
		}
		for j := range c.Findings {
			p.Findings = append(p.Findings, pageOf(&c.Findings[j]))
		}
		out[i] = p
	}
	return out
}

func pageOf(f *Finding) pageFinding {
	p := pageFinding{
		Name: f.name(), Rollout: f.Rollout.Text(), Class: string(f.Rollout),
		First: f.Outcomes[OldNew].String(), Second: f.Outcomes[NewOld].String(), Worst: f.Outcomes.Worst().String(),
	}
	if lines := f.shown(); len(lines) > 0 {
		for i, l := range lines {
			lines[i] = strings.TrimPrefix(l, "  ")
		}
		p.WitnessTitle, p.Witness = lines[0], diag.PageText(strings.Join(lines[1:], "\n"))
		if len(lines) == 1 {
			p.Witness = lines[0]
		}
	}
	if f.Accepted != nil {
		p.Accepted = diag.PageText(f.Accepted.Reason)
	}
	return p
}
