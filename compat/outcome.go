package compat

import "fmt"

// Outcome says what becomes of what one side wrote when the other reads it.
// Outcomes are ordered, worst last; the zero value is none.
type Outcome uint8

// The outcomes.
const (
	Exact   Outcome = 1 + iota // all of it arrives as it was meant
	Lossy                      // what the reader doesn't know was dropped, the rest arrives
	Doubt                      // the bytes are understood, the meaning may differ
	Reject                     // an error, on either side
	Corrupt                    // something else arrives, and no one is told
)

// Outcomes is the closed set, best first.
var Outcomes = []Outcome{Exact, Lossy, Doubt, Reject, Corrupt}

// String returns the word that stands in every output.
func (o Outcome) String() string {
	switch o {
	case 0:
		return "–" // there is no such pairing
	case Exact:
		return "exact"
	case Lossy:
		return "lossy"
	case Doubt:
		return "doubt"
	case Reject:
		return "reject"
	case Corrupt:
		return "corrupt"
	}
	return fmt.Sprintf("outcome(%d)", uint8(o))
}

// ParseOutcome returns the outcome that word names.
func ParseOutcome(word string) (Outcome, bool) {
	for _, o := range Outcomes {
		if o.String() == word {
			return o, true
		}
	}
	return 0, false
}

// Safe reports whether a rollout may rely on o. Under strict a doubt isn't safe.
func (o Outcome) Safe(strict bool) bool {
	if strict {
		return o <= Lossy
	}
	return o <= Doubt
}

// Use is what a payload is for: a call between programs that are up at the
// same time, or data that one may write and another read much later.
type Use string

// The uses.
const (
	Call Use = "call"
	Data Use = "data"
	User Use = "user" // no payload: who knows OLD, a program or a person, meets NEW
)

// Pairing is one of the two ways in which old and new programs meet.
type Pairing uint8

// The pairings. Of data the writer is meant by the first word, of calls the client.
const (
	OldNew Pairing = iota // old client → new server; old data → new reader
	NewOld                // new client → old server; new data → old reader
)

// Key is the pairing's name in machine output.
func (p Pairing) Key(u Use) string {
	switch {
	case u == User && p == OldNew:
		return "old_user_new_contract"
	case u == User:
		return "new_user_old_contract"
	case u == Call && p == OldNew:
		return "old_client_new_server"
	case u == Call:
		return "new_client_old_server"
	case p == OldNew:
		return "old_data_new_reader"
	}
	return "new_data_old_reader"
}

// Text is the pairing's name for a person.
func (p Pairing) Text(u Use) string {
	switch {
	case u == User && p == OldNew:
		return "old user → new contract"
	case u == User:
		return "new user → old contract"
	case u == Call && p == OldNew:
		return "old client → new server"
	case u == Call:
		return "new client → old server"
	case p == OldNew:
		return "old data → new reader"
	}
	return "new data → old reader"
}

// Pair holds one outcome for each pairing. Of a User the second is none (0).
type Pair [2]Outcome

// Worst returns the worse of the two.
func (p Pair) Worst() Outcome { return max(p[0], p[1]) }

func (p Pair) max(q Pair) Pair { return Pair{max(p[0], q[0]), max(p[1], q[1])} }

// Rollout is the order in which the two sides may be upgraded.
type Rollout string

// The rollouts: of calls, then of data.
const (
	AnyOrder     Rollout = "any-order"
	ServersFirst Rollout = "servers-first"
	ClientsFirst Rollout = "clients-first"
	Lockstep     Rollout = "lockstep"
	ReadersFirst Rollout = "readers-first"
	WritersFirst Rollout = "writers-first"
)

// Rollout returns the order that the outcomes allow.
func (p Pair) Rollout(u Use, strict bool) Rollout {
	oldNew, newOld := p[OldNew].Safe(strict), p[NewOld].Safe(strict)
	switch {
	case oldNew && newOld:
		return AnyOrder
	case u == User:
		return Lockstep // users have to change with the contract
	case oldNew && u == Call:
		return ServersFirst
	case newOld && u == Call:
		return ClientsFirst
	case oldNew:
		return ReadersFirst
	case newOld:
		return WritersFirst
	}
	return Lockstep
}

// Text returns the rollout for a person: "servers first".
func (r Rollout) Text() string {
	switch r {
	case AnyOrder:
		return "any order"
	case ServersFirst:
		return "servers first"
	case ClientsFirst:
		return "clients first"
	case ReadersFirst:
		return "readers first"
	case WritersFirst:
		return "writers first"
	}
	return string(r)
}

// Meets reports whether outcomes satisfy a demanded rollout: any-order demands
// both pairings safe, servers-first and readers-first the first, clients-first
// and writers-first the second, lockstep nothing.
func (p Pair) Meets(demand Rollout, strict bool) bool {
	switch demand {
	case AnyOrder:
		return p[OldNew].Safe(strict) && p[NewOld].Safe(strict)
	case ServersFirst, ReadersFirst:
		return p[OldNew].Safe(strict)
	case ClientsFirst, WritersFirst:
		return p[NewOld].Safe(strict)
	case Lockstep:
		return true
	}
	panic(fmt.Sprintf("compat: unknown rollout %q", demand))
}

// CallRollouts and DataRollouts are what require and require_data may say.
func CallRollouts() []string {
	return []string{string(AnyOrder), string(ServersFirst), string(ClientsFirst), string(Lockstep)}
}

// DataRollouts are the rollouts of data.
func DataRollouts() []string {
	return []string{string(AnyOrder), string(ReadersFirst), string(WritersFirst), string(Lockstep)}
}
