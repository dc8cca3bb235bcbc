package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"variantlab/analysis"
	"variantlab/sim"
)

func newMatch() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "match GAME A B",
		Short: "Two agents against each other in colour-swapped pairs: score, Elo, SPRT",
		Long: "Plays pairs of games with the same opening and the same luck; in the second game the agents change colours. Each\n" +
			"matchup is played in both orders, so that neither agent has the better sets. With --sprt the match stops as soon as\n" +
			"the test decides. The exit status is 1 when --sprt accepts the first hypothesis or the pairs run out.",
		Example: "  variantlab match domain material:32 random --pairs 20 --matchups limitless:shrine\n" +
			"  variantlab match domain net:run:64 material:64 --pairs 400 --sprt 0,50",
		Args: argCount(3, 3, "a game and two agents"),
		RunE: runMatch,
	}
	addCommon(cmd)
	addPlaying(cmd)
	f := cmd.Flags()
	f.Int("pairs", 50, "colour-swapped pairs to play")
	f.String("sprt", "", "stop early by a sequential test of `ELO0,ELO1`")
	f.Float64("alpha", 0.05, "probability of accepting ELO1 wrongly")
	f.Float64("beta", 0.05, "probability of accepting ELO0 wrongly")
	f.Int("opening", 6, "turns at the start of each pair that are drawn from A's policy without search")
	return cmd
}

func runMatch(cmd *cobra.Command, args []string) error {
	s, c, err := playingOf(cmd, args[0])
	if err != nil {
		return err
	}
	f := cmd.Flags()
	device, _ := f.GetString("device")
	for i, word := range args[1:] {
		if c.Agents[i], err = parseAgent(word, c.Game, forMatch, device); err != nil {
			return err
		}
	}
	pairs, _ := f.GetInt("pairs")
	if err := s.check(pairs >= 1, "pairs", "need at least 1; try --pairs 50"); err != nil {
		return err
	}
	test, err := s.sprt()
	if err != nil {
		return err
	}
	c.Cells = bothOrders(c.Cells)
	c.Paired, c.NoRows, c.Temperature = true, true, sim.MatchTemperature
	opening, _ := f.GetInt("opening")
	c.Opening = sim.Opening{Plies: opening, Temperature: 1}
	m, err := s.playMatch(cmd.Context(), c, pairs, test)
	var stopped *interrupted
	if errors.As(err, &stopped) {
		return &interrupted{} // nothing of a match is kept
	}
	if err != nil {
		return err
	}
	if asJSON, _ := f.GetBool("json"); asJSON {
		if err := writeJSON(cmd.OutOrStdout(), m); err != nil {
			return err
		}
	} else {
		writeMatch(cmd, &m, test)
	}
	if test != nil && m.Verdict != analysis.AcceptH1 {
		return fmt.Errorf("match: the test did not accept +%g Elo (%s)", test.Elo1, m.Verdict)
	}
	return nil
}

// bothOrders adds the other order of every matchup that lacks it.
func bothOrders(cells []sim.Cell) []sim.Cell {
	var both []sim.Cell
	seen := map[sim.Cell]bool{}
	for _, c := range cells {
		for _, order := range []sim.Cell{c, {White: c.Black, Black: c.White}} {
			if !seen[order] {
				seen[order] = true
				both = append(both, order)
			}
		}
	}
	return both
}

// sprt reads --sprt, nil without.
func (s *settings) sprt() (*analysis.SPRT, error) {
	f := s.cmd.Flags()
	text, _ := f.GetString("sprt")
	if text == "" {
		return nil, nil
	}
	t := &analysis.SPRT{}
	t.Alpha, _ = f.GetFloat64("alpha")
	t.Beta, _ = f.GetFloat64("beta")
	low, high, _ := strings.Cut(text, ",")
	var errs [2]error
	t.Elo0, errs[0] = strconv.ParseFloat(low, 64)
	t.Elo1, errs[1] = strconv.ParseFloat(high, 64)
	for _, check := range []error{
		s.check(errs[0] == nil && errs[1] == nil && t.Elo0 < t.Elo1, "sprt", "must be ELO0,ELO1 with ELO0 below ELO1, such as 0,50"),
		s.check(t.Alpha > 0 && t.Alpha < 0.5, "alpha", "must be between 0 and 0.5"),
		s.check(t.Beta > 0 && t.Beta < 0.5, "beta", "must be between 0 and 0.5"),
	} {
		if check != nil {
			return nil, check
		}
	}
	return t, nil
}

// memory is a sink that keeps what a match needs of its games.
type memory struct{ games []analysis.Game }

// Commit keeps the games of a group.
func (m *memory) Commit(group *sim.Group) error {
	for _, g := range group.Games {
		m.games = append(m.games, analysis.FromRecord(g, nil))
	}
	return nil
}

// Committed is false: a match plays all its games.
func (m *memory) Committed(seed, id uint64) (string, bool) { return "", false }

// sprtStep is the number of pairs between two looks at the test.
const sprtStep = 16

// playMatch plays pairs, all at once or, under a test, in steps until it decides.
func (s *settings) playMatch(ctx context.Context, c *sim.Config, pairs int, test *analysis.SPRT) (analysis.Match, error) {
	sink := &memory{}
	stage := *c
	for {
		stage.Units = pairs - int(stage.First)
		if test != nil {
			stage.Units = min(sprtStep, stage.Units)
		}
		if _, err := s.simulate(ctx, &stage, sink, "match"); err != nil {
			return analysis.Match{}, err
		}
		stage.First += uint64(stage.Units)
		m := analysis.MatchOf(sink.games, c.Agents[0].Name, c.Agents[1].Name, test)
		if int(stage.First) >= pairs || test != nil && m.Verdict != analysis.Continue {
			return m, nil
		}
	}
}

func writeMatch(cmd *cobra.Command, m *analysis.Match, test *analysis.SPRT) {
	out := cmd.OutOrStdout()
	elo := analysis.EloInterval(m.Score.Interval)
	fmt.Fprintf(out, "%s against %s: %d games in %d pairs (%d distinct)\n", m.A, m.B, m.Games, m.Pairs, m.Distinct)
	fmt.Fprintf(out, "won %d, drawn %d, lost %d; score %s\n", m.Wins, m.Draws, m.Losses, m.Score)
	fmt.Fprintf(out, "Elo %+.0f [%+.0f, %+.0f]\n", analysis.Elo(m.Score.Mean), elo.Low, elo.High)
	if test != nil {
		low, high := test.Bounds()
		fmt.Fprintf(out, "SPRT [%g, %g]: LLR %.2f of [%.2f, %.2f]: %s\n", test.Elo0, test.Elo1, m.LLR, low, high, m.Verdict)
	}
}
