package deicide

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The worth of pieces without an ability follows from how many squares they reach.
func TestWorthFollowsMobility(t *testing.T) {
	kinds := []kind{knight, queen, rook, bishop, archbishop, chancellor, cannon, archer, champion, wizard, kitsune, werewolf, centaur, prince, princess}
	r := rand.New(rand.NewPCG(1, 1))
	var reached [numKinds]float64
	for range 4000 {
		d := newDraft(deicide, deicide.rules)
		for q := range deicide.board.each {
			if r.IntN(10) < 3 {
				d.pieces[q] = pieceOf(color(r.IntN(2)), prince)
			}
		}
		q := at(r.IntN(16), r.IntN(16))
		d.pieces[q] = pieceOf(white, prince)
		c := d.core()
		for _, k := range kinds {
			quiet, captures := c.destinations(q, k, white)
			reached[k] += float64(quiet.or(captures).count())
		}
	}
	for _, k := range kinds {
		n := 8 * reached[k] / reached[knight]
		want := 0.33*n + 0.007*n*n
		if got := float64(worth[k]); math.Abs(got-want) > 0.08*want {
			t.Errorf("%s is worth %v; it reaches %.1f squares, which makes %.1f", k, got, n, want)
		}
	}
	for k := queen; k < numKinds; k++ {
		if worth[k] <= 0 {
			t.Errorf("%s is worth %v", k, worth[k])
		}
	}
}
