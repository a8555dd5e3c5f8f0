package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/hclsrc"
	"github.com/rpcctl/rpcctl/schema"
)

// workspace reads the top of the file.
func (r *reader) workspace(b *hclsyntax.Body, c *Config) {
	seen := map[string]labels{"proto": {}, "registry": {}, "rule": {}, "option": {}, "generate": {}}
	form := func(kind string, read func(*hclsyntax.Block)) block {
		return block{name: kind, labels: 1, read: func(s *hclsyntax.Block) {
			id := r.label(s)
			seen[kind].check(r, kind, id)
			read(s)
			c.NotBuilt = append(c.NotBuilt, NotBuilt{Kind: kind, Name: id.Name, Span: r.span(s.TypeRange)})
		}}
	}
	r.body(b, "the workspace file", r.file.Span(0, 0), []attr{
		{name: "contracts", read: r.words("contracts", schema.StringValue, &c.Contracts, r.glob)},
	}, []block{
		{name: "lint", once: true, read: func(s *hclsyntax.Block) { r.lint(s, &c.Lint) }},
		{name: "compat", once: true, read: func(s *hclsyntax.Block) { r.compat(s, &c.Compat) }},
		{name: "proto", labels: 1, read: func(s *hclsyntax.Block) { r.proto(s, c, seen["proto"]) }},
		{name: "generate", labels: 1, read: func(s *hclsyntax.Block) { r.generate(s, c, seen["generate"]) }},
		form("registry", r.registry),
		form("rule", r.rule),
		{name: "option", labels: 1, read: func(s *hclsyntax.Block) { r.option(s, c, seen["option"]) }},
	})
}

func (r *reader) lint(b *hclsyntax.Block, l *Lint) {
	l.Span = r.span(b.TypeRange)
	r.body(b.Body, "lint", l.Span, []attr{
		{name: "use", read: r.words("use", schema.StringValue, &l.Use, r.isRule)},
		{name: "except", read: r.words("except", schema.StringValue, &l.Except, r.isRule)},
	}, []block{{name: "ignore", read: func(s *hclsyntax.Block) {
		i := Ignore{Span: r.span(s.TypeRange)}
		var reason schema.Ident
		r.body(s.Body, "ignore", i.Span, []attr{
			{name: "paths", read: r.words("paths", schema.StringValue, &i.Paths, r.glob)},
			{name: "rules", required: true, read: r.words("rules", schema.StringValue, &i.Rules, r.isRule)},
			{name: "reason", required: true, read: r.str("reason", &reason)},
			{name: "until", read: r.date("until", &i.Until)},
		}, nil)
		if a := s.Body.Attributes["rules"]; a != nil {
			if list, ok := a.Expr.(*hclsyntax.TupleConsExpr); ok && len(list.Exprs) == 0 {
				r.errorf(r.span(list.Range()), "ignore names no rule").Help = "name one, or take the block out"
			}
		}
		i.Reason = reason.Name
		l.Ignores = append(l.Ignores, i)
	}}})
}

// isRule reports a rule id or category that isn't known.
func (r *reader) isRule(id schema.Ident) bool {
	if slices.Contains(r.known.Rules, id.Name) || slices.Contains(r.known.Categories, id.Name) {
		return true
	}
	names := slices.Concat(r.known.Rules, r.known.Categories)
	r.unknown(id.Span, "rule", id.Name, names)
	if d := &r.list[len(r.list)-1]; d.Help == "" {
		d.Help = "rpcctl rules lists them; categories are " + strings.Join(r.known.Categories, ", ")
	}
	return false
}

func (r *reader) isWire(id schema.Ident) bool {
	if slices.Contains(r.known.Wires, id.Name) {
		return true
	}
	r.unknown(id.Span, "wire", id.Name, r.known.Wires)
	return false
}

func (r *reader) compat(b *hclsyntax.Block, c *Compat) {
	c.Span = r.span(b.TypeRange)
	aspect := func(name string, into *schema.Ident) attr {
		return attr{name: name, read: r.oneOf(name, into, "off", "warn", "error")}
	}
	seen := labels{}
	r.body(b.Body, "compat", c.Span, []attr{
		{name: "against", read: func(a *hclsyntax.Attribute) { r.against(a, &c.Against) }},
		{name: "require", read: r.oneOf("require", &c.Require, "any-order", "servers-first", "clients-first")},
		{name: "require_data", read: r.oneOf("require_data", &c.RequireData, "any-order", "readers-first")},
		{name: "strict", read: r.boolean("strict", &c.Strict)},
		{name: "wires", read: r.words("wires", schema.NameValue, &c.Wires, r.isWire)},
		{name: "peers", read: func(a *hclsyntax.Attribute) { r.peers(a, &c.Peers) }},
		{name: "unreached", read: r.oneOf("unreached", &c.Unreached, "data", "ignore")},
		aspect("json", &c.JSON), aspect("grpc", &c.GRPC), aspect("docs", &c.Docs), aspect("source", &c.Source),
		{name: "docs_grace", read: r.days("docs_grace", &c.DocsGrace)},
	}, []block{{name: "accept", labels: 1, read: func(s *hclsyntax.Block) {
		id := r.label(s)
		seen.check(r, "accept", id)
		c.Accepts = append(c.Accepts, r.accept(s, id))
	}}})
}

// against reads one input or a list of them.
func (r *reader) against(a *hclsyntax.Attribute, into *[]schema.Ident) {
	if _, list := a.Expr.(*hclsyntax.TupleConsExpr); list {
		r.words("against", schema.StringValue, into, nil)(a)
		return
	}
	var id schema.Ident
	if r.str("against", &id)(a); id.Name != "" {
		*into = []schema.Ident{id}
	}
}

func (r *reader) peers(a *hclsyntax.Attribute, into *[]Peers) {
	v, ok := r.expect(a.Expr, schema.ObjectValue, "peers", "an object of wires and their peers")
	if !ok {
		return
	}
	keys := a.Expr.(*hclsyntax.ObjectConsExpr).Items
	for i, f := range v.Fields {
		wire := schema.Ident{Name: f.Name, Span: r.span(keys[i].KeyExpr.Range())}
		if r.known.Peers[wire.Name] == nil && !r.isWire(wire) {
			continue
		}
		if f.Value.Kind != schema.ListValue {
			r.errorf(f.Value.Span, "the peers of %s are no list", wire.Name).Help = "write " + wire.Name + " = [go]"
			continue
		}
		names := r.items("peers", f.Value, schema.NameValue, func(id schema.Ident) bool {
			if slices.Contains(r.known.Peers[wire.Name], id.Name) {
				return true
			}
			r.unknown(id.Span, "peer of "+wire.Name, id.Name, r.known.Peers[wire.Name])
			if len(r.known.Peers[wire.Name]) == 0 {
				r.list[len(r.list)-1].Help = "the wire has no peers to choose from: take it out"
			}
			return false
		})
		*into = append(*into, Peers{Wire: wire, Names: names})
	}
}

func (r *reader) accept(b *hclsyntax.Block, id schema.Ident) Accept {
	a := Accept{ID: id, Span: r.span(b.TypeRange)}
	if !strings.Contains(id.Name, ":") {
		r.errorf(id.Span, "%s is no id of a change", strconv.Quote(id.Name)).Help =
			`an id is kind:subject or kind:subject:from>to, as rpcctl diff prints it: "field-removed:demo.M.a"`
	}
	outcome, reason := schema.Ident{Name: defaultOutcome}, schema.Ident{}
	r.body(b.Body, "accept", a.Span, []attr{
		{name: "outcome", read: r.oneOf("outcome", &outcome, "exact", "lossy", "doubt", "reject", "corrupt")},
		{name: "reason", required: true, read: r.str("reason", &reason)},
		{name: "until", read: r.date("until", &a.Until)},
	}, nil)
	a.Outcome, a.Reason = outcome.Name, reason.Name
	return a
}

// registry and rule are read for their form alone.

func (r *reader) registry(b *hclsyntax.Block) {
	var url schema.Ident
	r.body(b.Body, "registry", r.span(b.TypeRange), []attr{{name: "url", required: true, read: r.str("url", &url)}}, nil)
	if url.Name != "" && !strings.HasPrefix(url.Name, "oci://") && !strings.HasPrefix(url.Name, "oci-layout:") {
		r.errorf(url.Span, "url is no registry: %q", url.Name).Help = "write oci-layout:DIR or oci://HOST/REPO"
	}
}

// ruleSubjects are the elements that a rule of one's own may look at.
var ruleSubjects = []string{
	"package", "service", "method", "param", "message", "field", "oneof", "enum", "enum-value", "error", "const",
}

func (r *reader) rule(b *hclsyntax.Block) {
	var on, message schema.Ident
	r.body(b.Body, "rule", r.span(b.TypeRange), []attr{
		{name: "on", required: true, read: r.oneOf("on", &on, ruleSubjects...)},
		{name: "when", required: true, read: r.condition},
		{name: "message", required: true, read: r.str("message", &message)},
	}, nil)
}

// condition reads the expression of a rule, which is parsed and not evaluated.
func (r *reader) condition(a *hclsyntax.Attribute) {
	at := r.span(a.Expr.Range())
	text := r.file.Text[at.Start().Offset:at.End().Offset]
	r.list = append(r.list, hclsrc.GuardExpr(text, func(start, end int) diag.Span {
		return r.file.Span(at.Start().Offset+start, at.Start().Offset+end)
	})...)
	if t, ok := a.Expr.(*hclsyntax.TemplateExpr); ok && t.IsStringLiteral() {
		r.errorf(at, "when is a string").Help = `write the condition without quotes: field.type == "bool"`
	}
}

// option says what a change of an option breaks.
func (r *reader) option(b *hclsyntax.Block, c *Config, seen labels) {
	o := Option{Name: r.label(b), Span: r.span(b.TypeRange)}
	seen.check(r, "option", o.Name)
	r.body(b.Body, "option", o.Span, []attr{
		{name: "on_change", required: true, read: r.oneOf("on_change", &o.OnChange, "breaking", "request-tightened", "note")},
	}, nil)
	c.Options = append(c.Options, o)
}
