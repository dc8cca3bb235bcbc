package deicide

import (
	"slices"
	"strings"
)

// action is one action. Form is "" for a move or capture, else ep, time, push, castle or pass.
type action struct {
	form     string
	from, to Square
	promote  string // code
}

var keys = map[string]string{
	"QN": "queen", "RK": "rook", "BP": "bishop", "KN": "knight", "AB": "archbishop", "CH": "chancellor", "CN": "cannon",
	"AR": "archer", "TM": "time_machine", "CP": "champion", "WZ": "wizard", "KT": "kitsune", "WW": "werewolf",
	"CT": "centaur", "FL": "fool", "SM": "sumo", "SC": "sorceress", "PR": "prince", "PS": "princess", "BM": "bomber",
	"SN": "snail",
}

// missing in Yuri [DC-504]
var dropped = []string{"RK", "CH", "CN", "CP", "KT", "RE", "PS"}

func (a action) String() string {
	if a.form == "pass" {
		return "pass"
	}
	text := a.from.String()
	if a.form != "" {
		text += "-" + a.form + ":"
	}
	text += a.to.String()
	if a.promote != "" {
		text += "=" + keys[a.promote]
	}
	return text
}

func (p *Position) inZone(s Square, black bool) bool {
	f, r := s.File, s.Rank
	if black {
		f, r = p.Size+1-f, p.Size+1-r
	}
	return r == p.Size || p.Yuri && f == p.Size
}

// pseudo lists the actions of the side to move, own King's safety left aside.
func (p *Position) pseudo() (list []action) {
	for _, s := range p.squares() {
		if x := p.at(s); !x.empty() && x.Black == p.Black {
			list = append(list, p.pseudoOf(s, x)...)
		}
	}
	if p.Extra && p.MovesLeft == 1 {
		list = append(list, action{form: "pass"})
	}
	return list
}

func (p *Position) pseudoOf(s Square, x Piece) (list []action) {
	code := p.actsAs(x)
	if x.Code == "SN" && p.Extra && p.MovesLeft == 1 { // DC-122
		return nil
	}
	if code == "TM" { // DC-245, DC-296
		moves, captures := p.reaches(s, "QN", x.Black)
		for _, t := range append(moves, captures...) {
			if p.at(t).empty() || p.capturable(t, x.Black) {
				list = append(list, action{form: "time", from: s, to: t})
			}
		}
		return list
	}
	moves, captures := p.reaches(s, code, x.Black)
	own := isPawn(x.Code)
	if own {
		moves = append(moves, p.headStart(s, x)...)
	}
	for _, t := range moves {
		if p.at(t).empty() {
			list = append(list, p.promoted(action{from: s, to: t}, x)...)
		}
	}
	for _, t := range captures {
		if p.capturable(t, x.Black) {
			list = append(list, p.promoted(action{from: s, to: t}, x)...)
		}
		if own && p.at(t).empty() && len(p.takenBy(x, t)) > 0 {
			list = append(list, p.promoted(action{form: "ep", from: s, to: t}, x)...)
		}
	}
	if x.Code == "SM" {
		for _, d := range dir8 {
			if t, ok := p.pushTarget(s, d, x.Black); ok {
				if behind := t.plus(d, 1); !p.inside(behind) || p.at(behind).empty() {
					list = append(list, action{form: "push", from: s, to: t})
				}
			}
		}
	}
	if x.Code == "KG" {
		for _, r := range p.Castling {
			if p.at(r).Black == x.Black && p.mayCastle(s, r) {
				list = append(list, action{form: "castle", from: s, to: r})
			}
		}
	}
	return list
}

// capturable: an enemy other than a Snail stands there.
func (p *Position) capturable(t Square, black bool) bool {
	x := p.at(t)
	return !x.empty() && x.Black != black && x.Code != "SN"
}

// promoted writes an action of a pawn once for every type where it promotes [DC-225, DC-227].
func (p *Position) promoted(a action, x Piece) (list []action) {
	if !isPawn(x.Code) || !p.inZone(a.to, x.Black) || p.at(a.to).Code == "BM" {
		return []action{a}
	}
	for code := range keys {
		if !p.Yuri || !slices.Contains(dropped, code) {
			a.promote = code
			list = append(list, a)
		}
	}
	return list
}

func (p *Position) headStart(s Square, x Piece) (list []Square) {
	if x.Moved || !p.onStart(x, s) {
		return nil
	}
	moves, _, most := p.pawnVectors(x.Code)
	for _, v := range moves {
		v = p.forward(v, x.Black)
		for n := 1; n <= most && p.inside(s.plus(v, n)) && p.at(s.plus(v, n)).empty(); n++ {
			list = append(list, s.plus(v, n))
		}
	}
	return list
}

// takenBy lists the pawns that x takes by going to the passed square t.
func (p *Position) takenBy(x Piece, t Square) (pawns []Square) {
	for _, e := range p.Passings {
		y := p.at(e.Pawn)
		if y.Black != x.Black && y.Code == x.Code && slices.Contains(e.Passed, t) {
			pawns = append(pawns, e.Pawn)
		}
	}
	return pawns
}

// pushTarget is whom a Sumo on s would push in a direction, whatever stands behind [DC-271].
func (p *Position) pushTarget(s Square, d Vector, black bool) (Square, bool) {
	for n := 1; n <= 2; n++ {
		t := s.plus(d, n)
		if !p.inside(t) {
			return t, false
		}
		if !p.at(t).empty() {
			return t, p.capturable(t, black)
		}
	}
	return Square{}, false
}

// mayCastle tests all but the safety of the last square [DC-201].
func (p *Position) mayCastle(k, r Square) bool {
	d := Vector{1, 0}
	if r.File < k.File {
		d.DF = -1
	}
	if (r.File-k.File)*d.DF < 3 || p.inCheck(p.Black) {
		return false
	}
	for t := k.plus(d, 1); t != r; t = t.plus(d, 1) {
		if !p.at(t).empty() {
			return false
		}
	}
	return p.safe(action{from: k, to: k.plus(d, 1)})
}

// takesKing: a King, or a Fool that copies one, takes the enemy King where that wins for Black [DC-511].
func (p *Position) takesKing(a action) bool {
	return p.Yuri && a.form == "" && p.at(a.to).Code == "KG" && p.actsAs(p.at(a.from)) == "KG"
}

func (p *Position) isLegal(a action) bool {
	return a.form == "pass" || p.takesKing(a) || p.safe(a)
}

// Legal lists the legal actions as text, in canonical order.
func (p *Position) Legal() []string {
	seen := map[string]bool{} // several ways can lead to one square
	if p.Result.Reason == "" {
		for _, a := range p.pseudo() {
			if text := a.String(); !seen[text] && p.isLegal(a) {
				seen[text] = true
			}
		}
	}
	list := make([]string, 0, len(seen))
	for text := range seen {
		list = append(list, text)
	}
	slices.SortFunc(list, strings.Compare)
	return list
}
