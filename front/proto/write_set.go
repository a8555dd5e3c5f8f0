package proto

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/bufbuild/protocompile"
	compiler "github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/encoding/protowire"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// WriteSet says linked packages of s as one google.protobuf.FileDescriptorSet:
// what [Write] says of each, compiled, in a file PACKAGE.proto, with the comments
// in its source info. What they import is there too, and marked as buf marks
// imports. Each loss is a warning with its place, an error says why there is no set.
func WriteSet(s *schema.Schema, packages []*schema.Package) (set []byte, losses diag.List) {
	w := &setWriter{schema: s, sources: map[string]*schema.Package{}, named: map[string]bool{}}
	var roots []string
	for _, p := range s.Packages {
		w.sources[p.Name+extension] = p
	}
	for _, p := range packages {
		w.named[p.Name+extension] = true
		roots = append(roots, p.Name+extension)
	}
	slices.Sort(roots)
	files, ok := w.compile(roots)
	if !ok {
		return nil, w.list.Sort()
	}
	done := map[string]bool{}
	for _, f := range files {
		w.add(f, done)
	}
	set, err := protobuf.MarshalOptions{AllowPartial: true, Deterministic: true}.Marshal(&w.set)
	if err != nil {
		panic("proto: a set that can't be marshalled: " + err.Error()) // all of it was compiled
	}
	return set, w.list.Sort()
}

// setWriter compiles what the writer says of packages.
type setWriter struct {
	schema  *schema.Schema
	sources map[string]*schema.Package // by the file that they are written to
	named   map[string]bool
	set     descriptorpb.FileDescriptorSet

	mu   sync.Mutex
	list diag.List
}

func (w *setWriter) compile(roots []string) (compiler.Files, bool) {
	failed := false
	fail := func(file, message string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		failed = true
		d := diag.Diagnostic{Severity: diag.Error, Code: "convert", Message: "no descriptor set can be made: " + say(message)}
		if p := w.sources[file]; p != nil {
			d.Span, d.Subject = p.NameSpan, p.FullName()
			d.Message = "no descriptor set can be made of package " + p.Name + ": " + say(message)
		}
		d.Help = "see what convert --to proto writes; packages that import each other can't be compiled"
		w.list = append(w.list, d)
	}
	c := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard,
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{Accessor: w.open}),
		Reporter: reporter.NewReporter(func(err reporter.ErrorWithPos) error {
			fail(err.GetPosition().Filename, err.Unwrap().Error())
			return nil
		}, nil),
	}
	files, err := c.Compile(context.Background(), roots...)
	if err != nil && !failed {
		fail("", err.Error())
	}
	return files, !failed
}

// open writes the package that a file is to hold.
func (w *setWriter) open(file string) (io.ReadCloser, error) {
	p := w.sources[file]
	if p == nil {
		return nil, fs.ErrNotExist
	}
	one := newWriter(p)
	one.compiled = true
	text, losses := one.write()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, losses...)
	return io.NopCloser(bytes.NewReader(text)), nil
}

// add puts a file into the set, behind those that it imports.
func (w *setWriter) add(f protoreflect.FileDescriptor, done map[string]bool) {
	if done[f.Path()] {
		return
	}
	done[f.Path()] = true
	for i := range f.Imports().Len() {
		w.add(f.Imports().Get(i).FileDescriptor, done)
	}
	var d *descriptorpb.FileDescriptorProto
	if r, ok := f.(compiler.Result); ok {
		d = r.FileDescriptorProto()
	} else {
		d = protodesc.ToFileDescriptorProto(f)
	}
	if !w.named[f.Path()] {
		mark := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 1) // is_import
		d = protobuf.Clone(d).(*descriptorpb.FileDescriptorProto)
		d.ProtoReflect().SetUnknown(protowire.AppendBytes(protowire.AppendTag(nil, imageField, protowire.BytesType), mark))
	}
	w.set.File = append(w.set.File, d)
}

// fileOf is what an import is called in a file that is compiled at once: there
// every package is one file, and those that are built in keep their names.
func (w *writer) fileOf(i *schema.Import) string {
	if !w.compiled || wellKnown(i.Source) != nil || strings.HasPrefix(i.Package, "google.protobuf") {
		return i.Source
	}
	return i.Package + extension
}
