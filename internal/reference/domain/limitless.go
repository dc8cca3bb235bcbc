package domain

import (
	"fmt"
	"strings"
)

// sees tells whether a piece of x has q on a clear straight line; doors don't stop sight (CD-210).
func (s *State) sees(x Side, q Square) bool {
	for _, from := range s.squares(x) {
		if _, straight := line(from, q); !straight {
			continue
		}
		clear := true
		for _, b := range between(from, q) {
			clear = clear && s.free(b, x)
		}
		if clear {
			return true
		}
	}
	return false
}

// blues lists Lapse Blue (CD-210, CD-211).
func (s *State) blues(x Side) []Action {
	var list []Action
	for _, from := range orders[x] {
		p := s.Board[from]
		if !p.piece() || p.Side == x && !s.movable(from) || p.Side != x && !s.hittable(from, "blue") || !s.sees(x, from) {
			continue
		}
		for to := Square(0); to < 64; to++ {
			if sameHalf(from, to) && s.standable(to, p.T, x) {
				list = append(list, fromTo("blue", from, to))
			}
		}
	}
	return s.oncePerMahoraga(x, list)
}

// oncePerMahoraga drops destinations that don't matter because the target only gets stunned (CD-012).
func (s *State) oncePerMahoraga(x Side, list []Action) []Action {
	return firstOf(list, func(a Action) string {
		if p := s.Board[a.From]; p.T == 'M' && p.Side != x {
			return a.From.String()
		}
		return a.Text
	})
}

func (s *State) castBlue(a Action) {
	if !a.Copy && s.me().Set == "limitless" {
		s.me().Blue = true
	}
	s.drag(a)
}

// drag takes the piece on From to To, an enemy one only if nothing prevents it: Blue and Toad.
func (s *State) drag(a Action) {
	if p := s.Board[a.From]; p.Side != s.Turn {
		if s.fails(a.From, a.Key) {
			return
		}
		if p.T == 'M' {
			s.hitMahoraga(a.From, a.Key)
			return
		}
	}
	s.shift(a.From, a.To)
}

// blast is what a push away from a caster does to a piece: where it ends, NoSquare if it is destroyed.
func (s *State) blast(from Square, d direction, steps int) Square {
	q := from
	for range steps {
		n := q.step(d)
		if n == NoSquare {
			return NoSquare
		}
		if s.occupied(n, s.Turn) {
			break
		}
		q = n
	}
	if q != from && s.Board[from].T == 'P' && q.lastRow() {
		return NoSquare
	}
	return q
}

// touched lists the enemy pieces that a Red of the caster on q acts on, in ascending ord of x.
func (s *State) touched(x Side, q Square) []Square {
	var list []Square
	for _, n := range orders[x] {
		if distance(q, n) == 1 && s.target(x, n, "red") {
			list = append(list, n)
		}
	}
	return list
}

// reds lists Reversal Red; casters with one result for one set of pieces count once (CD-012, CD-212).
func (s *State) reds(x Side) []Action {
	var list []Action
	for _, q := range s.squares(x) {
		if len(s.touched(x, q)) > 0 {
			list = append(list, aimed("red", q))
		}
	}
	return firstOf(list, func(a Action) string {
		var b strings.Builder
		for _, q := range s.touched(x, a.To) {
			if s.Board[q].T == 'M' {
				fmt.Fprintf(&b, "%s stunned ", q)
				continue
			}
			d, _ := line(a.To, q)
			fmt.Fprintf(&b, "%s to %s, ", q, s.blast(q, d, s.num("red.distance")))
		}
		return b.String()
	})
}

func (s *State) castRed(a Action) {
	x := s.Turn
	if !a.Copy && s.me().Set == "limitless" {
		s.me().Red = true
	}
	for _, q := range s.view(x).touched(x, a.To) {
		if s.fails(q, "red") {
			continue
		}
		if s.Board[q].T == 'M' {
			s.hitMahoraga(q, "red")
			continue
		}
		d, _ := line(a.To, q)
		switch to := s.blast(q, d, s.num("red.distance")); to {
		case NoSquare:
			s.remove(x, q)
		case q:
		default:
			s.shift(q, to)
		}
	}
}

// infinities lists Infinity (CD-220).
func (s *State) infinities(x Side) []Action {
	var list []Action
	for _, q := range s.squares(x) {
		if p := s.Board[q]; p.Kind == real && strings.ContainsRune("PNBR", rune(p.T)) {
			list = append(list, aimed("infinity", q))
		}
	}
	return list
}

// erased lists outward what a Hollow Purple from q takes (CD-214).
func (s *State) erased(x Side, q Square, d direction) []Square {
	var list []Square
	for n := q.step(d); n != NoSquare; n = n.step(d) {
		p := s.Board[n]
		if p.Side == x && s.inOwnLine(n, "hollow") || p.Side != x && s.hittable(n, "hollow") {
			list = append(list, n)
		}
	}
	return list
}

// hollows lists Hollow Purple; casts that erase the same squares count once (CD-012).
func (s *State) hollows(x Side, own bool) []Action {
	if p := s.Players[x]; own && !(p.Blue && p.Red) {
		return nil
	}
	var list []Action
	for _, q := range s.squares(x) {
		for _, d := range directions {
			if len(s.erased(x, q, d)) > 0 {
				list = append(list, Action{Key: "hollow", From: q, Dir: d.name, Text: "hollow:" + q.String() + "-" + d.name})
			}
		}
	}
	return firstOf(list, func(a Action) string { return names(s.erased(x, a.From, directionNamed(a.Dir))) })
}

func directionNamed(name string) direction {
	for _, d := range directions {
		if d.name == name {
			return d
		}
	}
	panic("no direction " + name)
}

func (s *State) castHollow(a Action) {
	s.me().Blue, s.me().Red = false, false
	for _, q := range s.erased(s.Turn, a.From, directionNamed(a.Dir)) {
		s.destroy(s.Turn, q, "hollow")
	}
}

// push is Infinity's push at the end of a turn, for the wrapped pieces of x (CD-224).
func (s *State) push(x Side) {
	for _, i := range orders[x] {
		if w := s.Board[i]; w.empty() || w.Side != x || w.Infinity == 0 {
			continue
		}
		for _, q := range orders[x] {
			if distance(i, q) != 1 || !s.target(x, q, "infinity") || !s.binds(s.Board[q]) {
				continue
			}
			if s.Board[q].T == 'M' {
				s.hitMahoraga(q, "infinity")
				continue
			}
			d, _ := line(i, q)
			for to := q.step(d); to != NoSquare; to = to.step(d) {
				if s.standable(to, s.Board[q].T, x) && !s.doorsAt(to) {
					s.shift(q, to)
					break
				}
			}
		}
	}
}
