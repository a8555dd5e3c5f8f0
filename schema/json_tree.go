package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/diag"
)

// What a JSON text may be before it is taken apart.
const (
	maxJSONBytes = 10 << 20
	maxJSONDepth = 200
	maxJSONNodes = 3 << 19
)

// node is a JSON value with its place.
type node struct {
	kind       byte // { [ s n b 0
	start, end int32
	text       string // of a string, number or bool
	keys       []key  // of an object, as many as items
	items      []node
}

type key struct {
	name       string
	start, end int32
}

var kindWords = map[byte]string{'{': "an object", '[': "an array", 's': "a string", 'n': "a number", 'b': "true or false", '0': "null"}

// treeReader reads tokens and keeps count of places.
type treeReader struct {
	text  []byte
	dec   *json.Decoder
	nodes int

	limited bool
}

type treeError struct {
	start, end int
	message    string
}

func (e *treeError) Error() string { return e.message }

// parseTree reads a whole text; limited says that it is not our own. The error
// is a *treeError.
func parseTree(text []byte, limited bool) (node, error) {
	if limited && len(text) > maxJSONBytes {
		return node{}, &treeError{0, 0, "the text is larger than 10 MiB"}
	}
	if !utf8.Valid(text) {
		at := 0
		for at < len(text) {
			r, n := utf8.DecodeRune(text[at:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			at += n
		}
		return node{}, &treeError{at, at + 1, "the text is not UTF-8"}
	}
	r := &treeReader{text: text, dec: json.NewDecoder(bytes.NewReader(text)), limited: limited}
	r.dec.UseNumber()
	n, err := r.value(0)
	if err != nil {
		return n, err
	}
	if rest := bytes.TrimLeft(text[r.dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
		at := len(text) - len(rest)
		return n, &treeError{at, at + 1, "expected the end of the text"}
	}
	return n, nil
}

// token returns the next token and where it starts.
func (r *treeReader) token() (json.Token, int, error) {
	from := int(r.dec.InputOffset())
	tok, err := r.dec.Token()
	start := from
	for start < len(r.text) && strings.IndexByte(" \t\r\n,:", r.text[start]) >= 0 {
		start++
	}
	if err == nil {
		return tok, start, nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, 0, &treeError{len(r.text), len(r.text), "the text ends too early"}
	}
	// The decoder counts from the token; Unmarshal counts from the beginning.
	var whole json.RawMessage
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(r.text, &whole), &syntax) {
		at := max(from, int(syntax.Offset)-1)
		return nil, 0, &treeError{at, at + 1, syntax.Error()}
	}
	return nil, 0, &treeError{start, start, err.Error()}
}

func (r *treeReader) value(depth int) (node, error) {
	tok, start, err := r.token()
	if err != nil {
		return node{}, err
	}
	return r.rest(tok, start, depth)
}

// rest reads the value that begins with tok.
func (r *treeReader) rest(tok json.Token, start, depth int) (node, error) {
	n := node{start: int32(start)}
	if r.nodes++; r.limited && r.nodes > maxJSONNodes {
		return n, &treeError{start, start + 1, "the text has too many values"}
	}
	switch tok := tok.(type) {
	case nil:
		n.kind = '0'
	case bool:
		n.kind, n.text = 'b', "false"
		if tok {
			n.text = "true"
		}
	case string:
		n.kind, n.text = 's', tok
	case json.Number:
		n.kind, n.text = 'n', tok.String()
	case json.Delim:
		if r.limited && depth == maxJSONDepth {
			return n, &treeError{start, start + 1, "the text is nested too deep"}
		}
		n.kind = byte(tok)
		if err := r.inside(&n, depth); err != nil {
			return n, err
		}
	}
	n.end = int32(r.dec.InputOffset())
	return n, nil
}

// inside reads the members of an object or the items of an array, to its end.
func (r *treeReader) inside(n *node, depth int) error {
	for {
		tok, start, err := r.token()
		if err != nil {
			return err
		}
		if d, ok := tok.(json.Delim); ok && (d == '}' || d == ']') {
			return nil
		}
		if n.kind == '[' {
			item, err := r.rest(tok, start, depth+1)
			if err != nil {
				return err
			}
			n.items = append(n.items, item)
			continue
		}
		k := key{start: int32(start), end: int32(r.dec.InputOffset())}
		k.name, _ = tok.(string) // the decoder takes nothing else here
		item, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		n.keys, n.items = append(n.keys, k), append(n.items, item)
	}
}

func (n *node) span(f *diag.File) diag.Span { return f.Span(int(n.start), int(n.end)) }
