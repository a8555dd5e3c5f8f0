package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	"github.com/rpcctl/rpcctl/internal/input"
)

type formatting struct {
	check, diff bool
	from        string
	changed     []string // files that differ from their form
	text        *string  // what stdin became, where it is printed in JSON
	problems    diag.List
	sources     diag.Sources
}

func (a *app) fmtCommand() *cobra.Command {
	f := &formatting{sources: diag.Sources{}}
	cmd := &cobra.Command{
		Use: "fmt [PATH…]", Short: "Format contracts", Long: "Format contracts in place. PATH is a file or directory, - is stdin.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			var failed []error
			for _, arg := range args {
				if err := a.formatPath(cmd.Context(), f, arg); err != nil {
					failed = append(failed, err)
				}
			}
			return a.reportFormat(f, failed)
		},
	}
	cmd.Flags().BoolVar(&f.check, "check", false, "write nothing; list the files that differ and exit 3")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "write nothing; show what would change")
	cmd.Flags().StringVar(&f.from, "from", "hcl", "language of stdin: "+strings.Join(languageNames(), ", "))
	return cmd
}

// reportFormat says which files were formatted, or would be, and which could not.
func (a *app) reportFormat(f *formatting, failed []error) error {
	if f.check && len(f.changed) > 0 {
		a.exit = exitUnformed
	}
	if len(f.problems) > 0 {
		a.exit = exitFailed
	}
	if a.format != "text" {
		for _, err := range failed {
			a.exit = exitFailed
			f.problems.Add("failed", diag.Span{}, err.Error())
		}
	}
	switch {
	case a.format == "json":
		findings, err := findingsJSON(f.problems.Sort())
		if err != nil {
			return err
		}
		return a.printJSON(struct {
			Version  int             `json:"version"`
			Files    []string        `json:"files"`
			Text     *string         `json:"text,omitempty"`
			Findings json.RawMessage `json:"findings"`
		}{1, append([]string{}, f.changed...), f.text, findings})
	case a.format != "text": // of findings: that a file differs is one where it was left so
		for _, path := range f.changed {
			if f.check || f.diff {
				f.problems.Add("format", diag.NewFile(path, nil).Span(0, 0), path+" is not formatted").Help = "run rpcctl fmt"
			}
		}
		return a.render(f.problems, f.sources)
	case !f.diff:
		if err := a.printLines(f.changed); err != nil {
			return err
		}
	}
	return errors.Join(append(failed, a.render(f.problems, f.sources))...)
}

func (a *app) formatPath(ctx context.Context, f *formatting, arg string) error {
	if arg == "-" {
		return a.formatStdin(f)
	}
	info, err := os.Stat(a.path(arg))
	if err != nil {
		return fmt.Errorf("%s: no such file or directory", arg)
	}
	switch {
	case !info.IsDir() && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file", arg)
	case !info.IsDir():
		l := languageOf(arg)
		if l == nil || l.Format == nil {
			return fmt.Errorf("%s is in no language that fmt knows: it formats %s", arg, strings.Join(formattable(), ", "))
		}
		return a.formatFile(f, l, arg)
	}
	ignored, err := a.ignoredIn(ctx, arg)
	if err != nil {
		return err
	}
	return filepath.WalkDir(a.path(arg), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != a.path(arg) && (skipped(d.Name()) || ignored(path, true)):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		l := languageOf(path)
		if l == nil || l.Format == nil || !d.Type().IsRegular() || ignored(path, false) {
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
	shown := filepath.ToSlash(path)
	real, old, err := readThrough(a.path(path))
	if err != nil { // and the others are formatted
		f.problems.Add("parse", diag.NewFile(shown, nil).Span(0, 0), "the file can't be read: "+err.Error()).Help = "mend it, or name others"
		return nil
	}
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
	switch {
	case f.diff && a.format == "text":
		_, err = a.stdout.Write(diff.Diff(shown+" (now)", old, shown+" (formatted)", text))
	case !f.diff && !f.check:
		if err = writeFile(real, text); err != nil {
			err = fmt.Errorf("%s can't be written: %w", shown, err)
		}
	}
	if err == nil {
		f.changed = append(f.changed, shown)
	}
	return err
}

// readThrough reads a file, and says which it is behind links: a link stays one.
func readThrough(path string) (real string, text []byte, err error) {
	if real, err = filepath.EvalSymlinks(path); err != nil {
		return "", nil, cause(err)
	}
	in, err := os.Open(real)
	if err != nil {
		return "", nil, cause(err)
	}
	defer in.Close()
	text, err = readAll(in)
	return real, text, cause(err)
}

// cause takes the path off an error: it is said already.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// readAll reads a contract, but not more than a contract may have.
func readAll(in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, input.MaxFile+1))
	if err == nil && len(text) > input.MaxFile {
		err = fmt.Errorf("it is larger than %d MiB", input.MaxFile>>20)
	}
	return text, err
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
	switch {
	case l == nil || l.Format == nil:
		return unknown("language", f.from, formattable())
	case a.format != "text" && a.format != "json":
		return errors.New("fmt - prints a contract, not findings: its formats are text and json")
	}
	old, err := readAll(a.stdin)
	if err != nil {
		return fmt.Errorf("stdin can't be read: %w", err)
	}
	file := diag.NewFile("<stdin>", old)
	text, problems := l.Format(file)
	if problems.HasErrors() {
		f.sources[file.Path] = file
		f.problems = append(f.problems, problems...)
		return nil
	}
	if f.check && !bytes.Equal(old, text) {
		f.changed = append(f.changed, "<stdin>")
	}
	switch {
	case f.diff:
		text = diff.Diff("<stdin> (now)", old, "<stdin> (formatted)", text)
	case f.check:
		text = nil
	}
	if a.format == "json" {
		said := string(text)
		f.text = &said
		return nil
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

// extensions returns how the files of each language end.
func extensions() []string {
	var ends []string
	for _, l := range all.Languages() {
		ends = append(ends, l.Extension)
	}
	return ends
}

func formattable() []string {
	return slices.DeleteFunc(languageNames(), func(n string) bool { return languageNamed(n).Format == nil })
}
