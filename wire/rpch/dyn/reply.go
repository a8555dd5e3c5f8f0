package dyn

import (
	"bytes"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

const maxErrorText = 127 // of a declared error with its fields

// Reply returns what a server of m answers to the first call of a connection.
// result is a value of m.Response().
func (p Peer) Reply(m *schema.Method, result schema.Record) ([]byte, error) {
	b := make([]byte, 8) // the sequence number
	if m.Returns == nil {
		return p.appendTLV(b, kindVoid, "", nil)
	}
	v, there := any(result), true
	if m.WrapsResult() {
		v, there = result[m.Returns.Number]
	}
	if there && p.profile == nodePeer {
		var err error
		if v, err = p.rounded(m.Returns.Type.Kind, v); err != nil {
			return nil, err
		}
	}
	return p.appendValue(b, m.Returns, v, there)
}

// ReplyError returns what a server of m answers for a declared error: its name and
// the JSON of its fields, or the name alone where that would be too long for C.
func (p Peer) ReplyError(m *schema.Method, e *schema.ErrorRef, fields schema.Record) ([]byte, error) {
	if e.Target == nil {
		return nil, refuse(forCall, "the error %s is unknown", e.Name)
	}
	data, err := p.writeJSON(&e.Target.Message, fields, false)
	if err != nil {
		return nil, err
	}
	text := []byte(e.Target.Name + ": " + string(data))
	if len(text) > maxErrorText {
		text = []byte(e.Target.Name)
	}
	return p.replyText(text)
}

// replyText returns the answer of a handler that failed with that text.
func (p Peer) replyText(text []byte) ([]byte, error) {
	if p.profile == cPeer {
		text, _, _ = bytes.Cut(text, []byte{0})
		text = text[:min(len(text), cErrorText)]
	}
	return p.appendTLV(make([]byte, 8), kindError, "", text)
}

// Receive reads a reply as a client of m does. What an undeclared error's text
// says is the text of the *[Refusal].
func (p Peer) Receive(m *schema.Method, reply []byte) (schema.Record, *schema.ErrorRef, error) {
	if len(reply) < rpch.ResponseHeadSize {
		return nil, nil, refuse(closed, "the reply is cut")
	}
	v, _, err := p.replyValue(reply[8:])
	if err != nil {
		return nil, nil, err
	}
	if v.Kind == kindError {
		return p.failed(m, v)
	}
	if m.Returns == nil {
		return p.receiveVoid(v)
	}
	name, kind, ok := typeName(m.Returns)
	if !ok || kind == kindStream && !p.streams() {
		return nil, nil, refuse(forCall, "%s has no form as a result", m.Returns.TypeText())
	}
	if v.Kind == kindVoid {
		r, err := p.nothing(m)
		return r, nil, err
	}
	if err := p.fits(name, kind, v); err != nil {
		return nil, nil, err
	}
	switch kind {
	case kindStream:
		return schema.Record{}, nil, nil
	case kindBuiltin:
		if err := p.size(m.Returns.Type.Kind, v.Data, forCall); err != nil {
			return nil, nil, err
		}
		x, err := p.readBuiltin(m.Returns.Type.Kind, v.Data)
		if err != nil {
			return nil, nil, err
		}
		return schema.Record{m.Returns.Number: x}, nil, nil
	}
	r, err := p.readJSON(m.Returns.Type.Message(), v.Data)
	if err != nil && p.profile == nodePeer { // thrown where nothing catches it
		return nil, nil, refuse(crashed, "%v", err)
	}
	if err != nil {
		return nil, nil, refuse(forCall, "%v", err)
	}
	return r, nil, nil
}

// replyValue cuts the value off a reply. The C client has no limit of its own here.
func (p Peer) replyValue(b []byte) (rpch.Value, []byte, error) {
	if p.profile != cPeer {
		return p.value(b)
	}
	v, rest, ok, _ := rpch.ParseValue(b, 1<<32-1)
	if !ok {
		return v, nil, refuse(crashed, "the reply is cut, and memory is freed twice")
	}
	return v, rest, nil
}

func (p Peer) receiveVoid(v rpch.Value) (schema.Record, *schema.ErrorRef, error) {
	if v.Kind != kindVoid && (p.profile == nodePeer || p.profile == ourPeer) {
		return nil, nil, refuse(forCall, "the reply has a %q, and the method has no result", clip(string(v.Name)))
	}
	return schema.Record{}, nil, nil
}

// nothing is what a client makes of a reply without the result it expects.
func (p Peer) nothing(m *schema.Method) (schema.Record, error) {
	switch p.profile {
	case goPeer:
		if m.Returns.Type.Kind.Raw() {
			return schema.Record{}, nil
		}
		return zeroRecord(m.Response()), nil
	case cPeer:
		return nil, refuse(crashed, "the reply has no result, and its name is compared all the same")
	}
	return nil, refuse(forCall, "the reply has no result")
}

// fits checks kind and name of a result.
func (p Peer) fits(name string, kind uint16, v rpch.Value) error {
	got := string(v.Name)
	if p.profile != goPeer {
		if got == name && (v.Kind == kind || p.profile != ourPeer) {
			return nil
		}
		if p.profile == cPeer && v.Kind == kindStream {
			return refuse(crashed, "the reply has a stream, and memory is freed twice")
		}
		return refuse(forCall, "the reply has a %q where the method returns %s", clip(got), name)
	}
	builtin := func(name string) bool {
		k, ok := schema.ScalarKind(name)
		return ok && k != schema.KindBytes
	}
	switch {
	case v.Kind == kindBuiltin && !builtin(got), v.Kind == kindStream && !strings.HasSuffix(got, "stream"), v.Kind > kindVoid:
		return refuse(forCall, "the reply has kind %d and the name %q", v.Kind, clip(got))
	case v.Kind != kind, kind == kindBuiltin && got != name, kind == kindStream && got == "ostream" && name != "ostream":
		return refuse(crashed, "the reply has a %q where the caller asserts %s", clip(got), name)
	}
	return nil
}

// failed reads an error's text: a declared error where it begins with its name.
func (p Peer) failed(m *schema.Method, v rpch.Value) (schema.Record, *schema.ErrorRef, error) {
	if p.profile == cPeer && len(v.Data) > cOverflow {
		return nil, nil, refuse(crashed, "an error text of %d bytes overflows", len(v.Data))
	}
	text := string(v.Data)
	for _, e := range m.Errors {
		if e.Target == nil {
			continue
		}
		rest, ok := strings.CutPrefix(text, e.Target.Name)
		if !ok || rest != "" && !strings.HasPrefix(rest, ": {") {
			continue
		}
		if rest == "" {
			return zeroRecord(&e.Target.Message), e, nil // too long: its fields stayed behind
		}
		if r, err := p.readJSON(&e.Target.Message, []byte(rest[2:])); err == nil {
			return r, e, nil
		}
	}
	return nil, nil, refuse(forCall, "%s", text)
}
