package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"variantlab/mcts"
	"variantlab/sim/game"
	"variantlab/sim/games"
	"variantlab/sim/rng"
)

func newBench() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure rules and search on one core, beside a calibration",
		Long: "Each figure is the median of --rounds short turns with the least and the most. Machines are noisy and differ, so each\n" +
			"also stands relative to a calibration that is measured in the same turn: units of work for every million blocks of the\n" +
			"random generator. Compare those.",
		Example: "  variantlab bench --game domain --rounds 3",
		Args:    argCount(0, 0, "no arguments"),
		RunE:    runBench,
	}
	addCommon(cmd)
	f := cmd.Flags()
	f.String("game", "", "only this game")
	f.String("white", "", "White's technique `SET`")
	f.String("black", "", "Black's technique `SET`")
	f.Int("rounds", 5, "turns a figure gets")
	f.Int("sims", 256, "simulations of a search")
	f.Bool("json", false, "write JSON")
	return cmd
}

// turnTime is how long one turn of one figure works.
const turnTime = 200 * time.Millisecond

// figure is one measured rate.
type figure struct {
	Game   string  `json:"game"`
	Name   string  `json:"figure"`
	Unit   string  `json:"unit"`
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
	// Relative is the median of the rate in each turn over the calibration's in the same turn, times a million.
	Relative float64 `json:"per_million_calibration_blocks"`

	work  func() int // does some work and returns how many units it was
	rates []float64
	ratio []float64
}

func runBench(cmd *cobra.Command, args []string) error {
	s, err := resolve(cmd)
	if err != nil {
		return err
	}
	f := cmd.Flags()
	rounds, _ := f.GetInt("rounds")
	sims, _ := f.GetInt("sims")
	for _, check := range []error{
		s.check(rounds >= 1, "rounds", "need at least 1"), s.check(sims >= 1, "sims", "need at least 1"),
	} {
		if check != nil {
			return check
		}
	}
	list := games.All()
	if name, _ := f.GetString("game"); name != "" {
		g, err := lookupGame(name)
		if err != nil {
			return err
		}
		list = []game.Game{g}
	}
	calibration := &figure{Game: "-", Name: "calibration", Unit: "random blocks/s", work: calibrate()}
	figures := []*figure{}
	for _, g := range list {
		own, err := s.figuresOf(g, sims)
		if err != nil {
			return err
		}
		figures = append(figures, own...)
	}
	bar := s.progress("bench", rounds)
	for round := range rounds {
		for _, fig := range figures {
			base := measure(calibration)
			fig.ratio = append(fig.ratio, 1e6*measure(fig)/base)
		}
		bar.at(round+1, "")
	}
	bar.done()
	all := append([]*figure{calibration}, figures...)
	for _, fig := range all {
		slices.Sort(fig.rates)
		slices.Sort(fig.ratio)
		fig.Least, fig.Median, fig.Most = fig.rates[0], fig.rates[len(fig.rates)/2], fig.rates[len(fig.rates)-1]
		if len(fig.ratio) > 0 {
			fig.Relative = fig.ratio[len(fig.ratio)/2]
		}
	}
	if asJSON, _ := f.GetBool("json"); asJSON {
		return writeJSON(cmd.OutOrStdout(), map[string]any{"rounds": rounds, "figures": all})
	}
	return writeFigures(cmd.OutOrStdout(), all)
}

// measure works on a figure for a turn and returns its rate in units per second.
func measure(f *figure) float64 {
	units := 0
	start := time.Now()
	for time.Since(start) < turnTime {
		units += f.work()
	}
	rate := float64(units) / time.Since(start).Seconds()
	f.rates = append(f.rates, rate)
	return rate
}

func writeFigures(out io.Writer, figures []*figure) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "game\tfigure\tmedian\tleast\tmost\tunit\tper million blocks\t")
	for _, f := range figures {
		relative := ""
		if f.Relative > 0 {
			relative = fmt.Sprintf("%.1f", f.Relative)
		}
		fmt.Fprintf(w, "%s\t%s\t%.0f\t%.0f\t%.0f\t%s\t%s\t\n", f.Game, f.Name, f.Median, f.Least, f.Most, f.Unit, relative)
	}
	return w.Flush()
}

// calibrate draws random numbers: integer work that fits in registers.
func calibrate() func() int {
	stream := rng.New(1, 1, rng.Rollout, 0, 0)
	return func() int {
		const blocks = 10000
		for range 4 * blocks {
			stream.Uint32()
		}
		return blocks
	}
}

// figuresOf are the figures of one game.
func (s *settings) figuresOf(g game.Game, sims int) ([]*figure, error) {
	o := game.Options{Values: map[string]string{}, Params: s.rules}
	if g.Info().Sets != nil {
		for _, side := range []string{"white", "black"} {
			if set, _ := s.cmd.Flags().GetString(side); set != "" {
				o.Values[side] = set
			}
		}
	}
	p, err := g.New(o)
	if err != nil {
		return nil, s.rulesError(err)
	}
	start := p.State()
	name := g.Info().Name
	playing, games := playouts(start)
	list := []*figure{
		{Game: name, Name: "random play", Unit: stepUnit(g), work: playing},
		{Game: name, Name: "random games", Unit: "games/s", work: games},
	}
	if g.Info().Joint {
		return list, nil
	}
	config := mcts.NewConfig(sims)
	config.Root = mcts.PUCT
	search, err := mcts.New(g, config)
	if err != nil {
		return nil, err
	}
	list = append(list,
		&figure{Game: name, Name: "legal actions listed", Unit: "actions/s", work: listing(start)},
		&figure{Game: name, Name: "perft, leaves made", Unit: "positions/s", work: counting(start)},
		&figure{Game: name, Name: fmt.Sprintf("search of %d, no evaluation", sims), Unit: "simulations/s", work: searching(search, start, sims)},
	)
	return list, nil
}

func stepUnit(g game.Game) string {
	if g.Info().Joint {
		return "rounds/s"
	}
	return "actions/s"
}

// playouts plays random games from start: one function counts their steps, the other the games.
func playouts(start game.State) (steps, games func() int) {
	var roller game.Roller
	s := start.Clone()
	number := uint64(0)
	play := func() int {
		s.CopyFrom(start)
		number++
		stream := rng.New(1, number, rng.Rollout, 0, 0)
		return roller.Play(s, &stream, 1<<20)
	}
	return play, func() int { play(); return 1 }
}

// listing lists the legal actions of the positions of one random game over and over.
func listing(start game.State) func() int {
	var roller game.Roller
	stream := rng.New(1, 1, rng.Rollout, 0, 0)
	var positions []game.State
	for s := start.Clone(); s.Turn() != game.Terminal; {
		if s.Turn().Side() {
			positions = append(positions, s.Clone())
		}
		a, _ := roller.Pick(s, &stream)
		s.Apply(a)
	}
	buffer := []game.Action{}
	return func() int {
		n := 0
		for _, s := range positions {
			buffer = s.Actions(s.Turn(), buffer[:0])
			n += len(buffer)
		}
		return n
	}
}

// counting counts the positions two levels below start.
func counting(start game.State) func() int {
	var counter game.Counter
	one, _ := counter.Perft(start, 1, 0)
	return func() int {
		two, _ := counter.Perft(start, 2, 0)
		return int(one + two)
	}
}

func searching(search *mcts.Search, start game.State, sims int) func() int {
	at := start.Clone()
	var roller game.Roller
	stream := rng.New(1, 1, rng.Rollout, 0, 0)
	for at.Turn() == game.Chance {
		a, _ := roller.Deal(at, &stream)
		at.Apply(a)
	}
	number := uint32(0)
	return func() int {
		number++
		r, err := search.Run(at, sims, mcts.Seed{Run: 1, Action: number}, mcts.Uniform{})
		if err != nil {
			panic(err) // a position of the rules with an evaluator that can't fail
		}
		return r.Sims
	}
}
