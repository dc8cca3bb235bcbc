package watch

import (
	"fmt"
	"strings"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// appendMove writes the first component of a plan; a plan without a Move has none, "none" names it on its own.
func appendMove(dst []byte, a game.Action) []byte {
	switch {
	case a == Hold:
		return append(dst, "hold"...)
	case !isMove(a):
		return append(dst, "none"...)
	}
	from, to, promotion := unpack(a)
	dst = append(dst, from.String()...)
	dst = append(dst, to.String()...)
	if promotion != noKind {
		dst = append(dst, makeMan(black, promotion).letter())
	}
	return dst
}

// appendPlan writes a plan as text [WC-103]: the Move, ordinary Watches by watcher, the King Watch. kingAt is the square
// of the side's King.
func appendPlan(dst []byte, plan *game.Plan, kingAt square) []byte {
	start := len(dst)
	token := func(prefix string, pair uint16) {
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		dst = append(dst, prefix...)
		dst = append(dst, square(pair>>6).String()...)
		dst = append(dst, '>')
		dst = append(dst, square(pair&63).String()...)
	}
	if plan.Move != NoMove {
		dst = appendMove(dst, plan.Move)
	}
	for _, pair := range plan.Watch[:plan.N] {
		if square(pair&63) != kingAt {
			token("w:", pair)
		}
	}
	for _, pair := range plan.Watch[:plan.N] {
		if square(pair&63) == kingAt {
			token("kw:", pair)
		}
	}
	return dst
}

// parseMove reads a Move as text.
func parseMove(text string) (game.Action, bool) {
	if len(text) != 4 && len(text) != 5 {
		return game.None, false
	}
	from, okFrom := board.Parse(text[:2])
	to, okTo := board.Parse(text[2:4])
	promotion, okPromotion := noKind, true
	if len(text) == 5 {
		i := strings.IndexByte("nbrq", text[4])
		if okPromotion = i >= 0; okPromotion {
			promotion = promotions[i]
		}
	}
	return makeMove(from, to, promotion), okFrom && okTo && okPromotion
}

// parsePair reads v>y.
func parsePair(text string) (pair uint16, ok bool) {
	v, y, ok := strings.Cut(text, ">")
	watcher, okV := board.Parse(v)
	watched, okY := board.Parse(y)
	return makePair(watcher, watched), ok && okV && okY && watcher != watched
}

// planForm is how a plan's text looks, for messages.
const planForm = "a plan is [move] [w:v>y]... [kw:v>k] with single spaces, ordinary Watches ascending by watcher, as in \"e2e4 w:b1>d2\", or hold"

// parsePlan reads a plan of c. Any text but the one that appendPlan writes for a legal plan is an error.
func (s *State) parsePlan(c side, text string) (game.Plan, error) {
	plan := game.Plan{Move: NoMove}
	if text == "hold" {
		plan.Move = Hold
	} else {
		for i, token := range strings.Split(text, " ") {
			if err := addToken(&plan, i, token); err != nil {
				return game.Plan{}, err
			}
		}
	}
	if f := s.fault(c, &plan); f != noFault {
		return game.Plan{}, fmt.Errorf("%q is not legal for %v: %v", clip(text), game.Player(c), f)
	}
	if canonical := string(appendPlan(nil, &plan, s.kingSquare(c))); canonical != text {
		return game.Plan{}, fmt.Errorf("%q: write it as %q; %s", clip(text), canonical, planForm)
	}
	return plan, nil
}

// addToken adds the i-th token of a text to a plan.
func addToken(plan *game.Plan, i int, token string) error {
	pairText, watch := strings.CutPrefix(token, "w:")
	if !watch {
		pairText, watch = strings.CutPrefix(token, "kw:")
	}
	if !watch {
		move, ok := parseMove(token)
		if i > 0 || !ok {
			return fmt.Errorf("%q is no %s; %s", clip(token), map[bool]string{true: "Move or Watch", false: "Watch"}[i == 0], planForm)
		}
		plan.Move = move
		return nil
	}
	pair, ok := parsePair(pairText)
	switch {
	case !ok:
		return fmt.Errorf("%q is no pair of two squares; %s", clip(token), planForm)
	case plan.N == game.MaxPairs:
		return fmt.Errorf("more than %d Watches", game.MaxPairs)
	}
	return insertPair(plan, pair)
}

// insertPair adds a pair to a plan, keeping them ascending.
func insertPair(plan *game.Plan, pair uint16) error {
	i := int(plan.N)
	for ; i > 0 && plan.Watch[i-1] >= pair; i-- {
		if plan.Watch[i-1] == pair {
			return fmt.Errorf("the Watch %v>%v stands there twice", square(pair>>6), square(pair&63))
		}
		plan.Watch[i] = plan.Watch[i-1]
	}
	plan.Watch[i] = pair
	plan.N++
	return nil
}
