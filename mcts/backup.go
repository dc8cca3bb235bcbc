package mcts

import "variantlab/sim/game"

// backup takes the value of a leaf, already in its node, up the path. proof says that the leaf's bounds are news.
//
// What an edge is worth is read off its child; a node's sum changes by what n Q of the edge changed. Without chance
// nodes and proofs that is the leaf's value itself; with them it keeps sum = own value + the edges' n Q.
func (s *Search) backup(proof bool) {
	t := &s.tree
	for k := len(s.path) - 1; k >= 0; k-- {
		st := s.path[k]
		n, e := &t.nodes[st.node], &t.edges[st.edge]
		before := float64(e.q) * float64(e.n)
		e.n++
		e.q = t.worth(&t.nodes[e.child&^closed])
		change := float64(e.q)*float64(e.n) - before
		n.n++
		n.sum += change
		if n.kind == joint {
			s.learn(st.node, st.edge, float32(change))
		}
		if proof {
			proof = t.tighten(st.node)
		}
	}
}

// worth is a node's value in First's view: the mean of what came through it, never outside its proven bounds; at a chance
// node the mean over its visited outcomes by their probabilities; at a joint node what the average strategies get.
func (a *arena) worth(n *node) float32 {
	switch {
	case n.kind == chance && !n.proven():
		return a.expectation(n)
	case n.kind == joint:
		return a.meanPlay(n)
	}
	return max(n.lo, min(n.hi, float32(n.sum/float64(n.n))))
}

func (a *arena) expectation(n *node) float32 {
	var sum, mass float32
	edges := a.edgesOf(n)
	for k := range edges {
		if e := &edges[k]; e.n > 0 {
			sum += e.p * e.q
			mass += e.p
		}
	}
	return sum / mass
}

const (
	// exact is how close bounds must be to count as one value: what adding up float32 probabilities can be off by.
	exact = 1e-6
	// coarse is the least change of bounds that is passed on to the parent, unless it proves a value.
	coarse = 1. / 128
)

// proven reports whether the node's exact value is known.
func (n *node) proven() bool { return n.hi-n.lo <= exact }

// tighten computes the bounds of node i from its children's (score bounded search: Cazenave, Saffidine 2010), closes the
// edges that can no longer matter, and reports whether the parent should know. A node that lacks actions is never proven
// lost, for what it lacks might save it.
func (a *arena) tighten(i uint32) bool {
	n := &a.nodes[i]
	if n.kind == joint || n.proven() {
		return false
	}
	edges := a.edgesOf(n)
	var lo, hi float32
	switch {
	case n.kind == chance:
		lo, hi = a.expectedBounds(edges)
	case n.player == game.First:
		lo, hi = -1, -1
		for k := range edges {
			l, h := a.bounds(&edges[k])
			lo, hi = max(lo, l), max(hi, h)
		}
		if n.cut {
			hi = 1
		}
	default:
		lo, hi = 1, 1
		for k := range edges {
			l, h := a.bounds(&edges[k])
			lo, hi = min(lo, l), min(hi, h)
		}
		if n.cut {
			lo = -1
		}
	}
	news := hi-lo <= exact || lo-n.lo >= coarse || n.hi-hi >= coarse
	if news {
		n.lo, n.hi = lo, hi
	}
	if n.kind != chance && !n.cut {
		a.close(n)
	}
	return news
}

// bounds are those of the edge's child.
func (a *arena) bounds(e *edge) (lo, hi float32) {
	if e.child == 0 {
		return -1, 1
	}
	c := &a.nodes[e.child&^closed]
	return c.lo, c.hi
}

func (a *arena) expectedBounds(edges []edge) (lo, hi float32) {
	var low, high, mass float64
	for k := range edges {
		l, h := a.bounds(&edges[k])
		p := float64(edges[k].p)
		low += p * float64(l)
		high += p * float64(h)
		mass += p
	}
	return float32(low / mass), float32(high / mass)
}

// close marks the edges of a decision node that cannot be better for its player than what is proven already.
func (a *arena) close(n *node) {
	edges := a.edgesOf(n)
	for k := range edges {
		if edges[k].child == 0 {
			continue
		}
		lo, hi := a.bounds(&edges[k])
		if n.player == game.First && hi <= n.lo+exact || n.player == game.Second && lo >= n.hi-exact {
			edges[k].child |= closed
		}
	}
}
