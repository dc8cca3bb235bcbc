package toys

import (
	"fmt"
	"strings"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// Kuhn is Kuhn's poker (1950): three cards J < Q < K, one for each side, an ante of one chip and one bet of one chip.
// Returns are half the chips won. First loses 1/18 of a chip a game in equilibrium.
func Kuhn() game.Game {
	return &toy{
		info: game.Info{
			Name: "kuhn", Title: "Kuhn poker", Rules: "kuhn/1", Stochastic: true, Hidden: true, MaxActions: 2,
		},
		start: func() board { return &KuhnState{} },
	}
}

// Actions of Kuhn: check or fold, bet or call.
const (
	KuhnPass game.Action = iota + 1
	KuhnBet
)

const kuhnCards = "JQK"

// deals lists who gets what, 1 for J to 3 for K; outcome n is deals[n-1].
var deals = [6][2]uint8{{1, 2}, {1, 3}, {2, 1}, {2, 3}, {3, 1}, {3, 2}}

// KuhnState is a state of Kuhn.
type KuhnState struct {
	cards [2]uint8 // zeros before the deal
	bets  [3]game.Action
	n     uint8 // how many bets
}

// Turn says who decides: the sides alternate.
func (s *KuhnState) Turn() game.Player {
	switch {
	case s.cards[0] == 0:
		return game.Chance
	case s.n == 3, s.n == 2 && (s.bets[0] == KuhnBet || s.bets[1] == KuhnPass):
		return game.Terminal
	}
	return game.Player(s.n % 2)
}

// Actions are pass and bet.
func (s *KuhnState) Actions(p game.Player, dst []game.Action) []game.Action {
	if p == s.Turn() && p.Side() {
		dst = append(dst, KuhnPass, KuhnBet)
	}
	return dst
}

// Outcomes are the six deals.
func (s *KuhnState) Outcomes(dst []game.Outcome) []game.Outcome {
	if s.Turn() != game.Chance {
		return dst
	}
	left := 1.0
	for i := range len(deals) - 1 {
		dst = append(dst, game.Outcome{Action: game.Action(i + 1), Prob: 1. / 6})
		left -= 1. / 6
	}
	return append(dst, game.Outcome{Action: 6, Prob: left})
}

// Apply deals, or adds a bet.
func (s *KuhnState) Apply(a game.Action) {
	if s.cards[0] == 0 {
		s.cards = deals[a-1]
		return
	}
	s.bets[s.n] = a
	s.n++
}

// showdown reports whether the cards were compared.
func (s *KuhnState) showdown() bool {
	return s.Turn() == game.Terminal && s.bets[s.n-1] == s.bets[s.n-2]
}

// Returns is half the chips won.
func (s *KuhnState) Returns() [2]float32 {
	if s.Turn() != game.Terminal {
		return [2]float32{}
	}
	v := float32(0.5)
	switch {
	case !s.showdown(): // the last to act folded
		if s.n%2 == 1 {
			v = -v
		}
	case s.bets[s.n-1] == KuhnBet:
		v = 1
	}
	if s.showdown() && s.cards[0] < s.cards[1] {
		v = -v
	}
	return [2]float32{v, -v}
}

// Key packs the state.
func (s *KuhnState) Key() game.Key { return packed(s.pack(s.cards), 0) }

func (s *KuhnState) pack(cards [2]uint8) uint64 {
	return uint64(cards[0])<<16 | uint64(cards[1])<<12 | uint64(s.bets[0])<<8 | uint64(s.bets[1])<<6 | uint64(s.bets[2])<<4 |
		uint64(s.n)
}

// CopyFrom overwrites s.
func (s *KuhnState) CopyFrom(src game.State) { *s = *src.(*KuhnState) }

// Clone returns a copy.
func (s *KuhnState) Clone() game.State { c := *s; return &c }

// seen is the cards as p knows them: its own, and the other's after a showdown.
func (s *KuhnState) seen(p game.Player) [2]uint8 {
	cards := s.cards
	if !s.showdown() {
		cards[p.Other()] = 0
	}
	return cards
}

// Hides is true from the deal on, unless there was a showdown.
func (s *KuhnState) Hides(game.Player) bool { return s.cards[0] != 0 && !s.showdown() }

// InfoKey packs what p has seen.
func (s *KuhnState) InfoKey(p game.Player) game.Key { return packed(s.pack(s.seen(p)), uint64(p)+1) }

// ResampleInto draws the other side's card from the two that p doesn't hold.
func (s *KuhnState) ResampleInto(p game.Player, dst game.State, r *rng.Stream) {
	d := dst.(*KuhnState)
	*d = *s
	if s.Hides(p) {
		d.cards[p.Other()] = (s.cards[p]+uint8(r.IntN(2)))%3 + 1
	}
}

func (s *KuhnState) appendNotation(dst []byte) []byte { return s.appendSeen(dst, s.cards) }

func (s *KuhnState) appendSeen(dst []byte, cards [2]uint8) []byte {
	for _, c := range cards {
		dst = append(dst, ("?" + kuhnCards)[c])
	}
	dst = append(dst, ' ')
	if s.n == 0 {
		dst = append(dst, '-')
	}
	for _, a := range s.bets[:s.n] {
		dst = s.appendAction(dst, game.First, a)
	}
	return dst
}

func (s *KuhnState) setNotation(text string) error {
	cards, bets, _ := strings.Cut(text, " ")
	var n KuhnState
	if len(cards) != 2 || bets == "" {
		return fmt.Errorf("%q: want two cards of J, Q, K (?? before the deal) and the bets, as in KQ pb", text)
	}
	if cards != "??" {
		for i := range n.cards {
			n.cards[i] = uint8(strings.IndexByte(kuhnCards, cards[i]) + 1)
		}
		if n.cards[0] == 0 || n.cards[1] == 0 || n.cards[0] == n.cards[1] {
			return fmt.Errorf("cards %q: want two different ones of J, Q, K", cards)
		}
	}
	if bets == "-" {
		bets = ""
	}
	for i := range len(bets) {
		if !n.Turn().Side() || bets[i] != 'p' && bets[i] != 'b' {
			return fmt.Errorf("bets %q: want p or b, up to the end of the game", bets)
		}
		a := KuhnPass
		if bets[i] == 'b' {
			a = KuhnBet
		}
		n.Apply(a)
	}
	*s = n
	return nil
}

func (s *KuhnState) appendAction(dst []byte, p game.Player, a game.Action) []byte {
	if p == game.Chance {
		d := deals[a-1]
		return append(dst, kuhnCards[d[0]-1], kuhnCards[d[1]-1])
	}
	return append(dst, ".pb"[a])
}

func (s *KuhnState) appendObservation(dst []byte, p game.Player) []byte {
	return fmt.Appendf(dst, `{"position":%q}`, s.appendSeen(nil, s.seen(p)))
}

// events shows each side its own card when they are dealt, and bets to both.
func (s *KuhnState) events(a game.Action) []game.Event {
	if s.Turn() != game.Chance {
		return []game.Event{{Text: string(s.appendAction(nil, s.Turn(), a)), Player: s.Turn()}}
	}
	var list []game.Event
	for side, card := range deals[a-1] {
		list = append(list, game.Event{Text: string(kuhnCards[card-1]), Private: true, Player: game.Player(side)})
	}
	return list
}

func (s *KuhnState) reason() string {
	switch {
	case s.Turn() != game.Terminal:
		return ""
	case s.showdown():
		return "showdown"
	}
	return "fold"
}
