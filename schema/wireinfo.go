package schema

// WireInfo is what the tool must know of a wire protocol, as plain data: its
// name, what it carries and what a wire block may say. The list of all wires
// is wire/all's; Link, lint, compat and generators are handed it.
type WireInfo struct {
	Name string
	Doc  string

	// Identity is what tells the fields of a message apart in the bytes.
	Identity Identity
	// MethodIDs: a call names its method by a number (see MethodID); else by
	// service and method name.
	MethodIDs bool
	// TypeNames: the names of top-level messages travel.
	TypeNames bool
	// Blocks lists the attributes of a wire block by the element it stands in:
	// "service", "method", "message". Nil: a wire block of this wire is an error.
	Blocks map[string][]string

	// Field says how a type is carried inside a message, Param as a param or
	// result. A kind that is not listed is carried as it is.
	Field map[Kind]Carry
	Param map[Kind]Carry
	// Elem says how a type is carried inside a list, set or map, and Member as a
	// member of a oneof, where that differs from Field.
	Elem, Member map[Kind]Carry
	// MapKeys are the kinds that a map's key may have.
	MapKeys []Kind
	// MaxNumber is the highest field number, 0 where the wire has no limit of its
	// own. KeptNumbers are field numbers that it keeps for itself.
	MaxNumber   int
	KeptNumbers []NumberRange
	// KeptCodes are codes that a declared error can't have, as the wire keeps them
	// for itself.
	KeptCodes []NumberRange
	// MaxFixedPart is how many bytes the fixed part of a message may have, where
	// messages are laid out as blocks; else 0.
	MaxFixedPart int

	// Streams and shapes.
	RawStreams    bool // istream, ostream, stream
	TypedStreams  bool // stream(T)
	OneStream     bool // at most one stream in a method, params and result counted together
	OptionalParam bool // optional(T) as a param or result
	Errors        bool // declared errors
	Void          bool // methods without a result
	Oneway        bool
	OneMessage    bool // params travel as one message that must have a name
	Judged        bool // compat has a table for it; where false a diff says so
}

// Identity is what tells fields apart in the bytes of a message.
type Identity string

// The identities.
const (
	ByNumber Identity = "number"
	ByPlace  Identity = "place"
	ByName   Identity = "name"
)

// Carry says how a wire carries a kind that it does not have as such.
type Carry struct {
	As  Kind   // what travels instead; 0: refused
	Why string // for a person: "a JSON number", "no form on this wire"
}

// WireByName returns the wire of that name, or nil.
func WireByName(wires []*WireInfo, name string) *WireInfo {
	for _, w := range wires {
		if w.Name == name {
			return w
		}
	}
	return nil
}
