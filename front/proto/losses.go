package proto

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// lose reports that something of n can't be said.
func (w *writer) lose(n schema.Node, at diag.Span, what string) {
	if n.FullName() == "" && w.about != nil {
		n = w.about // a field that is made up here
	}
	if !at.Known() {
		at = n.Base().Span
	}
	d := w.losses.Add("convert", at, n.FullName()+" "+what)
	d.Severity, d.Subject = diag.Warning, n.FullName()
}

func (w *writer) loseIf(lost bool, n schema.Node, at diag.Span, what string) {
	if lost {
		w.lose(n, at, "loses "+what)
	}
}

func (w *writer) lossesOfDecl(n schema.Node) {
	d := n.Base()
	w.loseIf(d.Deprecated != "" && d.Deprecated != "true", n, diag.Span{}, "why it is deprecated: "+d.Deprecated)
	for _, i := range d.Was {
		w.lose(n, i.Span, "loses that it was "+i.Name)
	}
	if _, ok := n.(*schema.OneOf); ok {
		w.loseIf(d.Deprecated == "true", n, diag.Span{}, "that it is deprecated")
	}
}

func (w *writer) lossesOfPackage() {
	p := w.pkg
	w.lossesOfDecl(p)
	w.loseIf(p.Deprecated == "true", p, diag.Span{}, "that it is deprecated")
	w.loseIf(p.Version != "", p, diag.Span{}, "its version "+p.Version)
	for _, i := range p.Wires {
		w.lose(p, i.Span, "loses its promise of the wire "+i.Name)
	}
}

func (w *writer) lossesOfService(s *schema.Service) {
	w.lossesOfDecl(s)
	w.loseIf(s.ID != 0, s, diag.Span{}, "its id")
	w.loseIf(s.Super != nil, s, s.Extends.Span, "that it extends "+s.Extends.Name+", whose methods are copied")
	for _, i := range s.Wires {
		w.lose(s, i.Span, "loses its promise of the wire "+i.Name)
	}
	w.blocks(s, s.On)
}

func (w *writer) blocks(n schema.Node, blocks []schema.WireBlock) {
	for _, b := range blocks {
		w.lose(n, b.Wire.Span, "loses what it says of the wire "+b.Wire.Name)
	}
}

func (w *writer) lossesOfMethod(m *schema.Method) {
	w.lossesOfDecl(m)
	w.loseIf(m.ID != 0, m, diag.Span{}, "its id")
	w.loseIf(m.Oneway, m, diag.Span{}, "that it is one-way")
	w.loseIf(m.Timeout != nil, m, diag.Span{}, "its timeout")
	w.loseIf(m.Compress != "", m, diag.Span{}, "its compression")
	for _, e := range m.Errors {
		w.lose(m, e.Span, "loses that it throws "+e.Name)
	}
	w.blocks(m, m.On)
	for _, f := range m.Params {
		if f.Type.Kind == schema.KindMessage && len(m.Params) == 1 {
			w.lossesOfField(f)
		}
	}
}

func (w *writer) lossesOfMessage(m *schema.Message, at schema.Node) {
	w.lossesOfDecl(at)
	w.loseIf(m.Stored, at, diag.Span{}, "that it is stored")
	w.blocks(at, m.On)
}

func (w *writer) lossesOfField(f *schema.Field) {
	w.lossesOfDecl(f)
	for _, b := range []struct {
		v    *schema.Value
		name string
	}{{f.Min, "min"}, {f.Max, "max"}, {f.MaxLen, "max_len"}, {f.Pattern, "pattern"}} {
		if b.v != nil {
			w.lose(f, b.v.Span, "loses its "+b.name)
		}
	}
	_, inMessage := f.Parent.(*schema.Message)
	repeats := f.Type.Kind == schema.KindList || f.Type.Kind == schema.KindSet || f.Type.Kind == schema.KindMap
	switch {
	case !inMessage || f.OneOf != "":
	case repeats && f.Presence != schema.Plain:
		w.lose(f, f.Type.Span, "loses its presence: an empty list or map is an absent one")
	case f.Type.Kind == schema.KindMessage && f.Presence == schema.Plain:
		w.lose(f, f.Type.Span, "tracks presence here, as all messages do")
	}
	w.loseIf(f.Default != nil && f.Presence == schema.Plain, f, diag.Span{}, "its default: presence would have to be tracked")
}
