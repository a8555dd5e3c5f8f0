package diag

import (
	"io"
	"strings"
)

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab writes l as a code quality report, which merge requests show. A
// finding without a place is one of the first line of the workspace's folder:
// the format has no others.
func GitLab(w io.Writer, l List, o Options) error {
	issues := make([]gitlabIssue, len(l))
	prints := l.fingerprints()
	for i, d := range l {
		at := gitlabLocation{Path: strings.TrimPrefix(o.fromRoot(d.Span.Path()), "./"), Lines: gitlabLines{1, 1}}
		if d.Span.Known() {
			at.Lines = gitlabLines{d.Span.Start().Line, d.Span.end().Line}
		}
		if at.Path == "" {
			at.Path = "."
		}
		issues[i] = gitlabIssue{clean(d.words()), d.Code, prints[i], gitlabSeverity(&d), at}
	}
	return writeJSON(w, issues)
}

// gitlabSeverity leaves blocker and critical to tools that know of losses.
func gitlabSeverity(d *Diagnostic) string {
	switch {
	case d.Accepted != "":
		return "info"
	case d.Severity == Error:
		return "major"
	case d.Severity == Warning:
		return "minor"
	}
	return "info"
}
