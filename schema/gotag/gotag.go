// Package gotag holds what both readers of annotated Go, the one of source and
// the one by reflection, must agree on: the grammar of struct tags, and the
// names that follow from Go's.
package gotag

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// Range is a stretch of a tag's text, in bytes.
type Range struct{ Start, End int }

// Problem is something wrong in a tag.
type Problem struct {
	At      Range
	Message string // lower case, without the field's name
	Help    string
	Near    string // what At should say, "" where that isn't known
}

// Word is a text with its place in the tag.
type Word struct {
	Text string
	At   Range
}

// Field is what the tags of a struct's field say, read together: rpc counts
// before protobuf, and that before thrift; json gives the JSON name.
type Field struct {
	Skip     bool   // rpc:"-"
	RPC      bool   // there is an rpc tag
	Proto    bool   // there is a protobuf tag
	Thrift   bool   // there is a thrift tag
	Number   int    // 0: none is written
	Source   string // rpc, protobuf or thrift: the tag that gave the number
	NumberAt Range
	Name     Word // "" where none is written
	JSON     Word
	Presence schema.Presence // Required or Optional where a tag says so, else 0
	Encoding Word            // varint, zigzag or fixed, of the rpc tag
	Wire     Word            // of the protobuf tag: varint, zigzag32, fixed64, bytes …
	List     bool            // the protobuf tag says rep
	Packed   *bool
	Unpacked bool // the protobuf tag says rep, and not packed
	Default  *Word
	Min      *Word
	Max      *Word
	MaxLen   *Word
	Pattern  *Word

	OneOf      Word
	Wrapped    string // protobuf_oneof: the name of the oneof whose members are structs around this interface
	Retired    string
	Deprecated string
	Was        []Word
	Time       string // unix_ms, unix_ns or timestamp, "" where not said
	Value      Range  // of the rpc tag's value, where a number can be put in front; 0, 0 where there is none
}

// Parse reads a struct tag, as it is between its quotes.
func Parse(tag string) (Field, []Problem) {
	p := &parser{tag: tag}
	values := p.split()
	if v, ok := values["rpc"]; ok {
		p.rpc(v)
	}
	if v, ok := values["protobuf"]; ok && !p.f.Skip {
		p.protobuf(v)
	}
	if v, ok := values["thrift"]; ok && !p.f.Skip {
		p.thrift(v)
	}
	p.f.Wrapped = values["protobuf_oneof"].Text
	if v, ok := values["json"]; ok && p.f.JSON.Text == "" {
		if name, _, _ := strings.Cut(v.Text, ","); name != "-" {
			p.f.JSON = v.part(0, len(name))
		}
	}
	return p.f, p.problems
}

// Rpc reads the value of an rpc tag alone.
func Rpc(value string) (Field, []Problem) {
	p := &parser{tag: value}
	p.rpc(Word{value, Range{0, len(value)}})
	return p.f, p.problems
}

type parser struct {
	tag      string
	f        Field
	problems []Problem
}

func (p *parser) problem(at Range, message, help string) *Problem {
	p.problems = append(p.problems, Problem{At: at, Message: message, Help: help})
	return &p.problems[len(p.problems)-1]
}

// part returns a part of the word, with its place where that is known.
func (w Word) part(start, end int) Word {
	text := w.Text[start:end]
	if w.At.End-w.At.Start != len(w.Text) { // there are escapes
		return Word{text, w.At}
	}
	return Word{text, Range{w.At.Start + start, w.At.Start + end}}
}

// split takes a tag apart as package reflect does: key:"value" and blanks.
func (p *parser) split() map[string]Word {
	values := map[string]Word{}
	for i := 0; ; {
		for i < len(p.tag) && (p.tag[i] == ' ' || p.tag[i] == '\n' || p.tag[i] == '\t') {
			i++
		}
		if i == len(p.tag) {
			return values
		}
		start := i
		for i < len(p.tag) && p.tag[i] > ' ' && p.tag[i] != ':' && p.tag[i] != '"' && p.tag[i] != 0x7f {
			i++
		}
		key := p.tag[start:i]
		if key == "" || i+1 >= len(p.tag) || p.tag[i] != ':' || p.tag[i+1] != '"' {
			p.malformed(start)
			return values
		}
		open := i + 1
		for i = open + 1; i < len(p.tag) && p.tag[i] != '"'; i++ {
			if p.tag[i] == '\\' {
				i++
			}
		}
		if i >= len(p.tag) {
			p.malformed(start)
			return values
		}
		i++
		value, err := strconv.Unquote(p.tag[open:i])
		if err != nil {
			p.malformed(open)
			continue
		}
		if _, twice := values[key]; !twice {
			values[key] = Word{value, Range{open + 1, i - 1}}
		} else if ours(key) {
			p.problem(Range{start, i}, "has two "+key+" tags", "keep one: Go reads the first alone")
		}
	}
}

func ours(key string) bool { return key == "rpc" || key == "protobuf" || key == "thrift" }

// malformed reports a tag that Go itself would not read. One that says nothing
// to us is the business of go vet.
func (p *parser) malformed(at int) {
	if strings.Contains(p.tag, "rpc:") || strings.Contains(p.tag, "protobuf:") || strings.Contains(p.tag, "thrift:") {
		p.problem(Range{at, len(p.tag)}, "has a tag that Go can't read", `write key:"value" pairs with one blank between them: rpc:"1,name=size" json:"size"`)
	}
}

// number takes a field number. A number that another tag gave must be the same,
// unless the rpc tag gave it.
func (p *parser) number(w Word, from string) {
	n, err := strconv.Atoi(w.Text)
	if err != nil || n < 1 || n > schema.MaxNumber || w.Text[0] == '+' || w.Text[0] == '0' {
		p.problem(w.At, "has the number "+strconv.Quote(clip(w.Text))+" in its "+from+" tag", "a number is 1 to "+strconv.Itoa(schema.MaxNumber))
		return
	}
	switch {
	case p.f.Number == 0:
		p.f.Number, p.f.NumberAt, p.f.Source = n, w.At, from
	case p.f.Source != "rpc" && p.f.Number != n:
		p.problem(w.At, "has the number "+strconv.Itoa(p.f.Number)+" in its "+p.f.Source+" tag and "+w.Text+" in its "+from+" tag",
			`say which counts with rpc:"NUMBER"`)
	}
}

func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
