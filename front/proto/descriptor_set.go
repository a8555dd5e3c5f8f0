package proto

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/rpcctl/rpcctl/diag"
)

// descriptorSet is the files of a FileDescriptorSet, as a tree of .proto files
// that are printed when they are asked for.
type descriptorSet struct {
	origin *diag.File
	files  []*described
	byName map[string]*described
	list   diag.List

	once  sync.Once
	names *declared // made when the first option is printed
}

// described is one file of a set.
type described struct {
	*descriptorpb.FileDescriptorProto
	name     string
	imported bool
	unsaid   bool // a buf image: the file has no syntax statement
	list     diag.List
}

// newDescriptorSet reads the bytes of a set. What can't be read is reported, and
// left out.
func newDescriptorSet(origin *diag.File, data []byte) *descriptorSet {
	s := &descriptorSet{origin: origin, byName: map[string]*described{}}
	set := &descriptorpb.FileDescriptorSet{}
	if n := parts(set.ProtoReflect().Descriptor(), data, maxParts, 0); n > maxParts {
		s.problem(&s.list, "", fmt.Sprintf("the descriptor set holds more than %d elements, and is not read", maxParts)).Help = "split it"
		return s
	}
	// No extension is known here: all are kept as they are, and read by what the
	// set itself says of them.
	err := protobuf.UnmarshalOptions{AllowPartial: true, RecursionLimit: maxNesting, Resolver: &protoregistry.Types{}}.Unmarshal(data, set)
	switch {
	case err != nil:
		d := s.problem(&s.list, "", "the file is no descriptor set: its bytes are not those of a google.protobuf.FileDescriptorSet")
		d.Help = "write it with protoc -o or buf build -o"
		return s
	case len(set.File) == 0:
		s.problem(&s.list, "", "the descriptor set holds no files").Help = "name the .proto files when it is written"
		return s
	}
	marked := false
	for _, f := range set.File {
		x := &described{FileDescriptorProto: f, name: f.GetName()}
		switch {
		case !fs.ValidPath(x.name) || x.name == "." || strings.ContainsAny(x.name, "\x00\n\\"):
			s.problem(&s.list, "", fmt.Sprintf("a file of the descriptor set is called %.100q, which is no path", x.name)).Help = "write the set anew"
			continue
		case s.byName[x.name] != nil:
			s.problem(&s.list, "", "the descriptor set holds "+x.name+" twice").Help = "write the set anew, or take one of them out"
			continue
		}
		marked = x.readMarks() || marked
		s.files, s.byName[x.name] = append(s.files, x), x
	}
	if !marked {
		s.guessImports()
	}
	if all := len(s.files); all > 0 && s.imports() == all {
		s.problem(&s.list, "", "every file of the descriptor set is an import of others").Help = "name the files that are meant when it is written"
	}
	return s
}

func (s *descriptorSet) imports() (n int) {
	for _, f := range s.files {
		if f.imported {
			n++
		}
	}
	return n
}

// imageField is where a buf image says more of a file: is_import (1) and
// is_syntax_unspecified (3).
const imageField = 8042

// readMarks reads what a buf image says of the file, and reports whether it does.
func (f *described) readMarks() bool {
	marked := false
	rest := f.ProtoReflect().GetUnknown()
	for len(rest) > 0 {
		number, wire, n := protowire.ConsumeField(rest)
		if n < 0 {
			return marked
		}
		if number == imageField && wire == protowire.BytesType {
			_, _, skip := protowire.ConsumeTag(rest)
			inner, _ := protowire.ConsumeBytes(rest[skip:])
			f.imported, f.unsaid, marked = flag(inner, 1), flag(inner, 3), true
		}
		rest = rest[n:]
	}
	return marked
}

// flag reads a bool of a message; false where it is not there.
func flag(message []byte, field protowire.Number) (on bool) {
	for len(message) > 0 {
		number, wire, n := protowire.ConsumeTag(message)
		if n < 0 {
			return on
		}
		size := protowire.ConsumeFieldValue(number, wire, message[n:])
		if size < 0 {
			return on
		}
		if number == field && wire == protowire.VarintType {
			v, _ := protowire.ConsumeVarint(message[n:])
			on = v != 0
		}
		message = message[n+size:]
	}
	return on
}

// guessImports decides for sets that don't say it: a well-known file that
// another imports is there for that alone.
func (s *descriptorSet) guessImports() {
	for _, f := range s.files {
		for _, name := range f.GetDependency() {
			if x := s.byName[name]; x != nil && x != f && wellKnown(name) != nil {
				x.imported = true
			}
		}
	}
}

// problem reports what has no place in a printed file.
func (s *descriptorSet) problem(list *diag.List, subject, message string) *diag.Diagnostic {
	if len(*list) >= maxProblems {
		return &diag.Diagnostic{}
	}
	d := list.Add("parse", s.origin.Span(0, 0), message)
	d.Subject = subject
	return d
}

func (s *descriptorSet) display(p string) string { return s.origin.Path + "//" + p }

// Open is there for [fs.FS]: a tree is asked with Stat, and read by its source.
func (s *descriptorSet) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Stat finds files; directories are none of its own.
func (s *descriptorSet) Stat(name string) (fs.FileInfo, error) {
	if s.byName[name] == nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return printed(name), nil
}

// printed is the fs.FileInfo of a file that is printed when asked for.
type printed string

func (p printed) Name() string       { return path.Base(string(p)) }
func (p printed) Size() int64        { return 0 }
func (p printed) Mode() fs.FileMode  { return 0o444 }
func (p printed) ModTime() time.Time { return time.Time{} }
func (p printed) IsDir() bool        { return false }
func (p printed) Sys() any           { return nil }
