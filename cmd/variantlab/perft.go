package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"variantlab/sim/game"
)

func newPerft() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "perft GAME",
		Short: "Count the action sequences of a length from a position",
		Long: "Perft counts the sequences of exactly DEPTH levels; an action, a chance outcome or a pair of plans is one level.\n" +
			"With --divide it shows the count below each first action.",
		Example: "  variantlab perft domain --white limitless --black shrine --depth 4\n  variantlab perft deicide --depth 2 --divide",
		Args:    argCount(1, 1, "one game"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return until(cmd.Context(), func() error { return runPerft(cmd, args) })
		},
	}
	addCommon(cmd)
	addStart(cmd)
	cmd.Flags().Int("depth", 3, "levels to count")
	cmd.Flags().Bool("divide", false, "show the count below each first action")
	cmd.Flags().Bool("json", false, "write JSON")
	return cmd
}

func runPerft(cmd *cobra.Command, args []string) error {
	s, g, err := settingsOf(cmd, args[0])
	if err != nil {
		return err
	}
	depth, _ := cmd.Flags().GetInt("depth")
	if err := s.check(depth >= 0, "depth", "need at least 0; try --depth 3"); err != nil {
		return err
	}
	p, err := s.start(g)
	if err != nil {
		return err
	}
	asJSON, _ := cmd.Flags().GetBool("json")
	var counter game.Counter
	if divide, _ := cmd.Flags().GetBool("divide"); !divide || depth == 0 {
		n, _ := counter.Perft(p.State(), depth, 0)
		if asJSON {
			return writeJSON(cmd.OutOrStdout(), map[string]any{"depth": depth, "nodes": n})
		}
		fmt.Fprintln(cmd.OutOrStdout(), n)
		return nil
	}
	parts, err := divide(g, p, depth, &counter)
	if err != nil {
		return err
	}
	total := uint64(0)
	for _, n := range parts {
		total += n
	}
	if asJSON {
		return writeJSON(cmd.OutOrStdout(), map[string]any{"depth": depth, "nodes": total, "divide": parts})
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 4, 2, ' ', 0)
	for _, name := range keysOf(parts) {
		fmt.Fprintf(w, "%s\t%d\n", name, parts[name])
	}
	fmt.Fprintf(w, "total\t%d\n", total)
	return w.Flush()
}

// divide counts below each action or outcome.
func divide(g game.Game, p game.Position, depth int, counter *game.Counter) (map[string]uint64, error) {
	turn := p.State().Turn()
	var firsts []game.Action
	switch turn {
	case game.Simultaneous:
		return nil, usagef("--divide: both sides act at once here; the rules protocol's perft divides by pairs of plans")
	case game.Chance:
		for _, o := range p.State().(game.Stochastic).Outcomes(nil) {
			firsts = append(firsts, o.Action)
		}
	default:
		firsts = p.State().Actions(turn, nil)
	}
	parts := map[string]uint64{}
	next := p.State().Clone()
	for _, a := range firsts {
		next.CopyFrom(p.State())
		next.Apply(a)
		parts[string(g.AppendAction(nil, p.State(), turn, a))], _ = counter.Perft(next, depth-1, 0)
	}
	return parts, nil
}

// addStart adds the flags that say which game to set up.
func addStart(cmd *cobra.Command) {
	cmd.Flags().String("position", "", "start from this one-line `NOTATION`")
	cmd.Flags().String("white", "", "White's technique `SET`")
	cmd.Flags().String("black", "", "Black's technique `SET`")
	cmd.Flags().StringArray("option", nil, "an option of the game, as `NAME=VALUE` (see variantlab games GAME)")
}

// start sets up the game that the flags of addStart and rule parameters describe.
func (s *settings) start(g game.Game) (game.Position, error) {
	o, err := s.startOptions(g)
	if err != nil {
		return nil, err
	}
	p, err := g.New(o)
	if err != nil {
		return nil, s.rulesError(err)
	}
	return p, nil
}

// startOptions are what start sets the game up with.
func (s *settings) startOptions(g game.Game) (game.Options, error) {
	o := game.Options{Values: map[string]string{}, Params: s.rules}
	if err := s.checkRules(g); err != nil {
		return o, err
	}
	o.Position, _ = s.cmd.Flags().GetString("position")
	for _, side := range []string{"white", "black"} {
		if set, _ := s.cmd.Flags().GetString(side); set != "" {
			o.Values[side] = set
		}
	}
	list, _ := s.cmd.Flags().GetStringArray("option")
	for _, assignment := range list {
		name, value, ok := strings.Cut(assignment, "=")
		if !ok {
			return o, usagef("--option %s: must be NAME=VALUE", assignment)
		}
		o.Values[name] = value
	}
	return o, checkOptions(g, o.Values)
}

// checkOptions refuses options that the game doesn't have.
func checkOptions(g game.Game, values map[string]string) error {
	var known []string
	for _, o := range g.Info().Options {
		known = append(known, o.Name)
	}
	for _, name := range keysOf(values) {
		if !slices.Contains(known, name) {
			return usagef("%s has no option %q%s", g.Info().Name, name, game.Suggest(name, known))
		}
	}
	return nil
}
