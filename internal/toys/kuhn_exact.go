package toys

import "variantlab/sim/game"

// KuhnStrategy is how often a side bets (or calls), by its card (0 for J to 2 for K) and whether it faces a bet. First
// faces none on its first action and one on its second; Second is on its only action.
type KuhnStrategy [3][2]float64

// kuhnValue is First's expected chips when the sides play a and b.
func kuhnValue(a, b KuhnStrategy) float64 {
	sum := 0.0
	for _, d := range deals {
		s := &KuhnState{cards: d}
		sum += kuhnWalk(s, &a, &b) / float64(len(deals))
	}
	return sum
}

func kuhnWalk(s *KuhnState, a, b *KuhnStrategy) float64 {
	turn := s.Turn()
	if turn == game.Terminal {
		return 2 * float64(s.Returns()[0])
	}
	plan, faces := a, 0
	if turn == game.Second {
		plan = b
	}
	if s.n > 0 && s.bets[s.n-1] == KuhnBet {
		faces = 1
	}
	p := plan[s.cards[turn]-1][faces]
	bet, pass := *s, *s
	bet.Apply(KuhnBet)
	pass.Apply(KuhnPass)
	return p*kuhnWalk(&bet, a, b) + (1-p)*kuhnWalk(&pass, a, b)
}

// KuhnExploitability is what best responses win against the two strategies, in chips a game and in the mean over the
// seats: zero exactly at an equilibrium, 0.458 for play at random.
func KuhnExploitability(first, second KuhnStrategy) float64 {
	most, least := -2.0, 2.0
	for pure := range 64 {
		var r KuhnStrategy
		for i := range 6 {
			r[i/2][i%2] = float64(pure >> i & 1)
		}
		most = max(most, kuhnValue(r, second))
		least = min(least, kuhnValue(first, r))
	}
	return (most - least) / 2
}
