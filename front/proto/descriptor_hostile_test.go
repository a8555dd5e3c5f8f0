package proto_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/schema"
)

func descriptorOf(file *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorSet {
	if file.Name == nil {
		file.Name = protobuf.String("a.proto")
	}
	return &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{file}}
}

// TestBadSets holds what is said of sets that no compiler wrote.
func TestBadSets(t *testing.T) {
	str, num := protobuf.String, protobuf.Int32
	field := func(f *descriptorpb.FieldDescriptorProto) *descriptorpb.FileDescriptorSet {
		f.Name, f.Number = str("f"), num(1)
		return descriptorOf(&descriptorpb.FileDescriptorProto{MessageType: []*descriptorpb.DescriptorProto{{Name: str("M"), Field: []*descriptorpb.FieldDescriptorProto{f}}}})
	}
	option := func(raw []byte) *descriptorpb.FileDescriptorSet {
		o := &descriptorpb.FileOptions{}
		o.ProtoReflect().SetUnknown(raw)
		return descriptorOf(&descriptorpb.FileDescriptorProto{Options: o})
	}
	set := func(s *descriptorpb.FileDescriptorSet) []byte { return marshal(t, s) }
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"text":     {[]byte("syntax = \"proto3\";"), "the file is no descriptor set"},
		"empty":    {nil, "the descriptor set holds no files"},
		"path":     {set(descriptorOf(&descriptorpb.FileDescriptorProto{Name: str("../a.proto")})), `a file of the descriptor set is called "../a.proto", which is no path`},
		"twice":    {set(&descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{{Name: str("a.proto")}, {Name: str("a.proto")}}}), "the descriptor set holds a.proto twice"},
		"name":     {set(descriptorOf(&descriptorpb.FileDescriptorProto{MessageType: []*descriptorpb.DescriptorProto{{Name: str("M {} message N")}}})), `a.proto: "M {} message N" in the file is no name`},
		"package":  {set(descriptorOf(&descriptorpb.FileDescriptorProto{Package: str("a; b")})), `a.proto: "a; b" in the file is no name`},
		"type":     {set(field(&descriptorpb.FieldDescriptorProto{TypeName: str(".a.B = 1; int32 x")})), `a.proto: ".a.B = 1; int32 x" in M.f is no name`},
		"no type":  {set(field(&descriptorpb.FieldDescriptorProto{})), "a.proto: field M.f has no type"},
		"oneof":    {set(field(&descriptorpb.FieldDescriptorProto{OneofIndex: num(3)})), "a.proto: field M.f is in oneof 3, which is not there"},
		"default":  {set(field(&descriptorpb.FieldDescriptorProto{Type: descriptorpb.FieldDescriptorProto_TYPE_INT32.Enum(), DefaultValue: str("1]; int32 g = 2")})), `a.proto: the default of M.f, "1]; int32 g = 2", is no literal`},
		"bytes":    {set(field(&descriptorpb.FieldDescriptorProto{Type: descriptorpb.FieldDescriptorProto_TYPE_BYTES.Enum(), DefaultValue: str(`\9`)})), `a.proto: the default of M.f, "\\9", is no literal`},
		"unknown":  {set(option(protowire.AppendVarint(protowire.AppendTag(nil, 50000, protowire.VarintType), 1))), "a.proto: the file has the option 50000 of google.protobuf.FileOptions, which nothing in the set declares"},
		"broken":   {set(descriptorOf(&descriptorpb.FileDescriptorProto{Options: &descriptorpb.FileOptions{UninterpretedOption: []*descriptorpb.UninterpretedOption{{}}}})), "a.proto: the options of the file were never given a meaning"},
		"import":   {set(descriptorOf(&descriptorpb.FileDescriptorProto{Dependency: []string{"b.proto"}})), `the import "b.proto" is not there`},
		"edition":  {set(descriptorOf(&descriptorpb.FileDescriptorProto{Syntax: str("editions"), Edition: descriptorpb.Edition_EDITION_2024.Enum()})), `the edition "2024" is unknown`},
		"ref":      {set(field(&descriptorpb.FieldDescriptorProto{TypeName: str(".a.B")})), "a.B"},
		"enum":     {set(field(&descriptorpb.FieldDescriptorProto{Type: descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(), Options: &descriptorpb.FieldOptions{Ctype: descriptorpb.FieldOptions_CType(77).Enum()}})), "a.proto: an option of M.f is 77, which google.protobuf.FieldOptions.CType has no name for"},
		"all ours": {set(image(t, 1)), "every file of the descriptor set is an import of others"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, list := fromSet(t, "a.binpb", c.data)
			var said []string
			for _, d := range list {
				said = append(said, d.Message)
				if strings.Contains(d.Message, c.want) {
					if d.Help == "" || !strings.HasPrefix(d.Span.Path(), "a.binpb") {
						t.Errorf("%+v", d)
					}
					return
				}
			}
			t.Errorf("%q is not said, but %q", c.want, said)
		})
	}
}

// image is a set of one file with the marks of a buf image.
func image(t testing.TB, imported uint64) *descriptorpb.FileDescriptorSet {
	s := descriptorOf(&descriptorpb.FileDescriptorProto{MessageType: []*descriptorpb.DescriptorProto{{Name: protobuf.String("M")}}})
	inner := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), imported)
	inner = protowire.AppendVarint(protowire.AppendTag(inner, 3, protowire.VarintType), 1)
	s.File[0].ProtoReflect().SetUnknown(protowire.AppendBytes(protowire.AppendTag(nil, 8042, protowire.BytesType), inner))
	return s
}

// TestImage holds that the marks of a buf image are read: what is an import, and
// whether the syntax was said.
func TestImage(t *testing.T) {
	own, other := image(t, 0), image(t, 1)
	other.File[0].Name = protobuf.String("b.proto")
	other.File[0].Package = protobuf.String("b")
	own.File = append(own.File, other.File...)
	own.File[0].Dependency = []string{"b.proto"}
	s, r, list := fromSet(t, "image.binpb", marshal(t, own))
	if list.HasErrors() {
		t.Fatal(list)
	}
	for _, p := range s.Packages {
		if p.Imported != (p.Name == "b") {
			t.Errorf("%s is imported: %v", p.Name, p.Imported)
		}
	}
	if text := string(r.Files["image.binpb//a.proto"].Text); strings.Contains(text, "syntax") {
		t.Errorf("a syntax is said in %s", text)
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write(marshal(t, own))
	w.Close()
	again, _, list := fromSet(t, "image.binpb.gz", z.Bytes())
	if list.HasErrors() || len(again.Packages) != len(s.Packages) {
		t.Error(list)
	}
	_, _, list = fromSet(t, "image.binpb.gz", z.Bytes()[:z.Len()/2])
	if !list.HasErrors() || !strings.Contains(list[0].Message, "it is cut off") {
		t.Error(list)
	}
}

// TestHostileSets holds that sets made to cost much end soon.
func TestHostileSets(t *testing.T) {
	const many = 50_000
	str, num := protobuf.String, protobuf.Int32
	wide := &descriptorpb.DescriptorProto{Name: str("M")}
	groups := &descriptorpb.DescriptorProto{Name: str("M")}
	file := &descriptorpb.FileDescriptorProto{MessageType: []*descriptorpb.DescriptorProto{wide}}
	crowd := &descriptorpb.FileDescriptorSet{}
	imports := &descriptorpb.FileDescriptorProto{}
	for i := range many {
		wide.Field = append(wide.Field, &descriptorpb.FieldDescriptorProto{Name: str(fmt.Sprint("f", i)), Number: num(int32(i + 1)), OneofIndex: num(int32(i)), Type: descriptorpb.FieldDescriptorProto_TYPE_BOOL.Enum()})
		wide.OneofDecl = append(wide.OneofDecl, &descriptorpb.OneofDescriptorProto{Name: str(fmt.Sprint("o", i))})
		imports.Dependency = append(imports.Dependency, fmt.Sprint(i))
		imports.PublicDependency = append(imports.PublicDependency, int32(i))
		if i%10 == 0 {
			groups.NestedType = append(groups.NestedType, &descriptorpb.DescriptorProto{Name: str(fmt.Sprint("G", i))})
			groups.Field = append(groups.Field, &descriptorpb.FieldDescriptorProto{Name: str(fmt.Sprint("g", i)), Number: num(int32(i + 1)), TypeName: str(fmt.Sprint(".M.G", i)), Type: descriptorpb.FieldDescriptorProto_TYPE_GROUP.Enum()})
			crowd.File = append(crowd.File, &descriptorpb.FileDescriptorProto{Name: str(fmt.Sprint(i)), MessageType: []*descriptorpb.DescriptorProto{{}}})
		}
	}
	deep := &descriptorpb.DescriptorProto{Name: str("M")}
	for range 150 {
		deep = &descriptorpb.DescriptorProto{Name: str("M"), NestedType: []*descriptorpb.DescriptorProto{deep}}
	}
	doubled := &descriptorpb.DescriptorProto{Name: str("M")} // each group twice, in each other
	for range 28 {
		outer := &descriptorpb.DescriptorProto{Name: str("M"), NestedType: []*descriptorpb.DescriptorProto{doubled}}
		for i := range 2 {
			outer.Field = append(outer.Field, &descriptorpb.FieldDescriptorProto{Name: str("m"), Number: num(int32(i + 1)), Type: descriptorpb.FieldDescriptorProto_TYPE_GROUP.Enum()})
		}
		doubled = outer
	}
	for m, full := doubled, ".M"; len(m.NestedType) > 0; m = m.NestedType[0] {
		full += ".M"
		m.Field[0].TypeName, m.Field[1].TypeName = str(full), str(full)
	}
	var merged []byte // one option in very many pieces
	for range many * 10 {
		merged = protowire.AppendBytes(protowire.AppendTag(merged, 50, protowire.BytesType), []byte{0x08, 1})
	}
	o := &descriptorpb.FileOptions{}
	o.ProtoReflect().SetUnknown(merged)
	for name, data := range map[string][]byte{
		"oneofs":           marshal(t, descriptorOf(file)),
		"groups":           marshal(t, descriptorOf(&descriptorpb.FileDescriptorProto{MessageType: []*descriptorpb.DescriptorProto{groups}})),
		"imports":          marshal(t, descriptorOf(imports)),
		"files":            marshal(t, crowd),
		"deep":             marshal(t, descriptorOf(&descriptorpb.FileDescriptorProto{MessageType: []*descriptorpb.DescriptorProto{deep}})),
		"merged":           marshal(t, descriptorOf(&descriptorpb.FileDescriptorProto{Options: o})),
		"nested":           bytes.Repeat([]byte{0x0a, 0xff, 0xff, 0xff, 0x7f}, many),
		"empty files":      bytes.Repeat([]byte{0x0a, 0x00}, 20<<20),
		"empty messages":   emptyMessages(20 << 20),
		"groups in groups": bytes.Repeat([]byte{0x0b}, many*10),
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			_, _, list := fromSet(t, "a.binpb", data)
			if took := time.Since(begin); took > 20*time.Second {
				t.Errorf("it took %v", took)
			} else {
				t.Logf("%d bytes in %v, %d problems", len(data), took, len(list))
			}
			if len(list) == 0 && name != "oneofs" && name != "groups" && name != "merged" {
				t.Error("nothing is said")
			}
		})
	}
}

// emptyMessages is a set of one file with messages of no bytes.
func emptyMessages(n int) []byte {
	file := bytes.Repeat([]byte{0x22, 0x00}, n)
	return protowire.AppendBytes([]byte{0x0a}, file)
}

// FuzzDescriptorSet holds that any bytes give problems with text and a place, or
// a model that can be linked.
func FuzzDescriptorSet(f *testing.F) {
	for _, dir := range []string{"testdata/valid", "../../testdata/contracts/eq-oneof", "../../testdata/contracts/eq-streams"} {
		tree := os.DirFS(dir)
		if files := protoFiles(tree); len(files) > 0 {
			f.Add(marshal(f, compiled(f, tree, files[:1]...)))
		}
	}
	f.Add(marshal(f, image(f, 0)))
	f.Fuzz(func(t *testing.T, data []byte) {
		parts, list := proto.DescriptorSet().Read([]*diag.File{diag.NewFile("a.binpb", data)})
		_, linked := schema.Link(parts, nil)
		for _, d := range append(list, linked...) {
			if d.Message == "" || strings.Contains(d.Message, "this is a fault of the tool") || strings.Contains(d.Help, "this is a fault") || !strings.HasPrefix(d.Span.Path(), "a.binpb") && !strings.HasPrefix(d.Span.Path(), "google/protobuf/") {
				t.Errorf("%+v", d)
			}
		}
	})
}
