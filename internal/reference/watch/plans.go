package watch

import (
	"maps"
	"slices"
	"strings"
)

// move is a candidate Move [WC-070].
type move struct {
	text    string
	from    int
	movers  []int // squares of the men that move
	safe    bool  // WC-074
	castles bool
}

// moves lists s's candidate Moves on the board.
func (p *Position) moves(s int) []move {
	var list []move
	for from, man := range p.Men {
		if man == 0 || sideOf(man) != s || p.Frozen[from] {
			continue
		}
		var to []int
		if kind(man) == 'p' {
			to = p.pawnMoves(from, s)
		} else {
			for square := range p.pattern(from) {
				if other := p.Men[square]; other == 0 || sideOf(other) != s {
					to = append(to, square)
				}
			}
		}
		for _, square := range to {
			suffixes := []string{""}
			if last := 7 * (1 - s); kind(man) == 'p' && square/8 == last {
				suffixes = []string{"q", "r", "b", "n"}
			}
			for _, suffix := range suffixes {
				list = append(list, move{name(from) + name(square) + suffix, from, []int{from}, p.safe(s, from, square, suffix), false})
			}
		}
	}
	return append(list, p.castling(s)...)
}

// pawnMoves lists where the pawn on from may be planned to go [WC-071].
func (p *Position) pawnMoves(from, s int) []int {
	var to []int
	one := from + 8*forward(s)
	if p.Men[one] == 0 {
		to = append(to, one)
		two := one + 8*forward(s)
		if from/8 == 1+5*s && p.Men[two] == 0 {
			to = append(to, two)
		}
	}
	for square := range p.pattern(from) {
		if man := p.Men[square]; man != 0 && sideOf(man) != s {
			to = append(to, square)
		}
	}
	return to
}

// safe reports whether s's King is unthreatened once the man on from stands on to and nothing else has moved.
func (p *Position) safe(s, from, to int, promotion string) bool {
	after := *p
	after.Men[to], after.Men[from] = after.Men[from], 0
	after.Frozen[to] = false
	if promotion != "" {
		after.Men[to] = letter(promotion[0], s)
	}
	return !after.inCheck(s)
}

// castling lists the castling Moves that are allowed [WC-072].
func (p *Position) castling(s int) []move {
	var list []move
	rank := 56 * s
	for _, c := range []struct {
		right, kingTo, rookFrom, rookTo int
		clear                           []int
	}{
		{'k', 6, 7, 5, []int{5, 6}},
		{'q', 2, 0, 3, []int{1, 2, 3}},
	} {
		king, rook := rank+4, rank+c.rookFrom
		if !strings.ContainsRune(p.Castling, rune(letter(byte(c.right), s))) || p.Frozen[king] || p.Frozen[rook] {
			continue
		}
		if slices.ContainsFunc(c.clear, func(file int) bool { return p.Men[rank+file] != 0 }) {
			continue
		}
		lifted := *p
		lifted.Men[king] = 0
		if lifted.threatens(1-s, rank+c.rookTo) {
			continue
		}
		after := lifted
		after.Men[rank+c.kingTo], after.Men[rank+c.rookTo], after.Men[rook] = p.Men[king], p.Men[rook], 0
		if after.inCheck(s) {
			continue
		}
		list = append(list, move{name(king) + name(rank+c.kingTo), king, []int{king, rook}, true, true})
	}
	return list
}

// pair is a Watch: watcher and watched.
type pair struct{ watcher, watched int }

// watches lists every Watch that s might declare, ordinary ones and King Watches [WC-075, WC-076].
func (p *Position) watches(s int) (ordinary, kings []pair) {
	for from, man := range p.Men {
		if man == 0 || sideOf(man) != s || p.Frozen[from] {
			continue
		}
		for _, to := range slices.Sorted(maps.Keys(p.pattern(from))) {
			other := p.Men[to]
			if other == 0 || sideOf(other) != s {
				continue
			}
			if kind(other) == 'k' {
				kings = append(kings, pair{from, to})
			} else {
				ordinary = append(ordinary, pair{from, to})
			}
		}
	}
	return ordinary, kings
}

// plan is one try.
type plan struct {
	move    *move
	watches []pair
	king    *pair
}

func (l *plan) text() string {
	var tokens []string
	if l.move != nil {
		tokens = append(tokens, l.move.text)
	}
	sorted := slices.SortedFunc(slices.Values(l.watches), func(a, b pair) int { return a.watcher - b.watcher })
	for _, w := range sorted {
		tokens = append(tokens, "w:"+name(w.watcher)+">"+name(w.watched))
	}
	if l.king != nil {
		tokens = append(tokens, "kw:"+name(l.king.watcher)+">"+name(l.king.watched))
	}
	return strings.Join(tokens, " ")
}

// plans lists s's legal plans with at most that many ordinary Watches by WC-078, sorted, without looking whether Hold is
// forced.
func (p *Position) plans(set Settings, s, most int) []string {
	moves := p.moves(s)
	ordinary, kings := p.watches(s)
	check := p.inCheck(s)
	withMove := false
	var found []string
	each := func(m *move) {
		for k := -1; k < len(kings); k++ {
			l := plan{move: m}
			if k >= 0 {
				l.king = &kings[k]
			}
			subsets(&l, ordinary, 0, most, func() {
				if p.legal(set, s, &l, check, withMove) {
					found = append(found, l.text())
					withMove = withMove || m != nil
				}
			})
		}
	}
	for i := range moves {
		each(&moves[i])
	}
	each(nil)
	slices.Sort(found)
	return found
}

// subsets calls try with every set of at most that many ordinary Watches.
func subsets(l *plan, ordinary []pair, from, most int, try func()) {
	try()
	if most == 0 {
		return
	}
	for i := from; i < len(ordinary); i++ {
		l.watches = append(l.watches, ordinary[i])
		subsets(l, ordinary, i+1, most-1, try)
		l.watches = l.watches[:len(l.watches)-1]
	}
}

// legal is WC-078, point by point; withMove says whether a legal plan with a Move has been found (WC-079).
func (p *Position) legal(set Settings, s int, l *plan, check, withMove bool) bool {
	all := slices.Clone(l.watches)
	if l.king != nil {
		all = append(all, *l.king)
	}
	// Point 2.
	watcher, watched := map[int]bool{}, map[int]bool{}
	for _, w := range all {
		if watcher[w.watcher] || watched[w.watched] {
			return false
		}
		watcher[w.watcher], watched[w.watched] = true, true
		if l.move != nil && (slices.Contains(l.move.movers, w.watcher) || slices.Contains(l.move.movers, w.watched)) {
			return false
		}
	}
	if l.king != nil && (watcher[l.king.watched] || p.Kings[s] == 0) {
		return false
	}
	if len(all) > set.Limit || len(l.watches) > p.Ordinary[s] || set.King && len(l.watches) > 0 {
		return false
	}
	// Point 3.
	if l.move != nil && !l.move.safe && l.king == nil {
		return false
	}
	if l.move == nil && check && l.king == nil {
		return false
	}
	// Points 4 and 5.
	if l.move == nil && l.king == nil && len(l.watches) == 0 {
		return false
	}
	if l.move == nil && l.king != nil && (!check || withMove) {
		return false
	}
	return true
}

// Status is the status of side 'w' or 'b' at the opening [WC-081 to WC-084].
func (p *Position) Status(set Settings, side byte) string {
	s := strings.IndexByte("wb", side)
	// Without its second ordinary Watch a legal plan is still legal: one is enough to tell whether there are plans.
	plans := p.plans(set, s, 1)
	check := p.inCheck(s)
	switch {
	case len(plans) > 0 && !check:
		return "normal"
	case len(plans) > 0:
		for _, text := range plans {
			if hasMove(text) {
				return "check"
			}
		}
		return "emergency"
	case check:
		return "checkmate"
	}
	thawed := *p
	for square, man := range p.Men {
		if man != 0 && sideOf(man) == s {
			thawed.Frozen[square] = false
		}
	}
	if len(thawed.plans(set, s, 1)) > 0 {
		return "forced_hold"
	}
	if set.Stalemate == "hold" {
		return "stalemate_hold"
	}
	return "stalemate"
}

// hasMove reports whether a plan that isn't hold begins with a Move.
func hasMove(text string) bool {
	return !strings.HasPrefix(text, "w:") && !strings.HasPrefix(text, "kw:")
}

// Plans lists the plan set of side 'w' or 'b', sorted.
func (p *Position) Plans(set Settings, side byte) []string {
	switch p.Status(set, side) {
	case "forced_hold", "stalemate_hold":
		return []string{"hold"}
	}
	return p.plans(set, strings.IndexByte("wb", side), set.Limit)
}
