package deicide

import (
	"fmt"
	"strings"

	"variantlab/sim/game"
)

// A position with few pieces is quicker to write as a list: White's pieces, Black's, and what is not as at a start.
//
//	w KGb1 PWe4~ | b KGo16 SNd9; side=b moves=1x castle=a1 ep=e8:e5.e6 fly=TM@b5*1 last=kn:- quiet=3 ply=40
//
// Codes are upper case, but those of fly, which tell the owner by their case. A tilde is that of the notation. The word
// yuri names the variant.

// looksShort tells the list from the notation.
func looksShort(text string) bool { return strings.Contains(text, "|") }

// parseShort reads the list.
func parseShort(v *variant, r rules, text, path string) (*core, error) {
	d := newDraft(v, r)
	if err := d.readShort(text); err != nil {
		return nil, game.Errorf(game.BadState, path, "%v", err)
	}
	c, f := d.build()
	if f != nil {
		return nil, game.Errorf(game.BadState, path, "%s: %s", f.part, f.msg)
	}
	return c, nil
}

func (d *draft) readShort(text string) error {
	pieces, settings, _ := strings.Cut(text, ";")
	whites, blacks, _ := strings.Cut(pieces, "|")
	for side, list := range [2]string{whites, blacks} {
		words := strings.Fields(list)
		if letter := color(side).letter(); len(words) == 0 || words[0] != letter {
			return fmt.Errorf("the list of pieces is \"w KGa1 … | b KGp16 …\": %q does not start with %s", strings.TrimSpace(list), letter)
		}
		for _, word := range words[1:] {
			if err := d.readPlaced(color(side), word); err != nil {
				return err
			}
		}
	}
	fields := map[string]int{"side": 1, "moves": 2, "castle": 3, "ep": 4, "fly": 5, "last": 6, "quiet": 7, "turn": 8, "ply": 9}
	for _, word := range strings.Fields(settings) {
		name, value, _ := strings.Cut(word, "=")
		i, ok := fields[name]
		switch {
		case word == d.v.name:
			continue
		case !ok:
			return fmt.Errorf("%q is no setting of %s; there are side, moves, castle, ep, fly, last, quiet, turn, ply", word, d.v.name)
		}
		if err := d.readField(i, value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// readPlaced reads a code, its square and perhaps a tilde.
func (d *draft) readPlaced(side color, word string) error {
	if len(word) < 4 {
		return fmt.Errorf("%q is not a code and its square", word)
	}
	body, tilde := strings.CutSuffix(word[2:], "~")
	mark := ""
	if tilde {
		mark = "~"
	}
	p, err := readPiece(word[:2] + mark)
	if err != nil {
		return err
	}
	q, err := d.square(body)
	switch {
	case err != nil:
		return err
	case p.color() == black:
		return fmt.Errorf("%q: codes in the list are upper case", word)
	case d.pieces[q] != nobody:
		return fmt.Errorf("two pieces on %s", q)
	}
	d.pieces[q] = d.settle(p|pieceOf(side, none), q)
	return nil
}
