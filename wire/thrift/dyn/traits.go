package dyn

// traits are what peers do differently.
type traits struct {
	name string
	ours bool  // what doesn't fit the contract is refused, not made to fit
	seq  int32 // the sequence id of a first call

	nulls      bool // an object that nobody set is null and not written
	enumOrNull bool // an enum's number without a name is null, and no element
	mendsText  bool // text that isn't UTF-8 gets U+FFFD
	oneInUnion bool // a union is not written unless one member is set
	unionSkips bool // a union is read as one field and one byte, whatever follows
	setsAsList bool // a set may hold an element twice
	trueNot0   bool // in the binary protocol a bool is true unless it is 0
	wrapsShift bool // a compact integer that is too long wraps around its own first bits
	leavesOut  bool // an optional field that has its default is not written

	callForOneway  bool   // oneway calls say that they are calls
	onlyCalls      bool   // servers close on messages that are no calls
	badArgs        string // what servers do with arguments that they can't read
	silent         bool   // they say nothing then, and clients read on after a reply to another method
	checksName     bool   // clients check the name in a reply
	checksSeq      bool   // clients check the sequence id in a reply
	errorFirst     bool   // clients look for a declared error before the result
	zeroForMissing bool   // clients take a result that isn't there for its zero, unless it is a struct
}

const (
	goPeer = iota
	javaPeer
	cppPeer
	ourPeer
)

// traitsOf are the profiles. The originals are read from what Apache's compiler
// 0.17 generates, and from its libraries.
var traitsOf = [...]traits{
	goPeer: {
		name: "go", seq: 1, oneInUnion: true, setsAsList: true, leavesOut: true,
		callForOneway: true, badArgs: closed, checksName: true, checksSeq: true, errorFirst: true, zeroForMissing: true,
	},
	javaPeer: {
		name: "java", seq: 1, nulls: true, enumOrNull: true, mendsText: true, oneInUnion: true, unionSkips: true, wrapsShift: true,
		badArgs: forCall, checksSeq: true,
	},
	cppPeer: {name: "cpp", trueNot0: true, onlyCalls: true, badArgs: closed, silent: true},
	ourPeer: {name: "rpcctl", ours: true, seq: 1, onlyCalls: true, badArgs: forCall, checksName: true, checksSeq: true},
}
