package deicide

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// maxCount is the largest quiet, turn or ply counter that is read.
const maxCount = 1_000_000_000

// readField reads the i-th field of the notation, counted from 0.
func (d *draft) readField(i int, text string) (err error) {
	switch i {
	case 0:
		return d.readPlacement(text)
	case 1:
		return d.readSide(text)
	case 2:
		return d.readMoves(text)
	case 3:
		d.castling, err = d.readCastling(text)
	case 4:
		d.passings, err = d.readPassings(text)
	case 5:
		d.flights, err = d.readFlights(text)
	case 6:
		return d.readLast(text)
	case 7:
		d.quiet, err = readCount(text)
	case 8:
		d.turn, err = readCount(text)
	case 9:
		d.ply, err = readCount(text)
	}
	return err
}

func (d *draft) readPlacement(text string) error {
	size := d.v.size
	ranks := strings.Split(text, "/")
	if len(ranks) != size {
		return fmt.Errorf("%d ranks; the board has %d, joined by /", len(ranks), size)
	}
	for i, rank := range ranks {
		if err := d.readRank(size-1-i, rank); err != nil {
			return fmt.Errorf("rank %d: %w", size-i, err)
		}
	}
	return nil
}

func (d *draft) readRank(r int, text string) error {
	size, f, gap := d.v.size, 0, false
	for token := range strings.SplitSeq(text, ",") {
		if n, ok := readNumber(token); ok {
			if gap || n == 0 {
				return fmt.Errorf("%q: empty squares are one number above 0", token)
			}
			f, gap = f+n, true
		} else {
			p, err := readPiece(token)
			if err != nil {
				return err
			}
			if f < size {
				d.pieces[at(f, r)] = d.settle(p, at(f, r))
			}
			f, gap = f+1, false
		}
		if f > size {
			return fmt.Errorf("more than %d squares", size)
		}
	}
	if f < size {
		return fmt.Errorf("%d squares; there are %d", f, size)
	}
	return nil
}

// readPiece reads a code. The moved bit of the answer means a tilde: the opposite of what the square says.
func readPiece(token string) (piece, error) {
	code, opposite := strings.CutSuffix(token, "~")
	p, ok := codes[code]
	switch {
	case !ok:
		return nobody, fmt.Errorf("%q is no piece: codes are two letters, upper case for White, lower case for Black", token)
	case opposite && !p.isPawn():
		return nobody, fmt.Errorf("%q: only pawn kinds have the mark ~", token)
	case opposite:
		p |= movedBit
	}
	return p, nil
}

// settle turns the mark that readPiece leaves into whether the pawn on q has moved.
func (d *draft) settle(p piece, q square) piece {
	if p.isPawn() && d.v.movedByDefault(p, q) {
		p ^= movedBit
	}
	return p
}

func (d *draft) readSide(text string) error {
	side := strings.Index("wb", text)
	if len(text) != 1 || side < 0 {
		return fmt.Errorf("%q is neither w nor b", text)
	}
	d.side = color(side)
	return nil
}

func (d *draft) readMoves(text string) error {
	switch text {
	case "1":
		d.movesLeft, d.extra = 1, false
	case "2":
		d.movesLeft, d.extra = 2, true
	case "1x":
		d.movesLeft, d.extra = 1, true
	default:
		return fmt.Errorf("%q: 1 is a normal turn, 2 an extra turn, 1x an extra turn before its second move", text)
	}
	return nil
}

func (d *draft) square(text string) (square, error) {
	q, ok := parseSquare(text, d.v.size)
	if !ok {
		last := at(d.v.size-1, d.v.size-1)
		return 0, fmt.Errorf("%q is no square; they go from a1 to %s", text, last)
	}
	return q, nil
}

// list splits a field of entries joined by commas, - for none.
func list(text string) []string {
	if text == "-" {
		return nil
	}
	return strings.Split(text, ",")
}

func (d *draft) readCastling(text string) (squares []square, err error) {
	for _, entry := range list(text) {
		q, err := d.square(entry)
		if err != nil {
			return nil, err
		}
		squares = append(squares, q)
	}
	return squares, nil
}

func (d *draft) readPassings(text string) (entries []passing, err error) {
	for _, entry := range list(text) {
		pawn, passed, ok := strings.Cut(entry, ":")
		if !ok {
			return nil, fmt.Errorf("%q: an entry is the pawn's square, a colon, and the squares it passed joined by dots", entry)
		}
		var e passing
		if e.pawn, err = d.square(pawn); err != nil {
			return nil, err
		}
		for text := range strings.SplitSeq(passed, ".") {
			q, err := d.square(text)
			if err != nil {
				return nil, err
			}
			if err := e.add(q); err != nil {
				return nil, err
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func (e *passing) add(q square) error {
	if e.n == maxPassed {
		return fmt.Errorf("the pawn on %s passed more than %d squares", e.pawn, maxPassed)
	}
	e.passed[e.n] = q
	e.n++
	return nil
}

func (d *draft) readFlights(text string) (flights []flight, err error) {
	for _, entry := range list(text) {
		f, err := d.readFlight(entry)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", entry, err)
		}
		flights = append(flights, f)
	}
	return flights, nil
}

func (d *draft) readFlight(text string) (f flight, err error) {
	body, fresh := strings.CutSuffix(text, "!")
	code, rest, ok := strings.Cut(body, "@")
	target, counters, ok2 := strings.Cut(rest, "*")
	p, ok3 := codes[code]
	n, ok4 := readNumber(counters)
	if !ok || !ok2 || !ok3 || !ok4 || n > launchCounters {
		return f, errors.New("a piece in flight is written CODE@square*counters, then ! if launched this turn")
	}
	q, err := d.square(target)
	return flight{piece: p, target: q, counters: uint8(n), fresh: fresh}, err
}

func (d *draft) readLast(text string) error {
	w, b, ok := strings.Cut(text, ":")
	if !ok {
		return fmt.Errorf("%q: write White's and Black's lower-case codes, or -, with a colon between", text)
	}
	for side, code := range [2]string{w, b} {
		d.last[side] = none
		if code == "-" {
			continue
		}
		p, ok := codes[code]
		if !ok || p.color() != black {
			return fmt.Errorf("%q is no lower-case code of a piece", code)
		}
		d.last[side] = p.kind()
	}
	return nil
}

// readNumber reads digits without a leading zero.
func readNumber(text string) (int, bool) {
	if text == "" || len(text) > 1 && text[0] == '0' || text[0] < '0' || text[0] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

func readCount(text string) (uint32, error) {
	n, ok := readNumber(text)
	if !ok || n > maxCount {
		return 0, fmt.Errorf("%q is no whole number from 0 to %d", text, maxCount)
	}
	return uint32(n), nil
}
