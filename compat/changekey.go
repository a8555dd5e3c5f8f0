package compat

import (
	"strings"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// changeKey is what tells changes apart. key is an error's name where the change
// is of a method's errors, else empty.
type changeKey struct {
	kind     diff.Kind
	old, new schema.Node
	key      string
}

type changeIndex map[changeKey]int

// indexChanges leaves out what wire blocks say of other wires.
func indexChanges(d *diff.Result, wire string) changeIndex {
	x := make(changeIndex, len(d.Changes))
	for i := range d.Changes {
		c := &d.Changes[i]
		k := changeKey{kind: c.Kind, old: c.Old, new: c.New}
		switch c.Kind {
		case diff.MethodErrorAdded, diff.MethodErrorRemoved, diff.MethodErrorNumberChanged:
			k.key = c.Key
		case diff.OptionChanged:
			if c.Key != groupOption && c.Key != mapOption {
				continue
			}
		case diff.ServiceWireNameChanged, diff.MethodWireNameChanged, diff.MessageWireNameChanged:
			if !strings.HasPrefix(c.Key, wire+".") {
				continue
			}
		}
		if _, twice := x[k]; !twice {
			x[k] = i
		}
	}
	return x
}
