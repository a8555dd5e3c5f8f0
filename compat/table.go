package compat

import (
	"slices"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// Table is how one wire judges changes: one row for each kind.
type Table struct {
	Wire string
	Doc  string
	Rows []Row

	// names: fields are told apart by name, and a reader takes zero for the
	// value of a field that is missing.
	names bool
	// absents: a key that is missing isn't taken for a value on a wire with names.
	absents bool
	// payloads: there are no calls, only what they carry.
	payloads bool
	// rule judges changes without payloads, one by one; nil where there are some.
	rule func(j *judging, a *Aspect) func(*Change, *Row) ruling
	// tags: fields carry their numbers, so that what stands at one moves no other, and
	// a message is the same as a result and as what an optional result holds.
	tags bool
	// fills: what nobody sets has the default that the own side declares.
	fills bool
	// layout judges two messages whose fields stand at places: the outcome of
	// what moved, none (zero) where every place still has its partner.
	layout func(w *walk, wm, rm *schema.Message, pairs []fieldPair) verdict
	// apart is what becomes of a value that never gets to the reader's field that is
	// its partner, 0 where it does; nil where the layout says all.
	apart func(w *walk, wm, rm *schema.Message, p fieldPair) Outcome
	// lands returns the reader's field that gets what a writer's field holds, on wires
	// with tags.
	lands func(w *walk, rm *schema.Message, f *schema.Field) *schema.Field
	// doomed reports whether nothing that is written as one message is read as the
	// other, so that no other outcome shows; nil where something always is.
	doomed func(w *walk, wm, rm *schema.Message) bool
	// never reports whether no payload of the writer's can be one of the reader's;
	// nil where any can.
	never func(wm, rm *schema.Message) bool
	// weaves: payloads are places one after another, so that one that both sides can
	// read is found from their layouts.
	weaves bool
	// types judges the bytes of one type read as another.
	types func(w *walk, owner int, wt, rt *schema.Type) verdict
	// result judges two results or items of which one is a value and the other a
	// message, or nothing (a nil type). wm and rm are what they travel as.
	result func(w *walk, r *root, wt, rt *schema.Type, wm, rm *schema.Message) verdict
	// streams judges two methods that stream differently in the root's direction.
	streams func(w *walk, r *root, a, b streaming) verdict
	// skips: a retired field is read by its type to find its end.
	skips bool
	// hollow: a message that isn't set is written without its fields.
	hollow bool
	// decodes: an argument is read even where its param is retired.
	decodes bool
	// brief: a declared error that is too long leaves its fields behind, so that
	// some of what could go wrong with them is never carried at all.
	brief bool
	// errorKey is what a client knows a declared error by.
	errorKey func(*schema.ErrorRef) string
	// reply walks a result, on wires whose results aren't messages; else nil.
	reply func(w *walk, ws, rs side)
	// waits is what becomes of a reader that expects a stream which nobody sends;
	// nil: Corrupt.
	waits func(w, r *schema.Method) Outcome
	// unasked is what becomes of a stream that the reader's method doesn't have.
	unasked func(w, r *schema.Method, up bool) Outcome
	// address is how a request names its method; addressed says that it is a number.
	address   func(*schema.Method) string
	addressed bool
	// finds returns the method that a server of a service runs for a request which
	// names m and is made for another's, where methods are called at a service; nil
	// where address says all.
	finds func(profile string, m *schema.Method, from, at *schema.Service) *schema.Method
	// travels reports whether what a change of that kind makes another is in the
	// address of two methods, and differs there.
	travels func(k diff.Kind, o, n *schema.Method) bool
	// peered, where not nil, makes a copy of the table one profile's.
	peered func(t *Table, profile string)
	// singles: a value and a list of it alone are the same, and so are a zero that is
	// left out and the reader's; a message without a field that it requires is none.
	singles bool
	// empties: some servers refuse a request without a byte, which not every client
	// sends for a message without a value.
	empties bool
	// streamless: neither side carries a call of a method that streams.
	streamless bool
	// encodes: how a field is encoded makes another of its bytes.
	encodes bool
	// refuses reports whether a reader refuses an enum's number.
	refuses func(w *walk, e *schema.Enum, number int64) bool
	// unnamed is what becomes of a number that the reader's enum has no name for, 0
	// where nothing special does; nil where that is so of all.
	unnamed func(c *cell, number int64) Outcome
	// closing judges the zero of two enums that have none; nil: exact.
	closing func(w *walk, we, re *schema.Enum) verdict
	// failure claims what becomes of any declared error; nil: nothing.
	failure func(w *walk)
	// fits sets what a profile can't write a message without; nil: nothing.
	fits func(profile string) *fitter
}

// Row is the verdict on one kind of change. Where the outcome doesn't depend on
// what stands at the place, Writes or Calls has it; else judge finds it and Says
// tells how.
type Row struct {
	On  diff.Kind
	Doc string // the reason, for a person

	Writes Pair   // a change of what is carried: [0] OLD writes and NEW reads, [1] NEW writes and OLD reads
	Calls  Pair   // a change of what can be called, by pairing
	Says   string // what judge decides: "exact; lossy" in the order of Writes
	Places bool   // on a positional wire it adds, removes, moves or resizes a place

	judge func(*cell) verdict
}

// cell is what a row judges: a change at one place, in one direction.
type cell struct {
	*walk
	kind   diff.Kind
	owner  int             // the change that is judged
	pair   fieldPair       // of a field or param
	wm, rm *schema.Message // what the pair stands in
	value  valuePair       // of an enum's value
	we, re *schema.Enum
}

// verdict is what a table says of one place in one direction.
type verdict struct {
	out Outcome
	// settle: bytes that belong elsewhere are read. It is Corrupt where one value
	// can be read so, else Reject (Doubt under soft); running the codecs settles which.
	settle, soft bool
	// certain: no value gets past it.
	certain bool
	// fails: it is Corrupt, and an error for some values.
	fails bool
	// still is the outcome where no run shows that places moved; 0 is out.
	still Outcome
}

func (v verdict) worse(u verdict) verdict {
	c, f := v.certain || u.certain, v.fails || u.fails || v.out == Reject || u.out == Reject
	still := max(v.unmoved(), u.unmoved())
	switch {
	case u.out > v.out:
		v = u
	case u.out == v.out:
		v.settle = v.settle && u.settle
	}
	v.certain, v.fails, v.still = c, f, still
	return v
}

// unmoved is the outcome where places turn out not to have moved.
func (v verdict) unmoved() Outcome {
	if v.still > 0 {
		return v.still
	}
	return v.out
}

func is(o Outcome) verdict { return verdict{out: o} }

var (
	exact   = verdict{out: Exact}
	misread = verdict{out: Corrupt, settle: true}
	cut     = verdict{out: Reject, certain: true}
)

// row returns the row for a kind. A kind that nobody thought of is breaking.
func (t *Table) row(k diff.Kind) *Row {
	for i := range t.Rows {
		if t.Rows[i].On == k {
			return &t.Rows[i]
		}
	}
	return &Row{On: k, Doc: "no rule covers this change", Writes: Pair{Corrupt, Corrupt}, Calls: Pair{Corrupt, Corrupt}}
}

// Tables returns what is known of each wire that can be judged, in the order of
// all output.
func Tables() []*Table {
	return []*Table{
		frameTable(), packedTable(), rpchTable(), prpcTable(),
		thriftTable("thrift", "Messages are structs of Thrift's binary protocol.", false),
		thriftTable("thrift-compact", "Messages are structs of Thrift's compact protocol.", true),
	}
}

func tableOf(wire string) *Table {
	for _, t := range slices.Concat(Tables(), AspectTables()) {
		if t.Wire == wire {
			return t
		}
	}
	return nil
}

// of returns the table as it is for one profile.
func (t *Table) of(profile string) *Table {
	if t.peered == nil {
		return t
	}
	own := *t
	own.peered(&own, profile)
	return &own
}
