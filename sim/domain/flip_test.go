package domain

import (
	"math"
	"slices"
	"testing"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// flipped is the position with colours changed and the board turned upside down.
func flipped(s *State) *State {
	f := newState(s.params)
	at := func(sq Square) Square {
		if sq == NoSquare {
			return sq
		}
		return sq ^ 56
	}
	for sq := range NoSquare {
		p := s.board[sq]
		if p == 0 {
			continue
		}
		q := p ^ 1<<4
		switch p.kind() {
		case Real:
			q = q.withHome(at(p.home()))
		case Curse:
			q = q.withBody(at(p.body()), p.bodyType())
		}
		f.put(at(sq), q)
	}
	for c := range s.sides {
		side := s.sides[c]
		side.doors = at(side.doors)
		for i := range side.lost[:side.nLost] {
			side.lost[i].home = at(side.lost[i].home)
		}
		f.sides[1-c] = side
	}
	f.pawns, f.castle, f.ep = s.pawns.Flip(), s.castle>>2|s.castle<<2&15, at(s.ep)
	f.turn, f.ply, f.halfmove, f.passing, f.reset = s.turn.foe(), s.ply, s.halfmove, s.passing, s.reset
	f.domain, f.pending = s.domain, s.pending
	if f.domain.name != NoKey {
		f.domain.owner, f.domain.queen = s.domain.owner.foe(), at(s.domain.queen)
	}
	f.pending.sq = at(s.pending.sq)
	return f
}

// flippedAction is a as the other side would write it.
func flippedAction(a act) act {
	switch k := actionKey(a); k {
	case KeyPass, KeyDice, KeyPawns, KeyProcession, KeyShadow, KeyGambit:
		return a
	case KeyCloud:
		return cloudAction(cloudTargets(a).Flip()) | a&copyBit
	case KeyPureLove:
		return a&^(7<<1) | act(ownDir(Black, actionDir(a)))<<1
	case KeyRCT, KeyMalevolent, KeyMutual, KeyMahoraga, KeyDog, KeyInfinity, KeyDismantle, KeyCleave, KeySpeech, KeySwarm,
		KeyHol, KeyDoors, KeyPachinko, KeyChain, KeySense:
		return a ^ 56<<1
	default:
		return a ^ 56<<1 ^ 56<<7
	}
}

// byName reports whether a may stand for other casts, chosen by their texts [CD-012]: then the flipped one need not.
func byName(s *State, a act) bool {
	switch actionKey(a) {
	case KeyRed, KeyHollow, KeySlash, KeyUzumaki:
		return true
	case KeyBlue, KeyToad:
		return s.board[actionFrom(a)].typ() == Mahoraga
	}
	return false
}

// The rules are the same for both colours [CD-002, CD-005], and so is what networks read and how they name actions.
func TestColoursAreAlike(t *testing.T) {
	planes, globals, hidden := [2][]float32{}, [2][]float32{}, [2][]float32{}
	for i := range planes {
		planes[i], globals[i], hidden[i] = make([]float32, 64*numPlanes), make([]float32, numGlobals), make([]float32, numHidden)
	}
	matchups(t, func(t *testing.T, white, black Set) {
		randomPositions(t, white, black, games(2, 20), func(s *State) {
			f := flipped(s)
			p := s.Turn()
			var want []act
			for _, a := range s.Actions(p, nil) {
				if !byName(s, a) {
					b := flippedAction(a)
					want = append(want, b)
					flat, aux := s.PolicyIndex(p, a)
					if flat2, aux2 := f.PolicyIndex(p.Other(), b); flat != flat2 || aux != aux2 {
						t.Fatalf("%v has policy index (%d, %d), flipped (%d, %d)", texts([]act{a}), flat, aux, flat2, aux2)
					}
					if math.Abs(float64(s.Gain(a)-f.Gain(b))) > 1e-3 {
						t.Fatalf("%v gains %v, flipped %v", texts([]act{a}), s.Gain(a), f.Gain(b))
					}
				}
			}
			slices.Sort(want)
			got := slices.DeleteFunc(f.Actions(p.Other(), nil), func(a act) bool { return byName(f, a) })
			if !slices.Equal(got, want) {
				t.Fatalf("at %s\nonly flipped %v\nonly plain   %v", appendNotation(nil, s),
					without(texts(got), texts(want)), without(texts(want), texts(got)))
			}
			for i, v := range [2]*State{s, f} {
				v.Observe(game.Player(Side(p)^Side(i)), planes[i], globals[i])
				v.ObserveHidden(game.Player(Side(p)^Side(i)), hidden[i])
			}
			// How often a position has occurred is history, which flipped leaves out.
			globals[0][numGlobals-1], globals[1][numGlobals-1] = 0, 0
			if !slices.Equal(planes[0], planes[1]) || !slices.Equal(globals[0], globals[1]) || !slices.Equal(hidden[0], hidden[1]) {
				t.Fatalf("at %s: other tensors when flipped", appendNotation(nil, s))
			}
			if math.Abs(float64(s.Balance()+f.Balance())) > 1e-3 {
				t.Fatalf("balance %v, flipped %v", s.Balance(), f.Balance())
			}
		})
	})
}

// What repeats is what CD-131 says: the fast identity tells the same positions apart as the key text does.
func TestIdentityIsTheKeyText(t *testing.T) {
	byText, byIdentity := map[string]uint64{}, map[uint64]string{}
	matchups(t, func(t *testing.T, white, black Set) {
		randomPositions(t, white, black, games(2, 20), func(s *State) {
			text, id := string(appendKeyText(nil, s)), s.identity()
			if other, ok := byText[text]; ok && other != id {
				t.Fatalf("CD-131: %s has identities %x and %x", text, other, id)
			}
			if other, ok := byIdentity[id]; ok && other != text {
				t.Fatalf("CD-131: %s and %s have one identity", text, other)
			}
			byText[text], byIdentity[id] = id, text
		})
	})
}

// A game goes on alike from a state read back from its text, whose repetitions are told by text keys [CD-131].
func TestRepetitionAfterReading(t *testing.T) {
	cycle := []string{"e1e2", "e8e7", "e2e1", "e7e8"}
	const position = "4k3/8/8/8/8/8/P7/4K3 w - - 0 toji;t=13;R=1 shrine;t=12 -"
	for cut := 0; cut <= 2*len(cycle); cut++ {
		p, err := Game{}.New(game.Options{Position: position})
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; p.State().Turn() != game.Terminal; i++ {
			if i == cut {
				if p, err = (Game{}).Parse(p.AppendJSON(nil)); err != nil {
					t.Fatal(err)
				}
			}
			if i > 2*len(cycle) {
				t.Fatalf("CD-131: read after %d plies, no draw after %d", cut, i)
			}
			s := p.State()
			a, err := Game{}.ParseAction(s, s.Turn(), cycle[i%len(cycle)])
			if err != nil {
				t.Fatal(err)
			}
			p.Apply(a)
			if got := p.State().(*State).reason; (i+1 == 2*len(cycle)) != (got == byRepetition) {
				t.Fatalf("CD-131: read after %d plies, after %d: %q", cut, i+1, got)
			}
		}
	}
}

// Files of squares and the geometry that the table of slashes rests on.
func TestDiagonals(t *testing.T) {
	if len(diagonals) != 26 {
		t.Fatalf("CD-232: %d diagonals, want 26", len(diagonals))
	}
	for _, d := range diagonals {
		if d.from >= d.to || d.squares().Count() != board.Distance(d.from, d.to)+1 {
			t.Errorf("CD-232: %v-%v", d.from, d.to)
		}
	}
}

// A game that ends before S4(b) leaves its last position out of the table, where one of two turns before may look like it
// and differ in energy alone. How often it stood there must be the same by identities and by key texts.
func TestRepetitionsOfAMate(t *testing.T) {
	s := *noted(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 limitless limitless -")
	s.known, s.foreign = 0, 0
	native := s
	native.remember(native.identity())
	native.remember(native.identity() ^ turnWords[White] ^ turnWords[Black])
	read := s
	read.remember(read.textKey())
	read.remember(0)
	read.foreign = 2
	if n, m := native.times(native.identity(), 1), read.times(read.identity(), 1); n != 1 || m != 1 {
		t.Errorf("CD-131: once in the table: %d by identities, %d by key texts", n, m)
	}
}
