package compat

import (
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// quiet are the payloads that no change can concern: of their method, its service
// and its package, and of all types that they hold, nothing changed. They need no
// walk, and of two releases most payloads are such.
type quiet struct {
	touched map[schema.Node]bool // what changed, what that stands in, and messages that hold it
	none    bool                 // nothing is taken for quiet
}

func quietOf(old, new *schema.Schema, d *diff.Result) *quiet {
	q := &quiet{touched: map[schema.Node]bool{}}
	for i := range d.Changes {
		for _, n := range around(&d.Changes[i]) {
			q.touched[n] = true
			switch n := n.(type) {
			case *schema.Method:
				q.touched[n.Parent] = true // the service answers other calls now
			case *schema.Service:
				q.touched[n.Parent] = true
			case *schema.Error:
				q.touched[&n.Message] = true
			}
		}
	}
	holders := map[schema.Node][]*schema.Message{}
	for _, s := range []*schema.Schema{old, new} {
		for _, p := range s.Packages {
			for _, m := range p.Messages {
				typesIn(m, func(n schema.Node) { holders[n] = append(holders[n], m) })
			}
			for _, e := range p.Errors {
				typesIn(&e.Message, func(n schema.Node) { holders[n] = append(holders[n], &e.Message) })
			}
			for _, svc := range p.Services {
				q.none = q.none || svc.Super != nil // whose calls a change of another service may answer
			}
		}
	}
	var spread func(schema.Node)
	spread = func(n schema.Node) {
		for _, m := range holders[n] {
			if !q.touched[m] {
				q.touched[m] = true
				spread(m)
			}
		}
	}
	for n := range holders {
		if q.touched[n] {
			spread(n)
		}
	}
	return q
}

// typesIn tells of the types that a message's own fields name.
func typesIn(m *schema.Message, tell func(schema.Node)) {
	var in func(t *schema.Type)
	in = func(t *schema.Type) {
		if t == nil {
			return
		}
		if m := t.Message(); m != nil {
			tell(m)
		}
		if e := t.Enum(); e != nil {
			tell(e)
		}
		in(t.Key)
		in(t.Elem)
	}
	for _, f := range m.Fields {
		in(&f.Type)
	}
}

// has reports whether a call's payload is quiet.
func (q *quiet) has(r *root) bool {
	if q == nil || q.none || r.use != Call || !r.both() {
		return false
	}
	for _, s := range []side{r.old, r.new} {
		if s.err != nil && (s.err.Target == nil || q.touched[s.err.Target]) {
			return false
		}
		m := s.method
		if m == nil || q.touched[m] || q.touched[m.Parent] || q.touched[m.Parent.Parent] || q.touched[s.msg] {
			return false
		}
		loud := false
		typesIn(s.msg, func(n schema.Node) { loud = loud || q.touched[n] })
		if loud {
			return false
		}
	}
	return true
}

// reach adds all types that a quiet payload holds, on both sides.
func (r *root) reach(reached map[schema.Node]bool) {
	var in func(n schema.Node)
	in = func(n schema.Node) {
		if reached[n] {
			return
		}
		reached[n] = true
		if m, ok := n.(*schema.Message); ok {
			typesIn(m, in)
		}
	}
	in(r.old.msg)
	in(r.new.msg)
}
