package prpc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/snappy"

	"github.com/rpcctl/rpcctl/wire"
)

func TestHeader(t *testing.T) {
	head := func(body, meta uint32) []byte {
		return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("PRPC"), body), meta)
	}
	for _, c := range []struct {
		b    []byte
		want Header
		ok   bool
		err  error
	}{
		{nil, Header{}, false, nil},
		{[]byte("P"), Header{}, false, nil},
		{[]byte("PRPX"), Header{}, false, ErrMagic},
		{[]byte("G"), Header{}, false, ErrMagic},
		{head(5, 2)[:11], Header{}, false, nil},
		{head(5, 2), Header{5, 2}, true, nil},
		{head(0, 0), Header{}, true, nil},
		{head(2, 5), Header{}, false, ErrSizes},
		{head(100, 5), Header{100, 5}, true, nil},
		{head(101, 5), Header{}, false, ErrLimit},
		{head(1<<32-1, 5), Header{}, false, ErrLimit},
		{head(1<<32-1, 1<<32-1), Header{}, false, ErrLimit},
	} {
		h, ok, err := ParseHeader(c.b, 100)
		if h != c.want || ok != c.ok || !errors.Is(err, c.err) {
			t.Errorf("%x: %v %v %v", c.b, h, ok, err)
		}
	}
}

// everything has all fields of a meta.
func everything() Frame {
	return Frame{
		Meta: Meta{
			HasRequest: true,
			Request: Request{
				Service: []byte("s"), Method: []byte("m"), LogID: -1, TraceID: 2, SpanID: 3, ParentID: 4,
				Extra: [][]byte{AppendPair(nil, Pair{[]byte("k"), []byte("v")})}, TimeoutMS: 500, ExtraParam: []byte("x"), TraceKey: []byte("t"),
				Unknown: AppendBytes(AppendTag(nil, 1000, Bytes), []byte("theirs")),
			},
			HasResponse: true, Response: Response{Code: 2001, Text: []byte("no")},
			Compression: Snappy, CorrelationID: 1 << 40, HasChunk: true, Chunk: Chunk{-5, LastChunk},
			Authentication: []byte("secret"), Streams: []byte{8, 1},
			UserFields: []Pair{{[]byte("a"), nil}}, ContentType: 1, ChecksumType: CRC32C, Checksum: []byte{1, 2, 3, 4}, ChecksumAttached: true,
			Unknown: AppendVarint(AppendTag(nil, 100, Varint), 7),
		},
		Data: []byte("data"), Attachment: []byte("attached"),
	}
}

func TestFrameKeepsAll(t *testing.T) {
	f := everything()
	b, err := Append([]byte("before"), &f)
	if err != nil {
		t.Fatal(err)
	}
	b = b[len("before"):]
	for n := range b {
		if _, _, ok, err := Parse(b[:n], DefaultLimit); ok || err != nil {
			t.Fatalf("%d of %d bytes: %v %v", n, len(b), ok, err)
		}
	}
	got, rest, ok, err := Parse(append(b, "next"...), DefaultLimit)
	if err != nil || !ok || string(rest) != "next" {
		t.Fatalf("%v %v %q", ok, err, rest)
	}
	again, err := Append(nil, &got)
	if err != nil || !bytes.Equal(again, b) {
		t.Errorf("%v\n%x\n%x", err, b, again)
	}
	if p, err := ParsePair(got.Meta.Request.Extra[0]); err != nil || string(p.Key)+string(p.Value) != "kv" {
		t.Errorf("%q, %v", p, err)
	}
	if string(got.Data) != "data" || string(got.Attachment) != "attached" || got.Meta.AttachmentSize != 8 {
		t.Errorf("%q %q %d", got.Data, got.Attachment, got.Meta.AttachmentSize)
	}
}

func TestMetaFaults(t *testing.T) {
	for _, c := range []struct {
		name string
		b    string
		err  error
		code int32 // read before the fault
	}{
		{"cut", "\x0a", ErrCut, 0},
		{"cut inside", "\x0a\x05\x0a", ErrCut, 0},
		{"varint too long", "\x20\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", ErrVarint, 0},
		{"field 0", "\x02\x00", ErrTag, 0},
		{"wire type 7", "\x0f\x00", ErrTag, 0},
		{"group of another", "\x0b\x14", ErrGroup, 0},
		{"group without an end", "\x0b", ErrCut, 0},
		{"deep groups", strings.Repeat("\x0b", 1000), ErrDeep, 0},
		{"two requests", "\x0a\x00\x0a\x00", errTwice, 0},
		{"chunk without an id", "\x32\x02\x08\x01", errChunk, 0},
		{"code before the fault", "\x12\x03\x08\xd1\x0f\x20", ErrCut, 2001},
	} {
		m, err := ParseMeta([]byte(c.b))
		if !errors.Is(err, c.err) || m.Response.Code != c.code {
			t.Errorf("%s: %v, code %d", c.name, err, m.Response.Code)
		}
	}
	if m, err := ParseMeta([]byte("\x32\x00\x0d\x01\x02\x03\x04")); err != nil || m.HasChunk || len(m.Unknown) != 5 {
		t.Errorf("an empty chunk and a field of another wire type: %+v, %v", m, err)
	}
}

func TestCompressions(t *testing.T) {
	var c Compressor
	src := bytes.Repeat([]byte("abcdefgh"), 5000)
	for _, how := range []Compression{Uncompressed, Snappy, Gzip, Zlib} {
		b, err := c.Compress([]byte("x"), src, how)
		if err != nil {
			t.Fatal(err)
		}
		b = b[1:]
		got, err := c.Decompress(b, how, len(src))
		if err != nil || !bytes.Equal(got, src) {
			t.Errorf("%d: %v", how, err)
		}
		if _, err := c.Decompress(b, how, len(src)-1); !errors.Is(err, ErrExpanded) {
			t.Errorf("%d: over the limit: %v", how, err)
		}
		for n := range b { // no cut is taken for the whole, but those of nothing
			if how == Uncompressed || n > 200 && n < len(b)-200 {
				continue
			}
			if got, err := c.Decompress(b[:n], how, len(src)); err == nil {
				t.Fatalf("%d: %d of %d bytes make %d", how, n, len(b), len(got))
			}
		}
	}
	for _, how := range []Compression{LZ4, 9, -1} {
		if _, err := c.Compress(nil, src, how); !errors.Is(err, ErrCompression) {
			t.Errorf("%d: %v", how, err)
		}
		if _, err := c.Decompress(src, how, 1); !errors.Is(err, ErrCompression) {
			t.Errorf("%d: %v", how, err)
		}
	}
	if _, err := c.Decompress([]byte("\xff\xff\xff\xff\x0f\x00"), Snappy, DefaultLimit); !errors.Is(err, ErrExpanded) {
		t.Errorf("a snappy bomb: %v", err)
	}
}

// Gzip that stops after a flush is taken, as Go writes it; cut anywhere else it
// isn't, even where the bytes before the cut look like a flush.
func TestGzipWithoutEnd(t *testing.T) {
	var c Compressor
	whole := Compressor{Whole: true}
	recorded := unhex(t, "1f8b08000000000000ffe2d2484c220e02000000ffff")
	if got, err := c.Decompress(recorded, Gzip, 100); err != nil || len(got) != 42 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := c.Decompress(recorded, Gzip, 41); !errors.Is(err, ErrExpanded) {
		t.Error(err)
	}
	if _, err := whole.Decompress(recorded, Gzip, 100); err == nil {
		t.Error("taken where Java refuses it")
	}
	for n := range recorded {
		if _, err := c.Decompress(recorded[:n], Gzip, 100); err == nil {
			t.Errorf("%d bytes are taken", n)
		}
	}
	// A stored block of 9 bytes, of which 8 are there; they end like a flush.
	stored := append(unhex(t, "1f8b08000000000000ff000900f6ff"), "abcd\x00\x00\xff\xff"...)
	if got, err := c.Decompress(stored, Gzip, 100); err == nil {
		t.Errorf("a cut block is taken: %q", got)
	}
}

func TestChecksum(t *testing.T) {
	data := []byte("123456789")
	var b bytes.Buffer
	w := snappy.NewBufferedWriter(&b) // its frames have the same checksum, little-endian
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	want := binary.LittleEndian.Uint32(b.Bytes()[14:])
	if got := binary.BigEndian.Uint32(Sum(data)); got != want || bits.RotateLeft32(got-0xa282ead8, 15) != 0xe3069283 {
		t.Errorf("%08x, want %08x", got, want)
	}
	f := Frame{Data: data[:4], Attachment: data[4:], Meta: Meta{ChecksumType: CRC32C, ChecksumAttached: true, Checksum: Sum(data)}}
	if err := f.Verify(); err != nil {
		t.Error(err)
	}
	f.Meta.ChecksumAttached = false
	if err := f.Verify(); !errors.Is(err, ErrChecksum) {
		t.Error(err)
	}
	f.Meta.ChecksumType = NoChecksum
	if err := f.Verify(); err != nil {
		t.Error(err)
	}
}

func TestMerger(t *testing.T) {
	piece := func(stream, id int64, data string) *Frame {
		return &Frame{Meta: Meta{HasChunk: true, Chunk: Chunk{stream, id}}, Data: []byte(data)}
	}
	for _, c := range []struct {
		name  string
		ids   []int64
		fails int // index of the piece that is refused, -1 for none
	}{
		{"java", []int64{0, 1, 2, -1}, -1},
		{"go", []int64{1, 2, 3, -1}, -1},
		{"one piece", []int64{-1}, -1},
		{"a gap", []int64{0, 2}, 1},
		{"out of order", []int64{1, 0}, 1},
		{"the same again", []int64{0, 0}, 1},
		{"begins late", []int64{2}, 0},
		{"negative", []int64{-2}, 0},
	} {
		m := Merger{}
		for i, id := range c.ids {
			whole, done, err := m.Add(piece(7, id, "ab"), time.Time{})
			if (err != nil) != (i == c.fails) || done != (id == LastChunk) {
				t.Errorf("%s, piece %d: %v %v", c.name, i, done, err)
			}
			if done && (len(whole.Data) != 2*len(c.ids) || whole.Meta.HasChunk) {
				t.Errorf("%s: %q", c.name, whole.Data)
			}
		}
		if len(m.parts) != 0 || m.held != 0 {
			t.Errorf("%s: %d messages and %d bytes are held", c.name, len(m.parts), m.held)
		}
	}
	m := Merger{Streams: 2, Bytes: 10}
	for i, c := range []struct {
		stream int64
		data   string
		ok     bool
	}{{0, "abcd", true}, {-1, "abcd", true}, {3, "a", false}} {
		if _, _, err := m.Add(piece(c.stream, 0, c.data), time.Unix(int64(i), 0)); (err == nil) != c.ok {
			t.Errorf("stream %d: %v", c.stream, err)
		}
	}
	if _, _, err := m.Add(piece(0, 1, "abc"), time.Time{}); !errors.Is(err, ErrLimit) {
		t.Errorf("11 of 10 bytes: %v", err)
	}
	if n := m.Expire(time.Unix(2, 0)); n != 1 || m.held != 0 {
		t.Errorf("%d expired, %d bytes held", n, m.held)
	}
}

// What is split is merged to what it was, for both peers, with and without
// compression.
func TestSplitAndMerge(t *testing.T) {
	var c Compressor
	for _, numbering := range []Numbering{JavaChunks, GoChunks} {
		for _, how := range []Compression{Uncompressed, Snappy, Gzip} {
			for _, size := range []int{1, 3, 8, 19, 20, 21} {
				in := Frame{Meta: Meta{Compression: how, CorrelationID: 9}, Data: []byte("abcdefghijklmnopqrst"), Attachment: []byte("att")}
				pieces, err := Split(in, size, -4, numbering, &c)
				if err != nil {
					t.Fatal(err)
				}
				m := Merger{}
				if numbering == GoChunks {
					m.Each = func(f *Frame) ([]byte, error) { return c.Decompress(f.Data, how, 100) }
				}
				var whole Frame
				for i := range pieces {
					done := false
					if whole, done, err = m.Add(&pieces[i], time.Time{}); err != nil || done != (i == len(pieces)-1) {
						t.Fatalf("%d %d %d: piece %d: %v %v", numbering, how, size, i, done, err)
					}
				}
				if numbering == JavaChunks || len(pieces) == 1 {
					if whole.Data, err = c.Decompress(whole.Data, how, 100); err != nil {
						t.Fatal(err)
					}
				}
				if string(whole.Data) != string(in.Data) || string(whole.Attachment) != "att" || whole.Meta.CorrelationID != 9 {
					t.Errorf("%d %d %d: %q %q", numbering, how, size, whole.Data, whole.Attachment)
				}
			}
		}
	}
}

func TestCodes(t *testing.T) {
	for code, want := range map[int32]wire.Code{
		0: wire.OK, 62: wire.DeadlineExceeded, 1001: wire.Unimplemented, 1002: wire.Unimplemented, 1003: wire.InvalidArgument,
		1004: wire.Unauthenticated, 1008: wire.DeadlineExceeded, 2001: wire.Internal, 2003: wire.Unavailable, 2004: wire.ResourceExhausted,
		3000: wire.InvalidArgument, -7: wire.Unknown, 77: wire.Unknown,
	} {
		s := StatusOf(code, "")
		if (s == nil) != (code == 0) || s != nil && (s.Code != want || s.Message == "" || (s.Declared == 77) != (code == 77)) {
			t.Errorf("%d: %v", code, s)
		}
	}
	for code := wire.OK; code <= wire.Unauthenticated; code++ {
		n := CodeOf(code)
		if n < 0 || (n == 0) != (code == wire.OK) || DeclaredCode(uint32(n)) {
			t.Errorf("%v is answered with %d", code, n)
		}
	}
	for _, c := range []struct {
		code uint32
		ok   bool
	}{{0, false}, {1, true}, {999, true}, {1000, false}, {3000, false}, {3001, true}, {1<<31 - 1, true}, {1 << 31, false}} {
		if DeclaredCode(c.code) != c.ok {
			t.Errorf("%d", c.code)
		}
	}
}
