package domain

import (
	"slices"
	"strings"
)

// reveal shows a Toji for what he is; the second time nothing happens (CD-401, CD-407).
func (s *State) reveal(x Side) {
	if !s.hiddenToji(x) {
		return
	}
	p := s.player(x)
	p.Revealed = true
	p.Curses = nil
	s.emit("reveal:%s", x)
}

// breakInfinity ends every enemy Infinity beside a piece of x, a revealed Toji (CD-406).
func (s *State) breakInfinity(x Side) {
	for q := Square(0); q < 64; q++ {
		if p := s.on(q); p.Infinity > 0 && p.Side != x && s.besideOwn(x, q, NoSquare) {
			p.Infinity = 0
		}
	}
}

// spears lists the Inverted Spear of Heaven (CD-410).
func (s *State) spears(x Side) []Action {
	var list []Action
	for _, from := range s.squares(x) {
		if s.domainQueen(from) || !s.able(from) {
			continue
		}
		for _, to := range from.around() {
			if t := s.Board[to]; !t.piece() || t.Side == x || t.T == 'K' {
				continue
			}
			a := s.moveAction(from, to)
			a.Key, a.Text = "spear", "spear:"+a.Text
			list = append(list, a)
		}
	}
	return list
}

func (s *State) castSpear(a Action) {
	p := s.Board[a.From]
	s.capture(s.Turn, a.To)
	s.travel(a.From, a.To)
	s.smash(a.To)
	s.crown(p, a.To)
}

// clouds lists Playful Cloud: every set of up to the allowed number of targets beside one own piece (CD-411).
func (s *State) clouds(x Side) []Action {
	found := map[string]Action{}
	for _, q := range s.squares(x) {
		var beside []Square
		for _, n := range s.targets(x, "cloud") {
			if distance(q, n) == 1 {
				beside = append(beside, n)
			}
		}
		slices.SortFunc(beside, func(a, b Square) int { return strings.Compare(a.String(), b.String()) })
		for set := 1; set < 1<<len(beside); set++ {
			var chosen []Square
			var text []string
			for i, n := range beside {
				if set&(1<<i) != 0 {
					chosen = append(chosen, n)
					text = append(text, n.String())
				}
			}
			if len(chosen) > s.num("cloud.max") {
				continue
			}
			a := Action{Key: "cloud", Squares: chosen, Text: "cloud:" + strings.Join(text, "+")}
			found[a.Text] = a
		}
	}
	var list []Action
	for _, a := range found {
		list = append(list, a)
	}
	return list
}

// chains lists the Chain of a Thousand Miles (CD-412).
func (s *State) chains(x Side) []Action {
	unbound := Piece{T: 'N', Side: x, Kind: real}
	var list []Action
	for _, q := range s.targets(x, "chain") {
		if t := s.Board[q]; t.T == 'Q' || !s.capturableBy(unbound, q) {
			continue
		}
		for _, from := range s.squares(x) {
			if _, straight := line(from, q); !straight || distance(from, q) > s.num("chain.range") {
				continue
			}
			clear := true
			for _, b := range between(from, q) {
				clear = clear && s.free(b, x) && !s.doorsAt(b)
			}
			if clear {
				list = append(list, aimed("chain", q))
				break
			}
		}
	}
	return list
}

func (s *State) castChain(a Action) {
	if s.Board[a.To].T == 'M' {
		s.hitMahoraga(a.To, "chain")
		return
	}
	s.capture(s.Turn, a.To)
}

// senses lists High Sense (CD-413).
func (s *State) senses(x Side) []Action {
	var list []Action
	for _, q := range s.squares(x) {
		if s.movable(q) {
			list = append(list, aimed("sense", q))
		}
	}
	return list
}

// countered carries out the counter of High Sense, if there is one, against the capture of what stands on victim by the
// piece on from (CD-415).
func (s *State) countered(from, victim Square) bool {
	v := s.Board[victim]
	if v.Mark == 0 || !s.hittable(from, "sense") {
		return false
	}
	marker := v.Side
	s.emit("counter:%s", victim)
	s.destroy(marker, from, "sense")
	s.reveal(marker)
	s.note(marker, "sense")
	return true
}
