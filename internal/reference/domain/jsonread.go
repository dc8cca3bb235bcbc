package domain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

type pieceText struct {
	T        string  `json:"t"`
	Side     string  `json:"side"`
	Kind     *string `json:"kind"`
	Home     string  `json:"home"`
	Infinity int     `json:"infinity"`
	Shield   int     `json:"shield"`
	Speech   int     `json:"speech"`
	Stun     int     `json:"stun"`
	Mark     int     `json:"mark"`
	Left     int     `json:"left"`
	Body     string  `json:"body"`
	Bt       string  `json:"bt"`
}

type playerText struct {
	Set      string         `json:"set"`
	Disguise string         `json:"disguise"`
	Revealed bool           `json:"revealed"`
	Energy   *int           `json:"energy"`
	Turns    *int           `json:"turns"`
	Cd       map[string]int `json:"cd"`
	Lost     []struct {
		T    string `json:"t"`
		Home string `json:"home"`
	} `json:"lost"`
	Losses  int            `json:"losses"`
	Curses  map[string]int `json:"curses"`
	Luck    int            `json:"luck"`
	Jackpot int            `json:"jackpot"`
	Doors   *struct {
		Sq   string `json:"sq"`
		Left int    `json:"left"`
	} `json:"doors"`
	Primed   []string `json:"primed"`
	Recent   []string `json:"recent"`
	Learned  []string `json:"learned"`
	Adapted  []string `json:"adapted"`
	Mahoraga bool     `json:"mahoraga"`
	Checked  bool     `json:"checked"`
	Seen     *int     `json:"seen"`
	Reading  bool     `json:"reading"`
}

type stateText struct {
	Ply      int                  `json:"ply"`
	Turn     string               `json:"turn"`
	Board    map[string]pieceText `json:"board"`
	Castle   string               `json:"castle"`
	Ep       string               `json:"ep"`
	Halfmove int                  `json:"halfmove"`
	History  []string             `json:"history"`
	Domain   *struct {
		Name  string `json:"name"`
		Owner string `json:"owner"`
		Left  int    `json:"left"`
		Fresh bool   `json:"fresh"`
		Queen string `json:"queen"`
		Slash bool   `json:"slash"`
	} `json:"domain"`
	Pending *struct {
		Kind string `json:"kind"`
		When string `json:"when"`
		Sq   string `json:"sq"`
		Side string `json:"side"`
	} `json:"pending"`
	Passing bool `json:"passing"`
	Reset   bool `json:"reset"`
	Result  *struct {
		Winner string `json:"winner"`
		Reason string `json:"reason"`
	} `json:"result"`
	Params map[string]float64 `json:"params"`
	White  *playerText        `json:"white"`
	Black  *playerText        `json:"black"`
}

// optionalSquare reads a square or "".
func optionalSquare(name string) (Square, error) {
	if name == "" {
		return NoSquare, nil
	}
	return squareNamed(name)
}

// newState is an empty board with all defaults.
func newState() *State {
	s := &State{Ep: NoSquare, Domain: Domain{Queen: NoSquare}, Pending: Pending{Sq: NoSquare}, stepped: NoSquare}
	for i := range s.Players {
		s.Players[i] = Player{Doors: NoSquare, Seen: 100, Turns: defaultTurns(Side(i))}
	}
	return s
}

// Parse reads a JSON state and takes it as it is (CD-442).
func Parse(text []byte) (*State, error) {
	var in stateText
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return nil, err
	}
	if err := checkParams(in.Params); err != nil {
		return nil, err
	}
	s := newState()
	s.Ply, s.Halfmove, s.History, s.Castle = in.Ply, in.Halfmove, in.History, in.Castle
	s.Passing, s.Reset = in.Passing, in.Reset
	if len(in.Params) > 0 {
		s.Params = in.Params
	}
	var err error
	if in.Turn != "" {
		if s.Turn, err = sideNamed(in.Turn); err != nil {
			return nil, err
		}
	}
	if s.Ep, err = optionalSquare(in.Ep); err != nil {
		return nil, err
	}
	if in.Domain != nil {
		s.Domain = Domain{Name: in.Domain.Name, Left: in.Domain.Left, Fresh: in.Domain.Fresh, Slash: in.Domain.Slash}
		if s.Domain.Owner, err = sideNamed(in.Domain.Owner); err != nil {
			return nil, err
		}
		if s.Domain.Queen, err = optionalSquare(in.Domain.Queen); err != nil {
			return nil, err
		}
	}
	if in.Pending != nil {
		s.Pending = Pending{Kind: in.Pending.Kind, When: in.Pending.When}
		if s.Pending.Sq, err = optionalSquare(in.Pending.Sq); err != nil {
			return nil, err
		}
		if in.Pending.Side != "" {
			if s.Pending.Side, err = sideNamed(in.Pending.Side); err != nil {
				return nil, err
			}
		}
	}
	if in.Result != nil {
		s.Winner, s.Reason = in.Result.Winner, in.Result.Reason
	}
	for name, p := range in.Board {
		if err := s.parsePiece(name, p); err != nil {
			return nil, fmt.Errorf("board.%s: %w", name, err)
		}
	}
	for i, p := range []*playerText{in.White, in.Black} {
		if p == nil {
			return nil, fmt.Errorf("%s is missing", Side(i))
		}
		if err := s.parsePlayer(Side(i), p); err != nil {
			return nil, fmt.Errorf("%s: %w", Side(i), err)
		}
	}
	return s, s.checkKings()
}

// checkKings refuses a board without exactly one real king a side.
func (s *State) checkKings() error {
	for _, x := range []Side{White, Black} {
		n := 0
		for _, p := range s.Board {
			if p.T == 'K' && p.Side == x {
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("board: %s has %d kings, want 1", x, n)
		}
	}
	return nil
}

func (s *State) parsePiece(name string, in pieceText) error {
	q, err := squareNamed(name)
	if err != nil {
		return err
	}
	side, err := sideNamed(in.Side)
	if err != nil {
		return err
	}
	if len(in.T) != 1 || !strings.Contains("PNBRQKMD", in.T) {
		return fmt.Errorf("t = %q: want one of P N B R Q K M D", in.T)
	}
	kind := real
	switch {
	case in.Kind != nil:
		kind = *in.Kind
	case in.T == "M":
		kind = mahoraga
	case in.T == "D":
		kind = decoyKind
	}
	if _, ok := kindLetters[kind]; !ok {
		return fmt.Errorf("kind = %q is unknown", kind)
	}
	p := newPiece(in.T[0], side, kind, NoSquare)
	p.Infinity, p.Shield, p.Speech, p.Stun, p.Mark, p.Left = in.Infinity, in.Shield, in.Speech, in.Stun, in.Mark, in.Left
	if kind == real {
		p.Home = q
		if in.Home != "" {
			if p.Home, err = squareNamed(in.Home); err != nil {
				return err
			}
		}
	}
	if in.Body != "" {
		if p.Body, err = squareNamed(in.Body); err != nil {
			return err
		}
		p.Bt = in.Bt[0]
	}
	s.Board[q] = p
	return nil
}

func (s *State) parsePlayer(x Side, in *playerText) error {
	if techniques[in.Set] == nil {
		return fmt.Errorf("set = %q is unknown", in.Set)
	}
	p := s.player(x)
	p.Set, p.Disguise, p.Revealed = in.Set, in.Disguise, in.Revealed
	p.Energy = defaultEnergy(in.Set)
	if in.Energy != nil {
		p.Energy = *in.Energy
	}
	if in.Turns != nil {
		p.Turns = *in.Turns
	}
	if in.Seen != nil {
		p.Seen = *in.Seen
	}
	p.Cd = in.Cd
	for _, l := range in.Lost {
		home, err := squareNamed(l.Home)
		if err != nil {
			return err
		}
		p.Lost = append(p.Lost, Lost{l.T[0], home})
	}
	p.Losses, p.Luck, p.Jackpot = in.Losses, in.Luck, in.Jackpot
	for t, n := range in.Curses {
		if p.Curses == nil {
			p.Curses = map[byte]int{}
		}
		p.Curses[t[0]] = n
	}
	if in.Doors != nil {
		var err error
		if p.Doors, err = squareNamed(in.Doors.Sq); err != nil {
			return err
		}
		p.DoorsLeft = in.Doors.Left
	}
	p.Blue, p.Red = slices.Contains(in.Primed, "blue"), slices.Contains(in.Primed, "red")
	p.Recent, p.Learned, p.Adapted = in.Recent, in.Learned, in.Adapted
	p.Mahoraga, p.Checked, p.Reading = in.Mahoraga, in.Checked, in.Reading
	return nil
}
