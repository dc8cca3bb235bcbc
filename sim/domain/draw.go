package domain

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// seenPosition is an observation as far as it is drawn.
type seenPosition struct {
	Player, Turn string
	Ply          int
	Board        map[string]seenPiece
	Check        bool
	Domain       *struct {
		Name, Owner string
		Left        int
	}
	Pending *struct{ Kind string }
	Me      seenSide `json:"me"`
	Other   seenSide `json:"other"`
	Log     [][]string
}

type seenPiece struct {
	T, Side, Kind                        string
	Infinity, Shield, Speech, Stun, Mark int
}

type seenSide struct {
	Set      string
	Energy   *int
	Seen     *int
	Cd       map[string]int
	Lost     []struct{ T, Home string }
	Curses   map[string]int
	Luck     int
	Jackpot  int
	Doors    *struct{ Sq string }
	Primed   []string
	Recent   []string
	Learned  []string
	Adapted  []string
	Turns    *int
	Reading  bool
	Disguise string
	Revealed bool
}

// Draw shows an observation (CD-443) as a board with both sides' public numbers. Letters are those of the one-line
// notation (CD-445), upper case for White; marks after a letter: i Infinity, s shield, z silenced, t stunned, k marked,
// # doors.
func (Game) Draw(observation []byte) (string, error) {
	var o seenPosition
	if err := json.Unmarshal(observation, &o); err != nil {
		return "", fmt.Errorf("domain: draw: %w", err)
	}
	var b strings.Builder
	doors := map[string]bool{}
	for _, side := range []seenSide{o.Me, o.Other} {
		if side.Doors != nil {
			doors[side.Doors.Sq] = true
		}
	}
	b.WriteString(board.Draw(o.Player == "black", 4, func(sq Square) string {
		cell := "."
		if p, ok := o.Board[sq.String()]; ok {
			cell = p.symbol()
		}
		if doors[sq.String()] {
			cell += "#"
		}
		return cell
	}))
	b.WriteByte('\n')
	if o.Domain != nil {
		fmt.Fprintf(&b, "domain: %s's %s, %d turns left\n", o.Domain.Owner, domainTitle(o.Domain.Name), o.Domain.Left)
	}
	firstTurn := map[bool]int{true: 1}
	fmt.Fprintf(&b, "you:   %s\n", o.Me.summary(firstTurn[o.Player == "white"]))
	fmt.Fprintf(&b, "enemy: %s\n", o.Other.summary(firstTurn[o.Player != "white"]))
	if o.Other.Reading {
		b.WriteString("the enemy reads your energy and cooldowns\n")
	}
	if o.Check {
		b.WriteString("you are in check\n")
	}
	return b.String(), nil
}

// symbol is a piece's letter with its marks.
func (p seenPiece) symbol() string {
	letter := p.T
	switch p.Kind {
	case "pawn":
		letter = "O"
	case "dog":
		letter = "G"
	case "rika":
		letter = "A"
	}
	if p.Side == "black" {
		letter = strings.ToLower(letter)
	}
	if p.Kind == "curse" {
		letter = "~" + letter
	}
	for _, m := range []struct {
		n    int
		mark string
	}{{p.Infinity, "i"}, {p.Shield, "s"}, {p.Speech, "z"}, {p.Stun, "t"}, {p.Mark, "k"}} {
		if m.n > 0 {
			letter += m.mark
		}
	}
	return letter
}

func domainTitle(name string) string {
	titles := map[string]string{
		"pawns": "Unlimited Pawns", "malevolent": "Malevolent Queen", "mutual": "Authentic Mutual Mate",
		"procession": "Procession of the Fallen", "shadow": "King's Shadow Board", "gambit": "Idle Death Gambit",
	}
	return titles[name]
}

// summary is a side's numbers in one line, those that are not known or zero left out. turn is its number at the start.
func (s seenSide) summary(turn int) string {
	if s.Turns != nil {
		turn = *s.Turns
	}
	parts := []string{s.Set, fmt.Sprintf("turn %d", turn)}
	if s.Disguise != "" && !s.Revealed {
		parts[0] += " disguised as " + s.Disguise
	}
	switch {
	case s.Energy != nil:
		parts = append(parts, fmt.Sprintf("energy %d", *s.Energy))
	case s.Seen != nil:
		parts = append(parts, fmt.Sprintf("energy last seen %d", *s.Seen))
	}
	counts := func(title string, m map[string]int) {
		if len(m) == 0 {
			return
		}
		var list []string
		for _, k := range slices.Sorted(maps.Keys(m)) {
			list = append(list, fmt.Sprintf("%s %d", k, m[k]))
		}
		parts = append(parts, title+" "+strings.Join(list, ", "))
	}
	counts("cooldowns", s.Cd)
	counts("curses", s.Curses)
	if s.Luck > 0 {
		parts = append(parts, fmt.Sprintf("luck %d", s.Luck))
	}
	if s.Jackpot > 0 {
		parts = append(parts, fmt.Sprintf("JACKPOT %d", s.Jackpot))
	}
	if len(s.Lost) > 0 {
		lost := ""
		for _, l := range s.Lost {
			lost += l.T
		}
		parts = append(parts, "lost "+lost)
	}
	for _, l := range []struct {
		title string
		list  []string
	}{{"primed", s.Primed}, {"recent", s.Recent}, {"learned", s.Learned}, {"adapted to", s.Adapted}} {
		if len(l.list) > 0 {
			parts = append(parts, l.title+" "+strings.Join(l.list, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

var _ game.Drawer = Game{}
