package prpc

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// vector is one recorded exchange of the implementations in Go (two of them) and
// Java, or one that was made by hand and sent to them.
type vector struct {
	Name           string `json:"name"`
	RequestHex     string `json:"request_hex"`
	ResponseHex    string `json:"response_hex"`
	Compare        string `json:"compare"` // "bytes" where they can be reproduced
	RequestFrames  *int   `json:"request_frames"`
	ResponseFrames *int   `json:"response_frames"`
}

func vectors(t testing.TB) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != 133 {
		t.Fatalf("%d vectors", len(all))
	}
	return all
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// hostile are the sides that aren't whole frames, with what is said of each frame.
var hostile = map[string][]error{
	"go_raw_bad_magic request":                     {ErrMagic},
	"java_raw_bad_magic request":                   {ErrMagic},
	"go_raw_bad_magic_then_good request":           {ErrMagic},
	"go_raw_bad_magic_then_good response":          {ErrMagic}, // its HTTP server answers
	"java_raw_bad_magic_then_good request":         {ErrMagic},
	"go_raw_negative_body_size request":            {ErrLimit},
	"go_raw_meta_size_gt_body request":             {ErrSizes},
	"java_raw_meta_size_gt_body request":           {ErrSizes},
	"java_raw_meta_not_protobuf request":           {ErrMeta},
	"java_raw_meta_not_protobuf_then_good request": {ErrMeta, nil},
	"go_raw_attachment_size_too_big request":       {ErrAttachment},
	"java_raw_attachment_size_too_big request":     {ErrAttachment},
	"go_raw_empty_head request":                    {nil},
	"go_raw_empty_head_then_good request":          {nil, nil},
	"java_raw_empty_head_then_good request":        {nil, nil},
	"java_raw_attachment_size_too_big response":    {nil},
	"go_raw_attachment_size_too_big response":      {nil},
}

// Every frame that was recorded is read, and written as it was.
func TestVectorsAreReproduced(t *testing.T) {
	frames, replayed, empty, seen := 0, 0, 0, map[string]bool{}
	for _, v := range vectors(t) {
		for side, text := range map[string]string{"request": v.RequestHex, "response": v.ResponseHex} {
			name := v.Name + " " + side
			want, odd := hostile[name]
			seen[name] = true
			b := unhex(t, text)
			count := 0
			for len(b) > 0 {
				f, rest, ok, err := Parse(b, DefaultLimit)
				if odd && (count >= len(want) || !errors.Is(err, want[count])) || !odd && err != nil {
					t.Errorf("%s, frame %d: %v", name, count, err)
				}
				count++
				if !ok {
					if err == nil {
						t.Errorf("%s is cut", name)
					}
					break
				}
				if err == nil {
					frames++
					came := b[:len(b)-len(rest)]
					again, err := Append(nil, &f)
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
					if side == "response" && len(came) == len(again)+2 {
						again = withEmptyChunk(&f) // which we never write
						empty++
					}
					if !bytes.Equal(came, again) {
						t.Errorf("%s:\ncame    %x\nwritten %x", name, came, again)
					}
					replayed++
				}
				b = rest
			}
			announced := v.RequestFrames
			if side == "response" {
				announced = v.ResponseFrames
			}
			if announced != nil && !odd && *announced != count {
				t.Errorf("%s: %d frames, want %d", name, count, *announced)
			}
			if odd && count != len(want) {
				t.Errorf("%s: %d frames, want %d", name, count, len(want))
			}
		}
	}
	for name := range hostile {
		if !seen[name] {
			t.Errorf("no vector has %s", name)
		}
	}
	if replayed != frames || frames < 250 || empty != 7 {
		t.Errorf("%d of %d frames were written again, %d with an empty chunk", replayed, frames, empty)
	}
}

// withEmptyChunk puts the empty chunk_info of Go's replies before the data.
func withEmptyChunk(f *Frame) []byte {
	meta := AppendMeta(nil, &f.Meta)
	meta = append(meta, 0x32, 0)
	out := AppendHeader(nil, Header{Body: len(meta) + len(f.Data) + len(f.Attachment), Meta: len(meta)})
	return append(append(append(out, meta...), f.Data...), f.Attachment...)
}

// Recorded messages say the same once they are put together and decompressed: the
// string of a message {1: string}.
func TestVectorsAreUnderstood(t *testing.T) {
	pieces, squeezed := 0, 0
	for _, v := range vectors(t) {
		if strings.Contains(v.Name, "_raw_") || strings.Contains(v.Name, "meta") || v.Name == "go_status_service" {
			continue
		}
		asked, n, ok := message(t, v, v.RequestHex, strings.HasPrefix(v.Name, "go"))
		answered, m, answer := message(t, v, v.ResponseHex, strings.HasPrefix(v.Name, "go_") || strings.HasPrefix(v.Name, "java2go"))
		if pieces += n + m; !ok || !answer || answered.Meta.Response.Code != 0 {
			continue
		}
		if asked.Meta.Compression != Uncompressed {
			squeezed++
		}
		if method := string(asked.Meta.Request.Method); !strings.HasPrefix(method, "echo") || len(asked.Data) == 0 {
			continue
		}
		if v.Name == "go_empty_response" || len(answered.Data) == 0 {
			continue
		}
		if got, want := text(t, v, answered.Data), "hello:"+text(t, v, asked.Data); got != want {
			t.Errorf("%s: %q, want %q", v.Name, got, want)
		}
	}
	if pieces < 30 || squeezed < 10 {
		t.Errorf("%d pieces and %d compressed messages", pieces, squeezed)
	}
}

// message puts the frames of one side together. Go compresses each piece.
func message(t *testing.T, v vector, text string, byPiece bool) (whole Frame, pieces int, ok bool) {
	t.Helper()
	var c Compressor
	m := Merger{}
	if byPiece {
		m.Each = func(f *Frame) ([]byte, error) { return c.Decompress(f.Data, f.Meta.Compression, DefaultLimit) }
	}
	chunked := false
	for b := unhex(t, text); len(b) > 0; {
		f, rest, _, err := Parse(b, DefaultLimit)
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		if f.Meta.HasChunk {
			pieces, chunked = pieces+1, true
		}
		if whole, ok, err = m.Add(&f, time.Time{}); err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		b = rest
	}
	if ok && len(whole.Data) > 0 && !(byPiece && chunked) && whole.Meta.Compression <= Gzip && whole.Meta.Response.Code == 0 {
		var err error
		if whole.Data, err = c.Decompress(whole.Data, whole.Meta.Compression, DefaultLimit); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
	return whole, pieces, ok
}

func text(t *testing.T, v vector, data []byte) string {
	t.Helper()
	number, typ, n, err := ReadTag(data)
	if err != nil || number != 1 || typ != Bytes {
		t.Fatalf("%s: no message with a string: %x", v.Name, data)
	}
	s, m, err := ReadBytes(data[n:])
	if err != nil || n+m != len(data) {
		t.Fatalf("%s: %x: %v", v.Name, data, err)
	}
	return string(s)
}

// What Go and Java cut, Split cuts into the same frames.
func TestSplitAsRecorded(t *testing.T) {
	split := 0
	for _, v := range vectors(t) {
		if !strings.Contains(v.Name, "chunk") || strings.Contains(v.Name, "_raw_") || strings.Contains(v.Name, "gzip") {
			continue // a deflate library has bytes of its own
		}
		numbering := GoChunks
		if strings.HasPrefix(v.Name, "java") {
			numbering = JavaChunks
		}
		var frames []Frame
		for b := unhex(t, v.RequestHex); len(b) > 0; {
			f, rest, _, err := Parse(b, DefaultLimit)
			if err != nil {
				t.Fatal(err)
			}
			frames, b = append(frames, f), rest
		}
		if len(frames) < 2 {
			continue
		}
		whole, _, _ := message(t, v, v.RequestHex, numbering == GoChunks)
		size := len(frames[0].Data)
		if numbering == GoChunks && frames[0].Meta.Compression != Uncompressed {
			size = 8
		}
		got, err := Split(whole, size, frames[0].Meta.Chunk.Stream, numbering, new(Compressor))
		if err != nil || len(got) != len(frames) {
			t.Errorf("%s: %d frames, %v", v.Name, len(got), err)
			continue
		}
		split++
		for i := range got {
			a, _ := Append(nil, &got[i])
			got, err := Append(nil, &frames[i])
			if err != nil {
				t.Fatal(err)
			}
			if withoutZero5(a) != withoutZero5(got) {
				t.Errorf("%s, frame %d:\n%x\n%x", v.Name, i, a, got)
			}
		}
	}
	if split < 6 {
		t.Errorf("%d messages were split", split)
	}
}

// withoutZero5 leaves attachment_size out where it is 0: Java writes it in the
// frames that have no attachment.
func withoutZero5(b []byte) string {
	f, _, _, _ := Parse(b, DefaultLimit)
	f.Meta.Zeros &^= ZerosOf(5)
	out, _ := Append(nil, &f)
	return string(out)
}
