package domain

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseNotation reads the one-line form; the state has one history entry and every piece at home.
func ParseNotation(text string) (*State, error) {
	fields := strings.Fields(text)
	if len(fields) != 8 {
		return nil, fmt.Errorf("notation: %d fields, want 8", len(fields))
	}
	s := newState()
	if err := s.parsePlacement(fields[0]); err != nil {
		return nil, err
	}
	switch fields[1] {
	case "w":
	case "b":
		s.Turn = Black
	default:
		return nil, fmt.Errorf("notation: side to move %q", fields[1])
	}
	if fields[2] != "-" {
		s.Castle = fields[2]
	}
	var err error
	if fields[3] != "-" {
		if s.Ep, err = squareNamed(fields[3]); err != nil {
			return nil, err
		}
	}
	if s.Halfmove, err = strconv.Atoi(fields[4]); err != nil {
		return nil, err
	}
	for i := range s.Players {
		if err := s.parsePlayerNotation(Side(i), fields[5+i]); err != nil {
			return nil, err
		}
	}
	if fields[7] != "-" {
		if err := s.parseDomainNotation(fields[7]); err != nil {
			return nil, err
		}
	}
	if err := s.checkKings(); err != nil {
		return nil, err
	}
	s.History = []string{s.Key()}
	return s, nil
}

func (s *State) parsePlacement(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != 8 {
		return fmt.Errorf("notation: %d rows, want 8", len(rows))
	}
	for i, row := range rows {
		file := 0
		for len(row) > 0 {
			if row[0] >= '1' && row[0] <= '8' {
				file += int(row[0] - '0')
				row = row[1:]
				continue
			}
			p, n, err := readPiece(row)
			if err != nil {
				return err
			}
			q := at(file, 7-i)
			if q == NoSquare {
				return fmt.Errorf("notation: row %d is too long", 8-i)
			}
			if p.Kind == real {
				p.Home = q
			}
			s.Board[q] = p
			row = row[n:]
			file++
		}
		if file != 8 {
			return fmt.Errorf("notation: row %d has %d squares", 8-i, file)
		}
	}
	return nil
}

// readPiece reads one piece and says how many bytes it took.
func readPiece(text string) (Piece, int, error) {
	n := 0
	kind := real
	if text[0] == '~' {
		kind = curseKind
		n++
	}
	if n == len(text) {
		return Piece{}, 0, fmt.Errorf("notation: a piece is missing")
	}
	letter := text[n]
	n++
	side := White
	if letter >= 'a' && letter <= 'z' {
		side, letter = Black, letter-'a'+'A'
	}
	t := letter
	switch letter {
	case 'O':
		kind, t = pawnKind, 'P'
	case 'G':
		kind, t = dogKind, 'N'
	case 'A':
		kind, t = rikaKind, 'Q'
	case 'M':
		kind = mahoraga
	case 'D':
		kind = decoyKind
	default:
		if !strings.ContainsRune("PNBRQK", rune(letter)) {
			return Piece{}, 0, fmt.Errorf("notation: piece letter %q", letter)
		}
	}
	p := newPiece(t, side, kind, NoSquare)
	if n == len(text) || text[n] != '{' {
		return p, n, nil
	}
	end := strings.IndexByte(text[n:], '}')
	if end < 0 {
		return Piece{}, 0, fmt.Errorf("notation: a brace is not closed")
	}
	for _, status := range strings.Split(text[n+1:n+end], ",") {
		value, err := strconv.Atoi(status[1:])
		if err != nil {
			return Piece{}, 0, err
		}
		for _, l := range statusLetters {
			if l.letter == status[0] {
				*l.of(&p) = value
			}
		}
	}
	return p, n + end + 1, nil
}

func (s *State) parsePlayerNotation(x Side, text string) error {
	fields := strings.Split(text, ";")
	p := s.player(x)
	p.Set = fields[0]
	if techniques[p.Set] == nil {
		return fmt.Errorf("notation: set %q", p.Set)
	}
	p.Energy = defaultEnergy(p.Set)
	for _, field := range fields[1:] {
		key, value, _ := strings.Cut(field, "=")
		if err := p.parseField(key, value); err != nil {
			return fmt.Errorf("notation: %s: %w", field, err)
		}
	}
	return nil
}

func (p *Player) parseField(key, value string) (err error) {
	number := func(to *int) { *to, err = strconv.Atoi(value) }
	switch key {
	case "e":
		number(&p.Energy)
	case "t":
		number(&p.Turns)
	case "l":
		number(&p.Luck)
	case "j":
		number(&p.Jackpot)
	case "n":
		number(&p.Losses)
	case "s":
		number(&p.Seen)
	case "d":
		sq, left, _ := strings.Cut(value, "/")
		if p.Doors, err = squareNamed(sq); err == nil {
			p.DoorsLeft, err = strconv.Atoi(left)
		}
	case "c":
		p.Curses = map[byte]int{}
		for len(value) > 0 {
			t := value[0]
			digits := 1
			for digits < len(value) && value[digits] >= '0' && value[digits] <= '9' {
				digits++
			}
			if p.Curses[t], err = strconv.Atoi(value[1:digits]); err != nil {
				return err
			}
			value = value[digits:]
		}
	case "L":
		for _, entry := range strings.Split(value, ",") {
			t, sq, _ := strings.Cut(entry, "@")
			home, err := squareNamed(sq)
			if err != nil {
				return err
			}
			p.Lost = append(p.Lost, Lost{t[0] - 'a' + 'A', home})
		}
	case "cd":
		p.Cd = map[string]int{}
		for _, entry := range strings.Split(value, ",") {
			name, n, _ := strings.Cut(entry, ".")
			if p.Cd[name], err = strconv.Atoi(n); err != nil {
				return err
			}
		}
	case "p":
		p.Blue, p.Red = strings.Contains(value, "b"), strings.Contains(value, "r")
	case "r":
		p.Recent = strings.Split(value, ",")
	case "a":
		p.Adapted = strings.Split(value, ",")
	case "v":
		p.Learned = strings.Split(value, ",")
	case "D":
		p.Disguise = value
	case "R":
		p.Revealed = true
	case "m":
		p.Mahoraga = true
	case "x":
		p.Checked = true
	case "y":
		p.Reading = true
	default:
		return fmt.Errorf("unknown key")
	}
	return err
}

func (s *State) parseDomainNotation(text string) error {
	parts := strings.Split(text, "/")
	name, owner, _ := strings.Cut(parts[0], "@")
	s.Domain = Domain{Name: name, Queen: NoSquare}
	if owner == "b" {
		s.Domain.Owner = Black
	}
	if len(parts) < 2 {
		return fmt.Errorf("notation: domain %q", text)
	}
	var err error
	if s.Domain.Left, err = strconv.Atoi(parts[1]); err != nil {
		return err
	}
	for _, part := range parts[2:] {
		switch part {
		case "fresh":
			s.Domain.Fresh = true
		case "slash":
			s.Domain.Slash = true
		default:
			if s.Domain.Queen, err = squareNamed(part); err != nil {
				return err
			}
		}
	}
	return nil
}
