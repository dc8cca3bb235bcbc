package domain

import "variantlab/sim/board"

// World-Cutting Slash cuts the board along a diagonal, once in each Malevolent Queen [CD-232].

// diagonal is one of the 26 diagonals of two squares or more, from its lower end.
type diagonal struct {
	from, to Square
	dir      board.Dir
}

// diagonals run in ascending order of their ends.
var diagonals = func() (list []diagonal) {
	for from := Square(0); from < NoSquare; from++ {
		for _, d := range [...]board.Dir{board.NW, board.NE} {
			if board.Step(from, d.Opposite()) != NoSquare {
				continue
			}
			to := from
			for next := board.Step(to, d); next != NoSquare; next = board.Step(to, d) {
				to = next
			}
			if to != from {
				list = append(list, diagonal{from, to, d})
			}
		}
	}
	return list
}()

// squares are all squares of the diagonal.
func (d *diagonal) squares() Bitboard { return board.Lines[d.from][d.to] }

func slashTargets(l *lister) {
	s, c := l.s, l.c
	if !s.owns(c, KeyMalevolent) || s.domain.slash {
		return
	}
	swept := s.hittable(c, KeySlash) | s.exposed(c, KeySlash)
	var n int
	for i := range diagonals {
		d := &diagonals[i]
		if affected := d.squares() & swept; affected != 0 {
			l.same[n] = sameCast{a: pairAction(KeySlash, d.from, d.to), affected: affected}
			n++
		}
	}
	for _, e := range l.distinct(n) {
		l.tryRemoved(e.a, e.affected)
	}
}

func slashEffect(s *State, by cast, tr *trace) {
	s.domain.slash = true
	d, _ := board.Direction(actionFrom(by.a), actionTo(by.a))
	s.sweep(by, slashTakes(s, by), d, tr)
}

func slashTakes(s *State, by cast) Bitboard {
	return board.Lines[actionFrom(by.a)][actionTo(by.a)] & (s.hittable(by.c, KeySlash) | s.exposed(by.c, KeySlash))
}
