package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

func (a *app) initCommand() *cobra.Command {
	return &cobra.Command{
		Use: "init [DIR]", Short: "Write a small workspace to start from", Args: takes(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			return a.initWorkspace(dir)
		},
	}
}

// initWorkspace writes the starter files, or none of them where one is there.
func (a *app) initWorkspace(dir string) error {
	files := []struct{ path, text string }{
		{"rpcctl.hcl", starterWorkspace},
		{"contracts/hello/hello.rpc.hcl", starterContract},
	}
	for _, f := range files {
		path := filepath.Join(dir, f.path)
		if _, err := os.Lstat(a.path(path)); err == nil {
			return fmt.Errorf("%s exists: init writes into a directory that has no workspace yet", path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	var wrote []string
	for _, f := range files {
		path := filepath.Join(dir, f.path)
		if err := os.MkdirAll(filepath.Dir(a.path(path)), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(a.path(path), []byte(f.text), 0o666); err != nil {
			return err
		}
		wrote = append(wrote, filepath.ToSlash(path))
	}
	if a.format == "json" {
		return a.printJSON(struct {
			Version int      `json:"version"`
			Files   []string `json:"files"`
		}{1, wrote})
	}
	for _, path := range wrote {
		fmt.Fprintf(a.stdout, "wrote %s\n", path)
	}
	in := ""
	if dir != "." {
		in = " --chdir " + dir
	}
	_, err := fmt.Fprintf(a.stdout, "\nNext:\n  rpcctl lint%[1]s         check the contract\n  rpcctl generate%[1]s     write Go types, client and server into gen/go\n  rpcctl diff%[1]s         after a commit: what a change breaks, on each wire\n", in)
	return err
}

const starterWorkspace = `# The workspace: what is checked and built. See "rpcctl --help".
contracts = ["contracts/**"]

compat {
  require = "servers-first" # old clients must work against new servers
}

generate "go" {
  out    = "gen/go"
  module = "example.com/hello/gen/go"
  wires  = [frame]
}
`

const starterContract = `package "hello" {
  version = "0.1.0"
  wires   = [frame]
}

# Greeter says hello.
service "Greeter" {
  id = 1

  # Greet returns a greeting for a name.
  method "Greet" {
    id      = 1
    params  = { request = GreetRequest }
    returns = Greeting
    timeout = "1s"
  }
}

# GreetRequest says who is greeted.
message "GreetRequest" {
  name = field(1, string)
}

# Greeting is what Greet returns.
message "Greeting" {
  text = field(1, string)
}
`
