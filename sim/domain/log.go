package domain

import (
	"slices"

	"variantlab/sim/game"
)

// eventLog keeps what happened in the last plies, for observations [CD-433].
type eventLog struct {
	plies    []plyEvents // oldest first; plies without events may be missing
	darkFrom uint16      // the ply in which the King's Shadow Board that stands has formed
}

type plyEvents struct {
	ply    uint16
	events []game.Event
}

// note adds what a step has brought about to the ply of the state that it started from, and forgets what no longer
// shows.
func (l *eventLog) note(ply uint16, events []game.Event, plies int) {
	if n := len(l.plies); n == 0 || l.plies[n-1].ply != ply {
		l.plies = append(l.plies, plyEvents{ply: ply})
	}
	last := &l.plies[len(l.plies)-1]
	last.events = append(last.events, events...)
	l.plies = slices.DeleteFunc(l.plies, func(p plyEvents) bool { return int(p.ply)+plies <= int(ply) })
}

// seenBy is the log as c sees it in s: a list of events for each of the last plies, the running one included. It starts
// at the first ply that the log knows. Private events of the other side are left out; while the other side's King's
// Shadow Board stands, all plies since it formed are empty. Where nothing is left to tell there is no log.
func (l *eventLog) seenBy(s *State, c Side) [][]string {
	shown := s.rules().ObsLogPlies
	if len(l.plies) == 0 || shown == 0 {
		return nil
	}
	first := max(int(l.plies[0].ply), int(s.ply)+1-shown)
	list := make([][]string, int(s.ply)+1-first)
	dark, told := s.owns(c.foe(), KeyShadow), false
	for _, p := range l.plies {
		if int(p.ply) < first || dark && p.ply >= l.darkFrom {
			continue
		}
		for _, e := range p.events {
			if !e.Private || e.Player == game.Player(c) {
				list[int(p.ply)-first] = append(list[int(p.ply)-first], e.Text)
				told = true
			}
		}
	}
	if !told {
		return nil
	}
	return list
}

func (l *eventLog) clone() eventLog {
	copied := eventLog{plies: slices.Clone(l.plies), darkFrom: l.darkFrom}
	for i := range copied.plies {
		copied.plies[i].events = slices.Clip(copied.plies[i].events)
	}
	return copied
}

// forget drops the private events of one side, of which a world knows nothing.
func (l *eventLog) forget(c Side) {
	for i := range l.plies {
		l.plies[i].events = slices.DeleteFunc(slices.Clone(l.plies[i].events), func(e game.Event) bool {
			return e.Private && e.Player == game.Player(c)
		})
	}
}
