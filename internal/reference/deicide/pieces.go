package deicide

var (
	orth = []Vector{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diag = []Vector{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	dir8 = []Vector{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}} // the ring
)

// forward turns a vector of White into one of the side.
func (p *Position) forward(v Vector, black bool) Vector {
	switch {
	case black && p.Yuri:
		return Vector{-v.DF, -v.DR}
	case black:
		return Vector{v.DF, -v.DR}
	default:
		return v
	}
}

func leap(a, b int) (list []Vector) {
	for _, x := range []int{a, -a} {
		for _, y := range []int{b, -b} {
			list = append(list, Vector{x, y}, Vector{y, x})
		}
	}
	return list
}

func scaled(list []Vector, n int) (out []Vector) {
	for _, v := range list {
		out = append(out, Vector{v.DF * n, v.DR * n})
	}
	return out
}

func all(lists ...[]Vector) (out []Vector) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// jumpers move and capture by these vectors.
var jumpers = map[string][]Vector{
	"KG": dir8, "PR": dir8, "BM": dir8,
	"KN": leap(2, 1), "AB": leap(2, 1), "CH": leap(2, 1),
	"CT": all(dir8, leap(2, 1)),
	"CP": all(orth, scaled(dir8, 2)),
	"WZ": all(diag, leap(3, 1)),
	"PS": all(dir8, scaled(dir8, 2), scaled(dir8, 3)),
}

// sliders move and capture along these directions, hoppers move along them and capture over one piece.
var (
	sliders = map[string][]Vector{"QN": dir8, "RK": orth, "CH": orth, "BP": diag, "AB": diag}
	hoppers = map[string][]Vector{"CN": orth, "AR": diag}
)

func (p *Position) pawnVectors(code string) (moves, captures []Vector, start int) {
	switch {
	case code == "PW" && p.Yuri:
		return []Vector{{0, 1}, {1, 0}}, []Vector{{1, 1}}, 2
	case code == "DP" && p.Yuri:
		return []Vector{{1, 1}}, []Vector{{0, 1}, {1, 0}}, 2
	case code == "PW":
		return []Vector{{0, 1}}, []Vector{{1, 1}, {-1, 1}}, 4
	case code == "RE":
		return []Vector{{0, 1}}, []Vector{{1, 0}, {-1, 0}}, 5
	default:
		return []Vector{{1, 1}, {-1, 1}}, []Vector{{0, 1}}, 5
	}
}

// actsAs is the type as which a piece moves [DC-103, DC-291].
func (p *Position) actsAs(x Piece) string {
	if x.Code != "FL" {
		return x.Code
	}
	if x.Black {
		return p.Last[0]
	}
	return p.Last[1]
}

// reaches lists the squares to which a piece of a side on s that moves as code could move if they are empty, and those
// on which it could capture if they hold somebody; head starts, pushes, launches and en passant are not here.
func (p *Position) reaches(s Square, code string, black bool) (moves, captures []Square) {
	add := func(list *[]Square, t Square) {
		if p.inside(t) {
			*list = append(*list, t)
		}
	}
	for _, v := range jumpers[code] {
		add(&moves, s.plus(v, 1))
		add(&captures, s.plus(v, 1))
	}
	for _, d := range sliders[code] {
		for t := s.plus(d, 1); p.inside(t); t = t.plus(d, 1) {
			moves, captures = append(moves, t), append(captures, t)
			if !p.at(t).empty() {
				break
			}
		}
	}
	for _, d := range hoppers[code] {
		met := 0
		for t := s.plus(d, 1); p.inside(t) && met < 2; t = t.plus(d, 1) {
			switch {
			case !p.at(t).empty():
				met++
				if met == 2 {
					captures = append(captures, t)
				}
			case met == 0:
				moves = append(moves, t)
			}
		}
	}
	switch code {
	case "PW", "RE", "DP":
		m, c, _ := p.pawnVectors(code)
		for _, v := range m {
			add(&moves, s.plus(p.forward(v, black), 1))
		}
		for _, v := range c {
			add(&captures, s.plus(p.forward(v, black), 1))
		}
	case "KT", "WW":
		ends := p.bent(s, code)
		return ends, ends
	case "SC":
		moves = p.squares()
		for _, v := range dir8 {
			add(&captures, s.plus(v, 1))
		}
	case "SN":
		for _, v := range dir8 {
			add(&moves, s.plus(v, 1))
		}
	case "SM":
		for _, d := range dir8 {
			for n := 1; n <= 2 && p.inside(s.plus(d, n)) && p.at(s.plus(d, n)).empty(); n++ {
				moves = append(moves, s.plus(d, n))
			}
		}
	}
	return moves, captures
}

// bent lists where doubly bent slides end [DC-260, DC-261].
func (p *Position) bent(s Square, code string) (ends []Square) {
	first := 0 // even entries of the ring are orthogonal
	if code == "WW" {
		first = 1
	}
	free := func(t Square) bool { return p.inside(t) && p.at(t).empty() }
	for o := first; o < 8; o += 2 {
		start := s.plus(dir8[o], 1)
		if !free(start) {
			continue
		}
		for _, g := range []int{(o + 1) % 8, (o + 7) % 8} {
			for t := start; free(t); t = t.plus(dir8[g], 1) {
				for _, f := range []int{(g + 1) % 8, (g + 7) % 8} {
					if end := t.plus(dir8[f], 1); p.inside(end) {
						ends = append(ends, end)
					}
				}
			}
		}
	}
	return ends
}
