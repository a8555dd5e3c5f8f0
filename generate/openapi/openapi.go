// Package openapi says the services of a contract as OpenAPI 3.1: a method is
// POST /FULL.SERVICE/METHOD with a JSON body each way, as jsonschema says values.
package openapi

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/generate/jsonschema"
	"github.com/rpcctl/rpcctl/schema"
)

// Extension ends the names of OpenAPI documents.
const Extension = ".openapi.json"

type object = jsonschema.Object

// Write says a linked package as one document, with the messages that it uses
// as components. Each loss is a warning with its place; methods with streams are
// left out, and are losses.
func Write(p *schema.Package) (text []byte, losses diag.List) {
	w := &writer{types: jsonschema.NewTypes("#/components/schemas/")}
	w.types.Package(p)
	info := object{{Name: "title", Value: p.Name}}
	if p.Doc != "" {
		info.Add("description", p.Doc)
	}
	version := p.Version
	if version == "" {
		version = "0" // OpenAPI asks for one
	}
	info.Add("version", version)
	doc := object{{Name: "openapi", Value: "3.1.0"}, {Name: "info", Value: info}}
	paths, tags := object{}, []object{}
	for _, s := range p.Services {
		tag := object{{Name: "name", Value: s.FullName()}}
		if s.Doc != "" {
			tag.Add("description", s.Doc)
		}
		tags = append(tags, tag)
		w.service(s)
		for _, m := range s.AllMethods() {
			if m.StreamIn() != nil || m.StreamOut() != nil {
				w.types.Lose(m, m.NameSpan, "is left out: OpenAPI has no streams")
				continue
			}
			paths.Add("/"+s.FullName()+"/"+m.Name, object{{Name: "post", Value: w.operation(s, m)}})
		}
	}
	for _, n := range jsonschema.Declared(p) {
		w.types.Ref(n)
	}
	if len(tags) > 0 {
		doc.Add("tags", tags)
	}
	doc.Add("paths", paths)
	schemas := append(w.types.Defs(), jsonschema.Member{Name: failure, Value: object{
		{Name: "type", Value: "object"},
		{Name: "description", Value: "Why a call failed."},
		{Name: "properties", Value: object{
			{Name: "code", Value: object{{Name: "type", Value: "integer"}, {Name: "description", Value: "How the call ended, by gRPC's numbers."}}},
			{Name: "message", Value: object{{Name: "type", Value: "string"}}},
		}},
		{Name: "required", Value: []string{"code"}},
	}})
	doc.Add("components", object{{Name: "schemas", Value: schemas}})
	return doc.Text(), w.types.Losses.Sort()
}

// failure is the component of calls that fail; no element of a contract has a
// name without a dot.
const failure = "Failure"

type writer struct{ types *jsonschema.Types }

func (w *writer) service(s *schema.Service) {
	w.types.Decl(s)
	w.types.LoseIf(s.Deprecated == "true", s, diag.Span{}, "that it is deprecated")
	w.types.LoseIf(s.Super != nil, s, s.Extends.Span, "that it extends "+s.Extends.Name+", whose methods are copied")
	for _, i := range s.Wires {
		w.types.Lose(s, i.Span, "loses its promise of the wire "+i.Name)
	}
	w.types.Blocks(s, s.On)
}

func (w *writer) operation(s *schema.Service, m *schema.Method) object {
	w.types.Decl(m)
	w.types.LoseIf(m.Oneway, m, diag.Span{}, "that it is one-way")
	w.types.LoseIf(m.Idempotent, m, diag.Span{}, "that it is idempotent")
	w.types.LoseIf(m.Timeout != nil, m, diag.Span{}, "its timeout")
	w.types.LoseIf(m.Compress != "", m, diag.Span{}, "its compression")
	w.types.Blocks(m, m.On)
	o := object{{Name: "operationId", Value: s.FullName() + "." + m.Name}, {Name: "tags", Value: []string{s.FullName()}}}
	if m.Doc != "" {
		o.Add("description", m.Doc)
	}
	if m.Deprecated != "" {
		o.Add("deprecated", true)
	}
	o.Add("requestBody", object{{Name: "required", Value: true}, {Name: "content", Value: content(w.request(m))}})
	good := object{{Name: "description", Value: "The result."}, {Name: "content", Value: content(w.response(m))}}
	o.Add("responses", object{{Name: "200", Value: good}, {Name: "default", Value: w.failure(m)}})
	return o
}

func content(schema object) object {
	return object{{Name: "application/json", Value: object{{Name: "schema", Value: schema}}}}
}

// request is the message of a method that has one alone, else an object of its
// params.
func (w *writer) request(m *schema.Method) object {
	if len(m.Params) == 1 {
		f := m.Params[0]
		if f.Type.Kind == schema.KindMessage && f.Presence == schema.Plain && f.Retired == "" {
			w.types.Decl(f)
			w.types.LoseIf(f.Name != "request", f, f.NameSpan, "its name: the message of a method has none")
			w.types.LoseIf(f.Doc != "", f, f.NameSpan, "its documentation")
			return w.types.Ref(f.Type.Message())
		}
	}
	return append(object{{Name: "type", Value: "object"}}, w.types.Fields(m.Request())...)
}

// response is the message of a result that is one, else an object with the
// result, or with nothing.
func (w *writer) response(m *schema.Method) object {
	o := object{{Name: "type", Value: "object"}}
	switch {
	case m.Returns == nil:
		return o
	case !m.WrapsResult():
		return w.types.Ref(m.Returns.Type.Message())
	}
	o.Add("properties", object{{Name: "result", Value: w.types.Field(m.Returns)}})
	return o
}

// failure says how a call fails: with a code and a text, and with what a declared
// error carries.
func (w *writer) failure(m *schema.Method) object {
	ref := object{{Name: "$ref", Value: "#/components/schemas/" + failure}}
	o := object{{Name: "description", Value: "The call failed."}}
	if len(m.Errors) == 0 {
		o.Add("content", content(ref))
		return o
	}
	var declared []object
	for _, e := range m.Errors {
		declared = append(declared, object{
			{Name: "type", Value: "object"},
			{Name: "properties", Value: object{
				{Name: "error", Value: object{{Name: "const", Value: e.Target.FullName()}}},
				{Name: "details", Value: w.types.Ref(e.Target)},
			}},
			{Name: "required", Value: []string{"error"}},
		})
	}
	o.Add("content", content(object{{Name: "anyOf", Value: append(declared, ref)}}))
	return o
}
