package deicide

import "variantlab/sim/game"

// journal collects the events of a step [DC-625]. A nil journal collects nothing.
type journal struct{ events []game.Event }

func (j *journal) add(text []byte) {
	j.events = append(j.events, game.Event{Text: string(text)})
}

// between notes that p goes from one square to another: move, castle, push or launch.
func (j *journal) between(what string, p piece, from, to square) {
	if j == nil {
		return
	}
	text := append(append([]byte(what), ' '), p.code()...)
	text = appendSquare(append(text, ' '), from)
	j.add(appendSquare(append(text, ' '), to))
}

// on notes something that happens to p on a square: capture, destroy or land.
func (j *journal) on(what string, p piece, q square) {
	if j == nil {
		return
	}
	text := append(append([]byte(what), ' '), p.code()...)
	j.add(appendSquare(append(text, ' '), q))
}

func (j *journal) promotes(k kind, q square) {
	if j == nil {
		return
	}
	j.add(appendSquare(append([]byte("promote "+k.String()), ' '), q))
}

func (j *journal) note(text string) {
	if j != nil {
		j.add([]byte(text))
	}
}

func (j *journal) ends(r result) {
	if j == nil {
		return
	}
	winner := "draw"
	if c, ok := r.winner(); ok {
		winner = c.letter()
	}
	j.note("end " + winner + " " + r.reason())
}
