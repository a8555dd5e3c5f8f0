package gosrc

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// directive is one comment //rpc:KIND words….
type directive struct {
	kind  string
	src   *source
	span  diag.Span // of the whole
	words []word
	used  bool
}

// word is KEY, or KEY=VALUE, with places.
type word struct {
	key, value string
	given      bool
	keyAt, at  diag.Span // of the key, of the value (of the key where there is none)
}

// kinds says which words a directive has, which come first without a key, and
// what it stands above.
type kindOf struct {
	name   string
	first  string   // what a first word without a key is, "" where there is none
	keys   []string // nil: any
	above  string
	second string // what the rest of the line is then, "" where there is none
}

var kinds = []kindOf{
	{"package", "name", []string{"name", "version", "wires", "was", "deprecated"}, "the package clause", ""},
	{"service", "", []string{"id", "name", "wires", "was"}, "an interface", ""},
	{"method", "", []string{"id", "name", "timeout", "idempotent", "errors", "oneway", "compress", "was"}, "a method of an interface", ""},
	{"param", "name", []string{"name", "tag"}, "a method of an interface", "tag"},
	{"message", "", []string{"name", "stored", "was"}, "a struct", ""},
	{"error", "", []string{"code", "name", "was"}, "a struct", ""},
	{"enum", "", []string{"name", "closed", "was"}, "an integer type", ""},
	{"value", "", []string{"name", "was", "deprecated"}, "a constant of an enum", ""},
	{"reserved", "", []string{"ids", "names"}, "a struct or an enum", ""},
	{"wire", "wire", nil, "an interface, a method or a struct", ""},
	{"const", "", []string{"name", "was"}, "a constant", ""},
}

func kindNamed(name string) *kindOf {
	i := slices.IndexFunc(kinds, func(k kindOf) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return &kinds[i]
}

// directives reads all of a file.
func (r *reader) directives(s *source) []*directive {
	from := len(r.all)
	for _, g := range s.ast.Comments {
		for _, c := range g.List {
			if !strings.HasPrefix(c.Text, string(mark)) {
				continue
			}
			if !r.count(s, c) {
				return r.all[from:]
			}
			d := r.directive(s, c)
			r.said[g] = append(r.said[g], d)
			r.all = append(r.all, d)
		}
	}
	return r.all[from:]
}

func (r *reader) directive(s *source, c *ast.Comment) *directive {
	text, base := strings.TrimRight(c.Text, " \t\r"), s.offset(c.Pos())
	d := &directive{src: s, span: s.file.Span(base, base+len(text))}
	i := len(mark)
	for i < len(text) && text[i] != ' ' && text[i] != '\t' {
		i++
	}
	d.kind = text[len(mark):i]
	k := kindNamed(d.kind)
	if k == nil {
		d.used = true
		var names []string
		for _, k := range kinds {
			names = append(names, k.name)
		}
		r.unknown(s.file.Span(base+len(mark), base+i), "there is no directive //rpc:"+d.kind, d.kind, names)
		return d
	}
	for n := 0; ; n++ {
		for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
			i++
		}
		if i == len(text) {
			return d
		}
		start, eq := i, -1
		if n == 1 && k.second != "" { // the rest of the line
			i = len(text)
		}
		for quoted := byte(0); i < len(text) && (quoted != 0 || text[i] != ' ' && text[i] != '\t'); i++ {
			switch c := text[i]; {
			case quoted == 0 && c == '=' && eq < 0:
				eq = i
			case quoted == '"' && c == '\\':
				i++
			case quoted == 0 && (c == '"' || c == '`') && (i == start || text[i-1] == '='):
				quoted = c
			case quoted == c:
				quoted = 0
			}
		}
		i = min(i, len(text))
		at := func(a, b int) diag.Span { return s.file.Span(base+a, base+b) }
		w := word{key: text[start:i], keyAt: at(start, i), at: at(start, i)}
		switch {
		case eq > start && !(n == 0 && k.first != "") && !(n == 1 && k.second != ""):
			w = word{key: text[start:eq], value: r.unquoted(text[eq+1:i], at(eq+1, i)), given: true, keyAt: at(start, eq), at: at(eq+1, i)}
		case n == 0 && k.first != "":
			w.value, w.key, w.given = r.unquoted(w.key, w.at), k.first, true
		case n == 1 && k.second != "":
			w.value, w.key, w.given = r.unquoted(w.key, w.at), k.second, true
		}
		r.addWord(d, k, w)
	}
}

func (r *reader) addWord(d *directive, k *kindOf, w word) {
	if k.keys != nil && !slices.Contains(k.keys, w.key) {
		r.unknown(w.keyAt, "//rpc:"+k.name+" has no word "+strconv.Quote(w.key), w.key, k.keys)
		return
	}
	if d.word(w.key) != nil {
		r.errorf(w.keyAt, "//rpc:%s says %s twice", k.name, w.key).Help = "keep one"
		return
	}
	d.words = append(d.words, w)
}

// unquoted takes the quotes off a value.
func (r *reader) unquoted(text string, at diag.Span) string {
	if text == "" || text[0] != '"' && text[0] != '`' {
		return text
	}
	value, err := strconv.Unquote(text)
	if err != nil {
		r.errorf(at, "the value %s is no text in quotes", text).Help = "a value with blanks stands in quotes, as a Go string"
	}
	return value
}

// unknown reports a word that isn't known, with the nearest that is.
func (r *reader) unknown(at diag.Span, message, name string, known []string) {
	d := r.errorf(at, "%s", message)
	d.Help = "known are " + strings.Join(known, ", ")
	if near := diag.Nearest(name, known); near != "" {
		d.Help = "did you mean " + near + "?"
		d.Fixes = []diag.Fix{{Message: "write " + near, Edits: []diag.Edit{{Span: at, Text: near}}}}
	}
}

// at returns the directives of a comment that may stand above what, and reports
// the others of the comment.
func (r *reader) at(g commentGroup, what string, allowed ...string) []*directive {
	if g == nil {
		return nil
	}
	var found []*directive
	for _, d := range r.said[g] {
		if d.used {
			continue
		}
		d.used = true
		if !slices.Contains(allowed, d.kind) {
			e := r.errorf(d.span, "//rpc:%s stands above %s", d.kind, what)
			e.Help = "it stands above " + kindNamed(d.kind).above
			continue
		}
		for _, other := range found {
			if other.kind == d.kind && d.kind != "wire" && d.kind != "param" {
				e := r.errorf(d.span, "//rpc:%s stands twice above %s", d.kind, what)
				e.Help = "say it in one line"
				e.Related = []diag.Related{{Message: "the first is here", Span: other.span}}
			}
		}
		found = append(found, d)
	}
	return found
}

// dangling reports directives that stand above nothing.
func (r *reader) dangling() {
	for _, d := range r.all {
		if k := kindNamed(d.kind); !d.used && k != nil {
			r.errorf(d.span, "//rpc:%s stands above nothing that it is for", d.kind).Help = "put it directly above " + k.above + ", without an empty line between"
		}
	}
}
