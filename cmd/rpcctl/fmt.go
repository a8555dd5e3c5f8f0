package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/all"
)

type formatting struct {
	check, diff bool
	from        string
	unformed    int
	problems    diag.List
	sources     diag.Sources
}

func (a *app) fmtCommand() *cobra.Command {
	f := &formatting{sources: diag.Sources{}}
	cmd := &cobra.Command{
		Use: "fmt [PATH…]", Short: "Format contracts", Long: "Format contracts in place. PATH is a file or directory, - is stdin.",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			for _, arg := range args {
				if err := a.formatPath(f, arg); err != nil {
					return err
				}
			}
			if len(f.problems) > 0 {
				return &listError{f.problems, f.sources}
			}
			if f.check && f.unformed > 0 {
				a.exit = exitUnformed
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&f.check, "check", false, "write nothing; list the files that differ and exit 3")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "write nothing; show what would change")
	cmd.Flags().StringVar(&f.from, "from", "hcl", "language of stdin: "+strings.Join(languageNames(), ", "))
	return cmd
}

func (a *app) formatPath(f *formatting, arg string) error {
	if arg == "-" {
		return a.formatStdin(f)
	}
	info, err := os.Stat(a.path(arg))
	if err != nil {
		return fmt.Errorf("%s: no such file or directory", arg)
	}
	if !info.IsDir() {
		l := languageOf(arg)
		if l == nil || l.Format == nil {
			return fmt.Errorf("%s is in no language that fmt knows: it formats %s", arg, strings.Join(formattable(), ", "))
		}
		return a.formatFile(f, l, arg)
	}
	return filepath.WalkDir(a.path(arg), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != a.path(arg) && skipped(d.Name()):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		l := languageOf(path)
		if l == nil || l.Format == nil || !d.Type().IsRegular() {
			return nil
		}
		rel, err := filepath.Rel(a.path(arg), path)
		if err != nil {
			return err
		}
		return a.formatFile(f, l, filepath.Join(arg, rel))
	})
}

// skipped names directories that no walk over a workspace enters.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules" || name == "vendor"
}

func (a *app) formatFile(f *formatting, l *front.Language, path string) error {
	old, err := os.ReadFile(a.path(path))
	if err != nil {
		return err
	}
	shown := filepath.ToSlash(path)
	file := diag.NewFile(shown, old)
	text, problems := l.Format(file)
	if problems.HasErrors() {
		f.sources[shown] = file
		f.problems = append(f.problems, problems...)
		return nil
	}
	if bytes.Equal(old, text) {
		return nil
	}
	f.unformed++
	switch {
	case f.diff:
		_, err = a.stdout.Write(diff.Diff(shown+" (now)", old, shown+" (formatted)", text))
	case f.check:
		_, err = fmt.Fprintln(a.stdout, shown)
	default:
		if err = writeFile(a.path(path), text); err == nil {
			_, err = fmt.Fprintln(a.stdout, shown)
		}
	}
	return err
}

// writeFile replaces a file's text by way of a temporary file beside it, so that
// nothing is lost where the disk is full; it keeps the file's mode.
func writeFile(path string, text []byte) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".rpcctl-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(text); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	if err := os.Chmod(tmp.Name(), info.Mode().Perm()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

func (a *app) formatStdin(f *formatting) error {
	l := languageNamed(f.from)
	if l == nil || l.Format == nil {
		return unknown("language", f.from, formattable())
	}
	old, err := io.ReadAll(a.stdin)
	if err != nil {
		return err
	}
	file := diag.NewFile("<stdin>", old)
	text, problems := l.Format(file)
	if problems.HasErrors() {
		f.sources[file.Path] = file
		f.problems = append(f.problems, problems...)
		return nil
	}
	if !bytes.Equal(old, text) {
		f.unformed++
	}
	switch {
	case f.diff:
		text = diff.Diff("<stdin> (now)", old, "<stdin> (formatted)", text)
	case f.check:
		if text = nil; f.unformed > 0 {
			text = []byte("<stdin>\n")
		}
	}
	_, err = a.stdout.Write(text)
	return err
}

func languageOf(path string) *front.Language {
	for _, l := range all.Languages() {
		if l.Match(filepath.ToSlash(path)) {
			return l
		}
	}
	return nil
}

func languageNamed(name string) *front.Language {
	for _, l := range all.Languages() {
		if l.Name == name {
			return l
		}
	}
	return nil
}

func languageNames() []string {
	var names []string
	for _, l := range all.Languages() {
		names = append(names, l.Name)
	}
	return names
}

func formattable() []string {
	return slices.DeleteFunc(languageNames(), func(n string) bool { return languageNamed(n).Format == nil })
}
