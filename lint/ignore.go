package lint

import (
	"bytes"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Ignore is one of the workspace's: findings of Rules (ids or categories) in
// files that match Paths are left out.
type Ignore struct {
	Paths  []string // globs with **; nil: every file
	Rules  []schema.Ident
	Reason string
	Until  string // 2006-01-02; "": for good
	Span   diag.Span
}

// mark is the comment "rpcctl:ignore RULE reason" above an element.
type mark struct {
	rule string
	span diag.Span // of the rule's id
	used bool
}

// suppress takes out what is ignored and adds what is wrong with the ignores.
func (r *run) suppress(rules []*Rule) diag.List {
	k := &ignores{run: r, rules: rules}
	k.readMarks()
	k.checkWorkspace()
	var list diag.List
	for i := range r.found {
		f := &r.found[i]
		if !k.marked(f) && !k.inWorkspace(f) && !r.opts.Baseline.covers(&f.Diagnostic) {
			list = append(list, f.Diagnostic)
		}
	}
	k.reportUnused()
	return append(list, k.list...)
}

// place is a line of a file.
type place struct {
	path string
	line int
}

type ignores struct {
	*run
	rules []*Rule
	marks []*mark // in the order of the packages and of the text
	above map[place][]*mark
	used  map[*schema.Ident]bool
	list  diag.List
}

func (k *ignores) report(code string, severity diag.Severity, at diag.Span, message, help string) {
	d := k.list.Add(code, at, message)
	d.Severity, d.Category, d.Help = severity, string(Correct), help
}

// running reports whether one of the rules of this run has the id.
func (k *ignores) running(id string) bool {
	return slices.ContainsFunc(k.rules, func(r *Rule) bool { return r.ID == id })
}

// checkID reports whether an ignore may name the id, and why not.
func (k *ignores) checkID(id schema.Ident, categories bool) bool {
	all := k.opts.AllRules
	if all == nil {
		all = k.rules
	}
	if slices.ContainsFunc(all, func(r *Rule) bool { return r.ID == id.Name }) || categories && slices.Contains(Categories, Category(id.Name)) {
		return true
	}
	known := append(slices.Clone(k.opts.Known), Own...)
	if i := slices.IndexFunc(known, func(e Entry) bool { return e.ID == id.Name }); i >= 0 {
		if known[i].Planned {
			return true
		}
		k.report("ignore-invalid", diag.Error, id.Span, "rule "+id.Name+" can't be ignored", "mend what it reports")
		return false
	}
	help := "rpcctl rules lists them all"
	if near := diag.Nearest(id.Name, ids(all, k.opts.Known)); near != "" {
		help = "did you mean " + near + "?"
	}
	k.report("ignore-invalid", diag.Error, id.Span, "an ignore names the unknown rule "+id.Name, help)
	return false
}

var ignoreWord = []byte("rpcctl:ignore")

// readMarks finds the comments in the files that the packages come from.
func (k *ignores) readMarks() {
	k.above = map[place][]*mark{}
	seen := map[string]bool{}
	look := func(n schema.Node) {
		path := n.Base().Span.Path()
		if f := k.opts.Sources[path]; f != nil && !seen[path] {
			seen[path] = true
			k.readFile(f)
		}
	}
	for _, p := range k.schema.Packages {
		if !k.opts.checks(p) {
			continue
		}
		look(p)
		for _, s := range p.Services {
			look(s)
		}
		for _, m := range p.Messages {
			look(m)
		}
		for _, e := range p.Enums {
			look(e)
		}
		for _, e := range p.Errors {
			look(e)
		}
		for _, c := range p.Consts {
			look(c)
		}
	}
}

// readFile finds the comments in a file. One that was let go has none.
func (k *ignores) readFile(f *diag.File) {
	for at := 0; ; {
		i := bytes.Index(f.Text[at:], ignoreWord)
		if i < 0 {
			return
		}
		at += i + len(ignoreWord)
		line := f.Pos(at).Line
		start := f.LineStart(line)
		if !commentOnly(f.Text[start : at-len(ignoreWord)]) {
			continue
		}
		k.readMark(f, line, string(f.Line(line)[at-start:]), at)
	}
}

// readMark reads what follows the word; at is its offset in the file.
func (k *ignores) readMark(f *diag.File, line int, text string, at int) {
	if text != "" && text[0] != ' ' && text[0] != '\t' {
		return // another word that begins like this one
	}
	rest := strings.TrimLeft(text, " \t")
	start := at + len(text) - len(rest)
	rest = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(rest, " \t"), "*/"), " \t")
	id, reason, _ := strings.Cut(rest, " ")
	span := f.Span(start, start+len(id))
	if id == "" {
		k.report("ignore-invalid", diag.Error, f.Span(at-len(ignoreWord), at), "an ignore names no rule", "write rpcctl:ignore RULE and why")
		return
	}
	ok := k.checkID(schema.Ident{Name: id, Span: span}, false)
	if strings.TrimSpace(reason) == "" {
		k.report("ignore-invalid", diag.Error, span, "the ignore of "+id+" gives no reason", "write the reason behind the rule")
		ok = false
	}
	if !ok {
		return
	}
	target := line + 1
	for f.Line(target) != nil && isComment(f.Line(target)) {
		target++
	}
	m := &mark{rule: id, span: span}
	k.marks = append(k.marks, m)
	above := place{f.Path, target}
	k.above[above] = append(k.above[above], m)
}

// commentOnly reports whether b is nothing but what opens a comment.
func commentOnly(b []byte) bool {
	b = bytes.TrimSpace(b)
	return string(b) == "#" || string(b) == "//" || string(b) == "/*" || string(b) == "*"
}

func isComment(line []byte) bool {
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte("#")) || bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("/*")) || bytes.HasPrefix(line, []byte("*"))
}

// marked reports whether a comment above the element, or above the line that the
// finding points at, ignores it.
func (k *ignores) marked(f *finding) bool {
	if len(k.marks) == 0 {
		return false
	}
	found := false
	for _, at := range [...]diag.Span{f.node.Base().Span, f.node.Base().NameSpan, f.Span} {
		for _, m := range k.above[place{at.Path(), at.Start().Line}] {
			if m.rule == f.Code {
				m.used, found = true, true
			}
		}
	}
	return found
}

// checkWorkspace checks the workspace's ignores before they are used.
func (k *ignores) checkWorkspace() {
	k.used = map[*schema.Ident]bool{}
	for i := range k.opts.Ignores {
		g := &k.opts.Ignores[i]
		if strings.TrimSpace(g.Reason) == "" {
			k.report("ignore-invalid", diag.Error, g.Span, "an ignore gives no reason", "add reason = \"…\"")
		}
		if g.Until != "" && k.opts.Today > g.Until {
			k.report("ignore-expired", diag.Error, g.Span, "an ignore was to last until "+g.Until, "mend what it ignores, or give it a later date and say why")
		}
		for _, p := range g.Paths {
			if !doublestar.ValidatePattern(p) {
				k.report("ignore-invalid", diag.Error, g.Span, "an ignore has the invalid path pattern "+p, "** is any number of folders, * any part of a name")
			}
		}
		g.Rules = slices.Clone(g.Rules)
		for j := range g.Rules {
			if !k.checkID(g.Rules[j], true) {
				k.used[&g.Rules[j]] = true // one report is enough
			}
		}
	}
}

func (k *ignores) inWorkspace(f *finding) bool {
	found := false
	for i := range k.opts.Ignores {
		g := &k.opts.Ignores[i]
		for j := range g.Rules {
			id := &g.Rules[j]
			if (id.Name == f.Code || id.Name == f.Category) && matches(g.Paths, f.Span.Path()) {
				k.used[id], found = true, true
			}
		}
	}
	return found
}

func matches(globs []string, path string) bool {
	return globs == nil || slices.ContainsFunc(globs, func(g string) bool { return doublestar.MatchUnvalidated(g, path) })
}

// reportUnused reports ignores that suppressed nothing, of rules that ran.
func (k *ignores) reportUnused() {
	for _, m := range k.marks {
		if !m.used && k.running(m.rule) {
			k.report("ignore-unused", diag.Warning, m.span, "the ignore of "+m.rule+" suppresses nothing", "take it out")
		}
	}
	if k.opts.Partial {
		return
	}
	for i := range k.opts.Ignores {
		g := &k.opts.Ignores[i]
		for j := range g.Rules {
			id := &g.Rules[j]
			ran := k.running(id.Name) || slices.ContainsFunc(k.rules, func(r *Rule) bool { return string(r.Category) == id.Name })
			if !k.used[id] && ran {
				at := id.Span
				if !at.Known() {
					at = g.Span
				}
				k.report("ignore-unused", diag.Warning, at, "the ignore of "+id.Name+" suppresses nothing", "take it out")
			}
		}
	}
}
