package proto_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/front/snapshot"
	"github.com/rpcctl/rpcctl/schema"
)

// shop is two packages that import each other, file by file, of which one says
// in each file what no other does.
var shop = fstest.MapFS{
	"shop/v1/order.proto": {Data: []byte(`syntax = "proto3";

// What is ordered.
package shop.v1;

import "shop/v1/line.proto";
import public "pay/money.proto";

option java_package = "com.shop";
option java_outer_classname = "OrderProto";

message Order {
  repeated Line lines = 1;
  pay.Money total = 2;
  Order.State state = 3;
  enum State {
    NEW = 0;
  }

}

service Orders {
  rpc Place(Order) returns (Order);
}

message Receipt {
  string text = 1;
}

`)},
	"shop/v1/line.proto": {Data: []byte(`
// Lines of it.
package shop.v1;

import "google/protobuf/descriptor.proto";

option java_package = "com.shop";
option java_outer_classname = "LineProto";
option (.shop.v1.owner) = "lines";

message Line {
  required string name = 1;
  optional int32 count = 2 [default = 1];
  extensions 100 to 200;
}

extend google.protobuf.FileOptions {
  optional string owner = 50001;
}

`)},
	"pay/money.proto": {Data: []byte(`syntax = "proto3";

package pay;

message Money {
  int64 cents = 1;
}

`)},
	"pay/bill.proto": {Data: []byte(`edition = "2023";

package pay;

import "shop/v1/order.proto";

option features.field_presence = IMPLICIT;

message Bill {
  shop.v1.Order order = 1;
  int64 cents = 2;
}

`)},
}

// throughJSON is what is read back of packages that were written as JSON.
func throughJSON(t testing.TB, packages []*schema.Package) *schema.Schema {
	t.Helper()
	var files []*diag.File
	for _, p := range packages {
		text, losses := snapshot.Language().Write(p)
		if len(losses) > 0 {
			t.Fatal(losses)
		}
		files = append(files, diag.NewFile(p.Name+".rpc.json", text))
	}
	parts, list := snapshot.Language().Read(files)
	if list.HasErrors() {
		t.Fatalf("%v", list)
	}
	s, list := schema.Link(parts, nil)
	if list.HasErrors() {
		t.Fatalf("%v", list)
	}
	return s
}

// TestWriteFiles holds that files come back from the model, and from JSON, as
// they were: each at its path with its own syntax, options, imports and order.
func TestWriteFiles(t *testing.T) {
	s, errors := errorsOf(t, shop)
	if len(errors) > 0 {
		t.Fatal(errors)
	}
	var own []*schema.Package
	for _, p := range s.Packages {
		if !p.Imported {
			own = append(own, p)
		}
	}
	for _, from := range [][]*schema.Package{own, throughJSON(t, s.Packages).Packages} {
		n := 0
		for _, p := range from {
			if p.Name == "google.protobuf" {
				continue
			}
			files, losses := proto.WriteFiles(p)
			if len(losses) > 0 {
				t.Error(losses)
			}
			for _, f := range files {
				n++
				if d := cmp.Diff(string(shop[f.Path].Data), string(f.Text)); d != "" {
					t.Errorf("%s: %s", f.Path, d)
				}
			}
		}
		if n != len(shop) {
			t.Errorf("%d files", n)
		}
	}
}

// ofFile is what a descriptor says of the file itself, with the names of what it
// declares: what those are is held by reading sets back.
func ofFile(f *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	x := &descriptorpb.FileDescriptorProto{
		Name: f.Name, Package: f.Package, Dependency: f.Dependency, PublicDependency: f.PublicDependency,
		WeakDependency: f.WeakDependency, Options: f.Options, Syntax: f.Syntax, Edition: f.Edition,
	}
	for _, m := range f.MessageType {
		x.MessageType = append(x.MessageType, &descriptorpb.DescriptorProto{Name: m.Name})
	}
	for _, e := range f.EnumType {
		x.EnumType = append(x.EnumType, &descriptorpb.EnumDescriptorProto{Name: e.Name})
	}
	for _, s := range f.Service {
		x.Service = append(x.Service, &descriptorpb.ServiceDescriptorProto{Name: s.Name})
	}
	for _, e := range f.Extension {
		x.Extension = append(x.Extension, &descriptorpb.FieldDescriptorProto{Name: e.Name})
	}
	return x
}

// sameAsCompiled holds that the set of what is in a tree has the files that the
// compiler has of it, and returns how many there are.
func sameAsCompiled(t *testing.T, tree fs.FS, paths ...string) int {
	t.Helper()
	r, err := front.Load(front.Tree{FS: tree}, paths, []*front.Language{proto.Language()})
	if err != nil {
		t.Fatal(err)
	}
	s, list := schema.Link(r.Packages, nil)
	if list = append(r.Problems, list...); list.HasErrors() {
		t.Fatalf("%.2000v", list)
	}
	var own []*schema.Package
	for _, p := range s.Packages {
		if !p.Imported {
			own = append(own, p)
		}
	}
	data, losses := proto.WriteSet(s, own)
	if losses.HasErrors() {
		t.Fatalf("%.2000v", losses)
	}
	bare, set := &descriptorpb.FileDescriptorSet{}, &descriptorpb.FileDescriptorSet{}
	if err := protobuf.Unmarshal(data, bare); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range bare.File {
		names = append(names, f.GetName())
	}
	slices.Sort(names)
	problems, compiled := judge(tree, names)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	shown := 0
	// Options of one's own are read by what the files say of them.
	known := protobuf.UnmarshalOptions{Resolver: compiled.AsResolver()}
	if err := known.Unmarshal(data, set); err != nil {
		t.Fatal(err)
	}
	for _, f := range set.File {
		text, err := protobuf.Marshal(protodesc.ToFileDescriptorProto(compiled.FindFileByPath(f.GetName())))
		theirs := &descriptorpb.FileDescriptorProto{}
		if err != nil || known.Unmarshal(text, theirs) != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(ofFile(theirs), ofFile(f), protocmp.Transform()); d != "" {
			if shown++; shown < 4 {
				t.Errorf("%s is not what the compiler says: %.3000s", f.GetName(), d)
			}
		}
	}
	if shown > 0 {
		t.Errorf("%d of %d files differ", shown, len(set.File))
	}
	return len(set.File)
}

func TestSetIsTheCompilers(t *testing.T) {
	if n := sameAsCompiled(t, shop, "."); n != 5 {
		t.Errorf("%d files", n)
	}
}

func TestCorpusSetIsTheCompilers(t *testing.T) {
	corpus(t)
	for _, part := range []string{"google/api", "google/iam", "google/pubsub", "google/spanner", "google/devtools", "google/cloud/compute", "google/ads/admanager", "grafeas"} {
		n := sameAsCompiled(t, os.DirFS("../../build/corpus/clean"), part)
		t.Logf("%s: %d files", part, n)
	}
}

// TestFilesByOtherNames holds that an import that calls a file by another name
// than others do is written with the name that the file is written to.
func TestFilesByOtherNames(t *testing.T) {
	tree := fstest.MapFS{
		"x/a.proto":   {Data: []byte(`syntax = "proto3"; package a; import "x/y/b.proto"; message A { b.B b = 1; }`)},
		"x/y/b.proto": {Data: []byte(`syntax = "proto3"; package b; message B {}`)},
		"x/y/c.proto": {Data: []byte(`syntax = "proto3"; package c; import "b.proto"; message C { b.B b = 1; }`)},
	}
	s, errors := errorsOf(t, tree)
	if len(errors) > 0 {
		t.Fatal(errors)
	}
	files, _ := proto.WriteFiles(s.Lookup("c").(*schema.Package))
	if len(files) != 1 || !strings.Contains(string(files[0].Text), `import "x/y/b.proto";`) {
		t.Errorf("%+v", files)
	}
	back := throughJSON(t, s.Packages)
	if _, losses := proto.WriteSet(back, back.Packages); losses.HasErrors() {
		t.Errorf("%v", losses)
	}
}
