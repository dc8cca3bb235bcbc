package domain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// shadowLetters are the placement letters of White's shadow pieces (CD-445).
var shadowLetters = map[string]string{pawnKind: "O", dogKind: "G", rikaKind: "A", mahoraga: "M", decoyKind: "D"}

// statusLetters are the statuses in braces, in their order.
var statusLetters = []struct {
	letter byte
	of     func(*Piece) *int
}{
	{'i', func(p *Piece) *int { return &p.Infinity }}, {'s', func(p *Piece) *int { return &p.Shield }},
	{'z', func(p *Piece) *int { return &p.Speech }}, {'t', func(p *Piece) *int { return &p.Stun }},
	{'k', func(p *Piece) *int { return &p.Mark }}, {'l', func(p *Piece) *int { return &p.Left }},
}

func pieceNotation(p Piece) string {
	text := string(p.T)
	if letter, ok := shadowLetters[p.Kind]; ok {
		text = letter
	}
	if p.Side == Black {
		text = strings.ToLower(text)
	}
	if p.Kind == curseKind {
		text = "~" + text
	}
	var statuses []string
	for _, l := range statusLetters {
		if n := *l.of(&p); n > 0 {
			statuses = append(statuses, fmt.Sprintf("%c%d", l.letter, n))
		}
	}
	if statuses != nil {
		text += "{" + strings.Join(statuses, ",") + "}"
	}
	return text
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// Notation is the one-line form (CD-445, CD-446).
func (s *State) Notation() string {
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row, gap := "", 0
		for file := range 8 {
			p := s.Board[at(file, rank)]
			if p.empty() {
				gap++
				continue
			}
			if gap > 0 {
				row += strconv.Itoa(gap)
				gap = 0
			}
			row += pieceNotation(p)
		}
		if gap > 0 {
			row += strconv.Itoa(gap)
		}
		rows = append(rows, row)
	}
	domain := ""
	if d := s.Domain; d.Name != "" {
		domain = fmt.Sprintf("%s@%s/%d", d.Name, d.Owner.letter(), d.Left)
		if d.Fresh {
			domain += "/fresh"
		}
		if d.Queen != NoSquare {
			domain += "/" + d.Queen.String()
		}
		if d.Slash {
			domain += "/slash"
		}
	}
	return strings.Join([]string{
		strings.Join(rows, "/"), s.Turn.letter(), dash(s.Castle), dash(s.Ep.String()), strconv.Itoa(s.Halfmove),
		s.playerNotation(White), s.playerNotation(Black), dash(domain),
	}, " ")
}

func (s *State) playerNotation(x Side) string {
	p := s.Players[x]
	fields := []string{p.Set}
	add := func(key, value string) {
		if value != "" {
			fields = append(fields, key+"="+value)
		}
	}
	number := func(key string, n, usual int) {
		if n != usual {
			add(key, strconv.Itoa(n))
		}
	}
	flag := func(key string, on bool) {
		if on {
			add(key, "1")
		}
	}
	number("e", p.Energy, defaultEnergy(p.Set))
	number("t", p.Turns, defaultTurns(x))
	number("l", p.Luck, 0)
	number("j", p.Jackpot, 0)
	number("n", p.Losses, 0)
	if p.Doors != NoSquare {
		add("d", fmt.Sprintf("%s/%d", p.Doors, p.DoorsLeft))
	}
	curses := ""
	for _, t := range []byte("PNBRQ") {
		if n := p.Curses[t]; n > 0 {
			curses += fmt.Sprintf("%c%d", t, n)
		}
	}
	add("c", curses)
	var lost []string
	for _, l := range p.Lost {
		lost = append(lost, fmt.Sprintf("%c@%s", l.T+'a'-'A', l.Home))
	}
	add("L", strings.Join(lost, ","))
	var cds []string
	for key, n := range p.Cd {
		cds = append(cds, fmt.Sprintf("%s.%d", key, n))
	}
	slices.Sort(cds)
	add("cd", strings.Join(cds, ","))
	primed := ""
	if p.Blue {
		primed += "b"
	}
	if p.Red {
		primed += "r"
	}
	add("p", primed)
	add("r", strings.Join(p.Recent, ","))
	add("a", strings.Join(p.Adapted, ","))
	add("v", strings.Join(p.Learned, ","))
	add("D", p.Disguise)
	flag("R", p.Revealed)
	flag("m", p.Mahoraga)
	flag("x", p.Checked)
	number("s", p.Seen, 100)
	flag("y", p.Reading)
	return strings.Join(fields, ";")
}
