package deicide

import (
	"math/rand/v2"
	"testing"

	"variantlab/sim/game"

	reference "variantlab/internal/reference/deicide"
)

// [DC-400] [DC-407] The list of threats covers the principle: it names a threat exactly when the opponent, moving once
// and ending its turn, would remove the King. Both Kings are looked at, whoever is to move.
func TestThreatsAgreeWithPlayingThem(t *testing.T) {
	threats := 0
	for _, v := range variants {
		t.Run("DC-407/"+v.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, uint64(v.index)))
			for range sample(400, 20000) {
				s := unguarded(r, v)
				fen := string(s.appendFEN(nil))
				slow := reference.Load(fen, v == yuri)
				for side := white; side <= black; side++ {
					want := slow.RemovesKing(side == black)
					if got := s.threatened(side); got != want {
						t.Fatalf("%s\nthreat to %v: %v, want %v", fen, game.Player(side), got, want)
					}
					if got := slow.Threat(side == black); got != want {
						t.Fatalf("%s\nthe slow engine's threat to %v: %v, want %v", fen, game.Player(side), got, want)
					}
					if want {
						threats++
					}
				}
			}
		})
	}
	if threats < 200 {
		t.Errorf("only %d threats in the sample", threats)
	}
}

// unguarded is a random position of which neither King need be safe, nobody having launched in this turn.
func unguarded(r *rand.Rand, v *variant) *core {
	s := randomPosition(r, v)
	c := s.core
	for i := range c.nFlights {
		c.flights[i].fresh = false
	}
	c.movesLeft, c.extra = 1, false
	if r.IntN(2) == 0 {
		c.side ^= 1
	}
	for range 3 { // move somebody, safe or not
		own := c.by[c.side]
		var pieces []square
		for q := range own.each {
			pieces = append(pieces, q)
		}
		q := pieces[r.IntN(len(pieces))]
		quiet, _ := c.destinations(q, c.acts(c.at(q)), c.side)
		if c.acts(c.at(q)) != none && !quiet.empty() {
			for range r.IntN(quiet.count()) {
				quiet.pop()
			}
			c.perform(act(moving, q, quiet.pop()), nil)
		}
		c.side, c.movesLeft = c.side^1, 1
	}
	c.side = color(r.IntN(2))
	return &c
}

// The guard sorts actions without playing them; core.safe plays them. They agree on every action of every piece.
func TestGuardAgreesWithPlaying(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(12, uint64(v.index)))
			sorted := 0
			for range sample(8000, 200000) {
				s := randomPosition(r, v)
				if s.result.over() {
					continue
				}
				sorted += checkGuard(t, &s.core)
			}
			if sorted < 1000 {
				t.Errorf("the guard settled only %d actions", sorted)
			}
		})
	}
}

// checkGuard returns how many actions the guard settled.
func checkGuard(t *testing.T, c *core) (settled int) {
	t.Helper()
	g := newGuard(c)
	for q := range c.by[c.side].each {
		k := c.acts(c.at(q))
		if k == none || k == king || k == timeMachine {
			continue
		}
		quiet, captures := c.destinations(q, k, c.side)
		s := g.sift(q, k, quiet, captures)
		for dst := range quiet.or(captures).each {
			if s.try.has(dst) {
				continue
			}
			settled++
			if safe := c.safe(act(moving, q, dst)); safe != s.safe.has(dst) {
				t.Fatalf("%s\n%s%s: safe is %v, the guard says %v", c.appendFEN(nil), q, dst, safe, s.safe.has(dst))
			}
		}
	}
	return settled
}
