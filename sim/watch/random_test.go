package watch

import (
	"os"
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// samples is the size of a random sample: small by default, that of the full verification with VARIANTLAB_FULL=1.
func samples(quick, all int) int {
	if os.Getenv("VARIANTLAB_FULL") == "1" {
		return all
	}
	return quick
}

// variety lists settings that random positions are tried with, for a mode.
func variety(m mode, r *rng.Stream) Settings {
	set := defaultSettings
	set.Mode = m
	set.Stalemate = stalemateRule(r.IntN(3))
	if r.IntN(3) == 0 {
		set.LimitFull = uint8(r.IntN(4))
		set.LimitKing = uint8(r.IntN(2))
	}
	return set
}

// randomBoard makes a board by chance and opens it.
func randomBoard(t testing.TB, m mode, r *rng.Stream) *State {
	for {
		s := &State{}
		s.set = variety(m, r)
		s.round = 1
		if r.IntN(3) > 0 {
			nearScenario(t, s, r)
		} else {
			scatter(s, r)
		}
		rich := r.IntN(2) == 0
		for c := white; c <= black; c++ {
			s.guards[c], s.ordinary[c] = 3, 12
			if !rich {
				s.guards[c], s.ordinary[c] = uint16(r.IntN(3)), uint16(r.IntN(3))
			}
			if m == kingMode {
				s.ordinary[c] = 0
			}
		}
		if s.legalStart([2]bool{true, true}) != nil {
			continue
		}
		s.open(0)
		if s.reason == NotOver || r.IntN(4) == 0 {
			return s
		}
	}
}

// scatter puts men on any squares, few or many, freezes some, and gives castling rights where they fit.
func scatter(s *State, r *rng.Stream) {
	home := r.IntN(2) == 0
	for c := white; c <= black; c++ {
		q := square(r.IntN(64))
		if home {
			q = kingHome + square(56*uint8(c))
		}
		if s.board[q] == noMan {
			s.put(q, makeMan(c, king))
		}
	}
	for _, q := range []square{0, 7, 56, 63} {
		if home && r.IntN(2) == 0 {
			s.put(q, makeMan(side(q/32), rook))
		}
	}
	for range r.IntN(20) {
		q, k := square(r.IntN(64)), kind(1+r.IntN(5))
		if s.board[q] == noMan {
			s.put(q, makeMan(side(r.IntN(2)), k))
		}
	}
	for q := range square(64) {
		if s.board[q] != noMan && r.IntN(12) == 0 {
			s.frozen |= q.Bit()
		}
	}
	for i := range startCastling {
		base, k := square(56*(i/2)), &castlings[i%2]
		c := side(i / 2)
		if s.board[base+kingHome] == makeMan(c, king) && s.board[base+k.rookFrom] == makeMan(c, rook) && r.IntN(4) > 0 {
			s.castling |= 1 << i
		}
	}
}

// nearScenario takes a scenario's board and changes a little: men go, come or freeze.
func nearScenario(t testing.TB, s *State, r *rng.Stream) {
	list := allScenarios(t)
	set := s.set
	if err := s.readWFEN(list[r.IntN(len(list))]["pos"]); err != nil && set.Mode == full {
		t.Fatal(err)
	}
	s.round, s.idle = 1, 0
	for range r.IntN(3) {
		q := square(r.IntN(64))
		switch {
		case s.board[q] == noMan:
			s.put(q, makeMan(side(r.IntN(2)), kind(1+r.IntN(5))))
		case r.IntN(2) == 0:
			s.frozen ^= q.Bit()
		case s.board[q].kind() != king:
			s.take(q)
		}
	}
}

var scenarioCache []scenario

func allScenarios(t testing.TB) []scenario {
	if scenarioCache == nil {
		scenarioCache = scenarios(t, "testdata/scenarios.txt")
	}
	return scenarioCache
}

// roam calls visit with positions of random matches from the start in a mode, until it has seen n.
func roam(t testing.TB, m mode, n int, seed uint64, visit func(s *State, r *rng.Stream)) {
	t.Helper()
	var f game.Factors
	for match := uint64(0); n > 0; match++ {
		r := rng.New(seed, match, rng.Rollout, 0, 0)
		p := startAt(t, "", game.Params{"mode": modeNames[m]})
		for s := &p.s; s.Turn() != game.Terminal && n > 0; n-- {
			visit(s, &r)
			var plans [2]game.Plan
			for player := game.First; player <= game.Second; player++ {
				s.Factors(player, &f)
				plans[player] = f.Sample(&r)
			}
			s.ApplyJoint(&plans)
		}
	}
}

// everywhere calls visit with n positions of a mode: a quarter from random matches, the rest boards made by chance.
func everywhere(t testing.TB, m mode, n int, seed uint64, visit func(s *State, r *rng.Stream)) {
	t.Helper()
	roam(t, m, n/4, seed, visit)
	for i := range n - n/4 {
		r := rng.New(seed, uint64(i), rng.Opening, 0, 0)
		visit(randomBoard(t, m, &r), &r)
	}
}

func streamOf(n uint64) rng.Stream { return rng.New(1, n, rng.Rollout, 0, 0) }
