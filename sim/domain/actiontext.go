package domain

import (
	"strings"

	"variantlab/sim/game"
)

// form is how the text of an action goes on after its key [§11.1].
type form uint8

const (
	formBare    form = iota // dice
	formSquare              // red:d4
	formPair                // blue:c3-c4
	formMove                // spear:d4d5, with q for a promotion
	formRestore             // rct:n-b1
	formRelease             // release:n:e2f4
	formLine                // hollow:d4-ne
	formBeam                // purelove:ne
	formSquares             // cloud:d5+e5
)

var forms = [numKeys]form{
	KeyPass: formBare, KeyMove: formMove,
	KeyRCT:  formRestore,
	KeyBlue: formPair, KeyRed: formSquare, KeyInfinity: formSquare, KeyHollow: formLine,
	KeyDismantle: formSquare, KeyCleave: formSquare, KeySlash: formPair,
	KeySpeech: formSquare, KeyPureLove: formBeam,
	KeyRelease: formRelease, KeySwarm: formSquare, KeyUzumaki: formSquare,
	KeyDog: formSquare, KeyStep: formPair, KeyToad: formPair, KeyMahoraga: formSquare,
	KeyDice: formBare, KeyHol: formSquare, KeyDoors: formSquare, KeyPachinko: formSquare,
	KeySpear: formMove, KeyCloud: formSquares, KeyChain: formSquare, KeySense: formSquare,
	KeyPawns: formBare, KeyMalevolent: formSquare, KeyMutual: formSquare, KeyProcession: formBare,
	KeyShadow: formBare, KeyGambit: formBare,
}

// appendAction writes a decision or a chance outcome.
func appendAction(dst []byte, a act) []byte {
	if isOutcome(a) {
		return append(dst, actionOutcome(a).String()...)
	}
	if copied(a) {
		dst = append(dst, "copy:"...)
	}
	k := actionKey(a)
	if k.isDomain() {
		dst = append(dst, "domain:"...)
	}
	if k != KeyMove {
		dst = append(dst, k.String()...)
		if forms[k] != formBare {
			dst = append(dst, ':')
		}
	}
	switch forms[k] {
	case formSquare:
		dst = append(dst, actionTo(a).String()...)
	case formPair:
		dst = append(dst, actionFrom(a).String()...)
		dst = append(dst, '-')
		dst = append(dst, actionTo(a).String()...)
	case formMove:
		dst = appendMove(dst, a)
	case formRestore:
		dst = append(dst, lowerLetter(actionType(a)), '-')
		dst = append(dst, actionTo(a).String()...)
	case formRelease:
		dst = append(dst, lowerLetter(actionType(a)), ':')
		dst = appendMove(dst, a)
	case formLine:
		dst = append(dst, actionFrom(a).String()...)
		dst = append(dst, '-')
		dst = append(dst, actionDir(a).String()...)
	case formBeam:
		dst = append(dst, actionDir(a).String()...)
	case formSquares:
		targets, first := cloudTargets(a), true
		for _, sq := range squaresByName {
			if targets.Has(sq) {
				if !first {
					dst = append(dst, '+')
				}
				dst, first = append(dst, sq.String()...), false
			}
		}
	}
	return dst
}

func appendMove(dst []byte, a act) []byte {
	dst = append(dst, actionFrom(a).String()...)
	dst = append(dst, actionTo(a).String()...)
	if promotes(a) {
		dst = append(dst, 'q')
	}
	return dst
}

func lowerLetter(t Type) byte { return inCase(t.String()[0], Black) }

// parseAction finds the legal action of side p that has this text, or the outcome when p is game.Chance.
func parseAction(s *State, p game.Player, text string) (act, error) {
	var list []act
	if p == game.Chance {
		for _, o := range s.Outcomes(nil) {
			list = append(list, o.Action)
		}
	} else {
		list = s.Actions(p, nil)
	}
	var buf []byte
	for _, a := range list {
		if buf = appendAction(buf[:0], a); string(buf) == text {
			return a, nil
		}
	}
	if p == game.Chance {
		return game.None, game.Errorf(game.BadOutcome, "", "no outcome %s here; %s", shown(text), choices(list))
	}
	return game.None, game.Errorf(game.IllegalAction, "", "%s is no legal action of %s here%s", shown(text), p, s.near(list, text))
}

// near suggests what an illegal text may have meant: legal actions of the same technique, or the nearest text.
func (s *State) near(list []act, text string) string {
	head, _, _ := strings.Cut(strings.TrimPrefix(text, "copy:"), ":")
	var texts, same []string
	for _, a := range list {
		t := string(appendAction(nil, a))
		texts = append(texts, t)
		if k := actionKey(a); k != KeyMove && k.String() == head {
			same = append(same, t)
		}
	}
	switch {
	case len(list) == 0:
		return "; it has none"
	case len(same) > 0 && len(same) <= 12:
		return "; legal: " + strings.Join(same, ", ")
	default:
		return game.Suggest(text, texts)
	}
}

func choices(list []act) string {
	if len(list) == 0 {
		return "this is no chance node"
	}
	var texts []string
	for _, a := range list {
		texts = append(texts, string(appendAction(nil, a)))
	}
	return "the outcomes are " + strings.Join(texts, ", ")
}
