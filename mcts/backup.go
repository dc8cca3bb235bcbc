package mcts

import "math"

// backup takes the value of a leaf, already in its node, up the path. proof says that the leaf's bounds are news.
//
// What an edge is worth is read off its child; a node's sum changes by what n Q of the edge changed. Without chance
// nodes and proofs that is the leaf's value itself; with them it keeps sum = raw + the edges' n Q.
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

// worth is a node's value in First's view: the mean of what came through it, at a chance node the mean over its visited
// outcomes by their probabilities, and never outside its proven bounds.
func (a *arena) worth(n *node) float32 {
	if n.kind == chance {
		return a.expectation(n)
	}
	q := float32(n.sum / float64(n.n))
	if n.lo > -bound || n.hi < bound {
		q = max(float32(n.lo)/bound, min(float32(n.hi)/bound, q))
	}
	return q
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

// proven reports whether the node's exact value is known.
func (n *node) proven() bool { return n.lo == n.hi }

// outward rounds bounds in [-1, 1] to units of 1/127, the lower one down and the upper one up, forgiving float errors.
func outward(lo, hi float64) (int8, int8) {
	const slack = 1e-6
	return int8(math.Floor(lo*bound + slack)), int8(math.Ceil(hi*bound - slack))
}

// tighten computes the bounds of node i from its children's (score bounded search: Cazenave, Saffidine 2010), closes the
// edges that can no longer matter, and reports whether the bounds changed.
func (a *arena) tighten(i uint32) bool {
	n := &a.nodes[i]
	edges := a.edgesOf(n)
	lo, hi := n.lo, n.hi
	switch {
	case n.kind == chance:
		var low, high float64
		for k := range edges {
			l, h := a.bounds(&edges[k])
			low += float64(edges[k].p) * float64(l) / bound
			high += float64(edges[k].p) * float64(h) / bound
		}
		lo, hi = outward(low, high)
	case n.kind == joint:
		return false
	case n.player == 0:
		lo, hi = -bound, -bound
		for k := range edges {
			l, h := a.bounds(&edges[k])
			lo, hi = max(lo, l), max(hi, h)
		}
	default:
		lo, hi = bound, bound
		for k := range edges {
			l, h := a.bounds(&edges[k])
			lo, hi = min(lo, l), min(hi, h)
		}
	}
	changed := lo != n.lo || hi != n.hi
	n.lo, n.hi = lo, hi
	if n.kind != chance {
		a.close(n)
	}
	return changed
}

// bounds are those of the edge's child.
func (a *arena) bounds(e *edge) (lo, hi int8) {
	if e.child == 0 {
		return -bound, bound
	}
	c := &a.nodes[e.child&^closed]
	return c.lo, c.hi
}

// close marks the edges of a decision node that cannot be better for its player than what is proven already.
func (a *arena) close(n *node) {
	edges := a.edgesOf(n)
	for k := range edges {
		if edges[k].child == 0 {
			continue
		}
		lo, hi := a.bounds(&edges[k])
		if n.player == 0 && hi <= n.lo || n.player == 1 && lo >= n.hi {
			edges[k].child |= closed
		}
	}
}
