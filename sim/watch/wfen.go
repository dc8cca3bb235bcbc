package watch

import (
	"fmt"
	"strconv"
	"strings"

	"variantlab/sim/board"
)

// startPlacement and startCastling are the standard start position [WC-001].
const (
	startPlacement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	startCastling  = "KQkq"
)

// appendPlacement writes the men as in FEN.
func (s *State) appendPlacement(dst []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			m := s.board[rank*8+file]
			if m == noMan {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
			}
			dst, empty = append(dst, m.letter()), 0
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

func (s *State) appendCastling(dst []byte) []byte {
	if s.castling == 0 {
		return append(dst, '-')
	}
	for i := range startCastling {
		if s.castling>>i&1 != 0 {
			dst = append(dst, startCastling[i])
		}
	}
	return dst
}

// appendKeyText writes the first four fields of the WFEN, by which repetitions are counted [WC-092].
func (s *State) appendKeyText(dst []byte) []byte {
	dst = append(s.appendPlacement(dst), ' ')
	dst = append(s.appendCastling(dst), ' ')
	for set := s.frozen; set != 0; set &= set - 1 {
		dst = append(dst, set.First().String()...)
		dst = append(dst, ',')
	}
	if s.frozen == 0 {
		dst = append(dst, '-', ' ')
	} else {
		dst[len(dst)-1] = ' '
	}
	return fmt.Appendf(dst, "%d/%d,%d/%d", s.ordinary[white], s.guards[white], s.ordinary[black], s.guards[black])
}

// appendWFEN writes the one-line notation [WC-110].
func (s *State) appendWFEN(dst []byte) []byte {
	return fmt.Appendf(s.appendKeyText(dst), " %d %d", s.round, s.idle)
}

// readWFEN fills an empty state from a WFEN and tests that it is a legal start board.
func (s *State) readWFEN(text string) error {
	f := strings.Split(text, " ")
	if len(f) != 6 {
		return fmt.Errorf("%q has %d fields; a WFEN has 6, one space apart: placement castling frozen allowances round idle", clip(text), len(f))
	}
	if err := s.readKeyFields(f[:4]); err != nil {
		return err
	}
	var err error
	if s.round, err = readCounter("round", f[4], 1); err != nil {
		return err
	}
	if s.idle, err = readCounter("idle", f[5], 0); err != nil {
		return err
	}
	return s.legalStart([2]bool{true, true})
}

// readKeyText fills an empty state from the first four fields of a WFEN.
func (s *State) readKeyText(text string) error {
	f := strings.Split(text, " ")
	if len(f) != 4 {
		return fmt.Errorf("%q has %d fields; it must have the first 4 of a WFEN", clip(text), len(f))
	}
	if err := s.readKeyFields(f); err != nil {
		return err
	}
	return s.legalStart([2]bool{true, true})
}

func (s *State) readKeyFields(f []string) error {
	if err := s.readPlacement(f[0]); err != nil {
		return err
	}
	if err := s.readCastling(f[1]); err != nil {
		return err
	}
	if f[2] != "-" {
		if err := s.readFrozen(strings.Split(f[2], ",")); err != nil {
			return err
		}
	}
	return s.readAllowances(f[3])
}

func (s *State) readPlacement(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != 8 {
		return fmt.Errorf("placement %q has %d ranks; it must have 8, rank 8 first", clip(text), len(rows))
	}
	for i, row := range rows {
		q, end, digit := (7-i)*8, (8-i)*8, false
		for _, c := range []byte(row) {
			if q >= end {
				return fmt.Errorf("rank %d: %q has more than 8 squares", 8-i, clip(row))
			}
			if c >= '1' && c <= '8' {
				if digit {
					return fmt.Errorf("rank %d: %q has two digits in a row; add them up", 8-i, clip(row))
				}
				q, digit = q+int(c-'0'), true
				continue
			}
			m, ok := manOf(c)
			if !ok {
				return fmt.Errorf("rank %d: %q is no man; use PNBRQK for White, pnbrqk for Black, digits for empty squares", 8-i, c)
			}
			s.put(square(q), m)
			q, digit = q+1, false
		}
		if q != end {
			return fmt.Errorf("rank %d: %q has %d squares; it must have 8", 8-i, clip(row), q-(end-8))
		}
	}
	return nil
}

func (s *State) readCastling(text string) error {
	if text == "-" {
		return nil
	}
	at := -1
	for _, c := range text {
		i := strings.IndexRune(startCastling, c)
		if i <= at {
			return fmt.Errorf("castling %q must be some of KQkq in this order, or -", clip(text))
		}
		at = i
		s.castling |= 1 << i
	}
	if at < 0 {
		return fmt.Errorf("castling is empty; write - for no right")
	}
	return nil
}

// readFrozen reads the squares of frozen men, ascending.
func (s *State) readFrozen(names []string) error {
	for _, name := range names {
		q, ok := board.Parse(name)
		if !ok {
			return fmt.Errorf("frozen %q is no square", clip(name))
		}
		if s.frozen>>q != 0 {
			return fmt.Errorf("frozen %s: squares must ascend by rank, then file, each once", name)
		}
		s.frozen |= q.Bit()
	}
	return nil
}

func (s *State) readAllowances(text string) error {
	sides := strings.Split(text, ",")
	if len(sides) != 2 {
		return fmt.Errorf("allowances %q must be <White's ordinary>/<King>,<Black's ordinary>/<King>, like 12/3,12/3", clip(text))
	}
	for c, one := range sides {
		ordinary, guards, ok := strings.Cut(one, "/")
		a, okA := readNumber(ordinary, maxAllowance)
		b, okB := readNumber(guards, maxAllowance)
		if !ok || !okA || !okB {
			return fmt.Errorf("allowances %q must be two whole numbers from 0 to %d with a / between, like 12/3", clip(one), maxAllowance)
		}
		s.ordinary[c], s.guards[c] = uint16(a), uint16(b)
	}
	return nil
}

func readCounter(name, text string, low uint32) (uint32, error) {
	n, ok := readNumber(text, maxCounter)
	if !ok || n < low {
		return 0, fmt.Errorf("%s %q must be a whole number from %d to %d", name, clip(text), low, maxCounter)
	}
	return n, nil
}

// readNumber reads a whole number without sign or leading zeros, at most high.
func readNumber(text string, high uint32) (uint32, bool) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || uint32(n) > high || text != strconv.FormatUint(n, 10) {
		return 0, false
	}
	return uint32(n), true
}

// legalStart tests the board [WC-009]; kings says which sides have their King.
func (s *State) legalStart(kings [2]bool) error {
	for c := white; c <= black; c++ {
		want := 0
		if kings[c] {
			want = 1
		}
		if n := (s.men[c] & s.kinds[king]).Count(); n != want {
			return fmt.Errorf("%v has %d Kings; it must have %d", sideName(c), n, want)
		}
	}
	if bad := s.kinds[pawn] & (homeRank(white) | homeRank(black)); bad != 0 {
		return fmt.Errorf("a pawn stands on %v; ranks 1 and 8 can't have pawns", bad.First())
	}
	if bad := s.frozen &^ s.occupied(); bad != 0 {
		return fmt.Errorf("frozen %v is an empty square", bad.First())
	}
	for i := range startCastling {
		c := side(i / 2)
		k := &castlings[i%2]
		base := square(56 * uint8(c))
		if s.castling>>i&1 != 0 && (s.board[base+kingHome] != makeMan(c, king) || s.board[base+k.rookFrom] != makeMan(c, rook)) {
			return fmt.Errorf("castling right %c needs the King on %v and the Rook on %v", startCastling[i], base+kingHome, base+k.rookFrom)
		}
	}
	if s.set.Mode == kingMode && (s.ordinary[white] != 0 || s.ordinary[black] != 0) {
		return fmt.Errorf("ordinary allowances must be 0 in King Watch mode")
	}
	return nil
}

func sideName(c side) string { return [2]string{"White", "Black"}[c] }

// clip shortens a text for a message.
func clip(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}
