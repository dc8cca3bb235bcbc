package deicide

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Square counts file and rank from 1 [DC-001].
type Square struct{ File, Rank int }

func (s Square) plus(v Vector, n int) Square { return Square{s.File + n*v.DF, s.Rank + n*v.DR} }

func (s Square) String() string { return string(rune('a'+s.File-1)) + strconv.Itoa(s.Rank) }

// Vector is a step in files and ranks.
type Vector struct{ DF, DR int }

// Piece is a piece on the board or in flight; the zero Piece is an empty square. Code is the two capital letters.
type Piece struct {
	Code  string
	Black bool
	Moved bool // pawn kinds only
}

func (p Piece) empty() bool { return p.Code == "" }

func (p Piece) text() string {
	if p.Black {
		return strings.ToLower(p.Code)
	}
	return p.Code
}

// Flight is a piece launched into the future.
type Flight struct {
	Piece    Piece
	Target   Square
	Counters int
	Fresh    bool
}

// Passing is an en passant entry.
type Passing struct {
	Pawn   Square
	Passed []Square
}

// Result is how a game ended.
type Result struct{ Winner, Reason string } // Winner w, b or draw; Reason "" while the game goes on

// Position is all of a position.
type Position struct {
	Yuri       bool
	Size       int
	Board      [17][17]Piece // by file and rank, from 1
	Black      bool          // to move
	MovesLeft  int
	Extra      bool
	Castling   []Square
	Passings   []Passing
	Flights    []Flight
	Last       [2]string // White's, Black's
	Quiet      int
	Turn, Ply  int
	Seen       map[string]int
	Result     Result
	Repetition int
	QuietLimit int
	MaxPlies   int
}

func (p *Position) at(s Square) Piece { return p.Board[s.File][s.Rank] }

func (p *Position) inside(s Square) bool {
	return s.File >= 1 && s.File <= p.Size && s.Rank >= 1 && s.Rank <= p.Size
}

func (p *Position) squares() (list []Square) {
	for r := 1; r <= p.Size; r++ {
		for f := 1; f <= p.Size; f++ {
			list = append(list, Square{f, r})
		}
	}
	return list
}

// king finds the King of a side.
func (p *Position) king(black bool) (Square, bool) {
	for f := 1; f <= p.Size; f++ {
		for r := 1; r <= p.Size; r++ {
			if x := p.Board[f][r]; x.Code == "KG" && x.Black == black {
				return Square{f, r}, true
			}
		}
	}
	return Square{}, false
}

func (p *Position) clone() *Position {
	c := *p
	c.Castling = slices.Clone(p.Castling)
	c.Passings = slices.Clone(p.Passings)
	c.Flights = slices.Clone(p.Flights)
	c.Seen = maps.Clone(p.Seen)
	return &c
}

// remove takes away what stands on s, with everything that hangs on it [DC-102, DC-104].
func (p *Position) remove(s Square) Piece {
	x := p.at(s)
	p.Board[s.File][s.Rank] = Piece{}
	p.Passings = slices.DeleteFunc(p.Passings, func(e Passing) bool { return e.Pawn == s })
	p.Castling = slices.DeleteFunc(p.Castling, func(r Square) bool {
		return r == s || x.Code == "KG" && p.at(r).Black == x.Black
	})
	return x
}

func (p *Position) place(s Square, x Piece) { p.Board[s.File][s.Rank] = x }

func (p *Position) onStart(x Piece, s Square) bool {
	f, r := s.File, s.Rank
	if x.Black {
		f, r = p.Size+1-f, p.Size+1-r
	}
	switch {
	case p.Yuri:
		return f-1+r-1 == 6 // DC-507
	case x.Code == "PW":
		return r == 4
	default:
		return r == 3
	}
}

func isPawn(code string) bool { return code == "PW" || code == "RE" || code == "DP" }

// Load reads a valid position of the one-line notation, without a past.
func Load(fen string, yuri bool) *Position {
	p := &Position{Yuri: yuri, Size: 16, Seen: map[string]int{}, Repetition: 3, QuietLimit: 200, MaxPlies: 2000}
	if yuri {
		p.Size = 10
	}
	fields := strings.Split(fen, " ")
	for i, rank := range strings.Split(fields[0], "/") {
		f := 1
		for _, token := range strings.Split(rank, ",") {
			if n, err := strconv.Atoi(token); err == nil {
				f += n
				continue
			}
			x, s := Piece{Code: strings.ToUpper(token[:2]), Black: token[0] >= 'a'}, Square{f, p.Size - i}
			if isPawn(x.Code) {
				x.Moved = p.onStart(x, s) == (len(token) == 3)
			}
			p.place(s, x)
			f++
		}
	}
	p.Black = fields[1] == "b"
	p.MovesLeft, p.Extra = 1, fields[2] != "1"
	if fields[2] == "2" {
		p.MovesLeft = 2
	}
	for _, s := range entries(fields[3]) {
		p.Castling = append(p.Castling, readSquare(s))
	}
	for _, text := range entries(fields[4]) {
		pawn, passed, _ := strings.Cut(text, ":")
		e := Passing{Pawn: readSquare(pawn)}
		for _, s := range strings.Split(passed, ".") {
			e.Passed = append(e.Passed, readSquare(s))
		}
		p.Passings = append(p.Passings, e)
	}
	for _, text := range entries(fields[5]) {
		text, fresh := strings.CutSuffix(text, "!")
		code, rest, _ := strings.Cut(text, "@")
		square, counters, _ := strings.Cut(rest, "*")
		n, _ := strconv.Atoi(counters)
		p.Flights = append(p.Flights, Flight{Piece{Code: strings.ToUpper(code), Black: code[0] >= 'a'}, readSquare(square), n, fresh})
	}
	w, b, _ := strings.Cut(fields[6], ":")
	for i, code := range []string{w, b} {
		if code != "-" {
			p.Last[i] = strings.ToUpper(code)
		}
	}
	p.Quiet, _ = strconv.Atoi(fields[7])
	p.Turn, _ = strconv.Atoi(fields[8])
	p.Ply, _ = strconv.Atoi(fields[9])
	if !(p.Extra && p.MovesLeft == 1) { // DC-437
		p.Seen[p.Key()] = 1
		p.standing()
	}
	return p
}

func entries(field string) []string {
	if field == "-" {
		return nil
	}
	return strings.Split(field, ",")
}

func readSquare(text string) Square {
	rank, _ := strconv.Atoi(text[1:])
	return Square{int(text[0]-'a') + 1, rank}
}

// Key is fields 1 to 7 of the notation.
func (p *Position) Key() string {
	var ranks []string
	for r := p.Size; r >= 1; r-- {
		var tokens []string
		gap := 0
		flush := func() {
			if gap > 0 {
				tokens = append(tokens, strconv.Itoa(gap))
			}
			gap = 0
		}
		for f := 1; f <= p.Size; f++ {
			x := p.Board[f][r]
			if x.empty() {
				gap++
				continue
			}
			flush()
			text := x.text()
			if isPawn(x.Code) && x.Moved == p.onStart(x, Square{f, r}) {
				text += "~"
			}
			tokens = append(tokens, text)
		}
		flush()
		ranks = append(ranks, strings.Join(tokens, ","))
	}
	side, moves := "w", "1"
	if p.Black {
		side = "b"
	}
	if p.Extra {
		moves = map[int]string{2: "2", 1: "1x"}[p.MovesLeft]
	}
	var castling, passings, flights []string
	for _, s := range p.Castling {
		castling = append(castling, s.String())
	}
	for _, e := range p.Passings {
		var passed []string
		for _, s := range e.Passed {
			passed = append(passed, s.String())
		}
		passings = append(passings, e.Pawn.String()+":"+strings.Join(passed, "."))
	}
	slices.Sort(castling)
	slices.Sort(passings)
	for _, f := range p.Flights {
		text := fmt.Sprintf("%s@%s*%d", f.Piece.text(), f.Target, f.Counters)
		if f.Fresh {
			text += "!"
		}
		flights = append(flights, text)
	}
	last := p.Last
	for i := range last {
		if last[i] == "" {
			last[i] = "-"
		}
	}
	return strings.Join([]string{strings.Join(ranks, "/"), side, moves, field(castling), field(passings), field(flights),
		strings.ToLower(last[0] + ":" + last[1])}, " ")
}

func field(entries []string) string {
	if len(entries) == 0 {
		return "-"
	}
	return strings.Join(entries, ",")
}

// FEN is the whole one-line notation.
func (p *Position) FEN() string { return fmt.Sprintf("%s %d %d %d", p.Key(), p.Quiet, p.Turn, p.Ply) }
