package proto

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"slices"
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
// what [WriteFiles] says of each, compiled, with the comments in its source info.
// What they import is there too, and marked as buf marks imports. Each loss is a
// warning with its place, an error says why there is no set.
func WriteSet(s *schema.Schema, packages []*schema.Package) (set []byte, losses diag.List) {
	w := &setWriter{sources: map[string]*schema.Package{}, texts: map[*schema.Package]func() map[string][]byte{}, named: map[string]bool{}}
	for _, p := range s.Packages {
		w.take(p)
	}
	if len(w.list) > 0 {
		return nil, w.list
	}
	var roots []string
	for _, p := range packages {
		for _, at := range portions(p) {
			w.named[at.Path] = true
			roots = append(roots, at.Path)
		}
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
	sources map[string]*schema.Package                   // by the files that they are written to
	texts   map[*schema.Package]func() map[string][]byte // of those files, written when the first is asked for
	named   map[string]bool                              // files
	set     descriptorpb.FileDescriptorSet

	mu   sync.Mutex
	list diag.List
}

// take notes the files of a package.
func (w *setWriter) take(p *schema.Package) {
	for _, at := range portions(p) {
		if q := w.sources[at.Path]; q != nil {
			d := w.list.Add("convert", p.NameSpan, "no descriptor set can be made: packages "+q.Name+" and "+p.Name+" both have a file "+at.Path)
			d.Subject, d.Help = p.FullName(), "convert them one by one"
		}
		w.sources[at.Path] = p
	}
	w.texts[p] = sync.OnceValue(func() map[string][]byte {
		writer, texts := newWriter(p), map[string][]byte{}
		writer.known = func(path string) bool { return w.sources[path] != nil }
		for _, at := range portions(p) {
			texts[at.Path] = writer.file(at)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.list = append(w.list, writer.losses...)
		return texts
	})
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
		d.Help = "see what convert --to proto writes; files that import each other can't be compiled"
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

// open returns the text of a file.
func (w *setWriter) open(file string) (io.ReadCloser, error) {
	p := w.sources[file]
	if p == nil {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(w.texts[p]()[file])), nil
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
