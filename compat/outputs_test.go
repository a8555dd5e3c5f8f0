package compat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/schema"
)

// everything is a report with a break, a doubt, what was accepted and what is safe.
func everything(t *testing.T) *Report {
	t.Helper()
	old := edited(point, "message \"P\" {", "message \"P\" {\n  stored = true\n  c = field(3, int32)\n  d = field(4, optional(string))")
	new := edited(old, "a = field(1, int32)", "a = field(1, int64)", "c = field(3, int32)", "cc = field(3, int32)",
		"  d = field(4, optional(string))", "", "returns = int32", "returns = uint32")
	r := judgeHCL(t, "frame", old, new, Options{Accept: []Accept{
		{ID: "method-returns-type-changed:demo.S.Do:int32>uint32", Reason: "no result is below 0 | see `1`", Worst: Corrupt},
		{ID: "nothing", Reason: "x"},
	}})
	r.Old, r.New = "git:main", "."
	return r
}

func TestDiagnostics(t *testing.T) {
	r := everything(t)
	l := Diagnostics(r)
	var b bytes.Buffer
	if err := diag.Text(&b, l, diag.Options{}); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "testdata/outputs/diagnostics.txt", b.Bytes())

	unsafe := len(r.Diagnostics)
	for _, c := range r.Changes {
		for _, f := range c.Findings {
			if f.Outcomes.Worst() >= Doubt {
				unsafe++
			}
		}
	}
	if len(l) != unsafe || unsafe < 5 {
		t.Errorf("%d problems of %d findings that aren't safe", len(l), unsafe)
	}
	known := Rules(r)
	for _, d := range l {
		if known[d.Code].What == "" || d.Code != "accept-unused" && known[d.Code].Why == "" {
			t.Errorf("nothing is known of %s", d.Code)
		}
	}
	b.Reset()
	if err := diag.SARIF(&b, l, diag.Options{Rules: known, Command: "diff"}); err != nil {
		t.Fatal(err)
	}
	valid(t, "../diag/testdata/sarif-schema-2.1.0.json", b.Bytes())
	if n := strings.Count(b.String(), `"justification": "no result is below 0`); n == 0 {
		t.Error("what was accepted isn't suppressed")
	}
}

// A deletion stands where something is left, with its old place beside it.
func TestDeletionHasAPlace(t *testing.T) {
	r := judgeHCL(t, "frame", point, edited(point, "  b = field(2, int32)\n", ""), Options{})
	l := Diagnostics(r)
	if len(l) == 0 || !l[0].Span.Known() || len(l[0].Related) != 1 || !l[0].Related[0].Span.Known() {
		t.Fatalf("%+v", l)
	}
}

func TestJSONIsAsPublished(t *testing.T) {
	valid(t, "../cmd/rpcctl/schemas/diff.json", JSON(everything(t)))
	valid(t, "../cmd/rpcctl/schemas/diff.json", JSON(&Report{Require: ServersFirst, RequireData: ReadersFirst, Rollout: AnyOrder}))
	valid(t, "../cmd/rpcctl/schemas/diff.json", JSON(hostileReport(40)))
}

func valid(t *testing.T, path string, out []byte) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(path, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(got); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestPages(t *testing.T) {
	r := everything(t)
	var b bytes.Buffer
	if err := PullRequest(&b, r, ""); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "testdata/outputs/pullrequest.md", b.Bytes())
	checkComment(t, b.String())
	b.Reset()
	if err := Page(&b, r); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "testdata/outputs/page.html", b.Bytes())
}

// hostileReport has n changes with texts that mean something to a reader of
// Markdown or HTML, in every place that a contract or a workspace can fill.
func hostileReport(n int) *Report {
	texts := []string{
		"@someone", "| a | b |", "```\nx", "</details>", "<script>alert(1)</script>", "]]>", "`", "#12 !34", "[a](http://b)", "\x00\x1b[31m", "\xff", "\u202e",
		"{{.}}", strings.Repeat("`|<@a", 300), "\n\n# x", "a\\",
	}
	r := &Report{Old: texts[3], New: texts[4], Require: ServersFirst, RequireData: ReadersFirst, Rollout: Lockstep, DataRollout: Lockstep,
		ByWire: []WireRollout{{"frame", Lockstep}}, NotJudged: []string{"prpc"}, LeftOut: []string{"rpch"}}
	m := &schema.Message{Decl: schema.Decl{Name: "M"}, Fields: []*schema.Field{{Decl: schema.Decl{Name: "f"}, Number: 1, Type: schema.Type{Kind: schema.KindString}}}}
	for i := range n {
		s := texts[i%len(texts)]
		f := Finding{Rule: "frame/const-changed", Wire: "frame", Use: []Use{Call, Data}[i%2], Severity: diag.Note + diag.Severity(i%3), Reason: s,
			Outcomes: Pair{Outcomes[i%5], Outcomes[(i+i/5)%5]}, Rollout: Lockstep, Advice: s}
		if f.Outcomes.Worst() >= Reject {
			f.Witness = &Witness{Use: f.Use, Flow: Request, At: s, Wrote: schema.Record{1: s}, Bytes: []byte(s), Error: s, Mode: "closed", Peer: "go", wrote: m}
		}
		if i%7 == 0 {
			f.Accepted = &Accept{Reason: s}
		}
		at := diag.At(s, diag.Pos{Line: 1, Column: 1}, diag.Pos{})
		r.Changes = append(r.Changes, Change{
			Change:  diff.Change{Kind: diff.Kinds[i%len(diff.Kinds)], Subject: s, Key: s, From: s, To: s},
			OldSpan: at, NewSpan: at, Findings: []Finding{f},
		})
	}
	r.Diagnostics.Add("accept-unused", diag.Span{}, texts[1]).Help = texts[2]
	return r
}

// However large a report is, its comment is whole, bounded, and counts what it
// leaves out; no text of a contract becomes markup.
func TestCommentIsBounded(t *testing.T) {
	for _, n := range []int{1, 40, 400, 8000} {
		r := hostileReport(n)
		var b bytes.Buffer
		if err := PullRequest(&b, r, ""); err != nil {
			t.Fatal(err)
		}
		checkComment(t, b.String())
		left := 0
		shown := len(regexp.MustCompile(`(?m)^(❌|⚠️|✅) \*\*`).FindAllString(b.String(), -1)) + rowsOfFolds(b.String())
		for _, m := range regexp.MustCompile(`… and .*?(\d+) more change`).FindAllStringSubmatch(b.String(), -1) {
			var k int
			fmt.Sscan(m[1], &k)
			left += k
		}
		if shown+left != n {
			t.Errorf("%d shown and %d counted of %d", shown, left, n)
		}
		if n >= 8000 && len(b.String()) < diag.MarkdownLimit/2 {
			t.Errorf("only %d bytes are used", b.Len())
		}
		b.Reset()
		if err := Page(&b, r); err != nil {
			t.Fatal(err)
		}
		for _, never := range []string{"<script", "\x00", "\x1b", "\u202e", "</details><"} {
			if strings.Contains(b.String(), never) {
				t.Errorf("%q in the page", never)
			}
		}
		if a, z := strings.Count(b.String(), "<section"), strings.Count(b.String(), "</section>"); a != z {
			t.Errorf("%d sections begin and %d end", a, z)
		}
	}
}

func rowsOfFolds(s string) int {
	n := 0
	for _, fold := range strings.Split(s, "| change | place | verdicts |\n| --- | --- | --- |\n")[1:] {
		rows, _, _ := strings.Cut(fold, "\n</details>")
		n += len(regexp.MustCompile(`(?m)^\| .* \|$`).FindAllString(rows, -1))
	}
	return n
}

// checkComment renders a comment and looks at what came of it.
func checkComment(t *testing.T, out string) {
	t.Helper()
	if len(out) > diag.MarkdownLimit {
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
			t.Fatalf("%s in\n%s", m, page)
		}
	}
	for _, tag := range []string{"details", "table", "td", "summary", "code", "pre"} {
		if a, z := strings.Count(page, "<"+tag), strings.Count(page, "</"+tag+">"); a != z {
			t.Fatalf("%d of %s begin and %d end", a, tag, z)
		}
	}
	prose := regexp.MustCompile(`(?s)<(code|pre)[ >].*?</(code|pre)>`).ReplaceAllString(page, "")
	if m := regexp.MustCompile(`.{0,40}(@\w|[#!]\d).{0,40}`).FindString(prose); m != "" {
		t.Fatalf("%s refers to someone or something", m)
	}
}

// The tables as JSON have each kind of change once for each wire.
func TestTablesJSON(t *testing.T) {
	var doc struct {
		Tables []struct {
			Wire string
			Rows []struct{ Kind, Outcomes, Why string }
		}
	}
	if err := json.Unmarshal(TablesJSON(Tables(), ""), &doc); err != nil || len(doc.Tables) != len(Tables()) {
		t.Fatal(err, len(doc.Tables))
	}
	for _, table := range doc.Tables {
		if len(table.Rows) != len(diff.Kinds) {
			t.Errorf("%s: %d rows", table.Wire, len(table.Rows))
		}
		for _, r := range table.Rows {
			if r.Kind == "" || r.Outcomes == "" || r.Why == "" {
				t.Errorf("%s: %+v", table.Wire, r)
			}
		}
	}
}
