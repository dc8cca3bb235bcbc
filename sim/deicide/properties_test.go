package deicide

import (
	"flag"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"variantlab/sim/game"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("rapid.checks", strconv.Itoa(sample(400, 5000))); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// drawPosition draws a valid position with few pieces, and plays a few actions.
func drawPosition(t *rapid.T) *State {
	v := variants[rapid.IntRange(0, 1).Draw(t, "variant")]
	squares := rapid.Custom(func(t *rapid.T) square {
		return at(rapid.IntRange(0, v.size-1).Draw(t, "file"), rapid.IntRange(0, v.size-1).Draw(t, "rank"))
	})
	kinds := rapid.Custom(func(t *rapid.T) kind {
		return rapid.SampledFrom(kindsIn(v.kinds&^(1<<king))).Draw(t, "kind")
	})
	sides := rapid.SampledFrom([]color{white, black})
	d := newDraft(v, v.rules)
	for _, side := range []color{white, black} {
		q := squares.Draw(t, "king")
		if d.pieces[q] != nobody {
			t.Skip("Kings on one square")
		}
		d.pieces[q] = pieceOf(side, king)
	}
	for range rapid.IntRange(0, 14).Draw(t, "pieces") {
		if q := squares.Draw(t, "square"); d.pieces[q] == nobody {
			d.pieces[q] = d.settle(pieceOf(sides.Draw(t, "side"), kinds.Draw(t, "kind")), q)
		}
	}
	d.side = sides.Draw(t, "to move")
	d.extra = rapid.Bool().Draw(t, "extra turn")
	if d.extra {
		d.movesLeft = 2
	}
	for side := range d.last {
		if k := kinds.Draw(t, "last moved"); k != fool {
			d.last[side] = k
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "flights") {
		k := rapid.SampledFrom([]kind{timeMachine, fool}).Draw(t, "in flight")
		d.flights = append(d.flights, flight{
			piece: pieceOf(sides.Draw(t, "owner"), k), target: squares.Draw(t, "target"),
			counters: uint8(rapid.IntRange(1, 3).Draw(t, "counters")),
		})
	}
	c, f := d.build()
	if f != nil {
		t.Skip(f.msg)
	}
	s := c.start()
	for range rapid.IntRange(0, 6).Draw(t, "plies") {
		if s.Turn() == game.Terminal {
			break
		}
		s.Apply(rapid.SampledFrom(s.Actions(s.Turn(), nil)).Draw(t, "action"))
	}
	return s
}

func kindsIn(ks kindSet) (list []kind) {
	for k := king; k < numKinds; k++ {
		if ks.has(k) {
			list = append(list, k)
		}
	}
	return list
}

// Everything that is kept beside the board follows from it.
func TestIndexesFollowFromBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawPosition(t)
		d := newDraft(s.v(), s.rules)
		for q := range s.v().board.each {
			d.pieces[q] = s.at(q)
		}
		c := d.core()
		if s.by != c.by || s.sliders != c.sliders || s.benders != c.benders || s.bombers != c.bombers || s.snails != c.snails || s.kings != c.kings {
			t.Fatalf("indexes of %s are not those of its board", s.appendFEN(nil))
		}
		for i := s.nFlights; int(i) < len(s.flights); i++ {
			if s.flights[i] != (flight{}) {
				t.Fatalf("unused entry %d of the flights is %v", i, s.flights[i])
			}
		}
		for i := s.nPassing; int(i) < len(s.passings); i++ {
			if s.passings[i] != (passing{}) {
				t.Fatalf("unused entry %d of the en passant entries is %v", i, s.passings[i])
			}
		}
	})
}

// [DC-014] [DC-301] No action removes a Snail; [DC-013] [DC-401] every action leaves the mover's King alone, but for
// captures of Kings by Kings [DC-511].
func TestSnailsAndKingsStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawPosition(t)
		if s.Turn() == game.Terminal {
			return
		}
		for _, a := range s.Actions(s.Turn(), nil) {
			next := s.Clone().(*State)
			next.Apply(a)
			if next.snails.count() < s.snails.count() {
				t.Fatalf("%s in %s removes a Snail", appendAction(nil, a), s.appendFEN(nil))
			}
			if next.result.why == kingCaptured {
				if s.v() != yuri || formOf(a) != moving || s.acts(s.at(from(a))) != king {
					t.Fatalf("%s in %s takes a King", appendAction(nil, a), s.appendFEN(nil))
				}
				continue
			}
			if next.side != s.side && next.threatened(s.side) {
				t.Fatalf("%s in %s leaves the King to be taken", appendAction(nil, a), s.appendFEN(nil))
			}
		}
	})
}

func TestTextRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawPosition(t)
		fen := string(s.appendFEN(nil))
		if s.result.why == kingCaptured {
			return
		}
		c, err := parseFEN(s.v(), s.rules, fen, "position")
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		if got := string(c.appendFEN(nil)); got != fen {
			t.Fatalf("%s reads back as %s", fen, got)
		}
		if c.positionHash() != s.positionHash() {
			t.Fatalf("%s: another hash when read back", fen)
		}
		g := []*Game{New(), NewYuri()}[s.variant]
		p := newPosition(g, s.start(), game.Params{})
		back, err := g.Parse(p.AppendJSON(nil))
		if err != nil {
			t.Fatalf("%s: %v", p.AppendJSON(nil), err)
		}
		if got, want := string(back.AppendJSON(nil)), string(p.AppendJSON(nil)); got != want {
			t.Fatalf("%s reads back as %s", want, got)
		}
	})
}

// [DC-032] Lists are ascending without duplicates, and no two actions share a text or a policy index.
func TestListsAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawPosition(t)
		type index struct {
			flat uint32
			aux  uint16
		}
		texts, indexes := map[string]bool{}, map[index]bool{}
		if s.Turn() == game.Terminal {
			return
		}
		list := s.Actions(s.Turn(), nil)
		net := s.v().net()
		for i, a := range list {
			if a == game.None || i > 0 && a <= list[i-1] {
				t.Fatalf("%v is not ascending", list)
			}
			text := string(appendAction(nil, a))
			var x index
			x.flat, x.aux = s.PolicyIndex(s.Turn(), a)
			if texts[text] || indexes[x] || int(x.flat) >= net.Flat() || int(x.aux) >= net.Aux {
				t.Fatalf("%s has text or index %v of another, or none", text, x)
			}
			texts[text], indexes[x] = true, true
		}
	})
}

// mirror swaps the sides and turns the board as the rules of the variant turn Black's directions.
func mirror(s *State) *State {
	v := s.v()
	turn := func(q square) square { f, r := v.ownView(black, q); return at(f, r) }
	d := newDraft(v, s.rules)
	for q := range s.occupied().each {
		d.pieces[turn(q)] = s.at(q) ^ pieceOf(black, none)
	}
	d.side, d.movesLeft, d.extra = s.side^1, s.movesLeft, s.extra
	d.last = [2]kind{s.last[black], s.last[white]}
	d.quiet, d.turn, d.ply = s.quiet, s.turn, s.ply
	for _, f := range s.flights[:s.nFlights] {
		f.piece ^= pieceOf(black, none)
		f.target = turn(f.target)
		d.flights = append(d.flights, f)
	}
	for _, e := range s.passings[:s.nPassing] {
		e.pawn = turn(e.pawn)
		for i, q := range e.passed[:e.n] {
			e.passed[i] = turn(q)
		}
		d.passings = append(d.passings, e)
	}
	for side, files := range s.rights {
		for f := range 16 {
			if files>>f&1 != 0 {
				d.castling = append(d.castling, turn(at(f, square(s.kings[side]).rank())))
			}
		}
	}
	c, f := d.build()
	if f != nil {
		panic(f.msg)
	}
	m := &State{core: *c}
	m.table.count(m.positionHash())
	return m
}

// [DC-003] [DC-503] The rules are the same for both sides, and each sees the board as the other would: legal lists,
// tensors, policy indexes and balance of the mirrored position are the mirrored ones.
func TestSidesAreAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawPosition(t)
		if s.Turn() == game.Terminal {
			return
		}
		s.table.clear()
		s.table.count(s.positionHash())
		m := mirror(s)
		if got, want := m.Balance(), -s.Balance(); got != want {
			t.Fatalf("balance %v, mirrored %v", -want, got)
		}
		v := s.v()
		turn := func(q square) square { f, r := v.ownView(black, q); return at(f, r) }
		list := s.Actions(s.Turn(), nil)
		var mirrored []game.Action
		for _, a := range list {
			if a != pass {
				a = act(formOf(a), turn(from(a)), turn(to(a))) | game.Action(promotion(a))
			}
			mirrored = append(mirrored, a)
		}
		for i, a := range list {
			f, x := s.PolicyIndex(s.Turn(), a)
			g, y := m.PolicyIndex(m.Turn(), mirrored[i])
			if f != g || x != y {
				t.Fatalf("%s: index %d %d, mirrored %d %d", appendAction(nil, a), f, x, g, y)
			}
			if got, want := m.Gain(mirrored[i]), s.Gain(a); got != want && got != -want {
				t.Fatalf("%s: gain %v, mirrored %v", appendAction(nil, a), want, got)
			}
		}
		slices.Sort(mirrored)
		if got := m.Actions(m.Turn(), nil); !slices.Equal(got, mirrored) {
			t.Fatalf("%s\nmirrored %s\nhas actions %v, want %v", s.appendFEN(nil), m.appendFEN(nil), got, mirrored)
		}
		for p := game.First; p <= game.Second; p++ {
			planes, globals := tensors(v)
			other, others := tensors(v)
			s.Observe(p, planes, globals)
			m.Observe(p.Other(), other, others)
			if !slices.Equal(planes, other) || !slices.Equal(globals, others) {
				t.Fatalf("%s\nlooks different to %v than its mirror image to %v", s.appendFEN(nil), p, p.Other())
			}
		}
	})
}

// Gain is what the action itself changes in the balance, landings left aside.
func TestGainIsChangeOfBalance(t *testing.T) {
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		s := drawPosition(t)
		sign := float32(1 - 2*int(s.side))
		for _, a := range s.Actions(s.Turn(), nil) {
			if a != pass && s.at(to(a)).kind() == king {
				continue
			}
			next := *s
			next.perform(a, nil)
			want := sign * (next.Balance() - s.Balance())
			if got := s.Gain(a); math.Abs(float64(got-want)) > 1e-3 {
				t.Fatalf("%s in %s: gain %v, balance changes by %v", appendAction(nil, a), s.appendFEN(nil), got, want)
			}
			if want != 0 {
				seen++
			}
		}
	})
	if seen < 100 {
		t.Errorf("only %d actions with a gain", seen)
	}
}

// A set of squares behaves as a map of them does.
func TestSets(t *testing.T) {
	squares := rapid.SliceOf(rapid.Custom(func(t *rapid.T) square { return square(rapid.IntRange(0, 255).Draw(t, "square")) }))
	rapid.Check(t, func(t *rapid.T) {
		var s, o set
		in, inO := map[square]bool{}, map[square]bool{}
		for _, q := range squares.Draw(t, "s") {
			s, in[q] = s.or(bit[q]), true
		}
		for _, q := range squares.Draw(t, "o") {
			o, inO[q] = o.or(bit[q]), true
		}
		meets := false
		for i := range 256 {
			q := square(i)
			meets = meets || in[q] && inO[q]
			for _, c := range []struct{ got, want bool }{
				{s.has(q), in[q]}, {s.and(o).has(q), in[q] && inO[q]}, {s.or(o).has(q), in[q] || inO[q]},
				{s.andNot(o).has(q), in[q] && !inO[q]}, {s.xor(o).has(q), in[q] != inO[q]},
			} {
				if c.got != c.want {
					t.Fatalf("square %s: %v, want %v", q, c.got, c.want)
				}
			}
			for d := range ring { // the board of 16 files, and the smaller one
				for _, v := range variants {
					if to, ok := ring[d].from(q, v.size); ok && v.board.has(q) && v.shift(s.and(v.board), d).has(to) != in[q] {
						t.Fatalf("shift of %s to %s in direction %d is wrong", q, to, d)
					}
				}
			}
		}
		if s.count() != len(in) || s.empty() != (len(in) == 0) || s.meets(o) != meets {
			t.Fatalf("count %d, empty %v, meets %v", s.count(), s.empty(), s.meets(o))
		}
		var list []square
		for q := range s.each {
			list = append(list, q)
		}
		if !slices.IsSorted(list) || len(list) != len(in) {
			t.Fatalf("each gives %v", list)
		}
		if len(list) > 0 && (s.first() != list[0] || s.last() != list[len(list)-1]) {
			t.Fatalf("first %s, last %s of %v", s.first(), s.last(), list)
		}
	})
}

func TestStateIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(State{}.core) + unsafe.Sizeof(State{}.result); n > 2048 {
		t.Errorf("a state without its table of repetitions has %d bytes, want 2,048 at most", n)
	} else {
		t.Logf("%d bytes, and %d for the table of repetitions", n, unsafe.Sizeof(repetitions{}))
	}
}

func TestHotCallsDoNotAllocate(t *testing.T) {
	for _, v := range variants {
		list := playedPositions(t, v)
		s := list[0].Clone().(*State)
		actions := make([]game.Action, 0, 4096)
		planes, globals := tensors(v)
		i := 0
		if n := testing.AllocsPerRun(len(list), func() {
			from := &list[i%len(list)]
			s.CopyFrom(from)
			actions = s.Actions(s.Turn(), actions[:0])
			a := actions[i%len(actions)]
			s.Gain(a)
			s.PolicyIndex(s.Turn(), a)
			s.Apply(a)
			s.Observe(s.Turn()&1, planes, globals)
			s.Balance()
			s.Key()
			i++
		}); n != 0 {
			t.Errorf("%s: %v allocations", v.name, n)
		}
	}
}
