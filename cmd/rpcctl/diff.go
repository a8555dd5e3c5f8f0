package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/internal/input"
	"github.com/rpcctl/rpcctl/schema"
)

// comparing is what diff and breaking are asked for.
type comparing struct {
	old, new string // as typed, "" where nothing was
	wires    []string
	require  string
	strict   bool
	from     string // language of stdin
}

func (a *app) diffCommand() *cobra.Command {
	var o comparing
	cmd := &cobra.Command{
		Use: "diff [OLD] [NEW]", Short: "Say what a change breaks, on each wire and in each order of a rollout", Args: takes(0, 2),
		Long: "Lists what changed between two contracts, with a verdict for each promised wire and each order of a rollout,\n" +
			"and for what goes wrong the bytes that show it.\n\n" +
			"OLD is by default what the workspace says (compat: against), else where this branch left the main one; NEW is the workspace.",
		RunE: func(cmd *cobra.Command, inputs []string) error {
			for i, side := range []*string{&o.old, &o.new} {
				if i < len(inputs) {
					*side = inputs[i]
				}
			}
			return a.diff(cmd.Context(), o)
		},
	}
	o.flags(cmd)
	return cmd
}

// breakingCommand is diff as those spell it who come from buf.
func (a *app) breakingCommand() *cobra.Command {
	var o comparing
	var against []string
	cmd := &cobra.Command{
		Use: "breaking [NEW]", Short: "The same as diff, spelled as buf does", Args: takes(0, 1),
		Long: "Compares NEW, by default the workspace, with what --against names, as diff does: rpcctl breaking --against OLD is\n" +
			"rpcctl diff OLD.",
		RunE: func(cmd *cobra.Command, inputs []string) error {
			if len(inputs) == 1 {
				o.new = inputs[0]
			}
			switch len(against) {
			case 0:
			case 1:
				o.old = against[0]
			default:
				return errors.New("--against: only one input can be judged at a time yet")
			}
			return a.diff(cmd.Context(), o)
		},
	}
	cmd.Flags().StringArrayVar(&against, "against", nil, "the `INPUT` to compare with (default: as for diff)")
	o.flags(cmd)
	return cmd
}

func (o *comparing) flags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&o.wires, "wires", nil, "judge these `WIRES` alone, promised or not")
	cmd.Flags().StringVar(&o.require, "require", "", "the `ORDER` that must be safe: "+strings.Join(compat.CallRollouts(), ", "))
	cmd.Flags().BoolVar(&o.strict, "strict", false, "a doubt counts as a break")
	cmd.Flags().StringVar(&o.from, "from", "", "language of stdin (-)")
}

func (a *app) diff(ctx context.Context, o comparing) error {
	w, err := a.workspace()
	if err != nil {
		return err
	}
	if err := w.refuse("option"); err != nil {
		return err
	}
	options, err := a.judgement(w, o)
	if err != nil {
		return err
	}
	if o.old == "" {
		if o.old, err = a.base(ctx, w); err != nil {
			return err
		}
	}
	if o.old == "-" && o.new == "-" {
		return errors.New("stdin can be one side alone")
	}
	new, err := a.side(ctx, w, o.new, o.from)
	if err != nil {
		return err
	}
	old, err := a.side(ctx, w.oldOf(new), o.old, o.from)
	if err != nil {
		return err
	}
	if err := a.comparable(old, new); err != nil {
		return err
	}
	options.Progress = a.progress.judging()
	r := compat.Judge(old.schema, new.schema, diff.Schemas(old.schema, new.schema), options)
	a.progress.clear()
	r.Old, r.New = old.name, new.name
	if !r.Holds {
		a.exit = exitFindings
	}
	sources := diag.Sources{}
	maps.Copy(sources, old.sources)
	maps.Copy(sources, new.sources)
	return a.verdict(w, r, sources)
}

// failedSides returns the problems of sides that can't be read, and says in a
// note which side they are of: both may have the same paths.
func (a *app) failedSides(old, new *contracts) error {
	if old.failed() == nil && new.failed() == nil {
		return nil
	}
	all := &listError{sources: diag.Sources{}}
	for _, c := range []*contracts{old, new} {
		switch {
		case c.failed() == nil:
			continue
		case a.format == "json" || len(all.list) == 0:
		default: // of text the first side is printed, since the lines of one path may differ
			if err := a.render(all.list, all.sources); err != nil {
				return err
			}
			fmt.Fprintln(a.stdout)
			all = &listError{sources: diag.Sources{}}
		}
		a.note("%s can't be compared: its problems are", c.name)
		all.list = append(all.list, c.problems...)
		for path, f := range c.sources {
			all.sources[path] = f
		}
	}
	return all
}

// comparable refuses contracts that can't be compared, and says what a person
// should know of the two sides.
func (a *app) comparable(old, new *contracts) error {
	if err := a.failedSides(old, new); err != nil {
		return err
	}
	if old.absent && new.absent {
		return fmt.Errorf("%s and %s: no such place on either side", old.name, new.name)
	}
	for _, c := range []*contracts{old, new} {
		if c.empty {
			a.note("%s: no contracts there", c.name)
		}
	}
	if f := new.scope.file; f != nil && old.workspace != nil && !bytes.Equal(old.workspace, f.Text) {
		a.note("%s differs from %s: what it says now counts", f.Path, old.name)
	}
	return nil
}

// base returns what NEW is compared with where nothing was typed: what the
// workspace or git says.
func (a *app) base(ctx context.Context, w *workspace) (string, error) {
	switch against := w.config.Compat.Against; len(against) {
	case 0:
	case 1:
		return against[0].Name, nil
	default:
		return "", fmt.Errorf("%s names %d inputs to compare against: only one can be judged at a time yet, so name OLD", w.file.Path, len(against))
	}
	old, err := input.DefaultBase(ctx, a.dir())
	if err != nil {
		return "", fmt.Errorf("there is nothing to compare with: %w; name OLD, such as a directory or git:REV", err)
	}
	a.note("compared with %s", old)
	return old, nil
}

// side loads one input. A place that a revision doesn't have is an empty side:
// everything was added, or removed.
func (a *app) side(ctx context.Context, w *workspace, text, from string) (*contracts, error) {
	c, err := a.load(ctx, w, text, from)
	if err != nil && absent(err) && revision(text) {
		empty, _ := schema.Link(nil, nil)
		return &contracts{name: text, schema: empty, empty: true, absent: true}, nil
	}
	return c, err
}

func revision(text string) bool {
	return strings.HasPrefix(text, "git:") || strings.Contains(text, ".git#") || strings.Contains(text, "@")
}

// judgement turns the workspace's compat block and the flags into options.
func (a *app) judgement(w *workspace, o comparing) (compat.Options, error) {
	c := w.config.Compat
	options := compat.Options{
		Wires: judged(), Judge: o.wires, Default: w.defaultWires(), Require: compat.Rollout(c.Require.Name),
		RequireData: compat.Rollout(c.RequireData.Name), Strict: c.Strict || o.strict, IgnoreData: c.Unreached.Name == "ignore",
		Peers: map[string][]string{}, Today: a.today,
	}
	if o.require != "" {
		if !slices.Contains(compat.CallRollouts(), o.require) {
			return options, unknown("order", o.require, compat.CallRollouts())
		}
		options.Require = compat.Rollout(o.require)
	}
	var names []string
	for _, wire := range options.Wires {
		names = append(names, wire.Info.Name)
	}
	for _, wire := range o.wires {
		if !slices.Contains(names, wire) {
			return options, unknown("wire", wire, names)
		}
	}
	for _, aspect := range []struct{ name, word string }{
		{"json", c.JSON.Name}, {"grpc", c.GRPC.Name}, {"docs", c.Docs.Name}, {"source", c.Source.Name},
	} {
		if aspect.word != "" && aspect.word != "off" {
			a.note("%s: the aspect %s is not judged yet", w.file.Path, aspect.name)
		}
	}
	for _, p := range c.Peers {
		options.Peers[p.Wire.Name] = texts(p.Names)
	}
	for _, accepted := range c.Accepts {
		worst, _ := compat.ParseOutcome(accepted.Outcome)
		options.Accept = append(options.Accept, compat.Accept{
			ID: accepted.ID.Name, Reason: accepted.Reason, Until: accepted.Until.Name, Worst: worst, Span: accepted.Span,
		})
	}
	return options, nil
}
