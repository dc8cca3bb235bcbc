package domain

import (
	"slices"
	"strings"
	"testing"

	"variantlab/sim/game"
)

// ruleCase is a position, what must and must not be legal in it, and what an action does there.
type ruleCase struct {
	name     string // rule ids/what is shown
	position string
	params   game.Params
	legal    string // space-separated actions
	illegal  string
	do       string // an action or several, then events of the last one
	events   string
}

const rest = " limitless;t=13 shrine;t=12 -" // sides of a position in which only the board matters

var ruleCases = []ruleCase{
	{name: "CD-101/b1 may be attacked, not occupied", position: "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0" + rest,
		legal: "e1c1 e1g1"},
	{name: "CD-101/no castling over a piece beside the rook", position: "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0" + rest,
		legal: "e1g1", illegal: "e1c1"},
	{name: "CD-101/no castling out of, through or into check", position: "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0" + rest,
		legal: "e1g1", illegal: "e1c1"},
	{name: "CD-101/into check", position: "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0" + rest, legal: "e1c1", illegal: "e1g1"},
	{name: "CD-101/out of check", position: "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0" + rest, illegal: "e1c1 e1g1"},
	{name: "CD-101/attacks don't matter to an immune king",
		position: "3rk1r1/8/8/8/8/1M6/8/R3K2R w KQ - 0 ten;t=13;a=check;m=1 shrine;t=12 -", legal: "e1c1 e1g1"},
	{name: "CD-101/doors between", position: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 limitless;t=13 train;t=12;d=b1/2 -",
		legal: "e1g1", illegal: "e1c1"},
	{name: "CD-101/a goal beside Infinity", position: "4k3/8/8/8/8/8/1r{i2}6/R3K2R w KQ - 0 shrine;t=13 limitless;t=12 -",
		legal: "e1g1", illegal: "e1c1"},
	{name: "CD-101/a captured rook takes the right along", position: "4k2r/8/8/8/8/8/6b1/R3K2R b KQk - 0" + rest,
		do: "g2h1", events: "capture:h1 move:g2-h1"},
	{name: "CD-102/a pinned e.p. capture", position: "8/8/8/K2pP2r/8/8/8/7k w - d6 0" + rest, illegal: "e5d6"},
	{name: "CD-102/e.p. takes the checking pawn", position: "8/8/8/3pP3/4K3/8/8/7k w - d6 0" + rest, legal: "e5d6"},
	{name: "CD-102/a wrapped pawn isn't taken e.p.",
		position: "4k3/8/8/3p{i1}P3/8/8/8/4K3 w - d6 0 shrine;t=13 limitless;t=12 -", illegal: "e5d6"},
	{name: "CD-102/doors on the passed square",
		position: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 shrine;t=13 train;t=12;d=d6/1 -", illegal: "e5d6"},
	{name: "CD-102/no e.p. when the square has been filled",
		position: "4k3/8/3P4/3pP3/8/8/8/4K3 w - d6 0" + rest, illegal: "e5d6"},
	{name: "CD-103/a pawn on rank 1 goes one square, on rank 8 none",
		position: "P3k3/8/8/8/8/8/8/P3K3 w - - 0" + rest, legal: "a1a2", illegal: "a1a3 a8a7"},
	{name: "CD-103/captures from rank 1", position: "4k3/8/8/8/8/8/1p6/P3K3 w - - 0" + rest, legal: "a1b2"},
	{name: "CD-104/leaps need only the landing", position: "4k3/8/8/8/8/8/PPP5/1N2K3 w - - 0 limitless;t=13 train;t=12;d=a3/1 -",
		legal: "b1c3", illegal: "b1a3"},
	{name: "CD-105/own domain pawns are no obstacle",
		position: "4k3/3r4/OOOOOOOO/OOOOOOOO/8/8/8/3QK3 w - - 0 limitless;t=13 shrine;t=12 pawns@w/2",
		do:       "d1d6", events: "move:d1-d6 refill:14"},
	{name: "CD-106/no piece but a queen", position: "4k3/P7/8/8/8/8/8/4K3 w - - 0" + rest, legal: "a7a8q", illegal: "a7a8"},
	{name: "CD-106/capture and promotion", position: "1r2k3/P7/8/8/8/8/8/4K3 w - - 0" + rest,
		do: "a7b8q", events: "capture:b8 move:a7-b8 promote:b8"},
	{name: "CD-107/Blue puts no pawn on an edge rank", position: "4k3/8/8/8/8/P7/R7/4K3 w - - 0" + rest,
		legal: "blue:a3-h2", illegal: "blue:a3-h1"},
	{name: "CD-109/kings never touch, even when check doesn't bind",
		position: "8/8/8/8/8/4k3/8/4K3 w - - 0 train;t=13;j=2 shrine;t=12 -", legal: "e1d1", illegal: "e1d2 e1e2 e1f2"},
	{name: "CD-110/a pinned piece keeps the line", position: "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0" + rest,
		legal: "e2e8 e2e5", illegal: "e2d2"},
	{name: "CD-110/two checks are answered by the king alone", position: "4r1k1/8/8/8/1b6/8/8/4K2R w - - 0" + rest,
		legal: "e1f2", illegal: "h1e1 h1h4"},
	{name: "CD-112/locked pieces give check",
		position: "4k3/8/8/4R3/3o4/8/8/K7 b - - 0 shrine;t=13 limitless;t=13 pawns@b/2", legal: "e8d8", illegal: "e8e7"},
	{name: "CD-114/Infinity blocks no check", position: "4r1k1/8/8/8/8/3N{i2}4/8/4K3 w - - 0" + rest, legal: "d3e5 e1d1",
		illegal: "d3f4 e1e2"},
	{name: "CD-212/a pawn blasted one step to the edge dies", position: "4k3/2p5/2R5/8/8/8/8/4K3 w - - 0" + rest,
		do: "red:c6", events: "cast:red destroy:c7"},
	{name: "CD-212/what can't go stays", position: "r3k3/p7/R7/8/8/8/8/4K3 w - - 0" + rest, do: "red:a6", events: "cast:red"},
	{name: "CD-212/the distance is a parameter", position: "4k3/8/8/8/8/8/3n4/3RK3 w - - 0" + rest,
		params: game.Params{"red.distance": 4.}, do: "red:d1", events: "cast:red set:d2-d6"},
	{name: "CD-213/Purple clears both primes and needs both anew",
		position: "4k3/8/8/8/3n4/8/8/B3K3 w - - 0 limitless;t=13;p=br shrine;t=12 -",
		do:       "hollow:a1-ne e8e7", events: "move:e8-e7", illegal: "hollow:a1-ne"},
	{name: "CD-214/Purple goes through everything but kings and protected enemies",
		position: "7k/6p1/5P2/8/3n{i1}4/2P5/8/B3K3 w - - 0 limitless;t=13;p=br limitless;t=12 -",
		do:       "hollow:a1-ne", events: "cast:hollow destroy:c3 destroy:f6 destroy:g7"},
	{name: "CD-220/no queen, king or shadow piece is wrapped",
		position: "4k3/8/8/8/8/8/3Q4/P3K1G{l2}1 w - - 0" + rest, legal: "infinity:a1", illegal: "infinity:d2 infinity:e1 infinity:g1"},
	{name: "CD-224/a push jumps over pieces and stops at nothing but room",
		position: "4k3/3p4/3p4/3p4/3n4/3R4/8/4K3 w - - 0" + rest,
		do:       "infinity:d3", events: "cast:infinity set:d4-d8"},
	{name: "CD-224/a pawn isn't pushed to the edge", position: "4k3/3p4/3R4/8/8/8/8/4K3 w - - 0" + rest,
		do: "infinity:d6", events: "cast:infinity"},
	{name: "CD-230/range is counted from any own piece", position: "4k3/8/8/8/2n5/8/8/4K3 w - - 0 shrine;t=13 limitless;t=12 -",
		params: game.Params{"dismantle.range": 3.}, legal: "dismantle:c4"},
	{name: "CD-231/a queen costs 40", position: "4k3/8/8/3q4/3R4/8/8/4K3 w - - 0 shrine;e=39;t=13 limitless;t=12 -",
		illegal: "cleave:d5"},
	{name: "CD-232/one slash of those that cut the same",
		position: "4k3/8/5p2/8/8/8/8/Q3K3 w - - 0 shrine;t=13 limitless;t=12 malevolent@w/2/a1",
		legal:    "slash:a1-h8", illegal: "slash:d8-h4"},
	{name: "CD-323/cooldowns are lowered as Malevolent Queen forms",
		position: "4k3/8/8/8/8/8/8/Q3K3 w - - 0 shrine;t=13;cd=cleave.3,dismantle.5 limitless;t=12 -",
		do:       "domain:malevolent:a1", events: "cast:domain:malevolent expand:malevolent"},
	{name: "CD-342/a shielded queen isn't locked",
		position: "4k3/3q{s2}4/OOOOOOOO/OOOOOOOO/8/8/8/4K3 b - - 0 limitless;t=13 train;t=13 pawns@w/2", legal: "d7d6"},
	{name: "CD-350/the domain queen steps like a king", position: "4k3/8/8/8/8/8/8/Q3K3 w - - 0 shrine;t=13 limitless;t=12 malevolent@w/2/a1",
		legal: "a1a2 a1b1 a1b2", illegal: "a1a3 a1c3"},
	{name: "CD-395/the nearest pawn whose loss gives no check",
		position: "4k3/4p3/8/4R3/3Q4/8/p7/4K3 w - - 0 shrine;t=13 limitless;t=12 malevolent@w/2/d4",
		params:   game.Params{"clock.timeout_prob": 1.}, do: "e1f1 out", events: "timeout destroy:a2"},
}

// legalTexts is the legal list as texts.
func legalTexts(s *State) []string { return texts(s.Actions(s.Turn(), nil)) }

func TestRules(t *testing.T) {
	for _, c := range ruleCases {
		t.Run(c.name, func(t *testing.T) {
			p, err := Game{}.New(game.Options{Position: c.position, Params: c.params})
			if err != nil {
				t.Fatal(err)
			}
			s := p.State().(*State)
			var events []string
			for _, text := range strings.Fields(c.do) {
				a, err := Game{}.ParseAction(s, s.Turn(), text)
				if err != nil {
					t.Fatal(err)
				}
				events = nil
				for _, e := range p.Apply(a) {
					events = append(events, e.Text)
				}
				s = p.State().(*State)
			}
			if got := strings.Join(events, " "); c.events != "" && got != c.events {
				t.Errorf("events %q, want %q", got, c.events)
			}
			list := legalTexts(s)
			for _, a := range strings.Fields(c.legal) {
				if !slices.Contains(list, a) {
					t.Errorf("%s isn't legal among %v", a, list)
				}
			}
			for _, a := range strings.Fields(c.illegal) {
				if slices.Contains(list, a) {
					t.Errorf("%s is legal", a)
				}
			}
		})
	}
}

// On a board without an empty square nobody can rise, and a mate is a mate [CD-296].
func TestNoRoomToRise(t *testing.T) {
	s := newState(0)
	s.turn = Black
	for sq := range NoSquare {
		side, typ := White, Pawn
		if sq >= 32 {
			side = Black
		}
		if sq == 0 || sq == 39 { // a1, h5
			typ = King
		}
		p := newPiece(typ, side, Real)
		if side == Black && typ == Pawn {
			p = p.withTimer(Speech, 3)
		}
		s.put(sq, p)
	}
	s.sides[White].set, s.sides[Black].set = Shrine, TenPieces
	if !s.inCheck(Black) || s.hasAction() {
		t.Fatal("no mate")
	}
	s.judge(nil)
	if s.reason != byCheckmate {
		t.Errorf("ended by %q, want checkmate", s.reason)
	}
}

// A hit that doesn't stun leaves a Mahoraga the stronger, here by a rook's movement that gives check [CD-286, CD-290].
func TestHitWithoutStun(t *testing.T) {
	const position = "7k/8/8/8/4m3/8/8/4K3 w - - 0 copy;t=13 ten;t=12;a=mutual;m=1 -"
	for stun, legal := range map[float64]bool{0: false, 1: true} {
		p, err := Game{}.New(game.Options{Position: position, Params: game.Params{"dur.stun": stun}})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(legalTexts(p.State().(*State)), "speech:e4"); got != legal {
			t.Errorf("dur.stun %v: speech:e4 legal %v, want %v", stun, got, legal)
		}
	}
}
