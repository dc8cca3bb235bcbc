package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"variantlab/analysis"
	"variantlab/datasets"
	"variantlab/sim"
)

func newBalance() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "balance GAME",
		Short: "Play matchups, setups or modes to a precision and report on them",
		Long: "Plays colour-swapped pairs of one agent against itself: first --first-pairs of each cell, then more of the cell whose\n" +
			"score is least certain, until each interval is within --halfwidth or --max-games are played. Cells are matchups of\n" +
			"technique sets, where a pair of A against B feeds both orders, or start positions (--setup) or values of an option\n" +
			"(--compare), where both sides play alike. The report is in OUT/reports/balance. Given again, the command goes on where\n" +
			"it stopped.",
		Example: "  variantlab balance domain --out run --matchups limitless:shrine --agent material:64 --max-games 200\n" +
			"  variantlab balance deicide --out run --setup A.fen --setup B.fen --max-games 200\n" +
			"  variantlab balance watch --out run --compare mode=king,full --max-games 200",
		Args: argCount(1, 1, "one game"),
		RunE: runBalance,
	}
	addCommon(cmd)
	addPlaying(cmd)
	addCompare(cmd)
	f := cmd.Flags()
	f.String("out", "", "run `FOLDER`")
	f.String("agent", "material:64", "who plays both sides: "+agentHelp)
	f.Float64("halfwidth", 0.04, "stop when every interval of a score is at most this much to either side")
	f.Int("max-games", 2000, "stop after this many games in any case")
	f.Int("first-pairs", 40, "pairs of each cell before the first look at the intervals")
	f.Int("more-pairs", 10, "pairs that the least certain cell gets at a time")
	f.Int("opening", 6, "turns at the start of each pair that are drawn from the agent's policy without search")
	return cmd
}

func runBalance(cmd *cobra.Command, args []string) error {
	s, c, err := playingOf(cmd, args[0])
	if err != nil {
		return err
	}
	if err := s.compare(c); err != nil {
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
	plan := &balancePlan{cells: unordered(c.Cells), files: map[string]bool{}}
	plan.halfwidth, _ = f.GetFloat64("halfwidth")
	plan.maxGames, _ = f.GetInt("max-games")
	plan.first, _ = f.GetInt("first-pairs")
	plan.more, _ = f.GetInt("more-pairs")
	for _, check := range []error{
		s.check(plan.halfwidth > 0 && plan.halfwidth < 1, "halfwidth", "must be between 0 and 1; 0.04 is four points"),
		s.check(plan.maxGames >= 2*len(plan.cells), "max-games", fmt.Sprintf("need at least one pair of each of the %d cells", len(plan.cells))),
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

// unordered keeps one order of each cell, since a pair plays both. No cells mean one nameless cell.
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

// balancePlan says how many pairs each cell gets. Which one is next depends on the games before it alone, so that an
// interrupted plan goes on as if nothing had happened.
type balancePlan struct {
	cells       []sim.Cell
	halfwidth   float64
	maxGames    int
	first, more int

	games []analysis.Game // read so far
	files map[string]bool // that they were read from
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
		if err := plan.read(dataFolder(r.dir)); err != nil {
			return err
		}
		cell, ok := plan.next(c.Seed, uint64(2*played))
		if !ok {
			return nil
		}
		stage.First, stage.Units = uint64(played), min(plan.more, left)
		stage.Cells = []sim.Cell{cell}
	}
}

// read adds the games of the files that have come since the last call.
func (p *balancePlan) read(dir string) error {
	d, err := datasets.Open(dir)
	if err != nil {
		return err
	}
	for i := range d.Entries {
		e := &d.Entries[i]
		if p.files[e.Games.Name] {
			continue
		}
		p.files[e.Games.Name] = true
		games, err := d.Read(e, false)
		if err != nil {
			return err
		}
		for _, record := range games {
			p.games = append(p.games, analysis.FromRecord(record, nil))
		}
	}
	return nil
}

// next is the cell with the widest interval after the first games of a seed, the first of equals; ok is false when all
// are narrow enough. Games from number end on, which a finished run has, don't count.
func (p *balancePlan) next(seed, end uint64) (cell sim.Cell, ok bool) {
	var played []analysis.Game
	for _, g := range p.games {
		if g.Seed == seed && g.ID < end {
			played = append(played, g)
		}
	}
	scores := analysis.Cells(played)
	widest := p.halfwidth
	for _, c := range p.cells {
		for _, scored := range scores {
			if scored.White == c.White && scored.Black == c.Black || scored.White == c.Black && scored.Black == c.White {
				if w := scored.Score.Interval.HalfWidth(); w > widest {
					widest, cell, ok = w, c, true
				}
			}
		}
	}
	return cell, ok
}
