package proto

import (
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// maxDepth is how deep messages may stand in each other; the compiler counts so.
const maxDepth = 32

// readMessage reads a message and what stands in it.
func (r *reader) readMessage(n *messageNode, parent *message, outer *features, depth int) *message {
	m := &message{m: &schema.Message{Decl: r.decl(n.element, n.name)}, file: r.file, parent: parent}
	if parent != nil {
		m.m.Name = parent.m.Name + "." + m.m.Name
	}
	m.full = join(r.pkg, m.m.Name)
	r.messages = append(r.messages, m)
	r.part.Messages = append(r.part.Messages, m.m)
	if depth >= maxDepth {
		r.errorf(r.span(n.keyword), m.full, "message "+m.full+" stands more than 31 messages deep").Help = "move it out"
		return m
	}
	m.features, m.names = outer.with(n.options), map[string]bool{}
	h := r.hold(&m.m.Decl, n.options, "message", m.full, parent) // the compiler looks names of its options up outside of it
	r.checkMessageSet(m, h)
	for _, d := range n.members {
		r.readMember(m, d, depth)
	}
	if len(m.fields) >= 8 {
		m.byName = make(map[string]*field, len(m.fields))
		for _, f := range m.fields {
			m.byName[f.f.Name] = f
		}
	}
	m.names = nil
	r.checkMessage(m, h)
	return m
}

func (r *reader) readMember(m *message, d any, depth int) {
	switch d := d.(type) {
	case *fieldNode:
		m.fields = append(m.fields, r.readField(d, m, m.features, ""))
	case *mapNode:
		m.fields = append(m.fields, r.readMap(d, m, depth))
	case *groupNode:
		m.fields = append(m.fields, r.readGroup(d, m, m.features, "", depth))
	case *oneofNode:
		r.readOneof(m, d, depth)
		return
	case *messageNode:
		r.readMessage(d, m, m.features, depth+1)
		return
	case *enumNode:
		r.readEnum(d, m, m.features)
		return
	case *extendNode:
		r.readExtend(d, m, m.features, depth)
		return
	case *extensionsNode:
		r.readExtensions(m, d)
		return
	case *reservedNode:
		r.readReserved(&m.m.Reserved, m.names, d, m.full, 1, m.maxNumber())
		return
	default:
		return
	}
	m.m.Fields = append(m.m.Fields, m.fields[len(m.fields)-1].f)
}

func (r *reader) readOneof(m *message, n *oneofNode, depth int) {
	o := &schema.OneOf{Decl: r.decl(n.element, n.name)}
	x := &oneof{o: o}
	m.oneofs = append(m.oneofs, x)
	m.m.OneOfs = append(m.m.OneOfs, o)
	inner := m.features.with(n.options)
	for _, d := range n.members {
		var f *field
		switch d := d.(type) {
		case *fieldNode:
			f = r.readField(d, m, inner, o.Name)
		case *groupNode:
			f = r.readGroup(d, m, inner, o.Name, depth)
		default:
			continue
		}
		x.n++
		m.fields = append(m.fields, f)
		m.m.Fields = append(m.m.Fields, f.f)
	}
	if x.n == 0 {
		r.errorf(o.NameSpan, join(m.full, o.Name), "oneof "+join(m.full, o.Name)+" has no members").Help = "give it members, or take it out"
		m.m.OneOfs = m.m.OneOfs[:len(m.m.OneOfs)-1] // said once
	}
	r.checkFeaturesUse(r.hold(&o.Decl, n.options, "oneof", join(m.full, o.Name), m))
}

// readGroup reads a group: a nested message and the field that has it. The
// field remembers it by the option proto.group.
func (r *reader) readGroup(n *groupNode, in *message, outer *features, oneOf string, depth int) *field {
	name := n.message.name.text
	at := r.span(n.message.name.extent)
	g := r.readMessage(&n.message, in, outer, depth+1)
	if c := name[0]; c < 'A' || c > 'Z' {
		r.errorf(at, g.full, "group "+name+" has a name that does not begin with a capital letter").Help = "call it " + strings.ToUpper(name[:1]) + name[1:]
	}
	d := g.m.Decl // its documentation and place are those of the message as well
	d.Name, d.Options = strings.ToLower(name), []schema.Option{groupOption(at)}
	f := &field{f: &schema.Field{Decl: d, OneOf: oneOf}, word: "group", file: r.file, scope: in, message: g}
	f.f.Type = schema.Type{Kind: schema.KindRef, Name: "." + r.modelName(g.full), Span: at}
	r.finishField(f, n.label, n.tag, n.options, outer)
	if r.syntax != proto2 {
		r.errorf(r.span(n.message.keyword), f.full(), "group "+f.full()+" stands in a file of "+r.syntax.String()+", where groups are not allowed").Help = "use a message and a field"
	}
	return f
}

// readExtend reads extensions. The model has none: they are kept as the option
// proto.extend of where they stand.
func (r *reader) readExtend(n *extendNode, in *message, outer *features, depth int) {
	to := &ref{name: n.extendee.text, to: &schema.Type{Span: r.span(n.extendee.extent)}, in: in}
	defer func(silent bool) { r.silent = silent }(r.silent)
	r.silent = false // the option that it is kept as holds its documentation
	count := 0
	for _, d := range n.members {
		var f *field
		switch d := d.(type) {
		case *fieldNode:
			f = r.readField(d, in, outer, "")
		case *groupNode:
			f = r.readGroup(d, in, outer, "", depth)
			f.message.extension = true
		default:
			continue
		}
		count++
		r.checkExtensionNumber(f)
		to.by, f.extendee = f, to
		if f.holder != plain {
			f.holder.kind = "extension"
		}
		if r.syntax == proto2 && f.label == required {
			r.errorf(r.labelSpan(f), f.full(), "extension "+f.full()+" is required, which none can be").Help = "make it optional"
		}
		r.extensions = append(r.extensions, f)
	}
	if count == 0 {
		r.errorf(r.span(n.extent), to.name, "an extend block of "+to.name+" is empty").Help = "give it extensions, or take it out"
	}
}

func (r *reader) readExtensions(m *message, n *extensionsNode) {
	for _, rng := range n.ranges {
		g := r.readRange(&rng, m.full, 1, m.maxNumber())
		h := r.hold(&schema.Decl{NameSpan: g.Span}, n.options, "extension range", m.full+" "+g.String(), m)
		r.checkFeaturesUse(h)
		m.ranges = append(m.ranges, extensionRange{NumberRange: g, holder: h})
	}
	if r.syntax == proto3 {
		r.errorf(r.span(n.extent), m.full, "message "+m.full+" has extensions, which proto3 does not have").Help = "use google.protobuf.Any, or proto2"
	}
}

func join(scope, name string) string {
	if scope == "" {
		return name
	}
	return scope + "." + name
}
