package deicide

// result is how a game ended; zero while it goes on.
type result struct {
	why ending
	won uint8 // 0 for a draw, else 1 + the color of the winner
}

// ending is why a game ended.
type ending uint8

// The reasons [DC-622].
const (
	goesOn ending = iota
	checkmate
	kingCaptured
	stalemate
	bareKings
	repetition
	quietLimit
	maxPlies
)

var endings = [...]string{
	checkmate: "checkmate", kingCaptured: "king_captured", stalemate: "stalemate", bareKings: "bare_kings",
	repetition: "repetition", quietLimit: "quiet", maxPlies: "max_plies",
}

func drawn(why ending) result          { return result{why: why} }
func won(by color, why ending) result  { return result{why: why, won: 1 + uint8(by)} }
func (r result) over() bool            { return r.why != goesOn }
func (r result) reason() string        { return endings[r.why] }
func (r result) winner() (color, bool) { return color(r.won - 1), r.won != 0 }

func (r result) returns() [2]float32 {
	switch r.won {
	case 1:
		return [2]float32{1, -1}
	case 2:
		return [2]float32{-1, 1}
	default:
		return [2]float32{}
	}
}

func (s *State) finish(r result, j *journal) {
	s.result = r
	j.ends(r)
}

// captured is the result when side has removed the enemy King by an action as k: the mover wins, but when Kings may
// touch Black wins if a King did it, or a Fool that copied one, and White otherwise [DC-420, DC-511, DC-513].
func (c *core) captured(side color, k kind) result {
	switch {
	case !c.v().touching:
		return won(side, kingCaptured)
	case k == king:
		return won(black, kingCaptured)
	default:
		return won(white, kingCaptured)
	}
}

// verdict judges the start of a turn, the first end condition that holds deciding [DC-410]. mover is the side that has
// just moved, seen how often the position has now occurred.
func (s *State) verdict(mover color, seen int, j *journal) result {
	if s.kings[s.side] < 0 {
		return s.captured(mover, none)
	}
	if j != nil && s.inCheck(s.side) {
		j.note("check")
	}
	if r := s.standing(); r.over() {
		return r
	}
	switch {
	case s.rules.repetition > 0 && seen >= int(s.rules.repetition): // DC-432
		return drawn(repetition)
	case s.rules.quietLimit > 0 && s.quiet >= s.rules.quietLimit: // DC-435
		return drawn(quietLimit)
	case s.rules.plyLimit > 0 && s.ply >= s.rules.plyLimit: // DC-436
		return drawn(maxPlies)
	}
	return result{}
}

// standing is the part of the verdict that needs no past: mate, stalemate, bare Kings. It is all that a loaded position
// is asked for [DC-437].
func (c *core) standing() result {
	if !c.anyLegal() {
		return c.noAction()
	}
	if c.rules.bareKings && c.nFlights == 0 && c.occupied().count() == 2 { // DC-431
		return drawn(bareKings)
	}
	return result{}
}

// noAction is the result for a side to move without a legal action [DC-411, DC-412, DC-512].
func (c *core) noAction() result {
	switch {
	case c.inCheck(c.side) && c.v().touching:
		return won(white, checkmate)
	case c.inCheck(c.side):
		return won(c.side^1, checkmate)
	case c.rules.stalemateLoses:
		return won(c.side^1, stalemate)
	default:
		return drawn(stalemate)
	}
}
