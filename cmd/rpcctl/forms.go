package main

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/all"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/generate/jsonschema"
	"github.com/rpcctl/rpcctl/generate/openapi"
	"github.com/rpcctl/rpcctl/schema"
)

// form is what a contract can be written in.
type form struct {
	name, extension string
	joined          bool // one document holds all packages

	// write says packages of s. A warning is a loss; with an error there is no text.
	write func(s *schema.Schema, packages []*schema.Package) ([]byte, diag.List)
}

// document is one file that convert writes.
type document struct {
	name     string
	packages []*schema.Package
	text     []byte
}

// documents returns what is to be written of packages, yet without text.
func (f *form) documents(packages []*schema.Package) []document {
	if f.joined && len(packages) > 1 {
		return []document{{name: "contracts" + f.extension, packages: packages}}
	}
	var list []document
	for _, p := range packages {
		list = append(list, document{name: p.Name + f.extension, packages: []*schema.Package{p}})
	}
	return list
}

// forms returns what can be written: the languages, the JSON syntax of
// contracts, and what only programs read.
func forms() []*form {
	one := func(name, extension string, write func(*schema.Package) ([]byte, diag.List)) *form {
		return &form{name: name, extension: extension, write: func(_ *schema.Schema, packages []*schema.Package) ([]byte, diag.List) {
			return write(packages[0])
		}}
	}
	var forms []*form
	for _, l := range all.Languages() {
		if l.Write != nil {
			forms = append(forms, one(l.Name, l.Extension, l.Write))
		}
		if l.Name == "hcl" {
			forms = append(forms, one("hcl-json", l.Extension+".json", hclidl.WriteJSON))
		}
	}
	return append(forms,
		&form{name: "descriptor-set", extension: proto.DescriptorSet().Extension, joined: true, write: proto.WriteSet},
		one("json-schema", jsonschema.Extension, jsonschema.Write),
		one("openapi", openapi.Extension, openapi.Write),
	)
}

func formNamed(name string) *form {
	for _, f := range forms() {
		if f.name == name {
			return f
		}
	}
	return nil
}

func writable() []string {
	var names []string
	for _, f := range forms() {
		names = append(names, f.name)
	}
	return names
}
