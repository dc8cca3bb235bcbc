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
