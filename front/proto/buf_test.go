package proto_test

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	googleproto "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/rpcctl/rpcctl/diag"
)

// bufBinary returns buf's binary, which make corpus fetches.
func bufBinary(t testing.TB) string {
	corpus(t)
	path, err := filepath.Abs("../../build/corpus/buf/bin/buf")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatal("buf is not there: internal/corpus.sh --buf fetches it")
	}
	return path
}

// TestCorpusBuf holds what we count in each file of the corpus against what buf
// builds of it.
func TestCorpusBuf(t *testing.T) {
	buf := bufBinary(t)
	const clean = "../../build/corpus/clean"
	s, list := linked(t, clean, ".")
	for _, d := range list {
		if d.Severity == diag.Error && d.Code != "wire-type-unsupported" {
			t.Errorf("%s:%d: %s", d.Span.Path(), d.Span.Start().Line, d.Message)
		}
	}
	image := filepath.Join(t.TempDir(), "image.binpb")
	cmd := exec.Command(buf, "build", "--exclude-source-info", "-o", image)
	cmd.Dir = clean
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("buf build: %v\n%s", err, out)
	}
	text, err := os.ReadFile(image)
	if err != nil {
		t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	if err := googleproto.Unmarshal(text, &set); err != nil {
		t.Fatal(err)
	}
	mine, our, their, files := countModel(s), counts{}, counts{}, 0
	for _, f := range set.File {
		if _, err := os.Stat(filepath.Join(clean, f.GetName())); err != nil {
			continue // one of the well-known files that come with buf
		}
		files++
		n := countDescriptor(f)
		our.add(mine[f.GetName()])
		their.add(n)
		if n != mine[f.GetName()] {
			t.Errorf("%s has %+v, buf says %+v", f.GetName(), mine[f.GetName()], n)
		}
	}
	if want := len(protoFiles(os.DirFS(clean))); files != want {
		t.Errorf("buf built %d of %d files", files, want)
	}
	t.Logf("%d files: we count %+v", files, our)
	t.Logf("%d files: buf counts %+v", files, their)
}

// TestCorpusBufRefuses holds internal/corpus-refused.txt to what buf refuses of
// the whole package.
func TestCorpusBufRefuses(t *testing.T) {
	cmd := exec.Command(bufBinary(t), "build", "-o", os.DevNull)
	cmd.Dir = corpus(t)
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Run(); err == nil {
		t.Fatal("buf builds all of the package")
	}
	found := map[string]bool{}
	for line := range strings.Lines(out.String()) {
		t.Log(strings.TrimSpace(line))
		file, _, _ := strings.Cut(line, ":")
		found[file] = true
	}
	if d := cmp.Diff(refused(t, "buf"), slices.Sorted(maps.Keys(found))); d != "" {
		t.Errorf("internal/corpus-refused.txt is not what buf refuses: %s", d)
	}
}

func countDescriptor(f *descriptorpb.FileDescriptorProto) (n counts) {
	enums := func(list []*descriptorpb.EnumDescriptorProto) {
		for _, e := range list {
			n.enums++
			n.values += len(e.Value)
		}
	}
	var messages func([]*descriptorpb.DescriptorProto)
	messages = func(list []*descriptorpb.DescriptorProto) {
		for _, m := range list {
			if m.GetOptions().GetMapEntry() {
				continue
			}
			n.messages++
			n.fields += len(m.Field)
			n.extensions += len(m.Extension)
			messages(m.NestedType)
			enums(m.EnumType)
		}
	}
	messages(f.MessageType)
	enums(f.EnumType)
	n.extensions += len(f.Extension)
	for _, s := range f.Service {
		n.methods += len(s.Method)
	}
	return n
}
