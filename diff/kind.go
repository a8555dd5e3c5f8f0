// Package diff says what changed between two contracts: a flat list of facts,
// without judgement, and the pairs of elements that belong together.
package diff

import (
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// Kind names a kind of change: ELEMENT-ASPECT-VERB in kebab case. Kinds leave
// the process (ids, JSON, accept blocks): they are never reused.
type Kind string

// Change is one fact. Old is nil for an element that was added, New for one
// that was removed; a fact about an element that is still there has both.
type Change struct {
	Kind     Kind
	Subject  string      // Old's full name, New's where there is no Old
	Key      string      // of an option its name, of a reservation its range or name, of a wire block WIRE.ATTRIBUTE, of a method's error its full name; "" elsewhere
	Old, New schema.Node // the elements; params and results are *schema.Field, a void result nil; a method's streams are the *schema.Method's
	From, To string      // what changed, as text; empty where the kind says it all
	Count    int         // of a removed or added package or service: the methods it had
}

// ID identifies the change across runs: kind:subject#key:from>to, parts left
// out where empty, with every character that has a meaning there %-escaped.
func (c Change) ID() string {
	id := string(c.Kind) + ":" + escape(c.Subject)
	if c.Key != "" {
		id += "#" + escape(c.Key)
	}
	if c.From != "" || c.To != "" {
		id += ":" + escape(c.From) + ">" + escape(c.To)
	}
	return id
}

func escape(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c == 0x7f || strings.IndexByte(`%:>#"\$`, c) >= 0 {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
