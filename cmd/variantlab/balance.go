package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"variantlab/analysis"
	"variantlab/datasets"
	"variantlab/sim"
	"variantlab/sim/game"
)

func newBalance() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "balance GAME",
		Short: "Play the matchup matrix to a precision and report on it",
		Long: "Plays colour-swapped pairs of one agent against itself: first --first-pairs of each matchup, then more of the matchup\n" +
			"whose score is least certain, until each interval is within --halfwidth or --max-games are played. A pair of A against B\n" +
			"feeds both orders. The report is in OUT/reports/balance. Given again, the command goes on where it stopped.",
		Example: "  variantlab balance domain --out run --matchups limitless:shrine --agent material:64 --max-games 200",
		Args:    argCount(1, 1, "one game"),
		RunE:    runBalance,
	}
	addCommon(cmd)
	addPlaying(cmd)
	f := cmd.Flags()
	f.String("out", "", "run `FOLDER`")
	f.String("agent", "material:64", "who plays both sides: "+agentHelp)
	f.Float64("halfwidth", 0.04, "stop when every interval of a score is at most this much to either side")
	f.Int("max-games", 2000, "stop after this many games in any case")
	f.Int("first-pairs", 40, "pairs of each matchup before the first look at the intervals")
	f.Int("more-pairs", 10, "pairs that the least certain matchup gets at a time")
	f.Int("opening", 6, "turns at the start of each pair that are drawn from the agent's policy without search")
	return cmd
}

func runBalance(cmd *cobra.Command, args []string) error {
	s, c, err := playingOf(cmd, args[0])
	if err != nil {
		return err
	}
	f := cmd.Flags()
	device, _ := f.GetString("device")
	word, _ := f.GetString("agent")
	agent, err := parseAgent(word, c.Game, forMatch, device)
	if err != nil {
		return err
	}
	c.Agents, c.Paired, c.NoRows, c.Temperature = [2]sim.Agent{agent, agent}, true, true, sim.MatchTemperature
	opening, _ := f.GetInt("opening")
	c.Opening = sim.Opening{Plies: opening, Temperature: 1}
	plan := &balancePlan{cells: unordered(c.Cells)}
	plan.halfwidth, _ = f.GetFloat64("halfwidth")
	plan.maxGames, _ = f.GetInt("max-games")
	plan.first, _ = f.GetInt("first-pairs")
	plan.more, _ = f.GetInt("more-pairs")
	for _, check := range []error{
		s.check(plan.halfwidth > 0 && plan.halfwidth < 1, "halfwidth", "must be between 0 and 1; 0.04 is four points"),
		s.check(plan.maxGames >= 2*len(plan.cells), "max-games", fmt.Sprintf("need at least one pair of each of the %d matchups", len(plan.cells))),
		s.check(plan.first >= 1, "first-pairs", "need at least 1"),
		s.check(plan.more >= 1, "more-pairs", "need at least 1"),
	} {
		if check != nil {
			return check
		}
	}
	out, _ := f.GetString("out")
	folder, err := s.openRun(out, c.Game)
	if err != nil {
		return err
	}
	if err := folder.playBalance(cmd.Context(), c, plan); err != nil {
		return err
	}
	r, err := analyzeFolders([]string{out})
	if err != nil {
		return err
	}
	if asJSON, _ := f.GetBool("json"); asJSON {
		if err := r.WriteJSON(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	return writeReport(r, filepath.Join(out, "reports", "balance"), cmd.ErrOrStderr())
}

// unordered keeps one order of each matchup, since a pair plays both. No cells mean one nameless matchup.
func unordered(cells []sim.Cell) []sim.Cell {
	if len(cells) == 0 {
		return []sim.Cell{{}}
	}
	seen := map[sim.Cell]bool{}
	var kept []sim.Cell
	for _, c := range cells {
		if !seen[c] {
			seen[c], seen[sim.Cell{White: c.Black, Black: c.White}] = true, true
			kept = append(kept, c)
		}
	}
	return kept
}

// balancePlan says how many pairs each matchup gets. Which one is next depends on the games played so far alone, so that
// an interrupted plan goes on as if nothing had happened.
type balancePlan struct {
	cells       []sim.Cell
	halfwidth   float64
	maxGames    int
	first, more int
}

// playBalance plays the plan into the folder.
func (r *run) playBalance(ctx context.Context, c *sim.Config, plan *balancePlan) (err error) {
	defer func() { err = r.close(err) }()
	stage := *c
	stage.Cells = plan.cells
	stage.Units = min(plan.first*len(plan.cells), plan.maxGames/2)
	for {
		if _, err := r.s.simulate(ctx, &stage, r.writer, "balance"); err != nil {
			return err
		}
		played := int(stage.First) + stage.Units
		left := plan.maxGames/2 - played
		if left <= 0 {
			return nil
		}
		cell, ok, err := plan.next(r.dir, c.Game)
		if err != nil || !ok {
			return err
		}
		stage.First, stage.Units = uint64(played), min(plan.more, left)
		stage.Cells = []sim.Cell{cell}
	}
}

// next is the matchup with the widest interval, the first of equals; ok is false when all are narrow enough.
func (p *balancePlan) next(dir string, g game.Game) (cell sim.Cell, ok bool, err error) {
	d, err := datasets.Open(dataFolder(dir))
	if err != nil {
		return cell, false, err
	}
	var list []analysis.Game
	for record, err := range d.Games() {
		if err != nil {
			return cell, false, err
		}
		list = append(list, analysis.FromRecord(record, nil))
	}
	report, err := analysis.Analyze(list, analysis.Source{Data: []string{dir}})
	if err != nil {
		return cell, false, err
	}
	widest := p.halfwidth
	for _, c := range p.cells {
		for _, scored := range report.Cells {
			if scored.White == c.White && scored.Black == c.Black || scored.White == c.Black && scored.Black == c.White {
				if w := scored.Score.Interval.HalfWidth(); w > widest {
					widest, cell, ok = w, c, true
				}
			}
		}
	}
	return cell, ok, nil
}
