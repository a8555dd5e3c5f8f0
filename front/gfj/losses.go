package gfj

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// lose reports that something of n can't be said.
func (w *writer) lose(n schema.Node, at diag.Span, what string) {
	if !at.Known() {
		at = n.Base().Span
	}
	d := w.losses.Add("convert", at, n.FullName()+" "+what)
	d.Severity, d.Subject = diag.Warning, n.FullName()
}

// loseIf reports each pair of a condition and what is lost then.
func (w *writer) loseIf(n schema.Node, pairs ...lost) {
	for _, p := range pairs {
		if p.lost {
			w.lose(n, p.at, "loses "+p.what)
		}
	}
}

// lost is something that the language may have no form for.
type lost struct {
	lost bool
	what string
	at   diag.Span
}

func (w *writer) lossesOfDecl(n schema.Node) {
	d := n.Base()
	w.loseIf(n, lost{lost: d.Deprecated != "", what: "that it is deprecated"})
	for _, o := range d.Options {
		w.lose(n, o.Span, "loses the option "+o.Name)
	}
}

func (w *writer) lossesOfPackage() {
	p := w.pkg
	w.lossesOfDecl(p)
	w.loseIf(p, lost{lost: p.Version != "", what: "its version " + p.Version})
	w.wires(p, p.Wires, p.Wires == nil && !slices.Equal(schema.DefaultWires(p.Language), schema.DefaultWires("gfj")))
	for _, i := range p.Imports {
		w.lose(p, i.Span, "loses the import "+i.Local)
	}
	for _, e := range p.Enums {
		w.lose(e, e.NameSpan, "is left out: there are no enums, its values are int32")
	}
	for _, e := range p.Errors {
		w.lose(e, e.NameSpan, "is left out: there are no declared errors")
	}
	for _, c := range p.Consts {
		w.lose(c, c.NameSpan, "is left out: there are no constants")
	}
}

// wires reports promises that aren't the one that the language makes.
func (w *writer) wires(n schema.Node, wires []schema.Ident, other bool) {
	for _, i := range wires {
		if i.Name != "rpch" {
			w.lose(n, i.Span, "loses its promise of the wire "+i.Name)
		}
	}
	if other || len(wires) > 0 && !slices.ContainsFunc(wires, func(i schema.Ident) bool { return i.Name == "rpch" }) {
		w.lose(n, diag.Span{}, "promises the wire rpch here")
	}
}

func (w *writer) blocks(n schema.Node, blocks []schema.WireBlock) {
	for _, b := range blocks {
		w.lose(n, b.Wire.Span, "loses what it says of the wire "+b.Wire.Name)
	}
}

func (w *writer) reserved(n schema.Node, r schema.Reserved) {
	for _, r := range r.Ranges {
		w.lose(n, r.Span, "loses reserved numbers")
	}
	for _, i := range r.Names {
		w.lose(n, i.Span, "loses the reserved name "+i.Name)
	}
}

func (w *writer) lossesOfMessage(m *schema.Message) {
	w.lossesOfDecl(m)
	w.blocks(m, m.On)
	w.reserved(m, m.Reserved)
	w.loseIf(m, lost{lost: m.Stored, what: "that it is stored"})
	for _, o := range m.OneOfs {
		w.lose(o, o.NameSpan, "is left out: there are no oneofs, its members stand alone")
	}
}

// lossesOfField reports what is lost of a member or param in that place.
func (w *writer) lossesOfField(f *schema.Field, place int) {
	w.lossesOfDecl(f)
	w.loseIf(f,
		lost{f.Number != place, "its number " + strconv.Itoa(f.Number) + " and has the place " + strconv.Itoa(place), f.NumberSpan},
		lost{f.Type.Kind == schema.KindEnum, "its type " + f.Type.String() + " and is int32", f.Type.Span},
		lost{f.Presence == schema.Optional, "that it is optional", f.Type.Span},
		lost{lost: f.Presence == schema.Required, what: "that it is required"},
		lost{lost: f.JSON != "" && f.JSON != f.Name, what: "its JSON name " + f.JSON + ", the key on the rpch wire"},
		lost{lost: f.Encoding != "", what: "its encoding"},
		lost{lost: f.Packed != nil, what: "whether it is packed"},
		lost{lost: f.Retired != "", what: "that it is retired"},
	)
	bounds := []struct {
		value *schema.Value
		what  string
	}{{f.Default, "its default"}, {f.Min, "its min"}, {f.Max, "its max"}, {f.MaxLen, "its max_len"}, {f.Pattern, "its pattern"}}
	for _, b := range bounds {
		if b.value != nil {
			w.lose(f, b.value.Span, "loses "+b.what)
		}
	}
}

func (w *writer) lossesOfService(s *schema.Service) {
	w.lossesOfDecl(s)
	w.blocks(s, s.On)
	w.wires(s, s.Wires, false)
	w.loseIf(s,
		lost{lost: s.ID != 0, what: "its id"},
		lost{s.Extends.Name != "", "the methods of " + s.Extends.Name + ", which it extends", s.Extends.Span},
	)
}

func (w *writer) lossesOfMethod(m *schema.Method) {
	w.lossesOfDecl(m)
	w.blocks(m, m.On)
	w.identifier(m, m.Name)
	w.loseIf(m,
		lost{lost: m.ID != 0, what: "its id"},
		lost{lost: m.Oneway, what: "that it is oneway"},
		lost{lost: m.Idempotent, what: "that it is idempotent"},
		lost{lost: m.Timeout != nil, what: "its timeout"},
		lost{lost: m.Compress != "", what: "its compression"},
	)
	for _, e := range m.Errors {
		w.lose(m, e.Span, "loses its error "+e.Name)
	}
	for i, p := range m.Params {
		w.lossesOfField(p, i+1)
		w.loseIf(p, lost{lost: p.Doc != "", what: "its documentation"}, lost{lost: len(p.Was) > 0, what: "the names it had before"})
	}
	if m.Returns != nil {
		w.lossesOfField(m.Returns, 1)
	}
}

// documentation prints what stands above an element, and reports what no
// comment can hold.
func (w *writer) documentation(n schema.Node, indent, doc string, was []schema.Ident, m *schema.Method) {
	if doc = join(strings.Split(doc, "\n")); doc != "" {
		for line := range strings.SplitSeq(doc, "\n") {
			w.docLine(n, indent, line)
		}
	}
	for _, i := range was {
		w.out.WriteString(indent + "// " + wasForm + " " + i.Name + "\n")
	}
	if m == nil {
		return
	}
	names, counted := make([]string, len(m.Params)), true
	for i, p := range m.Params {
		names[i] = p.Name
		counted = counted && p.Name == "arg"+strconv.Itoa(i+1)
	}
	if line := indent + "// " + paramsForm + " " + strings.Join(names, ", "); counted {
		return
	} else if len(line) >= maxLine {
		w.lose(m, m.NameSpan, "loses the names of its arguments: they don't fit on one line")
	} else {
		w.out.WriteString(line + "\n")
	}
}

// docLine prints one line of documentation: what would be read as more than
// that gets a dash, what is too long is broken.
func (w *writer) docLine(n schema.Node, indent, line string) {
	line = strings.TrimRight(line, " \t\r")
	if form(line) != "" {
		w.lose(n, n.Base().NameSpan, "has documentation that begins with "+form(line)+", which says something here: it gets a dash")
		line = "- " + line
	}
	const room = maxLine - 100
	if len(line) > room {
		w.lose(n, n.Base().NameSpan, "has a line of documentation that is too long here: it is broken")
	}
	for len(line) > room {
		cut := strings.LastIndexByte(line[:room], ' ')
		if cut <= 0 {
			cut = room
		}
		w.out.WriteString(indent + strings.TrimRight("// "+line[:cut], " ") + "\n")
		line = strings.TrimLeft(line[cut:], " ")
	}
	if line != "" {
		line = " " + line
	}
	w.out.WriteString(indent + "//" + line + "\n")
}
