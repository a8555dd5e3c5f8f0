package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The exit codes are part of the interface: scripts tell by them whether the
// contract has a problem or the tool.
const (
	exitOK       = 0
	exitFindings = 1
	exitFailed   = 2
	exitUnformed = 3 // fmt --check found a difference
	exitLossy    = 4 // convert --strict couldn't say something

	exitInterrupted = 130 // as shells have it
)

// app is one run of the command: its streams, its flags and its exit code.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) (string, bool)
	today          string // YYYY-MM-DD, for dates in the workspace file

	chdir    string
	config   string
	format   string
	limit    int
	quiet    bool
	verbose  bool
	exitZero bool

	command  string               // that runs
	progress *progress            // nil where nobody would see it
	failOn   diag.Severity        // the least finding that fails it; 0 is an error
	rules    map[string]diag.Rule // what its codes mean, where that isn't known of all commands

	exit int
}

// run is the whole program, in a form that tests can call. A panic is not
// caught: Go's own exit code 2 and the stack are right for a fault of ours.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) (string, bool)) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, env: env, today: time.Now().UTC().Format(time.DateOnly)}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		a.fail(err, args)
	}
	if a.exitZero && a.exit == exitFindings {
		return exitOK
	}
	return a.exit
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "rpcctl",
		Short:         "Contracts of RPC services: lint, diff with a verdict per wire, generate",
		SilenceErrors: true, SilenceUsage: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return unknown("command", args[0], a.commandNames())
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SuggestionsMinimumDistance = 0
	root.DisableSuggestions = true
	f := root.PersistentFlags()
	f.StringVar(&a.chdir, "chdir", "", "work from `DIR`")
	f.StringVar(&a.config, "config", "", "the workspace `FILE` (default: rpcctl.hcl here or above)")
	f.StringVar(&a.format, "format", "text", "output `FORMAT`: "+strings.Join(diag.FormatNames(), ", "))
	f.IntVar(&a.limit, "limit", -1, "show at most `N` findings of each rule; 0 shows all (default 20 on a terminal)")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "no notes on stderr")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "say what is read")
	f.BoolVar(&a.exitZero, "exit-zero", false, "exit 0 although there are findings")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, err) })
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		a.command, a.progress = cmd.Name(), a.progressOf(time.Now)
		if _, ok := diag.Formats()[a.format]; !ok {
			return unknown("format", a.format, diag.FormatNames())
		}
		if own := ownFormats(cmd.Name()); own != nil && !slices.Contains(own, a.format) {
			return fmt.Errorf("%s prints no findings: its formats are %s", cmd.Name(), strings.Join(own, ", "))
		}
		return nil
	}
	root.AddCommand(a.commands()...)
	return root
}

func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.initCommand(), a.fmtCommand(), a.lintCommand(), a.diffCommand(), a.breakingCommand(), a.generateCommand(),
		a.convertCommand(), a.rulesCommand(), a.schemaCommand(), a.versionCommand(),
	}
}

// ownFormats returns the formats of a command that prints no findings, nil for
// others: they have all.
func ownFormats(command string) []string {
	switch command {
	case "init", "schema", "version":
		return []string{"text", "json"}
	case "rules":
		return []string{"text", "json", "markdown"}
	}
	return nil
}

func (a *app) commandNames() []string {
	names := []string{"help", "completion"}
	for _, c := range a.commands() {
		names = append(names, c.Name())
	}
	return names
}

// unknown is the error for a name that is not known, with the nearest one.
func unknown(what, name string, known []string) error {
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Errorf("unknown %s %q: did you mean %q?", what, name, near)
	}
	return fmt.Errorf("unknown %s %q: it is one of %s", what, name, strings.Join(known, ", "))
}

// takes is the check of a command's arguments, in words that say how it is called.
func takes(low, high int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		form := cmd.Root().Name() + " " + cmd.Use
		switch {
		case len(args) < low:
			return fmt.Errorf("an argument is missing: %s", form)
		case len(args) > high:
			return fmt.Errorf("there is no place for %q: %s", args[high], form)
		}
		return nil
	}
}

// flagError adds the nearest flag to pflag's message.
func flagError(cmd *cobra.Command, err error) error {
	_, name, ok := strings.Cut(err.Error(), "unknown flag: --")
	if !ok {
		return fmt.Errorf("%w; see rpcctl %s --help", err, cmd.Name())
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	slices.Sort(known)
	return unknown("flag", "--"+name, known)
}

// fail reports that the tool could not do its job: exit 2. With a format for
// machines it is in that format too, also where the flags themselves are at fault.
func (a *app) fail(err error, args []string) {
	a.exit = exitFailed
	if listed := (*listError)(nil); errors.As(err, &listed) {
		_ = a.render(listed.list, listed.sources)
		return
	}
	if a.format = a.wanted(args); a.format != "text" {
		_ = a.render(diag.List{{Severity: diag.Error, Code: "failed", Message: err.Error()}}, nil)
	}
	switch a.format {
	case "json", "github": // a script's, or the log itself
	default:
		fmt.Fprintln(a.stderr, "rpcctl: "+err.Error())
	}
}

// wanted is the format asked for, as far as it can be made out; "text" where
// there is none.
func (a *app) wanted(args []string) string {
	format := a.format
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--format="); ok {
			format = value
		} else if arg == "--format" && i+1 < len(args) {
			format = args[i+1]
		}
	}
	if diag.Formats()[format] == nil {
		return "text"
	}
	return format
}

// listError is an error whose text is problems with places: a contract or a
// workspace file that can't be read.
type listError struct {
	list    diag.List
	sources diag.Sources
}

func (e *listError) Error() string { return fmt.Sprintf("%d problems", len(e.list)) }
