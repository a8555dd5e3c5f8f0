package frame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/rpcctl/rpcctl/wire"
)

// read serves the connection until it ends.
func (s *clientSession) read() {
	defer close(s.done)
	defer s.conn.Close()
	for {
		f, err := s.r.next()
		var refused *wire.Status
		switch {
		case err == nil:
			err = s.frame(f)
		case errors.As(err, &refused):
			s.refuse(f.ID, refused)
			err = nil
		case s.conn.Interrupted():
			err = &wire.Status{Code: wire.Unavailable, Message: "the server went away"}
		case err == io.EOF:
			err = errors.New("closed by the server")
		}
		if err != nil {
			s.fail(err)
			return
		}
	}
}

// frame handles one frame. An error ends the connection.
func (s *clientSession) frame(f Frame) error {
	if f.Version != s.version {
		return fmt.Errorf("a version %d frame on a version %d connection", f.Version, s.version)
	}
	if f.Version == 1 {
		s.response1(f)
		return nil
	}
	if f.Flags&FlagsMust != 0 {
		s.refuse(f.ID, wire.Errorf(wire.Unimplemented, "a response with unknown flags %04x", uint16(f.Flags)))
		return nil
	}
	switch f.Kind {
	case KindResponse:
		s.response(f)
	case KindData:
		if s.asm.has(f.ID) {
			s.response(f)
			return nil
		}
		method, st := s.find(f.ID)
		if method == nil {
			return nil // late
		}
		if st == nil || f.Method != method.ID || !serverHalf(method) {
			s.refuse(f.ID, wire.Errorf(wire.Internal, "stream data for %s, whose result is no stream", method.Name))
		} else if err := st.deliver(f); err != nil {
			s.refuse(f.ID, wire.StatusOf(err))
		}
	case KindWindow:
		if _, st := s.find(f.ID); st != nil {
			if err := st.addCredit(f.Payload); err != nil {
				s.refuse(f.ID, wire.StatusOf(err))
			}
		}
	case KindPing:
		return s.w.send(nil, func(b []byte) []byte { return appendControl(b, KindPong, f.ID, controlMethod, nil, nil) })
	case KindPong:
	case KindGoaway:
		return s.goaway(f)
	default:
		return fmt.Errorf("the server sent a frame of kind %d", f.Kind)
	}
	return nil
}

// find returns the method of a call under way, and its stream if it has one.
func (s *clientSession) find(id uint64) (*wire.Method, *clientStream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cc := s.calls[id]
	if cc == nil {
		return nil, nil
	}
	return cc.method, cc.st
}

func (s *clientSession) remove(id uint64) *clientCall {
	s.mu.Lock()
	cc := s.calls[id]
	delete(s.calls, id)
	idle := s.going && len(s.calls) == 0
	s.mu.Unlock()
	if idle {
		s.conn.Interrupt()
	}
	return cc
}

// refuse ends the call that a bad frame belongs to; the connection stays.
func (s *clientSession) refuse(id uint64, st *wire.Status) {
	s.asm.drop(id)
	if cc := s.remove(id); cc != nil {
		s.cancel(id, cc.method.ID)
		cc.finish(st)
	}
}

// response takes the response of a call, or a fragment of it.
func (s *clientSession) response(f Frame) {
	f, whole, err := s.asm.add(f)
	if err != nil {
		s.refuse(f.ID, wire.StatusOf(err))
		return
	}
	if !whole {
		if method, _ := s.find(f.ID); method == nil {
			s.asm.drop(f.ID)
		}
		return
	}
	cc := s.remove(f.ID)
	if cc == nil {
		return // it was cancelled
	}
	if f.Method != cc.method.ID {
		cc.finish(wire.Errorf(wire.Internal, "the response to %s names method %d", cc.method.Name, f.Method))
		return
	}
	var payload []byte
	e, err := readExtensions(f.Extensions)
	if err == nil {
		payload, err = s.k.open(f, e, s.limits.Message)
	}
	if err == nil {
		err = responseError(cc.method, f, e, payload)
	}
	switch {
	case cc.st != nil:
		cc.st.finish(err, append([]byte(nil), payload...), e.codec)
	case err == nil:
		cc.finish(readResult(cc.result, e.codec, payload))
	default:
		cc.finish(err)
	}
}

// readResult fills result. What can't be read is the server's fault here.
func readResult(result any, codec uint16, payload []byte) error {
	if err := decode(result, codec, payload); err != nil {
		st := wire.StatusOf(err)
		return &wire.Status{Code: wire.Internal, Message: "the result can't be read: " + st.Message, Cause: err}
	}
	return nil
}

// response1 takes a version 1 response, in which no bytes stand for every failure.
func (s *clientSession) response1(f Frame) {
	cc := s.remove(f.ID)
	switch {
	case cc == nil:
	case f.Method != cc.method.ID:
		cc.finish(wire.Errorf(wire.Internal, "the response to %s names method %d", cc.method.Name, f.Method))
	case len(f.Payload) == 0:
		cc.finish(wire.Errorf(wire.Unknown, "the server answered %s with nothing: it has no such method, or it failed", cc.method.Name))
	default:
		cc.finish(readResult(cc.result, s.codec, f.Payload))
	}
}

// goaway ends what the server has not taken, which is safe to make elsewhere.
func (s *clientSession) goaway(f Frame) error {
	if len(f.Payload) != 8 {
		return fmt.Errorf("a goaway frame of %d bytes", len(f.Payload))
	}
	taken := binary.BigEndian.Uint64(f.Payload)
	var lost []*clientCall
	s.mu.Lock()
	s.going = true
	s.gone.Store(true)
	for id, cc := range s.calls {
		if id > taken {
			lost = append(lost, cc)
			delete(s.calls, id)
		}
	}
	idle := len(s.calls) == 0
	s.mu.Unlock()
	for _, cc := range lost {
		cc.finish(wire.NotSent(wire.Unavailable, "the server goes away"))
	}
	if idle {
		s.conn.Interrupt()
	}
	return nil
}
