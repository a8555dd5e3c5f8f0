package golang

import (
	"go/token"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Names follow from a contract's by rules that look at no neighbour: a name
// never changes because another one came. Two that become one are an error.
//
// Initialisms stay as they are written (user_id is UserId, as protobuf has it):
// a list of them would be part of every generated API.

// exported turns a contract's name into an exported Go name: an underscore goes
// where a lower-case letter follows and makes it upper-case. Where the language
// of the contract has Go's own names (gfj), only the first letter changes.
func exported(p *schema.Package, name string) string {
	if p != nil && p.Language == "gfj" {
		if name[0] == '_' {
			return "X" + name
		}
		return upperFirst(name)
	}
	if name[0] == '_' {
		name = "X" + name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '_' && i+1 < len(name) && 'a' <= name[i+1] && name[i+1] <= 'z' {
			i++
			b.WriteByte(name[i] - 'a' + 'A')
			continue
		}
		b.WriteByte(name[i])
	}
	return upperFirst(b.String())
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// typeName returns the Go name of a message, enum, error or service: nested ones
// are joined by an underscore, Outer_Inner.
func typeName(n schema.Node) string {
	p := schema.PackageOf(n)
	parts := strings.Split(n.Base().Name, ".")
	for i := range parts {
		parts[i] = exported(p, parts[i])
	}
	return strings.Join(parts, "_")
}

func fieldName(f *schema.Field) string { return exported(schema.PackageOf(f.Parent), f.Name) }

// wrapperName is the struct that holds a member of a oneof.
func wrapperName(f *schema.Field) string {
	o := f.InOneOf()
	return typeName(f.Parent) + "_" + oneOfName(o) + "_" + fieldName(f)
}

func oneOfName(o *schema.OneOf) string { return exported(schema.PackageOf(o), o.Name) }

// valueName is the constant of an enum value: the enum's name, then the value's
// in words with capitals. A prefix that repeats the enum's name is left out:
// COLOR_RED and RED are both ColorRed.
func valueName(v *schema.EnumValue) string {
	enum := typeName(v.Parent)
	name := withoutPrefix(v.Name, enum[strings.LastIndexByte(enum, '_')+1:])
	if name == strings.ToUpper(name) {
		name = strings.ToLower(name)
	}
	return enum + exported(v.Parent.Parent, name)
}

// withoutPrefix cuts a prefix and its underscore off a name. Case and further
// underscores don't matter: HTTP_STATUS_OK has the prefix HTTPStatus.
func withoutPrefix(name, prefix string) string {
	for i := range len(name) - 1 {
		if name[i] == '_' && name[i+1] != '_' && strings.EqualFold(strings.ReplaceAll(name[:i], "_", ""), prefix) {
			return name[i+1:]
		}
	}
	return name
}

// local are the names that printed code uses by itself, in the scope of params.
var local = []string{"ctx", "c", "s", "err", "result", "call", "impl", "args"}

// paramName returns the name of a param in a Go signature. What Go or the
// printed code has a use for gets an underscore.
func paramName(f *schema.Field) string {
	name := exported(schema.PackageOf(f.Parent), f.Name)
	name = strings.ToLower(name[:1]) + name[1:]
	if token.IsKeyword(name) || slices.Contains(predeclared, name) || slices.Contains(local, name) {
		name += "_"
	}
	return name
}

// predeclared are Go's identifiers that need no import.
var predeclared = []string{
	"any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128", "complex64", "copy",
	"delete", "error", "false", "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8", "iota", "len",
	"make", "max", "min", "new", "nil", "panic", "print", "println", "real", "recover", "rune", "string", "true",
	"uint", "uint16", "uint32", "uint64", "uint8", "uintptr", "init", "main",
}

// methodNames are the methods that generated structs may have, whatever wires
// are asked for: no field may be called like one of them.
var methodNames = []string{
	"AppendBlock", "AppendBlockBody", "ReadBlock", "ReadBlockView", "ReadBlockBody",
	"AppendPacked", "AppendPackedBody", "ReadPacked", "ReadPackedBody",
	"RPCHCount", "AppendRPCH", "ReadRPCH", "AppendRPCHJSON", "ReadRPCHJSON", "AppendRPCHBody", "ReadRPCHBody",
}

// reserved are names that no import may have in a printed file.
func (k *pkg) reserved() []string {
	names := slices.Concat(local, []string{"b", "m", "depth", "start", "fixed", "part", "there", "ok", "n", "v", "x", "r", "e", "left", "twice"})
	for level := range 10 {
		for _, name := range []string{"i", "e", "v", "k", "n", "key", "keys", "from", "start", "rest", "slab", "left", "all", "ok"} {
			names = append(names, at(name, level))
		}
	}
	for _, s := range k.p.Services {
		for _, m := range s.Methods {
			for _, p := range m.Params {
				names = append(names, paramName(p))
			}
		}
	}
	return names
}

// scope finds names that clash.
type scope struct {
	list  *diag.List
	taken map[string]schema.Node
}

// claim takes a name for n; where it is taken it reports both places.
func (s *scope) claim(name string, n schema.Node) {
	old, clash := s.taken[name]
	if !clash {
		s.taken[name] = n
		return
	}
	d := s.list.Add("go-name-clash", n.Base().NameSpan, "")
	d.Subject = n.FullName()
	if old == nil || old == n {
		d.Message = n.FullName() + " becomes " + name + " in Go, which generated code has a use for"
		d.Help = "rename it; a json name keeps what JSON has"
		return
	}
	d.Message = old.FullName() + " and " + n.FullName() + " both become " + name + " in Go"
	d.Related = append(d.Related, diag.Related{Message: "the other is here", Span: old.Base().NameSpan})
	d.Help = "rename one of them"
}

// claimNames checks every name of the package.
func (k *pkg) claimNames() {
	s := &k.scope
	for _, e := range k.p.Enums {
		s.claim(typeName(e), e)
		for _, v := range e.Values {
			s.claim(valueName(v), v)
		}
	}
	for _, m := range k.p.Messages {
		k.claimMessage(m, m)
	}
	for _, e := range k.p.Errors {
		k.claimMessage(&e.Message, e)
		s.claim(typeName(e)+"Code", e)
	}
	for _, c := range k.p.Consts {
		s.claim(typeName(c), c)
	}
	for _, v := range k.p.Services {
		n := newServiceNames(v)
		for _, name := range []string{n.iface, n.client, n.newClient, n.desc, n.register, n.unimplemented} {
			s.claim(name, v)
		}
		k.claimMethods(v)
	}
}

func (k *pkg) claimMessage(m *schema.Message, n schema.Node) {
	k.scope.claim(typeName(n), n)
	k.scope.claim("New"+typeName(n), n)
	inside := k.scope.inside()
	if _, isError := n.(*schema.Error); isError {
		inside.taken["Error"] = nil
	}
	for _, o := range m.OneOfs {
		inside.claim(oneOfName(o), o)
	}
	for _, f := range m.Fields {
		switch {
		case f.Retired != "":
		case f.InOneOf() != nil:
			k.scope.claim(wrapperName(f), f)
			inside.claim("Get"+fieldName(f), f)
		default:
			inside.claim(fieldName(f), f)
			if f.Presence == schema.Optional {
				inside.claim("Get"+fieldName(f), f)
			}
		}
	}
}

// inside returns the scope of a struct.
func (s *scope) inside() scope {
	in := scope{list: s.list, taken: map[string]schema.Node{}}
	for _, name := range methodNames {
		in.taken[name] = nil
	}
	return in
}

func (k *pkg) claimMethods(v *schema.Service) {
	inside := scope{list: k.scope.list, taken: map[string]schema.Node{}}
	for s := v; s != nil; s = s.Super {
		for _, m := range s.Methods {
			inside.claim(exported(s.Parent, m.Name), m)
		}
		if s.Super == v {
			break
		}
	}
	if v.Super != nil { // structs embed these
		n := newServiceNames(v.Super)
		inside.claim(n.client, v)
		inside.claim(n.unimplemented, v)
	}
	for _, m := range v.Methods {
		k.scope.claim(method(m).args, m)
		params, fields := scope{list: k.scope.list, taken: map[string]schema.Node{}}, k.scope.inside()
		for _, p := range m.Params {
			if p.Retired == "" {
				params.claim(paramName(p), p)
				fields.claim(fieldName(p), p)
			}
		}
	}
}
