package diff

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// detail finds the text of what hangs on an element and is none itself: an
// option, a wire, a reservation, a method's error. It is unknown where n has
// no such thing.
func detail(n schema.Node, c Change, key, text string) diag.Span {
	switch c.Kind {
	case OptionChanged:
		return optionSpan(n.Base().Options, key, text)
	case PackageWireAdded, PackageWireRemoved, ServiceWireAdded, ServiceWireRemoved:
		return wireSpan(n, text)
	case ServiceWireNameChanged, MethodWireNameChanged, MessageWireNameChanged:
		return attrSpan(n, key)
	case MethodErrorAdded, MethodErrorRemoved, MethodErrorNumberChanged:
		if m, ok := n.(*schema.Method); ok {
			for _, e := range m.Errors {
				if e.Name == key {
					return e.Span
				}
			}
		}
	case ConstChanged:
		if k, ok := n.(*schema.Const); ok {
			return k.Value.Span
		}
	}
	return diag.Span{}
}

// optionSpan is where an option stands that a change calls key: of those of a
// package, the first of the name with that text.
func optionSpan(opts []schema.Option, key, text string) diag.Span {
	at, count := diag.Span{}, map[string]int{}
	for i := range opts {
		name := opts[i].Name
		rest, ok := strings.CutPrefix(key, name)
		if !ok || rest != "" && rest[0] != '[' {
			continue
		}
		count[name]++
		if literal(&opts[i].Value) != text {
			continue
		}
		if n := count[name]; rest == "" && n == 1 || rest == "["+strconv.Itoa(n)+"]" {
			return opts[i].Span
		}
		if !at.Known() {
			at = opts[i].Span
		}
	}
	return at
}

func wireSpan(n schema.Node, wire string) diag.Span {
	var wires []schema.Ident
	switch n := n.(type) {
	case *schema.Package:
		wires = n.Wires
	case *schema.Service:
		wires = n.Wires
	}
	for _, w := range wires {
		if w.Name == wire || wire == "" {
			return w.Span
		}
	}
	return diag.Span{}
}

func attrSpan(n schema.Node, key string) diag.Span {
	var blocks []schema.WireBlock
	switch n := n.(type) {
	case *schema.Service:
		blocks = n.On
	case *schema.Method:
		blocks = n.On
	case *schema.Message:
		blocks = n.On
	case *schema.Error:
		blocks = n.On
	}
	for _, b := range blocks {
		for _, a := range b.Attrs {
			if b.Wire.Name+"."+a.Name == key {
				return a.Span
			}
		}
	}
	return diag.Span{}
}
