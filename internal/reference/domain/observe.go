package domain

import (
	"encoding/json"
	"fmt"
)

// keepLog runs a step and appends its events to the log of the ply it was given (CD-433).
func (s *State) keepLog(ply int, step func()) {
	step()
	if len(s.log) == 0 || s.log[len(s.log)-1].ply != ply {
		s.log = append(s.log, logged{ply: ply})
	}
	last := &s.log[len(s.log)-1]
	last.events = append(append([]event(nil), last.events...), s.events...)
	for _, e := range s.events {
		if e.text == "expand:shadow" {
			s.darkFrom = ply
		}
	}
}

// masked tells whether x can't tell its own pieces apart (CD-430).
func (s *State) masked(x Side) bool { return s.owns(x.other(), "shadow") }

// Observe is what a side may know, in the canonical form of the JSON state (CD-443). A waiting disguise can't be observed.
func (s *State) Observe(player string) ([]byte, error) {
	x, err := sideNamed(player)
	if err != nil {
		return nil, err
	}
	if s.Pending.Kind == "disguise" {
		return nil, fmt.Errorf("observe: nothing can be seen before the disguise is dealt")
	}
	o := map[string]any{
		"player": x.String(),
		"turn":   s.Turn.String(),
		"board":  s.observedBoard(x),
		"me":     s.observedMe(x),
		"other":  s.observedOther(x),
	}
	put(o, "ply", s.Ply)
	put(o, "halfmove", s.Halfmove)
	if !s.masked(x) {
		put(o, "castle", s.Castle)
		put(o, "ep", s.Ep.String())
	}
	if s.Domain.Name != "" {
		o["domain"] = s.domainJSON()
	}
	if s.Pending.Kind != "" {
		o["pending"] = map[string]any{"kind": s.Pending.Kind}
	}
	put(o, "check", s.inCheck(x))
	if s.over() {
		o["result"] = s.resultJSON()
	}
	if log := s.observedLog(x); len(log) > 0 {
		o["log"] = log
	}
	return json.Marshal(o)
}

// observedBoard shows the homes of pieces but not where they would tell masked pieces or king and decoy apart (CD-430,
// CD-431).
func (s *State) observedBoard(x Side) map[string]any {
	board := map[string]any{}
	decoy := s.find(x.other(), func(p Piece) bool { return p.Kind == decoyKind }) != NoSquare
	for q := Square(0); q < 64; q++ {
		p := s.Board[q]
		switch {
		case p.empty():
			continue
		case p.Side == x && s.masked(x):
			p = newPiece('P', x, real, q)
		case p.Side != x && (p.Kind == decoyKind || p.T == 'K' && decoy):
			p = newPiece('K', p.Side, real, q)
		case p.Side != x && p.Mark > 0 && !s.seesMark(x, q):
			p.Mark = 0
		}
		board[q.String()] = pieceJSON(q, p)
	}
	return board
}

// observedMe is the own side: everything but what the other side last saw of it.
func (s *State) observedMe(x Side) map[string]any {
	m := s.playerJSON(x)
	m["energy"] = s.Players[x].Energy
	m["cd"] = counts(s.Players[x].Cd)
	delete(m, "seen")
	return m
}

// observedOther is the other side as x sees it (CD-420, CD-421, CD-424).
func (s *State) observedOther(x Side) map[string]any {
	y := x.other()
	m := s.playerJSON(y)
	m["set"] = s.shownSet(y)
	delete(m, "disguise")
	delete(m, "revealed")
	delete(m, "energy")
	delete(m, "cd")
	if s.Players[x].Reading && s.Players[y].Set != "toji" {
		m["energy"] = s.Players[y].Energy
		m["cd"] = counts(s.Players[y].Cd)
	}
	m["seen"] = s.Players[x].Seen
	return m
}

// observedLog lists the public events of the last plies, oldest first, the running ply included (CD-433); nothing where
// they all are empty.
func (s *State) observedLog(x Side) [][]string {
	if len(s.log) == 0 {
		return nil
	}
	var log [][]string
	told := false
	for ply := max(s.log[0].ply, s.Ply-s.num("obs.log_plies")+1); ply <= s.Ply; ply++ {
		list := []string{}
		for _, l := range s.log {
			if l.ply != ply || s.masked(x) && ply >= s.darkFrom {
				continue
			}
			for _, e := range l.events {
				if !e.private || e.side == x {
					list = append(list, e.text)
				}
			}
		}
		told = told || len(list) > 0
		log = append(log, list)
	}
	if !told {
		return nil
	}
	return log
}

// sixEyes is S15: a Limitless side that gave check reads its enemy through the reply and its own next turn (CD-421).
func (s *State) sixEyes(x Side) {
	p := s.player(x)
	if p.Set != "limitless" {
		return
	}
	enemy := s.Players[x.other()]
	now := s.inCheck(x.other()) && enemy.Set != "toji"
	if p.Reading || now {
		p.Seen = enemy.Energy
	}
	p.Reading = now
}
