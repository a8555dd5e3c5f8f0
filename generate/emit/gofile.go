// Package emit holds the printers that targets write with.
package emit

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Ident is an exported name of another Go package. Printing one adds the
// import, so imports can't be wrong.
type Ident struct{ Path, Name string }

// GoFile is a Go file being printed.
type GoFile struct {
	header  []string
	doc     string
	pkg     string
	path    string // import path of the package itself: its names stand unqualified
	body    bytes.Buffer
	aliases map[string]string // import path to local name
	taken   map[string]bool
}

// NewGoFile starts a file of the package name with that import path. The header
// lines become comments above the package clause. No import is given one of
// the reserved names: pass what the file declares locally.
func NewGoFile(importPath, name string, header []string, reserved ...string) *GoFile {
	f := &GoFile{header: header, pkg: name, path: importPath, aliases: map[string]string{}, taken: map[string]bool{}}
	for _, r := range reserved {
		f.taken[r] = true
	}
	return f
}

// Doc sets the documentation of the package, which stands above its clause.
func (f *GoFile) Doc(text string) { f.doc = text }

// P prints its arguments one after another and ends the line. An [Ident] is
// printed as the name by which this file knows it.
func (f *GoFile) P(args ...any) {
	for _, a := range args {
		switch a := a.(type) {
		case Ident:
			f.body.WriteString(f.Use(a))
		case string:
			f.body.WriteString(a)
		default:
			fmt.Fprint(&f.body, a)
		}
	}
	f.body.WriteByte('\n')
}

// Comment prints text as a comment, one line each; nothing where it is empty.
func (f *GoFile) Comment(text string) { comment(&f.body, text) }

func comment(b *bytes.Buffer, text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(strings.TrimRight("// "+printable(line), " ") + "\n")
	}
}

// printable takes out what would end a comment or make it a directive.
func printable(line string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\ufeff' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(line, "\ufffd"))
}

// Use returns the name by which this file knows id, and imports its package.
func (f *GoFile) Use(id Ident) string {
	if id.Path == "" || id.Path == f.path {
		return id.Name
	}
	return f.Import(id.Path) + "." + id.Name
}

// Import returns the local name of an imported package.
func (f *GoFile) Import(importPath string) string {
	if alias, ok := f.aliases[importPath]; ok {
		return alias
	}
	base := PackageName(importPath)
	alias := base
	for i := 1; f.taken[alias]; i++ {
		alias = base + strconv.Itoa(i)
	}
	f.aliases[importPath], f.taken[alias] = alias, true
	return alias
}

// Empty reports whether nothing was printed yet.
func (f *GoFile) Empty() bool { return f.body.Len() == 0 }

// Content returns the formatted file. The error is for a bug of the caller and
// shows the text with its line numbers.
func (f *GoFile) Content() ([]byte, error) {
	var b bytes.Buffer
	for _, h := range f.header {
		fmt.Fprintf(&b, "// %s\n", printable(h))
	}
	b.WriteByte('\n')
	comment(&b, f.doc)
	fmt.Fprintf(&b, "package %s\n\n", f.pkg)
	f.imports(&b)
	b.Write(f.body.Bytes())
	text, err := format.Source(b.Bytes())
	if err != nil {
		var numbered strings.Builder
		for i, line := range strings.Split(b.String(), "\n") {
			fmt.Fprintf(&numbered, "%5d  %s\n", i+1, line)
		}
		return nil, fmt.Errorf("printed Go that doesn't parse: %w\n%s", err, numbered.String())
	}
	return text, nil
}

// imports prints the standard library's packages first, then the others.
func (f *GoFile) imports(b *bytes.Buffer) {
	var std, others []string
	for p := range f.aliases {
		if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
			others = append(others, p)
		} else {
			std = append(std, p)
		}
	}
	if len(std)+len(others) == 0 {
		return
	}
	slices.Sort(std)
	slices.Sort(others)
	b.WriteString("import (\n")
	for _, p := range std {
		f.importLine(b, p)
	}
	b.WriteString("\n")
	for _, p := range others {
		f.importLine(b, p)
	}
	b.WriteString(")\n\n")
}

func (f *GoFile) importLine(b *bytes.Buffer, p string) {
	if alias := f.aliases[p]; alias != path.Base(p) {
		fmt.Fprintf(b, "\t%s %q\n", alias, p)
	} else {
		fmt.Fprintf(b, "\t%q\n", p)
	}
}

// PackageName returns the Go package name for an import path or a dotted
// package: its last element, put after the one before where it is a version
// (math/v1: mathv1), with what Go doesn't take replaced by _.
func PackageName(importPath string) string {
	parts := strings.FieldsFunc(importPath, func(r rune) bool { return r == '/' || r == '.' })
	if len(parts) == 0 {
		return "_"
	}
	name := parts[len(parts)-1]
	if len(parts) > 1 && IsVersion(name) {
		name = parts[len(parts)-2] + name
	}
	var b strings.Builder
	for i, r := range strings.ToLower(name) {
		switch {
		case r == '_' || 'a' <= r && r <= 'z' || i > 0 && '0' <= r && r <= '9':
			b.WriteRune(r)
		case '0' <= r && r <= '9':
			b.WriteRune('_')
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	if name := b.String(); token.IsKeyword(name) || strings.Trim(name, "_") == "" || name == "main" || name == "init" {
		return name + "_"
	} else {
		return name
	}
}

// IsVersion reports whether a name is v and digits, then perhaps alpha or beta
// and digits: v1, v2beta1.
func IsVersion(name string) bool {
	rest, ok := strings.CutPrefix(name, "v")
	digits := strings.TrimLeft(rest, "0123456789")
	if !ok || digits == rest {
		return false
	}
	for _, stage := range []string{"alpha", "beta"} {
		if after, ok := strings.CutPrefix(digits, stage); ok {
			digits = strings.TrimLeft(after, "0123456789")
		}
	}
	return digits == ""
}
