package deicide

// geometry holds the lines of a square board. Sets never hold squares off the board.
type geometry struct {
	board set
	ray   [8][256]set // squares outward along a direction to the edge, the origin left out
	near  [256]set    // the neighbours
	lines [256]set    // all eight rays
	// window holds the squares up to windowReach files and ranks away: every step and jump stays within.
	window [256]set
}

// windowReach is the longest step or jump: Princess and Wizard go three squares. The window holds all vectors up to it.
const (
	windowReach = 3
	windowSize  = (2*windowReach + 1) * (2*windowReach + 1)
)

// windowIndex numbers the vectors of the window.
func windowIndex(df, dr int) int {
	return (dr+windowReach)*(2*windowReach+1) + df + windowReach
}

func newGeometry(size int) (g geometry) {
	for r := range size {
		for f := range size {
			g.board = g.board.or(bit[at(f, r)])
		}
	}
	for q := range g.board.each {
		for d, v := range ring {
			for n := 1; ; n++ {
				to, ok := v.times(n).from(q, size)
				if !ok {
					break
				}
				g.ray[d][q] = g.ray[d][q].or(bit[to])
				if n == 1 {
					g.near[q] = g.near[q].or(bit[to])
				}
			}
			g.lines[q] = g.lines[q].or(g.ray[d][q])
		}
		for to := range g.board.each {
			if to != q && distance(q, to) <= windowReach {
				g.window[q] = g.window[q].or(bit[to])
			}
		}
	}
	return g
}

// between are the squares strictly between p and q, where q lies along direction d from p.
func (g *geometry) between(p, q square, d int) set {
	return g.ray[d][p].and(g.ray[opposite(d)][q])
}

// slide is the stretch of the ray of q along d before the first of the occupied squares; hit is that square, if there is
// one.
func (g *geometry) slide(q square, d int, occupied set) (free set, hit square, blocked bool) {
	free = g.ray[d][q]
	stop := free.and(occupied)
	if stop.empty() {
		return free, 0, false
	}
	if rising(d) {
		hit = stop.first()
	} else {
		hit = stop.last()
	}
	return g.between(q, hit, d), hit, true
}

// shift moves every square of s one step along d; what would leave the board is lost.
func (g *geometry) shift(s set, d int) set {
	switch ring[d].df {
	case 1:
		s = s.andNot(eastEdge)
	case -1:
		s = s.andNot(westEdge)
	}
	n := ring[d].dr*16 + ring[d].df
	if n > 0 {
		m := uint(n)
		s = set{s.a << m, s.b<<m | s.a>>(64-m), s.c<<m | s.b>>(64-m), s.d<<m | s.c>>(64-m)}
	} else {
		m := uint(-n)
		s = set{s.a>>m | s.b<<(64-m), s.b>>m | s.c<<(64-m), s.c>>m | s.d<<(64-m), s.d >> m}
	}
	return s.and(g.board)
}

// The first and the last of the sixteen files.
var (
	westEdge = fileSet(0)
	eastEdge = fileSet(15)
)

func fileSet(f int) (s set) {
	for r := range 16 {
		s = s.or(bit[at(f, r)])
	}
	return s
}
