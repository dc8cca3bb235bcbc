package domain

import (
	"strings"
	"testing"

	"variantlab/sim/game"
)

// A Limitless player with Blue resting two turns and nothing for Hollow Purple to hit.
func TestAdvice(t *testing.T) {
	g := Game{}
	p, err := g.New(game.Options{Position: "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 limitless;t=5;cd=blue.2 shrine;t=4 -"})
	if err != nil {
		t.Fatal(err)
	}
	advice := strings.Join(g.Advice(p, game.First), "\n")
	for _, want := range []string{
		"blue               20         rests 2 more", "infinity           by piece   1 casts",
		"domain:pawns       40         from your turn 8", "hollow             35         no target",
	} {
		if !strings.Contains(advice, want) {
			t.Errorf("no line %q in\n%s", want, advice)
		}
	}
}

// What is drawn comes from the observation: a decoy looks like the king that it stands for.
func TestDraw(t *testing.T) {
	g := Game{}
	p, err := g.New(game.Options{Position: "4k3/8/8/7r/8/8/8/3DK3 w - - 0 ten;t=13 shrine;t=12 shadow@w/2"})
	if err != nil {
		t.Fatal(err)
	}
	drawn := func(player game.Player) string {
		o, err := p.AppendObservation(nil, player)
		if err != nil {
			t.Fatal(err)
		}
		text, err := g.Draw(o)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if white := drawn(game.First); !strings.Contains(white, " .    .    .    D    K ") || !strings.Contains(white, "you:   ten; turn 13") {
		t.Errorf("White sees\n%s", white)
	}
	if black := drawn(game.Second); strings.Contains(black, "D") || strings.Count(black, "K ") != 2 {
		t.Errorf("Black sees\n%s", black)
	}
	if _, err := g.Draw([]byte("{")); err == nil {
		t.Error("half an observation is drawn")
	}
}
