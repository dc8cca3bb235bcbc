package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"variantlab/datasets"
	"variantlab/sim"
	"variantlab/sim/game"
)

func newSelfplay() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "selfplay GAME",
		Short: "Play games of an agent against itself into Arrow files",
		Long: "Self-play writes games and training rows to OUT/data. The same seed and settings give the same games on any number\n" +
			"of workers. An interrupted run goes on where it stopped when the same command is given again.",
		Example: "  variantlab selfplay domain --out run --matchups limitless:shrine --games 100 --agent material:32 --seed 1",
		Args:    argCount(1, 1, "one game"),
		RunE:    runSelfplay,
	}
	addCommon(cmd)
	addPlaying(cmd)
	f := cmd.Flags()
	f.String("out", "", "run `FOLDER`; its games are in FOLDER/data")
	f.Int("games", 100, "games to play")
	f.String("agent", "material:32", "who plays: "+agentHelp)
	f.Int("sims", 0, "simulations of a full search, instead of the number in the agent's word")
	f.Float64("cap.full", defaultFull, "share of searches with the full budget, which give training rows")
	f.Int("cap.fast", 0, "simulations of the other searches (0: a quarter of the budget)")
	f.Int("opening", defaultOpening, "turns at the start of each game that are drawn from the agent's policy without search")
	return cmd
}

// Defaults of self-play.
const (
	defaultFull    = 0.25
	defaultOpening = 2
)

// addPlaying adds the flags of all commands that play games.
func addPlaying(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Uint64("seed", 1, "seed of the run")
	f.Int("workers", 0, "games are played by this many workers (0: one a core); never changes the games")
	f.String("matchups", "", "WHITE:BLACK,… or all (default)")
	f.StringArray("option", nil, "an option of the game, as `NAME=VALUE` (see variantlab games GAME)")
	f.String("device", "auto", "where networks run: auto, cpu or cuda")
	f.Int("slots", sim.DefaultSlots, "games that a worker plays in lockstep: the batch of the evaluator")
	f.Bool("json", false, "write a summary as JSON on standard output")
}

// playingOf resolves the settings of a command that plays the named game.
func playingOf(cmd *cobra.Command, name string) (*settings, *sim.Config, error) {
	s, g, err := settingsOf(cmd, name)
	if err != nil {
		return nil, nil, err
	}
	c, err := s.playing(g)
	return s, c, err
}

// playing reads the flags of addPlaying into a simulator configuration.
func (s *settings) playing(g game.Game) (*sim.Config, error) {
	f := s.cmd.Flags()
	c := &sim.Config{Game: g, Params: s.rules, Options: map[string]string{}}
	c.Seed, _ = f.GetUint64("seed")
	c.Slots, _ = f.GetInt("slots")
	if err := s.check(c.Slots >= 1, "slots", "need at least 1; try --slots 16"); err != nil {
		return nil, err
	}
	workers, _ := f.GetInt("workers")
	if err := s.check(workers >= 0, "workers", "need 0 (one a core) or more"); err != nil {
		return nil, err
	}
	device, _ := f.GetString("device")
	if err := s.check(contains([]string{"auto", "cpu", "cuda"}, device), "device", "must be auto, cpu or cuda"); err != nil {
		return nil, err
	}
	matchups, _ := f.GetString("matchups")
	list, _ := f.GetStringArray("option")
	for _, assignment := range list {
		name, value, ok := strings.Cut(assignment, "=")
		if !ok {
			return nil, usagef("--option %s: must be NAME=VALUE", assignment)
		}
		c.Options[name] = value
	}
	if err := checkOptions(g, c.Options); err != nil {
		return nil, err
	}
	for _, side := range []string{"white", "black"} {
		if set, given := c.Options[side]; given && g.Info().Sets != nil {
			return nil, usagef("--option %s=%s: here --matchups says which set plays which, such as --matchups limitless:shrine", side, set)
		}
	}
	if err := s.checkRules(g); err != nil {
		return nil, err
	}
	var err error
	c.Cells, err = parseCells(matchups, g)
	return c, err
}

func runSelfplay(cmd *cobra.Command, args []string) error {
	s, c, err := playingOf(cmd, args[0])
	if err != nil {
		return err
	}
	f := cmd.Flags()
	c.Units, _ = f.GetInt("games")
	if err := s.check(c.Units >= 1, "games", "need at least 1; try --games 100"); err != nil {
		return err
	}
	device, _ := f.GetString("device")
	word, _ := f.GetString("agent")
	agent, err := parseAgent(word, c.Game, forSelfPlay, device)
	if err != nil {
		return err
	}
	if sims, _ := f.GetInt("sims"); sims != 0 {
		if err := s.check(sims > 0, "sims", "need at least 1; try --sims 64"); err != nil {
			return err
		}
		agent.Search.Sims = sims
	}
	c.Agents = [2]sim.Agent{agent, agent}
	opening, _ := f.GetInt("opening")
	full, _ := f.GetFloat64("cap.full")
	fast, _ := f.GetInt("cap.fast")
	selfPlay(c, agent, opening, full, fast)
	out, _ := f.GetString("out")
	run, err := s.openRun(out, c.Game)
	if err != nil {
		return err
	}
	return run.play(cmd.Context(), c, "self-play")
}

// selfPlay sets how games of agent against itself explore: opening turns drawn from its policy, temperature, and a share
// full of searches with the whole budget, the others with fast simulations (0: a quarter of the budget).
func selfPlay(c *sim.Config, agent sim.Agent, opening int, full float64, fast int) {
	c.Opening = sim.Opening{Plies: opening, Temperature: 1}
	c.Temperature = sim.SelfPlayTemperature
	if agent.Mode == sim.SearchMode {
		if fast == 0 {
			fast = max(1, agent.Search.Sims/4)
		}
		c.Cap = sim.PlayoutCap{FullProb: full, FastSims: fast}
	}
}

// run is a run folder that games are played into.
type run struct {
	s      *settings
	dir    string
	writer *datasets.Writer
	before map[string][]byte // settings files that were there, by path
}

// dataFolder is where a run folder keeps its games.
func dataFolder(run string) string { return filepath.Join(run, "data") }

// openRun makes a run folder or opens one to go on with, and writes the settings into it.
func (s *settings) openRun(dir string, g game.Game) (*run, error) {
	if dir == "" {
		return nil, usagef("--out is missing: name the folder for the games, such as --out run")
	}
	before, err := readSettings(dir)
	if err != nil {
		return nil, err
	}
	if err := s.writeSettings(dir, g); err != nil {
		return nil, err
	}
	w, err := datasets.Create(dataFolder(dir), g)
	if err != nil {
		return nil, errors.Join(err, putBack(before))
	}
	return &run{s: s, dir: dir, writer: w, before: before}, nil
}

// close ends work on the folder and notes how it ended. Settings that were refused don't stay: the folder's are those of
// its games.
func (r *run) close(err error) error {
	what := "finished"
	if err != nil {
		what = err.Error()
	}
	var refused *usageError
	if errors.As(err, &refused) {
		other, dropped := dropSettings(r.dir, r.before, nil)
		if other != "" && errors.Is(err, sim.ErrOtherConfig) {
			err = usagef("%s holds games of other settings: %s; give its own, or another --seed, or use another folder", r.dir, other)
		}
		err = errors.Join(err, dropped)
	}
	return errors.Join(err, r.writer.Close(), r.s.note(r.dir, what))
}

// play runs c into the folder and reports what was done.
func (r *run) play(ctx context.Context, c *sim.Config, label string) (err error) {
	defer func() { err = r.close(err) }()
	done, err := r.s.simulate(ctx, c, r.writer, label)
	if err != nil {
		return err
	}
	cmd := r.s.cmd
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		return writeJSON(cmd.OutOrStdout(), map[string]any{
			"games": done.Games, "committed": done.Committed, "positions": done.Positions, "data": dataFolder(r.dir),
		})
	}
	return nil
}

// simulate runs c into sink and shows progress; an interrupt becomes an error that says how to go on.
func (s *settings) simulate(ctx context.Context, c *sim.Config, sink sim.Sink, label string) (sim.Progress, error) {
	workers, _ := s.cmd.Flags().GetInt("workers")
	bar := s.progress(label, c.Games())
	done, err := sim.Run(ctx, c, sink, sim.Options{Workers: workers, Progress: func(p sim.Progress) {
		bar.at(p.Committed, fmt.Sprintf("%.1f games/s, %.0f positions/s", p.GamesPerSecond(), p.PositionsPerSecond()))
	}})
	bar.done()
	switch {
	case errors.Is(err, context.Canceled):
		return done, &interrupted{resume: "give the same command again"}
	case err != nil:
		return done, s.runError(err)
	}
	if !s.quiet() {
		fmt.Fprintf(s.cmd.ErrOrStderr(), "%s: %d games, %d positions in %.1f s (%.0f positions/s)\n",
			label, done.Committed, done.Positions, done.Elapsed.Seconds(), done.PositionsPerSecond())
	}
	return done, nil
}
