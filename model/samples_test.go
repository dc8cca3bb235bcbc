package model

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"variantlab/datasets"
	"variantlab/internal/toys"
	"variantlab/mcts"
	"variantlab/sim"
	"variantlab/sim/game"
)

// playInto fills a data folder with searched games.
func playInto(t *testing.T, dir string, g game.Game, games int) *datasets.Dataset {
	t.Helper()
	w, err := datasets.Create(dir, g)
	if err != nil {
		t.Fatal(err)
	}
	agent := sim.Agent{Name: "rollout:8", Search: mcts.NewConfig(8), New: func() (mcts.Evaluator, error) { return mcts.NewRollout(), nil }}
	_, err = sim.Run(context.Background(), &sim.Config{Game: g, Seed: 3, Units: games, Slots: 4, GroupUnits: 5, Agents: [2]sim.Agent{agent, agent},
		Temperature: sim.SelfPlayTemperature, Cap: sim.PlayoutCap{FullProb: 0.6, FastSims: 2}}, w, sim.Options{Workers: 1})
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	d, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSamples(t *testing.T) {
	g := toys.ConnectThree()
	d := playInto(t, t.TempDir(), g, 20)
	_, rows := d.Count()
	all, err := Samples(g, d, rows)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != rows || rows < 40 {
		t.Fatalf("%d samples of %d rows", len(all), rows)
	}
	i, followed := 0, 0
	for rec, err := range d.GamesWithRows() {
		if err != nil {
			t.Fatal(err)
		}
		for j := range rec.Rows {
			r, x := &rec.Rows[j], all[i]
			i++
			if !slices.Equal(x.State.Actions(x.Player, nil), r.Actions) || !slices.Equal(x.Target, r.Target) || x.Player != r.Player {
				t.Fatalf("game %d row %d: the sample's position has other actions than the record", rec.ID, j)
			}
			if want := rec.Returns[r.Player]; x.Outcome != want {
				t.Fatalf("game %d row %d: outcome %v, the game ended %v for its player", rec.ID, j, x.Outcome, want)
			}
			if r.NextStep < 0 {
				if x.Next != nil {
					t.Fatalf("game %d row %d: a next decision out of nowhere", rec.ID, j)
				}
				continue
			}
			followed++
			k := slices.IndexFunc(rec.Rows, func(o sim.Row) bool { return int32(o.Step) == r.NextStep })
			if x.Next != all[i-1-j+k] || x.Next.Player == x.Player {
				t.Fatalf("game %d row %d: wrong next decision", rec.ID, j)
			}
		}
	}
	if followed == 0 {
		t.Error("no row has a next decision: nothing was compared")
	}
	const few = 17
	newest, err := Samples(g, d, few)
	if err != nil {
		t.Fatal(err)
	}
	if len(newest) != few {
		t.Fatalf("%d samples in a window of %d", len(newest), few)
	}
	for i, x := range newest {
		if y := all[len(all)-few+i]; x.State.Key() != y.State.Key() || !slices.Equal(x.Target, y.Target) {
			t.Fatalf("sample %d of the window is not the newest", i)
		}
	}
	if _, err := Samples(toys.TicTacToe(), d, rows); err == nil || !strings.Contains(err.Error(), "connect3") {
		t.Errorf("samples for another game: %v", err)
	}
}

func TestTargets(t *testing.T) {
	for outcome, want := range map[float32][3]float32{1: {1, 0, 0}, 0: {0, 1, 0}, -1: {0, 0, 1}, 0.5: {0.5, 0.5, 0}, -0.25: {0, 0.75, 0.25}} {
		if got := wdl(outcome); got != want {
			t.Errorf("outcome %v: %v, want %v", outcome, got, want)
		}
	}
	// Fourth roots of 16/97, 81/97 and 0 are as 2 : 3 : 0.
	soft := make([]float32, 3)
	soften(soft, []float32{16. / 97, 81. / 97, 0})
	for i, want := range []float64{0.4, 0.6, 0} {
		if math.Abs(float64(soft[i])-want) > 1e-6 {
			t.Errorf("softened target %v, want [0.4 0.6 0]", soft)
		}
	}
}
