package prpc

import (
	"fmt"

	"github.com/rpcctl/rpcctl/wire"
)

// The codes of replies. 1000 to 3000 are the runtimes'; a declared error has one
// of the others, above 0.
const (
	CodeOK          int32 = 0
	CodeTimeout     int32 = 62   // Java's and Go's clients; never on the wire
	CodeNoService   int32 = 1001 // Java's and Go's servers: no such method as well
	CodeNoMethod    int32 = 1002 // C++
	CodeBadRequest  int32 = 1003
	CodeAuth        int32 = 1004
	CodeRPCTimeout  int32 = 1008 // C++'s client
	CodeSocket      int32 = 1009
	CodeOvercrowded int32 = 1011
	CodeEOF         int32 = 1014
	CodeInternal    int32 = 2001 // and whatever a handler fails with
	CodeBadResponse int32 = 2002
	CodeClosing     int32 = 2003 // C++: the server stops
	CodeLimit       int32 = 2004
	CodeUncompress  int32 = 3000 // Java's server
)

// DeclaredCode reports whether a declared error can have that code.
func DeclaredCode(code uint32) bool {
	return code > 0 && code <= 1<<31-1 && (code < 1000 || code > 3000)
}

// StatusOf returns what a reply's code and text say, nil for a result. A code of
// no runtime is a handler's: it stands in Declared.
func StatusOf(code int32, text string) *wire.Status {
	s := &wire.Status{Message: text}
	switch code {
	case CodeOK:
		return nil
	case CodeTimeout, CodeRPCTimeout:
		s.Code = wire.DeadlineExceeded
	case CodeNoService, CodeNoMethod:
		s.Code = wire.Unimplemented
	case CodeBadRequest, CodeUncompress:
		s.Code = wire.InvalidArgument
	case CodeAuth:
		s.Code = wire.Unauthenticated
	case CodeSocket, CodeEOF, CodeClosing:
		s.Code = wire.Unavailable
	case CodeOvercrowded, CodeLimit:
		s.Code = wire.ResourceExhausted
	case CodeInternal, CodeBadResponse:
		s.Code = wire.Internal
	default:
		s.Code = wire.Unknown
		if code > 0 && DeclaredCode(uint32(code)) {
			s.Declared = uint32(code)
		}
	}
	if s.Message == "" {
		s.Message = fmt.Sprintf("the server answered code %d without a word", code)
	}
	return s
}

// CodeOf returns the code that a status is answered with.
func CodeOf(c wire.Code) int32 {
	switch c {
	case wire.OK:
		return CodeOK
	case wire.Unimplemented:
		return CodeNoService
	case wire.InvalidArgument:
		return CodeBadRequest
	case wire.Unauthenticated, wire.PermissionDenied:
		return CodeAuth
	case wire.DeadlineExceeded:
		return CodeRPCTimeout
	case wire.ResourceExhausted:
		return CodeLimit
	case wire.Unavailable:
		return CodeClosing
	}
	return CodeInternal
}
