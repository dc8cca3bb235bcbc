package domain

import (
	"fmt"
	"slices"
)

// Kind is "player", "chance" or "terminal".
func (s *State) Kind() string {
	switch {
	case s.over():
		return "terminal"
	case s.Pending.Kind != "":
		return "chance"
	}
	return "player"
}

// Legal lists the legal actions sorted by bytes; none at chance and terminal nodes.
func (s *State) Legal() []string {
	var list []string
	for _, a := range s.legalActions() {
		list = append(list, a.Text)
	}
	slices.Sort(list)
	return list
}

// Apply carries out a legal action, or an outcome at a chance node, and returns the events, private ones included.
func (s *State) Apply(text string) ([]string, error) {
	ply := s.Ply
	s.events = nil
	switch s.Kind() {
	case "terminal":
		return nil, fmt.Errorf("apply %q: the game is over", text)
	case "chance":
		if !slices.ContainsFunc(s.Outcomes(), func(o Outcome) bool { return o.Name == text }) {
			return nil, fmt.Errorf("apply %q: not an outcome of %s", text, s.Pending.Kind)
		}
		s.keepLog(ply, func() { s.resolve(text) })
	default:
		a, ok := s.action(text)
		if !ok {
			return nil, fmt.Errorf("apply %q: not a legal action", text)
		}
		s.keepLog(ply, func() { s.act(a) })
	}
	var texts []string
	for _, e := range s.events {
		texts = append(texts, e.text)
	}
	return texts, nil
}

// Returns gives each side's result: 1, 0 or -1.
func (s *State) Returns() [2]int {
	switch s.Winner {
	case "white":
		return [2]int{1, -1}
	case "black":
		return [2]int{-1, 1}
	}
	return [2]int{}
}
