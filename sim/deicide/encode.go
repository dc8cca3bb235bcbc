package deicide

import "variantlab/sim/game"

// netView is how a network sees a variant: planes and globals in this order, and the policy vector. Everything is derived
// from the canonical state alone, so a state read from text looks the same as one played.
type netView struct {
	planes    []string
	pieces    [2]int // first plane of a side's types, own side first; of is added
	of        [numKinds]int
	landings  [2]int // three planes each: landing after 1, 2, 3 turns
	rights    [2]int // King and Rooks that may castle; -1 where nobody castles
	starts    [2]int // pawns with a head start left
	passed    [numKinds]int
	attacked  [2]int // two planes each: by one piece or more, by two or more
	zones     [2]int // where the side promotes
	rank      int    // 0 at the own side to 1
	file      int    // 0 to 1
	ones      int
	globals   int
	promotion [numKinds]uint16 // aux by type
	aux       int
	index     [2][256]uint16 // cell by own side and square, row by row from the own side
}

var sides = [2]string{"own", "opponent"}

// The last of the globals; before them come the types last moved, own and opponent, none first.
const (
	oneMove = iota // own turn, one move left
	twoMoves
	extraTurn
	castleLow // own right towards file a, towards the last file, then the opponent's two
	_
	_
	_
	occurred // occurrences of the present position over draw.repetition
	quietShare
	plyShare
	checked        // side to move in check
	stalemateLoses // rule
	numGlobals
)

func newNetView(v *variant) netView {
	n := netView{aux: 1}
	plane := func(name string) int {
		n.planes = append(n.planes, name)
		return len(n.planes) - 1
	}
	kinds := 0
	for k := king; k < numKinds; k++ {
		if v.kinds.has(k) {
			n.of[k] = kinds
			kinds++
		}
		if v.rules.promotions.has(k) {
			n.promotion[k] = uint16(n.aux)
			n.aux++
		}
	}
	for i, side := range sides {
		n.pieces[i] = len(n.planes)
		for k := king; k < numKinds; k++ {
			if v.kinds.has(k) {
				plane(side + " " + k.String())
			}
		}
	}
	for i, side := range sides {
		n.landings[i] = plane(side + " lands in 1")
		plane(side + " lands in 2")
		plane(side + " lands in 3")
	}
	for i, side := range sides {
		n.rights[i] = -1
		if v.kinds.has(rook) {
			n.rights[i] = plane(side + " may castle")
		}
	}
	for i, side := range sides {
		n.starts[i] = plane(side + " head start")
	}
	for k := king; k < numKinds; k++ {
		if pawnKinds.has(k) && v.kinds.has(k) {
			n.passed[k] = plane("passed by " + k.String())
		}
	}
	for i, side := range sides {
		n.attacked[i] = plane(side + " attacks")
		plane(side + " attacks twice")
	}
	for i, side := range sides {
		n.zones[i] = plane(side + " promotes")
	}
	n.rank, n.file, n.ones = plane("rank"), plane("file"), plane("ones")
	n.globals = 2*(1+kinds) + numGlobals
	for c := white; c <= black; c++ {
		for q := range v.board.each {
			f, r := v.ownView(c, q)
			n.index[c][q] = uint16(r*v.size + f)
		}
	}
	return n
}

// net describes the view.
func (v *variant) net() game.NetInfo {
	return game.NetInfo{
		Files: v.size, Ranks: v.size, Planes: v.view.planes, Globals: v.view.globals, Aux: v.view.aux,
		Policy: []game.PolicyBlock{
			{Name: "move", Kind: game.PairBlock, Size: 1},
			{Name: "pass", Kind: game.GlobalBlock, Size: 8},
		},
	}
}

// PolicyIndex gives the pair of squares of an action and the type that it promotes to. No two actions of a legal list
// share both: see the packing of actions.
func (s *State) PolicyIndex(p game.Player, a game.Action) (flat uint32, aux uint16) {
	v := s.v()
	squares := uint32(v.size * v.size)
	if a == pass {
		return squares * squares, 0
	}
	index := &v.view.index[p]
	return uint32(index[from(a)])*squares + uint32(index[to(a)]), v.view.promotion[promotion(a)]
}

// ObserveHidden writes nothing: nothing is hidden.
func (s *State) ObserveHidden(game.Player, []float32) {}

// Observe writes what p sees.
func (s *State) Observe(p game.Player, planes, globals []float32) {
	clear(planes)
	clear(globals)
	v := s.v()
	w := painter{view: &v.view, index: &v.view.index[p], planes: planes}
	w.constants(v, color(p))
	for i := range sides {
		side := color(p) ^ color(i)
		w.pieces(&s.core, i, side)
		once, twice := s.attacks(side)
		w.set(v.view.attacked[i], once)
		w.set(v.view.attacked[i]+1, twice)
		w.set(v.view.zones[i], v.zone[side])
	}
	for _, f := range s.flights[:s.nFlights] {
		i := int(f.piece.color() ^ color(p))
		w.set(v.view.landings[i]+int(f.counters)-1, bit[f.target])
	}
	for i := range s.nPassing {
		e := &s.passings[i]
		w.set(v.view.passed[s.at(e.pawn).kind()], e.squares())
	}
	s.globals(color(p), globals)
}

// painter writes into planes, channel last.
type painter struct {
	view   *netView
	index  *[256]uint16
	planes []float32
}

// set paints a plane on some squares.
func (w *painter) set(plane int, squares set) {
	stride := len(w.view.planes)
	for !squares.empty() {
		w.planes[int(w.index[squares.pop()])*stride+plane] = 1
	}
}

func (w *painter) constants(v *variant, own color) {
	stride, last := len(w.view.planes), float32(v.size-1)
	for cell := range v.size * v.size {
		row := w.planes[cell*stride : (cell+1)*stride]
		row[w.view.rank] = float32(cell/v.size) / last
		row[w.view.file] = float32(cell%v.size) / last
		row[w.view.ones] = 1
	}
}

// pieces paints the i-th side: its pieces, castling rights and head starts.
func (w *painter) pieces(c *core, i int, side color) {
	v, stride := c.v(), len(w.view.planes)
	for pieces := c.by[side]; !pieces.empty(); {
		q := pieces.pop()
		p := c.at(q)
		row := w.planes[int(w.index[q])*stride:]
		row[w.view.pieces[i]+w.view.of[p.kind()]] = 1
		if p.isPawn() && !p.moved() && v.starts[side][p.kind()].has(q) {
			row[w.view.starts[i]] = 1
		}
	}
	if c.rights[side] != 0 {
		k := square(c.kings[side])
		w.set(w.view.rights[i], bit[k])
		for f := range 16 {
			if c.rights[side]>>f&1 != 0 {
				w.set(w.view.rights[i], bit[at(f, k.rank())])
			}
		}
	}
}

func (s *State) globals(own color, g []float32) {
	v := s.v()
	kinds := (len(g) - numGlobals) / 2
	for i := range sides {
		slot := 0
		if k := s.last[own^color(i)]; k != none {
			slot = 1 + v.view.of[k]
		}
		g[i*kinds+slot] = 1
	}
	rest := g[2*kinds:]
	if s.side == own && !s.result.over() {
		rest[oneMove+int(s.movesLeft)-1] = 1
	}
	rest[extraTurn] = one(s.extra)
	for i := range sides {
		side := own ^ color(i)
		if files := s.rights[side]; files != 0 {
			below := uint16(1)<<square(s.kings[side]).file() - 1
			rest[castleLow+2*i] = one(files&below != 0)
			rest[castleLow+2*i+1] = one(files&^below != 0)
		}
	}
	if limit := s.rules.repetition; limit > 0 && !s.midTurn() {
		rest[occurred] = float32(s.table.occurrences(s.positionHash())) / float32(limit)
	}
	rest[quietShare] = share(s.quiet, s.rules.quietLimit)
	rest[plyShare] = share(s.ply, s.rules.plyLimit)
	rest[checked] = one(s.inCheck(s.side))
	rest[stalemateLoses] = one(s.rules.stalemateLoses)
}

func one(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// share is how much of a limit is used up; 0 where there is none.
func share(n, limit uint32) float32 {
	if limit == 0 {
		return 0
	}
	return min(float32(n)/float32(limit), 1)
}
