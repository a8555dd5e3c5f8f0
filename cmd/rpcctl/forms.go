package main

import (
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
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

	// files says a package in the files that it was read from. Nil: it is one.
	files func(p *schema.Package) ([]front.Written, diag.List)
}

// documents returns what is written of packages.
func (f *form) documents(s *schema.Schema, packages []*schema.Package) (list []front.Written, losses diag.List) {
	one := func(name string, packages ...*schema.Package) {
		text, lost := f.write(s, packages)
		list, losses = append(list, front.Written{Path: name + f.extension, Text: text}), append(losses, lost...)
	}
	if f.joined && len(packages) > 1 {
		one("contracts", packages...)
		return list, losses
	}
	for _, p := range packages {
		if f.files == nil {
			one(p.Name, p)
			continue
		}
		files, lost := f.files(p)
		list, losses = append(list, files...), append(losses, lost...)
	}
	return list, losses
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
			f := one(l.Name, l.Extension, l.Write)
			f.files = l.WriteFiles
			forms = append(forms, f)
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
