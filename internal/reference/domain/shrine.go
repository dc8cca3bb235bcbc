package domain

import "strings"

// dismantles lists Dismantle (CD-230).
func (s *State) dismantles(x Side, own bool) []Action {
	n := s.num("dismantle.range")
	if own && s.owns(x, "malevolent") {
		n = s.num("dismantle.range_domain")
	}
	var list []Action
	for _, q := range s.within(x, "dismantle", n) {
		if strings.ContainsRune("PNBRM", rune(s.Board[q].T)) {
			list = append(list, aimed("dismantle", q))
		}
	}
	return list
}

// cleaves lists Cleave (CD-231).
func (s *State) cleaves(x Side, own bool) []Action {
	n := s.num("cleave.range")
	if own && s.owns(x, "malevolent") {
		n = s.num("cleave.range_domain")
	}
	var list []Action
	for _, q := range s.within(x, "cleave", n) {
		list = append(list, aimed("cleave", q))
	}
	return list
}

// diagonals lists the diagonals of at least two squares, each from its end of lower index (CD-232).
func diagonals() [][]Square {
	var list [][]Square
	for q := Square(0); q < 64; q++ {
		for _, d := range []direction{directionNamed("ne"), directionNamed("nw")} {
			if at(q.file()-d.file, q.rank()-d.rank) != NoSquare {
				continue
			}
			var squares []Square
			for n := q; n != NoSquare; n = n.step(d) {
				squares = append(squares, n)
			}
			if len(squares) > 1 {
				list = append(list, squares)
			}
		}
	}
	return list
}

// slashed lists what a slash along the diagonal destroys.
func (s *State) slashed(x Side, diagonal []Square) []Square {
	var list []Square
	for _, q := range diagonal {
		p := s.Board[q]
		if p.Side == x && s.inOwnLine(q, "slash") || p.Side != x && s.hittable(q, "slash") {
			list = append(list, q)
		}
	}
	return list
}

// slashes lists World-Cutting Slash; diagonals with the same effect count once (CD-012).
func (s *State) slashes(x Side) []Action {
	if !s.owns(x, "malevolent") || s.Domain.Slash {
		return nil
	}
	var list []Action
	for _, d := range diagonals() {
		if len(s.slashed(x, d)) > 0 {
			a := fromTo("slash", d[0], d[len(d)-1])
			a.Squares = d
			list = append(list, a)
		}
	}
	return firstOf(list, func(a Action) string { return names(s.slashed(x, a.Squares)) })
}

func (s *State) castSlash(a Action) {
	s.Domain.Slash = true
	for _, q := range s.slashed(s.Turn, a.Squares) {
		s.destroy(s.Turn, q, "slash")
	}
}

// cut is the sure hit of Malevolent Queen (CD-351).
func (s *State) cut() {
	if !s.stands("malevolent") || !s.domainQueen(s.Domain.Queen) {
		return
	}
	x, queen := s.Domain.Owner, s.Domain.Queen
	var list []Square
	for _, q := range orders[x] {
		p := s.Board[q]
		if distance(queen, q) != 1 || !p.piece() || p.Side == x || p.T == 'K' || p.Kind == rikaKind {
			continue
		}
		if p.Shield > 0 || s.Players[p.Side].Jackpot > 0 || p.T == 'M' && s.adapted(p.Side, "malevolent") {
			continue
		}
		list = append(list, q)
	}
	for _, q := range list {
		s.destroy(x, q, "malevolent")
	}
}
