package proto

import "github.com/bufbuild/protocompile/ast"

func (c *foreign) message(d *ast.MessageNode) *messageNode {
	n := &messageNode{element: c.element(d), keyword: c.extent(d.Keyword), name: c.ident(d.Name)}
	c.body(n, &d.MessageBody)
	return n
}

func (c *foreign) body(n *messageNode, body *ast.MessageBody) {
	for _, d := range body.Decls {
		switch d := d.(type) {
		case *ast.OptionNode:
			n.options = append(n.options, c.option(d))
		case *ast.FieldNode:
			n.members = append(n.members, c.field(d))
		case *ast.MapFieldNode:
			n.members = append(n.members, c.mapField(d))
		case *ast.GroupNode:
			n.members = append(n.members, c.group(d))
		case *ast.OneofNode:
			n.members = append(n.members, c.oneof(d))
		case *ast.MessageNode:
			n.members = append(n.members, c.message(d))
		case *ast.EnumNode:
			n.members = append(n.members, c.enum(d))
		case *ast.ExtendNode:
			n.members = append(n.members, c.extend(d))
		case *ast.ExtensionRangeNode:
			n.members = append(n.members, &extensionsNode{extent: c.extent(d), ranges: c.ranges(d.Ranges), options: c.compact(d.Options)})
		case *ast.ReservedNode:
			n.members = append(n.members, c.reserved(d))
		}
	}
}

func (c *foreign) field(d *ast.FieldNode) *fieldNode {
	return &fieldNode{
		element: c.element(d), label: c.label(d.Label), typ: c.ident(d.FldType),
		name: c.ident(d.Name), tag: c.tag(d.Tag), options: c.compact(d.Options),
	}
}

func (c *foreign) mapField(d *ast.MapFieldNode) *mapNode {
	return &mapNode{
		element: c.element(d), typ: c.extent(d.MapType), key: c.ident(d.MapType.KeyType), value: c.ident(d.MapType.ValueType),
		name: c.ident(d.Name), tag: c.tag(d.Tag), options: c.compact(d.Options),
	}
}

func (c *foreign) group(d *ast.GroupNode) *groupNode {
	n := &groupNode{
		message: messageNode{element: c.element(d), keyword: c.extent(d.Keyword), name: c.ident(d.Name)},
		label:   c.label(d.Label), tag: c.tag(d.Tag), options: c.compact(d.Options),
	}
	c.body(&n.message, &d.MessageBody)
	return n
}

func (c *foreign) label(l ast.FieldLabel) labelNode {
	switch {
	case !l.IsPresent():
		return labelNode{}
	case l.Repeated:
		return labelNode{c.extent(l.KeywordNode), repeated}
	case l.Required:
		return labelNode{c.extent(l.KeywordNode), required}
	}
	return labelNode{c.extent(l.KeywordNode), optional}
}

func (c *foreign) tag(n *ast.UintLiteralNode) numberNode {
	if n == nil {
		return numberNode{}
	}
	return c.number(n)
}

func (c *foreign) oneof(d *ast.OneofNode) *oneofNode {
	n := &oneofNode{element: c.element(d), name: c.ident(d.Name)}
	for _, d := range d.Decls {
		switch d := d.(type) {
		case *ast.OptionNode:
			n.options = append(n.options, c.option(d))
		case *ast.FieldNode:
			n.members = append(n.members, c.field(d))
		case *ast.GroupNode:
			n.members = append(n.members, c.group(d))
		}
	}
	return n
}

func (c *foreign) extend(d *ast.ExtendNode) *extendNode {
	n := &extendNode{extent: c.extent(d), extendee: c.ident(d.Extendee)}
	for _, d := range d.Decls {
		switch d := d.(type) {
		case *ast.FieldNode:
			n.members = append(n.members, c.field(d))
		case *ast.GroupNode:
			n.members = append(n.members, c.group(d))
		}
	}
	return n
}

func (c *foreign) enum(d *ast.EnumNode) *enumNode {
	n := &enumNode{element: c.element(d), name: c.ident(d.Name)}
	for _, d := range d.Decls {
		switch d := d.(type) {
		case *ast.OptionNode:
			n.options = append(n.options, c.option(d))
		case *ast.EnumValueNode:
			n.members = append(n.members, &enumValueNode{element: c.element(d), name: c.ident(d.Name), number: c.number(d.Number), options: c.compact(d.Options)})
		case *ast.ReservedNode:
			n.members = append(n.members, c.reserved(d))
		}
	}
	return n
}

func (c *foreign) reserved(d *ast.ReservedNode) *reservedNode {
	n := &reservedNode{ranges: c.ranges(d.Ranges)}
	for _, s := range d.Names {
		n.names = append(n.names, c.text(s))
	}
	for _, s := range d.Identifiers {
		n.idents = append(n.idents, c.ident(s))
	}
	return n
}

func (c *foreign) ranges(list []*ast.RangeNode) []rangeNode {
	var to []rangeNode
	for _, r := range list {
		n := rangeNode{extent: c.extent(r), first: c.number(r.StartVal), max: r.Max != nil}
		if r.EndVal != nil {
			n.last = c.number(r.EndVal)
		}
		to = append(to, n)
	}
	return to
}
