package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"variantlab/sim/game"
	"variantlab/sim/games"
)

func newGames() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "games [GAME]",
		Short:   "List the games, or one game's options and rule parameters",
		Example: "  variantlab games\n  variantlab games domain\n  variantlab games domain --json",
		Args:    argCount(0, 1, "at most one game"),
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON, _ := cmd.Flags().GetBool("json")
			list := games.All()
			if len(args) == 1 {
				g, err := lookupGame(args[0])
				if err != nil {
					return err
				}
				list = []game.Game{g}
			}
			if asJSON {
				return writeGamesJSON(cmd.OutOrStdout(), list)
			}
			if len(args) == 1 {
				return writeGame(cmd.OutOrStdout(), list[0])
			}
			return writeGameList(cmd.OutOrStdout(), list)
		},
	}
	cmd.Flags().Bool("json", false, "write JSON")
	return cmd
}

// lookupGame finds a game by name; the error is bad use.
func lookupGame(name string) (game.Game, error) {
	g, err := games.Lookup(name)
	if err != nil {
		return nil, usagef("%v", err)
	}
	return g, nil
}

func writeGameList(out io.Writer, list []game.Game) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, g := range list {
		info := g.Info()
		sides := "both sides alike"
		if info.Sets != nil {
			sides = "sets: " + strings.Join(info.Sets, " ")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d rule parameters\n", info.Name, info.Title, sides, len(g.Params()))
	}
	return w.Flush()
}

func writeGame(out io.Writer, g game.Game) error {
	info := g.Info()
	fmt.Fprintf(out, "%s (%s), rules version %s\n", info.Title, info.Name, info.Rules)
	if len(info.Options) > 0 {
		fmt.Fprintln(out, "\nOptions of a new game:")
		w := tabwriter.NewWriter(out, 2, 4, 2, ' ', 0)
		for _, o := range info.Options {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", o.Name, strings.Join(o.Values, " "), o.Doc)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "\nRule parameters (--set %sNAME=VALUE):\n", rulePrefix)
	w := tabwriter.NewWriter(out, 2, 4, 2, ' ', 0)
	var long []game.Param
	for _, p := range g.Params() {
		span := strings.Join(p.Values, " ")
		if _, number := p.Default.(float64); number {
			span = plain(p.Min) + " to " + plain(p.Max)
		}
		standard := plain(p.Default)
		if len(standard) > widest || len(span) > widest {
			long = append(long, p)
			continue
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", p.Name, standard, span, p.Unit, p.Doc)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, p := range long {
		fmt.Fprintf(out, "\n  %s: %s\n    %s\n", p.Name, p.Doc, plain(p.Default))
		if values := strings.Join(p.Values, " "); values != "" && values != plain(p.Default) {
			fmt.Fprintf(out, "    from %s\n", values)
		}
	}
	return nil
}

// widest is how long a parameter's default and range may be to stand in the table; longer ones follow below it.
const widest = 40

func writeGamesJSON(out io.Writer, list []game.Game) error {
	type option struct {
		Name   string   `json:"name"`
		Values []string `json:"values,omitempty"`
		Doc    string   `json:"doc"`
	}
	type param struct {
		Name    string   `json:"name"`
		Default any      `json:"default"`
		Min     float64  `json:"min"`
		Max     float64  `json:"max"`
		Integer bool     `json:"integer"`
		Values  []string `json:"values,omitempty"`
		Unit    string   `json:"unit"`
		Doc     string   `json:"doc"`
	}
	type entry struct {
		Name      string   `json:"name"`
		Title     string   `json:"title"`
		Rules     string   `json:"rules"`
		RulesHash string   `json:"rules_hash"`
		Sets      []string `json:"sets,omitempty"`
		Options   []option `json:"options"`
		Params    []param  `json:"parameters"`
		Planes    []string `json:"planes"`
	}
	entries := []entry{}
	for _, g := range list {
		info := g.Info()
		e := entry{info.Name, info.Title, info.Rules, game.RulesHash(g, nil), info.Sets, []option{}, []param{}, info.Net.Planes}
		for _, o := range info.Options {
			e.Options = append(e.Options, option(o))
		}
		for _, p := range g.Params() {
			e.Params = append(e.Params, param(p))
		}
		entries = append(entries, e)
	}
	return writeJSON(out, map[string]any{"games": entries})
}

// writeJSON writes v indented, as every --json does.
func writeJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
