package diag

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.css
var pageStyle string

const pageFrame = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
{{.Style}}</style>
</head>
<body>
{{.Body}}</body>
</html>
`

// Page writes a page that needs nothing but itself, light or dark as its reader
// has it. body is trusted: a template made it.
func Page(w io.Writer, title string, body template.HTML) error {
	var b bytes.Buffer
	err := template.Must(template.New("page").Parse(pageFrame)).Execute(&b, struct {
		Title string
		Style template.CSS
		Body  template.HTML
	}{PageText(title), template.CSS(pageStyle), body})
	if err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// PageText returns s as a page may show it: without controls and without marks
// that turn the direction of text. Escaping is the template's.
func PageText(s string) string { return clean(s) }
