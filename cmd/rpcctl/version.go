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
			v := toolVersion()
			if v == "" {
				v = "devel"
			}
			if a.format == "json" {
				return json.NewEncoder(a.stdout).Encode(map[string]any{"version": 1, "rpcctl": v, "go": runtime.Version()})
			}
			_, err := fmt.Fprintf(a.stdout, "rpcctl %s (%s)\n", v, runtime.Version())
			return err
		},
	}
}

// toolVersion is the version that was built, "" where it is none that was
// published.
func toolVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return ""
}
