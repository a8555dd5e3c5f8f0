package proto

import (
	"slices"

	"github.com/rpcctl/rpcctl/schema"
)

// choose returns the syntax to write: that of the files that the package was
// read from where it can say all of it.
func (w *writer) choose() syntax {
	can := map[syntax]bool{proto2: true, proto3: true, editions: true}
	not := func(list ...syntax) {
		for _, s := range list {
			can[s] = false
		}
	}
	untracked := 0 // more than the others, where positive
	in := map[string]bool{}
	for _, n := range w.at.own {
		in[n.Base().Name] = true
	}
	for _, m := range w.pkg.Messages {
		if !in[schema.Outermost(m.Name)] {
			continue
		}
		for _, f := range m.Fields {
			if f.OneOf == "" && (f.Type.Kind.Scalar() || f.Type.Kind == schema.KindEnum) {
				switch f.Presence {
				case schema.Plain:
					untracked++
				case schema.Optional:
					untracked--
				}
			}
			switch t := &f.Type; {
			case f.OneOf != "" || t.Kind == schema.KindList || t.Kind == schema.KindSet || t.Kind == schema.KindMap:
			case f.Presence == schema.Required:
				not(proto3)
			case f.Presence == schema.Plain && t.Kind != schema.KindMessage:
				not(proto2)
			}
			if f.Default != nil || slices.ContainsFunc(f.Options, func(o schema.Option) bool { return o.Name == "proto.default" }) {
				not(proto3)
			}
			if isGroup(f.Options) {
				not(proto3)
				if w.groups[bareName(f)] == nil {
					not(proto2)
				}
			}
			w.enumAllows(f, not)
		}
		if w.groups[m.FullName()] != nil {
			not(proto3)
		}
		for _, o := range m.Options {
			if o.Name == "proto.extensions" || o.Name == "proto.message_set_wire_format" {
				not(proto3)
			}
			w.extendAllows(o, not)
		}
	}
	for _, o := range w.at.options {
		w.extendAllows(o, not)
	}
	for _, e := range w.pkg.Enums {
		switch {
		case !in[schema.Outermost(e.Name)]:
		case e.Closed:
			not(proto3)
		default:
			not(proto2)
		}
	}
	w.implicit = untracked > 0
	order := []syntax{proto3, proto2, editions}
	for _, o := range w.at.options {
		switch {
		case o.Name == "proto.edition":
			order = []syntax{editions}
		case o.Name == "proto.syntax" && o.Value.Text == "proto3":
			order = append([]syntax{proto3}, order...)
		case o.Name == "proto.syntax":
			order = append([]syntax{proto2}, order...)
		}
	}
	for _, s := range order {
		if can[s] {
			return s
		}
	}
	return editions
}

// enumAllows: proto3 fields that don't track presence can't have an enum that is
// closed, which is one of another package.
func (w *writer) enumAllows(f *schema.Field, not func(...syntax)) {
	if e := f.Type.Enum(); e != nil && e.Closed && f.Presence == schema.Plain && f.OneOf == "" {
		not(proto3)
	}
}

func (w *writer) extendAllows(o schema.Option, not func(...syntax)) {
	if o.Name != "proto.extend" {
		return
	}
	if !optionMessageNames[textOf(o.Value, "extends")] || textOf(o.Value, "group") != "" || textOf(o.Value, "default") != "" {
		not(proto3)
	}
}
