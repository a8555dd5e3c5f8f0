package diag

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/rpcctl/rpcctl/internal/golden"
)

// sample is one of everything that a list can have.
func sample() (List, Options) {
	f := NewFile("dir/a b.rpc.hcl", []byte("package \"demo\" {\n  wirse = [\"häuser 𝕏\"] # here\n}\n"))
	at := func(text string) Span {
		i := bytes.Index(f.Text, []byte(text))
		return f.Span(i, i+len(text))
	}
	l := List{
		{Severity: Error, Code: "parse", Message: "package demo has no attribute wirse", Help: "did you mean wires?", Span: at("wirse"),
			Fixes: []Fix{{Message: "write wires", Edits: []Edit{{Span: at("wirse"), Text: "wires"}, {Span: f.Span(0, 0), Text: "# mended\n"}}}}},
		{Severity: Warning, Code: "naming", Category: "NAMING", Subject: "demo.x", Message: "it is named oddly", Span: at("# here"),
			Related: []Related{{Message: "the other is here", Span: at("𝕏")}, {Message: "and somewhere"}}},
		{Severity: Note, Code: "naming", Category: "NAMING", Subject: "demo.x", Message: "it is named oddly again", Span: Within("gone.rpc.hcl")},
		{Severity: Note, Code: "frame/field-removed", Subject: "demo.y", Message: "it was removed\nwitness\n  a = 1", Accepted: "nobody reads it", Span: f.Span(0, len(f.Text))},
		{Severity: Error, Code: "failed", Message: "the disk is full"},
	}
	return l, Options{
		Sources: Sources{f.Path: f}, Command: "lint", Version: "v1.2.3", Base: "sub",
		Rules: map[string]Rule{"naming": {What: "names are even", Why: "odd ones confuse", Category: "NAMING", Severity: Warning}},
	}
}

// Each format of the sample is a file that a person has read.
func TestFormats(t *testing.T) {
	l, o := sample()
	for _, name := range FormatNames() {
		var b bytes.Buffer
		if err := Formats()[name](&b, l, o); err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, "testdata/formats/"+name, b.Bytes())
		check(t, name, l, b.Bytes())
		b.Reset()
		if err := Formats()[name](&b, nil, Options{Command: "lint"}); err != nil {
			t.Fatal(err)
		}
		check(t, name, nil, b.Bytes())
	}
}

// hostile are texts that mean something to a reader of some format.
var hostile = []string{
	"::error::x", "a\n::warning file=b::y", "100% %0A %25", "\r\nline", "a,b:c", "]]>", "<!-- -->", "</details><script>alert(1)</script>", "\"'&<>",
	"\x00\x01\x1b[31mred", "\xff\xfe broken", "\u202egnp.exe", "```\nfence", "`` ` ``", "| cell | cell |", "@someone and @org/team", "#12 !34 GH-5", "[link](http://example.com) ![i](x)",
	"http://example.com/", "**bold** _it_ ~~no~~ $x$ __a__ a_b_c _a_b_ __init__ *_x_*", "{{.Title}} ${{ github.token }}", "a\tb", "</pre></style>", "\\| \\` \\", "/close", "- [ ] x", "\ufffe\U0010ffff", strings.Repeat("|`@", 4000),
}

func hostileList() List {
	var l List
	for i, s := range hostile {
		at := At(s, Pos{Line: 1 + i, Column: 1}, Pos{Line: 1 + i, Column: 2})
		for sev := Note; sev <= Error; sev++ {
			l = append(l, Diagnostic{Severity: sev, Code: s, Category: s, Subject: s, Message: s, Help: s, Span: at,
				Related: []Related{{s, at}}, Fixes: []Fix{{s, []Edit{{at, s}}}}})
		}
		l = append(l, Diagnostic{Severity: Note, Code: s, Message: s, Accepted: s})
	}
	return l
}

func TestHostileText(t *testing.T) {
	l := hostileList()
	for _, name := range FormatNames() {
		var b bytes.Buffer
		if err := Formats()[name](&b, l, Options{Command: "lint", Base: "%", Rules: map[string]Rule{hostile[0]: {What: hostile[1], Why: hostile[4], Category: hostile[3], Severity: Error}}}); err != nil {
			t.Fatal(err)
		}
		check(t, name, l, b.Bytes())
	}
}

// FuzzFormats holds every format to what its readers demand, whatever is said.
func FuzzFormats(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, "a.hcl", "x\ny", 3, 4)
	}
	f.Fuzz(func(t *testing.T, message, path, subject string, line, column int) {
		line, column = max(line, 0), max(column, 0)
		at := At(path, Pos{Line: line, Column: column}, Pos{Line: line, Column: column})
		file := NewFile(path, []byte(message))
		if line%2 == 0 {
			at = file.Span(line, column)
		} else if column == 0 {
			at = Within(path)
		}
		l := List{
			{Severity: Error, Code: "a", Message: message, Help: subject, Subject: subject, Span: at, Fixes: []Fix{{message, []Edit{{at, subject}}}}},
			{Severity: Note, Code: "a", Message: subject, Subject: subject, Span: at, Accepted: message, Related: []Related{{message, at}}},
		}
		for _, name := range FormatNames() {
			var b bytes.Buffer
			if err := Formats()[name](&b, l, Options{Command: "lint", Sources: Sources{path: file}}); err != nil {
				t.Fatal(err)
			}
			check(t, name, l, b.Bytes())
		}
	})
}

// check holds an output to what its format demands and what l says.
func check(t *testing.T, format string, l List, out []byte) {
	t.Helper()
	switch format {
	case "text", "json":
	case "sarif":
		checkSARIF(t, l, out)
	case "github":
		checkGitHub(t, l, out)
	case "gitlab":
		checkGitLab(t, l, out)
	case "junit":
		checkJUnit(t, l, out)
	case "markdown":
		checkMarkdown(t, string(out))
	case "html":
		checkPage(t, string(out))
	default:
		t.Errorf("nothing holds %s to its form: add a check", format)
	}
}

func sarifValidator(t testing.TB) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func checkSARIF(t *testing.T, l List, out []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := validator(t).Validate(doc); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var log sarifLog
	if err := json.Unmarshal(out, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if got := len(run.Results) + len(run.Invocations[0].Notifications); got != len(l) {
		t.Errorf("%d results and notifications of %d findings", got, len(l))
	}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("%s points at rule %d", r.RuleID, r.RuleIndex)
		}
	}
}

var sarifSchemas = map[string]*jsonschema.Schema{}

// validator compiles the schema once for all tests of the package.
func validator(t testing.TB) *jsonschema.Schema {
	if sarifSchemas["2.1.0"] == nil {
		sarifSchemas["2.1.0"] = sarifValidator(t)
	}
	return sarifSchemas["2.1.0"]
}

// checkGitHub reads commands as the runner does: ::name key=value,…::text, with
// its escapes undone.
func checkGitHub(t *testing.T, l List, out []byte) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(l) == 0 {
		if len(out) > 0 {
			t.Errorf("%q of nothing", out)
		}
		return
	}
	if len(lines) != len(l)+1 {
		t.Fatalf("%d lines of %d findings\n%s", len(lines), len(l), out)
	}
	undo := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n")
	undoProperty := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
	for i, d := range l {
		m := regexp.MustCompile(`^::(error|warning|notice) ([^:]*)::(.*)$`).FindStringSubmatch(lines[i])
		if m == nil {
			t.Fatalf("no command: %q", lines[i])
		}
		if got, want := undo.Replace(m[3]), clean(d.words()); got != want {
			t.Errorf("text %q, want %q", got, want)
		}
		title := ""
		for _, p := range strings.Split(m[2], ",") {
			key, value, ok := strings.Cut(p, "=")
			if !ok || !regexp.MustCompile(`^(file|line|endLine|col|endColumn|title)$`).MatchString(key) {
				t.Errorf("property %q in %q", p, lines[i])
			}
			if key == "title" {
				title = undoProperty.Replace(value)
			}
		}
		if title != clean(d.Code) {
			t.Errorf("title %q, want %q", title, clean(d.Code))
		}
	}
	if strings.HasPrefix(lines[len(l)], "::") || strings.HasPrefix(lines[len(l)], "##[") {
		t.Errorf("the summary is a command: %s", lines[len(l)])
	}
}

func checkGitLab(t *testing.T, l List, out []byte) {
	t.Helper()
	var issues []gitlabIssue
	d := json.NewDecoder(bytes.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&issues); err != nil || issues == nil || len(issues) != len(l) {
		t.Fatalf("%v: %d issues of %d findings", err, len(issues), len(l))
	}
	prints := map[string]bool{}
	for i, is := range issues {
		if prints[is.Fingerprint] || is.Location.Path == "" || is.Location.Lines.Begin < 1 || is.Location.Lines.End < is.Location.Lines.Begin ||
			!regexp.MustCompile(`^(info|minor|major)$`).MatchString(is.Severity) {
			t.Errorf("%+v of %+v", is, l[i])
		}
		prints[is.Fingerprint] = true
	}
}

func checkJUnit(t *testing.T, l List, out []byte) {
	t.Helper()
	var all junitSuites
	if err := xml.Unmarshal(out, &all); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tests, failures, errors, skipped := 0, 0, 0, 0
	for _, s := range all.Suites {
		for _, c := range s.Cases {
			tests++
			if c.Failure != nil {
				failures++
			}
			if c.Error != nil {
				errors++
			}
			if c.Skipped != nil {
				skipped++
			}
		}
	}
	if got, want := fmt.Sprint(all.Tests, all.Failures, all.Errors, all.Skipped), fmt.Sprint(tests, failures, errors, skipped); got != want || tests != max(1, len(l)) {
		t.Errorf("counts %s, and there are %s of %d findings", got, want, len(l))
	}
}

// checkMarkdown renders a comment and looks at what came of it: its own marks
// alone, whole tables, no link, image or mention.
func checkMarkdown(t *testing.T, out string) {
	t.Helper()
	if len(out) > MarkdownLimit {
		t.Errorf("%d bytes", len(out))
	}
	var b bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(out), &b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, m := range regexp.MustCompile(`<[/!]?[a-zA-Z0-9-]+`).FindAllString(page, -1) {
		switch strings.TrimLeft(m, "</") {
		case "h3", "h4", "table", "thead", "tbody", "tr", "th", "td", "code", "br", "p", "details", "summary", "pre", "strong", "!--":
		default:
			t.Fatalf("%s in\n%s\nof\n%s", m, page, out)
		}
	}
	for _, tag := range []string{"details", "table", "td", "summary", "code"} {
		if a, z := strings.Count(page, "<"+tag), strings.Count(page, "</"+tag+">"); a != z {
			t.Fatalf("%d of %s begin and %d end in\n%s", a, tag, z, page)
		}
	}
	for _, row := range regexp.MustCompile(`(?s)<tr>(.*?)</tr>`).FindAllStringSubmatch(page, -1) {
		if n := strings.Count(row[1], "<td>"); n != 0 && n != 3 {
			t.Fatalf("%d cells in %s", n, row[0])
		}
	}
	prose := regexp.MustCompile(`(?s)<(code|pre)[ >].*?</(code|pre)>`).ReplaceAllString(page, "")
	if m := regexp.MustCompile(`@\w|[#!]\d`).FindString(prose); m != "" {
		t.Fatalf("%s refers to someone or something in\n%s", m, prose)
	}
}

// checkPage holds a page to be whole, and to ask nothing of a network.
func checkPage(t *testing.T, out string) {
	t.Helper()
	for _, never := range []string{"<script", "src=", "href=", "@import", "url(", "\x00", "\x1b", "\u202e"} {
		body := regexp.MustCompile(`(?s)&[^;]{1,9};`).ReplaceAllString(out, "")
		tags := strings.Join(regexp.MustCompile(`<[^>]*>|(?s)<style>.*?</style>`).FindAllString(body, -1), "\n")
		if strings.Contains(tags, never) {
			t.Errorf("%q in the page", never)
		}
	}
	for _, tag := range []string{"section", "pre", "mark", "h1", "h2", "h3", "style", "body"} {
		if a, z := len(regexp.MustCompile(`<`+tag+`[ >]`).FindAllString(out, -1)), strings.Count(out, "</"+tag+">"); a != z {
			t.Errorf("%d of %s begin and %d end", a, tag, z)
		}
	}
}

// The largest report is cut, in whole rows and with counts.
func TestMarkdownIsBounded(t *testing.T) {
	for _, n := range []int{10, 100, 1000, 20000} {
		var l List
		for i := range n {
			sev := Note + Severity(i%3)
			l = append(l, Diagnostic{Severity: sev, Code: fmt.Sprintf("rule-%d", i%17), Subject: fmt.Sprint("x", i),
				Message: strings.Repeat("<a|b>", 10), Help: "mend it", Span: At("a.hcl", Pos{Line: i + 1, Column: 1}, Pos{})})
		}
		var b bytes.Buffer
		if err := Markdown(&b, l, Options{Command: "lint"}); err != nil {
			t.Fatal(err)
		}
		checkMarkdown(t, b.String())
		rows, left := strings.Count(b.String(), "mend it"), 0
		for _, m := range regexp.MustCompile(`… and (\d+) more`).FindAllStringSubmatch(b.String(), -1) {
			var k int
			fmt.Sscan(m[1], &k)
			left += k
		}
		if rows+left != n || n == 20000 && rows < 100 {
			t.Errorf("%d rows and %d counted of %d", rows, left, n)
		}
	}
}

// Lines that move don't move fingerprints, and no two are equal.
func TestFingerprints(t *testing.T) {
	at := func(line int) Span { return At("a", Pos{Line: line, Column: 1}, Pos{}) }
	a := List{{Code: "r", Subject: "s", Message: "m", Span: at(1)}, {Code: "r", Subject: "s", Message: "n", Span: at(2)}, {Code: "r", Message: "m", Span: at(3)}}
	b := List{{Code: "r", Subject: "s", Message: "other words", Span: at(10)}, {Code: "r", Subject: "s", Span: at(20)}, {Code: "r", Message: "m", Span: at(30)}}
	p, q := a.fingerprints(), b.fingerprints()
	for i := range p {
		if p[i] != q[i] {
			t.Errorf("%d moved", i)
		}
		for j := range i {
			if p[i] == p[j] {
				t.Errorf("%d and %d are equal", i, j)
			}
		}
	}
}
