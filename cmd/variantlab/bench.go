package main

import (
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

func newBench() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure rules and search on one core: a table for each game",
		Long: "Every figure gets a short turn in each of --rounds rounds, in seconds of CPU time; tables show the best turn, because\n" +
			"whatever else a machine does only slows turns down. --json adds the median and the worst turn, and the median beside\n" +
			"a calibration that is measured in the same turns: compare those between machines.\n\n" +
			"The game chess is orthodox chess through the engine of domain: nobody has energy, so all techniques stay unpayable.\n" +
			"It is measured in every run, as what an action of the other games costs is shown beside what one costs in chess.\n\n" +
			"--beside COMMAND runs COMMAND SECONDS once a round and shows how figures of ours stand beside those that it prints\n" +
			"(docs/benchmarks.md).",
		Example: "  variantlab bench --game domain --matchups all --rounds 3\n  variantlab bench --game deicide --json",
		Args:    argCount(0, 0, "no arguments"),
		RunE:    runBench,
	}
	addCommon(cmd)
	f := cmd.Flags()
	f.String("game", "", "only this `GAME`, or chess")
	f.String("matchups", "", "WHITE:BLACK,… or all (default: each set against itself)")
	f.Int("rounds", 7, "turns a figure gets")
	f.Duration("turn", 50*time.Millisecond, "CPU time of a turn")
	f.Int("sims", 256, "simulations of a search")
	f.StringArray("beside", nil, "compare with what this `COMMAND` prints (repeatable)")
	f.Bool("json", false, "write JSON")
	return cmd
}

// figure is one measured rate, in units per second of CPU time.
type figure struct {
	Name   string  `json:"figure"`
	Unit   string  `json:"unit"`
	Best   float64 `json:"best_per_second"`
	Median float64 `json:"median_per_second"`
	Worst  float64 `json:"worst_per_second"`
	// Calibrated is the median of the rate in each turn over the calibration's in the same turn, times a million.
	Calibrated float64 `json:"per_million_calibration_blocks,omitempty"`

	rates, ratios []float64
}

// job is work that one or several figures count.
type job struct {
	figures []*figure
	run     func(counts []int) error // works a little and adds what it did, a count a figure
}

// subject is what is measured together: a game, or a matchup of one.
type subject struct {
	Matchup    string    `json:"matchup,omitempty"`
	StateBytes int       `json:"state_bytes"`
	Figures    []*figure `json:"figures"`
	// OverChess is what listing a legal action costs over what it costs in orthodox chess, 0 where it wasn't measured.
	OverChess float64 `json:"listing_over_chess,omitempty"`

	jobs []job
}

// benchTable is the subjects of one game.
type benchTable struct {
	Game     string     `json:"game"`
	Subjects []*subject `json:"subjects"`
}

func runBench(cmd *cobra.Command, args []string) error {
	s, err := resolve(cmd)
	if err != nil {
		return err
	}
	f := cmd.Flags()
	rounds, _ := f.GetInt("rounds")
	turn, _ := f.GetDuration("turn")
	sims, _ := f.GetInt("sims")
	commands, _ := f.GetStringArray("beside")
	for _, check := range []error{
		s.check(!slices.ContainsFunc(commands, isBlank), "beside", "needs a command"),
		s.check(rounds >= 1, "rounds", "need at least 1"), s.check(sims >= 1, "sims", "need at least 1"),
		s.check(turn >= time.Millisecond, "turn", "need at least 1ms"),
	} {
		if check != nil {
			return check
		}
	}
	tables, err := s.benchTables(sims)
	if err != nil {
		return err
	}
	calibration := calibrate()
	peers := &peers{commands: commands, turn: turn, own: tables[0].Subjects[0]}
	bar := s.progress("bench", rounds)
	for round := range rounds {
		for _, t := range tables {
			for _, subject := range t.Subjects {
				if err := subject.measure(turn, &calibration); err != nil {
					return err
				}
			}
		}
		if err := peers.measure(cmd.Context()); err != nil {
			return err
		}
		bar.at(round+1, "rounds of "+turn.String()+" turns")
	}
	bar.done()
	calibration.figures[0].sum()
	for _, t := range tables {
		for _, subject := range t.Subjects {
			subject.sum(tables[0].Subjects[0])
		}
	}
	comparisons := peers.compare()
	if asJSON, _ := f.GetBool("json"); asJSON {
		return writeJSON(cmd.OutOrStdout(), map[string]any{
			"rounds": rounds, "turn_seconds": turn.Seconds(), "calibration": calibration.figures[0], "games": tables, "beside": comparisons,
		})
	}
	for _, t := range tables {
		if err := t.write(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	return writeComparisons(cmd.OutOrStdout(), comparisons)
}

// benchTables sets up what the flags ask for; chess comes first.
func (s *settings) benchTables(sims int) ([]*benchTable, error) {
	name, _ := s.cmd.Flags().GetString("game")
	matchups, _ := s.cmd.Flags().GetString("matchups")
	chess, err := chessSubject()
	if err != nil {
		return nil, err
	}
	tables := []*benchTable{{Game: chessGame, Subjects: []*subject{chess}}}
	list := games.All()
	switch name {
	case "":
	case chessGame:
		list = nil
	default:
		known := []string{chessGame}
		for _, g := range list {
			known = append(known, g.Info().Name)
		}
		if !contains(known, name) {
			return nil, usagef("unknown game %q%s", name, game.Suggest(name, known))
		}
		list = slices.DeleteFunc(list, func(g game.Game) bool { return g.Info().Name != name })
	}
	for _, g := range list {
		t := &benchTable{Game: g.Info().Name}
		cells, err := benchCells(matchups, g, name != "")
		if err != nil {
			return nil, err
		}
		for _, cell := range cells {
			one, err := s.gameSubject(g, cell, sims)
			if err != nil {
				return nil, err
			}
			t.Subjects = append(t.Subjects, one)
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// benchCells are the matchups of a game to be measured: one without names where it has no sets. Matchups given without
// a game are of the games that have sets.
func benchCells(text string, g game.Game, named bool) ([]sim.Cell, error) {
	sets := g.Info().Sets
	if sets == nil && !named {
		text = ""
	}
	var cells []sim.Cell
	if text == "" {
		for _, set := range sets {
			cells = append(cells, sim.Cell{White: set, Black: set})
		}
	} else {
		var err error
		if cells, err = parseCells(text, g); err != nil {
			return nil, err
		}
	}
	if cells == nil {
		cells = []sim.Cell{{}}
	}
	return cells, nil
}

// measure gives each job of the subject a turn, and the calibration a short one before it.
func (s *subject) measure(turn time.Duration, calibration *job) error {
	for i := range s.jobs {
		if err := calibration.measure(turn / 4); err != nil {
			return err
		}
		base := calibration.figures[0].last()
		if err := s.jobs[i].measure(turn); err != nil {
			return err
		}
		for _, f := range s.jobs[i].figures {
			f.ratios = append(f.ratios, 1e6*f.last()/base)
		}
	}
	return nil
}

// measure works for a turn and notes the rates.
func (j *job) measure(turn time.Duration) error {
	counts := make([]int, len(j.figures))
	start := cpuTime()
	spent := time.Duration(0)
	for spent < turn {
		if err := j.run(counts); err != nil {
			return err
		}
		spent = cpuTime() - start
	}
	for i, f := range j.figures {
		f.rates = append(f.rates, float64(counts[i])/spent.Seconds())
	}
	return nil
}

// cpuTime is the CPU time that this process has used.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // it has no reason to fail
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func (f *figure) last() float64 { return f.rates[len(f.rates)-1] }

// sum sums up the turns.
func (f *figure) sum() {
	slices.Sort(f.rates)
	slices.Sort(f.ratios)
	f.Worst, f.Median, f.Best = f.rates[0], f.rates[len(f.rates)/2], f.rates[len(f.rates)-1]
	if len(f.ratios) > 0 {
		f.Calibrated = f.ratios[len(f.ratios)/2]
	}
}

// sum sums up the turns of all figures.
func (s *subject) sum(chess *subject) {
	for _, f := range s.Figures {
		f.sum()
	}
	if own := s.figure(listedFigure); own != nil && s != chess {
		s.OverChess = chess.figure(listedFigure).Best / own.Best
	}
}

// figure is the figure of a name, nil if the subject has none.
func (s *subject) figure(name string) *figure {
	for _, f := range s.Figures {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// add makes a job with a figure for each name, all counted in the unit of the same place.
func (s *subject) add(run func(counts []int) error, namesAndUnits ...string) {
	j := job{run: run}
	for i := 0; i < len(namesAndUnits); i += 2 {
		j.figures = append(j.figures, &figure{Name: namesAndUnits[i], Unit: namesAndUnits[i+1]})
	}
	s.jobs = append(s.jobs, j)
	s.Figures = append(s.Figures, j.figures...)
}
