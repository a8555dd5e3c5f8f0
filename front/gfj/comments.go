package gfj

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// The comment forms that say something. See the package comment.
const (
	packageForm = "package:"
	paramsForm  = "params:"
	wasForm     = "was:"
	toolForm    = "rpcctl:"
)

// content returns the text of a comment without its marks, one blank before it
// and blanks after it, and the offset where it begins.
func (p *parser) content(c comment) (string, int) {
	start := c.start + 2
	if start < c.end && p.text[start] == ' ' {
		start++
	}
	return string(p.text[start:c.end]), start
}

// form returns the comment form that a comment's text has, "" where none.
func form(text string) string {
	for _, f := range []string{packageForm, paramsForm, wasForm, toolForm} {
		if strings.HasPrefix(text, f) {
			return f
		}
	}
	return ""
}

// names reads the list of names after a comment form. Where it is none, that
// is a warning and the comment counts as documentation.
func (p *parser) names(c comment, form string, dotted bool) ([]schema.Ident, bool) {
	text, start := p.content(c)
	start += len(form)
	var names []schema.Ident
	for part := range strings.SplitSeq(text[len(form):], ",") {
		name := strings.Trim(part, " \t")
		if !isName(name, dotted) {
			if form == paramsForm && name == "" && part == text[len(form):] {
				return nil, true // params: of a method without any
			}
			message, example := "the comment is no list of names and counts as documentation", " NAME, NAME"
			if form == packageForm {
				message, example = "the comment names no package and counts as documentation", " some.name, with letters, digits, _ and dots"
			}
			d := p.add(c.start, c.end, message)
			d.Severity = diag.Warning
			d.Help = "write // " + form + example + ", or begin the comment with another word"
			return nil, false
		}
		at := start + strings.Index(part, name)
		names = append(names, schema.Ident{Name: name, Span: p.problems.file.Span(at, at+len(name))})
		start += len(part) + 1
	}
	return names, true
}

func isName(s string, dotted bool) bool {
	if dotted {
		for part := range strings.SplitSeq(s, ".") {
			if !isName(part, false) {
				return false
			}
		}
		return true
	}
	for i := range len(s) {
		if !isNamePart(s[i]) {
			return false
		}
	}
	return s != "" && isNameStart(s[0])
}

// document fills in what the comments above a declaration say. m is the method
// that it is, or nil.
func (p *parser) document(d *schema.Decl, above []comment, m *schema.Method) {
	var doc []string
	var params *comment
	for _, c := range above {
		text, _ := p.content(c)
		switch f := form(text); {
		case f == toolForm:
			continue
		case f == wasForm:
			if names, ok := p.names(c, f, true); ok {
				d.Was = append(d.Was, names...)
				continue
			}
		case f == paramsForm && m != nil:
			if names, ok := p.names(c, f, false); ok {
				if params != nil {
					p.add(c.start, c.end, "the arguments of "+m.Name+" are named twice").Related =
						[]diag.Related{{Message: "first here", Span: p.problems.file.Span(params.start, params.end)}}
					continue
				}
				params = &c
				p.nameParams(m, c, names)
				continue
			}
		case f == packageForm && c.start > p.first:
			p.misplaced(c)
		}
		doc = append(doc, text)
	}
	d.Doc = join(doc)
}

// nameParams gives the params of m the names that its params comment has.
func (p *parser) nameParams(m *schema.Method, c comment, names []schema.Ident) {
	if len(names) != len(m.Params) {
		p.add(c.start, c.end, m.Name+" has "+count(len(m.Params), "argument")+", its comment names "+strconv.Itoa(len(names))).Help =
			"name each argument, in their order"
		return
	}
	for i, n := range names {
		m.Params[i].Name, m.Params[i].NameSpan = n.Name, n.Span
	}
}

// freeComments looks for the package's name in comments that stand above no line.
func (p *parser) freeComments(lines []comment, _ bool) { p.packageComments(lines) }

// packageComments looks for the package's name in a run of comments, and
// returns those that are left for what stands below: the lines after the name.
// The lines before it document the package.
func (p *parser) packageComments(lines []comment) []comment {
	for i := 0; i < len(lines) && !p.full(); i++ {
		text, _ := p.content(lines[i])
		if form(text) != packageForm {
			continue
		}
		if lines[i].start > p.first {
			p.misplaced(lines[i])
			continue
		}
		names, ok := p.names(lines[i], packageForm, true)
		switch {
		case !ok:
			continue
		case len(names) > 1:
			p.add(lines[i].start, lines[i].end, "the package has more than one name").Help = "write // package: NAME"
		case !p.pkg.NameSpan.Empty():
			p.add(lines[i].start, lines[i].end, "the package is named twice").Related =
				[]diag.Related{{Message: "first here", Span: p.pkg.NameSpan}}
		default:
			p.document(&p.pkg.Decl, lines[:i], nil)
			p.pkg.Name, p.pkg.NameSpan = names[0].Name, names[0].Span
		}
		lines = lines[i+1:]
		i = -1
	}
	return lines
}

// misplaced warns of a package's name that doesn't stand at the top.
func (p *parser) misplaced(c comment) {
	d := p.add(c.start, c.end, "the package's name stands below the file's first declaration and counts for nothing")
	d.Severity = diag.Warning
	d.Help = "write it above all declarations, or begin the comment with another word"
}

// join joins lines of documentation without the empty ones around them.
func join(lines []string) string {
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	return string(bytes.ToValidUTF8([]byte(text), []byte("\uFFFD")))
}

func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
