package mcts

import (
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/watch"
)

// Nodes that are visited often come to have plans beyond those that their priors chose, at last all of them; kept plans
// are legal and distinct, what they were worth moves with them, and nothing is allocated.
func TestNodesComeToHaveAllPlans(t *testing.T) {
	const sims = 6000
	cfg := NewConfig(sims)
	cfg.Plans = innerPlans
	s, state := newSearch(t, watch.Game{}, cfg), watchAt(t, endings[0].mode, endings[0].wfen, endings[0].rounds)
	allocs := testing.AllocsPerRun(3, func() {
		if _, err := s.Run(state, sims, Seed{Run: 19}, Uniform{}); err != nil {
			t.Fatal(err)
		}
	})
	if allocs > 0 {
		t.Errorf("%v allocations a search", allocs)
	}
	grown, whole := 0, 0
	root := &s.tree.nodes[s.roots[0]]
	k, l := root.jointShape()
	for c := range k * l {
		e := root.first + uint32(k+l+c)
		i := s.tree.edges[e].child
		n := &s.tree.nodes[i]
		if n.kind != joint {
			continue
		}
		s.scratch.CopyFrom(state)
		s.followCell(root, e)
		kept := &s.tree.kept[i]
		for side := game.First; side <= game.Second; side++ {
			seen, sum := map[game.Plan]bool{}, float32(0)
			for m := range int(kept.count[side]) {
				plan := s.tree.plans[kept.at(side, m)]
				if !s.joint.LegalPlan(side, &plan) || seen[plan] {
					t.Fatalf("%v keeps %v, legal or not, twice or not", side, plan)
				}
				seen[plan] = true
				sum += s.tree.prior[kept.at(side, m)]
			}
			if sum > 1.0001 {
				t.Errorf("priors of %d plans sum to %v", len(seen), sum)
			}
			if len(seen) > cfg.Plans {
				grown++
			}
			var f game.Factors
			s.scratch.(game.Factored).Reduced(side, &f)
			if all := int(f.Count(1 << 20)); kept.all[side] != (len(seen) == all) {
				t.Errorf("%d of %d plans are kept, all: %v", len(seen), all, kept.all[side])
			} else if len(seen) > cfg.Plans && kept.all[side] {
				whole++
				if sum < 0.9999 {
					t.Errorf("priors of all %d plans sum to %v", len(seen), sum)
				}
			}
		}
		if err := visitsAddUp(s, n); err != "" {
			t.Error(err)
		}
	}
	t.Logf("%d sides of nodes have grown, %d of them have all plans", grown, whole)
	if grown < 10 || whole == 0 {
		t.Errorf("%d sides of nodes have grown, %d of them have all plans", grown, whole)
	}
}

// visitsAddUp says what is wrong if the visits of a joint node aren't those of its cells, or those of its plans.
func visitsAddUp(s *Search, n *node) string {
	k, l := n.jointShape()
	edges := s.tree.edgesOf(n)
	rows, columns := make([]uint32, k), make([]uint32, l)
	total := uint32(0)
	for c, e := range edges[k+l:] {
		rows[c/l] += e.n
		columns[c%l] += e.n
		total += e.n
	}
	for m, e := range edges[:k+l] {
		if m < k && e.n != rows[m] || m >= k && e.n != columns[m-k] {
			return "a plan's visits aren't those of its cells"
		}
	}
	if total != n.n-1 {
		return "a node's visits aren't those of its cells"
	}
	return ""
}
