package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"variantlab/mcts"
	"variantlab/model"
	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

func newTrain() *cobra.Command {
	config := model.DefaultConfig()
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train a network: the loop of self-play and training, or on existing data only",
		Long: "Without --data each round plays games with the newest network into RUN/data and trains on a window of the newest rows.\n" +
			"With --data it trains on the games in that folder and plays nothing. Given again, the command goes on where it stopped.",
		Example: "  variantlab train --run run --game domain --matchups limitless:shrine --iterations 4 --set train.games=200\n" +
			"  variantlab train --run run --game domain --data other-run --iterations 1 --set train.steps=500",
		Args: argCount(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, args []string) error { return runTrain(cmd, &config) },
	}
	addCommon(cmd)
	addPlaying(cmd)
	f := cmd.Flags()
	f.String("run", "", "run `FOLDER`; checkpoints are in FOLDER/models")
	f.String("game", "", "the game (default: that of --data)")
	f.String("data", "", "train on the games of this run `FOLDER` and play none")
	f.Int("iterations", config.Train.Iterations, "rounds of self-play and training")
	f.String("net", config.Net.Size, "size of the network: xs, s or m")
	f.Int("sims", 32, "simulations of a full search in self-play")
	f.Int("minutes", 0, "stop, saving everything, after so many minutes (0: no limit)")
	addFields(f, "train.", reflect.ValueOf(&config.Train).Elem())
	return cmd
}

// addFields makes a flag of every field that has a toml name, but for those that have a flag of their own.
func addFields(f *pflag.FlagSet, prefix string, fields reflect.Value) {
	for i := range fields.NumField() {
		name := prefix + fields.Type().Field(i).Tag.Get("toml")
		if name == "train.iterations" {
			continue
		}
		switch at := fields.Field(i).Addr().Interface().(type) {
		case *int:
			f.IntVar(at, name, *at, "")
		case *float64:
			f.Float64Var(at, name, *at, "")
		case *string:
			f.StringVar(at, name, *at, "")
		default:
			addFields(f, name+".", fields.Field(i))
		}
		if flag := f.Lookup(name); flag != nil {
			flag.Usage, flag.Hidden = "see docs/model.md", true
		}
	}
}

func runTrain(cmd *cobra.Command, config *model.Config) error {
	s, err := resolve(cmd)
	if err != nil {
		return err
	}
	f := cmd.Flags()
	config.Net.Size, _ = f.GetString("net")
	config.Net.Device, _ = f.GetString("device")
	config.Train.Iterations, _ = f.GetInt("iterations")
	if err := config.Validate(); err != nil {
		return usagef("%v", err)
	}
	if !model.Libtorch().Found {
		return model.ErrNoTorch
	}
	dir, _ := f.GetString("run")
	if dir == "" {
		return usagef("--run is missing: name the folder of the run, such as --run run")
	}
	t := &training{s: s, config: config}
	if t.game, t.data, err = s.trainingData(); err != nil {
		return err
	}
	if t.base, err = s.playing(t.game); err != nil {
		return err
	}
	t.sims, _ = f.GetInt("sims")
	if err := s.check(t.sims >= 1, "sims", "need at least 1; try --sims 32"); err != nil {
		return err
	}
	return t.run(cmd.Context(), dir)
}

func flagSet(f *pflag.FlagSet, name string) bool {
	on, _ := f.GetBool(name)
	return on
}

// trainingData finds the game to train on, and the data folder when nothing is to be played.
func (s *settings) trainingData() (game.Game, string, error) {
	name, _ := s.cmd.Flags().GetString("game")
	folder, _ := s.cmd.Flags().GetString("data")
	if folder == "" {
		if name == "" {
			return nil, "", usagef("--game is missing: name the game to learn, such as --game domain")
		}
		g, err := lookupGame(name)
		return g, "", err
	}
	d, err := openData(folder)
	if err != nil {
		return nil, "", err
	}
	if name != "" && name != d.Header.Game {
		return nil, "", usagef("--game %s: the games in %s are of %s", name, folder, d.Header.Game)
	}
	g, err := games.Lookup(d.Header.Game)
	return g, d.Dir, err
}

// training is one call of the command.
type training struct {
	s      *settings
	game   game.Game
	data   string // folder of existing games; "" for the loop
	base   *sim.Config
	sims   int
	config *model.Config
	folder *run // the loop's
	played bool // the loop has begun to play
}

func (t *training) run(ctx context.Context, dir string) (err error) {
	before, err := readSettings(dir)
	if err != nil {
		return err
	}
	r := &model.Run{Dir: dir, Data: t.data, Game: t.game, Seed: t.base.Seed, Config: *t.config,
		Log: func(message string) { fmt.Fprintln(t.s.cmd.ErrOrStderr(), message) }}
	if t.data == "" {
		if t.folder, err = t.s.openRun(dir, t.game); err != nil {
			return err
		}
		defer func() { err = t.folder.close(err) }()
		r.SelfPlay = t.play
	} else if err := t.s.writeSettings(dir, t.game); err != nil {
		return err
	}
	show := &trainingProgress{t: t}
	r.Progress = show.step
	if minutes, _ := t.s.cmd.Flags().GetInt("minutes"); minutes > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, time.Duration(minutes)*time.Minute)
		defer stop()
	}
	err = r.Train(ctx)
	show.done()
	if !t.played && !show.stepped {
		var other string
		if other, err = dropSettings(dir, before, err); other != "" && err == nil {
			return usagef("%s: all %d rounds were done before, by other settings; nothing was trained, and the folder keeps its own: %s; "+
				"train by these in another folder, or go on with more --iterations", dir, t.config.Train.Iterations, other)
		}
	}
	var stopped *interrupted
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil
	case errors.Is(err, context.Canceled) || errors.As(err, &stopped):
		return &interrupted{resume: "give the same command again"}
	case err != nil:
		return err
	}
	if show.last.Checkpoint == "" && !t.s.quiet() {
		fmt.Fprintf(t.s.cmd.ErrOrStderr(), "%s: all %d rounds were done before; more with --iterations\n", dir, t.config.Train.Iterations)
	}
	if flagSet(t.s.cmd.Flags(), "json") {
		return writeJSON(t.s.cmd.OutOrStdout(), map[string]any{
			"checkpoint": show.last.Checkpoint, "round": show.last.Round, "losses": show.last.Mean, "rows": show.last.Rows,
		})
	}
	return nil
}

// play is the self-play of a round.
func (t *training) play(ctx context.Context, round int, player *model.Player) error {
	t.played = true
	c := *t.base
	agent := searchAgent(fmt.Sprintf("material:%d", t.sims), t.sims, forSelfPlay, func() (mcts.Evaluator, error) { return mcts.NewMaterial(t.game) })
	if player != nil {
		agent = searchAgent(fmt.Sprintf("net:%s:%d", netID(player), t.sims), t.sims, forSelfPlay,
			func() (mcts.Evaluator, error) { return model.NewEvaluator(player.Net), nil })
	}
	c.Agents = [2]sim.Agent{agent, agent}
	c.First, c.Units = uint64(round*t.config.Train.Games), t.config.Train.Games
	selfPlay(&c, agent, defaultOpening, defaultFull, 0)
	_, err := t.s.simulate(ctx, &c, t.folder.writer, fmt.Sprintf("round %d, self-play", round+1))
	return err
}

// trainingProgress shows the losses of a run as it goes.
type trainingProgress struct {
	t    *training
	bar  *progress
	last model.Progress
	loss []model.Losses // of the round's steps in this call

	stepped bool // something was trained or saved
}

func (p *trainingProgress) step(now model.Progress) {
	errs := p.t.s.cmd.ErrOrStderr()
	p.stepped = true
	if now.Checkpoint != "" {
		p.done()
		if !p.t.s.quiet() {
			fmt.Fprintf(errs, "%d of %d rounds: %s%d rows → %s\n", now.Round, now.Rounds, p.fall(), now.Window, now.Checkpoint)
		}
		p.last, p.loss = now, nil
		return
	}
	p.loss = append(p.loss, now.Losses)
	if p.bar == nil {
		p.bar = p.t.s.progress(fmt.Sprintf("round %d, training", now.Round+1), now.Steps)
	}
	p.bar.at(now.Step, fmt.Sprintf("loss %.3f (policy %.3f, value %.3f)", now.Losses.Total, now.Losses.Policy, now.Losses.Value))
}

// fall tells how the losses changed: means of the first and of the last twentieth of the steps. It is empty without steps.
func (p *trainingProgress) fall() string {
	n := len(p.loss)
	if n == 0 {
		return ""
	}
	part := max(1, n/20)
	mean := func(steps []model.Losses, term func(model.Losses) float64) (sum float64) {
		for _, l := range steps {
			sum += term(l) / float64(len(steps))
		}
		return sum
	}
	text := ""
	for _, term := range []struct {
		name string
		of   func(model.Losses) float64
	}{
		{"loss", func(l model.Losses) float64 { return l.Total }},
		{"policy", func(l model.Losses) float64 { return l.Policy }},
		{"value", func(l model.Losses) float64 { return l.Value }},
	} {
		text += fmt.Sprintf("%s %.3f → %.3f, ", term.name, mean(p.loss[:part], term.of), mean(p.loss[n-part:], term.of))
	}
	return text
}

func (p *trainingProgress) done() {
	if p.bar != nil {
		p.bar.done()
		p.bar = nil
	}
}
