package main

import "github.com/spf13/cobra"

func (a *app) diffCommand() *cobra.Command { return &cobra.Command{Use: "diff"} }
