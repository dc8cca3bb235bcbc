package domain

import "encoding/json"

// put sets a field unless its value is the default: zero, empty or false (CD-441).
func put(m map[string]any, name string, value any) {
	switch v := value.(type) {
	case int:
		if v == 0 {
			return
		}
	case string:
		if v == "" {
			return
		}
	case bool:
		if !v {
			return
		}
	case []string:
		if len(v) == 0 {
			return
		}
	}
	m[name] = value
}

// counts copies a map of numbers without zeros, never nil.
func counts(from map[string]int) map[string]int {
	m := map[string]int{}
	for k, n := range from {
		if n != 0 {
			m[k] = n
		}
	}
	return m
}

func pieceJSON(q Square, p Piece) map[string]any {
	m := map[string]any{"t": string(p.T), "side": p.Side.String()}
	if p.Kind != real {
		m["kind"] = p.Kind
	} else if p.Home != q {
		m["home"] = p.Home.String()
	}
	put(m, "infinity", p.Infinity)
	put(m, "shield", p.Shield)
	put(m, "speech", p.Speech)
	put(m, "stun", p.Stun)
	put(m, "mark", p.Mark)
	put(m, "left", p.Left)
	if p.Body != NoSquare {
		m["body"], m["bt"] = p.Body.String(), string(p.Bt)
	}
	return m
}

// playerJSON is a side of the state without its defaults.
func (s *State) playerJSON(x Side) map[string]any {
	p := s.Players[x]
	m := map[string]any{"set": p.Set}
	put(m, "disguise", p.Disguise)
	put(m, "revealed", p.Revealed)
	if p.Energy != defaultEnergy(p.Set) {
		m["energy"] = p.Energy
	}
	if p.Turns != defaultTurns(x) {
		m["turns"] = p.Turns
	}
	if cd := counts(p.Cd); len(cd) > 0 {
		m["cd"] = cd
	}
	if len(p.Lost) > 0 {
		var list []any
		for _, l := range p.Lost {
			list = append(list, map[string]any{"t": string(l.T), "home": l.Home.String()})
		}
		m["lost"] = list
	}
	put(m, "losses", p.Losses)
	curses := map[string]int{}
	for t, n := range p.Curses {
		if n > 0 {
			curses[string(t)] = n
		}
	}
	if len(curses) > 0 {
		m["curses"] = curses
	}
	put(m, "luck", p.Luck)
	put(m, "jackpot", p.Jackpot)
	if p.Doors != NoSquare {
		m["doors"] = map[string]any{"sq": p.Doors.String(), "left": p.DoorsLeft}
	}
	var primed []string
	if p.Blue {
		primed = append(primed, "blue")
	}
	if p.Red {
		primed = append(primed, "red")
	}
	put(m, "primed", primed)
	put(m, "recent", p.Recent)
	put(m, "learned", p.Learned)
	put(m, "adapted", p.Adapted)
	put(m, "mahoraga", p.Mahoraga)
	put(m, "checked", p.Checked)
	if p.Seen != 100 {
		m["seen"] = p.Seen
	}
	put(m, "reading", p.Reading)
	return m
}

func defaultEnergy(set string) int {
	if set == "toji" {
		return 0
	}
	return 100
}

func defaultTurns(x Side) int {
	if x == White {
		return 1
	}
	return 0
}

func (s *State) domainJSON() map[string]any {
	d := s.Domain
	m := map[string]any{"name": d.Name, "owner": d.Owner.String(), "left": d.Left}
	put(m, "fresh", d.Fresh)
	put(m, "queen", d.Queen.String())
	put(m, "slash", d.Slash)
	return m
}

func (s *State) resultJSON() map[string]any {
	return map[string]any{"winner": s.Winner, "reason": s.Reason}
}

// JSON is the canonical form: sorted keys, no space, no defaults (§11.2).
func (s *State) JSON() []byte {
	m := map[string]any{"white": s.playerJSON(White), "black": s.playerJSON(Black)}
	put(m, "ply", s.Ply)
	if s.Turn == Black {
		m["turn"] = "black"
	}
	board := map[string]any{}
	for q := Square(0); q < 64; q++ {
		if p := s.Board[q]; !p.empty() {
			board[q.String()] = pieceJSON(q, p)
		}
	}
	if len(board) > 0 {
		m["board"] = board
	}
	put(m, "castle", s.Castle)
	put(m, "ep", s.Ep.String())
	put(m, "halfmove", s.Halfmove)
	put(m, "history", s.History)
	if s.Domain.Name != "" {
		m["domain"] = s.domainJSON()
	}
	if n := s.Pending; n.Kind != "" {
		pending := map[string]any{"kind": n.Kind}
		put(pending, "when", n.When)
		put(pending, "sq", n.Sq.String())
		if n.Kind == "disguise" {
			pending["side"] = n.Side.String()
		}
		m["pending"] = pending
	}
	put(m, "passing", s.Passing)
	put(m, "reset", s.Reset)
	if s.over() {
		m["result"] = s.resultJSON()
	}
	if len(s.Params) > 0 {
		m["params"] = s.Params
	}
	text, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return text
}
