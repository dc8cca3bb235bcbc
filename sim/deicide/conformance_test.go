package deicide

import (
	"testing"

	"variantlab/sim/game"
	"variantlab/sim/gametest"
)

// setups are starts from which random games soon reach what they seldom reach from the standard one.
var setups = [2][]string{
	{
		"",
		"w KGi1 RKa1 RKp1 BMh2 SNg2 FLj2 TMd2 SMe3 PWc13 DPd12 REm13 | b KGi16 RKa16 RKp16 BMh15 SNg15 FLj15 TMd15 SMe14 PWc4 DPd5 REm4; castle=a1,a16,p1,p16",
		"w KGf3 BMe4 BMg4 SMf6 TMd3 TMh3 SNe3 FLc3 SCp1 | b KGk9 BMj8 BMl8 SMk6 TMi9 TMm9 SNj9 FLh9 SCa16",
		"w KGb2 SNd4 KNe4 RKa8 | b KGo15 SNm13 KNl13 FLp9",
	},
	{
		"",
		"w KGc3 FLb4 FLe2 SNd4 BMc5 PWi6 DPi5 | b KGh8 FLi7 FLg9 SNg6 BMh6 PWe3 DPd2; last=kg:kg",
		"w KGb2 TMc3 TMd2 SMd4 SCa1 ARe3 | b KGi9 TMh8 TMg9 SMg7 SCj10",
	},
}

func TestConformance(t *testing.T) {
	for i, g := range []*Game{New(), NewYuri()} {
		t.Run(g.v.name, func(t *testing.T) {
			cfg := gametest.Config{Games: 3, FullGames: 2000/len(setups[i]) + 1, MaxSteps: int(g.v.rules.plyLimit), Seed: 7, PartialNotation: true, Texts: 4}
			for _, position := range setups[i] {
				cfg.Setups = append(cfg.Setups, game.Options{Position: position})
			}
			gametest.Run(t, g, cfg)
		})
	}
}
