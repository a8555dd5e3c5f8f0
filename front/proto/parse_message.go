package proto

func (p *parser) message() *messageNode {
	n := &messageNode{element: p.start(), keyword: p.token.extent}
	p.advance()
	n.name = p.identifier()
	p.body(n)
	return n
}

// body reads what a message or group has between its brackets.
func (p *parser) body(n *messageNode) {
	p.mark('{')
	for p.stray(); !p.skip('}'); p.stray() {
		if p.is("option") {
			n.options = append(n.options, p.optionStatement())
		} else {
			n.members = append(n.members, p.member())
		}
	}
	n.to = p.last
}

func (p *parser) member() any {
	if p.token.kind != word {
		return p.field(true)
	}
	switch string(p.raw()) {
	case "message":
		return p.message()
	case "enum":
		return p.enum()
	case "extend":
		return p.extend()
	case "oneof":
		return p.oneof()
	case "extensions":
		return p.extensions()
	case "reserved":
		return p.reserved(false)
	}
	return p.field(true)
}

// field reads a field, a map or a group, and the semicolon behind it. labelled
// says that it may have a label; only then it may be a map.
func (p *parser) field(labelled bool) any {
	start, label := p.start(), labelNode{}
	if labelled {
		switch {
		case p.is("optional"):
			label.label = optional
		case p.is("required"):
			label.label = required
		case p.is("repeated"):
			label.label = repeated
		}
	}
	if label.label != noLabel {
		label.extent = p.token.extent
		p.advance()
	}
	if p.is("group") {
		if labelled == (label.label == noLabel) {
			p.refuse()
		}
		return p.group(start, label)
	}
	typ := p.mapOrName(labelled && label.label == noLabel)
	if m, ok := typ.(*mapNode); ok {
		m.element = start
		m.name, m.tag, m.options = p.tail()
		p.mark(';')
		m.to = p.last
		return m
	}
	n := &fieldNode{element: start, label: label, typ: typ.(ident)}
	n.name, n.tag, n.options = p.tail()
	p.mark(';')
	n.to = p.last
	return n
}

// mapOrName reads the type of a field: an ident, or a map's *mapNode without its name.
func (p *parser) mapOrName(maps bool) any {
	if !maps || !p.is("map") {
		return p.qualified(true)
	}
	from := p.token.from
	if at := p.at; at >= len(p.src) || p.src[at] != '<' {
		p.refuse() // a type that is called map, or a space: the other knows
	}
	p.advance()
	p.mark('<')
	n := &mapNode{key: p.identifier()}
	switch n.key.text {
	case "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64", "bool", "string":
	default:
		p.refuse()
	}
	p.mark(',')
	n.value = p.qualified(true)
	p.mark('>')
	n.typ = p.since(from)
	return n
}

// tail reads the name, number and options of a field.
func (p *parser) tail() (name ident, tag numberNode, options []optionNode) {
	name = p.identifier()
	p.mark('=')
	return name, p.number(false), p.compact()
}

func (p *parser) group(start element, label labelNode) *groupNode {
	n := &groupNode{message: messageNode{element: start, keyword: p.token.extent}, label: label}
	p.advance()
	n.message.name, n.tag, n.options = p.tail()
	p.body(&n.message)
	return n
}

func (p *parser) oneof() *oneofNode {
	n := &oneofNode{element: p.start()}
	p.advance()
	n.name = p.identifier()
	p.mark('{')
	for !p.skip('}') {
		switch {
		case p.is("option"):
			n.options = append(n.options, p.optionStatement())
		case p.is("optional"), p.is("required"), p.is("repeated"):
			p.refuse()
		default:
			n.members = append(n.members, p.field(false))
		}
	}
	n.to = p.last
	return n
}

func (p *parser) extend() *extendNode {
	n := &extendNode{extent: p.start().extent}
	p.advance()
	n.extendee = p.qualified(true)
	p.mark('{')
	for !p.skip('}') {
		f := p.field(true)
		if _, ok := f.(*mapNode); ok {
			p.refuse()
		}
		n.members = append(n.members, f)
	}
	n.to = p.last
	return n
}

func (p *parser) extensions() *extensionsNode {
	n := &extensionsNode{extent: p.start().extent}
	p.advance()
	n.ranges = p.ranges(false)
	n.options = p.compact()
	p.mark(';')
	n.to = p.last
	return n
}

// reserved reads reserved ranges or names; signed numbers are those of enums.
func (p *parser) reserved(signed bool) *reservedNode {
	p.advance()
	n := &reservedNode{}
	switch p.token.kind {
	case text:
		for n.names = append(n.names, p.quoted()); p.skip(','); {
			n.names = append(n.names, p.quoted())
		}
	case word:
		for n.idents = append(n.idents, p.identifier()); p.skip(','); {
			n.idents = append(n.idents, p.identifier())
		}
	default:
		n.ranges = p.ranges(signed)
	}
	p.mark(';')
	return n
}

func (p *parser) enum() *enumNode {
	n := &enumNode{element: p.start()}
	p.advance()
	n.name = p.identifier()
	p.mark('{')
	for p.stray(); !p.skip('}'); p.stray() {
		switch {
		case p.is("option"):
			n.options = append(n.options, p.optionStatement())
		case p.is("reserved"):
			n.members = append(n.members, p.reserved(true))
		default:
			v := &enumValueNode{element: p.start(), name: p.identifier()}
			p.mark('=')
			v.number, v.options = p.number(true), p.compact()
			p.mark(';')
			v.to = p.last
			n.members = append(n.members, v)
		}
	}
	n.to = p.last
	return n
}
