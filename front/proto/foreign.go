package proto

import (
	"bytes"
	"math"
	"strconv"

	"github.com/bufbuild/protocompile/ast"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// foreign turns the compiler's syntax tree into ours. It is asked where our
// parser refused: mostly of files that don't parse, whose trees have holes.
type foreign struct {
	from *ast.FileNode
	to   *tree
	bom  int32  // what the compiler takes off the text
	long places // where tokens are, if lines are long; else nil
}

// places are where the tokens and comments of a file begin and end.
type places []extent

// longLine is from how many bytes on a line costs too much to ask the compiler
// where in it something is: it counts columns from the beginning each time.
const longLine = 4096

// foreignTree returns what there is of the tree: a hole ends it.
func foreignTree(src *diag.File, from *ast.FileNode) *tree {
	c := &foreign{from: from, to: &tree{}, bom: int32(bomOf(src.Text))}
	if hasLongLine(src.Text) {
		c.long = placesOf(from, c.bom)
	}
	defer func() { _ = recover() }() // a hole
	c.file()
	return c.to
}

func hasLongLine(rest []byte) bool {
	for len(rest) > longLine {
		n := bytes.IndexByte(rest, '\n')
		if n < 0 || n > longLine {
			return true
		}
		rest = rest[n+1:]
	}
	return false
}

func placesOf(tree *ast.FileNode, at int32) places {
	var p places
	items := tree.Items()
	for i, ok := items.First(); ok; i, ok = items.Next(i) {
		info := tree.ItemInfo(i)
		at += int32(len(info.LeadingWhitespace()))
		from := at
		at += int32(len(info.RawText()))
		p = append(p, extent{from, at})
	}
	return p
}

// extent returns where a node is.
func (c *foreign) extent(n ast.Node) extent {
	if from, to := int(n.Start()), int(n.End()); 0 <= from && from < len(c.long) && 0 <= to && to < len(c.long) {
		return extent{c.long[from].from, c.long[to].to}
	}
	info := c.from.NodeInfo(n)
	return extent{c.bom + int32(info.Start().Offset), c.bom + int32(info.End().Offset) + 1}
}

// element returns where a node is, and notes the comments before it.
func (c *foreign) element(n ast.Node) element {
	e := element{extent: c.extent(n)}
	comments := c.from.NodeInfo(n).LeadingComments()
	e.leading.from = int32(len(c.to.comments))
	for i := range comments.Len() {
		comment := comments.Index(i)
		at := extent{from: c.bom + int32(comment.Start().Offset)}
		if i := int(comment.AsItem()); 0 <= i && i < len(c.long) {
			at = c.long[i]
		}
		at.to = at.from + int32(len(comment.RawText()))
		c.to.comments = append(c.to.comments, at)
	}
	e.leading.to = int32(len(c.to.comments))
	return e
}

func (c *foreign) file() {
	if s := c.from.Syntax; s != nil {
		c.to.syntax, c.to.statement = &ident{s.Syntax.AsString(), c.extent(s.Syntax)}, c.extent(s)
	}
	if e := c.from.Edition; e != nil {
		c.to.edition, c.to.statement = &ident{e.Edition.AsString(), c.extent(e.Edition)}, c.extent(e)
	}
	for _, d := range c.from.Decls {
		switch d := d.(type) {
		case *ast.ImportNode:
			n := &importNode{extent: c.extent(d), path: c.text(d.Name)}
			switch {
			case d.Public != nil:
				n.modifier = "public"
			case d.Weak != nil:
				n.modifier = "weak"
			}
			c.to.decls = append(c.to.decls, n)
		case *ast.PackageNode:
			c.to.decls = append(c.to.decls, &packageNode{element: c.element(d), name: c.ident(d.Name)})
		case *ast.OptionNode:
			c.to.options = append(c.to.options, c.option(d))
		case *ast.MessageNode:
			c.to.decls = append(c.to.decls, c.message(d))
		case *ast.EnumNode:
			c.to.decls = append(c.to.decls, c.enum(d))
		case *ast.ExtendNode:
			c.to.decls = append(c.to.decls, c.extend(d))
		case *ast.ServiceNode:
			c.to.decls = append(c.to.decls, c.service(d))
		}
	}
}

func (c *foreign) ident(n ast.IdentValueNode) ident {
	return ident{string(n.AsIdentifier()), c.extent(n)}
}

func (c *foreign) text(n ast.StringValueNode) ident { return ident{n.AsString(), c.extent(n)} }

func (c *foreign) service(d *ast.ServiceNode) *serviceNode {
	n := &serviceNode{element: c.element(d), name: c.ident(d.Name)}
	for _, d := range d.Decls {
		switch d := d.(type) {
		case *ast.OptionNode:
			n.options = append(n.options, c.option(d))
		case *ast.RPCNode:
			m := &methodNode{element: c.element(d), name: c.ident(d.Name), in: c.carried(d.Input), out: c.carried(d.Output)}
			for _, d := range d.Decls {
				if o, ok := d.(*ast.OptionNode); ok {
					m.options = append(m.options, c.option(o))
				}
			}
			n.methods = append(n.methods, m)
		}
	}
	return n
}

func (c *foreign) carried(n *ast.RPCTypeNode) carriedNode {
	return carriedNode{extent: c.extent(n), stream: n.Stream != nil, name: c.ident(n.MessageType)}
}

func (c *foreign) options(list []*ast.OptionNode) []optionNode {
	var to []optionNode
	for _, o := range list {
		to = append(to, c.option(o))
	}
	return to
}

func (c *foreign) compact(n *ast.CompactOptionsNode) []optionNode {
	if n == nil {
		return nil
	}
	return c.options(n.Options)
}

func (c *foreign) option(o *ast.OptionNode) optionNode {
	n := optionNode{extent: c.extent(o)}
	if o.Name != nil {
		for _, p := range o.Name.Parts {
			n.name = append(n.name, namePart{string(p.Name.AsIdentifier()), p.IsExtension(), c.extent(p)})
		}
	}
	if o.Val != nil {
		v := c.value(o.Val)
		n.value = &v
	}
	return n
}

func (c *foreign) value(n ast.ValueNode) literal {
	if n == nil {
		return literal{kind: schema.NullValue}
	}
	v := literal{extent: c.extent(n)}
	switch x := n.Value().(type) {
	case ast.Identifier:
		v.kind, v.word, v.text = schema.NameValue, true, string(x)
	case int64:
		v.kind, v.text = schema.NumberValue, strconv.FormatInt(x, 10)
	case uint64:
		v.kind, v.text = schema.NumberValue, strconv.FormatUint(x, 10)
	case float64:
		v = fractional(v.extent, x)
	case string:
		v.kind, v.text = schema.StringValue, x
	case []ast.ValueNode:
		v.kind = schema.ListValue
		for _, item := range x {
			v.items = append(v.items, c.value(item))
		}
	case []*ast.MessageFieldNode:
		v.kind = schema.ObjectValue
		for _, m := range x {
			v.members = append(v.members, memberNode{foreignName(m.Name), c.value(m.Val)})
		}
	default:
		v.kind = schema.NullValue
	}
	return v
}

// foreignName is a field's name, an extension's in brackets, a type's with its
// URL in brackets.
func foreignName(n *ast.FieldReferenceNode) string {
	name := string(n.Name.AsIdentifier())
	switch {
	case n.IsAnyTypeReference():
		return "[" + string(n.URLPrefix.AsIdentifier()) + "/" + name + "]"
	case n.IsExtension():
		return "[" + name + "]"
	}
	return name
}

func (c *foreign) number(n ast.IntValueNode) numberNode {
	to := numberNode{extent: c.extent(n), written: true}
	switch n := n.(type) {
	case *ast.NegativeIntLiteralNode:
		to.negative, to.size = true, n.Uint.Val
		if n.Val > 0 {
			to.size = math.MaxUint64 // it went round
		}
	case *ast.UintLiteralNode:
		to.size = n.Val
	}
	return to
}
