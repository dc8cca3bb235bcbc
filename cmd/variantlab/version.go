package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"variantlab/model"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

// version is the version of this program: the module's, or the revision that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+changes"
		}
	}
	if revision == "" {
		return "development"
	}
	return revision + modified
}

func newVersion() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Show the version, libtorch and the rules of each game",
		Example: "  variantlab version --json",
		Args:    argCount(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, args []string) error {
			library := model.Libtorch()
			type rules struct {
				Game string `json:"game"`
				Hash string `json:"rules_hash"`
			}
			list := []rules{}
			for _, g := range games.All() {
				list = append(list, rules{g.Info().Name, game.RulesHash(g, nil)})
			}
			out := cmd.OutOrStdout()
			if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
				return writeJSON(out, map[string]any{
					"variantlab": version(), "go": runtime.Version(), "libtorch": library, "games": list,
				})
			}
			fmt.Fprintf(out, "variantlab %s, %s\nlibtorch: %s\n", version(), runtime.Version(), libraryText(library))
			for _, r := range list {
				fmt.Fprintf(out, "%-8s rules %s\n", r.Game, r.Hash[:16])
			}
			return nil
		},
	}
	cmd.Flags().Bool("json", false, "write JSON")
	return cmd
}

// libraryText says in one line which libtorch there is.
func libraryText(l model.Library) string {
	if !l.Found {
		return "none; make build adds it"
	}
	return fmt.Sprintf("%s, devices: %s", orDash(l.Path), strings.Join(l.Devices, " "))
}
