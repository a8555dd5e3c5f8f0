package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			v := "devel"
			if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
				v = info.Main.Version
			}
			if a.format == "json" {
				return json.NewEncoder(a.stdout).Encode(map[string]any{"version": 1, "rpcctl": v, "go": runtime.Version()})
			}
			_, err := fmt.Fprintf(a.stdout, "rpcctl %s (%s)\n", v, runtime.Version())
			return err
		},
	}
}
