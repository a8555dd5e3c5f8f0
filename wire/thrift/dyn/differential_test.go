package dyn

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/thrift"
)

// TestAgainstApache holds both protocols to Apache's Go library: what it writes and
// we write is the same, and each reads what the other wrote. A further message reads
// the same bytes, as one of a changed contract would: what the model of Apache's Go
// makes of them is what Apache's Go makes of them. RPCCTL_PROVE says how many
// values there are, RPCCTL_SEED which.
func TestAgainstApache(t *testing.T) {
	values, seed := number(t, "RPCCTL_PROVE", 4000), number(t, "RPCCTL_SEED", 1)
	r := drawn(uint64(seed))
	const each = 20 // values of a contract
	started, misread := time.Now(), 0
	for done := 0; done < values; done += each {
		from, changed := r.Uint64(), r.Uint64()
		s, other := link(t, drawn(from).contract()), link(t, drawn(changed).changed(drawn(from).contract()))
		for i := range min(each, values-done) {
			m := message(t, s, "M"+strconv.Itoa(i%4))
			v := r.record(m, 3)
			for _, p := range protocols {
				misread += against(t, p, m, message(t, other, m.Name), v)
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
	t.Logf("%d values in 2 protocols, seed %d, %v; 0 differences; another contract refused %d of them",
		values, seed, time.Since(started).Round(time.Millisecond), misread)
}

func number(t testing.TB, name string, otherwise int) int {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// against returns 1 where a message of another contract refused the bytes.
func against(t *testing.T, p thrift.Protocol, m, other *schema.Message, v schema.Record) int {
	o := newOriginal(p, nil)
	o.writeMessage(m, v)
	want := o.buffer.Bytes()
	typ := schema.Type{Kind: schema.KindMessage, Name: m.FullName(), Target: m}
	for _, peer := range []Peer{Go(p), Rpcctl(p)} {
		got, err := peer.Write(m, v)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%s %s: %s\nwrote    %x (%v)\noriginal %x", p, peer.Name(), show(v), got, err, want)
		}
		back, err := peer.Read(m, want)
		if err != nil || !schema.EqualAs(typ, v, back) {
			t.Fatalf("%s %s: %x\nread %s (%v)\nwant %s", p, peer.Name(), want, show(back), err, show(v))
		}
	}
	theirs, err := newOriginal(p, want).readMessage(m)
	if err != nil || !schema.EqualAs(typ, v, theirs) {
		t.Fatalf("%s: the original read %s (%v)", p, show(theirs), err)
	}
	ours, err := Go(p).Read(other, want)
	if err != nil && strings.Contains(err.Error(), "a size of -") {
		return 1 // see errNegative; the original also reads past containers of so many elements
	}
	theirs, err2 := newOriginal(p, want).readMessage(other)
	if (err == nil) != (err2 == nil) || err == nil && !schema.Equal(ours, theirs) {
		t.Fatalf("%s: %x\nas another message %s (%v)\noriginal           %s (%v)", p, want, show(ours), err, show(theirs), err2)
	}
	if err != nil {
		return 1
	}
	return 0
}
