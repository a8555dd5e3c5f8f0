package dyn

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

// unpackedToSingular: of an unpacked list a reader of one number takes the last.
func unpackedToSingular(t *testing.T, one, _ *schema.Schema) {
	many := contract(t, file(3, "repeated int32 a = 1 [packed = false]; int32 n = 2;"))
	for _, p := range Peers() {
		if got := asked(t, p, many, rec{1: list{int64(5), int64(6)}}, p, one); got != `{"a":6}` {
			t.Errorf("%s: %s", p.Name(), got)
		}
	}
}

func renamed(t *testing.T, old, new *schema.Schema) {
	service := contract(t, strings.Replace(file(3, "string a = 1;"), "service S", "service s", 1))
	for _, p := range Peers() {
		method := "refused 1001"
		if p.Name() == cppPeer {
			method = "refused 1002"
		}
		b, err := p.Request(old.Packages[0].Services[0].Methods[0], rec{1: rec{1: "x"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := served(t, p, new, b); got != method {
			t.Errorf("%s, method: %s", p.Name(), got)
		}
		if got := served(t, p, service, b); got != "refused 1001" {
			t.Errorf("%s, service: %s", p.Name(), got)
		}
		moved := contract(t, strings.Replace(file(3, "string a = 1;"), "service S", "service S {}\nservice T", 1))
		if got := served(t, p, moved, b); got != method {
			t.Errorf("%s, moved to another service: %s", p.Name(), got)
		}
	}
}

// fullNames: C++ sends a service's full name, which Java and Go don't know; the
// short one is taken by all.
func fullNames(t *testing.T, old, _ *schema.Schema) {
	for _, c := range []struct {
		from, to Peer
		want     string
	}{
		{Cpp(), Java(), "refused 1001"}, {Cpp(), Go(), "refused 1001"}, {Cpp(), Rpcctl(), `{"a":"x"}`},
		{Java(), Cpp(), `{"a":"x"}`}, {Go(), Cpp(), `{"a":"x"}`}, {Rpcctl(), Cpp(), `{"a":"x"}`}, {Rpcctl(), Java(), `{"a":"x"}`}, {Rpcctl(), Go(), `{"a":"x"}`},
		{Java(), Go(), `{"a":"x"}`}, {Go(), Java(), `{"a":"x"}`}, {Java(), Rpcctl(), `{"a":"x"}`}, {Go(), Rpcctl(), `{"a":"x"}`},
	} {
		if got := asked(t, c.from, old, rec{1: "x"}, c.to, old); got != c.want {
			t.Errorf("%s to %s: %s, want %s", c.from.Name(), c.to.Name(), got, c.want)
		}
	}
}

// without is a contract whose M has no param or no result.
func without(t *testing.T, what string) *schema.Schema {
	t.Helper()
	s := contract(t, file(3, "string a = 1;"))
	pkg := s.Packages[0]
	m := pkg.Services[0].Methods[0]
	switch what {
	case "param":
		m.Params = nil
	case "result":
		m.Returns = nil
	}
	linked, errs := schema.Link([]*schema.Package{pkg}, nil)
	if errs.HasErrors() {
		t.Fatal(errs)
	}
	return linked
}

func paramAdded(t *testing.T, _, _ *schema.Schema) {
	none, one := without(t, "param"), without(t, "")
	for name, want := range by("refused 2001", "refused 2001", "{}", "{}") {
		p := peerNamed(t, name)
		if got := asked(t, p, none, nil, p, one); got != want {
			t.Errorf("%s, without to with: %s, want %s", name, got, want)
		}
		if got := asked(t, p, one, rec{1: "x"}, p, none); got != "{}" {
			t.Errorf("%s, with to without: %s", name, got)
		}
	}
	for _, p := range []Peer{Java(), Go()} { // ours pads, so that they run the method
		if got := asked(t, Rpcctl(), none, nil, p, one); got != "{}" {
			t.Errorf("ours to %s: %s", p.Name(), got)
		}
	}
}

func resultDropped(t *testing.T, _, _ *schema.Schema) {
	void, one := without(t, "result"), without(t, "")
	for _, p := range Peers() {
		if got := answered(t, p, void, nil, p, one); got != "{}" {
			t.Errorf("%s, void to result: %s", p.Name(), got)
		}
		if got := answered(t, p, one, rec{1: "x"}, p, void); got != "{}" {
			t.Errorf("%s, result to void: %s", p.Name(), got)
		}
	}
}

// emptyRequest: a request of defaults alone has no bytes, and ours sends padding.
func emptyRequest(t *testing.T, _, new *schema.Schema) {
	for name, want := range by("refused 2001", "refused 2001", "{}", "{}") {
		p := peerNamed(t, name)
		if got := asked(t, p, new, rec{}, p, new); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if got := asked(t, Rpcctl(), new, rec{}, p, new); got != "{}" {
			t.Errorf("ours to %s: %s", name, got)
		}
	}
}

// failedWith is what a client makes of a reply with that code and data.
func failedWith(t *testing.T, p Peer, code int32, data []byte) string {
	t.Helper()
	s := without(t, "")
	m := p.replyMeta(method(t, s, "M"))
	m.Response = prpc.Response{Code: code}
	b, err := p.frame(m, data)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := p.Receive(method(t, s, "M"), b)
	if err != nil {
		return refusedAs(t, err)
	}
	return string(schema.RecordJSON(method(t, s, "M").Response(), got))
}

// resent is the call M(a = text) with its frame changed.
func resent(t *testing.T, s *schema.Schema, text string, change func(*prpc.Frame)) []byte {
	t.Helper()
	b, err := Rpcctl().Request(method(t, s, "M"), rec{1: rec{1: text}})
	if err != nil {
		t.Fatal(err)
	}
	f, _, _, err := prpc.Parse(b, prpc.DefaultLimit)
	if err != nil {
		t.Fatal(err)
	}
	change(&f)
	if b, err = prpc.Append(nil, &f); err != nil {
		t.Fatal(err)
	}
	return b
}

// compressed: Java and Go pass on what they have no compression for, Java takes no
// gzip without its end, and ours and C++ refuse what they don't know.
func compressed(t *testing.T, _, _ *schema.Schema) {
	s := without(t, "")
	text := strings.Repeat("ab", 20)
	with := func(how prpc.Compression) []byte {
		return resent(t, s, text, func(f *prpc.Frame) {
			f.Meta.Compression = how
			if how <= prpc.Zlib {
				var err error
				if f.Data, err = new(prpc.Compressor).Compress(nil, f.Data, how); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	fine := fmt.Sprintf(`{"a":%q}`, text)
	for how, want := range map[prpc.Compression]map[string]string{
		prpc.Snappy: by(fine, fine, fine, fine), prpc.Gzip: by(fine, fine, fine, fine),
		prpc.Zlib: by("refused 2001", "{}", fine, fine), prpc.LZ4: by(fine, fine, "refused 1003", "refused 1003"),
	} {
		for name, want := range want {
			if got := served(t, peerNamed(t, name), s, with(how)); got != want {
				t.Errorf("%s, compression %d: %s, want %s", name, how, got, want)
			}
		}
	}
	cut := resent(t, s, text, func(f *prpc.Frame) { // Go's
		f.Meta.Compression = prpc.Gzip
		f.Data = []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xe2\xd2\x48\x4c\x22\x0e\x02\x00\x00\x00\xff\xff")
	})
	for name, want := range by("refused 3000", fine, fine, fine) {
		if name == cppPeer {
			continue // not known
		}
		if got := served(t, peerNamed(t, name), s, cut); got != want {
			t.Errorf("%s, gzip without its end: %s, want %s", name, got, want)
		}
	}
}

// chunked: C++ takes each piece for a message.
func chunked(t *testing.T, _, _ *schema.Schema) {
	s := without(t, "")
	whole, _, _, err := prpc.Parse(resent(t, s, "abcdefghijkl", func(*prpc.Frame) {}), prpc.DefaultLimit)
	if err != nil {
		t.Fatal(err)
	}
	for _, numbering := range []prpc.Numbering{prpc.JavaChunks, prpc.GoChunks} {
		pieces, err := prpc.Split(whole, 8, 77, numbering, nil)
		if err != nil || len(pieces) != 2 {
			t.Fatal(len(pieces), err)
		}
		var m prpc.Merger
		for i := range pieces {
			b, err := prpc.Append(nil, &pieces[i])
			if err != nil {
				t.Fatal(err)
			}
			if got := served(t, Cpp(), s, b); i == 0 && got != "refused 1003" {
				t.Errorf("piece %d in C++: %s", i, got)
			}
			joined, done, err := m.Add(&pieces[i], time.Time{})
			if err != nil || done != (i == 1) {
				t.Fatal(done, err)
			}
			if !done {
				continue
			}
			b, err = prpc.Append(nil, &joined)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []Peer{Java(), Go(), Rpcctl()} {
				if got := served(t, p, s, b); got != `{"a":"abcdefghijkl"}` {
					t.Errorf("%s: %s", p.Name(), got)
				}
			}
		}
	}
}

// async: Java answers success with no data at once; a client takes it for an empty
// result.
func async(t *testing.T, _, _ *schema.Schema) {
	s := without(t, "")
	for _, v := range vectors(t) {
		if v.Name != "java_async" {
			continue
		}
		for _, p := range Peers() {
			got, failed, err := p.Receive(method(t, s, "M"), unhex(t, v.ResponseHex))
			if err != nil || failed != nil || len(got) != 0 {
				t.Errorf("%s: %v %v", p.Name(), got, err)
			}
		}
		return
	}
	t.Error("it wasn't recorded")
}

// attached: what comes after the data is no part of it, whether one is expected or
// not.
func attached(t *testing.T, _, _ *schema.Schema) {
	s := without(t, "")
	b := resent(t, s, "x", func(f *prpc.Frame) { f.Attachment = []byte("\xff\xff\xff") })
	for _, p := range Peers() {
		if got := served(t, p, s, b); got != `{"a":"x"}` {
			t.Errorf("%s: %s", p.Name(), got)
		}
	}
}
