package domain

import "slices"

// The functions of this file are asked on a view (CD-151) of the side to move, never on the true state.

// legalMoves lists the moves that leave the king safe.
func (v *State) legalMoves() []Action { return v.keepLegal(v.moves(v.Turn)) }

// legalCasts lists the legal techniques, free ones included.
func (v *State) legalCasts() []Action { return v.keepLegal(v.techniqueActions(v.Turn)) }

func (v *State) keepLegal(list []Action) []Action {
	return slices.DeleteFunc(list, func(a Action) bool { return !v.legal(a) })
}

func (v *State) legal(a Action) bool {
	if a.free() {
		return v.legalFree(a)
	}
	return v.legalMain(a)
}

// legalPass is the pass of a side without moves under Unlimited Pawns (CD-123(ii)).
func (v *State) legalPass(moves int) bool {
	x := v.Turn
	return moves == 0 && v.owns(x.other(), "pawns") && !v.inCheck(x) && v.legalMain(pass)
}

var pass = Action{Key: "pass", Text: "pass"}

// legalMain tells whether a leaves the king safe at the legality point in every outcome (CD-110).
func (v *State) legalMain(a Action) bool {
	for _, c := range v.consequences(a) {
		c.afterEffects()
		c.sinkDogs()
		if !c.safe(v.Turn) {
			return false
		}
	}
	return true
}

// legalFree tells whether a main action would be left in every outcome (CD-041).
func (v *State) legalFree(a Action) bool {
	for _, c := range v.consequences(a) {
		c.settle()
		if !c.mainLeft() {
			return false
		}
	}
	return true
}

// mainLeft tells whether there is a legal main action.
func (v *State) mainLeft() bool {
	x := v.Turn
	moves := false
	for _, a := range v.moves(x) {
		if v.legalMain(a) {
			moves = true
			break
		}
	}
	if moves || v.legalPass(0) {
		return true
	}
	for _, a := range v.techniqueActions(x) {
		if !a.free() && v.legalMain(a) {
			return true
		}
	}
	return false
}

// anyLegal tells whether the side to move has any legal action.
func (v *State) anyLegal() bool {
	if v.mainLeft() {
		return true
	}
	return slices.ContainsFunc(v.techniqueActions(v.Turn), func(a Action) bool { return a.free() && v.legalFree(a) })
}

// consequences are the positions right after a, one for each outcome of its chance node and each end of a clash, before
// anything settles.
func (v *State) consequences(a Action) []*State {
	fates := []fate{byEnergy}
	if a.Key == "domain" && v.Domain.Name != "" {
		fates = []fate{clashWon, clashLost}
	}
	var list []*State
	for _, f := range fates {
		c := v.trial()
		c.fate = f
		c.stepped = NoSquare
		c.do(a)
		if c.Pending.Kind == "" {
			list = append(list, c)
			continue
		}
		for _, o := range c.Outcomes() {
			d := c.trial()
			d.deal(o.Name)
			list = append(list, d)
		}
	}
	return list
}

// legalActions lists everything the side to move may do on the true state s.
func (s *State) legalActions() []Action {
	switch {
	case s.over() || s.Pending.Kind != "":
		return nil
	case s.Passing:
		return []Action{pass}
	}
	v := s.view(s.Turn)
	list := v.legalMoves()
	if v.legalPass(len(list)) {
		list = append(list, pass)
	}
	return append(list, v.legalCasts()...)
}

// action is the legal action of that text; ok is false where there is none.
func (s *State) action(text string) (a Action, ok bool) {
	if s.Passing || text == pass.Text {
		for _, a := range s.legalActions() {
			if a.Text == text {
				return a, true
			}
		}
		return Action{}, false
	}
	v := s.view(s.Turn)
	for _, a := range append(v.moves(v.Turn), v.techniqueActions(v.Turn)...) {
		if a.Text == text {
			return a, v.legal(a)
		}
	}
	return Action{}, false
}
