package compat

import (
	"bytes"
	"encoding/hex"
	"encoding/json"

	"github.com/rpcctl/rpcctl/diag"
)

// The shapes of machine output stand here alone, so that no change of this
// package's types can move them. Arrays and objects are never null.

type jsonReport struct {
	Version     int              `json:"version"`
	Old         string           `json:"old"`
	New         string           `json:"new"`
	Holds       bool             `json:"holds"`
	Require     string           `json:"require"`
	RequireData string           `json:"require_data"`
	Strict      bool             `json:"strict"`
	Rollout     string           `json:"rollout"`
	DataRollout *string          `json:"data_rollout"`
	Bump        *string          `json:"bump"`
	Summary     jsonSummary      `json:"summary"`
	Changes     []jsonChange     `json:"changes"`
	NotJudged   []string         `json:"not_judged"`
	LeftOut     []string         `json:"left_out"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}

// jsonHistory is the document where OLD are several: a verdict for each.
type jsonHistory struct {
	Version     int              `json:"version"`
	New         string           `json:"new"`
	Holds       bool             `json:"holds"`
	Require     string           `json:"require"`
	RequireData string           `json:"require_data"`
	Strict      bool             `json:"strict"`
	Rollout     string           `json:"rollout"`
	DataRollout *string          `json:"data_rollout"`
	Bump        *string          `json:"bump"`
	Against     []jsonAgainst    `json:"against"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}

type jsonAgainst struct {
	Old         string       `json:"old"`
	Holds       bool         `json:"holds"`
	Rollout     string       `json:"rollout"`
	DataRollout *string      `json:"data_rollout"`
	Bump        *string      `json:"bump"`
	Summary     jsonSummary  `json:"summary"`
	Changes     []jsonChange `json:"changes"`
	NotJudged   []string     `json:"not_judged"`
	LeftOut     []string     `json:"left_out"`
}

type jsonSummary struct {
	Changes   int               `json:"changes"`
	ByOutcome map[string]int    `json:"by_outcome"`
	ByWire    map[string]string `json:"by_wire"`
	ByAspect  map[string]string `json:"by_aspect"`
}

type jsonChange struct {
	ID       string        `json:"id"`
	Kind     string        `json:"kind"`
	Subject  string        `json:"subject"`
	From     string        `json:"from"`
	To       string        `json:"to"`
	Count    int           `json:"count,omitempty"`
	Old      *jsonPlace    `json:"old"`
	New      *jsonPlace    `json:"new"`
	Findings []jsonFinding `json:"findings"`
}

type jsonPlace struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type jsonFinding struct {
	Rule        string                       `json:"rule"`
	Wire        string                       `json:"wire"`
	Use         string                       `json:"use"`
	Severity    string                       `json:"severity"`
	Outcomes    map[string]string            `json:"outcomes"`
	Rollout     string                       `json:"rollout"`
	Reason      string                       `json:"reason"`
	Advice      string                       `json:"advice"`
	Peers       map[string]map[string]string `json:"peers"`
	ReachedBy   []string                     `json:"reached_by"`
	ReachedMore int                          `json:"reached_more,omitempty"`
	Witness     *jsonWitness                 `json:"witness"`
	Unwitnessed bool                         `json:"unwitnessed,omitempty"`
	Declared    bool                         `json:"declared,omitempty"`
	Accepted    *jsonAccept                  `json:"accepted"`
}

type jsonWitness struct {
	Pairing  string          `json:"pairing"`
	Flow     string          `json:"flow"`
	At       string          `json:"at"`
	Wrote    json.RawMessage `json:"wrote"`
	Bytes    string          `json:"bytes"`
	Read     json.RawMessage `json:"read"`
	Ran      string          `json:"ran,omitempty"`
	Error    *string         `json:"error"`
	Mode     string          `json:"mode,omitempty"`
	Peer     string          `json:"peer"`
	Modelled bool            `json:"modelled"`
}

type jsonAccept struct {
	Reason string `json:"reason"`
	Until  string `json:"until"`
}

type jsonDiagnostic struct {
	Severity string     `json:"severity"`
	Code     string     `json:"code"`
	Message  string     `json:"message"`
	Help     string     `json:"help"`
	At       *jsonPlace `json:"at"`
}

// mostReached is how many payloads a finding lists; the rest is a count.
const mostReached = 5

// JSON returns the report as one document, which ends with a newline. The same
// report gives the same bytes.
func JSON(r *Report) []byte {
	var out any
	if len(r.Against) == 0 {
		a := againstJSON(r)
		out = jsonReport{
			Version: 1, Old: a.Old, New: r.New, Holds: a.Holds, Require: string(r.Require), RequireData: string(r.RequireData),
			Strict: r.Strict, Rollout: a.Rollout, DataRollout: a.DataRollout, Bump: a.Bump, Summary: a.Summary,
			Changes: a.Changes, NotJudged: a.NotJudged, LeftOut: a.LeftOut, Diagnostics: diagnosticsJSON(r.Diagnostics),
		}
	} else {
		h := jsonHistory{
			Version: 1, New: r.New, Holds: r.Holds, Require: string(r.Require), RequireData: string(r.RequireData),
			Strict: r.Strict, Rollout: string(r.Rollout), DataRollout: optional(string(r.DataRollout)), Bump: optional(r.Bump),
			Diagnostics: diagnosticsJSON(r.Diagnostics),
		}
		for _, p := range r.Against {
			h.Against = append(h.Against, againstJSON(p))
		}
		out = h
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(out); err != nil {
		panic("compat: " + err.Error()) // a witness that is no JSON
	}
	return b.Bytes()
}

// againstJSON is the verdict on one older contract.
func againstJSON(r *Report) jsonAgainst {
	out := jsonAgainst{
		Old: r.Old, Holds: r.Holds, Rollout: string(r.Rollout), DataRollout: optional(string(r.DataRollout)), Bump: optional(r.Bump),
		Summary: jsonSummary{Changes: len(r.Changes), ByOutcome: map[string]int{}, ByWire: map[string]string{}, ByAspect: map[string]string{}},
		Changes: []jsonChange{}, NotJudged: list(r.NotJudged), LeftOut: list(r.LeftOut),
	}
	for _, w := range r.ByWire {
		out.Summary.ByWire[w.Wire] = string(w.Rollout)
	}
	for _, a := range r.ByAspect {
		out.Summary.ByAspect[a.Aspect] = a.word()
	}
	for _, c := range r.Changes {
		jc := jsonChange{
			ID: c.ID(), Kind: string(c.Kind), Subject: c.Subject, From: c.From, To: c.To, Count: c.Count,
			Old: place(c.OldSpan), New: place(c.NewSpan), Findings: []jsonFinding{},
		}
		for i := range c.Findings {
			out.Summary.ByOutcome[c.Findings[i].Outcomes.Worst().String()]++
			jc.Findings = append(jc.Findings, findingJSON(&c.Findings[i]))
		}
		out.Changes = append(out.Changes, jc)
	}
	return out
}

func diagnosticsJSON(l diag.List) []jsonDiagnostic {
	out := []jsonDiagnostic{}
	for _, d := range l {
		out = append(out, jsonDiagnostic{d.Severity.String(), d.Code, d.Message, d.Help, place(d.Span)})
	}
	return out
}

func findingJSON(f *Finding) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule, Wire: f.Wire, Use: string(f.Use), Severity: f.Severity.String(), Outcomes: outcomes(f.Outcomes, f.Use),
		Rollout: string(f.Rollout), Reason: f.Reason, Advice: f.Advice, Peers: map[string]map[string]string{},
		ReachedBy: list(f.Reached), Unwitnessed: f.Unwitnessed, Declared: f.Declared,
	}
	for _, p := range f.Peers {
		out.Peers[p.Peer] = outcomes(p.Outcomes, f.Use)
	}
	if n := len(out.ReachedBy); n > mostReached {
		out.ReachedBy, out.ReachedMore = out.ReachedBy[:mostReached], n-mostReached
	}
	if w := f.Witness; w != nil {
		out.Witness = &jsonWitness{
			Pairing: w.Pairing.Key(w.Use), Flow: string(w.Flow), At: w.At, Wrote: w.WroteJSON(), Bytes: hex.EncodeToString(w.Bytes),
			Read: w.ReadJSON(), Ran: w.Ran, Error: optional(w.Error), Mode: w.Mode, Peer: w.Peer, Modelled: w.Modelled,
		}
	}
	if f.Accepted != nil {
		out.Accepted = &jsonAccept{f.Accepted.Reason, f.Accepted.Until}
	}
	return out
}

func outcomes(p Pair, u Use) map[string]string {
	if u == User {
		return map[string]string{OldNew.Key(u): p[OldNew].String()}
	}
	return map[string]string{OldNew.Key(u): p[OldNew].String(), NewOld.Key(u): p[NewOld].String()}
}

func place(s diag.Span) *jsonPlace {
	if !s.Known() {
		return nil
	}
	return &jsonPlace{s.Path(), s.Start().Line, s.Start().Column}
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
