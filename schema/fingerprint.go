package schema

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"
)

// Fingerprint returns what peers compare to see that they speak of the same
// contract: the first 8 bytes of SHA-256 over the canonical JSON, in the form
// of RFC 8785, of the service's package and of all that it reaches in others.
// Documentation, deprecations, free options, places, languages, versions and
// the order of the source do not count: elements stand by name, fields and
// enum values by number; params are numbered, so their order does count.
func Fingerprint(s *Service) [8]byte {
	sum := sha256.Sum256(fingerprintText(s.Parent))
	return [8]byte(sum[:8])
}

func fingerprintText(p *Package) []byte {
	r := &reacher{own: p, seen: map[Node]bool{}, others: map[*Package]*jsonPackage{}}
	doc := jsonDoc{Version: FormatVersion, Packages: []jsonPackage{r.enc.pkg(p)}}
	for _, m := range p.Messages {
		r.fields(m.Fields)
	}
	for _, e := range p.Errors {
		r.fields(e.Fields)
	}
	for _, c := range p.Consts {
		r.typ(&c.Type)
	}
	for _, s := range p.Services {
		r.service(s)
	}
	for _, other := range r.others {
		doc.Packages = append(doc.Packages, *other)
	}
	byName(doc.Packages, func(p *jsonPackage) *jsonDecl { return &p.jsonDecl })
	for i := range doc.Packages {
		neutral(&doc.Packages[i])
	}
	text, err := json.Marshal(doc)
	if err != nil {
		panic("schema: " + err.Error()) // plain structs of text and numbers
	}
	return canonical(text)
}

// reacher collects what a package reaches in others.
type reacher struct {
	enc    encoder
	own    *Package
	seen   map[Node]bool
	others map[*Package]*jsonPackage
}

// meet reports whether n stands in another package and was not met before, and
// returns what is collected of that package.
func (r *reacher) meet(n Node) (*jsonPackage, bool) {
	p := PackageOf(n)
	if p == r.own || p == nil || r.seen[n] {
		return nil, false
	}
	r.seen[n] = true
	if r.others[p] == nil {
		r.others[p] = &jsonPackage{jsonDecl: jsonDecl{Name: p.Name}}
	}
	return r.others[p], true
}

func (r *reacher) fields(fields []*Field) {
	for _, f := range fields {
		r.typ(&f.Type)
	}
}

func (r *reacher) typ(t *Type) {
	if t.Key != nil {
		r.typ(t.Key)
	}
	if t.Elem != nil {
		r.typ(t.Elem)
	}
	switch n := t.Target.(type) {
	case *Message:
		if p, ok := r.meet(n); ok {
			p.Messages = append(p.Messages, r.enc.message(n))
			r.fields(n.Fields)
		}
	case *Enum:
		if p, ok := r.meet(n); ok {
			p.Enums = append(p.Enums, r.enc.enum(n))
		}
	}
}

func (r *reacher) service(s *Service) {
	for _, m := range s.Methods {
		r.fields(m.Params)
		if m.Returns != nil {
			r.typ(&m.Returns.Type)
		}
		for _, ref := range m.Errors {
			if e := ref.Target; e != nil {
				if p, ok := r.meet(e); ok {
					p.Errors = append(p.Errors, r.enc.declared(e))
					r.fields(e.Fields)
				}
			}
		}
	}
	if s.Super != nil {
		if p, ok := r.meet(s.Super); ok {
			p.Services = append(p.Services, r.enc.service(s.Super))
			r.service(s.Super)
		}
	}
}

// neutral takes out of p what does not count, and brings the rest into order.
func neutral(p *jsonPackage) {
	p.Language, p.Path, p.Version, p.Imported, p.Imports, p.Files = "", "", "", false, nil, nil
	bare(&p.jsonDecl)
	slices.Sort(p.Wires)
	for i := range p.Services {
		s := &p.Services[i]
		slices.Sort(s.Wires)
		blocks(s.On)
		for k := range s.Methods {
			m := &s.Methods[k]
			blocks(m.On)
			fields(m.Params)
			if m.Returns != nil {
				bare(&m.Returns.jsonDecl)
			}
			slices.SortStableFunc(m.Errors, func(a, b jsonThrown) int { return cmp.Compare(a.Number, b.Number) })
		}
		byName(s.Methods, func(m *jsonMethod) *jsonDecl { return &m.jsonDecl })
	}
	for i := range p.Messages {
		body(&p.Messages[i])
	}
	for i := range p.Errors {
		body(&p.Errors[i].jsonMessage)
	}
	for i := range p.Enums {
		values := p.Enums[i].Values
		byName(values, func(v *jsonEnumValue) *jsonDecl { return &v.jsonDecl })
		slices.SortStableFunc(values, func(a, b jsonEnumValue) int { return cmp.Compare(a.Number, b.Number) })
		reserved(p.Enums[i].Reserved)
	}
	byName(p.Services, func(s *jsonService) *jsonDecl { return &s.jsonDecl })
	byName(p.Messages, func(m *jsonMessage) *jsonDecl { return &m.jsonDecl })
	byName(p.Errors, func(e *jsonError) *jsonDecl { return &e.jsonDecl })
	byName(p.Enums, func(e *jsonEnum) *jsonDecl { return &e.jsonDecl })
	byName(p.Consts, func(c *jsonConst) *jsonDecl { return &c.jsonDecl })
}

func body(m *jsonMessage) {
	blocks(m.On)
	fields(m.Fields)
	byName(m.OneOfs, func(o *jsonDecl) *jsonDecl { return o })
	reserved(m.Reserved)
}

func fields(list []jsonField) {
	for i := range list {
		list[i].Implicit = false
		bare(&list[i].jsonDecl)
	}
	slices.SortStableFunc(list, func(a, b jsonField) int { return cmp.Compare(a.Number, b.Number) })
}

func reserved(r *jsonReserved) {
	if r != nil {
		slices.Sort(r.Names)
		slices.SortFunc(r.Ranges, func(a, b jsonRange) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	}
}

func blocks(list []jsonBlock) {
	for i := range list {
		slices.SortStableFunc(list[i].Attrs, func(a, b jsonAttr) int { return strings.Compare(a.Name, b.Name) })
	}
	slices.SortStableFunc(list, func(a, b jsonBlock) int { return strings.Compare(a.Wire, b.Wire) })
}

// byName sorts elements by name and takes out of each what does not count.
func byName[T any](list []T, decl func(*T) *jsonDecl) {
	for i := range list {
		bare(decl(&list[i]))
	}
	slices.SortStableFunc(list, func(a, b T) int { return strings.Compare(decl(&a).Name, decl(&b).Name) })
}

func bare(d *jsonDecl) {
	d.Doc, d.Deprecated, d.Options, d.At, d.NameAt = "", "", nil, "", ""
	slices.Sort(d.Was)
}
