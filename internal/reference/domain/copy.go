package domain

import "slices"

// uncopyable are the techniques that Copy and the shadow queen leave out (CD-240, CD-243).
var uncopyable = map[string]bool{
	"infinity": true, "mahoraga": true, "slash": true, "rct": true, "domain": true, "copy": true, "purelove": true,
}

// copied lists what Copy and, while Rika stands, learning and gifts give (CD-240 to CD-243).
func (s *State) copied(x Side) []Action {
	var keys []string
	add := func(list []string) {
		for _, key := range list {
			if !uncopyable[key] && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	enemy := s.Players[x.other()]
	if s.rika(x) == NoSquare {
		add(enemy.Recent)
		var list []Action
		for _, key := range keys {
			for _, a := range s.casts(x, key, false) {
				list = append(list, a.through())
			}
		}
		return list
	}
	add(s.Players[x].Learned)
	add(techniques[enemy.Set])
	var list []Action
	for _, key := range keys {
		if key != "speech" { // its own, offered anyway
			list = append(list, s.casts(x, key, false)...)
		}
	}
	return list
}

// speeches lists Cursed Speech (CD-244).
func (s *State) speeches(x Side) []Action {
	var list []Action
	for _, q := range s.targets(x, "speech") {
		list = append(list, aimed("speech", q))
	}
	return list
}

func (s *State) castSpeech(a Action) {
	switch {
	case s.fails(a.To, "speech"):
	case s.Board[a.To].T == 'M':
		s.hitMahoraga(a.To, "speech")
	default:
		s.on(a.To).Speech = s.num("dur.speech")
	}
}

// loved lists outward what Pure Love in a direction destroys (CD-245).
func (s *State) loved(x Side, dir string) []Square {
	var list []Square
	d := directionNamed(dir)
	for q := s.rika(x).step(d); q != NoSquare; q = q.step(d) {
		if s.target(x, q, "purelove") {
			list = append(list, q)
		}
	}
	return list
}

func (s *State) pureLoves(x Side) []Action {
	if s.rika(x) == NoSquare {
		return nil
	}
	var list []Action
	for _, d := range directions {
		if len(s.loved(x, d.name)) > 0 {
			list = append(list, Action{Key: "purelove", Dir: d.name, Text: "purelove:" + d.name})
		}
	}
	return list
}
