package wire

import "time"

// Limits bound what a peer can make this side hold or wait for. They are
// checked before memory is taken. A zero field takes its default.
type Limits struct {
	Message  int // bytes of one message, also after decompression; 64 MiB
	Buffered int // bytes of half-received messages of one connection; 2 × Message
	Line     int // bytes of a text line; 4096
	Args     int // arguments of a call on wires that count them; 64
	Conns    int // open connections of a server; 16384
	Calls    int // calls under way on one connection; 8192
	Streams  int // streams among them; 1024
	Drain    int // bytes of a stream nobody reads that are dropped to keep its connection; 1 MiB

	FirstByte time.Duration // from accepting a connection until its wire is known; 10 s
	Idle      time.Duration // without a call under way, until a server closes; 5 min
	Read      time.Duration // until a message that began has arrived; 30 s
	Write     time.Duration // until a write went through; 30 s
}

func (l Limits) withDefaults() Limits {
	number := func(p *int, d int) {
		if *p <= 0 {
			*p = d
		}
	}
	period := func(p *time.Duration, d time.Duration) {
		if *p <= 0 {
			*p = d
		}
	}
	number(&l.Message, 64<<20)
	number(&l.Buffered, 2*l.Message)
	number(&l.Line, 4096)
	number(&l.Args, 64)
	number(&l.Conns, 16384)
	number(&l.Calls, 8192)
	number(&l.Streams, 1024)
	number(&l.Drain, 1<<20)
	period(&l.FirstByte, 10*time.Second)
	period(&l.Idle, 5*time.Minute)
	period(&l.Read, 30*time.Second)
	period(&l.Write, 30*time.Second)
	return l
}
