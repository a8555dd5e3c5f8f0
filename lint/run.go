package lint

import (
	"slices"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Options is what Run must know besides the contracts.
type Options struct {
	Sources   diag.Sources             // texts in which ignores stand; a file that is missing has none
	Wires     []string                 // what packages promise that say nothing; nil: by their language
	Languages []string                 // target languages that the workspace generates
	Known     []Entry                  // ids that may be named and are none of the rules given
	AllRules  []*Rule                  // all there are, so that an ignore of one that isn't run is known; nil: the rules given
	Ignores   []Ignore                 // of the workspace
	Partial   bool                     // only a part of the workspace is checked: what its ignores suppress may be elsewhere
	Baseline  *Baseline                // findings that were there before; see its Unused
	Unsure    map[*schema.Package]bool // packages of which too little could be read: no rule is run on them
	Today     string                   // 2006-01-02, for ignores with a date; "": none has passed
}

type finding struct {
	node schema.Node
	diag.Diagnostic
}

type run struct {
	schema *schema.Schema
	opts   *Options
	found  []finding
	shared map[*Rule]any
}

// checks reports whether rules are run on p.
func (o *Options) checks(p *schema.Package) bool { return !p.Imported && !o.Unsure[p] }

// Run checks the packages of s that aren't merely imported and returns what is
// left after the ignores, sorted. The schema may have Link errors.
func Run(s *schema.Schema, rules []*Rule, opts Options) diag.List {
	r := &run{schema: s, opts: &opts, shared: map[*Rule]any{}}
	for _, p := range s.Packages {
		if r.opts.checks(p) {
			r.lint(p, rules)
		}
	}
	return r.suppress(rules).Sort()
}

// hook is one rule's function for one kind of element.
type hook[N any] struct {
	pass *Pass
	fn   func(*Pass, *N)
}

func call[N any](hooks []hook[N], n *N) {
	for i := range hooks {
		hooks[i].fn(hooks[i].pass, n)
	}
}

func put[N any](hooks *[]hook[N], p *Pass, fn func(*Pass, *N)) {
	if fn != nil {
		*hooks = append(*hooks, hook[N]{p, fn})
	}
}

// hooks are those of all rules that apply to a package.
type hooks struct {
	pkg                  []hook[schema.Package]
	service              []hook[schema.Service]
	method               []hook[schema.Method]
	param, result, field []hook[schema.Field]
	message              []hook[schema.Message]
	err                  []hook[schema.Error]
	oneof                []hook[schema.OneOf]
	enum                 []hook[schema.Enum]
	value                []hook[schema.EnumValue]
	constant             []hook[schema.Const]
}

func (r *run) hooks(pkg *schema.Package, rules []*Rule) *hooks {
	h := &hooks{}
	for _, rule := range rules {
		if rule.Languages != nil && !contains(rule.Languages, pkg.Language) || rule.Wires != nil && !r.promises(pkg, rule.Wires) {
			continue
		}
		p := &Pass{Schema: r.schema, Package: pkg, Languages: r.opts.Languages, rule: rule, run: r}
		put(&h.pkg, p, rule.Package)
		put(&h.service, p, rule.Service)
		put(&h.method, p, rule.Method)
		put(&h.param, p, rule.Param)
		put(&h.result, p, rule.Result)
		put(&h.message, p, rule.Message)
		put(&h.err, p, rule.Error)
		put(&h.oneof, p, rule.OneOf)
		put(&h.field, p, rule.Field)
		put(&h.enum, p, rule.Enum)
		put(&h.value, p, rule.EnumValue)
		put(&h.constant, p, rule.Const)
	}
	return h
}

// lint walks one package, once for all rules.
func (r *run) lint(pkg *schema.Package, rules []*Rule) {
	h := r.hooks(pkg, rules)
	call(h.pkg, pkg)
	for _, s := range pkg.Services {
		call(h.service, s)
		for _, m := range s.Methods {
			call(h.method, m)
			for _, p := range m.Params {
				call(h.param, p)
			}
			if m.Returns != nil {
				call(h.result, m.Returns)
			}
		}
	}
	for _, m := range pkg.Messages {
		call(h.message, m)
		h.body(m)
	}
	for _, e := range pkg.Errors {
		call(h.err, e)
		h.body(&e.Message)
	}
	for _, e := range pkg.Enums {
		call(h.enum, e)
		for _, v := range e.Values {
			call(h.value, v)
		}
	}
	for _, c := range pkg.Consts {
		call(h.constant, c)
	}
}

func (h *hooks) body(m *schema.Message) {
	for _, o := range m.OneOfs {
		call(h.oneof, o)
	}
	for _, f := range m.Fields {
		call(h.field, f)
	}
}

// promises reports whether p or one of its services promises one of the wires.
func (r *run) promises(p *schema.Package, wires []string) bool {
	own := r.packagePromises(p)
	if slices.ContainsFunc(own, func(w string) bool { return contains(wires, w) }) {
		return true
	}
	for _, s := range p.Services {
		for _, w := range s.Wires {
			if contains(wires, w.Name) {
				return true
			}
		}
	}
	return false
}

func (r *run) packagePromises(p *schema.Package) []string {
	switch {
	case p.Wires != nil:
		return names(p.Wires)
	case r.opts.Wires != nil:
		return r.opts.Wires
	}
	return schema.DefaultWires(p.Language)
}

func (r *run) servicePromises(s *schema.Service) []string {
	if s.Wires != nil {
		return names(s.Wires)
	}
	return r.packagePromises(s.Parent)
}

func names(ids []schema.Ident) []string {
	s := make([]string, len(ids))
	for i, id := range ids {
		s[i] = id.Name
	}
	return s
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }
