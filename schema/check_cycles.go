package schema

import "strings"

// checkMessageCycles reports messages whose values can never end: those that
// hold themselves through fields that are always there.
func (l *linker) checkMessageCycles() {
	c := &cycles{linker: l, state: map[*Message]int{}}
	for _, p := range l.schema.Packages {
		for _, m := range p.Messages {
			c.visit(m)
		}
	}
}

type cycles struct {
	*linker
	state map[*Message]int // n: the nth on the path, -1: done
	path  []*Field
}

// visit follows the fields that always hold a value. It does so without
// recursion, since a line of messages can be long.
func (c *cycles) visit(root *Message) {
	type frame struct {
		m    *Message
		next int
	}
	if c.state[root] != 0 {
		return
	}
	stack := []frame{{m: root}}
	c.state[root] = 1
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.m.Fields) {
			c.state[top.m] = -1
			stack = stack[:len(stack)-1]
			c.path = c.path[:max(len(c.path)-1, 0)]
			continue
		}
		f := top.m.Fields[top.next]
		top.next++
		held := holds(f)
		if held == nil {
			continue
		}
		switch at := c.state[held]; {
		case at == 0:
			c.path = append(c.path, f)
			stack = append(stack, frame{m: held})
			c.state[held] = len(stack)
		case at > 0:
			c.report(held, c.path[at-1:], f)
		}
	}
}

// holds returns the message that every value of f's message holds because of f,
// nil where it holds none.
func holds(f *Field) *Message {
	if f.Presence == Optional || f.Retired != "" || f.oneof != nil && (len(f.oneof.fields) > 1 || PackageOf(f).Language == "proto") {
		return nil // a .proto oneof may be unset
	}
	t := &f.Type
	for t.Kind == KindList && t.Len > 0 {
		t = t.Elem
	}
	return t.Message()
}

// report says that the fields of path, and then last, lead from m back to it.
func (c *cycles) report(m *Message, path []*Field, last *Field) {
	const shown = 20
	var text strings.Builder
	for _, f := range path[:min(len(path), shown)] {
		text.WriteString(f.FullName() + " → ")
	}
	if len(path) > shown {
		text.WriteString("… → ")
	}
	d := c.errorf("message-cycle", last, spanOf(last.Type.Span, last.NameSpan),
		"a value of "+m.full+" can never end: "+text.String()+last.FullName()+" → "+m.full)
	d.Help = "make one of the fields optional, or a list"
	if PackageOf(m).Language == "gfj" {
		d.Help = "take one of the members out: the language has no optional ones, and the original compiler generates Go that doesn't compile"
	}
	for _, f := range path[:min(len(path), shown)] {
		also(d, "through "+f.FullName(), spanOf(f.Type.Span, f.NameSpan))
	}
}
