package mcts

import "variantlab/sim/game"

// A node inside keeps more plans than it shows at first, best first by its priors. Its visits make it show them, and then
// others, drawn by lot from those that it doesn't keep: whatever the priors say, no plan stays out for ever.

// widen shows more plans of joint node i, on which scratch stands, when its visits have grown enough. The edges move.
func (s *Search) widen(i uint32) {
	t := &s.tree
	n := &t.nodes[i]
	k, l := n.jointShape()
	kept, side := &t.kept[i], int(t.kept[i].side)
	if wantedPlans(int(n.n)) <= side || k == int(kept.count[0]) && l == int(kept.count[1]) && kept.all == [2]bool{true, true} {
		return
	}
	side = side * 3 / 2
	kept.side = uint16(side)
	most, other := shape(s.most(kept, game.First), s.most(kept, game.Second), side)
	s.keepMore(i, game.First, most)
	s.keepMore(i, game.Second, other)
	k2, l2 := shape(int(kept.count[0]), int(kept.count[1]), side)
	k2, l2 = max(k, k2), max(l, l2)
	if k2 == k && l2 == l || !t.room(k2+l2+k2*l2) {
		return
	}
	old := t.edgesOf(n)
	s.show(i, k2, l2)
	edges := t.edgesOf(n)
	take := func(to, from *edge) { to.n, to.q = from.n, from.q }
	for r := range k {
		take(&edges[r], &old[r])
		copy(edges[k2+l2+r*l2:], old[k+l+r*l:][:l])
	}
	for c := range l {
		take(&edges[k2+c], &old[k+c])
	}
}

// most is how many plans side p of a node can come to have, as far as one knows without listing them.
func (s *Search) most(kept *keptPlans, p game.Player) int {
	if kept.all[p] {
		return int(kept.count[p])
	}
	return s.cfg.mostPlans()
}

// latePlans is how many plans can be kept by keepMore in a search of Config.Sims simulations. A node gets there after more
// than (Plans/2)^2 visits; each time it keeps half as many more, the old ones move along.
func (c *Config) latePlans() int {
	if wantedPlans(c.Sims) <= c.Plans {
		return 0
	}
	return 2 * c.mostPlans() * (2 + c.Sims*8/(c.Plans*c.Plans))
}

// keepMore draws plans of side p of joint node i, on which scratch stands, until most are kept or all. Their prior is what
// the kept ones leave, in equal parts. The plans move.
func (s *Search) keepMore(i uint32, p game.Player, most int) {
	t, kept := &s.tree, &s.tree.kept[i]
	had := int(kept.count[p])
	if kept.all[p] || most <= had {
		return
	}
	if t.usedPlans+int(kept.count[p.Other()])+most > len(t.plans) {
		kept.all[p] = true // as far as the arena goes
		return
	}
	d := &s.drawers[p]
	d.key = s.lots[p].Uint64()
	d.listEqual(s.scratch, p)
	left := 1.0
	for m := range had {
		d.remove(&t.plans[kept.at(p, m)])
		left -= float64(t.prior[kept.at(p, m)])
	}
	others := len(d.plans)
	fresh := d.draw(min(most-had, others))
	moved := *kept
	moved.first = uint32(t.usedPlans)
	add := func(plan *game.Plan, prior float32, average float64) {
		t.plans[t.usedPlans], t.prior[t.usedPlans], t.average[t.usedPlans] = *plan, prior, average
		t.usedPlans++
	}
	for side := game.First; side <= game.Second; side++ {
		for m := range int(kept.count[side]) {
			at := kept.at(side, m)
			add(&t.plans[at], t.prior[at], t.average[at])
		}
		if side != p {
			continue
		}
		for _, r := range fresh {
			add(&d.plans[r.at], float32(max(0, left)/float64(others)), 0)
		}
	}
	moved.count[p] += uint16(len(fresh))
	moved.all[p] = len(fresh) == others
	*kept = moved
}
