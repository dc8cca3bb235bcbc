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
	best, at := float32(math.Inf(-1)), 0
	for k := range edges[:n.visits] {
		e := &edges[k]
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
		if value-s.cfg.FPU*sqrt(n.prior)+scale*edges[v].p > best {
			at = v
			n.visits++
			n.prior += edges[v].p
		}
	}
	return n.first + uint32(at)
}

// selectOutcome picks the outcome of chance node i that is furthest behind its share: the largest p (N+1) - n, ties to
// the lower index. Outcomes with a proven value are left out; they need no more visits.
func (s *Search) selectOutcome(i uint32) uint32 {
	n := &s.tree.nodes[i]
	edges := s.tree.edgesOf(n)
	total := float64(n.n + 1)
	best, at := math.Inf(-1), 0
	for k := range edges {
		e := &edges[k]
		if s.solver && e.child != 0 && s.tree.nodes[e.child].proven() {
			continue
		}
		if d := float64(e.p)*total - float64(e.n); d > best {
			best, at = d, k
		}
	}
	return n.first + uint32(at)
}
