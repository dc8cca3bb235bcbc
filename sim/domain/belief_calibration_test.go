package domain

import (
	"fmt"
	"math"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// bins tests predicted probabilities against what came true.
type bins [20]struct{ predicted, variance, came float64 }

func binOf(p float64) int { return min(int(p*20), 19) }

// add takes in an event of probability p, counted under bin i.
func (b *bins) add(i int, p float64, came bool) {
	b[i].predicted += p
	b[i].variance += p * (1 - p)
	if came {
		b[i].came++
	}
}

// deviates is how far the chi-squared statistic lies from its mean, as a quantile of the normal distribution (Wilson,
// Hilferty: "The distribution of chi-square", 1931): 3.09 for p = 1e-3. Bins in which hardly anything is open are left out; tied
// is 1 where the counts of all bins have a fixed sum, else 0.
func (b *bins) deviates(tied int) (z, chi2 float64, freedom int) {
	freedom = -tied
	for _, bin := range b {
		if bin.variance >= 3 {
			chi2 += (bin.came - bin.predicted) * (bin.came - bin.predicted) / bin.variance
			freedom++
		}
	}
	if freedom <= 0 {
		return 0, chi2, 0
	}
	k := 2 / (9 * float64(freedom))
	return (math.Cbrt(chi2/float64(freedom)) - (1 - k)) / math.Sqrt(k), chi2, freedom
}

// calibration plays random games and asks one side, at one of its turns in each, what it believes. Sets are dealt with the
// odds that beliefs begin with; every other game is against a Toji who has shown himself, where casts of High Sense are all
// that is hidden. tilt may change a belief before it is asked.
type calibration struct {
	drawn bins // whether a hypothesis drawn from the belief is the truth, by its probability
	place bins // how much probability the list has before the truth, and a random part of its own; uniform if all is right
	asked int
}

func (k *calibration) run(t *testing.T, games int, tilt func(b *belief)) {
	var world State
	for g := range uint64(games) {
		stream := rng.New(11, g, rng.Rollout, 0, 0)
		own, c, node := Set(1+stream.IntN(7)), Side(stream.IntN(2)), 1+stream.IntN(14)
		sets := [2]Set{own, own}
		sets[c.foe()] = Set(1 + stream.IntN(7))
		if g%2 == 1 {
			sets[c.foe()] = Toji
		}
		s := newMatchup(t, sets[White], sets[Black], nil)
		if side := &s.sides[c.foe()]; g%2 == 1 {
			side.disguise, side.revealed = TenPieces, true
			s.pending = pendingState{sq: NoSquare}
			s.dealDisguises()
		}
		b := s.NewBelief(game.Player(c)).(*belief)
		var roller game.Roller
		for s.Turn() != game.Terminal {
			if s.Turn() == game.Player(c) {
				if node--; node == 0 {
					break
				}
			}
			a, _ := roller.Pick(s, &stream)
			s.Apply(a)
			b.Step(a, s)
		}
		if s.Turn() == game.Terminal || b.Size() == 1 {
			continue
		}
		tilt(b)
		k.asked++
		p := b.Sample(&world, &stream)
		k.drawn.add(binOf(p), p, world.Key() == s.Key())
		before := 0.0
		for i := range b.list {
			if h := &b.list[i]; h.state.Key() == s.Key() {
				before += h.weight * stream.Float64()
				break
			}
			before += b.list[i].weight
		}
		for i := range k.place {
			k.place.add(i, 1./20, i == binOf(before))
		}
	}
	for i := range k.place {
		k.place[i].variance = k.place[i].predicted // as Pearson has it for counts with a fixed sum
	}
}

// Among random players probabilities are what they say.
func TestBeliefIsCalibrated(t *testing.T) {
	var k calibration
	k.run(t, sampled(1500, 10000), func(*belief) {})
	for tied, b := range []*bins{&k.drawn, &k.place} {
		name := [...]string{"hypotheses drawn", "place of the truth"}[tied]
		z, chi2, freedom := b.deviates(tied)
		t.Logf("%s: chi-squared %.1f, %d degrees of freedom, z %.2f, %d beliefs", name, chi2, freedom, z, k.asked)
		if fullTests {
			fmt.Printf("verify: domain belief calibration, %s: chi-squared %.1f, %d degrees of freedom (z %.2f, limit 3.09), %d uncertain beliefs\n",
				name, chi2, freedom, z, k.asked)
		}
		if z > 3.09 || freedom == 0 {
			t.Errorf("CD-434: %s: %+v", name, *b)
		}
	}
}

// The test above has the power to find beliefs in which High Sense is cast four times as often as it is.
func TestCalibrationFindsABias(t *testing.T) {
	var k calibration
	k.run(t, sampled(1500, 10000), func(b *belief) {
		for i := range b.list {
			if b.list[i].state.sides[b.c.foe()].cd[KeySense] > 0 {
				b.list[i].weight *= 4
			}
		}
		total := totalWeight(b.list)
		for i := range b.list {
			b.list[i].weight /= total
		}
	})
	drawn, _, _ := k.drawn.deviates(0)
	place, _, _ := k.place.deviates(1)
	t.Logf("z %.2f, %.2f", drawn, place)
	if max(drawn, place) < 3.09 {
		t.Errorf("not found: z %.2f and %.2f", drawn, place)
	}
}
