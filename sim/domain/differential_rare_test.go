package domain

import (
	"slices"
	"testing"

	reference "variantlab/internal/reference/domain"
	"variantlab/sim/rng"
)

// rare turns a position of a game into a sparse one full of what games seldom meet: statuses, shadow pieces, domains,
// doors, marks, jackpots, chance nodes. What it makes is a state that both implementations must accept; whether a game
// could lead there doesn't matter.
func (r *tour) rare(s *reference.State) {
	s.Domain = reference.Domain{Queen: reference.NoSquare}
	s.Pending = reference.Pending{Sq: reference.NoSquare}
	s.Passing, s.Ep, s.History = false, reference.NoSquare, nil
	r.scatter(s)
	hunted := reference.Side(2) // the side that is short of everything, if any
	if r.chance(0.3) {
		hunted = 1 - s.Turn
		r.hunt(s, hunted)
	}
	for _, x := range []reference.Side{reference.White, reference.Black} {
		r.purse(s, x)
		if x == hunted && s.Players[x].Set != "toji" {
			s.Players[x].Energy = 0
		}
		r.shadows(s, x)
	}
	if x := reference.Side(r.stream.IntN(2)); r.chance(0.6) && s.Players[1-x].Set != "toji" {
		r.domain(s, x)
	}
	r.statuses(s)
	if r.chance(0.15) {
		r.node(s)
	}
	if r.chance(0.3) {
		r.enPassant(s)
	}
	s.Reset = r.chance(0.1)
	s.Halfmove = r.stream.IntN(8)
	if r.chance(0.5) {
		s.History = []string{s.Key()}
	}
}

func (r *tour) square() reference.Square { return reference.Square(r.stream.IntN(64)) }

// upTo draws from 1 to n, within a parameter that bounds it.
func (r *tour) upTo(s *reference.State, n int, bound string) int {
	drawn := 1 + r.stream.IntN(n)
	if most, ok := s.Params[bound]; ok {
		return min(drawn, int(most))
	}
	return drawn
}

// upToBar is a level of energy within the bar.
func (r *tour) upToBar(s *reference.State) int {
	bar := 100
	if most, ok := s.Params["energy.max"]; ok {
		bar = int(most)
	}
	return pick(r, []int{bar, bar, r.stream.IntN(bar + 1)})
}

// vacant is an empty square, or NoSquare if none turns up.
func (r *tour) vacant(s *reference.State) reference.Square {
	for range 50 {
		if q := r.square(); s.Board[q].T == 0 {
			return q
		}
	}
	return reference.NoSquare
}

func (r *tour) put(s *reference.State, t byte, x reference.Side, kind string) reference.Square {
	q := r.vacant(s)
	if q != reference.NoSquare {
		s.Board[q] = reference.Piece{T: t, Side: x, Kind: kind, Home: reference.NoSquare, Body: reference.NoSquare}
		if kind == "real" {
			s.Board[q].Home = r.square()
		}
	}
	return q
}

// scatter leaves the kings, now and then beside each other, and a few real pieces of either side.
func (r *tour) scatter(s *reference.State) {
	keep := r.chance(0.3) // the real pieces of the game, some of them
	for q := range s.Board {
		p := s.Board[q]
		if !keep || p.Kind != "real" || p.T == 'K' || r.chance(0.4) {
			s.Board[q] = reference.Piece{}
		}
	}
	for {
		a, b := r.vacant(s), r.vacant(s)
		if near := max(abs(int(a)%8-int(b)%8), abs(int(a)/8-int(b)/8)) < 2; a == b || near && r.chance(0.5) {
			continue
		}
		s.Board[a] = reference.Piece{T: 'K', Side: reference.White, Kind: "real", Home: a, Body: reference.NoSquare}
		s.Board[b] = reference.Piece{T: 'K', Side: reference.Black, Kind: "real", Home: 60, Body: reference.NoSquare}
		break
	}
	if !keep {
		for range 3 + r.stream.IntN(9) {
			r.put(s, pick(r, []byte("PPPPNBRRQ")), reference.Side(r.stream.IntN(2)), "real")
		}
	}
	s.Castle = ""
	if r.chance(0.3) {
		r.castles(s)
	}
}

// hunt gives the enemies of x heavy pieces around its king, so that mates come about.
func (r *tour) hunt(s *reference.State, x reference.Side) {
	for q := range s.Board {
		if p := &s.Board[q]; p.Side == x && p.T != 0 && p.T != 'K' && r.chance(0.7) {
			*p = reference.Piece{}
		}
	}
	for range 2 + r.stream.IntN(3) {
		r.put(s, pick(r, []byte("QRR")), 1-x, "real")
	}
}

func abs(n int) int { return max(n, -n) }

// castles moves White's king and rook home if nothing is in the way, now and then without the rook.
func (r *tour) castles(s *reference.State) {
	king := slices.IndexFunc(s.Board[:], func(p reference.Piece) bool { return p.T == 'K' && p.Side == reference.White })
	other := slices.IndexFunc(s.Board[:], func(p reference.Piece) bool { return p.T == 'K' && p.Side == reference.Black })
	if s.Board[4].T != 0 || max(abs(other%8-4), other/8) < 2 {
		return
	}
	s.Board[4], s.Board[king] = s.Board[king], reference.Piece{}
	if s.Board[7].T == 0 {
		s.Board[7] = reference.Piece{T: 'R', Side: reference.White, Kind: "real", Home: 7, Body: reference.NoSquare}
	}
	if s.Board[0].T == 0 {
		s.Board[0] = reference.Piece{T: 'R', Side: reference.White, Kind: "real", Home: 0, Body: reference.NoSquare}
	}
	s.Castle = "KQ"
}

// purse fills a side's own counters.
func (r *tour) purse(s *reference.State, x reference.Side) {
	p := &s.Players[x]
	p.Turns = r.stream.IntN(24)
	if p.Set != "toji" {
		p.Energy = r.upToBar(s)
	}
	p.Seen = r.upToBar(s)
	p.Cd = map[string]int{}
	for _, key := range []string{"rct", "domain", "blue", "cleave", "dismantle", "copy", "speech", "swarm", "dog", "toad", "dice", "doors", "spear", "cloud", "red"} {
		if r.chance(0.1) {
			p.Cd[key] = 1 + r.stream.IntN(4)
		}
	}
	p.Lost = nil
	for range r.stream.IntN(4) {
		p.Lost = append(p.Lost, reference.Lost{T: pick(r, []byte("PNBRQ")), Home: r.square()})
	}
	p.Losses = len(p.Lost) + r.stream.IntN(3)
	p.Luck = r.upTo(s, 50, "luck.max")
	p.Jackpot, p.Curses, p.Doors, p.DoorsLeft = 0, nil, reference.NoSquare, 0
	primes := p.Set == "limitless" || p.Set == "copy"
	p.Blue, p.Red = primes && r.chance(0.7), primes && r.chance(0.7)
	p.Checked = r.chance(0.4)
	p.Reading = p.Set == "limitless" && r.chance(0.2)
	p.Mahoraga, p.Adapted, p.Learned, p.Recent = false, nil, nil, nil
	shown := p.Set
	if p.Set == "toji" {
		p.Revealed = r.chance(0.5)
		p.Disguise = pick(r, setNames[1:Toji])
		if !p.Revealed {
			shown = p.Disguise
		}
	}
	if (shown == "manipulation" || shown == "copy") && !p.Revealed {
		p.Curses = map[byte]int{}
		for _, t := range []byte("PNBRQ") {
			if r.chance(0.5) {
				p.Curses[t] = 1 + r.stream.IntN(4)
			}
		}
	}
	own := techniquesOf(p.Set)
	if p.Set != "toji" || p.Revealed {
		for range r.upTo(s, 4, "copy.recent") {
			p.Recent = append(p.Recent, pick(r, own))
		}
	}
	if (p.Set == "train" || r.chance(0.05)) && r.chance(0.3) {
		p.Jackpot = r.upTo(s, 3, "dur.jackpot")
	}
	if p.Set == "copy" {
		taught := techniquesOf(s.Players[1-x].Set)
		if r.chance(0.2) { // by a set-up position
			taught = techniquesOf(pick(r, setNames[1:]))
		}
		for _, key := range taught {
			if r.chance(0.5) && key != "domain" && key != "rct" && key != "copy" && key != "purelove" && key != "infinity" && key != "slash" && key != "mahoraga" {
				p.Learned = append(p.Learned, key)
			}
		}
		slices.Sort(p.Learned)
		p.Learned = slices.Compact(p.Learned)
	}
	if (p.Set == "train" || p.Set == "copy") && r.chance(0.4) {
		p.Doors, p.DoorsLeft = r.square(), r.upTo(s, 3, "dur.doors")
		for s.Board[p.Doors].T == 'K' && r.chance(0.8) {
			p.Doors = r.square()
		}
	}
}

// techniquesOf names what a side of a set can have in its list of recent casts.
func techniquesOf(set string) []string {
	own := map[string][]string{
		"limitless": {"blue", "red", "infinity", "hollow"}, "shrine": {"dismantle", "cleave", "slash"},
		"copy": {"speech", "purelove", "speech"}, "manipulation": {"release", "swarm", "uzumaki"},
		"ten": {"dog", "step", "toad", "mahoraga"}, "train": {"dice", "hol", "doors", "pachinko"},
		"toji": {"spear", "cloud", "chain", "sense"},
	}[set]
	if set != "toji" {
		own = append(own, "rct", "domain")
	}
	return own
}

// shadows adds Mahoraga and dogs; now and then a Mahoraga of a set that can't summon one, because the rules speak of own
// pieces in general.
func (r *tour) shadows(s *reference.State, x reference.Side) {
	p := &s.Players[x]
	if p.Set == "ten" && r.chance(0.6) || r.chance(0.07) {
		p.Mahoraga = true
		if r.chance(0.8) {
			r.put(s, 'M', x, "mahoraga")
			keys := []string{"check", "checkmate", "jackpot", "pawns", "malevolent", "mutual", "procession", "shadow", "gambit"}
			keys = append(keys, techniquesOf(s.Players[1-x].Set)...)
			keys = slices.DeleteFunc(keys, func(k string) bool { return k == "domain" || k == "rct" || k == "copy" })
			for range r.stream.IntN(4) {
				if k := pick(r, keys); !slices.Contains(p.Adapted, k) {
					p.Adapted = append(p.Adapted, k)
				}
			}
		}
	}
	if (p.Set == "ten" || p.Set == "copy") && r.chance(0.4) {
		for range 1 + r.stream.IntN(2) {
			if q := r.put(s, 'N', x, "dog"); q != reference.NoSquare {
				s.Board[q].Left = r.upTo(s, 3, "dur.dog")
			}
		}
	}
}

// domain sets up x's domain with what belongs to it.
func (r *tour) domain(s *reference.State, x reference.Side) {
	d := reference.Domain{Owner: x, Left: r.upTo(s, 3, "domain.turns"), Queen: reference.NoSquare, Fresh: r.chance(0.2) && s.Turn == x}
	switch s.Players[x].Set {
	case "limitless":
		d.Name = "pawns"
		for q := range s.Board {
			if s.Board[q].T == 0 && (q >= 32) == (x == reference.White) && r.chance(0.8) && s.Players[0].Doors != reference.Square(q) && s.Players[1].Doors != reference.Square(q) {
				s.Board[q] = reference.Piece{T: 'P', Side: x, Kind: "pawn", Home: reference.NoSquare, Body: reference.NoSquare}
			}
		}
	case "shrine":
		d.Name, d.Slash = "malevolent", r.chance(0.2)
		if d.Queen = r.put(s, 'Q', x, "real"); d.Queen == reference.NoSquare {
			return
		}
	case "copy":
		d.Name = "mutual"
		if r.put(s, 'Q', x, "rika") == reference.NoSquare {
			return
		}
	case "manipulation":
		d.Name = "procession"
		for range 1 + r.stream.IntN(4) {
			t := pick(r, []byte("PNBRQ"))
			q := r.put(s, t, x, "curse")
			if q != reference.NoSquare && r.chance(0.6) {
				s.Board[q].Body, s.Board[q].Bt = r.square(), t
				if t == 'P' && r.chance(0.3) {
					s.Board[q].T = 'Q'
				}
			}
		}
	case "ten":
		d.Name = "shadow"
		if r.chance(0.7) {
			r.put(s, 'D', x, "decoy")
		}
	case "train":
		d.Name = "gambit"
	default:
		return
	}
	s.Domain = d
}

// statuses wraps, shields, silences, stuns and marks pieces.
func (r *tour) statuses(s *reference.State) {
	for q := range s.Board {
		p := &s.Board[q]
		if p.T == 0 || p.T == 'K' || p.T == 'D' || p.Kind == "pawn" || p.Kind == "rika" || s.Domain.Queen == reference.Square(q) {
			continue
		}
		owner, enemy := s.Players[p.Side].Set, s.Players[1-p.Side].Set
		if owner == "limitless" && p.Kind == "real" && p.T != 'Q' && r.chance(0.15) {
			p.Infinity = r.upTo(s, 3, "dur.infinity")
		}
		if owner == "train" && p.Kind == "real" && p.T == 'Q' && r.chance(0.5) {
			p.Shield = r.upTo(s, 3, "dur.shield")
		}
		if enemy == "copy" && p.T != 'M' && r.chance(0.15) {
			p.Speech = r.upTo(s, 3, "dur.speech")
		}
		if p.T == 'M' && r.chance(0.25) {
			p.Stun = r.upTo(s, 2, "dur.stun")
		}
		if (owner == "toji" || owner == "copy") && r.chance(0.25) {
			p.Mark = r.upTo(s, 2, "dur.mark")
		}
	}
}

// node makes a chance node of the side to move, where it can have one.
func (r *tour) node(s *reference.State) {
	me := &s.Players[s.Turn]
	switch {
	case me.Set == "train" && r.chance(0.4):
		s.Pending = reference.Pending{Kind: "dice", Sq: reference.NoSquare}
	case me.Set == "train" && s.Domain.Name == "gambit" && s.Domain.Owner == s.Turn:
		s.Pending = reference.Pending{Kind: "spin", When: "end", Sq: reference.NoSquare}
		if s.Domain.Fresh {
			s.Pending.When = "expand"
		}
	case me.Set == "train" && s.Domain.Name != "" && s.Domain.Owner != s.Turn:
		s.Pending = reference.Pending{Kind: "spin", When: "clash", Sq: reference.NoSquare}
	case s.Domain.Name == "malevolent" && s.Domain.Owner != s.Turn:
		s.Pending = reference.Pending{Kind: "clock", Sq: reference.NoSquare}
	}
}

// enPassant puts a pawn that has just gone two squares beside an enemy pawn.
func (r *tour) enPassant(s *reference.State) {
	file := r.stream.IntN(7)
	mover, row, ep := reference.White, 3, 2
	if s.Turn == reference.White {
		mover, row, ep = reference.Black, 4, 5
	}
	from, beside, passed := row*8+file, row*8+file+1, ep*8+file
	if s.Board[from].T != 0 || s.Board[beside].T != 0 || s.Board[passed].T != 0 {
		return
	}
	kind := "real"
	s.Board[from] = reference.Piece{T: 'P', Side: mover, Kind: kind, Home: reference.Square(from), Body: reference.NoSquare}
	s.Board[beside] = reference.Piece{T: 'P', Side: 1 - mover, Kind: kind, Home: reference.Square(beside), Body: reference.NoSquare}
	s.Ep = reference.Square(passed)
}

// TestDifferentialRare compares both implementations at positions that games seldom reach, and a few steps on.
func TestDifferentialRare(t *testing.T) {
	each := 4
	if fullTests {
		each = 800
	}
	total, met := 0, map[string]int{}
	matchups(t, func(t *testing.T, white, black Set) {
		for g := range each {
			r := &tour{stream: rng.New(12, uint64(g)<<8|uint64(white)<<4|uint64(black), rng.Rollout, 0, 0), met: met}
			w, err := newTwins(map[string]string{"white": white.String(), "black": black.String()}, r.numbers())
			if err != nil {
				t.Fatal(err)
			}
			s := w.ref
			for s.Kind() == "chance" {
				if _, err := s.Apply(pick(r, s.Outcomes()).Name); err != nil {
					t.Fatal(err)
				}
			}
			s.Turn = reference.Side(r.stream.IntN(2))
			r.rare(s)
			w, err = parseTwins(s.JSON())
			if err != nil {
				t.Fatalf("%v\n%s", err, s.JSON())
			}
			r.walk(t, w, 3)
			total += r.positions
			if t.Failed() {
				return
			}
		}
	})
	report(t, total, met)
}
