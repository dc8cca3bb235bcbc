package domain

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

// Any state that the flat form can hold, reachable or not, goes through both texts unchanged.
func TestArbitraryStatesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawState(t)
		text := appendStateJSON(nil, s, nil)
		back, _, err := parseState(text)
		if err != nil {
			t.Fatalf("CD-441: %v in %s", err, text)
		}
		if *back != *s {
			t.Fatalf("CD-441: another state from %s:\n%s", text, appendStateJSON(nil, back, nil))
		}
		notation := appendNotation(nil, s)
		noted, err := parseNotation(string(notation), s.params)
		if err != nil {
			t.Fatalf("CD-445: %v in %s", err, notation)
		}
		if again := appendNotation(nil, noted); !bytes.Equal(again, notation) {
			t.Fatalf("CD-445: reads back as\n%s, want\n%s", again, notation)
		}
		for c := White; c <= Black; c++ {
			if a, b := appendObservation(nil, s, c, nil), appendObservation(nil, back, c, nil); !bytes.Equal(a, b) {
				t.Fatalf("CD-443: %v sees\n%s and, read back,\n%s", c, a, b)
			}
		}
	})
}

func upTo(t *rapid.T, what string, high int) int { return rapid.IntRange(0, high).Draw(t, what) }

func drawState(t *rapid.T) *State {
	s := newState(0)
	r := s.rules()
	s.ply, s.halfmove = uint16(upTo(t, "ply", 600)), uint16(upTo(t, "halfmove", 100))
	s.turn = Side(upTo(t, "turn", 1))
	s.castle = castling(upTo(t, "castle", 15))
	s.ep = Square(upTo(t, "ep", 64))
	s.passing, s.reset = rapid.Bool().Draw(t, "passing"), rapid.Bool().Draw(t, "reset")
	if rapid.Bool().Draw(t, "domain") {
		name := KeyPawns + Key(upTo(t, "name", 5))
		s.domain = domainState{name: name, owner: Side(upTo(t, "owner", 1)), left: uint8(1 + upTo(t, "left", 3)), queen: NoSquare,
			fresh: rapid.Bool().Draw(t, "fresh"), slash: rapid.Bool().Draw(t, "slash")}
	}
	if rapid.Bool().Draw(t, "over") {
		s.reason = reason(1 + upTo(t, "reason", 4))
		if s.winner = drawn; s.reason == byCheckmate {
			s.winner = uint8(1 + upTo(t, "winner", 1))
		}
	}
	squares := rapid.Permutation(squaresByName).Draw(t, "squares")
	for c := White; c <= Black; c++ {
		drawSide(t, &s.sides[c], r)
		s.put(squares[c], newPiece(King, c, Real).withHome(Square(upTo(t, "home", 63))))
	}
	for _, sq := range squares[2 : 2+upTo(t, "pieces", 24)] {
		if s.domain.name == KeyPawns && rapid.Bool().Draw(t, "pawn") {
			s.pawns |= sq.Bit()
		} else {
			s.put(sq, drawPiece(t, r))
		}
	}
	if queens := s.of[s.domain.owner] & s.types[Queen] &^ (s.rikas | s.curses); s.domain.name == KeyMalevolent && queens != 0 {
		s.domain.queen = queens.First()
	}
	return s
}

func drawPiece(t *rapid.T, r *Rules) Piece {
	c := Side(upTo(t, "side", 1))
	kinds := []struct {
		kind Kind
		typ  Type
	}{{Real, Pawn + Type(upTo(t, "type", 4))}, {Curse, Pawn + Type(upTo(t, "type", 4))}, {Dog, Knight}, {Rika, Queen}, {KindMahoraga, Mahoraga}, {KindDecoy, Decoy}}
	k := kinds[upTo(t, "kind", len(kinds)-1)]
	p := newPiece(k.typ, c, k.kind)
	switch k.kind {
	case Real:
		p = p.withHome(Square(upTo(t, "home", 63)))
	case Dog:
		p = p.withLeft(upTo(t, "left", r.DurDog+1))
	case Curse:
		if rapid.Bool().Draw(t, "body") {
			p = p.withBody(Square(upTo(t, "home", 63)), Pawn+Type(upTo(t, "bt", 4)))
		}
	}
	for st := range numStatuses {
		if rapid.Bool().Draw(t, "timer") {
			p = p.withTimer(st, upTo(t, "turns", r.timerLimit(st)))
		}
	}
	return p
}

func drawSide(t *rapid.T, side *sideState, r *Rules) {
	side.set = Limitless + Set(upTo(t, "set", 6))
	side.energy = uint16(upTo(t, "energy", 100))
	if side.set == Toji {
		side.energy, side.disguise, side.revealed = 0, Set(upTo(t, "disguise", 6)), rapid.Bool().Draw(t, "revealed")
	}
	side.turns, side.losses, side.seen = uint16(upTo(t, "turns", 300)), uint16(upTo(t, "losses", 40)), uint16(upTo(t, "seen", 100))
	side.luck, side.jackpot, side.primed = uint16(upTo(t, "luck", 50)), uint8(upTo(t, "jackpot", 3)), uint8(upTo(t, "primed", 3))
	side.summoned, side.checked, side.reading = rapid.Bool().Draw(t, "m"), rapid.Bool().Draw(t, "x"), rapid.Bool().Draw(t, "y")
	if rapid.Bool().Draw(t, "doors") {
		side.doors, side.doorsLeft = Square(upTo(t, "sq", 63)), uint8(1+upTo(t, "left", r.DurDoors-1))
	}
	for range upTo(t, "lost", 5) {
		side.lose(Pawn+Type(upTo(t, "t", 4)), Square(upTo(t, "home", 63)))
	}
	for t2 := Pawn; t2 <= Queen; t2++ {
		side.held[t2] = uint16(upTo(t, "held", 3))
	}
	technique := func() Key { return KeyRCT + Key(upTo(t, "key", int(KeyDomain-KeyRCT))) }
	for range upTo(t, "recent", 4) {
		side.recent[side.nRecent] = technique()
		side.nRecent++
	}
	for range upTo(t, "learned", 4) {
		side.learned = side.learned.with(technique())
	}
	for range upTo(t, "cds", 4) {
		side.cd[technique()] = uint8(upTo(t, "cd", cooldownMax))
	}
	for range upTo(t, "adaptations", 5) {
		if k := KeyRCT + Key(upTo(t, "adapted", int(numKeys-KeyRCT)-1)); k.adapts() && !side.adapted.has(k) {
			side.adapted = side.adapted.with(k)
			side.order[side.nAdapted] = k
			side.nAdapted++
		}
	}
}
