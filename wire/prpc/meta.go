package prpc

// Meta says what a frame is: a request, a reply, a piece of one of them. Byte
// slices of a Meta that was parsed point into what it was parsed from.
type Meta struct {
	Request     Request
	HasRequest  bool // in requests; J and G send it back in replies
	Response    Response
	HasResponse bool // in replies; some clients send an empty one in requests

	Compression    Compression // of the data alone
	CorrelationID  int64       // a reply has its request's
	AttachmentSize int32
	Chunk          Chunk
	HasChunk       bool
	Authentication []byte // nil: none
	Streams        []byte // C++ alone: a stream's settings, not looked into; nil: none

	// What C++ alone has.
	UserFields       []Pair
	ContentType      int32 // of the data; 0 is protobuf
	ChecksumType     int32
	Checksum         []byte
	ChecksumAttached bool // the checksum covers the attachment too

	Zeros   Zeros  // fields that are written although they are zero or empty
	Unknown []byte // fields of other numbers, as they came
}

// Request names what is called, and by whom.
type Request struct {
	Service, Method           []byte
	LogID                     int64
	TraceID, SpanID, ParentID int64
	// Extra is field 7 as it came. Java and Go put pairs in it, one in each (see
	// [ParsePair]); in C++ it is one text, the request's id.
	Extra      [][]byte
	TimeoutMS  int32 // 0: none
	ExtraParam []byte
	TraceKey   []byte

	Zeros   Zeros
	Unknown []byte
}

// Response says how a call went: code 0 is a result.
type Response struct {
	Code int32
	Text []byte

	Zeros   Zeros
	Unknown []byte
}

// Chunk says that a frame has a piece of its message's data.
type Chunk struct {
	Stream int64 // the same in all pieces of a message
	ID     int64 // LastChunk in the last
}

// LastChunk is the id of a message's last piece.
const LastChunk = -1

// Pair is one entry of a map of texts.
type Pair struct{ Key, Value []byte }

// Zeros is a set of field numbers up to 15: of a message that was parsed the
// fields that it had although they say nothing, so that it is written as it came.
type Zeros uint16

// ZerosOf returns the set of those numbers.
func ZerosOf(numbers ...int) (z Zeros) {
	for _, n := range numbers {
		z |= 1 << n
	}
	return z
}

// Has reports whether the number is in the set.
func (z Zeros) Has(number int) bool { return z>>number&1 == 1 }

const (
	fieldRequest = 1 + iota
	fieldResponse
	fieldCompression
	fieldCorrelationID
	fieldAttachmentSize
	fieldChunk
	fieldAuthentication
	fieldStreams
	fieldUserFields
	fieldContentType
	fieldChecksumType
	fieldChecksum
	fieldChecksumAttached
)

const (
	fieldService = 1 + iota
	fieldMethod
	fieldLogID
	fieldTraceID
	fieldSpanID
	fieldParentID
	fieldExtra
	fieldTimeoutMS

	fieldExtraParam = 110
	fieldTraceKey   = 111
)

const fieldCode, fieldText = 1, 2
