package main

import (
	"github.com/spf13/cobra"

	"variantlab/internal/protocol"
	"variantlab/sim/games"
)

func newRules() *cobra.Command {
	return &cobra.Command{
		Use:     "rules",
		Short:   "Answer the rules protocol: a JSON request a line on standard input, a JSON answer a line on standard output",
		Example: `  echo '{"op":"new","game":"domain","options":{"white":"limitless","black":"shrine"}}' | variantlab rules`,
		Args:    argCount(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return until(cmd.Context(), func() error {
				return protocol.NewServer(games.All()).Serve(cmd.InOrStdin(), cmd.OutOrStdout())
			})
		},
	}
}
