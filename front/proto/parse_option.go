package proto

import (
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
)

// optionStatement reads option name = value;
func (p *parser) optionStatement() optionNode {
	from := p.token.from
	p.advance()
	n := p.option()
	p.mark(';')
	n.extent = p.since(from)
	return n
}

// compact reads the options of a field in their brackets, where there are some.
func (p *parser) compact() []optionNode {
	if !p.skip('[') {
		return nil
	}
	list := []optionNode{p.option()}
	for p.skip(',') {
		list = append(list, p.option())
	}
	p.mark(']')
	return list
}

// option reads a name and a value.
func (p *parser) option() optionNode {
	n := optionNode{extent: p.start().extent}
	for n.name = append(n.name, p.namePart()); p.skip('.'); {
		n.name = append(n.name, p.namePart())
	}
	p.mark('=')
	var v literal
	if p.token.kind == '{' {
		v = p.object('}')
	} else {
		v = p.scalar()
	}
	n.value = &v
	n.to = p.last
	return n
}

func (p *parser) namePart() namePart {
	from := p.token.from
	if !p.skip('(') {
		n := p.identifier()
		return namePart{text: n.text, at: n.extent}
	}
	n := p.qualified(true)
	p.mark(')')
	return namePart{text: n.text, extension: true, at: p.since(from)}
}

// scalar reads a text, a number or a word.
func (p *parser) scalar() literal {
	from := p.token.from
	switch p.token.kind {
	case text:
		s := p.quoted()
		return literal{extent: s.extent, kind: schema.StringValue, text: s.text}
	case word:
		n := p.identifier()
		return literal{extent: n.extent, kind: schema.NameValue, word: true, text: n.text}
	}
	negative := p.skip('-')
	var x float64
	switch {
	case p.token.kind == integer:
		n := p.size()
		if negative && n > 1<<63 {
			x = float64(n)
			break
		}
		p.advance()
		return literal{extent: p.since(from), kind: schema.NumberValue, text: decimalText(n, negative)}
	case p.token.kind == decimal:
		x = p.float()
	case negative && (p.is("inf") || p.is("nan")):
		x, _ = strconv.ParseFloat(string(p.raw()), 64)
	default:
		p.refuse()
	}
	if negative {
		x = -x
	}
	p.advance()
	return fractional(p.since(from), x)
}

// decimalText writes an integer of that size; there is no -0.
func decimalText(size uint64, negative bool) string {
	s := strconv.FormatUint(size, 10)
	if negative && size > 0 {
		s = "-" + s
	}
	return s
}

// object reads the members of a message in its brackets; end is the one that closes it.
func (p *parser) object(end byte) literal {
	from := p.token.from
	p.advance()
	v := literal{kind: schema.ObjectValue}
	for !p.skip(end) {
		m := memberNode{name: p.memberName()}
		if p.skip(':') {
			m.value = p.memberValue()
		} else {
			m.value = p.messages()
		}
		v.members = append(v.members, m)
		if !p.skip(',') {
			p.skip(';')
		}
	}
	v.extent = p.since(from)
	return v
}

// memberName reads the name of a member, in brackets where it is an extension or a type.
func (p *parser) memberName() string {
	if !p.skip('[') {
		return p.identifier().text
	}
	name := p.qualified(false).text
	if p.skip('/') {
		name += "/" + p.qualified(false).text
	}
	p.mark(']')
	return "[" + name + "]"
}

// memberValue reads what may stand behind a colon.
func (p *parser) memberValue() literal {
	switch p.token.kind {
	case '{':
		return p.object('}')
	case '<':
		return p.object('>')
	case '[':
		return p.list(func() literal {
			if p.token.kind == '[' {
				p.refuse()
			}
			return p.memberValue()
		})
	}
	return p.scalar()
}

// messages reads what may stand without a colon: a message, or a list of them.
func (p *parser) messages() literal {
	one := func() literal {
		switch p.token.kind {
		case '{':
			return p.object('}')
		case '<':
			return p.object('>')
		}
		p.refuse()
		return literal{}
	}
	if p.token.kind == '[' {
		return p.list(one)
	}
	return one()
}

func (p *parser) list(item func() literal) literal {
	from := p.token.from
	p.advance()
	v := literal{kind: schema.ListValue}
	if !p.skip(']') {
		for v.items = append(v.items, item()); p.skip(','); {
			v.items = append(v.items, item())
		}
		p.mark(']')
	}
	v.extent = p.since(from)
	return v
}
