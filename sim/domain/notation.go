package domain

import (
	"strconv"
	"strings"

	"variantlab/sim/board"
)

// The one-line notation [CD-445, CD-446]: placement, side to move, castling, ep, halfmove, white, black, domain.

// Letters of pieces in placements, for White; Black's are lower case. A curse piece is ~ and the letter of its type.
const (
	pawnLetter     = 'O' // domain pawn
	dogLetter      = 'G'
	rikaLetter     = 'A'
	mahoragaLetter = 'M'
	decoyLetter    = 'D'
)

// statusLetters stand before the timers in braces, indexed by Status; a dog's turns left have l.
const statusLetters = "isztk"

// appendNotation writes the one-line notation.
func appendNotation(dst []byte, s *State) []byte {
	dst = appendPlacement(dst, s)
	dst = append(dst, ' ', sideLetters[s.turn], ' ')
	dst = appendOr(dst, s.castle.String())
	dst = append(dst, ' ')
	dst = appendOr(dst, s.ep.String())
	dst = append(dst, ' ')
	dst = strconv.AppendUint(dst, uint64(s.halfmove), 10)
	for c := range s.sides {
		dst = append(dst, ' ')
		dst = appendSide(dst, &s.sides[c], Side(c))
	}
	dst = append(dst, ' ')
	return appendDomain(dst, &s.domain)
}

// appendOr writes text, or "-" for nothing.
func appendOr(dst []byte, text string) []byte {
	if text == "" {
		return append(dst, '-')
	}
	return append(dst, text...)
}

func appendPlacement(dst []byte, s *State) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			sq := board.At(file, rank)
			if s.board[sq] == 0 && !s.pawns.Has(sq) {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
			dst = appendPiece(dst, s, sq)
		}
		if empty > 0 {
			dst = append(dst, '0'+empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

func appendPiece(dst []byte, s *State, sq Square) []byte {
	p := s.board[sq]
	if p == 0 {
		return append(dst, inCase(pawnLetter, s.domain.owner))
	}
	letter := p.typ().String()[0]
	switch p.kind() {
	case Curse:
		dst = append(dst, '~')
	case Dog:
		letter = dogLetter
	case Rika:
		letter = rikaLetter
	}
	dst = append(dst, inCase(letter, p.side()))
	opened := false
	status := func(letter byte, n int) {
		if n == 0 {
			return
		}
		if opened {
			dst = append(dst, ',')
		} else {
			dst = append(dst, '{')
			opened = true
		}
		dst = append(dst, letter)
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	for st := range numStatuses {
		status(statusLetters[st], p.timer(st))
	}
	if p.kind() == Dog {
		status('l', p.left())
	}
	if opened {
		dst = append(dst, '}')
	}
	return dst
}

// inCase writes a letter in upper case for White, lower case for Black.
func inCase(letter byte, c Side) byte {
	if c == Black {
		return letter | 0x20
	}
	return letter
}

func appendSide(dst []byte, side *sideState, c Side) []byte {
	dst = append(dst, side.set.String()...)
	field := func(key, value string) {
		if value == "" {
			return
		}
		dst = append(dst, ';')
		dst = append(dst, key...)
		dst = append(dst, '=')
		dst = append(dst, value...)
	}
	number := func(key string, value, absent int) {
		if value != absent {
			field(key, strconv.Itoa(value))
		}
	}
	flag := func(key string, value bool) {
		if value {
			field(key, "1")
		}
	}
	energyAbsent := 100
	if side.set == Toji {
		energyAbsent = 0
	}
	number("e", int(side.energy), energyAbsent)
	number("t", int(side.turns), firstTurns(c))
	number("l", int(side.luck), 0)
	number("j", int(side.jackpot), 0)
	number("n", int(side.losses), 0)
	if side.doors != NoSquare {
		field("d", side.doors.String()+"/"+strconv.Itoa(int(side.doorsLeft)))
	}
	curses := ""
	for t := Pawn; t <= Queen; t++ {
		if n := side.held[t]; n > 0 {
			curses += t.String() + strconv.Itoa(int(n))
		}
	}
	field("c", curses)
	var lost, cooldowns []string
	for _, l := range side.lost[:side.nLost] {
		lost = append(lost, strings.ToLower(l.typ.String())+"@"+l.home.String())
	}
	field("L", strings.Join(lost, ","))
	running := keySet(0)
	for k, n := range side.cd {
		if n > 0 {
			running = running.with(Key(k))
		}
	}
	for _, k := range running.sorted() {
		cooldowns = append(cooldowns, k.String()+"."+strconv.Itoa(int(side.cd[k])))
	}
	field("cd", strings.Join(cooldowns, ","))
	field("p", [...]string{"", "b", "r", "br"}[side.primed])
	field("r", strings.Join(keyTexts(side.recent[:side.nRecent]), ","))
	field("a", strings.Join(keyTexts(side.order[:side.nAdapted]), ","))
	field("v", strings.Join(keyTexts(side.learned.sorted()), ","))
	field("D", side.disguise.String())
	flag("R", side.revealed)
	flag("m", side.summoned)
	flag("x", side.checked)
	number("s", int(side.seen), 100)
	flag("y", side.reading)
	return dst
}

func appendDomain(dst []byte, d *domainState) []byte {
	if d.name == NoKey {
		return append(dst, '-')
	}
	dst = append(dst, d.name.String()...)
	dst = append(dst, '@', sideLetters[d.owner], '/')
	dst = strconv.AppendUint(dst, uint64(d.left), 10)
	if d.fresh {
		dst = append(dst, "/fresh"...)
	}
	if d.queen != NoSquare {
		dst = append(dst, '/')
		dst = append(dst, d.queen.String()...)
	}
	if d.slash {
		dst = append(dst, "/slash"...)
	}
	return dst
}
