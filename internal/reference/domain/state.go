package domain

import (
	"maps"
	"slices"
)

// Kinds of pieces (CD-008).
const (
	real      = "real"
	pawnKind  = "pawn"
	curseKind = "curse"
	dogKind   = "dog"
	rikaKind  = "rika"
	mahoraga  = "mahoraga"
	decoyKind = "decoy"
)

// Piece is what stands on a square. T is one of P N B R Q K M D, or 0 on an empty square.
type Piece struct {
	T    byte
	Side Side
	Kind string
	Home Square // real pieces only

	Infinity, Shield, Speech, Stun, Mark, Left int

	Body Square // curse pieces: home of the lost piece that rides along, or NoSquare
	Bt   byte   // with Body: the type of the curse when it came out
}

func (p Piece) empty() bool { return p.T == 0 }

// piece tells whether p counts where a rule says "piece" and no more: no domain pawn, no decoy (CD-008).
func (p Piece) piece() bool { return p.T != 0 && p.Kind != pawnKind && p.Kind != decoyKind }

// Lost is a real piece that left the board and has not come back.
type Lost struct {
	T    byte
	Home Square
}

// Player is what belongs to a side rather than to a square.
type Player struct {
	Set, Disguise string
	Revealed      bool
	Energy, Turns int
	Cd            map[string]int
	Lost          []Lost
	Losses        int
	Curses        map[byte]int
	Luck, Jackpot int
	Doors         Square // NoSquare while none stand
	DoorsLeft     int
	Blue, Red     bool // primes of Hollow Purple
	Recent        []string
	Learned       []string
	Adapted       []string
	Mahoraga      bool
	Checked       bool
	Seen          int
	Reading       bool
}

// Domain is the domain that stands; Name is "" where none does.
type Domain struct {
	Name  string
	Owner Side
	Left  int
	Fresh bool
	Queen Square // Malevolent Queen only
	Slash bool   // the slash of this domain is spent
}

// Pending names the chance node that waits; Kind is "" at other nodes.
type Pending struct {
	Kind, When string
	Sq         Square
	Side       Side
}

// Outcome is a result of a chance node with its probability.
type Outcome struct {
	Name string
	P    float64
}

// State is a whole game position.
type State struct {
	Ply      int
	Turn     Side
	Board    [64]Piece
	Castle   string
	Ep       Square
	Halfmove int
	History  []string
	Domain   Domain
	Pending  Pending
	Passing  bool
	Reset    bool
	Winner   string // white, black, draw or ""
	Reason   string
	Params   map[string]float64
	Players  [2]Player

	log      []logged // public and private events of recent plies, oldest first; not part of the JSON
	events   []event  // of the running Apply
	quiet    bool     // a trial copy: no events are kept
	stepped  Square   // where a pawn arrived by a double step in this turn
	fate     fate     // how a clash ends in a trial copy
	darkFrom int      // first ply that King's Shadow Board blacks out (CD-430)
}

// fate decides clashes in trial copies, where the caster can't know the other's energy (CD-041).
type fate int

const (
	byEnergy fate = iota
	clashWon
	clashLost
)

// clone returns an independent copy without events.
func (s *State) clone() *State {
	c := *s
	c.events = nil
	c.History = slices.Clip(c.History)
	c.log = slices.Clip(c.log)
	for i := range c.Players {
		p := &c.Players[i]
		p.Cd = maps.Clone(p.Cd)
		p.Curses = maps.Clone(p.Curses)
		p.Lost = slices.Clone(p.Lost)
		p.Recent = slices.Clone(p.Recent)
		p.Learned = slices.Clone(p.Learned)
		p.Adapted = slices.Clone(p.Adapted)
	}
	return &c
}

// trial is a copy in which consequences are looked at.
func (s *State) trial() *State {
	c := s.clone()
	c.quiet = true
	return c
}

// Clone returns an independent copy.
func (s *State) Clone() *State { return s.clone() }

func (s *State) me() *Player           { return &s.Players[s.Turn] }
func (s *State) player(x Side) *Player { return &s.Players[x] }
func (s *State) on(q Square) *Piece    { return &s.Board[q] }
func (s *State) over() bool            { return s.Winner != "" }
func (s *State) doorsAt(q Square) bool { return s.Players[0].Doors == q || s.Players[1].Doors == q }
func (s *State) stands(n string) bool  { return s.Domain.Name == n }
func (s *State) owns(x Side, n string) bool {
	return s.Domain.Name == n && s.Domain.Owner == x
}

// king is the square of x's real king.
func (s *State) king(x Side) Square { return s.find(x, func(p Piece) bool { return p.T == 'K' }) }

// find is the first square by ord of x on which x has a piece, domain pawn or decoy with the property; NoSquare if none.
func (s *State) find(x Side, ok func(Piece) bool) Square {
	for _, q := range orders[x] {
		if p := s.Board[q]; !p.empty() && p.Side == x && ok(p) {
			return q
		}
	}
	return NoSquare
}

// squares lists, by ord of x, where x has pieces in the narrow sense of CD-008.
func (s *State) squares(x Side) []Square {
	var list []Square
	for _, q := range orders[x] {
		if p := s.Board[q]; p.piece() && p.Side == x {
			list = append(list, q)
		}
	}
	return list
}

// occupied tells whether q is taken from x's point of view: own domain pawns don't count (CD-105, CD-156).
func (s *State) occupied(q Square, x Side) bool {
	p := s.Board[q]
	return !p.empty() && !(p.Kind == pawnKind && p.Side == x)
}

// free is the opposite of occupied; doors don't matter.
func (s *State) free(q Square, x Side) bool { return !s.occupied(q, x) }

// rika is the square of x's shadow queen, or NoSquare.
func (s *State) rika(x Side) Square {
	return s.find(x, func(p Piece) bool { return p.Kind == rikaKind })
}

// mahoraga is the square of x's Mahoraga, or NoSquare.
func (s *State) mahoraga(x Side) Square {
	return s.find(x, func(p Piece) bool { return p.T == 'M' })
}

// domainQueen tells whether the queen of Malevolent Queen stands on q.
func (s *State) domainQueen(q Square) bool {
	return q != NoSquare && s.stands("malevolent") && s.Domain.Queen == q && s.Board[q].T == 'Q' && s.Board[q].Side == s.Domain.Owner
}

// adapted tells whether x's Mahoraga has adapted to k.
func (s *State) adapted(x Side, k string) bool { return slices.Contains(s.Players[x].Adapted, k) }

// hiddenToji tells whether x is a Toji nobody has recognised yet.
func (s *State) hiddenToji(x Side) bool { return s.Players[x].Set == "toji" && !s.Players[x].Revealed }
