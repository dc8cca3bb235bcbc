package datasets

import (
	"fmt"
	"testing"

	"variantlab/internal/toys"
	"variantlab/internal/toys/dash"
	"variantlab/sim"
	"variantlab/sim/game"
)

// bigGames are records of the size of a chess variant's: 120 decisions with 45 legal actions, a training row for every
// fourth.
func bigGames(n int) []*sim.Game {
	var out []*sim.Game
	for id := range n {
		g := &sim.Game{ID: uint64(id), Seed: 1, Pair: uint64(id), Cell: sim.Cell{White: "walker", Black: "runner"}, Options: "{}", Params: "{}",
			Rules: "r", Config: "c", Agents: [2]string{"material:64", "material:64"}, Start: "{}", Returns: [2]float32{1, -1}, Reason: "checkmate"}
		for i := range 120 {
			g.Steps = append(g.Steps, sim.Step{Player: game.Player(i % 2), Action: game.Action(1000 + i), Text: "e2e4", Sims: 64, Value: 0.25})
			if i%4 > 0 {
				continue
			}
			r := sim.Row{Step: uint32(i), Player: game.Player(i % 2), Flags: sim.FullSearch, Sims: 64, RootValue: 0.25, KL: 0.1}
			for a := range 45 {
				r.Actions = append(r.Actions, game.Action(1000+a))
				r.Target = append(r.Target, 1.0/45)
			}
			g.Rows = append(g.Rows, r)
		}
		g.Finish()
		out = append(out, g)
	}
	return out
}

// Commit with its syncs, 32 games a group.
func BenchmarkWrite(b *testing.B) {
	games := bigGames(32)
	w, err := Create(b.TempDir(), dash.Game{})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	rows := 0
	for i := 0; b.Loop(); i++ {
		group := &sim.Group{ID: uint64(i * 32), Games: games}
		for j, g := range games {
			g.ID = group.ID + uint64(j)
			rows += len(g.Rows)
		}
		if err := w.Commit(group); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}

// Games with training rows, checksums included.
func BenchmarkRead(b *testing.B) {
	dir := b.TempDir()
	w, err := Create(dir, dash.Game{})
	if err != nil {
		b.Fatal(err)
	}
	if err := w.Commit(&sim.Group{Games: bigGames(128)}); err != nil {
		b.Fatal(err)
	}
	w.Close()
	d := open(b, dir)
	rows, size := 0, d.Entries[0].Games.Bytes+d.Entries[0].Moves.Bytes
	for b.Loop() {
		for g, err := range d.GamesWithRows() {
			if err != nil {
				b.Fatal(err)
			}
			rows += len(g.Rows)
		}
	}
	b.SetBytes(size)
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}

// Training rows with their positions rebuilt by replay.
func BenchmarkExamples(b *testing.B) {
	dir := b.TempDir()
	play(b, dir, sim.Config{Game: toys.ConnectFour(), Seed: 1, Units: 256, GroupUnits: 64, Agents: [2]sim.Agent{uniform(8), uniform(8)},
		Temperature: sim.SelfPlayTemperature}, 2)
	d := open(b, dir)
	rows := 0
	for b.Loop() {
		for _, err := range d.Examples(lookup) {
			if err != nil {
				b.Fatal(err)
			}
			rows++
		}
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}

// Self-play into files on connect-4, 64 simulations.
func BenchmarkSelfPlay(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("game=connect4/agent=uniform:64/workers=%d", workers), func(b *testing.B) {
			games := 0
			for i := 0; b.Loop(); i++ {
				cfg := sim.Config{Game: toys.ConnectFour(), Seed: uint64(i), Units: 128, Agents: [2]sim.Agent{uniform(64), uniform(64)},
					Temperature: sim.SelfPlayTemperature}
				play(b, b.TempDir(), cfg, workers)
				games += cfg.Units
			}
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
