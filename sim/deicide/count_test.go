package deicide

import (
	"math"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// Counted by type and weighed by worth, the pieces make up the balance, in flight too.
func TestCountedPiecesMakeUpTheBalance(t *testing.T) {
	for _, g := range []*Game{New(), NewYuri()} {
		t.Run(g.v.name, func(t *testing.T) {
			var r game.Roller
			flights := 0
			for n := range uint64(20) {
				p, err := g.New(game.Options{})
				if err != nil {
					t.Fatal(err)
				}
				s := p.State().(*State)
				stream := rng.New(5, n, rng.Rollout, 0, 0)
				for s.Turn() != game.Terminal {
					r.Play(s, &stream, 7)
					flights += int(s.nFlights)
					types := s.PieceTypes()
					var counts [2][]int
					for c := range counts {
						counts[c] = make([]int, len(types))
						s.CountPieces(game.Player(c), counts[c])
					}
					sum := 0.0
					for i, name := range types {
						sum += float64(worth[kindByKey(name)]) * float64(counts[white][i]-counts[black][i])
					}
					if math.Abs(sum-float64(s.Balance())) > 1e-3 {
						t.Fatalf("game %d: the counts weigh %v, the balance is %v", n, sum, s.Balance())
					}
				}
			}
			if flights == 0 {
				t.Error("nothing was ever in flight")
			}
		})
	}
	p, _ := New().New(game.Options{})
	s := p.State().(*State)
	counts := make([]int, len(s.PieceTypes()))
	s.CountPieces(game.Second, counts)
	want := map[string]int{"pawn": 16, "rookie": 8, "drunk_pawn": 8, "sumo": 2, "queen": 1, "snail": 1, "cannon": 2}
	for i, name := range s.PieceTypes() {
		if n, ok := want[name]; ok && counts[i] != n {
			t.Errorf("%d of type %s at the start, want %d", counts[i], name, n)
		}
	}
	if s.PieceTypes()[0] != "pawn" || len(counts) != 24 {
		t.Errorf("types %v", s.PieceTypes())
	}
}
