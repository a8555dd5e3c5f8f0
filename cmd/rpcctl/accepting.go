package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/config"
)

// accepting is what diff is asked to let pass from now on.
type accepting struct {
	write         bool
	reason, until string
}

func (o *accepting) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.write, "write-accept", false, "accept what breaks: write its accept blocks to the workspace file")
	cmd.Flags().StringVar(&o.reason, "reason", "", "of --write-accept: `WHY` it may pass")
	cmd.Flags().StringVar(&o.until, "until", "", "of --write-accept: the last `DAY` that it may, such as 2027-06-30")
}

// check refuses what can't be written before anything is judged.
func (o *accepting) check(a *app, w *workspace) error {
	switch {
	case !o.write && o.reason != "":
		return errors.New("--reason belongs to --write-accept")
	case !o.write && o.until != "":
		return errors.New("--until belongs to --write-accept")
	case !o.write:
		return nil
	case strings.TrimSpace(o.reason) == "":
		return errors.New("--write-accept needs a reason: say with --reason why these changes may pass")
	case !utf8.ValidString(o.reason):
		return errors.New("--reason is not UTF-8 text")
	case w.file == nil:
		return fmt.Errorf("there is no workspace file to write accept blocks to: create %s, or name one with --config", config.FileName)
	}
	if o.until == "" {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, o.until); err != nil {
		return fmt.Errorf("--until is no date: %q; write year, month and day, such as 2027-06-30", o.until)
	}
	if o.until < a.today {
		return fmt.Errorf("--until %s is over", o.until)
	}
	return nil
}

// accepts returns the accept blocks of a workspace file.
func accepts(c *config.Config) []compat.Accept {
	var out []compat.Accept
	for _, b := range c.Compat.Accepts {
		worst, _ := compat.ParseOutcome(b.Outcome)
		out = append(out, compat.Accept{ID: b.ID.Name, Reason: b.Reason, Until: b.Until.Name, Worst: worst, Span: b.Span})
	}
	return out
}

// writeAccepts writes a block for each change that breaks what is demanded, and
// lets these pass. Where nothing does the file stays as it is.
func (a *app) writeAccepts(w *workspace, r *compat.Report, o accepting) error {
	var blocks []config.Accept
	for _, open := range r.Open() {
		blocks = append(blocks, config.NewAccept(open.ID, open.Worst.String(), o.reason, o.until))
	}
	if len(blocks) == 0 {
		a.note("%s: there is nothing to accept", w.file.Path)
		return nil
	}
	path, err := filepath.EvalSymlinks(a.path(w.file.Path)) // what a link names is written, not the link
	if err != nil {
		return err
	}
	now, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, w.file.Text) {
		return fmt.Errorf("%s changed while the contracts were compared, so no accept block was written: run it again", w.file.Path)
	}
	text, err := config.WriteAccepts(w.file, known(), blocks)
	if err != nil {
		return err
	}
	if err := writeFile(path, text); err != nil {
		return err
	}
	w.file = diag.NewFile(w.file.Path, text)
	w.config, _ = config.Load(w.file, known()) // WriteAccepts has read it back
	r.Accept(accepts(w.config), a.today)
	if len(blocks) == 1 {
		a.note("%s: accepted 1 change", w.file.Path)
	} else {
		a.note("%s: accepted %d changes", w.file.Path, len(blocks))
	}
	return nil
}
