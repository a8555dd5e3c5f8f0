package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/schema"
)

// generate reads one block of a target. seen holds target and folder of those before.
func (r *reader) generate(b *hclsyntax.Block, c *Config, seen labels) {
	g := Generate{Target: r.label(b), Span: r.span(b.TypeRange)}
	attrs := []attr{
		{name: "out", required: true, read: r.str("out", &g.Out)},
		{name: "wires", read: r.words("wires", schema.NameValue, &g.Wires, r.isWire)},
	}
	if g.Target.Name == "plugin" {
		r.plugin(b, &g, attrs[0])
		c.NotBuilt = append(c.NotBuilt, NotBuilt{Kind: `generate "plugin"`, Name: g.Target.Name, Span: g.Span})
		return
	}
	i := slices.IndexFunc(r.known.Targets, func(t Target) bool { return t.Name == g.Target.Name })
	if i < 0 {
		var names []string
		for _, t := range r.known.Targets {
			names = append(names, t.Name)
		}
		r.unknown(g.Target.Span, "target", strconv.Quote(g.Target.Name), names)
		r.nearest(g.Target.Name, names)
		return
	}
	if options := r.known.Targets[i].Options; options != nil {
		g.Options = options()
		attrs = append(attrs, r.options(&g)...)
	}
	r.body(b.Body, "generate "+strconv.Quote(g.Target.Name), g.Span, attrs, nil)
	r.folder(g.Out)
	if g.Out.Name != "" {
		seen.check(r, "generate "+g.Target.Name+" into", g.Out)
	}
	c.Generate = append(c.Generate, g)
}

func (r *reader) plugin(b *hclsyntax.Block, g *Generate, out attr) {
	var name schema.Ident
	var opts []schema.Ident
	r.body(b.Body, `generate "plugin"`, g.Span, []attr{
		out,
		{name: "name", required: true, read: r.str("name", &name)},
		{name: "opts", read: r.words("opts", schema.StringValue, &opts, nil)},
	}, nil)
	r.folder(g.Out)
}

// folder reports a folder that isn't below the workspace.
func (r *reader) folder(out schema.Ident) {
	if strings.HasPrefix(out.Name, "/") || strings.Contains(out.Name, `\`) || slices.Contains(strings.Split(out.Name, "/"), "..") {
		r.errorf(out.Span, "out is no folder below the workspace file: %q", out.Name).Help = `write it relative, with /: "gen/go"`
	}
}

// options are the attributes that a target's options have.
func (r *reader) options(g *Generate) []attr {
	v := reflect.ValueOf(g.Options).Elem()
	var attrs []attr
	for i := range v.NumField() {
		tag, ok := v.Type().Field(i).Tag.Lookup("hcl")
		if !ok {
			continue
		}
		name, kind, _ := strings.Cut(tag, ",")
		attrs = append(attrs, attr{name: name, required: kind == "", read: func(a *hclsyntax.Attribute) {
			r.fill(g, a, v.Field(i))
		}})
	}
	return attrs
}

// fill sets one option of a target.
func (r *reader) fill(g *Generate, a *hclsyntax.Attribute, field reflect.Value) {
	kind, what := schema.StringValue, "a string"
	switch field.Interface().(type) {
	case string:
	case bool:
		kind, what = schema.BoolValue, "true or false"
	case int:
		kind, what = schema.NumberValue, "a number"
	case []string:
		kind, what = schema.ListValue, "a list of strings"
	case map[string]string:
		kind, what = schema.ObjectValue, "an object of strings"
	default:
		panic("config: an option of the type " + field.Type().String())
	}
	v, ok := r.expect(a.Expr, kind, a.Name, what)
	if !ok {
		return
	}
	g.Values = append(g.Values, Value{Name: schema.Ident{Name: a.Name, Span: r.span(a.NameRange)}, Value: v})
	switch kind {
	case schema.StringValue:
		field.SetString(v.Text)
	case schema.BoolValue:
		field.SetBool(v.Text == "true")
	case schema.NumberValue:
		n, err := strconv.Atoi(v.Text)
		if err != nil {
			r.errorf(v.Span, "%s is no whole number: %s", a.Name, v.Text).Help = "write digits alone"
			return
		}
		field.SetInt(int64(n))
	case schema.ListValue:
		var texts []string
		for _, id := range r.items(a.Name, v, schema.StringValue, nil) {
			texts = append(texts, id.Name)
		}
		field.Set(reflect.ValueOf(texts))
	case schema.ObjectValue:
		texts := map[string]string{}
		for _, f := range v.Fields {
			if f.Value.Kind != schema.StringValue {
				r.errorf(f.Value.Span, "%s of %s is no string", f.Name, a.Name).Help = "write it in quotes"
				continue
			}
			texts[f.Name] = f.Value.Text
		}
		field.Set(reflect.ValueOf(texts))
	default:
		panic("config: option of kind " + strconv.Itoa(int(kind)))
	}
}
