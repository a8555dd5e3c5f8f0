package dyn

import "fmt"

// The statuses that a peer of this package gives.
const (
	statusDeclared uint16 = 2
	statusBad      uint16 = 3
	statusUnknown  uint16 = 12 // no such method, or something of the frame that must be understood
	statusInternal uint16 = 13
	statusDataLoss uint16 = 15
)

// Refusal says that a peer didn't take what it was sent.
type Refusal struct {
	Status uint16 // what is answered for the call, or what the answer had
	Code   uint32 // of an error that the client's contract doesn't declare, else 0
	Text   string
	Closed bool  // the connection can't be read any further
	Err    error // why, an *[Error] where a payload didn't fit; or nil
}

// Error returns status and text.
func (r *Refusal) Error() string {
	if r.Err != nil {
		return fmt.Sprintf("status %d: %s", r.Status, r.Err)
	}
	return fmt.Sprintf("status %d: %s", r.Status, r.Text)
}

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.Err }

// Mode says what the refusal does to the connection: "error" or "closed".
func (r *Refusal) Mode() string {
	if r.Closed {
		return "closed"
	}
	return "error"
}

func refusef(status uint16, format string, args ...any) *Refusal {
	return &Refusal{Status: status, Text: fmt.Sprintf(format, args...)}
}
