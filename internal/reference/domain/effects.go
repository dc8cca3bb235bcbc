package domain

import "fmt"

// touchless are the techniques that fail on Toji's pieces (CD-141, CD-405).
var touchless = map[string]bool{
	"speech": true, "blue": true, "red": true, "toad": true, "pachinko": true, "doors": true,
}

// hittable tells whether technique k of the other side may affect what stands on q (CD-141).
func (s *State) hittable(q Square, k string) bool {
	p := s.Board[q]
	if !p.piece() || p.T == 'K' || p.Kind == rikaKind || s.domainQueen(q) {
		return false
	}
	if p.Infinity > 0 || p.Shield > 0 || s.Players[p.Side].Jackpot > 0 {
		return false
	}
	if p.T == 'M' && s.adapted(p.Side, k) {
		return false
	}
	return !(touchless[k] && s.Players[p.Side].Set == "toji")
}

// target tells whether q holds an enemy piece of x that x may aim k at.
func (s *State) target(x Side, q Square, k string) bool {
	p := s.Board[q]
	return !p.empty() && p.Side != x && s.hittable(q, k)
}

// targets lists by ord of x what x may aim k at.
func (s *State) targets(x Side, k string) []Square {
	var list []Square
	for _, q := range orders[x] {
		if s.target(x, q, k) {
			list = append(list, q)
		}
	}
	return list
}

// fails tells whether k, aimed in good faith, slides off a Toji nobody recognised (CD-152), and says so.
func (s *State) fails(q Square, k string) bool {
	if !touchless[k] || s.Players[s.Board[q].Side].Set != "toji" {
		return false
	}
	s.emit("fail:%s", q)
	return true
}

// inOwnLine tells whether a line effect of its own side takes the piece on q: Hollow Purple, Slash (CD-143).
func (s *State) inOwnLine(q Square, k string) bool {
	p := s.Board[q]
	if !p.piece() || p.T == 'K' || p.Kind == rikaKind || s.domainQueen(q) {
		return false
	}
	return !(p.T == 'M' && s.adapted(p.Side, k))
}

// movable tells whether techniques may take the own piece on q elsewhere: no king, decoy, Rika, domain queen (CD-154).
func (s *State) movable(q Square) bool {
	p := s.Board[q]
	return p.piece() && p.T != 'K' && p.Kind != rikaKind && !s.domainQueen(q)
}

// standable tells whether a technique may put a piece of type t on q, as x sees it (CD-107, CD-156).
func (s *State) standable(q Square, t byte, x Side) bool {
	return s.free(q, x) && !(t == 'P' && q.lastRow())
}

// leave takes the piece on q off the board; a lost piece that rode along with a curse goes home (CD-264).
func (s *State) leave(q Square) {
	p := s.Board[q]
	s.Board[q] = Piece{}
	if p.Kind == curseKind && p.Body != NoSquare {
		enemy := s.player(p.Side.other())
		enemy.Lost = append(enemy.Lost, Lost{p.Bt, p.Body})
	}
}

// bury records a real piece that left by capture or destruction (CD-010, CD-037).
func (s *State) bury(p Piece) {
	if p.Kind != real {
		return
	}
	owner := s.player(p.Side)
	owner.Lost = append(owner.Lost, Lost{p.T, p.Home})
	owner.Losses++
	s.Reset = true
}

// capture is CD-145.
func (s *State) capture(by Side, q Square) {
	p := s.Board[q]
	s.emit("capture:%s", q)
	s.leave(q)
	s.bury(p)
	if p.Kind == real && s.keepsCurses(by) {
		s.addCurse(by, p.T)
	}
}

// destroy is CD-144; k is the technique or domain that does it.
func (s *State) destroy(by Side, q Square, k string) {
	if s.Board[q].T == 'M' {
		s.hitMahoraga(q, k)
		return
	}
	s.remove(by, q)
}

// remove is destruction that nothing stops.
func (s *State) remove(by Side, q Square) {
	p := s.Board[q]
	queen := s.domainQueen(q)
	s.emit("destroy:%s", q)
	s.leave(q)
	s.bury(p)
	if p.Kind == real && p.Side != by && s.Players[p.Side].Set == "train" {
		s.drain(p.Side)
	}
	if queen {
		s.end("end")
	}
}

// drain takes energy from the enemy of a train side (CD-310, CD-312).
func (s *State) drain(train Side) {
	n := s.num("rough.drain")
	if s.Players[train].Jackpot > 0 {
		n *= s.num("rough.jackpot_factor")
	}
	if victim := train.other(); s.Players[victim].Set != "toji" {
		s.gain(victim, -n)
		s.emit("drain:%d", n)
	}
}

// vanish removes a shadow piece that nobody took (CD-011).
func (s *State) vanish(q Square) {
	s.emit("vanish:%s", q)
	s.leave(q)
}

// place puts a new piece on the board and smashes doors under it (CD-147). Where a decoy is set only its side hears.
func (s *State) place(q Square, p Piece) {
	s.Board[q] = p
	if p.T == 'D' {
		s.emitPrivate(p.Side, fmt.Sprintf("place:D-%s", q))
	} else {
		s.emit("place:%c-%s", p.T, q)
	}
	s.smash(q)
}

// shift takes a piece by a technique to another square and smashes doors there (CD-147).
func (s *State) shift(from, to Square) {
	s.emit("set:%s-%s", from, to)
	s.carry(from, to)
	s.smash(to)
}

// smash removes all doors on q.
func (s *State) smash(q Square) {
	if !s.doorsAt(q) {
		return
	}
	for i := range s.Players {
		if p := &s.Players[i]; p.Doors == q {
			p.Doors, p.DoorsLeft = NoSquare, 0
		}
	}
	s.emit("smash:%s", q)
}

// view is what x knows of the position for legality and duplicates (CD-151).
func (s *State) view(x Side) *State {
	v := s.trial()
	for q := range v.Board {
		if p := &v.Board[q]; p.Mark > 0 && p.Side != x && !s.seesMark(x, Square(q)) {
			p.Mark = 0
		}
	}
	if enemy := v.player(x.other()); s.hiddenToji(x.other()) {
		enemy.Set = enemy.Disguise
	}
	return v
}

// seesMark tells whether x has a piece beside the marked piece on q (CD-414).
func (s *State) seesMark(x Side, q Square) bool {
	for _, n := range q.around() {
		if p := s.Board[n]; p.piece() && p.Side == x {
			return true
		}
	}
	return false
}
