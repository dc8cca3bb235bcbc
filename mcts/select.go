package mcts

import (
	"math"

	"variantlab/sim/game"
)

// signs turn First's view into that of a player, and back.
var signs = [...]float32{game.First: 1, game.Second: -1}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// selectEdge picks the edge of decision node i with the largest
//
//	sign Q + CPUCT P sqrt(N) / (1 + n)
//
// (PUCT as in AlphaZero), where an unvisited edge counts Q as the node's own value minus FPU sqrt(visited prior mass).
// Edges are sorted by prior, so the first unvisited one stands for all unvisited ones. Ties go to the lower index.
func (s *Search) selectEdge(i uint32) uint32 {
	n := &s.tree.nodes[i]
	edges := s.tree.edgesOf(n)
	sign, scale := signs[n.player], s.cfg.CPUCT*sqrt(float32(n.n))
	best, at, mass := float32(math.Inf(-1)), 0, float32(0)
	for k := range edges[:n.visits] {
		e := &edges[k]
		mass += e.p
		if e.child&closed != 0 {
			continue
		}
		if u := sign*e.q + scale*e.p/float32(1+e.n); u > best {
			best, at = u, k
		}
	}
	if v := int(n.visits); v < len(edges) {
		if v == sortedEdges && n.kind == wide {
			s.sortTail(n)
		}
		value := sign * float32(n.sum/float64(n.n))
		if value-s.cfg.FPU*sqrt(mass)+scale*edges[v].p > best {
			at = v
			n.visits++
		}
	}
	return n.first + uint32(at)
}

// selectOutcome picks an outcome of chance node i so that, after any number of simulations, every outcome has been taken
// p N times give or take less than one (Tijdeman: "The chairman assignment problem", 1980): of those that may be taken
// without getting ahead of their share, the one that would be the first to fall behind; ties to the lower index. Outcomes
// with a proven value are left out, they need no more simulations.
func (s *Search) selectOutcome(i uint32) uint32 {
	n := &s.tree.nodes[i]
	edges := s.tree.edgesOf(n)
	slack := 1 / float64(max(2, 2*len(edges)-2))
	total := float64(n.n + 1)
	best, at, fair := math.Inf(1), 0, false
	for k := range edges {
		e := &edges[k]
		if s.solver && e.child != 0 && s.tree.nodes[e.child].proven() {
			continue
		}
		may := float64(e.p)*total-float64(e.n) >= slack
		if deadline := (float64(e.n) + 1 - slack) / float64(e.p); may && !fair || may == fair && deadline < best {
			best, at, fair = deadline, k, may
		}
	}
	return n.first + uint32(at)
}
