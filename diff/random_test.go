package diff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rpcctl/rpcctl/schema"
)

// world makes random contracts. The same seed makes the same ones.
type world struct{ *rand.Rand }

func newWorld(seed uint64) *world { return &world{rand.New(rand.NewPCG(seed, 7))} }

func pick[T any](w *world, of []T) T { return of[w.IntN(len(of))] }

func (w *world) packages() []*schema.Package {
	n := 1 + w.IntN(2)
	ps := make([]*schema.Package, n)
	for i := range ps {
		ps[i] = w.pkg(fmt.Sprintf("demo.p%d", i))
	}
	if n == 2 {
		ps[1].Imported = w.IntN(2) == 0
		ps[0].Imports = []*schema.Import{{Local: "p1", Source: "../p1", Package: ps[1].Name}}
	}
	return ps
}

func (w *world) pkg(name string) *schema.Package {
	p := &schema.Package{Decl: schema.Decl{Name: name}, Language: pick(w, []string{"hcl", "gfj"}), Version: pick(w, []string{"", "1.0.0"})}
	for i := range w.IntN(3) {
		e := &schema.Enum{Decl: schema.Decl{Name: fmt.Sprintf("E%d", i)}}
		for j := range 1 + w.IntN(4) {
			e.Values = append(e.Values, &schema.EnumValue{Decl: schema.Decl{Name: fmt.Sprintf("V%d_%d", i, j)}, Number: int64(j)})
		}
		p.Enums = append(p.Enums, e)
	}
	for i := range 1 + w.IntN(5) {
		m := &schema.Message{Decl: schema.Decl{Name: fmt.Sprintf("M%d", i)}}
		if i > 0 && w.IntN(4) == 0 {
			m.Name = p.Messages[i-1].Name + ".N"
		}
		m.Fields = w.fields(p, w.IntN(5))
		if len(m.Fields) > 1 && w.IntN(3) == 0 {
			m.OneOfs = []*schema.OneOf{{Decl: schema.Decl{Name: "body"}}}
			m.Fields[0].OneOf, m.Fields[1].OneOf = "body", "body"
		}
		m.Reserved.Ranges = []schema.NumberRange{{From: 50, To: 60}}
		p.Messages = append(p.Messages, m)
	}
	for i := range w.IntN(2) {
		p.Errors = append(p.Errors, &schema.Error{Message: schema.Message{Decl: schema.Decl{Name: fmt.Sprintf("X%d", i)}, Fields: w.fields(p, 2)}, Code: uint32(i + 1)})
	}
	for i := range w.IntN(3) {
		s := &schema.Service{Decl: schema.Decl{Name: fmt.Sprintf("S%d", i)}, ID: uint32(w.IntN(2) * (i + 1))}
		for j := range w.IntN(4) {
			m := &schema.Method{Decl: schema.Decl{Name: fmt.Sprintf("F%d%d", i, j)}, ID: uint32(w.IntN(2) * (j + 1)), Params: w.fields(p, w.IntN(4))}
			if w.IntN(2) == 0 {
				m.Returns = &schema.Field{Number: 1, Type: w.typ(p), Presence: schema.Plain}
			}
			for _, e := range p.Errors {
				m.Errors = append(m.Errors, &schema.ErrorRef{Name: e.Name, Number: 1})
			}
			s.Methods = append(s.Methods, m)
		}
		p.Services = append(p.Services, s)
	}
	return p
}

func (w *world) fields(p *schema.Package, n int) (fs []*schema.Field) {
	for i := range n {
		fs = append(fs, &schema.Field{Decl: schema.Decl{Name: fmt.Sprintf("f%d", i)}, Number: i + 1, Type: w.typ(p), Presence: pick(w, []schema.Presence{schema.Plain, schema.Optional, schema.Required})})
	}
	return fs
}

func (w *world) typ(p *schema.Package) schema.Type {
	switch w.IntN(8) {
	case 0:
		e := w.typ(p)
		return schema.Type{Kind: pick(w, []schema.Kind{schema.KindList, schema.KindSet}), Elem: &e}
	case 1:
		e := w.typ(p)
		return schema.Type{Kind: schema.KindMap, Key: &schema.Type{Kind: schema.KindString}, Elem: &e}
	case 2:
		if len(p.Enums) > 0 {
			return schema.Type{Kind: schema.KindRef, Name: pick(w, p.Enums).Name}
		}
	case 3, 4:
		if len(p.Messages) > 0 {
			return schema.Type{Kind: schema.KindRef, Name: pick(w, p.Messages).Name}
		}
	case 5:
		return schema.Type{Kind: pick(w, []schema.Kind{schema.KindRawIn, schema.KindRawOut, schema.KindRawStream})}
	}
	return schema.Type{Kind: pick(w, schema.Scalars)}
}

// edit changes something of p, whatever comes of it.
func (w *world) edit(ps []*schema.Package) {
	p := pick(w, ps)
	fresh := fmt.Sprintf("fresh%d", w.IntN(1000))
	switch w.IntN(16) {
	case 0:
		p.Name = "demo." + fresh
	case 1, 2, 3, 4:
		fields := w.someFields(p)
		if fields == nil {
			return
		}
		w.editFields(p, fields, fresh)
	case 5:
		if len(p.Messages) > 0 {
			w.renameMessage(p, pick(w, p.Messages), "R"+fresh)
		}
	case 6:
		if i := w.IntN(len(p.Messages) + 1); i < len(p.Messages) {
			p.Messages = slices.Delete(p.Messages, i, i+1)
		}
	case 7:
		p.Messages = append(p.Messages, &schema.Message{Decl: schema.Decl{Name: "A" + fresh}, Fields: w.fields(p, 2)})
	case 8:
		if len(p.Enums) > 0 {
			v := pick(w, pick(w, p.Enums).Values)
			v.Number, v.Name = int64(w.IntN(6)), pick(w, []string{v.Name, fresh})
		}
	case 9:
		if i := w.IntN(len(p.Services) + 1); i < len(p.Services) {
			p.Services = slices.Delete(p.Services, i, i+1)
		}
	case 10:
		if len(p.Services) > 0 {
			s := pick(w, p.Services)
			s.Name, s.ID = "R"+fresh, uint32(w.IntN(9))
		}
	case 11:
		if len(p.Services) > 0 {
			from, to := pick(w, p.Services), pick(w, p.Services)
			if len(from.Methods) > 0 && from != to {
				to.Methods, from.Methods = append(to.Methods, from.Methods[0]), from.Methods[1:]
			}
		}
	case 12:
		if len(p.Services) > 0 {
			for _, m := range pick(w, p.Services).Methods {
				d := time.Duration(w.IntN(5)) * time.Second
				m.Timeout, m.Oneway, m.ID, m.Errors = &d, w.IntN(2) == 0, uint32(w.IntN(9)), m.Errors[:w.IntN(len(m.Errors)+1)]
			}
		}
	case 13:
		p.Wires = []schema.Ident{{Name: pick(w, []string{"frame", "rpch", "prpc"})}}
	case 14:
		if len(p.Messages) > 0 {
			m := pick(w, p.Messages)
			m.Deprecated, m.Options = "gone soon", []schema.Option{{Name: "a.b", Value: schema.Value{Kind: schema.StringValue, Text: fresh}}}
		}
	case 15:
		slices.Reverse(p.Messages)
		slices.Reverse(p.Services)
	}
}

func (w *world) someFields(p *schema.Package) *[]*schema.Field {
	if len(p.Services) > 0 && w.IntN(2) == 0 {
		if s := pick(w, p.Services); len(s.Methods) > 0 {
			return &pick(w, s.Methods).Params
		}
	}
	if len(p.Messages) == 0 {
		return nil
	}
	return &pick(w, p.Messages).Fields
}

func (w *world) editFields(p *schema.Package, fields *[]*schema.Field, fresh string) {
	fs := *fields
	if len(fs) == 0 || w.IntN(6) == 0 {
		*fields = append(fs, &schema.Field{Decl: schema.Decl{Name: fresh}, Number: 20 + w.IntN(3), Type: w.typ(p), Presence: schema.Plain})
		return
	}
	i, f := w.IntN(len(fs)), (*schema.Field)(nil)
	f = fs[i]
	switch w.IntN(8) {
	case 0:
		*fields = slices.Delete(fs, i, i+1)
	case 1:
		f.Name = fresh
	case 2:
		other := pick(w, fs)
		f.Name, other.Name = other.Name, f.Name
	case 3:
		f.Number = 1 + w.IntN(9)
	case 4:
		f.Type = w.typ(p)
	case 5:
		f.Presence, f.OneOf = schema.Optional, ""
	case 6:
		f.Default, f.Max, f.Retired, f.JSON = &schema.Value{Kind: schema.NumberValue, Text: "3"}, &schema.Value{Kind: schema.NumberValue, Text: "9"}, "no use", fresh
	case 7:
		slices.Reverse(fs)
	}
}

func (w *world) renameMessage(p *schema.Package, m *schema.Message, to string) {
	from := m.Name
	rename := func(fs []*schema.Field) {
		for _, f := range fs {
			for t := &f.Type; t != nil; t = t.Elem {
				if t.Kind == schema.KindRef && (t.Name == from || strings.HasPrefix(t.Name, from+".")) {
					t.Name = to + t.Name[len(from):]
				}
			}
		}
	}
	for _, m := range p.Messages {
		rename(m.Fields)
		if m.Name == from || strings.HasPrefix(m.Name, from+".") {
			m.Name = to + m.Name[len(from):]
		}
	}
	for _, s := range p.Services {
		for _, m := range s.Methods {
			rename(m.Params)
			if m.Returns != nil {
				rename([]*schema.Field{m.Returns})
			}
		}
	}
}

func link(ps []*schema.Package) *schema.Schema {
	s, _ := schema.Link(ps, nil)
	return s
}

// random returns the contracts of a seed before and after some edits.
func random(seed uint64, edits int) (old, new *schema.Schema) {
	a, b := newWorld(seed).packages(), newWorld(seed).packages()
	w := newWorld(seed + 1<<32)
	for range edits {
		w.edit(b)
	}
	return link(a), link(b)
}

const rounds = 1000

func TestNothingChanged(t *testing.T) {
	for seed := range uint64(rounds) {
		a, b := random(seed, 0)
		if got := Schemas(a, b).Changes; len(got) > 0 {
			t.Fatalf("seed %d: %s", seed, got[0].ID())
		}
	}
}

func TestMirror(t *testing.T) {
	type fact struct {
		kind     Kind
		old, new schema.Node
		from, to string
	}
	seen := 0
	for seed := range uint64(rounds) {
		if linkErrors(seed, 1+int(seed%6)) {
			continue
		}
		a, b := random(seed, 1+int(seed%6))
		there, back := map[fact]int{}, map[fact]int{}
		for _, c := range Schemas(a, b).Changes {
			if c.Kind != ReservedRemoved {
				there[fact{c.Kind, c.Old, c.New, retired(c, c.From), retired(c, c.To)}]++
				seen++
			}
		}
		for _, c := range Schemas(b, a).Changes {
			if c.Kind != ReservedRemoved {
				back[fact{mirrored(c.Kind), c.New, c.Old, retired(c, c.To), retired(c, c.From)}]++
			}
		}
		for f, n := range there {
			if back[f] != n {
				t.Fatalf("seed %d: %s %s>%s is there %d times, back %d times", seed, f.kind, f.from, f.to, n, back[f])
			}
			delete(back, f)
		}
		for f := range back {
			t.Fatalf("seed %d: %s %s>%s is back and not there", seed, f.kind, f.from, f.to)
		}
	}
	if seen < rounds {
		t.Errorf("%d rounds found %d changes only", rounds, seen)
	}
}

// retired leaves out the text of a retirement: only the one that is taken back
// has any.
func retired(c Change, text string) string {
	if c.Kind == FieldRetired || c.Kind == MethodParamRetired {
		return ""
	}
	return text
}

func mirrored(k Kind) Kind {
	if s, ok := strings.CutSuffix(string(k), "-added"); ok {
		return Kind(s + "-removed")
	}
	if s, ok := strings.CutSuffix(string(k), "-removed"); ok {
		return Kind(s + "-added")
	}
	return k
}

// TestRandomEdits holds every report to its own promises.
func TestRandomEdits(t *testing.T) {
	known := map[Kind]bool{}
	for _, k := range Kinds {
		known[k] = true
	}
	for seed := range uint64(rounds) {
		a, b := random(seed, 1+int(seed%9))
		if linkErrors(seed, 1+int(seed%9)) {
			continue
		}
		r := Schemas(a, b)
		ids := map[string]bool{}
		for _, c := range r.Changes {
			if id := c.ID(); ids[id] {
				t.Fatalf("seed %d: %s stands twice", seed, id)
			} else {
				ids[id] = true
			}
			switch {
			case !known[c.Kind]:
				t.Fatalf("seed %d: unknown kind %s", seed, c.Kind)
			case c.Old == nil && c.New == nil, c.Old != nil && c.Subject != c.Old.FullName(), c.Old == nil && c.Subject != c.New.FullName():
				t.Fatalf("seed %d: %s has subject %q", seed, c.ID(), c.Subject)
			}
			r.Place(c)
			if c.Old != nil && c.New != nil && (r.Partner(c.Old) != c.New || r.Partner(c.New) != c.Old) {
				t.Fatalf("seed %d: %s changes two that are no partners", seed, c.ID())
			}
		}
		again := Schemas(a, b)
		for i, c := range r.Changes {
			if again.Changes[i].ID() != c.ID() {
				t.Fatalf("seed %d: the order is another the second time", seed)
			}
		}
	}
}

// linkErrors reports whether the edited contract names something twice: ids
// are unique only where names are.
func linkErrors(seed uint64, edits int) bool {
	b := newWorld(seed).packages()
	w := newWorld(seed + 1<<32)
	for range edits {
		w.edit(b)
	}
	_, list := schema.Link(b, nil)
	return slices.ContainsFunc(list, func(d diagnostic) bool { return strings.Contains(d.Message, "twice") })
}
