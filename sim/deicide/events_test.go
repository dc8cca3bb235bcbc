package deicide

import (
	"strings"
	"testing"

	"variantlab/sim/game"
)

// [DC-625] What a step tells, in order, the last of the actions played.
func TestEvents(t *testing.T) {
	for _, c := range []struct{ name, position, play, want string }{
		{"move", "w KGb1 KNh8 | b KGo16", "h8g10", "move KN h8 g10"},
		{"capture", "w KGb1 KNh8 | b KGo16 KNg10", "h8g10", "capture kn g10, move KN h8 g10"},
		{"castle", "w KGi1 RKa1 RKp1 | b KGo16; castle=a1,p1", "i1-castle:a1", "move KG i1 g1, castle RK a1 h1"},
		{"promote", "w KGb1 PWd15 | b KGo16", "d15d16=knight", "move PW d15 d16, promote knight d16"},
		{"promote with check", "w KGb1 PWd15 | b KGo16", "d15d16=queen", "move PW d15 d16, promote queen d16, check"},
		{"in passing", "w KGb1 DPc3 DPg3 | b KGo16 DPe6; moves=2", "c3h8 g3c7 e6-ep:e5", "capture DP c7, capture DP h8, move dp e6 e5"},
		{"launch", "w KGb1 TMa8 | b KGo16", "a8-time:a12", "launch TM a8 a12"},
		{"landing", "w KGb1 | b KGo16; fly=TM@d9*1", "b1a1", "move KG b1 a1, land TM d9"},
		{"landing on a friend", "w KGb1 KNd9 | b KGo16; fly=FL@d9*1", "b1a1", "move KG b1 a1, capture KN d9, land FL d9"},
		{"landing on a Bomber", "w KGb1 | b KGo16 BMd9 PRa9; fly=TM@d9*1", "b1a1", "move KG b1 a1, capture bm d9, destroy TM d9"},
		{"landing on a Snail", "w KGb1 | b KGo16 SNd9; fly=TM@d9*1", "b1a1", "move KG b1 a1, destroy TM d9"},
		{"push", "w KGb1 SMd4 | b KGo16 KNd6", "d4-push:d6", "push kn d6 d7, move SM d4 d6"},
		{"push off the board", "w KGb1 SMb8 | b KGo16 KNa8", "b8-push:a8", "capture kn a8, move SM b8 a8"},
		{"Bomber off the board", "w KGb1 SMb8 PRc3 | b KGo16 BMa8", "b8-push:a8", "capture bm a8, destroy SM b8"},
		{"Bomb", "w KGb1 BMd4 PRc3 | b KGo16 KNd5", "d4d5", "capture kn d5, destroy BM d4"},
		{"Bomb on the last rank", "w KGb1 PWd15 PRc3 | b KGo16 BMe16", "d15e16", "capture bm e16, destroy PW d15"},
		{"Big Bang", "w KGb1 BMd4 PRe4 | b KGo16 BMd5 KNc6 BMe6 SNd6 KNf7", "d4d5",
			"capture bm d5, destroy BM d4, destroy bm e6, destroy PR e4, destroy kn c6"},
		{"Snail", "w KGb1 SNd4 | b KGo16", "d4d5", "move SN d4 d5, extra_turn"},
		{"pass", "w KGb1 SNd4 | b KGo16 KNh8", "d4d5 h8g10 pass", ""},
		{"check ends an extra turn", "w KGb1 SNh4 | b KGo16 RKh8", "h4h5 h8b8", "move rk h8 b8, check"},
		{"mate", "w KGb1 RKh15 RKg1 | b KGa16", "g1g16", "move RK g1 g16, check, end w checkmate"},
		{"stalemate", "w KGh8 QNe14 | b KGa16", "e14b14", "move QN e14 b14, end draw stalemate"},
		{"King taken", "w KGe5 | b KGf6; yuri", "e5f6", "capture kg f6, move KG e5 f6, end b king_captured"},
		{"ply limit within an extra turn", "w KGb1 | b KGo16 KNh8; side=b moves=2 ply=1999", "h8g10", "move kn h8 g10, end draw max_plies"},
	} {
		t.Run("DC-625/"+c.name, func(t *testing.T) {
			g := New()
			if variantOf(c.position) == yuri {
				g = NewYuri()
			}
			p, err := g.New(game.Options{Position: c.position})
			if err != nil {
				t.Fatal(err)
			}
			var events []game.Event
			for _, text := range strings.Fields(c.play) {
				a, err := g.ParseAction(p.State(), p.State().Turn(), text)
				if err != nil {
					t.Fatal(err)
				}
				events = p.Apply(a)
			}
			var texts []string
			for _, e := range events {
				texts = append(texts, e.Text)
			}
			if got := strings.Join(texts, ", "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
