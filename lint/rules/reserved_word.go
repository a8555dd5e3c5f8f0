package rules

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var reservedWord = &lint.Rule{
	ID: "reserved-word", Category: lint.Correct, Severity: diag.Error,
	What: "a name is no keyword where it stands in generated code as it is",
	Why: `The generated code does not compile, or the name is spelled with an underscore in one
language and without in another. Looked at are the languages that the workspace
generates; without any, Go, and for gfj Go and C, as its original compiler has it.`,
	Bad: `package "demo.type" {}
message "M" {
  a = field(1, int32)
}`,
	Good: `package "demo.kind" {}
message "M" {
  a = field(1, int32)
}`,
	Package: func(p *lint.Pass, pkg *schema.Package) {
		checkWord(p, pkg, last(pkg.Name), onPackage)
	},
	Field:  func(p *lint.Pass, f *schema.Field) { checkWord(p, f, f.Name, onField) },
	Param:  func(p *lint.Pass, f *schema.Field) { checkWord(p, f, f.Name, onParam) },
	Method: func(p *lint.Pass, m *schema.Method) { checkWord(p, m, m.Name, onMethod) },
	EnumValue: func(p *lint.Pass, v *schema.EnumValue) {
		checkWord(p, v, v.Name, onValue)
	},
}

type where uint8

const (
	onPackage where = 1 << iota
	onField
	onParam
	onMethod
	onValue
)

// target says which words a language keeps, and where its code has a
// contract's names as they are.
type target struct {
	name  string
	words []string // sorted
	asIs  where
	gfj   where // the same for gfj contracts, whose names are never changed
}

func wordList(s string) []string {
	ws := strings.Fields(s)
	slices.Sort(ws)
	return ws
}

var targetLanguages = []target{
	{"go", wordList(`break case chan const continue default defer else fallthrough for func go goto if import interface map
		package range return select struct switch type var`), onPackage, onField | onMethod},
	{"c", wordList(`auto break case char const continue default do double else enum extern float for goto if inline int long
		register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
		bool true false nullptr alignas alignof static_assert thread_local typeof`), onField | onParam, onField | onParam},
	{"python", wordList(`False None True and as assert async await break class continue def del elif else except finally for
		from global if import in is lambda nonlocal not or pass raise return try while with yield`), onPackage | onField | onParam | onMethod | onValue, onField},
	{"java", wordList(`abstract assert boolean break byte case catch char class const continue default do double else enum
		extends final finally float for goto if implements import instanceof int interface long native new package private
		protected public return short static strictfp super switch synchronized this throw throws transient try void
		volatile while true false null`), onPackage | onField | onParam, onField | onParam},
	{"node", wordList(`arguments await break case catch class const continue debugger default delete do else enum eval export
		extends false finally for function if implements import in instanceof interface let new null package private
		protected public return static super switch this throw true try typeof var void while with yield`), onParam, onParam},
}

func checkWord(p *lint.Pass, n schema.Node, name string, at where) {
	gfj := p.Package.Language == "gfj"
	for i := range targetLanguages {
		t := &targetLanguages[i]
		places := t.asIs
		if gfj {
			places = t.gfj
		}
		if places&at == 0 || !generates(p, t.name) {
			continue
		}
		if _, keyword := slices.BinarySearch(t.words, name); keyword {
			p.Report(n, diag.Span{}, "the name of "+n.FullName()+" is a keyword of "+t.name).Help = "choose another name"
		}
	}
}

// generates reports whether code in the language is generated from the package.
func generates(p *lint.Pass, language string) bool {
	switch {
	case p.Languages != nil:
		return slices.Contains(p.Languages, language)
	case p.Package.Language == "gfj":
		return language == "go" || language == "c"
	}
	return language == "go"
}
