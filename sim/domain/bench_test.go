package domain

import (
	"testing"
	"unsafe"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// chessOnly starves both sides of energy, so that only chess is left, with all technique machinery in place.
var chessOnly = game.Params{"energy.start": 0.0, "energy.regain": 0.0}

func BenchmarkPerft(b *testing.B) {
	for _, c := range perftCases[:2] {
		b.Run("position="+c.name, func(b *testing.B) {
			p, err := Game{}.New(game.Options{Position: c.position})
			if err != nil {
				b.Fatal(err)
			}
			var counter game.Counter
			nodes := uint64(0)
			for b.Loop() {
				n, _ := counter.Perft(p.State(), 3, 0)
				nodes += n
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// benchPlayouts plays random games and reports decisions and outcomes a second.
func benchPlayouts(b *testing.B, white, black Set, params game.Params) {
	start := newMatchup(b, white, black, params)
	s := start.Clone()
	var roller game.Roller
	steps, games := 0, uint64(0)
	for b.Loop() {
		stream := rng.New(1, games, rng.Rollout, 0, 0)
		games++
		s.CopyFrom(start)
		steps += roller.Play(s, &stream, 10000)
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
	b.ReportMetric(float64(steps)/float64(games), "steps/game")
}

func BenchmarkChessPlayout(b *testing.B) { benchPlayouts(b, Limitless, Shrine, chessOnly) }

func BenchmarkPlayout(b *testing.B) {
	for white := Limitless; white < numSets; white++ {
		for black := Limitless; black < numSets; black++ {
			b.Run("white="+white.String()+"/black="+black.String(), func(b *testing.B) {
				benchPlayouts(b, white, black, nil)
			})
		}
	}
}

// middleGame is a middle game in which all is unlocked.
func middleGame(b testing.TB, white, black Set) *State {
	revealed := map[Set]string{Toji: ";R=1"}
	p, err := Game{}.New(game.Options{
		Position: "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 3 " +
			white.String() + ";t=10;n=4;L=p@e2;c=P6N1;p=br" + revealed[white] + " " + black.String() + ";t=9;n=1;L=p@c7;r=blue,red,cleave,dog -",
	})
	if err != nil {
		b.Fatal(err)
	}
	return p.State().(*State)
}

func BenchmarkLegal(b *testing.B) {
	for set := Limitless; set < numSets; set++ {
		b.Run("set="+set.String(), func(b *testing.B) {
			s := middleGame(b, set, LoveTrain)
			var list []game.Action
			for b.Loop() {
				list = s.Actions(game.First, list[:0])
			}
			b.ReportMetric(float64(len(list)), "actions")
		})
	}
}

func BenchmarkApply(b *testing.B) {
	s := middleGame(b, Limitless, LoveTrain)
	list := s.Actions(game.First, nil)
	t := s.Clone()
	i := 0
	for b.Loop() {
		t.CopyFrom(s)
		t.Apply(list[i%len(list)])
		i++
	}
}

func BenchmarkCopyFrom(b *testing.B) {
	s := middleGame(b, Limitless, LoveTrain)
	t := s.Clone()
	for b.Loop() {
		t.CopyFrom(s)
	}
	b.ReportMetric(float64(unsafe.Sizeof(core{})), "bytes")
}

func BenchmarkObserve(b *testing.B) {
	s := middleGame(b, Limitless, LoveTrain)
	planes, globals := make([]float32, 64*numPlanes), make([]float32, numGlobals)
	for b.Loop() {
		s.Observe(game.First, planes, globals)
	}
}
