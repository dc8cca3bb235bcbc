package domain

import (
	"fmt"

	"variantlab/sim/game"
)

// Advice lists the techniques of p's own set with what a cast costs, how long it still rests, and how many casts are
// legal now; then what else p can cast, such as copied techniques.
func (g Game) Advice(pos game.Position, p game.Player) []string {
	s := pos.State().(*State)
	c := Side(p)
	side := &s.sides[c]
	counts := map[string]int{}
	var order []string
	for _, a := range s.Actions(p, nil) {
		class := g.Class(string(g.AppendAction(nil, s, p, a)))
		if class != "" && counts[class] == 0 {
			order = append(order, class)
		}
		counts[class]++
	}
	lines := []string{fmt.Sprintf("%-18s %-10s %s", "technique", "cost", "now")}
	listed := map[string]bool{}
	for k := KeyRCT; k < KeyCheck; k++ {
		t := &techniques[k]
		own := t.set == side.set || k == KeyRCT && side.set != Toji
		if !own || t.effect == nil {
			continue
		}
		name := k.String()
		unlock := s.rules().UnlockTechnique
		if t.domain != nil {
			name, unlock = KeyDomain.String()+":"+name, s.rules().UnlockDomain
		}
		listed[name] = true
		now := "no target"
		switch rest := side.cd[t.timer(k)]; {
		case int(side.turns) < unlock:
			now = fmt.Sprintf("from your turn %d", unlock)
		case rest > 0:
			now = fmt.Sprintf("rests %d more of your turns", rest)
		case counts[name] > 0:
			now = fmt.Sprintf("%d casts", counts[name])
		}
		lines = append(lines, fmt.Sprintf("%-18s %-10s %s", name, s.priceText(t, c), now))
	}
	for _, class := range order {
		if !listed[class] {
			lines = append(lines, fmt.Sprintf("%-18s %-10s %d casts", class, "", counts[class]))
		}
	}
	return lines
}

// priceText is the price of a cast, or that it goes by the target.
func (s *State) priceText(t *technique, c Side) string {
	switch {
	case s.sides[c].jackpot > 0 || t.tool && s.sides[c].set == Toji:
		return "free"
	case t.cost != nil:
		return "by piece"
	default:
		return fmt.Sprint(t.price(s.rules()))
	}
}

var _ game.Adviser = Game{}
