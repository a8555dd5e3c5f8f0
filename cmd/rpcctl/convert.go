package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/schema"
)

func (a *app) convertCommand() *cobra.Command {
	var to, from, out string
	var strict bool
	cmd := &cobra.Command{
		Use: "convert INPUT --to FORM", Short: "Write a contract in another language", Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.convert(cmd.Context(), args[0], from, to, out, strict)
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "`FORM` to write: "+strings.Join(writable(), ", "))
	cmd.Flags().StringVar(&from, "from", "", "language of stdin (-)")
	cmd.Flags().StringVarP(&out, "out", "o", "", "directory to write one file per package into (default: stdout, for one package)")
	cmd.Flags().BoolVar(&strict, "strict", false, "exit 4 where something can't be said in FORM")
	return cmd
}

func (a *app) convert(ctx context.Context, in, from, to, out string, strict bool) error {
	if to == "" {
		return fmt.Errorf("say with --to which form to write: %s", strings.Join(writable(), ", "))
	}
	f := formNamed(to)
	if f == nil {
		return unknown("form", to, writable())
	}
	w, err := a.workspace()
	if err != nil {
		return err
	}
	c, err := a.load(ctx, w, in, from, true)
	if err != nil {
		return err
	}
	if err := c.failed(); err != nil {
		return err
	}
	packages := named(c.schema)
	if len(packages) == 0 {
		return fmt.Errorf("%s: no contracts there", c.name)
	}
	documents, losses := f.documents(c.schema, packages)
	switch {
	case len(documents) == 1 || out != "":
	case len(packages) > 1:
		return fmt.Errorf("%s holds %d packages: name a directory with --out", c.name, len(packages))
	default:
		return fmt.Errorf("package %s has %d files: name a directory with --out", packages[0].Name, len(documents))
	}
	if err := a.free(documents, out); err != nil {
		return err
	}
	if losses.HasErrors() {
		return &listError{losses.Sort(), c.sources}
	}
	for _, d := range documents {
		if err := a.emit(d, out); err != nil {
			return err
		}
	}
	if len(losses) == 0 {
		return nil
	}
	// The document is on stdout, so what it lacks goes to stderr.
	var b bytes.Buffer
	if err := diag.Formats()[a.format](&b, losses.Sort(), diag.Options{Sources: c.sources, Limit: a.shown()}); err != nil {
		return err
	}
	a.note("%s", strings.TrimRight(b.String(), "\n"))
	if strict {
		a.exit = exitLossy
	}
	return nil
}

// free reports documents that would be written over a file, or over each other.
func (a *app) free(documents []front.Written, out string) error {
	taken := map[string]bool{}
	for _, d := range documents {
		path := filepath.Join(out, filepath.FromSlash(d.Path))
		if out == "" {
			continue
		}
		if taken[path] {
			return fmt.Errorf("two packages have a file %s: convert them one by one", filepath.ToSlash(path))
		}
		taken[path] = true
		if !filepath.IsLocal(filepath.FromSlash(d.Path)) {
			return fmt.Errorf("%q is no path below a directory", d.Path)
		}
		if _, err := os.Lstat(a.path(path)); !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%s exists: convert overwrites nothing", filepath.ToSlash(path))
		}
	}
	return nil
}

func (a *app) emit(d front.Written, out string) error {
	if out == "" {
		_, err := a.stdout.Write(d.Text)
		return err
	}
	path := filepath.Join(out, filepath.FromSlash(d.Path))
	if err := os.MkdirAll(filepath.Dir(a.path(path)), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(a.path(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists: convert overwrites nothing", path)
	} else if err != nil {
		return err
	}
	if _, err := f.Write(d.Text); err != nil {
		f.Close()
		return err
	}
	a.note("wrote %s", filepath.ToSlash(path))
	return f.Close()
}

// named returns the packages that an input itself holds, without imports.
func named(s *schema.Schema) []*schema.Package {
	var own []*schema.Package
	for _, p := range s.Packages {
		if !p.Imported {
			own = append(own, p)
		}
	}
	return own
}
