package compat

import (
	"fmt"
	"strings"

	"github.com/rpcctl/rpcctl/diff"
)

// Markdown returns the tables as documentation: for each wire one row per kind
// of change.
func Markdown(tables []*Table) []byte {
	var b strings.Builder
	b.WriteString(`# What a change does, wire by wire

Generated from the tables of package compat: don't edit. RPCCTL_UPDATE=1 go test ./compat rewrites it.

Each outcome is a fact about running code: one side writes, the other reads. The proof draws contracts, edits and
values at random, runs the codecs under both pairings, and fails where a row says otherwise.

| outcome | meaning |
| --- | --- |
| exact | all of it arrives as it was meant |
| lossy | what the reader doesn't know was dropped, the rest arrives |
| doubt | the bytes are understood, the meaning may differ |
| reject | an error, on either side |
| corrupt | something else arrives, and no one is told |

Of fields, params, results and values the first outcome is for what the old contract writes and the new one reads, the
second the other way round: a request of an old client is written by the old contract, the response to it by the new one. Of
packages, services, methods and errors the first is for an old client with a new server, the second for a new client with an
old server. Where one is given, it holds both ways.

After the wires come the aspects that a workspace may turn on: json, whose first outcomes are those of strict readers, grpc,
docs and source. Of docs and source there is one outcome: for a person or a program that knows OLD and meets NEW.
`)
	for _, t := range tables {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| change | outcomes | why |\n| --- | --- | --- |\n", t.Wire, t.Doc)
		for _, k := range diff.Kinds {
			r := t.row(k)
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", k, r.Text(), r.Doc)
		}
	}
	return []byte(b.String())
}

// Text is what the row decides, in words.
func (r *Row) Text() string {
	p := r.Calls.max(r.Writes)
	switch {
	case r.Says != "":
		return r.Says
	case p[0] == p[1], p[1] == 0:
		return p[0].String()
	}
	return p[0].String() + "; " + p[1].String()
}
