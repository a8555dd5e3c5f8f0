package proto

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

// setExtensions end the names of descriptor sets; .gz may follow.
var setExtensions = []string{".binpb", ".pb", ".desc", ".protoset", ".fds"}

// maxSet is how many bytes a descriptor set may have, unpacked.
const maxSet = 128 << 20

// DescriptorSet returns the front end for compiled .proto files: a
// google.protobuf.FileDescriptorSet or an image of buf. It is read as the .proto
// files that it was made of, printed anew, so that a set and its sources are one
// model; places are those in the printed files, SET//FILE.
func DescriptorSet() *front.Language {
	return &front.Language{
		Name: "descriptor-set", Doc: "compiled Protocol Buffers, *.binpb",
		Match: isSet, Alone: true,
		Read: readSets, Load: loadSets,
		Extension: setExtensions[0],
	}
}

func isSet(p string) bool {
	return slices.Contains(setExtensions, path.Ext(strings.TrimSuffix(p, ".gz")))
}

// loadSets reads descriptor sets, each for itself: what a set imports is in it.
func loadSets(src front.Source, named []front.Found) ([]*schema.Package, diag.List, error) {
	parts := make([]*schema.Package, len(named))
	var list diag.List
	for i, n := range named {
		shown := n.Path
		if src.Display != nil {
			shown = src.Display(shown)
		}
		origin := diag.NewFile(shown, nil)
		data, err := readSet(src.FS, n.Path)
		if err != nil {
			d := list.Add("parse", origin.Span(0, 0), "the descriptor set can't be read: "+cause(err))
			d.Help = "write it anew, with protoc --include_imports --include_source_info -o or buf build -o"
			continue
		}
		own, problems, err := unpack(origin, data, src.Keep)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, problems...)
		for j, p := range own {
			p.Imported = p.Imported || n.Imported
			if j == 0 {
				parts[i] = p
			} else {
				parts = append(parts, p)
			}
		}
	}
	return parts, list, nil
}

// readSets is loadSets for files that are in memory.
func readSets(files []*diag.File) ([]*schema.Package, diag.List) {
	var parts []*schema.Package
	var list diag.List
	for _, f := range files {
		data, err := inflated(bytes.NewReader(f.Text), f.Path)
		if err != nil {
			list.Add("parse", f.Span(0, 0), "the descriptor set can't be read: "+cause(err)).Help = "write it anew"
			continue
		}
		own, problems, err := unpack(diag.NewFile(f.Path, nil), data, nil)
		if err != nil {
			panic("proto: reading from memory: " + err.Error())
		}
		parts, list = append(parts, own...), append(list, problems...)
	}
	return parts, list.Sort()
}

func readSet(tree fs.FS, p string) ([]byte, error) {
	in, err := tree.Open(p)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return inflated(in, p)
}

// inflated reads all of a set, through gzip where its name says so.
func inflated(in io.Reader, name string) ([]byte, error) {
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		defer z.Close()
		in = z
	}
	data, err := io.ReadAll(io.LimitReader(in, maxSet+1))
	if err == nil && len(data) > maxSet {
		err = fmt.Errorf("it has more than %d MiB", maxSet>>20)
	}
	return data, err
}

// cause is an error without the operation and path that the caller names.
func cause(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "it is cut off"
	}
	return err.Error()
}

// unpack reads the files of a set as Load reads sources. keep, where there is
// one, is given each printed file.
func unpack(origin *diag.File, data []byte, keep func(*diag.File)) ([]*schema.Package, diag.List, error) {
	s := newDescriptorSet(origin, data)
	src := front.Source{
		FS: s, Named: []string{"."}, Display: s.display,
		Open: func(p string) (*diag.File, error) {
			f := s.byName[p]
			if f == nil {
				return nil, &fs.PathError{Op: "open", Path: p, Err: fs.ErrNotExist}
			}
			text := diag.NewFile(s.display(p), f.text(s))
			if keep != nil {
				keep(text)
			}
			return text, nil
		},
	}
	var named []front.Found
	for _, f := range s.files {
		if !f.imported {
			named = append(named, front.Found{Path: f.name})
		}
	}
	parts, list, err := Load(src, named)
	for _, f := range s.files {
		s.list = append(s.list, f.list...)
	}
	parts = slices.DeleteFunc(parts, func(p *schema.Package) bool { return p == nil })
	return parts, append(s.list, list...), err
}
