package wire

import "strconv"

// Code says how a call ended, by gRPC's numbers.
type Code uint16

// The codes. A wire that carries numbers carries these.
const (
	OK                 Code = 0
	Canceled           Code = 1
	Unknown            Code = 2 // the handler's own error; a declared error on the frame wire
	InvalidArgument    Code = 3 // the request could not be read
	DeadlineExceeded   Code = 4
	NotFound           Code = 5
	AlreadyExists      Code = 6
	PermissionDenied   Code = 7
	ResourceExhausted  Code = 8 // a limit was met
	FailedPrecondition Code = 9
	Aborted            Code = 10
	OutOfRange         Code = 11
	Unimplemented      Code = 12 // no such method
	Internal           Code = 13 // a panic, or a bug of the runtime
	Unavailable        Code = 14 // no connection
	DataLoss           Code = 15 // a checksum that doesn't hold
	Unauthenticated    Code = 16
)

var codeNames = [...]string{
	"ok", "canceled", "unknown", "invalid argument", "deadline exceeded", "not found", "already exists",
	"permission denied", "resource exhausted", "failed precondition", "aborted", "out of range", "unimplemented",
	"internal", "unavailable", "data loss", "unauthenticated",
}

// String returns the code's name in lower case, "code 77" for one without.
func (c Code) String() string {
	if int(c) < len(codeNames) {
		return codeNames[c]
	}
	return "code " + strconv.Itoa(int(c))
}
