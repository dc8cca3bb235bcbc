package deicide

// variant is one of the two games: its board, its pieces and what it does differently. The tables are filled once.
type variant struct {
	index       uint8
	name, title string
	size        int     // files and ranks [DC-001, DC-501]
	kinds       kindSet // the types in use
	setup       string  // the standard start as FEN [DC-454, DC-518]
	rules       rules   // defaults
	// turned: Black's vectors are White's with both signs negated, not only that of the ranks [DC-003, DC-503].
	turned bool
	// touching: Kings give no check to Kings, capturing one wins for Black, a mate for White [DC-510 to DC-513].
	touching bool
	pawns    [numKinds]pawnRow
	// headStart and promotion say which squares lie in White's zones.
	headStart func(k kind, file, rank int) bool
	promotion func(file, rank int) bool

	geometry
	rows [2][numKinds]row // by color
	// hitters are the types of a color that hit a King with a step or a jump, by the vector of the window that leads to
	// him; slideKinds and hurdleKinds those that slide, or capture over a hurdle, along a direction.
	hitters                 [2][windowSize]kindSet
	slideKinds, hurdleKinds [8]kindSet
	bends                   [256]set // from where a bent slide or a push may reach a King

	starts [2][numKinds]set // where a pawn kind may have its head start
	zone   [2]set           // where a pawn kind promotes

	counted   []string      // the types that CountPieces counts
	countedAt [numKinds]int // where
	view      netView
}

// pawnRow is how a pawn kind moves [DC-220, DC-505, DC-506].
type pawnRow struct {
	moves, captures []vector // White's
	start           int      // most squares of a head start
}

// row is a movement made ready for one color: nil tables where there is nothing.
type row struct {
	moves, captures *[256]set // squares of steps and jumps, by origin
	slides, hurdles directions
	special         special
}

// The two games.
var (
	deicide = newVariant(variant{
		index: 0, name: "deicide", title: "Deicide Chess", size: 16,
		kinds: allKinds,
		setup: deicideSetup,
		pawns: [numKinds]pawnRow{
			pawn:      {moves: []vector{{0, 1}}, captures: []vector{{1, 1}, {-1, 1}}, start: 4},
			rookie:    {moves: []vector{{0, 1}}, captures: []vector{{1, 0}, {-1, 0}}, start: 5},
			drunkPawn: {moves: []vector{{1, 1}, {-1, 1}}, captures: []vector{{0, 1}}, start: 5},
		},
		headStart: func(k kind, _, rank int) bool {
			if k == pawn {
				return rank == 3
			}
			return rank == 2
		},
		promotion: func(_, rank int) bool { return rank == 15 }, // DC-223
		rules: rules{
			promotions: allKinds &^ (1<<king | pawnKinds), // DC-224
			repetition: 3, quietLimit: 200, plyLimit: 2000, bareKings: true,
		},
	})
	yuri = newVariant(variant{
		index: 1, name: "yuri", title: "Yuri Deicide Chess", size: 10,
		kinds: allKinds &^ kindsOf(rook, chancellor, cannon, champion, kitsune, rookie, princess), // DC-504
		setup: yuriSetup,
		pawns: [numKinds]pawnRow{
			pawn:      {moves: []vector{{0, 1}, {1, 0}}, captures: []vector{{1, 1}}, start: 2},
			drunkPawn: {moves: []vector{{1, 1}}, captures: []vector{{0, 1}, {1, 0}}, start: 2},
		},
		headStart: func(_ kind, file, rank int) bool { return file+rank == 6 }, // DC-507
		promotion: func(file, rank int) bool { return file == 9 || rank == 9 }, // DC-508
		turned:    true, touching: true,
		rules: rules{
			promotions: allKinds &^ kindsOf(rook, chancellor, cannon, champion, kitsune, princess, king) &^ pawnKinds,
			repetition: 3, quietLimit: 200, plyLimit: 2000, bareKings: false, // DC-514
		},
	})
	variants = [...]*variant{deicide, yuri}
)

// The standard starts.
const (
	deicideSetup = "rk,kn,ar,ab,bp,tm,ps,qn,kg,pr,tm,bp,ch,ar,kn,rk/cn,ct,wz,kt,cp,bm,sm,sc,fl,sm,sn,cp,ww,wz,ct,cn/" +
		"dp,re,dp,re,dp,re,dp,re,re,dp,re,dp,re,dp,re,dp/pw,pw,pw,pw,pw,pw,pw,pw,pw,pw,pw,pw,pw,pw,pw,pw/" +
		"16/16/16/16/16/16/16/16/" +
		"PW,PW,PW,PW,PW,PW,PW,PW,PW,PW,PW,PW,PW,PW,PW,PW/DP,RE,DP,RE,DP,RE,DP,RE,RE,DP,RE,DP,RE,DP,RE,DP/" +
		"CN,CT,WZ,KT,CP,BM,SM,SC,FL,SM,SN,CP,WW,WZ,CT,CN/RK,KN,AR,AB,BP,TM,PS,QN,KG,PR,TM,BP,CH,AR,KN,RK " +
		"w 1 a1,a16,p1,p16 - - -:- 0 0 0"
	yuriSetup = "3,pw,ar,tm,kn,bp,kg,sc/4,dp,bm,ct,pr,ab,qn/5,pw,wz,sn,pr,ar/PW,5,dp,sm,ww,kn/BP,DP,5,pw,fl,tm/" +
		"TM,FL,PW,5,dp,bp/KN,WW,SM,DP,5,pw/AR,PR,SN,WZ,PW,5/QN,AB,PR,CT,BM,DP,4/SC,KG,BP,KN,TM,AR,PW,3 " +
		"w 1 - - - -:- 0 0 0"
)

func newVariant(v variant) *variant {
	v.geometry = newGeometry(v.size)
	v.counted, v.countedAt = countedTypes(v.kinds)
	shared := map[[256]set]*[256]set{}
	for c := white; c <= black; c++ {
		for q := range v.board.each {
			f, r := v.ownView(c, q)
			if v.promotion(f, r) {
				v.zone[c] = v.zone[c].or(bit[q])
			}
			for k := king; k < numKinds; k++ {
				if pawnKinds.has(k) && v.headStart(k, f, r) {
					v.starts[c][k] = v.starts[c][k].or(bit[q])
				}
			}
		}
		for k := king; k < numKinds; k++ {
			if v.kinds.has(k) {
				v.rows[c][k] = v.newRow(c, k, shared)
				v.addThreats(c, k)
			}
		}
	}
	for k := range v.board.each {
		for q := range v.board.each {
			if q == k {
				continue
			}
			_, kitsunes := v.bentPaths(kitsune, q, k)
			_, werewolves := v.bentPaths(werewolf, q, k)
			if kitsunes+werewolves > 0 || heading(q, k) >= 0 && distance(q, k) <= sumoRange {
				v.bends[k] = v.bends[k].or(bit[q])
			}
		}
	}
	v.view = newNetView(&v)
	return &v
}

// promoters counts the squares from which some pawn kind of White steps into its zone.
func (v *variant) promoters() (n int) {
	for q := range v.board.each {
		var to set
		for k := king; k < numKinds; k++ {
			if row := v.rows[white][k]; row.special == pawnlike {
				to = to.or(row.moves[q]).or(row.captures[q])
			}
		}
		if to.meets(v.zone[white]) {
			n++
		}
	}
	return n
}

// ownView is the file and rank of q, from 0, seen from c's side: its own first rank or corner comes first.
func (v *variant) ownView(c color, q square) (file, rank int) {
	file, rank = q.file(), q.rank()
	if c == black {
		rank = v.size - 1 - rank
		if v.turned {
			file = v.size - 1 - file
		}
	}
	return file, rank
}

// of turns a vector of White into one of c.
func (v *variant) of(c color, vec vector) vector {
	if c == black {
		vec.dr = -vec.dr
		if v.turned {
			vec.df = -vec.df
		}
	}
	return vec
}

// steps gives the vectors by which k moves to empty squares and those by which it captures, White's.
func (v *variant) steps(k kind) (moves, captures []vector) {
	m := movements[k]
	return join(m.both, m.moves, v.pawns[k].moves), join(m.both, m.captures, v.pawns[k].captures)
}

func (v *variant) newRow(c color, k kind, shared map[[256]set]*[256]set) row {
	m := movements[k]
	moves, captures := v.steps(k)
	r := row{
		moves: v.jumpTable(c, moves, shared), captures: v.jumpTable(c, captures, shared),
		slides: m.slides, hurdles: m.hurdles, special: m.special,
	}
	if pawnKinds.has(k) {
		r.special = pawnlike
	}
	return r
}

// jumpTable holds where the vectors lead from every square. Equal tables are made once.
func (v *variant) jumpTable(c color, vectors []vector, shared map[[256]set]*[256]set) *[256]set {
	if len(vectors) == 0 {
		return nil
	}
	var t [256]set
	for q := range v.board.each {
		for _, vec := range vectors {
			if to, ok := v.of(c, vec).from(q, v.size); ok {
				t[q] = t[q].or(bit[to])
			}
		}
	}
	if shared[t] == nil {
		shared[t] = &t
	}
	return shared[t]
}

// addThreats notes from where k of color c hits a King.
func (v *variant) addThreats(c color, k kind) {
	_, captures := v.steps(k)
	switch {
	case k == snail: // captures nothing but Kings [DC-300]
		captures = around
	case k == king && v.touching: // DC-510
		captures = nil
	}
	for _, vec := range captures {
		vec = v.of(c, vec)
		v.hitters[c][windowIndex(vec.df, vec.dr)] |= 1 << k
	}
	for d := range ring {
		if movements[k].slides.has(d) {
			v.slideKinds[d] |= 1 << k
		}
		if movements[k].hurdles.has(d) {
			v.hurdleKinds[d] |= 1 << k
		}
	}
}
