package deicide

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	reference "variantlab/internal/reference/deicide"
	"variantlab/sim/game"
	"variantlab/sim/gametest"
)

// sample is the size of a quick run or that of a full one.
func sample(quick, full int) int {
	if gametest.Full() {
		return full
	}
	return quick
}

// legalTexts is the legal list as text in canonical order.
func legalTexts(s *State) []string {
	list := []string{}
	for _, a := range s.Actions(s.Turn(), nil) {
		list = append(list, string(appendAction(nil, a)))
	}
	slices.Sort(list)
	return list
}

func resultText(r result) reference.Result {
	if !r.over() {
		return reference.Result{}
	}
	winner := "draw"
	if c, ok := r.winner(); ok {
		winner = c.letter()
	}
	return reference.Result{Winner: winner, Reason: r.reason()}
}

// compare holds one position against the slow engine [DC-623]: legal lists, check, and at most so many successors.
func compare(t *testing.T, r *rand.Rand, s *State, successors int) {
	t.Helper()
	fen := string(s.appendFEN(nil))
	slow := reference.Load(fen, s.v() == yuri)
	if got := string(slow.FEN()); got != fen {
		t.Fatalf("%s\nreads back as\n%s", fen, got)
	}
	legal := legalTexts(s)
	if want := slow.Legal(); !slices.Equal(legal, want) {
		t.Fatalf("%s\nlegal lists differ\nextra   %v\nmissing %v", fen, without(legal, want), without(want, legal))
	}
	if got, want := s.inCheck(s.side), slow.InCheck(); got != want {
		t.Fatalf("%s\nin check: %v, want %v", fen, got, want)
	}
	actions := s.Actions(s.Turn(), nil)
	r.Shuffle(len(actions), func(i, j int) { actions[i], actions[j] = actions[j], actions[i] })
	for _, a := range actions[:min(successors, len(actions))] {
		text := string(appendAction(nil, a))
		next := s.Clone().(*State)
		next.Apply(a)
		want := slow.Step(text)
		if got := resultText(next.result); got != want.Result {
			t.Fatalf("%s\nafter %s: result %v, want %v", fen, text, got, want.Result)
		}
		if want.Result.Reason == "king_captured" {
			continue // only the result counts [DC-130]
		}
		if got := string(next.appendFEN(nil)); got != want.FEN() {
			t.Fatalf("%s\nafter %s\n%s, want\n%s", fen, text, got, want.FEN())
		}
	}
}

func without(list, other []string) (rest []string) {
	for _, x := range list {
		if !slices.Contains(other, x) {
			rest = append(rest, x)
		}
	}
	return rest
}

// TestAgreesWithSlowEngine compares legal lists and successors on positions that random play reaches from the standard
// start, and on random sparse positions with types and situations that play rarely brings about.
func TestAgreesWithSlowEngine(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name+"/midgame", func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(v.index)))
			n := sample(80, 10000)
			for left := n; left > 0; {
				s := load(t, v, v.setup)
				for s.Turn() != game.Terminal && left > 0 {
					if r.IntN(12) == 0 {
						compare(t, r, s, 4)
						left--
					}
					actions := s.Actions(s.Turn(), nil)
					s.Apply(actions[r.IntN(len(actions))])
				}
			}
			t.Logf("verify: %s against the second implementation: %d positions of played games agree", v.name, n)
		})
		t.Run(v.name+"/sparse", func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, uint64(v.index)))
			n := sample(400, 40000)
			for left := n; left > 0; {
				s := randomPosition(r, v)
				for range 4 {
					if s.Turn() == game.Terminal || left == 0 {
						break
					}
					compare(t, r, s, 8)
					left--
					actions := s.Actions(s.Turn(), nil)
					s.Apply(actions[r.IntN(len(actions))])
				}
			}
			t.Logf("verify: %s against the second implementation: %d sparse positions agree", v.name, n)
		})
	}
}

// randomPosition makes a valid position with few pieces, crowded around the Kings, with pieces in flight, Fools that have
// something to copy, extra turns, castling rights, en passant entries and pawns about to promote.
func randomPosition(r *rand.Rand, v *variant) *State {
	var kinds []kind
	for k := queen; k < numKinds; k++ {
		if v.kinds.has(k) {
			kinds = append(kinds, k)
		}
	}
	any := func() kind { return kinds[r.IntN(len(kinds))] }
	some := func() square { return at(r.IntN(v.size), r.IntN(v.size)) }
	for {
		d := newDraft(v, v.rules)
		kings := [2]square{some(), some()}
		if kings[0] == kings[1] {
			continue
		}
		d.pieces[kings[0]], d.pieces[kings[1]] = pieceOf(white, king), pieceOf(black, king)
		close := func() square { // near one of the Kings
			q, ok := vector{r.IntN(9) - 4, r.IntN(9) - 4}.from(kings[r.IntN(2)], v.size)
			if !ok {
				q = some()
			}
			return q
		}
		favourite := any() // several of a kind: Bombers, Sumos, Fools meet
		for range 2 + r.IntN(12) {
			q, k := close(), any()
			if r.IntN(3) == 0 {
				q = some()
			}
			if r.IntN(4) == 0 {
				k = favourite
			}
			if d.pieces[q] == nobody {
				d.pieces[q] = d.settle(pieceOf(color(r.IntN(2)), k), q)
				if d.pieces[q].isPawn() && r.IntN(4) == 0 {
					d.pieces[q] ^= movedBit
				}
			}
		}
		d.side = color(r.IntN(2))
		plot(r, v, d, kings[d.side])
		if r.IntN(3) == 0 {
			d.extra, d.movesLeft = true, uint8(1+r.IntN(2))
		}
		for side := range d.last {
			if k := any(); k != fool && r.IntN(5) > 0 {
				d.last[side] = k
			} else if r.IntN(2) == 0 {
				d.last[side] = king
			}
		}
		for r.IntN(2) == 0 && len(d.flights) < 4 {
			f := flight{piece: pieceOf(color(r.IntN(2)), []kind{timeMachine, timeMachine, fool}[r.IntN(3)]), target: close(), counters: uint8(1 + r.IntN(3))}
			f.fresh = d.midTurn() && f.piece.color() == d.side && f.counters == 3 && r.IntN(2) == 0
			d.flights = append(d.flights, f)
		}
		if v.kinds.has(rook) && r.IntN(3) == 0 {
			side := color(r.IntN(2))
			for range 1 + r.IntN(2) {
				q := at(r.IntN(v.size), kings[side].rank())
				if d.pieces[q] == nobody {
					d.pieces[q] = pieceOf(side, rook)
					d.castling = append(d.castling, q)
				}
			}
		}
		for q := range v.board.each {
			if p := d.pieces[q]; p.isPawn() && p.color() != d.side && p.moved() && r.IntN(4) == 0 && len(d.passings) == 0 {
				if e, ok := randomPassing(r, v, q, p); ok {
					d.passings = append(d.passings, e)
				}
			}
		}
		d.quiet, d.ply, d.turn = uint32(r.IntN(200)), uint32(r.IntN(2000)), uint32(r.IntN(2000))
		if c, f := d.build(); f == nil {
			return c.start()
		}
	}
}

// plot sets up, next to the King of the side to move, what chance seldom does: a Bomber of each side, a Sumo that may push
// him out, his own machine about to land on him, a pawn that has just passed one of his.
func plot(r *rand.Rand, v *variant, d *draft, k square) {
	put := func(q square, ok bool, p piece) {
		if ok && d.pieces[q] == nobody {
			d.pieces[q] = d.settle(p, q)
		}
	}
	foe, way := d.side^1, ring[r.IntN(8)]
	switch r.IntN(8) {
	case 4, 5: // a piece on a line with the King, and some between
		n := 2 + r.IntN(5)
		q, ok := way.times(n).from(k, v.size)
		put(q, ok, pieceOf(foe, []kind{queen, bishop, archer, archer, fool, cannon, cannon, rook}[r.IntN(5+3*int(1-v.index))]))
		for range r.IntN(4) {
			q, ok := way.times(1+r.IntN(n-1)).from(k, v.size)
			put(q, ok, pieceOf(color(r.IntN(2)), []kind{bomber, knight, prince, centaur, bishop}[r.IntN(5)]))
		}
		if q, ok := way.times(1+r.IntN(n)).from(k, v.size); ok && r.IntN(3) == 0 {
			d.flights = append(d.flights, flight{piece: pieceOf(d.side, timeMachine), target: q, counters: 1})
		}
	case 0:
		if q, ok := way.from(k, v.size); ok {
			put(q, ok, pieceOf(d.side, bomber))
			q, ok = ring[r.IntN(8)].from(q, v.size)
			put(q, ok, pieceOf(foe, bomber))
		}
	case 1:
		q, ok := way.times(1+r.IntN(2)).from(k, v.size)
		put(q, ok, pieceOf(foe, sumo))
		if q, ok := way.times(-1).from(k, v.size); ok {
			d.flights = append(d.flights, flight{piece: pieceOf(foe, timeMachine), target: q, counters: 1})
		}
	case 2:
		d.flights = append(d.flights, flight{piece: pieceOf(d.side, timeMachine), target: k, counters: 1})
	case 3:
		kinds := []kind{pawn, drunkPawn, rookie}
		kind := kinds[r.IntN(2+int(1-v.index))]
		q := at(r.IntN(v.size), r.IntN(v.size))
		victim := pieceOf(foe, kind) | movedBit
		e, ok := randomPassing(r, v, q, victim)
		if !ok || d.pieces[q] != nobody {
			return
		}
		d.pieces[q] = victim
		d.passings = append(d.passings, e)
		for _, vec := range v.pawns[kind].captures {
			from, ok := v.of(d.side, vec).times(-1).from(e.passed[r.IntN(int(e.n))], v.size)
			put(from, ok, pieceOf(d.side, kind))
		}
	}
}

// randomPassing is the entry of a pawn that has just made a head start to q.
func randomPassing(r *rand.Rand, v *variant, q square, p piece) (passing, bool) {
	row := v.pawns[p.kind()]
	back := v.of(p.color(), row.moves[r.IntN(len(row.moves))]).times(-1)
	e := passing{pawn: q}
	for n := 1 + r.IntN(row.start-1); n > 0; n-- {
		s, ok := back.times(n).from(q, v.size)
		if !ok {
			return e, false
		}
		e.passed[e.n] = s
		e.n++
	}
	return e, true
}

// A sample in which the rare things do not happen would prove nothing.
func TestSampleIsRich(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	seen := map[string]int{}
	for range 600 {
		for _, v := range variants {
			s := randomPosition(r, v)
			for _, text := range legalTexts(s) {
				for _, mark := range []string{"-ep:", "-time:", "-push:", "-castle:", "pass", "=bomber"} {
					if strings.Contains(text, mark) {
						seen[mark]++
					}
				}
			}
			if s.inCheck(s.side) {
				seen["check"]++
			}
			if s.selfLanding(s.side) {
				seen["self landing"]++
			}
			if s.bangNear(square(s.kings[s.side]), s.side^1) {
				seen["big bang"]++
			}
			for d := range ring {
				if q, ok := ring[d].from(square(s.kings[s.side]), s.v().size); ok && s.at(q) == pieceOf(s.side^1, sumo) && s.pushesOut(q, square(s.kings[s.side]), s.side^1) {
					seen["push out"]++
				}
			}
			seen[s.result.reason()]++
		}
	}
	for _, what := range []string{"-ep:", "-time:", "-push:", "-castle:", "pass", "=bomber", "check", "self landing", "big bang", "push out", "checkmate"} {
		if seen[what] < 5 {
			t.Errorf("%s: only %d times in the sample", what, seen[what])
		}
	}
	t.Log(seen)
}
