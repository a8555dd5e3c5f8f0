package schema

import (
	"strconv"
	"strings"
)

// Identifier reports whether s is a name as contracts have them:
// [A-Za-z_][A-Za-z0-9_]*.
func Identifier(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return s != ""
}

func dotted(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if !Identifier(part) {
			return false
		}
	}
	return true
}

// TypeWord reports whether word means a type, so that no message or enum can
// have it for a name.
func TypeWord(word string) bool {
	switch word {
	case "list", "set", "map", "optional", "stream", "istream", "ostream":
		return true
	}
	_, ok := ScalarKind(word)
	return ok
}

func (l *linker) checkName(n Node) {
	d := n.Base()
	if !Identifier(d.Name) {
		l.badName(n, "a name is letters, digits and _, and does not begin with a digit")
	}
}

func (l *linker) badName(n Node, help string) {
	d := n.Base()
	l.errorf("link", n, d.NameSpan, quote(d.Name)+" is no name").Help = help
}

func (l *linker) checkPackageName(p *Package) {
	// A package without a name is a matter of the language: .proto has them.
	if p.Name != "" && !dotted(p.Name) || p.Name == "" && p.Language == "hcl" && p.NameSpan.Known() {
		l.badName(p, "a package's name is names with dots between them")
	}
}

// checkTypeName checks the name of a message or enum, which may be nested.
func (l *linker) checkTypeName(p *Package, n Node, d *Decl) {
	dot := strings.LastIndexByte(d.Name, '.')
	if !dotted(d.Name) {
		l.badName(n, "a name is letters, digits and _, and does not begin with a digit; that of a nested one is Outer.Inner")
		return
	}
	if last := d.Name[dot+1:]; p.Language != "gfj" && p.Language != "proto" && TypeWord(last) {
		l.errorf("link", n, d.NameSpan, n.FullName()+" has the name of a type").Help = "rename it"
	}
	if dot < 0 {
		return
	}
	if m := l.schema.member(d.full); m != nil {
		l.clash(n, m) // what is nested in a message is called as a field of it would be
	}
	outer := d.Name[:dot]
	if _, ok := l.schema.byName[join(p.full, outer)].(*Message); !ok && !p.Partial {
		e := l.errorf("link", n, d.NameSpan, n.FullName()+" is nested in "+outer+", which is no message of this package")
		l.suggest(e, p, "", outer, isType)
	}
}

func quote(s string) string { return strconv.Quote(s) }
