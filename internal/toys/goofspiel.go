package toys

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

// Goofspiel is the game of pure strategy with four cards: a prize of 1 to 4 points is turned up at random, both sides
// bid a card at once, the higher card wins the prize, a tie discards it. Returns are the difference in points over ten.
func Goofspiel() game.Game {
	return &toy{
		info: game.Info{
			Name: "goofspiel4", Title: "Goofspiel with four cards", Rules: "goofspiel4/1", Stochastic: true, Joint: true,
			MaxActions: goofCards,
		},
		start: func() board { return &GoofState{hands: [2]uint8{goofAll, goofAll}, prizes: goofAll} },
	}
}

const (
	goofCards  = 4
	goofAll    = 1<<goofCards - 1
	goofPoints = 10
)

// GoofState is a state of Goofspiel. Card or prize v is bit v-1 of its set.
type GoofState struct {
	hands  [2]uint8
	prizes uint8 // not yet turned up
	prize  int8  // turned up, 0 before that
	lead   int8  // First's points minus Second's
}

// Turn is Chance, then Simultaneous, until the hands or the prizes are empty.
func (s *GoofState) Turn() game.Player {
	switch {
	case s.prize != 0:
		return game.Simultaneous
	case s.prizes == 0 || s.hands[0] == 0:
		return game.Terminal
	}
	return game.Chance
}

// Actions are the cards in hand.
func (s *GoofState) Actions(p game.Player, dst []game.Action) []game.Action {
	if s.Turn() != game.Simultaneous || !p.Side() {
		return dst
	}
	for v := range goofCards {
		if s.hands[p]>>v&1 != 0 {
			dst = append(dst, game.Action(v+1))
		}
	}
	return dst
}

// Outcomes are the prizes left, equally likely.
func (s *GoofState) Outcomes(dst []game.Outcome) []game.Outcome {
	if s.Turn() != game.Chance {
		return dst
	}
	n := bits.OnesCount8(s.prizes)
	left := 1.0
	for v, k := 0, 0; v < goofCards; v++ {
		if s.prizes>>v&1 == 0 {
			continue
		}
		p := 1 / float64(n)
		if k++; k == n {
			p = left
		}
		left -= p
		dst = append(dst, game.Outcome{Action: game.Action(v + 1), Prob: p})
	}
	return dst
}

// Apply turns up a prize.
func (s *GoofState) Apply(a game.Action) {
	s.prize = int8(a)
	s.prizes &^= 1 << (a - 1)
}

// Plans are the cards in hand.
func (s *GoofState) Plans(p game.Player, dst []game.Plan) []game.Plan {
	if s.Turn() != game.Simultaneous || !p.Side() {
		return dst
	}
	for v := range goofCards {
		if s.hands[p]>>v&1 != 0 {
			dst = append(dst, game.Plan{Move: game.Action(v + 1)})
		}
	}
	return dst
}

// LegalPlan reports whether the card is in hand.
func (s *GoofState) LegalPlan(p game.Player, plan *game.Plan) bool {
	return s.Turn() == game.Simultaneous && p.Side() && *plan == game.Plan{Move: plan.Move} &&
		plan.Move >= 1 && plan.Move <= goofCards && s.hands[p]>>(plan.Move-1)&1 != 0
}

// ApplyJoint compares the bids.
func (s *GoofState) ApplyJoint(plans *[2]game.Plan) {
	for side := range plans {
		s.hands[side] &^= 1 << (plans[side].Move - 1)
	}
	switch first, second := plans[0].Move, plans[1].Move; {
	case first > second:
		s.lead += s.prize
	case first < second:
		s.lead -= s.prize
	}
	s.prize = 0
}

// Returns is the difference in points over ten.
func (s *GoofState) Returns() [2]float32 {
	if s.Turn() != game.Terminal {
		return [2]float32{}
	}
	v := float32(s.lead) / goofPoints
	return [2]float32{v, -v}
}

// Key packs the state.
func (s *GoofState) Key() game.Key {
	return packed(uint64(s.hands[0])<<16|uint64(s.hands[1])<<8|uint64(s.prizes), uint64(s.prize)<<8|uint64(uint8(s.lead)))
}

// CopyFrom overwrites s.
func (s *GoofState) CopyFrom(src game.State) { *s = *src.(*GoofState) }

// Clone returns a copy.
func (s *GoofState) Clone() game.State { c := *s; return &c }

// The notation is both hands, the prizes left, the prize turned up and the lead: 1234 134 24 3 0.
func (s *GoofState) appendNotation(dst []byte) []byte {
	for _, set := range [3]uint8{s.hands[0], s.hands[1], s.prizes} {
		if set == 0 {
			dst = append(dst, '-')
		}
		for v := range goofCards {
			if set>>v&1 != 0 {
				dst = append(dst, byte('1'+v))
			}
		}
		dst = append(dst, ' ')
	}
	return fmt.Appendf(dst, "%d %d", s.prize, s.lead)
}

func (s *GoofState) setNotation(text string) error {
	f := strings.Fields(text)
	if len(f) != 5 {
		return fmt.Errorf("%q: want two hands, prizes, prize and lead", text)
	}
	var n GoofState
	for i, set := range []*uint8{&n.hands[0], &n.hands[1], &n.prizes} {
		for _, c := range strings.TrimPrefix(f[i], "-") {
			if c < '1' || c > '0'+goofCards || *set>>(c-'1') != 0 {
				return fmt.Errorf("%q: want digits from 1 to %d in ascending order, or -", f[i], goofCards)
			}
			*set |= 1 << (c - '1')
		}
	}
	prize, err := strconv.Atoi(f[3])
	if err != nil || prize < 0 || prize > goofCards || prize > 0 && n.prizes>>(prize-1)&1 != 0 {
		return fmt.Errorf("prize %q: want one from 1 to %d that is not among those to come, or 0", f[3], goofCards)
	}
	lead, err := strconv.Atoi(f[4])
	if err != nil || lead < -goofPoints || lead > goofPoints {
		return fmt.Errorf("lead %q: want a number from %d to %d", f[4], -goofPoints, goofPoints)
	}
	n.prize, n.lead = int8(prize), int8(lead)
	cards := bits.OnesCount8(n.hands[0])
	if cards != bits.OnesCount8(n.hands[1]) {
		return fmt.Errorf("hands %s and %s: want as many cards each", f[0], f[1])
	}
	if prize > 0 && cards == 0 {
		return fmt.Errorf("%q: nobody can bid for the prize", text)
	}
	most := goofPoints - prize
	for v := range goofCards {
		if n.prizes>>v&1 != 0 {
			most -= v + 1
		}
	}
	if lead < -most || lead > most {
		return fmt.Errorf("lead %d: only %d points are gone", lead, most)
	}
	*s = n
	return nil
}

func (s *GoofState) appendAction(dst []byte, _ game.Player, a game.Action) []byte {
	return append(dst, byte('0'+a))
}

func (s *GoofState) reason() string {
	if s.Turn() == game.Terminal {
		return "cards played"
	}
	return ""
}
