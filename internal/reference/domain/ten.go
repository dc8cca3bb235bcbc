package domain

import "slices"

// dogs lists Demon Dogs (CD-280).
func (s *State) dogs(x Side, own bool) []Action {
	n := 0
	for _, p := range s.Board {
		if p.Kind == dogKind && p.Side == x {
			n++
		}
	}
	if n >= s.num("dog.max") {
		return nil
	}
	var list []Action
	for _, q := range orders[x] {
		if s.free(q, x) && (q.ownRank(x) <= 4 || own && s.owns(x, "shadow")) {
			list = append(list, aimed("dog", q))
		}
	}
	return list
}

func (s *State) castDog(a Action) {
	dog := newPiece('N', s.Turn, dogKind, NoSquare)
	dog.Left = s.num("dur.dog")
	if !s.owns(s.Turn, "shadow") {
		dog.Left++
	}
	s.place(a.To, dog)
}

// besideOwn tells whether q is beside a piece of x other than the one on except.
func (s *State) besideOwn(x Side, q, except Square) bool {
	for _, n := range s.squares(x) {
		if n != except && distance(n, q) == 1 {
			return true
		}
	}
	return false
}

// besideEnemy tells whether q is beside an enemy piece that Shadow Sneak may surface at (CD-281).
func (s *State) besideEnemy(x Side, q Square) bool {
	for _, n := range s.squares(x.other()) {
		if t := s.Board[n].T; distance(n, q) == 1 && t != 'K' && t != 'Q' {
			return true
		}
	}
	return false
}

// steps lists Shadow Step, or Shadow Sneak in the own King's Shadow Board (CD-281).
func (s *State) steps(x Side, own bool) []Action {
	sneak := own && s.owns(x, "shadow")
	var list []Action
	for _, from := range s.squares(x) {
		if !s.movable(from) && !(sneak && s.Board[from].T == 'K') {
			continue
		}
		for _, to := range orders[x] {
			if s.standable(to, s.Board[from].T, x) && (s.besideOwn(x, to, from) || sneak && s.besideEnemy(x, to)) {
				list = append(list, fromTo("step", from, to))
			}
		}
	}
	return list
}

// toads lists Toad (CD-282).
func (s *State) toads(x Side, own bool) []Action {
	var list []Action
	for _, from := range orders[x] {
		p := s.Board[from]
		mine := p.Side == x && s.movable(from)
		theirs := p.Side != x && own && s.owns(x, "shadow") && s.hittable(from, "toad")
		if !mine && !theirs {
			continue
		}
		for _, to := range orders[x] {
			if s.standable(to, p.T, x) && s.besideOwn(x, to, from) {
				list = append(list, fromTo("toad", from, to))
			}
		}
	}
	return s.oncePerMahoraga(x, list)
}

func (s *State) castToad(a Action) { s.drag(a) }

// summons lists Mahoraga (CD-285).
func (s *State) summons(x Side) []Action {
	p := s.Players[x]
	if p.Mahoraga || p.Losses < s.num("mahoraga.losses") {
		return nil
	}
	var list []Action
	for _, q := range orders[x] {
		if o := s.Board[q]; q.ownRank(x) <= 4 && (o.empty() || o.Kind == pawnKind) {
			list = append(list, aimed("mahoraga", q))
		}
	}
	return list
}

// hitMahoraga is the one hit of technique or domain effect k (CD-290).
func (s *State) hitMahoraga(q Square, k string) {
	s.stun(q)
	s.adapt(s.Board[q].Side, k)
}

// stun takes Mahoraga's next turn from him (§2.5).
func (s *State) stun(q Square) {
	p := s.on(q)
	p.Stun = s.num("dur.stun")
	if p.Side == s.Turn {
		p.Stun++
	}
	s.emit("stun:%s", q)
}

// adapt adds k to what x's Mahoraga is immune to, once.
func (s *State) adapt(x Side, k string) {
	if !s.adapted(x, k) {
		s.player(x).Adapted = append(s.player(x).Adapted, k)
		s.emit("adapt:%s", k)
	}
}

// endure is S10 (CD-031).
func (s *State) endure(x Side) {
	if s.mahoraga(x) == NoSquare {
		return
	}
	if s.Domain.Name != "" && s.Domain.Owner != x {
		s.adapt(x, s.Domain.Name)
	}
	if s.Players[x.other()].Jackpot > 0 {
		s.adapt(x, "jackpot")
	}
}

// shatterFor ends the domain that Mahoraga of x arrives in and gives its name, "" if there is none (CD-294).
func (s *State) shatterFor(x Side) string {
	name := s.Domain.Name
	if name == "" || s.Domain.Owner == x {
		return ""
	}
	s.end("shatter")
	return name
}

// arrive is the summoning (CD-294).
func (s *State) arrive(x Side, q Square) {
	name := s.shatterFor(x)
	s.player(x).Mahoraga = true
	s.place(q, newPiece('M', x, mahoraga, NoSquare))
	if name != "" {
		s.adapt(x, name)
	}
	if s.Players[x].Checked {
		s.adapt(x, "check")
	}
}

// rise is Mahoraga coming by himself at a mate (CD-296); false if there is no room for him.
func (s *State) rise(x Side) bool {
	name := s.shatterFor(x)
	checkers := s.checkers(x)
	var free []Square
	for q := Square(0); q < 64; q++ {
		if s.free(q, x) {
			free = append(free, q)
		}
	}
	q := nearest(x, s.king(x), free)
	if q == NoSquare {
		return false
	}
	s.player(x).Mahoraga = true
	s.emit("rise:%s", q)
	s.Board[q] = newPiece('M', x, mahoraga, NoSquare)
	s.smash(q)
	s.cutDown(x, checkers)
	if name != "" {
		s.adapt(x, name)
	}
	if s.Players[x].Checked {
		s.adapt(x, "check")
	}
	s.adapt(x, "checkmate")
	return true
}

// intercept is Mahoraga answering a mate (CD-295); false if the same pieces go on giving check.
func (s *State) intercept(x Side) bool {
	checkers := s.checkers(x)
	s.emit("intercept")
	s.cutDown(x, checkers)
	s.adapt(x, "checkmate")
	return !slices.Equal(checkers, s.checkers(x))
}

// cutDown destroys the pieces that give check, whatever protects them; an enemy Mahoraga is stunned. A king, which only
// a set-up position can have beside the other, is never destroyed (CD-014).
func (s *State) cutDown(x Side, checkers []Square) {
	for _, q := range checkers {
		switch s.Board[q].T {
		case 'K':
		case 'M':
			s.stun(q)
		default:
			s.remove(x, q)
		}
	}
}

// setDecoy puts the decoy of King's Shadow Board beside the king (CD-374).
func (s *State) setDecoy(x Side) {
	king := s.king(x)
	for _, q := range orders[x] {
		if distance(king, q) == 1 && s.free(q, x) && !s.doorsAt(q) && !s.attacked(q, x.other()) {
			s.place(q, newPiece('D', x, decoyKind, NoSquare))
			return
		}
	}
}
