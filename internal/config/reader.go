package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
)

// reader reads one workspace file.
type reader struct {
	file  *diag.File
	known Known
	list  diag.List
}

func nativeBody(f *hcl.File) (*hclsyntax.Body, bool) {
	b, ok := f.Body.(*hclsyntax.Body)
	return b, ok
}

func (r *reader) span(g hcl.Range) diag.Span { return hclsrc.Span(r.file, g) }

func (r *reader) errorf(at diag.Span, format string, args ...any) *diag.Diagnostic {
	return r.list.Add("config", at, fmt.Sprintf(format, args...))
}

// unknown reports a name that is none of those known, with the nearest.
func (r *reader) unknown(at diag.Span, what, name string, known []string) {
	d := r.errorf(at, "unknown %s %s", what, name)
	if near := diag.Nearest(name, known); near != "" {
		d.Help = "did you mean " + near + "?"
	} else if len(known) > 0 && len(known) <= 16 {
		d.Help = "known are " + strings.Join(known, ", ")
	}
}

// attr reads one attribute of a block.
type attr struct {
	name     string
	required bool
	read     func(*hclsyntax.Attribute)
}

// block reads one kind of block within another.
type block struct {
	name   string
	labels int // 0 or 1
	once   bool
	read   func(*hclsyntax.Block)
}

// body reads a body in source order. What it doesn't know, what stands twice
// and may not, and what is missing is reported; at is the place of the block,
// called what.
func (r *reader) body(b *hclsyntax.Body, what string, at diag.Span, attrs []attr, blocks []block) {
	for _, a := range hclsrc.Attributes(b) {
		i := slices.IndexFunc(attrs, func(k attr) bool { return k.name == a.Name })
		if i < 0 {
			r.unknownAttr(a, what, attrs, blocks)
			continue
		}
		attrs[i].read(a)
	}
	for _, a := range attrs {
		if a.required && b.Attributes[a.name] == nil {
			r.errorf(at, "%s has no %s", what, a.name).Help = "add " + a.name + " = …"
		}
	}
	first := map[string]*hclsyntax.Block{}
	for _, s := range b.Blocks {
		i := slices.IndexFunc(blocks, func(k block) bool { return k.name == s.Type })
		switch {
		case i < 0:
			r.unknownBlock(s, what, attrs, blocks)
			continue
		case len(s.Labels) != blocks[i].labels:
			d := r.errorf(r.span(s.TypeRange), "%s has %d labels, and takes %d", s.Type, len(s.Labels), blocks[i].labels)
			d.Help = "write " + s.Type + strings.Repeat(` "NAME"`, blocks[i].labels) + " { … }"
			continue
		case first[s.Type] != nil && blocks[i].once:
			r.twice(r.span(s.TypeRange), r.span(first[s.Type].TypeRange), s.Type+" stands twice in "+what)
		}
		if first[s.Type] == nil {
			first[s.Type] = s
		}
		blocks[i].read(s)
	}
}

func (r *reader) unknownAttr(a *hclsyntax.Attribute, what string, attrs []attr, blocks []block) {
	at := r.span(a.NameRange)
	for _, k := range blocks {
		if k.name == a.Name {
			r.errorf(at, "%s is a block in %s", a.Name, what).Help = "write " + a.Name + strings.Repeat(` "NAME"`, k.labels) + " { … }, without ="
			return
		}
	}
	var names []string
	for _, k := range attrs {
		names = append(names, k.name)
	}
	r.unknown(at, "attribute", a.Name+" in "+what, nil)
	r.nearest(a.Name, names)
}

func (r *reader) unknownBlock(b *hclsyntax.Block, what string, attrs []attr, blocks []block) {
	at := r.span(b.TypeRange)
	for _, k := range attrs {
		if k.name == b.Type {
			r.errorf(at, "%s is an attribute in %s", b.Type, what).Help = "write " + b.Type + " = …"
			return
		}
	}
	var names []string
	for _, k := range blocks {
		names = append(names, k.name)
	}
	r.unknown(at, "block", b.Type+" in "+what, nil)
	r.nearest(b.Type, names)
}

// nearest helps with the problem reported last.
func (r *reader) nearest(name string, names []string) {
	d := &r.list[len(r.list)-1]
	if near := diag.Nearest(name, names); near != "" {
		d.Help = "did you mean " + near + "?"
	} else if len(names) > 0 {
		d.Help = "known are " + strings.Join(names, ", ")
	} else {
		d.Help = "take it out"
	}
}

func (r *reader) twice(at, first diag.Span, message string) {
	d := r.errorf(at, "%s", message)
	d.Related = []diag.Related{{Message: "first here", Span: first}}
	d.Help = "take one of them out"
}

// label returns the one label of a block, without its quotes.
func (r *reader) label(b *hclsyntax.Block) schema.Ident {
	at := r.span(b.LabelRanges[0])
	if text := r.file.Text[at.Start().Offset:at.End().Offset]; len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		at = r.file.Span(at.Start().Offset+1, at.End().Offset-1)
	}
	return schema.Ident{Name: b.Labels[0], Span: at}
}

// labels reports a label that another block of the kind has.
type labels map[string]diag.Span

func (l labels) check(r *reader, kind string, id schema.Ident) {
	if first, taken := l[id.Name]; taken {
		r.twice(id.Span, first, kind+" "+strconv.Quote(id.Name)+" stands twice")
		return
	}
	l[id.Name] = id.Span
}
