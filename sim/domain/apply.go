package domain

import (
	"encoding/binary"

	"variantlab/sim/game"
)

// Apply carries out a legal action or an outcome, and all that follows until somebody has to decide again.
func (s *State) Apply(a game.Action) { s.step(a, nil) }

// ApplyTraced is Apply that also tells what happens [CD-447].
func (s *State) ApplyTraced(a game.Action, dst []game.Event) []game.Event {
	tr := trace{events: dst}
	s.step(a, &tr)
	return tr.events
}

func (s *State) step(a act, tr *trace) {
	if isOutcome(a) {
		s.deal(actionOutcome(a), tr)
	} else {
		s.witness(a)
		s.act(a, tr)
		switch {
		case techniques[actionKey(a)].free:
			s.afterFree(tr)
		case s.pending.kind == noChance:
			s.endMain(tr)
		}
	}
	if s.timed[Mark] != 0 {
		s.proveMarkers()
		s.lookAround()
	}
}

// proveMarkers notes that a side which sees a mark knows who sets marks.
func (s *State) proveMarkers() {
	for c := White; c <= Black; c++ {
		x := c.foe()
		if s.seenMarks(c) != 0 {
			s.sides[x].proven = true
		}
	}
}

// act is F1, F2 and S7: pay, note, carry out. It may leave a chance or a clash pending.
func (s *State) act(a act, tr *trace) {
	c := s.turn
	s.passing = false
	switch k := actionKey(a); k {
	case KeyMove:
		s.play(c, a, tr)
	case KeyPass:
		tr.say("pass")
	default:
		s.cast(c, k, a, tr)
	}
}

// cast pays for a technique, sets its cooldown, notes it [CD-146] and carries it out.
func (s *State) cast(c Side, k Key, a act, tr *trace) {
	row, side, r := &techniques[k], &s.sides[c], s.rules()
	native := row.set == side.set && !copied(a)
	if side.jackpot == 0 {
		s.spend(c, row.costOf(s, c, a))
	}
	switch {
	case copied(a):
		side.cd[KeyCopy] = uint8(r.CdCopy + 1)
		side.learned = side.learned.with(k)
	case row.cooldown != nil:
		side.cd[k] = uint8(row.cooldown(s, c) + 1)
	}
	if row.secret {
		tr.private(c, "mark")
	} else {
		side.proven = true
		s.note(c, k)
		row.announce(k, a, tr)
	}
	if row.reveals {
		s.reveal(c, tr)
	}
	row.effect(s, cast{c: c, a: a, native: native}, tr)
}

// note appends a cast to the caster's recent ones [CD-146].
func (s *State) note(c Side, k Key) {
	side, most := &s.sides[c], s.rules().CopyRecent
	if k.isDomain() {
		k = KeyDomain
	}
	if most == 0 {
		return
	}
	if over := int(side.nRecent) - most + 1; over > 0 {
		copy(side.recent[:], side.recent[over:side.nRecent])
		clear(side.recent[most-1 : side.nRecent])
		side.nRecent = uint8(most - 1)
	}
	side.recent[side.nRecent] = k
	side.nRecent++
}

// reveal shows c to be a Toji, if it is one in disguise [CD-401].
func (s *State) reveal(c Side, tr *trace) {
	side := &s.sides[c]
	if side.set != Toji || side.revealed {
		return
	}
	side.revealed = true
	s.told(factReveal, uint64(c))
	clear(side.held[:])
	tr.side("reveal", c)
}

// afterFree is F3 and F4, and the end test that follows a free action.
func (s *State) afterFree(tr *trace) {
	if s.pending.kind == clashDue {
		x := s.turn.foe()
		s.settleClash(s.sides[s.turn].energy > s.sides[x].energy, tr)
	}
	if s.pending.kind != noChance {
		return
	}
	s.settle(tr)
	s.judge(tr)
}

// endMain follows a main action: S8 to S11.
func (s *State) endMain(tr *trace) {
	if s.plain() {
		s.ep = s.passedOver(s.turn)
		s.settleCastling()
		s.closeTurn(true, tr)
		return
	}
	s.afterEffects(tr)
	c, x := s.turn, s.turn.foe()
	if s.of[c]&s.types[Mahoraga] != 0 { // S10
		if s.domain.name != NoKey && s.domain.owner == x {
			s.adapt(c, s.domain.name, tr)
		}
		if s.sides[x].jackpot > 0 {
			s.adapt(c, KeyJackpot, tr)
		}
	}
	spin := s.owns(c, KeyGambit) && !s.domain.fresh // S11
	s.domain.fresh = false
	if spin {
		s.pending = pendingState{kind: spinChance, when: spinEnd, sq: NoSquare}
		return
	}
	s.closeTurn(s.plain(), tr)
}

// plain reports whether the position is one of plain chess, as far as the board goes: no timer, shadow piece, domain, doors
// or jackpot. Then nothing acts on its own, and all pieces move, threaten and are taken as in chess.
func (s *State) plain() bool {
	return s.timed[Infinity]|s.timed[Shield]|s.timed[Speech]|s.timed[Stun]|s.timed[Mark]|
		s.dogs|s.curses|s.rikas|s.types[Mahoraga]|s.types[Decoy] == 0 &&
		s.domain.name == NoKey && s.sides[White].doors&s.sides[Black].doors == NoSquare &&
		s.sides[White].jackpot|s.sides[Black].jackpot == 0
}

// afterEffects is S8 and S9. The safety of the king is judged on what it leaves.
func (s *State) afterEffects(tr *trace) {
	c := s.turn
	s.settle(tr)
	s.cut(tr)
	if s.timed[Infinity] != 0 {
		s.push(c, tr)
		s.push(c.foe(), tr)
	}
	if s.owns(c, KeyPawns) {
		s.refill(tr)
	}
	s.settle(tr)
	if dogs := s.dogs & s.of[c]; dogs != 0 && !s.owns(c, KeyShadow) {
		s.tireDogs(dogs, tr)
	}
	s.settle(tr)
	s.ep = s.passedOver(c)
}

// tireDogs is S9: each dog of the side to move has one turn less, and sinks at none.
func (s *State) tireDogs(dogs Bitboard, tr *trace) {
	for o := inOrder(s.turn, dogs); ; {
		sq, ok := o.next()
		if !ok {
			return
		}
		p := s.board[sq]
		left := max(p.left()-1, 0)
		s.board[sq] = p.withLeft(left)
		if left == 0 {
			s.vanish(sq, tr)
		}
	}
}

// closeTurn is S12 to S16, and the start of the other side's turn; plain says what the method does.
func (s *State) closeTurn(plain bool, tr *trace) {
	c, x := s.turn, s.turn.foe()
	side, r := &s.sides[c], s.rules()
	checkers := s.checkersIn(x, plain)
	if side.set != Toji { // S12
		side.energy = uint16(min(int(side.energy)+r.EnergyRegain, r.EnergyMax))
	}
	side.cool() // S13
	if side.shown() == Manipulation && r.CurseEvery > 0 && int(side.turns)%r.CurseEvery == 0 {
		side.held[Pawn]++ // S14
		tr.say("curse")
	}
	if side.shown() == Limitless { // S15
		now := s.sides[x].set != Toji && checkers != 0
		side.proven = side.proven || now // by reading the enemy, or by not reading it
		if side.set == Limitless {
			s.sides[x].proven = s.sides[x].proven || checkers != 0 // by what there is to read
			if side.reading || now {
				side.seen = s.sides[x].energy
			}
			side.reading = now
		}
	}
	if s.reset { // S16
		s.reset = false
		s.halfmove, s.known, s.foreign = 0, 0, 0
	} else {
		s.halfmove++
	}
	s.ply++
	s.turn = x
	s.startTurn(r, checkers, plain, tr)
}

// cool lowers every running cooldown by one, eight at a time: below 128, adding 127 carries into the top bit of exactly
// the bytes that aren't zero.
func (side *sideState) cool() {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for i := 0; i < len(side.cd); i += 8 {
		lanes := side.cd[i : i+8]
		w := binary.LittleEndian.Uint64(lanes)
		binary.LittleEndian.PutUint64(lanes, w-((w+(tops-ones))&tops)>>7)
	}
}

// startTurn is S1 to S5. checkers gave check as the enemy's turn ended; nothing expires where all is plain.
func (s *State) startTurn(r *Rules, checkers Bitboard, plain bool, tr *trace) {
	c := s.turn
	s.sides[c].turns++ // S1
	if !plain {
		s.expire(tr) // S2
		plain = s.plain()
		checkers = s.checkersIn(c, plain)
	}
	if checkers != 0 { // S3
		s.sides[c].checked = true
	}
	if !(plain && s.plainMove(checkers)) && s.judge(tr) || s.testDraws(r, tr) { // S4
		return
	}
	x := c.foe()
	if s.owns(x, KeyMalevolent) && r.ClockTimeoutProb > 0 && !s.inCheck(c) { // S5
		s.pending = pendingState{kind: clockChance, sq: NoSquare}
	}
}

// expire is S2.
func (s *State) expire(tr *trace) {
	c := s.turn
	side := &s.sides[c]
	if side.jackpot > 0 {
		side.jackpot--
		if side.jackpot == 0 {
			tr.say("jackpot-end")
		}
	}
	for _, st := range [...]Status{Infinity, Shield, Mark} {
		s.countDown(st, s.of[c])
	}
	if side.doors != NoSquare {
		side.doorsLeft = max(side.doorsLeft, 1) - 1
		if side.doorsLeft == 0 {
			tr.at("doors-end", side.doors)
			side.doors = NoSquare
		}
	}
	for _, st := range [...]Status{Speech, Stun} {
		s.countDown(st, s.of[c.foe()])
	}
	if d := &s.domain; d.name != NoKey && d.owner == c {
		d.left = max(d.left, 1) - 1
		if d.left == 0 {
			s.endDomain("end", tr)
		}
	}
	s.settle(tr)
}

// countDown lowers a running timer of the pieces of b by one.
func (s *State) countDown(st Status, b Bitboard) {
	for b &= s.timed[st]; b != 0; b &= b - 1 {
		sq := b.First()
		s.setTimer(sq, st, s.board[sq].timer(st)-1)
	}
}
