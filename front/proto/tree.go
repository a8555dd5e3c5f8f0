package proto

import "github.com/rpcctl/rpcctl/schema"

// tree is the syntax of one file, as far as the model asks for it. It is dropped
// once the file is read.
type tree struct {
	syntax, edition *ident // what the statement says; at is of that text
	statement       extent // all of that statement
	decls           []any  // *importNode, *packageNode, *messageNode, *enumNode, *serviceNode, *extendNode
	options         []optionNode
	comments        []extent
}

// extent is a stretch of the text, in bytes: from is inside, to is not.
type extent struct{ from, to int32 }

// ident is a name, or a text, and where it stands. A name with dots has no
// spaces in it, whatever was written.
type ident struct {
	text string
	extent
}

// element is what can be documented: leading are the comments before its first
// token, as places in tree.comments.
type element struct {
	extent
	leading extent
}

type importNode struct {
	extent
	modifier string // public or weak, "" where neither
	path     ident
}

type packageNode struct {
	element
	name ident
}

// messageNode is a message, or what a group has between its brackets.
type messageNode struct {
	element
	keyword extent
	name    ident
	options []optionNode
	members []any // *fieldNode, *mapNode, *groupNode, *oneofNode, *messageNode, *enumNode, *extendNode, *extensionsNode, *reservedNode
}

// labelNode is the label of a field, noLabel where none is written.
type labelNode struct {
	extent
	label label
}

// numberNode is an integer; written tells it from none.
type numberNode struct {
	extent
	size     uint64
	negative bool
	written  bool
}

type fieldNode struct {
	element
	label   labelNode
	typ     ident
	name    ident
	tag     numberNode
	options []optionNode
}

type mapNode struct {
	element
	typ        extent // all of map<…, …>
	key, value ident
	name       ident
	tag        numberNode
	options    []optionNode
}

// groupNode is a group: options are those of the field.
type groupNode struct {
	message messageNode
	label   labelNode
	tag     numberNode
	options []optionNode
}

type oneofNode struct {
	element
	name    ident
	options []optionNode
	members []any // *fieldNode, *groupNode
}

type extendNode struct {
	extent
	extendee ident
	members  []any // *fieldNode, *groupNode
}

type extensionsNode struct {
	extent
	ranges  []rangeNode
	options []optionNode
}

// reservedNode has ranges, names in quotes or names without.
type reservedNode struct {
	ranges        []rangeNode
	names, idents []ident
}

type rangeNode struct {
	extent
	first, last numberNode
	max         bool // the last is the word max
}

type enumNode struct {
	element
	name    ident
	options []optionNode
	members []any // *enumValueNode, *reservedNode
}

type enumValueNode struct {
	element
	name    ident
	number  numberNode
	options []optionNode
}

type serviceNode struct {
	element
	name    ident
	options []optionNode
	methods []*methodNode
}

type methodNode struct {
	element
	name    ident
	in, out carriedNode
	options []optionNode
}

// carriedNode is what a method takes or gives, with its brackets.
type carriedNode struct {
	extent
	stream bool
	name   ident
}

type optionNode struct {
	extent
	name  []namePart
	value *literal // nil in a file that doesn't parse
}

// namePart is a part of an option's name, with its brackets where it has some.
type namePart struct {
	text      string
	extension bool
	at        extent
}

// literal is a value as the model has it.
type literal struct {
	extent
	kind    schema.ValueKind
	word    bool // a name that stands there bare
	text    string
	items   []literal
	members []memberNode
}

type memberNode struct {
	name  string // an extension's in brackets, a type's with its URL in brackets
	value literal
}

// int64 returns the number, false where it is out of range.
func (n numberNode) int64() (int64, bool) {
	switch {
	case n.negative && n.size <= 1<<63:
		return -int64(n.size), true
	case !n.negative && n.size < 1<<63:
		return int64(n.size), true
	}
	return 0, false
}
