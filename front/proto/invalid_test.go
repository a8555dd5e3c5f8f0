package proto_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/internal/wanttest"
	"github.com/rpcctl/rpcctl/schema"
)

// TestInvalid holds the messages of what is wrong, and that every one helps.
func TestInvalid(t *testing.T) {
	paths, _ := filepath.Glob("testdata/invalid/*.proto")
	total := 0
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) {
			text, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			f := diag.NewFile(p, text)
			parts, list := proto.Read([]*diag.File{f})
			_, linked := schema.Link(parts, nil)
			list = append(list, linked...)
			n := wanttest.Check(t, []*diag.File{f}, list)
			if n == 0 {
				t.Error("nothing is wanted of it")
			}
			total += n
			for _, d := range list {
				if d.Help == "" {
					t.Errorf("no help for: %s", d.Message)
				}
			}
			tree := fstest.MapFS{"a.proto": {Data: text}}
			if theirs, _ := judge(tree, []string{"a.proto"}); len(theirs) == 0 {
				t.Error("the compiler accepts it")
			}
		})
	}
	t.Logf("%d wants in %d files", total, len(paths))
}

// snippets are bodies of files, each of them wrong in one way, or right where it
// begins with ok. They stand behind a syntax and the package t.
var snippets = map[string][]string{
	`syntax = "proto3";`: {
		`ok message M { optional int32 a = 1; }`, `ok message M { M m = 1; }`, `ok message M { oneof o { M m = 1; } }`,
		`ok message list { string string = 1; int32 int32 = 2; }`, `ok enum E { A = 0; B = -1; }`, `ok import "google/protobuf/any.proto"; message M { google.protobuf.Any a = 1; }`,
		`ok message M { map<string, M> m = 1; }`, `ok ;;; message M { ; }`, `ok message M { reserved 1 to 3, 7, 100 to max; }`,
		`ok message A { message B { message C {} } B.C c = 1; }`, `message M { string a_b = 1 [json_name = "c"]; string aB = 2; }`,
		`ok enum E { option allow_alias = true; A = 0; B = 0; }`, `ok message t { t x = 1; }`, `ok message M { t.M m = 1; .t.M n = 2; }`,
		`message M { int32 a = 1; int32 a = 2; }`, `message M { int32 a = 1; int32 b = 1; }`, `message M {} message M {}`, `message M {} enum M { A = 0; }`,
		`message M { message N {} enum N { A = 0; } }`, `message M { int32 N = 1; message N {} }`, `message M { oneof a { int32 b = 1; } int32 a = 2; }`,
		`enum A { X = 0; } enum B { X = 0; }`, `message X {} enum B { X = 0; }`, `message M { enum E { a = 0; } int32 a = 1; }`,
		`message M { repeated optional int32 a = 1; }`, `message M { oneof o { repeated int32 a = 1; } }`, `message M { oneof o { map<int32, int32> a = 1; } }`,
		`message M { oneof o { optional int32 a = 1; } }`, `message M { map<float, int32> a = 1; }`, `message M { map<M, int32> a = 1; }`, `message M { map<string, map<string, string>> a = 1; }`,
		`message M { repeated map<string, string> a = 1; }`, `message M { int32 a = -1; }`, `message M { int32 a = 19000; }`, `message M { int32 a = 1073741824; }`, `message M { int32 a; }`,
		`message M { int32 a = 0x; }`, `message M { int32 = 1; }`, `message M { a = 1; }`, `message M { int32 a = 1 }`, `message M { int32 a = 1;`, `message { }`, `message M { N n = 1; }`,
		`message M { .M n = 1; }`, `message M { t.N n = 1; }`, `message M { M.N n = 1; }`, `enum E { A = 1; }`, `enum E { }`, `enum E { A = 0; A = 1; }`, `enum E { A = 0; B = 0; }`,
		`enum E { option allow_alias = true; A = 0; B = 1; }`, `enum E { A = 2147483648; }`, `enum E { A = 0; reserved 0; }`, `enum E { A = 0; reserved "A"; }`, `enum E { A = 0; reserved 5 to 3; }`,
		`enum E { FOO_A = 0; E_FOO_A = 1; FOO_a = 2; }`, `enum Foo { FOO_BAR = 0; BAR = 1; }`, `message M { reserved 1; int32 a = 1; }`, `message M { reserved "a"; int32 a = 1; }`, `message M { reserved a; }`,
		`message M { reserved 1 to 5, 3; }`, `message M { reserved 0; }`, `message M { reserved "a", "a"; }`, `message M { reserved 1, "a"; }`, `message M { reserved max; }`,
		`message M { required int32 a = 1; }`, `message M { int32 a = 1 [default = 1]; }`, `message M { optional group G = 1 {} }`, `message M { extensions 1 to 5; }`, `message M { option map_entry = true; }`,
		`message M { option message_set_wire_format = true; }`, `message M { option features.field_presence = IMPLICIT; }`, `message M { string a_b = 1; string aB = 2; }`,
		`message M { string a = 1 [json_name = "b"]; string b = 2; }`, `message M { string a = 1 [json_name = 5]; }`, `message M { string a = 1 [json_name = "[x]"]; }`, `message M { string a = 1 [json_name = "x", json_name = "y"]; }`,
		`message M { string a = 1 [packed = true]; }`, `message M { repeated string a = 1 [packed = true]; }`, `message M { int32 a = 1 [packed = true]; }`, `message M { repeated int32 a = 1 [packed = 1]; }`,
		`message M { int32 a = 1 [lazy = true]; }`, `message M { int32 a = 1 [jstype = JS_STRING]; }`, `message M { int32 a = 1 [deprecated = 1]; }`, `message M { int32 a = 1 [nothing = 1]; }`, `message M { int32 a = 1 [(nothing) = 1]; }`,
		`message M { int32 a = 1 [deprecated = true, deprecated = true]; }`, `message M { int32 a = 1 []; }`, `message M { int32 a = 1 [deprecated.x = true]; }`, `message M { int32 a = 1 [uninterpreted_option = {}]; }`,
		`message M { int32 a = 1 [targets = TARGET_TYPE_NONE]; }`, `option java_package = 1;`, `option java_package = "a"; option java_package = "b";`, `option optimize_for = NONE;`, `option optimize_for = 1;`, `option java_multiple_files = "true";`,
		`option (a.b) = 1;`, `option a.b = 1;`, `service S { rpc A(M) returns (M); }`, `message M {} service S { rpc A(M) returns (M); rpc A(M) returns (M); }`, `message M {} service S { rpc M(M) returns (M); }`, `enum E { A = 0; } message M {} service S { rpc X(E) returns (M); }`,
		`message M {} service S { rpc X(M) returns (int32); }`, `message M {} service S { rpc X(M, M) returns (M); }`, `message M {} service S { rpc X(M); }`, `message M {} service S { option idempotency_level = IDEMPOTENT; }`, `message M {} service S { rpc X(M) returns (M) { option idempotency_level = MAYBE; } }`,
		`message S {} service S { }`, `service S {} service S {}`, `import "nothing.proto";`, `import "google/protobuf/any.proto"; import "google/protobuf/any.proto";`, `import any;`, `message M { google.protobuf.Any a = 1; }`, `package t2;`,
		`extend M { int32 a = 1; } message M {}`, `extend google.protobuf.FieldOptions { int32 a = 50000; }`, `import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { }`, `import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { int32 a = 1; }`,
		`import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { required int32 a = 50000; }`, `import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { int32 a = 50000; int32 b = 50000; }`,
		`import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { int32 a = 50000; } message M { int32 x = 1 [(a) = "x"]; }`, `import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { int32 a = 50000; } message M { option (a) = 1; }`,
		`import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { M a = 50000; } message M { int32 x = 1 [(a).x = 1, (a).x = 2]; }`, `import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { M a = 50000; } message M { int32 x = 1 [(a) = { x: 1 x: 2 }]; }`,
		`import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { repeated M a = 50000; } message M { int32 x = 1 [(a).x = 1]; }`, `import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { repeated int32 a = 50000; } message M { int32 x = 1 [(a) = [1, 2]]; }`,
		`import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { M a = 50000; } message M { int32 x = 1 [(a) = { x: [1, 2] }]; }`, `import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { int32 a = 50000; } message M { int32 x = 1 [(.t.b) = 1]; }`,
		`message M { M.M n = 1; message N {} }`, `message M { message M {} M.N n = 1; message N {} }`, `message t { t.M n = 1; } message M {}`, `message "M" {}`, `enum E { "A" = 0; }`, `message M { int32 a = 1; } }`, `/* open`, `message M { string a = 1 [json_name = "a\q"]; }`, "message M { \x00 }", `message é {}`,
	},
	`syntax = "proto2";`: {
		`ok message M { optional int32 a = 1 [default = -5]; }`, `ok message M { extensions 4 to max; }`, `ok message M { optional group G = 1 { optional int32 a = 1; } }`, `ok enum E { A = 5; }`, `ok message M { optional string a_b = 1; optional string aB = 2; }`,
		`ok message M { extensions 5; extend M { optional M m = 5; } }`, `ok message M { optional double d = 1 [default = nan]; optional float f = 2 [default = -inf]; }`, `ok message M { optional bytes b = 1 [default = "\xff\000"]; }`, `ok message M { oneof o { int32 a = 1 [default = 4]; } }`,
		`message M { int32 a = 1; }`, `message M { optional int32 a = 1 [default = 1.5]; }`, `message M { optional int32 a = 1 [default = 2147483648]; }`, `message M { optional uint32 a = 1 [default = -1]; }`, `message M { optional bool a = 1 [default = 1]; }`, `message M { optional string a = 1 [default = x]; }`,
		`message M { optional E a = 1 [default = 1]; } enum E { A = 1; }`, `message M { optional E a = 1 [default = B]; } enum E { A = 1; }`, `message M { optional M a = 1 [default = {}]; }`, `message M { repeated int32 a = 1 [default = 1]; }`, `message M { optional int32 a = 1 [default = 1, default = 2]; }`,
		`message M { optional group g = 1 {} }`, `message M { group G = 1 {} }`, `message M { optional group G = 1 {} message G {} }`, `message M { optional group G = 1 {} optional int32 g = 2; }`, `message M { extensions 1 to 5; optional int32 a = 3; }`, `message M { extensions 1 to 5, 4; }`, `message M { extensions 1 to 5; reserved 5; }`,
		`message M { extensions 5 to 1; }`, `message M { extensions 0; }`, `message M { extensions 1 to 536870912; }`, `message M { extensions 5; } extend M { optional int32 a = 6; }`, `message M { extensions 5; } extend M { required int32 a = 5; }`, `message M { extensions 5; } extend M { optional int32 a = 5; optional int32 b = 5; }`,
		`message M { extensions 5; } extend M { int32 a = 5; }`, `message M { extensions 5; } extend M { optional int32 a = 5 [json_name = "x"]; }`, `enum E { A = 1; } extend E { optional int32 a = 5; }`, `extend N { optional int32 a = 5; }`, `message M { extensions 5; } extend M { oneof o { int32 a = 5; } }`,
		`message M { option message_set_wire_format = true; extensions 4 to max; optional int32 a = 1; }`, `message M { option message_set_wire_format = true; }`, `message M { option message_set_wire_format = true; extensions 4 to max; } extend M { optional int32 a = 5; }`, `message M { option message_set_wire_format = true; extensions 4 to max; } extend M { repeated M a = 5; }`,
		`message M { optional map<int32, int32> a = 1; }`, `message M { required int32 a = 1; required int32 a = 2; }`, `message M { optional int32 a = 1 [features.field_presence = IMPLICIT]; }`, `message M { optional int32 a = 1 [ctype = ROPE]; }`, `message M { optional int32 a = 1 [weak = 5]; }`, `message M { map<int32, int32> foo = 1; message FooEntry {} }`,
		`message M { map<int32, int32> foo = 1; optional M.FooEntry e = 2; }`, `message A { extensions 5; } message B { extend A { optional int32 x = 5; } optional int32 x = 1; }`, `message M { extensions 1 to 5 [verification = DECLARATION]; } extend M { optional int32 a = 2; }`,
		`ok message M { extensions 1 to 5 [declaration = { number: 2 full_name: ".t.a" type: "int32" }, declaration = { number: 3 reserved: true }]; } extend M { optional int32 a = 2; }`,
		`ok message M { extensions 5 [declaration = { number: 5 full_name: ".t.a" type: ".t.M" repeated: true }]; } extend M { repeated M a = 5; }`,
		`message M { extensions 1 to 5 [declaration = { number: 3 reserved: true }]; } extend M { optional int32 a = 3; }`, `message M { extensions 1 to 5 [declaration = { number: 2 full_name: ".t.b" type: "int32" }]; } extend M { optional int32 a = 2; }`,
		`message M { extensions 1 to 5 [declaration = { number: 2 full_name: ".t.a" type: "int64" }]; } extend M { optional int32 a = 2; }`, `message M { extensions 1 to 5 [declaration = { number: 2 full_name: ".t.a" type: "int32" repeated: true }]; } extend M { optional int32 a = 2; }`,
		`message M { extensions 1 to 5 [declaration = { number: 7 full_name: ".t.a" type: "int32" }]; }`, `message M { extensions 1 to 5 [declaration = { full_name: ".t.a" type: "int32" }]; }`, `message M { extensions 1 to 5 [declaration = { number: 2 type: "int32" }]; }`, `message M { extensions 1 to 5 [declaration = { number: 2 full_name: ".t.a" }]; }`,
		`message M { extensions 1 to 5 [declaration = { number: 2 full_name: "t.a" type: "int32" }]; }`, `message M { extensions 1 to 5 [declaration = { number: 2 full_name: ".t.a" type: "int" }]; }`, `message M { extensions 1 to 5 [declaration = { number: 2 full_name: ".t.a" type: "int32" }, declaration = { number: 2 full_name: ".t.b" type: "int32" }]; }`,
		`message M { extensions 1 to 5 [verification = UNVERIFIED, declaration = { number: 2 full_name: ".t.a" type: "int32" }]; }`, `message M { extensions 1 to 5 [declaration = { number: 2 full_name: ".t.a" reserved: true }]; }`,
	},
	`edition = "2023";`: {
		`ok message M { int32 a = 1; repeated int32 b = 2 [features.repeated_field_encoding = EXPANDED]; reserved x; }`, `ok enum E { option features.enum_type = CLOSED; A = 1; }`, `ok message M { M m = 1 [features.message_encoding = DELIMITED]; }`, `ok option features.field_presence = IMPLICIT; message M { int32 a = 1; }`,
		`message M { optional int32 a = 1; }`, `message M { required int32 a = 1; }`, `message M { repeated int32 a = 1 [packed = true]; }`, `message M { optional group G = 1 {} }`, `enum E { A = 1; }`, `message M { reserved "x"; }`, `message M { int32 a = 1 [features.field_presence = NEVER]; }`, `message M { int32 a = 1 [features.nothing = X]; }`,
		`message M { int32 a = 1 [features.field_presence = IMPLICIT, features.field_presence = EXPLICIT]; }`, `option features.field_presence = LEGACY_REQUIRED;`, `option java_string_check_utf8 = true;`, `message M { int32 a = 1 [features.enum_type = OPEN]; }`, `message M { oneof o { int32 a = 1 [features.field_presence = EXPLICIT]; } }`,
		`message M { repeated int32 a = 1 [features.field_presence = EXPLICIT]; }`, `message M { M a = 1 [features.field_presence = IMPLICIT]; }`, `message M { repeated string a = 1 [features.repeated_field_encoding = PACKED]; }`, `message M { int32 a = 1 [features.utf8_validation = NONE]; }`, `message M { int32 a = 1 [features.message_encoding = DELIMITED]; }`,
		`message M { int32 a = 1 [features.field_presence = IMPLICIT, default = 1]; }`, `message M { E e = 1 [features.field_presence = IMPLICIT]; } enum E { option features.enum_type = CLOSED; A = 1; }`, `message M { int32 a = 1 [ctype = CORD]; }`, `service S { option features.field_presence = IMPLICIT; }`,
	},
	`edition = "2022";`: {`message M {}`}, `syntax = "proto4";`: {`message M {}`}, `syntax = proto3;`: {`message M {}`},
}

// TestSnippets holds that each is refused, or accepted, by us and by the compiler.
func TestSnippets(t *testing.T) {
	refused := 0
	for head, bodies := range snippets {
		for _, body := range bodies {
			body, right := strings.CutPrefix(body, "ok ")
			text := head + " package t; " + body
			tree := fstest.MapFS{"a.proto": {Data: []byte(text)}}
			theirs, _ := judge(tree, []string{"a.proto"})
			_, ours := errorsOf(t, tree)
			if (len(theirs) > 0) != (len(ours) > 0) || right != (len(ours) == 0) && explain(ours, theirs) == "" {
				t.Errorf("%s\nwe say %q\nthe compiler says %v", text, ours, theirs)
			}
			if len(ours) > 0 {
				refused++
			}
		}
	}
	t.Logf("%d refused", refused)
}
