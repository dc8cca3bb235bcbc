package domain

import "fmt"

// New sets up a game. Options are white, black, white_disguise, black_disguise and position, the one-line notation; a
// Toji that is neither disguised nor revealed gets his disguise from a chance node (CD-394, CD-442).
func New(options map[string]string, params map[string]float64) (*State, error) {
	if err := checkParams(params); err != nil {
		return nil, err
	}
	for name := range options {
		switch name {
		case "white", "black", "white_disguise", "black_disguise", "position":
		default:
			return nil, fmt.Errorf("options: unknown option %q", name)
		}
	}
	s, err := setUp(options, params)
	if err != nil {
		return nil, err
	}
	if len(params) > 0 {
		s.Params = params
	}
	s.askDisguise()
	return s, nil
}

func setUp(options map[string]string, params map[string]float64) (*State, error) {
	if position, ok := options["position"]; ok {
		return ParseNotation(position)
	}
	s := newState()
	if err := s.parsePlacement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"); err != nil {
		return nil, err
	}
	s.Castle = "KQkq"
	s.Params = params
	for i := range s.Players {
		x := Side(i)
		p := s.player(x)
		p.Set = "limitless"
		if set, ok := options[x.String()]; ok {
			p.Set = set
		}
		if techniques[p.Set] == nil {
			return nil, fmt.Errorf("options.%s: unknown set %q", x, p.Set)
		}
		p.Disguise = options[x.String()+"_disguise"]
		if p.Disguise != "" && p.Set != "toji" {
			return nil, fmt.Errorf("options.%s_disguise: only toji has a disguise", x)
		}
		if p.Set != "toji" {
			p.Energy = min(s.num("energy.start"), s.num("energy.max"))
		}
		p.Seen = s.num("energy.start")
	}
	s.History = []string{s.Key()}
	return s, nil
}
