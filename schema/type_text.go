package schema

import (
	"strconv"
	"strings"
)

// typeText is a type of a linked contract as the canonical JSON has it.
func typeText(t Type) string {
	return strings.NewReplacer("(.", "(", " .", " ").Replace(strings.TrimPrefix(t.String(), "."))
}

// parseType reads such a text: type words, and else full names. It returns what
// is wrong with it, "" where nothing is.
func parseType(s string) (Type, string) {
	p := typeParser{rest: s}
	t := p.parse(0)
	if p.wrong == "" && p.rest != "" {
		p.fail("expected the end, not " + quote(p.rest))
	}
	return t, p.wrong
}

type typeParser struct {
	rest  string
	wrong string
}

func (p *typeParser) fail(why string) {
	if p.wrong == "" {
		p.wrong = why
	}
}

func (p *typeParser) skip(s string) bool {
	rest, ok := strings.CutPrefix(p.rest, s)
	if ok {
		p.rest = rest
	}
	return ok
}

func (p *typeParser) expect(s string) {
	if !p.skip(s) {
		p.fail("expected " + quote(s))
	}
}

func (p *typeParser) parse(depth int) Type {
	end := strings.IndexAny(p.rest, "(), ")
	if end < 0 {
		end = len(p.rest)
	}
	word := p.rest[:end]
	p.rest = p.rest[end:]
	if depth > maxTypeDepth {
		p.fail("it is nested too deep")
		return Type{}
	}
	if p.skip("(") {
		return p.composite(word, depth)
	}
	if k, ok := ScalarKind(word); ok {
		return Type{Kind: k}
	}
	switch word {
	case "":
		p.fail("expected a type")
	case "istream":
		return Type{Kind: KindRawIn}
	case "ostream":
		return Type{Kind: KindRawOut}
	case "stream":
		return Type{Kind: KindRawStream}
	case "list", "set", "map", "optional":
		p.fail(word + " needs a type in brackets")
	default:
		if !dotted(word) {
			p.fail(quote(word) + " is no name")
		}
	}
	return Type{Kind: KindRef, Name: "." + word}
}

func (p *typeParser) composite(word string, depth int) Type {
	var t Type
	switch word {
	case "list", "set", "stream":
		t.Kind = map[string]Kind{"list": KindList, "set": KindSet, "stream": KindStream}[word]
	case "map":
		t.Kind = KindMap
		k := p.parse(depth + 1)
		t.Key = &k
		p.expect(", ")
	default:
		p.fail("nothing called " + quote(word) + " has brackets")
		return t
	}
	e := p.parse(depth + 1)
	t.Elem = &e
	if word == "list" && p.skip(", ") {
		n := strings.IndexByte(p.rest, ')')
		length, err := strconv.Atoi(p.rest[:max(n, 0)])
		if err != nil || length < 1 {
			p.fail("the length of a list is a number from 1")
		}
		t.Len = length
		p.rest = p.rest[max(n, 0):]
	}
	p.expect(")")
	return t
}

// ParseType reads a type as String writes it once linked: every name in it is
// full. It returns what is wrong with the text, "" where nothing is.
func ParseType(s string) (Type, string) { return parseType(s) }
