package golang_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/generate"
	"github.com/rpcctl/rpcctl/generate/golang"
)

// TestNames holds what a contract's names become in Go.
func TestNames(t *testing.T) {
	s := text(t, `
package "demo.names.v1" {}
enum "HTTPStatus" {
  HTTPSTATUS_OK   = 0
  NOT_FOUND       = 404
  fooBar          = 5
  HTTP_STATUS_ODD = 6
  VALUE_2         = 7
}
message "user_data" {
  user_id   = field(1, int64)
  userName  = field(2, string)
  URL       = field(3, string)
  field_2   = field(4, int32)
  _private  = field(5, int32)
  type      = field(6, optional(string))
  UPPER_ONE = field(7, int32)
}
message "user_data.Part" {
  oneof "what_it_is" {
    a_number = field(1, int32)
    a_text   = field(2, string)
  }
}
service "User_service" {
  method "get_user" {
    params  = { user_id = int64, Name = string, func = bool, err = int32, len = int8 }
    returns = user_data
  }
}
`)
	files, problems := run(s, golang.Options{Module: "example.com/gen"})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	check(t, "example.com/gen", files)
	all := ""
	for _, f := range files {
		if !strings.HasPrefix(f.Path, "demo/names/v1/") {
			t.Errorf("path %s", f.Path)
		}
		all += strings.Join(strings.Fields(string(f.Content)), " ")
	}
	for _, want := range []string{
		"package namesv1", "type HTTPStatus int32", "HTTPStatusOk HTTPStatus = 0", "HTTPStatusNotFound HTTPStatus = 404",
		"HTTPStatusFooBar HTTPStatus = 5", "HTTPStatusOdd HTTPStatus = 6", "HTTPStatusValue_2 HTTPStatus = 7",
		"type UserData struct { UserId int64 `json:\"user_id\"` UserName string `json:\"userName\"` URL string `json:\"URL\"` " +
			"Field_2 int32 `json:\"field_2\"` XPrivate int32 `json:\"_private\"` Type *string `json:\"type,omitempty\"` UPPER_ONE int32",
		"type UserData_Part struct", "WhatItIs isUserData_Part_WhatItIs", "type UserData_Part_WhatItIs_ANumber struct { ANumber int32",
		"type UserService interface", "GetUser(ctx context.Context, userId int64, name string, func_ bool, err_ int32, len_ int8) (*UserData, error)",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestClashes holds names that become one to an error with both places.
func TestClashes(t *testing.T) {
	for _, c := range []struct{ name, contract, want, place string }{
		{"fields", "message \"M\" {\n  user_id = field(1, int32)\n  userId = field(2, int32)\n}", "demo.a.M.user_id and demo.a.M.userId both become UserId in Go", "4:3"},
		{"types", "message \"Event\" {}\nmessage \"event\" {}", "demo.a.Event and demo.a.event both become Event in Go", "3:10"},
		{"values", "enum \"E\" {\n  A_B = 0\n  a_b = 1\n}", "both become EAB in Go", "4:3"},
		{"prefix", "enum \"E\" {\n  A = 0\n  e_c = 1\n}\nmessage \"EA\" {}", "demo.a.E.A and demo.a.EA both become EA in Go", "6:10"},
		{"client", "message \"SClient\" {}\nservice \"S\" {\n  method \"F\" {}\n}", "both become SClient in Go", "3:10"},
		{"new", "message \"M\" {}\nmessage \"NewM\" {}", "both become NewM in Go", "3:10"},
		{"codec", "message \"M\" {\n  append_block = field(1, int32)\n}", "demo.a.M.append_block becomes AppendBlock in Go, which generated code has a use for", "3:3"},
		{"error", "error \"E\" {\n  code = 1\n  error = field(1, string)\n}", "demo.a.E.error becomes Error in Go, which generated code has a use for", "4:3"},
		{"getter", "message \"M\" {\n  get_a = field(1, int32)\n  a = field(2, optional(int32))\n}", "both become GetA in Go", "4:3"},
		{"methods", "service \"S\" {\n  method \"get_a\" {}\n  method \"getA\" {}\n}", "both become GetA in Go", "4:11"},
		{"embedded", "service \"P\" {\n  method \"F\" {}\n}\nservice \"S\" {\n  extends = P\n  method \"PClient\" {}\n}", "demo.a.S.PClient and demo.a.S both become PClient in Go", "5:10"},
		{"params", "service \"S\" {\n  method \"F\" {\n    params = { a_b = int32, aB = int32 }\n  }\n}", "both become aB in Go", "4:29"},
		{"streams", "service \"S\" {\n  method \"F\" {\n    params = { a = istream }\n    returns = istream\n  }\n}", "has two streams for which there is no Go form", "3:11"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files, problems := run(text(t, "package \"demo.a\" {}\n"+c.contract+"\n"), golang.Options{Module: "example.com/gen"})
			if len(files) > 0 || !problems.HasErrors() {
				t.Fatalf("%d files, problems %v", len(files), problems)
			}
			for _, d := range problems {
				place := d.Span.Path() + ":" + strconv.Itoa(d.Span.Start().Line) + ":" + strconv.Itoa(d.Span.Start().Column)
				if strings.Contains(d.Message, c.want) && place == "a.rpc.hcl:"+c.place && d.Help != "" {
					return
				}
				t.Logf("%s: %s (%s)", place, d.Message, d.Help)
			}
			t.Errorf("no %s at %s", c.want, c.place)
		})
	}
}

func TestOptions(t *testing.T) {
	s := text(t, "package \"demo.a\" {\n  wires = [frame, thrift]\n}\nservice \"S\" {\n  method \"F\" {\n    id = 1\n    returns = int32\n  }\n}\n")
	for _, c := range []struct {
		options golang.Options
		wires   []string
		want    string
	}{
		{golang.Options{}, nil, `module "" is no import path`},
		{golang.Options{Module: "/abs"}, nil, "is no import path"},
		{golang.Options{Module: "a b"}, nil, "is no import path"},
		{golang.Options{Module: "example.com/gen", Package: "No-Name"}, nil, `package "No-Name"`},
		{golang.Options{Module: "example.com/gen"}, []string{"frame", "rpcq"}, "there is no Go code for the wire rpcq"},
	} {
		if files, problems := run(s, c.options, c.wires...); len(files) > 0 || !problems.HasErrors() || !strings.Contains(problems[0].Message, c.want) || problems[0].Help == "" && c.options.Package == "" {
			t.Errorf("%+v %v: %v", c.options, c.wires, problems)
		}
	}
	files, problems := run(s, golang.Options{Module: "example.com/gen", Package: "other"})
	if problems.HasErrors() || len(problems) != 1 || !strings.Contains(problems[0].Message, "promises the wire thrift") {
		t.Errorf("a wire without Go code: %v", problems)
	}
	if _, problems := run(s, golang.Options{Module: "example.com/gen"}, "rpch"); problems.HasErrors() || len(problems) != 1 ||
		!strings.Contains(problems[0].Message, "demo.a.S promises none of the wires") || problems[0].Span.Start().Line != 4 {
		t.Errorf("a service without wires: %v", problems)
	}
	if len(files) != 2 || !strings.Contains(string(files[0].Content), "package other\n") {
		t.Errorf("%d files", len(files))
	}
	for _, f := range files {
		if !generate.Ours(f.Content) {
			t.Errorf("%s has no mark", f.Path)
		}
	}
}

func TestFolders(t *testing.T) {
	for name, want := range map[string]string{
		"demo.internal.x": "demo/internal_/x/types.rpc.go", "vendor": "vendor_/types.rpc.go", "a.testdata": "a/testdata_/types.rpc.go",
		"a._b": "a/x_b/types.rpc.go", "Demo.Math": "demo/math/types.rpc.go",
	} {
		files, problems := run(text(t, "package \""+name+"\" {}\nmessage \"M\" {}\n"), golang.Options{Module: "example.com/gen"})
		if problems.HasErrors() || len(files) != 2 || files[0].Path != want {
			t.Errorf("%s: %d files, %v", name, len(files), problems)
		}
	}
}
