package domain

import (
	"slices"
	"strings"
)

// Action is one entry of the legal list.
type Action struct {
	Text    string
	Key     string // "move", "pass", "domain" or the technique
	Copy    bool   // through Copy
	Name    string // which domain
	From    Square
	To      Square // target or destination
	As      byte   // rct and Release: the type named
	Dir     string // line techniques
	Squares []Square
}

func (a Action) free() bool { return freeKeys[a.Key] }

// through turns a technique's own action into the one that Copy offers.
func (a Action) through() Action {
	a.Copy, a.Text = true, "copy:"+a.Text
	return a
}

// casts lists x's casts of technique key without asking for energy, cooldown and unlock. own is true for a side of the
// technique's set; only such a side has the bonuses of its domain and needs the primes.
func (s *State) casts(x Side, key string, own bool) []Action {
	switch key {
	case "blue":
		return s.blues(x)
	case "red":
		return s.reds(x)
	case "infinity":
		return s.infinities(x)
	case "hollow":
		return s.hollows(x, own)
	case "dismantle":
		return s.dismantles(x, own)
	case "cleave":
		return s.cleaves(x, own)
	case "slash":
		return s.slashes(x)
	case "speech":
		return s.speeches(x)
	case "purelove":
		return s.pureLoves(x)
	case "release":
		return s.releases(x)
	case "swarm":
		return s.swarms(x)
	case "uzumaki":
		return s.uzumakis(x)
	case "dog":
		return s.dogs(x, own)
	case "step":
		return s.steps(x, own)
	case "toad":
		return s.toads(x, own)
	case "mahoraga":
		return s.summons(x)
	case "dice":
		return []Action{{Key: "dice", Text: "dice"}}
	case "hol":
		return s.hols(x)
	case "doors":
		return s.doors(x)
	case "pachinko":
		return s.pachinkos(x)
	case "spear":
		return s.spears(x)
	case "cloud":
		return s.clouds(x)
	case "chain":
		return s.chains(x)
	case "sense":
		return s.senses(x)
	}
	return nil
}

// techniqueActions lists everything x may cast but for the king's safety and what a free action must leave.
func (s *State) techniqueActions(x Side) []Action {
	set := s.Players[x].Set
	var list []Action
	if set != "toji" {
		list = append(list, s.restores(x)...)
	}
	if s.Domain.Name == "" || s.Domain.Owner != x {
		list = append(list, s.expansions(x)...)
	}
	for _, key := range techniques[set] {
		if key != "copy" {
			list = append(list, s.casts(x, key, true)...)
		}
	}
	if set == "copy" {
		list = append(list, s.copied(x)...)
	}
	return slices.DeleteFunc(list, func(a Action) bool { return !s.ready(x, a) })
}

// effect carries out a paid cast up to its chance node.
func (s *State) effect(a Action) {
	x := s.Turn
	switch a.Key {
	case "domain":
		s.expand(a)
	case "rct":
		s.restore(a)
	case "blue":
		s.castBlue(a)
	case "red":
		s.castRed(a)
	case "infinity":
		s.on(a.To).Infinity = s.num("dur.infinity")
	case "hollow":
		s.castHollow(a)
	case "dismantle", "cleave":
		s.destroy(x, a.To, a.Key)
	case "slash":
		s.castSlash(a)
	case "speech":
		s.castSpeech(a)
	case "purelove":
		for _, q := range s.loved(x, a.Dir) {
			s.destroy(x, q, "purelove")
		}
	case "release":
		s.spendCurse(x, a.As, 1)
		s.move(a, true)
	case "swarm":
		s.castSwarm(a)
	case "uzumaki":
		s.castUzumaki(a)
	case "dog":
		s.castDog(a)
	case "step":
		s.shift(a.From, a.To)
	case "toad":
		s.castToad(a)
	case "mahoraga":
		s.arrive(x, a.To)
	case "dice":
		s.Pending = Pending{Kind: "dice", Sq: NoSquare}
	case "hol":
		s.Pending = Pending{Kind: "hol", Sq: a.To}
	case "doors":
		s.castDoors(a)
	case "pachinko":
		s.castPachinko(a)
	case "spear":
		s.castSpear(a)
	case "cloud":
		for _, q := range a.Squares {
			s.destroy(x, q, "cloud")
		}
	case "chain":
		s.castChain(a)
	case "sense":
		s.on(a.To).Mark = s.num("dur.mark")
		s.emitPrivate(x, "mark")
	default:
		panic("no technique " + a.Key)
	}
}

// aimed builds the action of a technique with one square.
func aimed(key string, q Square) Action {
	return Action{Key: key, To: q, Text: key + ":" + q.String()}
}

// fromTo builds the action of a technique that takes a piece elsewhere.
func fromTo(key string, from, to Square) Action {
	return Action{Key: key, From: from, To: to, Text: key + ":" + from.String() + "-" + to.String()}
}

// firstOf keeps, of actions with the same effect, the one first in byte order (CD-012).
func firstOf(actions []Action, effect func(Action) string) []Action {
	first := map[string]Action{}
	for _, a := range actions {
		e := effect(a)
		if old, ok := first[e]; !ok || a.Text < old.Text {
			first[e] = a
		}
	}
	var list []Action
	for _, a := range first {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b Action) int { return strings.Compare(a.Text, b.Text) })
	return list
}

// names joins squares in board order: the identity of a set of squares.
func names(squares []Square) string {
	sorted := slices.Sorted(slices.Values(squares))
	var b strings.Builder
	for _, q := range sorted {
		b.WriteString(q.String())
	}
	return b.String()
}

// within lists what x may aim k at no farther than n from one of its own pieces.
func (s *State) within(x Side, k string, n int) []Square {
	var list []Square
	for _, q := range s.targets(x, k) {
		for _, o := range s.squares(x) {
			if distance(o, q) <= n {
				list = append(list, q)
				break
			}
		}
	}
	return list
}
