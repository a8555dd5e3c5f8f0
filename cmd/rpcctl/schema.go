package main

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

// schemas are the JSON Schemas of what --format json prints, by the command that
// prints it.
//
//go:embed schemas/*.json
var schemas embed.FS

func schemaNames() []string {
	files, err := schemas.ReadDir("schemas")
	if err != nil {
		panic("rpcctl: " + err.Error()) // it is in the binary
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".json"))
	}
	return names
}

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use: "schema [NAME]", Short: "Print the JSON Schema of what --format json prints", Args: takes(0, 1),
		Long: "Prints the JSON Schema of what a command prints with --format json; without a name, which there are.\n" +
			"A command that fails prints what lint does.",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				if a.format == "json" {
					return a.printJSON(struct {
						Version int      `json:"version"`
						Schemas []string `json:"schemas"`
					}{1, schemaNames()})
				}
				return a.printLines(schemaNames())
			}
			text, err := schemas.ReadFile("schemas/" + args[0] + ".json")
			if err != nil {
				return unknown("schema", args[0], schemaNames())
			}
			_, err = a.stdout.Write(text)
			return err
		},
	}
}
