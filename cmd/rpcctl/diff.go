package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/diff"
)

// comparing is what diff and breaking are asked for.
type comparing struct {
	olds    []string // as typed; none: what the workspace or git says
	new     string   // "" is the workspace
	wires   []string
	require string
	strict  bool
	from    string // language of stdin
	accepting
}

func (a *app) diffCommand() *cobra.Command {
	var o comparing
	cmd := &cobra.Command{
		Use: "diff [OLD] [NEW]", Short: "Say what a change breaks, on each wire and in each order of a rollout", Args: takes(0, 2),
		Long: "Lists what changed between two contracts, with a verdict for each promised wire and each order of a rollout,\n" +
			"and for what goes wrong the bytes that show it.\n\n" +
			"OLD is by default what the workspace says (compat: against), else where this branch left the main one; NEW is the workspace.\n" +
			"With --against, which may stand several times, the one argument is NEW: it is judged against each, and holds where all do.",
		RunE: func(cmd *cobra.Command, inputs []string) error {
			switch {
			case len(o.olds) > 0 && len(inputs) == 2:
				return fmt.Errorf("--against names what is compared with, so there is no place for OLD: %q", inputs[0])
			case len(o.olds) > 0 && len(inputs) == 1:
				o.new = inputs[0]
			case len(inputs) > 0:
				o.olds, inputs = inputs[:1], inputs[1:]
				if len(inputs) == 1 {
					o.new = inputs[0]
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
	cmd := &cobra.Command{
		Use: "breaking [NEW]", Short: "The same as diff, spelled as buf does", Args: takes(0, 1),
		Long: "Compares NEW, by default the workspace, with what --against names, as diff does: rpcctl breaking --against OLD is\n" +
			"rpcctl diff OLD.",
		RunE: func(cmd *cobra.Command, inputs []string) error {
			if len(inputs) == 1 {
				o.new = inputs[0]
			}
			return a.diff(cmd.Context(), o)
		},
	}
	o.flags(cmd)
	return cmd
}

func (o *comparing) flags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.olds, "against", nil, "an `INPUT` to compare with; several times for several releases")
	cmd.Flags().StringSliceVar(&o.wires, "wires", nil, "judge these `WIRES` alone, promised or not")
	cmd.Flags().StringVar(&o.require, "require", "", "the `ORDER` that must be safe: "+strings.Join(compat.CallRollouts(), ", "))
	cmd.Flags().BoolVar(&o.strict, "strict", false, "a doubt counts as a break")
	cmd.Flags().StringVar(&o.from, "from", "", "language of stdin (-)")
	o.accepting.flags(cmd)
}

func (a *app) diff(ctx context.Context, o comparing) error {
	w, err := a.workspace()
	if err != nil {
		return err
	}
	options, err := a.judgement(w, o)
	if err != nil {
		return err
	}
	if err := o.accepting.check(a, w); err != nil {
		return err
	}
	if err := a.bases(ctx, w, &o); err != nil {
		return err
	}
	new, olds, err := a.sides(ctx, w, o)
	if err != nil {
		return err
	}
	options.Progress = a.progress.judging()
	var reports []*compat.Report
	sources := diag.Sources{}
	for _, old := range olds {
		r := compat.Judge(old.schema, new.schema, diff.Schemas(old.schema, new.schema), options)
		r.Old, r.New = old.name, new.name
		reports = append(reports, r)
	}
	a.progress.clear()
	r := compat.Fold(reports)
	r.Accept(accepts(w.config), a.today)
	if o.require != "" { // what the workspace demands may well need it
		r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == "accept-idle" })
	}
	if o.write {
		if err := a.writeAccepts(w, r, o.accepting); err != nil {
			return err
		}
	}
	if !r.Holds {
		a.exit = exitFindings
	}
	for _, c := range slices.Backward(append([]*contracts{new}, olds...)) {
		maps.Copy(sources, c.sources)
	}
	return a.verdict(w, r, sources)
}

// judgement turns the workspace's compat block and the flags into options.
func (a *app) judgement(w *workspace, o comparing) (compat.Options, error) {
	c := w.config.Compat
	options := compat.Options{
		Wires: judged(), Judge: o.wires, Default: w.defaultWires(), Require: compat.Rollout(c.Require.Name),
		RequireData: compat.Rollout(c.RequireData.Name), Strict: c.Strict || o.strict, IgnoreData: c.Unreached.Name == "ignore",
		Peers: map[string][]string{},
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
	for _, d := range w.config.Options {
		options.Declared = append(options.Declared, compat.DeclaredOption{Name: d.Name.Name, OnChange: compat.OnChange(d.OnChange.Name)})
	}
	options.Aspects = a.aspects(w)
	for _, p := range c.Peers {
		options.Peers[p.Wire.Name] = texts(p.Names)
	}
	return options, nil
}
