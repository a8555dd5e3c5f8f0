package compat

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// Options say what is judged and what is demanded. The zero value judges
// nothing: Wires must be given.
type Options struct {
	Wires       []Wire              // all that are known, in the order of output
	Judge       []string            // judge these alone, promised or not; nil: those that are promised
	Default     []string            // the workspace's wires, for packages that promise none
	Require     Rollout             // of calls; "" is servers-first
	RequireData Rollout             // of data; "" is readers-first
	Strict      bool                // a doubt isn't safe
	IgnoreData  bool                // what no method reaches is nobody's: unreached = "ignore"
	Peers       map[string][]string // the profiles that count, by wire; else the first
	Declared    []DeclaredOption    // what changes of options break
	Accept      []Accept
	Aspects     []Aspect // those that are on, in the order of output
	Today       string   // 2006-01-02, for accepts that end; "" lets none end
	Budget      int      // runs that one search for a witness may take; 0 is 4000

	// Progress is told before each of the messages that are judged on a wire. Nil:
	// nobody is.
	Progress func(wire string, done, total int)
}

// Accept lets a change pass that is known by id, up to an outcome.
type Accept struct {
	ID     string
	Reason string
	Until  string  // the last day, 2006-01-02; "" for good
	Worst  Outcome // 0 is Reject
	Span   diag.Span
}

// Report is the verdict on all changes.
type Report struct {
	Old, New    string // the inputs as they were named; the caller's to set
	Holds       bool
	Require     Rollout
	RequireData Rollout
	Strict      bool
	Rollout     Rollout // of all wires together, over calls
	DataRollout Rollout // "" where nothing was judged as data
	Bump        string  // major, minor or patch; "" where nothing changed or no package has a version
	Changes     []Change
	ByWire      []WireRollout // the judged wires, in order
	ByAspect    []AspectState // the judged aspects, in order
	NotJudged   []string      // promised wires for which there is no table yet
	LeftOut     []string      // promised wires that Options.Judge leaves out
	Diagnostics diag.List     // of accepts that match nothing or have ended
	// Unwitnessed counts claims of reject or corrupt that no run showed: a fault of
	// the tables, or a budget that is too small.
	Unwitnessed int
	// Faults are differences that no change explains: a fault of this package.
	Faults []string
	// Against are the verdicts on several older contracts, worst first: see Fold. Nil
	// where there is one.
	Against []*Report

	version string   // of the packages, which Bump is of
	order   []string // the wires that are known, in the order of output
}

// WireRollout is the rollout that one wire allows, over calls and data.
type WireRollout struct {
	Wire    string
	Rollout Rollout
}

// Change is a change with a finding for each wire and use.
type Change struct {
	diff.Change
	OldSpan, NewSpan diag.Span
	Findings         []Finding
	Against          []string // of several older contracts those that it is the same for, worst first; nil where there is one
}

// Finding is the verdict on one change, for one wire and use.
type Finding struct {
	Rule     string // wire/kind
	Wire     string // or the aspect's name
	Aspect   bool
	Use      Use
	Severity diag.Severity
	Outcomes Pair
	Rollout  Rollout
	Reason   string // why the table says so
	Advice   string // the way round; "" where none is needed
	Peers    []PeerOutcome
	Reached  []string // the payloads that the change is reached by
	// Witness shows the worst outcome, nil where that is doubt or better.
	// Unwitnessed says that it should be there and wasn't found.
	Witness     *Witness
	Unwitnessed bool
	// Declared says that the workspace demands it: no run shows it.
	Declared bool
	Accepted *Accept

	judged diag.Severity // before anything was let pass; 0 until Accept was called
}

// PeerOutcome is what a peer that isn't counted makes of it, where that is worse.
type PeerOutcome struct {
	Peer     string
	Outcomes Pair
}

// Witness is a run that goes wrong: a value, its bytes, and what was read.
type Witness struct {
	Pairing  Pairing
	Use      Use
	Flow     Flow
	At       string // what was called or written: "Add", "demo.Point"
	Wrote    schema.Record
	Bytes    []byte
	Read     schema.Record // nil where reading failed
	Ran      string        // the method that a server ran instead, "" where it was the right one
	Error    string        // of the writer or reader, "" where all seemed well
	Mode     string        // what the error does: error, closed, crashed; "" where there is none
	Peer     string
	Modelled bool // a foreign implementation, modelled where ours does otherwise

	wrote, read *schema.Message
	partial     bool // fields that Wrote leaves out don't matter
}
