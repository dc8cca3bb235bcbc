package mcts

import "variantlab/sim/game"

// nodeKind is what happens at a node.
type nodeKind uint8

const (
	decision nodeKind = iota
	wide              // a decision node whose edges from sortedEdges on are not sorted yet
	chance
	joint
	terminal
)

// node is one state reached, 32 bytes. Index 0 is no node.
//
// At a decision node edges are the legal actions in order of decreasing prior and the first visited of them have been
// selected before. At a joint node edges are laid out as joint.go says.
type node struct {
	sum    float64     // of all values that came through, First's view; unused at chance and terminal nodes
	n      uint32      // simulations that came through
	first  uint32      // first edge
	lo, hi float32     // proven bounds of the exact value, First's view
	edges  uint16      // how many
	visits uint16      // how many of them are visited, a prefix
	player game.Player // decides here
	kind   nodeKind
	cut    bool // a decision node that lacks the actions with the least priors
}

// edge is an action or outcome, 16 bytes; its action lies in arena.actions at the same index.
type edge struct {
	n     uint32  // simulations through it
	q     float32 // what it is worth by them, First's view
	p     float32 // prior, or an outcome's probability
	child uint32  // node with the bit closed, 0 before the first visit
}

// closed marks an edge that can no longer change its node's value.
const closed = 1 << 31

// keptPlans are the plans of a joint node, First's and then Second's, from arena.plans[first] on.
type keptPlans struct {
	first uint32
	count [2]uint16 // of either side
	all   [2]bool   // there are no others
	side  uint16    // as many cells are shown as this many plans a side make
}

// at is the index in arena.plans of the m-th plan of side p.
func (k *keptPlans) at(p game.Player, m int) int {
	if p == game.Second {
		m += int(k.count[game.First])
	}
	return int(k.first) + m
}

// arena holds a tree. It is allocated once and reset by forgetting.
type arena struct {
	nodes   []node
	edges   []edge
	actions []game.Action // of edges
	plans   []game.Plan   // of joint nodes
	prior   []float32     // of plans
	average []float64     // of plans: sum of their strategies, weighted by time
	kept    []keptPlans   // of nodes, in games with simultaneous ones

	usedNodes, usedEdges, usedPlans int
}

func newArena(nodes, edges, plans int) arena {
	a := arena{
		nodes: make([]node, nodes+1), edges: make([]edge, edges), actions: make([]game.Action, edges),
		plans: make([]game.Plan, plans), prior: make([]float32, plans), average: make([]float64, plans),
	}
	if plans > 0 {
		a.kept = make([]keptPlans, nodes+1)
	}
	return a
}

func (a *arena) reset() { a.usedNodes, a.usedEdges, a.usedPlans = 1, 0, 0 }

// room reports whether a node and that many edges still fit.
func (a *arena) room(edges int) bool {
	return a.usedNodes < len(a.nodes) && a.usedEdges+edges <= len(a.edges)
}

// add makes a node without edges; there must be room.
func (a *arena) add(kind nodeKind, player game.Player) uint32 {
	i := a.usedNodes
	a.usedNodes++
	a.nodes[i] = node{kind: kind, player: player, lo: -1, hi: 1}
	return uint32(i)
}

// extend gives node i its edges, cleared; there must be room.
func (a *arena) extend(i uint32, edges int) []edge {
	n := &a.nodes[i]
	n.first, n.edges = uint32(a.usedEdges), uint16(edges)
	a.usedEdges += edges
	list := a.edges[n.first:a.usedEdges]
	clear(list)
	return list
}

// edgesOf are the edges of a node.
func (a *arena) edgesOf(n *node) []edge { return a.edges[n.first:][:n.edges] }
