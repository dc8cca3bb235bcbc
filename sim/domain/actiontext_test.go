package domain

import (
	"errors"
	"strings"
	"testing"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

func sq(name string) Square {
	s, ok := board.Parse(name)
	if !ok {
		panic(name)
	}
	return s
}

// One action of each form.
func TestActionTexts(t *testing.T) {
	for _, c := range []struct {
		a    act
		want string
	}{
		{pairAction(KeyMove, sq("e2"), sq("e4")), "e2e4"},
		{pairAction(KeyMove, sq("e7"), sq("e8")) | 1, "e7e8q"},
		{keyAction(KeyPass), "pass"},
		{typeAction(KeyRCT, Knight, 0, sq("b1")), "rct:n-b1"},
		{pairAction(KeyBlue, sq("c3"), sq("c4")), "blue:c3-c4"},
		{squareAction(KeyRed, sq("d4")), "red:d4"},
		{squareAction(KeyInfinity, sq("d4")), "infinity:d4"},
		{dirAction(KeyHollow, sq("d4"), board.NE), "hollow:d4-ne"},
		{squareAction(KeyDismantle, sq("a8")), "dismantle:a8"},
		{squareAction(KeyCleave, sq("h1")), "cleave:h1"},
		{pairAction(KeySlash, sq("a1"), sq("h8")), "slash:a1-h8"},
		{squareAction(KeySpeech, sq("d4")), "speech:d4"},
		{dirAction(KeyPureLove, 0, board.W), "purelove:w"},
		{typeAction(KeyRelease, Knight, sq("e2"), sq("f4")), "release:n:e2f4"},
		{typeAction(KeyRelease, Rook, sq("a6"), sq("a8")) | 1, "release:r:a6a8q"},
		{squareAction(KeySwarm, sq("d4")), "swarm:d4"},
		{squareAction(KeyUzumaki, sq("d4")), "uzumaki:d4"},
		{squareAction(KeyDog, sq("d4")), "dog:d4"},
		{pairAction(KeyStep, sq("a2"), sq("e2")), "step:a2-e2"},
		{pairAction(KeyToad, sq("a2"), sq("f2")), "toad:a2-f2"},
		{squareAction(KeyMahoraga, sq("d4")), "mahoraga:d4"},
		{keyAction(KeyDice), "dice"},
		{squareAction(KeyHol, sq("a2")), "hol:a2"},
		{squareAction(KeyDoors, sq("e5")), "doors:e5"},
		{squareAction(KeyPachinko, sq("d4")), "pachinko:d4"},
		{pairAction(KeySpear, sq("d4"), sq("d5")), "spear:d4d5"},
		{pairAction(KeySpear, sq("d7"), sq("e8")) | 1, "spear:d7e8q"},
		{cloudAction(sq("e5").Bit() | sq("d6").Bit() | sq("d5").Bit()), "cloud:d5+d6+e5"},
		{cloudAction(sq("h8").Bit()), "cloud:h8"},
		{squareAction(KeyChain, sq("d5")), "chain:d5"},
		{squareAction(KeySense, sq("e2")), "sense:e2"},
		{keyAction(KeyPawns), "domain:pawns"},
		{squareAction(KeyMalevolent, sq("d1")), "domain:malevolent:d1"},
		{squareAction(KeyMutual, sq("d1")), "domain:mutual:d1"},
		{keyAction(KeyProcession), "domain:procession"},
		{keyAction(KeyShadow), "domain:shadow"},
		{keyAction(KeyGambit), "domain:gambit"},
		{squareAction(KeyRed, sq("d4")) | copyBit, "copy:red:d4"},
		{keyAction(KeyDice) | copyBit, "copy:dice"},
		{typeAction(KeyRelease, Queen, sq("a6"), sq("a8")) | 1 | copyBit, "copy:release:q:a6a8q"},
		{outcomeAction(Hit), "hit"},
		{outcomeAction(Miss), "miss"},
		{outcomeAction(OK), "ok"},
		{outcomeAction(Out), "out"},
		{outcomeAction(Win), "win"},
		{outcomeAction(Lose), "lose"},
		{outcomeAction(DisguiseOutcome + Outcome(LoveTrain)), "train"},
	} {
		t.Run("§11.1/"+c.want, func(t *testing.T) {
			if got := string(appendAction(nil, c.a)); got != c.want {
				t.Errorf("%08x is %s, want %s", c.a, got, c.want)
			}
		})
	}
	t.Run("every key has a form", func(t *testing.T) {
		for k := KeyMove; k <= KeyGambit; k++ {
			bare := k == KeyPass || k == KeyDice || k == KeyPawns || k == KeyProcession || k == KeyShadow || k == KeyGambit
			if k != KeyCopy && k != KeyDomain && forms[k] == formBare && !bare {
				t.Errorf("%s has no form", k)
			}
		}
	})
}

func TestParseAction(t *testing.T) {
	g := Game{}
	p := start(t, "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 limitless;t=13 train;t=13 -", nil)
	for _, text := range []string{"d2d5", "blue:d5-d6", "e1e2"} {
		a, err := g.ParseAction(p.State(), game.First, text)
		if err != nil || string(g.AppendAction(nil, p.State(), game.First, a)) != text {
			t.Errorf("§11.1: %s reads as %x, %v", text, a, err)
		}
	}
	for name, c := range map[string]struct {
		player game.Player
		text   string
		code   game.Code
		says   string
	}{
		"CD-107/no pawn on rank 8": {game.First, "blue:d5-d8", game.IllegalAction, "no legal action of white"},
		"nearest":                  {game.First, "d2d55", game.IllegalAction, `did you mean "d2d5"?`},
		"same technique":           {game.First, "red:h1", game.IllegalAction, "no legal action"},
		"empty":                    {game.First, "", game.IllegalAction, "no legal action"},
		"space":                    {game.First, "d2d5 ", game.IllegalAction, "no legal action"},
		"upper case":               {game.First, "D2D5", game.IllegalAction, "no legal action"},
		"not his turn":             {game.Second, "e8e7", game.IllegalAction, "it has none"},
		"no chance":                {game.Chance, "hit", game.BadOutcome, "no chance node"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := g.ParseAction(p.State(), c.player, c.text)
			var input *game.InputError
			if !errors.As(err, &input) || input.Code != c.code || !strings.Contains(input.Msg, c.says) {
				t.Errorf("error %v, want %s saying %q", err, c.code, c.says)
			}
		})
	}
	t.Run("outcomes by name", func(t *testing.T) {
		q := start(t, "4k3/8/8/8/8/8/P7/4K3 w - - 0 train;t=13 ten;t=12 -", nil)
		play(t, q, "dice")
		_, err := g.ParseAction(q.State(), game.Chance, "hitt")
		if err == nil || !strings.Contains(err.Error(), "the outcomes are hit, miss") {
			t.Errorf("error %v", err)
		}
		play(t, q, "hit", "a2a4")
	})
}
