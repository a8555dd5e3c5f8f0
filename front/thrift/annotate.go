package thrift

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// annotation is (NAME = "VALUE") behind an element; value is nil where there is
// none.
type annotation struct {
	name            string
	value           *string
	span, valueSpan diag.Span
}

// annotations reads them where they stand.
func (p *parser) annotations() []annotation {
	var list []annotation
	begin := p.tok
	if !p.accept("(") {
		return nil
	}
	p.members("the list of annotations", ")", begin, func() bool {
		if p.tok.kind != word || keyword(p.word()) {
			p.unexpected("expected the name of an annotation").Help = `annotations are (NAME = "VALUE", NAME)`
			return false
		}
		a := annotation{name: p.word(), span: p.span(p.tok, p.tok)}
		p.advance()
		if p.accept("=") {
			at := p.tok
			s, ok := p.plain("the value of " + a.name)
			if !ok {
				return false
			}
			a.value, a.valueSpan = &s, p.inner(at)
		}
		p.separator()
		list = append(list, a)
		return true
	})
	return list
}

// The words that begin with this say what Thrift has none for.
const ours = "rpcctl."

// meaning takes the value of one such word. It returns what would be right, ""
// where it is.
type meaning func(value string, at diag.Span) (want string)

// annotate gives an element its annotations. known are the words that only some
// elements have, without their beginning; where nil all take these alone:
//
//	deprecated          as Thrift's own generators have it
//	rpcctl.was          names that it had before
//	rpcctl.name         its name, where that can't be said
//	rpcctl.doc          documentation that can't be said in a comment
func (p *parser) annotate(d *schema.Decl, list []annotation, known map[string]meaning) {
	if len(list) == 0 {
		return
	}
	words := map[string]meaning{
		"was": p.identsInto(&d.Was),
		"name": func(s string, _ diag.Span) string {
			p.doc.written[d], d.Name = d.Name, s
			return wantIf(!dotted(s), "a name")
		},
		"doc": func(s string, _ diag.Span) string { d.Doc = strings.ToValidUTF8(s, "\uFFFD"); return "" },
	}
	maps.Copy(words, known)
	seen := map[string]annotation{}
	for _, a := range list {
		word, is := strings.CutPrefix(a.name, ours)
		if !is && a.name != "deprecated" {
			p.keep(d, a)
			continue
		}
		if first, twice := seen[a.name]; twice {
			e := p.addAt("parse", a.span, a.name+" stands twice on "+d.Name)
			e.Related, e.Help = []diag.Related{{Message: "first here", Span: first.span}}, "take one out"
			continue
		}
		seen[a.name] = a
		if !is {
			if d.Deprecated = "true"; a.value != nil && *a.value != "" {
				d.Deprecated = *a.value
			}
			continue
		}
		value, at := "true", a.span
		if a.value != nil {
			value, at = *a.value, a.valueSpan
		}
		mean := words[word]
		if rest, on := strings.CutPrefix(word, "on."); on && words["on"] != nil {
			mean = func(s string, at diag.Span) string { return words["on"](rest+"="+s, at) }
		}
		if word == "on" || mean == nil {
			e := p.addAt("parse", a.span, d.Name+" has the unknown annotation "+a.name)
			if near := diag.Nearest(word, slices.Sorted(maps.Keys(words))); near != "" {
				e.Help = "did you mean " + ours + near + "?"
			} else {
				e.Help = "words of " + ours + " here are " + strings.Join(slices.Sorted(maps.Keys(words)), ", ")
			}
		} else if want := mean(value, at); want != "" {
			p.addAt("parse", at, a.name+" of "+d.Name+" is not "+want).Help = "write " + a.name + ` = "…" with ` + want
		}
	}
}

// keep makes an annotation an option.
func (p *parser) keep(d *schema.Decl, a annotation) {
	v := schema.Value{Kind: schema.BoolValue, Text: "true", Span: a.span}
	if a.value != nil {
		v = schema.Value{Kind: schema.StringValue, Text: strings.ToValidUTF8(*a.value, "\uFFFD"), Span: a.valueSpan}
	}
	d.Options = append(d.Options, schema.Option{Name: a.name, Value: v, Span: a.span})
}

func wantIf(wrong bool, what string) string {
	if wrong {
		return what
	}
	return ""
}

func textInto(to *string) meaning {
	return func(s string, _ diag.Span) string { *to = s; return "" }
}

func flagInto(to *bool) meaning {
	return func(s string, _ diag.Span) string {
		*to = s == "true"
		return wantIf(s != "true" && s != "false", "true or false")
	}
}

func numberInto(to *uint32) meaning {
	return func(s string, _ diag.Span) string {
		n, err := strconv.ParseUint(s, 10, 32)
		*to = uint32(n)
		return wantIf(err != nil, "a number from 0 to "+strconv.Itoa(math.MaxUint32))
	}
}

func valueInto(to **schema.Value, kind schema.ValueKind) meaning {
	return func(s string, at diag.Span) string {
		v := schema.Value{Kind: kind, Text: s, Span: at}
		if kind == schema.NumberValue {
			if !isNumber(s) {
				return "a number"
			}
			v.Text = plainNumber(s)
		}
		*to = &v
		return ""
	}
}

// isNumber reports whether s is a number and nothing else.
func isNumber(s string) bool {
	l := lexer{text: []byte(s)}
	if s == "" || len(s) > 400 || !l.numeric(0) {
		return false
	}
	t := l.number()
	return t.end == len(s) && !isHexText(s)
}

// identsInto takes names with commas between.
func (p *parser) identsInto(to *[]schema.Ident) meaning {
	return func(s string, at diag.Span) string {
		list := []schema.Ident{}
		for name := range strings.SplitSeq(s, ",") {
			if name = strings.TrimSpace(name); name == "" && s == "" {
				break
			}
			list = append(list, schema.Ident{Name: name, Span: at})
			if !dotted(strings.ReplaceAll(name, "-", "_")) {
				return "names with commas between"
			}
		}
		*to = list
		return ""
	}
}

func (p *parser) packageWords() map[string]meaning {
	return map[string]meaning{"version": textInto(&p.doc.pkg.Version), "wires": p.identsInto(&p.doc.pkg.Wires)}
}

func (p *parser) serviceWords(s *schema.Service) map[string]meaning {
	return map[string]meaning{"id": numberInto(&s.ID), "wires": p.identsInto(&s.Wires), "on": onWire(&s.On)}
}

func (p *parser) methodWords(m *schema.Method) map[string]meaning {
	words := map[string]meaning{
		"id": numberInto(&m.ID), "idempotent": flagInto(&m.Idempotent), "compress": textInto(&m.Compress), "on": onWire(&m.On),
		"timeout": func(s string, _ diag.Span) string {
			t, err := time.ParseDuration(s)
			m.Timeout = &t
			return wantIf(err != nil || t <= 0, "a duration such as 200ms")
		},
	}
	if m.Returns != nil {
		words["returns"] = p.typeInto(m.Returns)
	}
	return words
}

// messageWords are those of a struct, a union or the body of an exception.
func (p *parser) messageWords(m *schema.Message, e *schema.Error) map[string]meaning {
	words := map[string]meaning{"reserved": reservedInto(&m.Reserved), "stored": flagInto(&m.Stored), "on": onWire(&m.On)}
	if e != nil {
		words["code"] = func(s string, at diag.Span) string { e.CodeSpan = at; return numberInto(&e.Code)(s, at) }
	} else if len(m.OneOfs) == 1 {
		words["oneof"] = func(s string, _ diag.Span) string {
			m.OneOfs[0].Name = s
			for _, f := range m.Fields {
				f.OneOf = s
			}
			return wantIf(!schema.Identifier(s), "a name")
		}
	}
	return words
}

func (p *parser) enumWords(e *schema.Enum) map[string]meaning {
	return map[string]meaning{"reserved": reservedInto(&e.Reserved), "closed": flagInto(&e.Closed)}
}

func (p *parser) fieldWords(f *schema.Field) map[string]meaning {
	return map[string]meaning{
		"type": p.typeInto(f), "json": textInto(&f.JSON), "encoding": textInto(&f.Encoding), "retired": textInto(&f.Retired),
		"min": valueInto(&f.Min, schema.NumberValue), "max": valueInto(&f.Max, schema.NumberValue),
		"max_len": valueInto(&f.MaxLen, schema.NumberValue), "pattern": valueInto(&f.Pattern, schema.StringValue),
		"oneof": func(s string, _ diag.Span) string { f.OneOf = s; return wantIf(!schema.Identifier(s), "a name") },
		"packed": func(s string, at diag.Span) string {
			f.Packed = new(bool)
			return flagInto(f.Packed)(s, at)
		},
		"default": func(s string, at diag.Span) string {
			if f.Type.Kind.Number() && isNumber(s) {
				return valueInto(&f.Default, schema.NumberValue)(s, at)
			}
			return valueInto(&f.Default, schema.StringValue)(s, at)
		},
	}
}

// typeInto takes a type as the contract language writes it, with full names.
func (p *parser) typeInto(f *schema.Field) meaning {
	return func(s string, at diag.Span) string {
		if rest, ok := strings.CutPrefix(s, "optional("); ok && f.Name == "" {
			f.Presence = schema.Optional // a result has no word for it
			s = strings.TrimSuffix(rest, ")")
		}
		if len(s) > 4096 {
			return "a type of the contract language"
		}
		t, wrong := schema.ParseType(s)
		if wrong != "" {
			return "a type of the contract language: " + wrong
		}
		place(&t, at)
		f.Type = t
		return ""
	}
}

// place gives a type and what is in it a span.
func place(t *schema.Type, at diag.Span) {
	t.Span = at
	for _, part := range []*schema.Type{t.Key, t.Elem} {
		if part != nil {
			place(part, at)
		}
	}
}

// reservedInto takes numbers, ranges of them, and names: "8, 10-19, theme".
func reservedInto(to *schema.Reserved) meaning {
	return func(s string, at diag.Span) string {
		for part := range strings.SplitSeq(s, ",") {
			if part = strings.TrimSpace(part); schema.Identifier(part) {
				to.Names = append(to.Names, schema.Ident{Name: part, Span: at})
				continue
			}
			cut := len(part)
			if i := strings.IndexByte(part[min(1, cut):], '-'); i >= 0 { // the first may be a sign
				cut = i + 1
			}
			from, err := strconv.ParseInt(part[:cut], 10, 64)
			last := from
			if err == nil && cut < len(part) {
				last, err = strconv.ParseInt(part[cut+1:], 10, 64)
			}
			if err != nil {
				return "numbers, ranges and names with commas between, such as 8, 10-19, old_name"
			}
			to.Ranges = append(to.Ranges, schema.NumberRange{From: from, To: last, Span: at})
		}
		return ""
	}
}

// onWire takes what a wire block says: rpcctl.on.WIRE.ATTRIBUTE = "VALUE".
func onWire(to *[]schema.WireBlock) meaning {
	return func(s string, at diag.Span) string {
		path, value, _ := strings.Cut(s, "=")
		wire, attr, ok := strings.Cut(path, ".")
		wire = strings.ReplaceAll(wire, "_", "-") // names of annotations have no dash
		if !ok || attr == "" || strings.Contains(attr, ".") {
			return "rpcctl.on.WIRE.ATTRIBUTE"
		}
		i := slices.IndexFunc(*to, func(b schema.WireBlock) bool { return b.Wire.Name == wire })
		if i < 0 {
			i = len(*to)
			*to = append(*to, schema.WireBlock{Wire: schema.Ident{Name: wire, Span: at}})
		}
		b := &(*to)[i]
		b.Attrs = append(b.Attrs, schema.WireAttr{Name: attr, Value: value, Span: at})
		return ""
	}
}
