package proto_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// corpus returns the directory of the npm package google-proto-files, which
// make corpus fetches.
func corpus(t testing.TB) string {
	const dir = "../../build/corpus/package"
	if os.Getenv("RPCCTL_CORPUS") == "" {
		t.Skip("the corpus takes minutes: make corpus fetches it and runs this")
	}
	if _, err := os.Stat(dir + "/google"); err != nil {
		t.Fatal("the corpus is not there: make corpus fetches it")
	}
	return dir
}

// TestCorpus holds that what the compiler accepts of the corpus is accepted, and
// that the same is found in it.
func TestCorpus(t *testing.T) {
	dir := corpus(t)
	files := protoFiles(os.DirFS(dir))
	begin := time.Now()
	s, list := linked(t, dir, ".")
	t.Logf("read and linked in %v", time.Since(begin))
	ours := map[string][]string{}
	for _, d := range list {
		if d.Severity == diag.Error {
			ours[d.Span.Path()] = append(ours[d.Span.Path()], d.Message)
		}
	}
	theirs, compiled := judge(os.DirFS(dir), files)
	for _, f := range files {
		if (len(ours[f]) > 0) == (len(theirs[f]) > 0) {
			continue
		}
		// The compiler names one of two files that clash, whichever comes second
		// in time, and no file whose import is missing: ask for this one alone.
		_, alone := linked(t, dir, f)
		if one, _ := judge(os.DirFS(dir), []string{f}); alone.HasErrors() != (len(one) > 0) {
			t.Errorf("%s: we say %q\nthe compiler says %q", f, first(ours[f]), first(theirs[f]))
		}
	}
	said := map[string]bool{}
	for _, of := range []map[string][]string{ours, theirs} {
		for f := range of {
			said[f] = true
		}
	}
	for _, f := range refused(t, "twin") {
		delete(said, f)
	}
	if d := cmp.Diff(refused(t, "compiler"), slices.Sorted(maps.Keys(said))); d != "" {
		t.Errorf("internal/corpus-refused.txt is not what is refused: %s", d)
	}
	mine, total, all := countModel(s), counts{}, counts{}
	for _, n := range mine {
		all.add(n)
	}
	compared := 0
	for _, f := range compiled {
		if f == nil || len(theirs[f.Path()]) > 0 {
			continue
		}
		compared++
		n := countCompiled(f)
		total.add(n)
		if n != mine[f.Path()] {
			t.Errorf("%s has %+v, the compiler says %+v", f.Path(), mine[f.Path()], n)
		}
	}
	t.Logf("%d files, of which the compiler refuses %d and so do we: %+v", len(files), len(theirs), all)
	t.Logf("%d files that it compiled, with the same counts: %+v", compared, total)
}

// refused returns the files of the corpus that internal/corpus-refused.txt says
// who refuses.
func refused(t testing.TB, who string) []string {
	text, err := os.ReadFile("../../internal/corpus-refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for line := range strings.Lines(string(text)) {
		by, _, _ := strings.Cut(line, ":")
		if words := strings.Fields(by); words[0] != "#" && slices.Contains(words[1:], who) {
			files = append(files, words[0])
		}
	}
	slices.Sort(files)
	return files
}

func first(list []string) []string { return list[:min(len(list), 3)] }

type counts struct{ messages, fields, enums, values, methods, extensions int }

func (n *counts) add(m counts) {
	n.messages, n.fields, n.enums = n.messages+m.messages, n.fields+m.fields, n.enums+m.enums
	n.values, n.methods, n.extensions = n.values+m.values, n.methods+m.methods, n.extensions+m.extensions
}

// countModel counts what stands in each file.
func countModel(s *schema.Schema) map[string]counts {
	files := map[string]counts{}
	in := func(path string, one counts) {
		n := files[path]
		n.add(one)
		files[path] = n
	}
	schema.Walk(s, func(x schema.Node) {
		path := x.Base().Span.Path()
		switch x := x.(type) {
		case *schema.Message:
			in(path, counts{messages: 1, fields: len(x.Fields)})
		case *schema.Enum:
			in(path, counts{enums: 1, values: len(x.Values)})
		case *schema.Method:
			in(path, counts{methods: 1})
		}
		for _, o := range x.Base().Options {
			if o.Name == "proto.extend" {
				in(o.Span.Path(), counts{extensions: 1})
			}
		}
	})
	return files
}

func countCompiled(f protoreflect.FileDescriptor) (n counts) {
	enums := func(list protoreflect.EnumDescriptors) {
		for i := range list.Len() {
			n.enums++
			n.values += list.Get(i).Values().Len()
		}
	}
	var messages func(protoreflect.MessageDescriptors)
	messages = func(list protoreflect.MessageDescriptors) {
		for i := range list.Len() {
			m := list.Get(i)
			if m.IsMapEntry() {
				continue
			}
			n.messages++
			n.fields += m.Fields().Len()
			n.extensions += m.Extensions().Len()
			messages(m.Messages())
			enums(m.Enums())
		}
	}
	messages(f.Messages())
	enums(f.Enums())
	n.extensions += f.Extensions().Len()
	for i := range f.Services().Len() {
		n.methods += f.Services().Get(i).Methods().Len()
	}
	return n
}
