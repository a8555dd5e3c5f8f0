package diag

import (
	"bytes"
	"encoding/json"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
)

// SARIF writes l as a SARIF 2.1.0 log of one run, for code scanning. What has
// no place because the tool couldn't do its work is a notification of the run.
func SARIF(w io.Writer, l List, o Options) error {
	s := &sarif{options: o, index: map[string]int{}}
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "rpcctl", Version: o.Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: true}},
		ColumnKind:  "utf16CodeUnits", Results: []sarifResult{},
	}
	if o.Command != "" {
		run.Automation = &sarifAutomation{ID: "rpcctl/" + o.Command + "/"}
	}
	prints := l.fingerprints()
	for i, d := range l {
		if d.Code == failed {
			in := &run.Invocations[0]
			in.ExecutionSuccessful = false
			in.Notifications = append(in.Notifications, sarifNotification{Level: level(d.Severity), Message: sarifMessage(d.Message)})
			continue
		}
		run.Results = append(run.Results, s.result(d, prints[i]))
	}
	run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, s.rules...)
	return writeJSON(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// failed is the code of what kept a command from its work.
const failed = "failed"

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

func writeJSON(w io.Writer, doc any) error {
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

// level is the SARIF word for a severity: the three are the same.
func level(s Severity) string { return s.String() }

type sarif struct {
	options Options
	rules   []sarifRule
	index   map[string]int // of a code in rules
}

// rule returns the place of a code's rule in the list, which it gets here.
func (s *sarif) rule(d *Diagnostic) int {
	if i, ok := s.index[d.Code]; ok {
		return i
	}
	known, ok := s.options.Rules[d.Code]
	if !ok {
		known = Rule{What: strings.NewReplacer("-", " ", "/", ": ").Replace(d.Code), Category: d.Category, Severity: d.Severity}
	}
	r := sarifRule{ID: d.Code, Short: sarifText{Text: known.What}, Default: sarifConfiguration{Level: level(known.Severity)}}
	if known.Why != "" {
		r.Full, r.Help = &sarifText{Text: known.Why}, &sarifText{Text: known.What + "\n\n" + known.Why}
	}
	if known.Category != "" {
		r.Properties = &sarifProperties{Tags: []string{known.Category}}
	}
	s.index[d.Code] = len(s.rules)
	s.rules = append(s.rules, r)
	return len(s.rules) - 1
}

func (s *sarif) result(d Diagnostic, fingerprint string) sarifResult {
	text := d.Message
	if d.Help != "" {
		text += "\n\n" + d.Help
	}
	r := sarifResult{
		RuleID: d.Code, RuleIndex: s.rule(&d), Level: level(d.Severity), Message: sarifMessage(text),
		Fingerprints: map[string]string{"codeAndSubject/v1": fingerprint},
	}
	if d.Span.Path() != "" || d.Subject != "" {
		at := sarifLocation{Physical: s.place(d.Span)}
		if d.Subject != "" {
			at.Logical = []sarifLogical{{FullName: d.Subject}}
		}
		r.Locations = []sarifLocation{at}
	}
	for i, rel := range d.Related {
		said := sarifMessage(rel.Message)
		r.Related = append(r.Related, sarifLocation{ID: i + 1, Physical: s.place(rel.Span), Message: &said})
	}
	for _, f := range d.Fixes {
		if !slices.ContainsFunc(f.Edits, func(e Edit) bool { return !e.Span.Known() }) && len(f.Edits) > 0 {
			r.Fixes = append(r.Fixes, s.fix(f))
		}
	}
	if d.Accepted != "" {
		r.Suppressions = []sarifSuppression{{Kind: "external", Justification: d.Accepted}}
	}
	return r
}

// sarifMessage returns text in which no link begins: messages may hold them, as
// [text](URI).
func sarifMessage(text string) sarifText {
	return sarifText{Text: strings.ReplaceAll(text, "](", "] (")}
}

func (s *sarif) place(at Span) *sarifPhysical {
	if at.Path() == "" {
		return nil
	}
	p := &sarifPhysical{Artifact: s.artifact(at.Path())}
	if at.Known() {
		region := s.region(at)
		p.Region = &region
	}
	return p
}

// artifact returns a path as a URI: relative to the root of the repository
// where it is.
func (s *sarif) artifact(p string) sarifArtifact {
	p = s.options.fromRoot(p)
	if path.IsAbs(p) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: p}).String()}
	}
	return sarifArtifact{URI: (&url.URL{Path: p}).String(), Base: "%SRCROOT%"}
}

func (s *sarif) region(at Span) sarifRegion {
	end := at.end()
	return sarifRegion{at.Start().Line, s.options.units(at.Path(), at.Start()), end.Line, s.options.units(at.Path(), end)}
}

// fix gathers the edits of one fix by file, in their order.
func (s *sarif) fix(f Fix) sarifFix {
	out := sarifFix{Description: sarifText{Text: f.Message}}
	index := map[string]int{}
	for _, e := range f.Edits {
		i, ok := index[e.Span.Path()]
		if !ok {
			i = len(out.Changes)
			index[e.Span.Path()] = i
			out.Changes = append(out.Changes, sarifChange{Artifact: s.artifact(e.Span.Path())})
		}
		c := &out.Changes[i]
		c.Replacements = append(c.Replacements, sarifReplacement{s.region(e.Span), sarifText{Text: e.Text}})
	}
	return out
}
