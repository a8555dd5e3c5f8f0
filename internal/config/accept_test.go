package config

import (
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/diag"
)

func written(t *testing.T, text string, accepts ...Accept) string {
	t.Helper()
	got, err := WriteAccepts(diag.NewFile(FileName, []byte(text)), known(), accepts)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return string(got)
}

// What is added is added in the form of the file, and nothing else is touched.
func TestWriteAccepts(t *testing.T) {
	one := NewAccept("field-removed:demo.M.a", "reject", "nobody reads it", "")
	two := NewAccept("field-type-changed:demo.M.b:int32>int64", "corrupt", "a \"b\" ${c}\n\\ %{d}", "2030-01-31")
	for _, c := range []struct{ name, text, want string }{
		{"an empty file", "", `
compat {
  accept "field-removed:demo.M.a" {
    reason = "nobody reads it"
  }

  accept "field-type-changed:demo.M.b:int32>int64" {
    outcome = "corrupt"
    reason  = "a \"b\" $${c}\n\\ %%{d}"
    until   = "2030-01-31"
  }
}
`[1:]},
		{"no compat", "contracts=[\"x\"] # odd form", `
contracts=["x"] # odd form

compat {
  accept "field-removed:demo.M.a" {
    reason = "nobody reads it"
  }

  accept "field-type-changed:demo.M.b:int32>int64" {
    outcome = "corrupt"
    reason  = "a \"b\" $${c}\n\\ %%{d}"
    until   = "2030-01-31"
  }
}
`[1:]},
		{"one line", `compat {  require="any-order" }`, `
compat {
  require="any-order"

  accept "field-removed:demo.M.a" {
    reason = "nobody reads it"
  }

  accept "field-type-changed:demo.M.b:int32>int64" {
    outcome = "corrupt"
    reason  = "a \"b\" $${c}\n\\ %%{d}"
    until   = "2030-01-31"
  }
}`[1:]},
		{"braces", "compat {}\nlint {}\n", `
compat {
  accept "field-removed:demo.M.a" {
    reason = "nobody reads it"
  }

  accept "field-type-changed:demo.M.b:int32>int64" {
    outcome = "corrupt"
    reason  = "a \"b\" $${c}\n\\ %%{d}"
    until   = "2030-01-31"
  }
}
lint {}
`[1:]},
		{"after the others", `
compat {
    # first
    accept "field-removed:demo.M.z" {
      reason="x"
    } /* a
    } */ # why

    strict = true # last
}
`, `
compat {
    # first
    accept "field-removed:demo.M.z" {
      reason="x"
    } /* a
    } */ # why

    accept "field-removed:demo.M.a" {
        reason = "nobody reads it"
    }

    accept "field-type-changed:demo.M.b:int32>int64" {
        outcome = "corrupt"
        reason  = "a \"b\" $${c}\n\\ %%{d}"
        until   = "2030-01-31"
    }

    strict = true # last
}
`},
		{"tabs", "compat {\n\tstrict = true\n\t# c\n}\n", "compat {\n\tstrict = true\n\t# c\n\n\taccept \"field-removed:demo.M.a\" {\n\t\treason = \"nobody reads it\"\n\t}\n\n" +
			"\taccept \"field-type-changed:demo.M.b:int32>int64\" {\n\t\toutcome = \"corrupt\"\n\t\treason  = \"a \\\"b\\\" $${c}\\n\\\\ %%{d}\"\n\t\tuntil   = \"2030-01-31\"\n\t}\n}\n"},
		{"renewed", `
compat {
  accept "field-type-changed:demo.M.b:int32>int64" { # b
    # why
    reason  = <<EOT
long ago
EOT
  }
  accept "field-removed:demo.M.a" {
    until   = "2020-01-01"
    # how bad
    outcome = "corrupt" # very
    reason  = "x"
  }
}
`, `
compat {
  accept "field-type-changed:demo.M.b:int32>int64" { # b
    # why
    outcome = "corrupt"
    reason  = "a \"b\" $${c}\n\\ %%{d}"
    until   = "2030-01-31"
  }
  accept "field-removed:demo.M.a" {
    # how bad
    outcome = "reject" # very
    reason  = "nobody reads it"
  }
}
`},
		{"renewed on a line", "compat {\n  accept \"field-type-changed:demo.M.b:int32>int64\" { reason = \"x\" }\n}\n", `
compat {
  accept "field-type-changed:demo.M.b:int32>int64" {
    outcome = "corrupt"
    reason  = "a \"b\" $${c}\n\\ %%{d}"
    until   = "2030-01-31"
  }

  accept "field-removed:demo.M.a" {
    reason = "nobody reads it"
  }
}
`[1:]},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := written(t, c.text, one, two)
			if got != c.want {
				t.Errorf("%s\nwant\n%s", got, c.want)
			}
			if again := written(t, got, one, two); again != got {
				t.Errorf("the second time\n%s", again)
			}
		})
	}
}

// A file of another system keeps its line ends.
func TestWriteAcceptsKeepsLineEnds(t *testing.T) {
	text := "# a\r\ncompat {\r\n  strict = true\r\n}\r\n"
	got := written(t, text, NewAccept("a:b", "reject", "c", ""))
	if strings.Count(got, "\n") != strings.Count(got, "\r\n") || !strings.HasPrefix(got, "# a\r\ncompat {\r\n  strict = true\r\n\r\n  accept") {
		t.Errorf("%q", got)
	}
}

// What can't be read is no file to write to.
func TestWriteAcceptsRefuses(t *testing.T) {
	for _, text := range []string{"compat {", "compat { stirct = true }", "compat {\n  accept \"a:b\" {}\n}\n"} {
		if got, err := WriteAccepts(diag.NewFile(FileName, []byte(text)), known(), []Accept{NewAccept("a:b", "reject", "c", "")}); err == nil {
			t.Errorf("%s\nbecame\n%s", text, got)
		}
	}
}

// Whatever is in a file and a reason, the blocks are in it afterwards and the
// rest is as it was, or nothing is written.
func FuzzWriteAccepts(f *testing.F) {
	for _, text := range []string{
		"", "compat {}", "compat { strict = true }", "compat {\n}\n", "compat { /* x */ }\n", "# x", "compat {\n  # x\n}", "compat {\n accept \"a:b\" {\n reason = <<X\ny\nX\n}\n}",
		"compat /* { */ {\n\n\n  strict = true /*\n*/\n}", "\ufeffcompat {}\n", "compat {\r\n}\r\n", "compat {\n accept \"a:b\" { reason = \"x\" } // y\n}\n",
	} {
		f.Add(text, "because", "2030-01-01")
		f.Add(text, "\"\\${\x00\u2028", "")
	}
	f.Fuzz(func(t *testing.T, text, reason, until string) {
		before, list := Load(diag.NewFile(FileName, []byte(text)), known())
		if list.HasErrors() || strings.TrimSpace(reason) == "" {
			return
		}
		got, err := WriteAccepts(diag.NewFile(FileName, []byte(text)), known(), []Accept{NewAccept("a:b", "corrupt", reason, until), NewAccept("c:d", "reject", reason, until)})
		if err != nil {
			return
		}
		after, list := Load(diag.NewFile(FileName, got), known())
		if list.HasErrors() {
			t.Fatal(list)
		}
		if len(after.Contracts) != len(before.Contracts) || after.Compat.Strict != before.Compat.Strict || len(after.Generate) != len(before.Generate) {
			t.Errorf("%q became %q", text, got)
		}
	})
}
