package domain

import "slices"

// domains names each set's domain; Toji has none.
var domains = map[string]string{
	"limitless": "pawns", "shrine": "malevolent", "copy": "mutual",
	"manipulation": "procession", "ten": "shadow", "train": "gambit",
}

// techniques lists each set's techniques besides domain and Reverse Cursed Technique (§5).
var techniques = map[string][]string{
	"limitless":    {"blue", "red", "infinity", "hollow"},
	"shrine":       {"dismantle", "cleave", "slash"},
	"copy":         {"copy", "speech", "purelove"},
	"manipulation": {"release", "swarm", "uzumaki"},
	"ten":          {"dog", "step", "toad", "mahoraga"},
	"train":        {"dice", "hol", "doors", "pachinko"},
	"toji":         {"spear", "cloud", "chain", "sense"},
}

// freeKeys are the techniques that don't end the turn (CD-040).
var freeKeys = map[string]bool{"domain": true, "mahoraga": true, "dice": true, "sense": true}

// costNames are the parameters of the costs that don't depend on a piece.
var costNames = map[string]string{
	"rct": "cost.rct", "blue": "cost.blue", "red": "cost.red", "hollow": "cost.hollow_purple", "dismantle": "cost.dismantle",
	"slash": "cost.slash", "speech": "cost.speech", "purelove": "cost.pure_love", "release": "cost.release",
	"swarm": "cost.swarm", "uzumaki": "cost.uzumaki", "dog": "cost.dog", "step": "cost.step", "toad": "cost.toad",
	"mahoraga": "cost.mahoraga", "dice": "cost.dice", "hol": "cost.hol", "pachinko": "cost.pachinko",
	"spear": "cost.tool_copied", "cloud": "cost.tool_copied", "chain": "cost.tool_copied", "sense": "cost.tool_copied",
}

// cost is what x pays for a cast (CD-135 to CD-138 and the table of §5).
func (s *State) cost(x Side, a Action) int {
	p := s.Players[x]
	if p.Jackpot > 0 || p.Set == "toji" {
		return 0
	}
	switch a.Key {
	case "domain":
		if a.Name == "gambit" {
			return s.num("cost.gambit")
		}
		return s.num("cost.domain")
	case "infinity", "cleave":
		switch s.Board[a.To].T {
		case 'P':
			return s.num("cost.piece_pawn")
		case 'N', 'B':
			return s.num("cost.piece_minor")
		case 'R':
			return s.num("cost.piece_rook")
		case 'M':
			return s.num("cost.cleave_mahoraga")
		}
		return s.num("cost.piece_queen")
	case "doors":
		if s.occupied(a.To, x) {
			return s.num("cost.doors_piece")
		}
		return s.num("cost.doors_empty")
	}
	return s.num(costNames[a.Key])
}

// cooldown is the c of a technique's own cooldown, as lowered by domains and jackpot (CD-139).
func (s *State) cooldown(x Side, key string) int {
	switch key {
	case "rct":
		if s.Players[x].Jackpot > 0 {
			return 0
		}
	case "hollow":
		return s.num("cd.hollow_purple")
	case "purelove":
		return s.num("cd.pure_love")
	case "dismantle", "cleave":
		if s.owns(x, "malevolent") {
			return s.num("cd." + key + "_domain")
		}
	case "dog":
		if s.owns(x, "shadow") {
			return s.num("cd.dog_domain")
		}
	}
	return s.num("cd." + key)
}

// setCd sets a running cooldown; zero is not kept.
func (s *State) setCd(x Side, key string, n int) {
	p := s.player(x)
	if n <= 0 {
		delete(p.Cd, key)
		return
	}
	if p.Cd == nil {
		p.Cd = map[string]int{}
	}
	p.Cd[key] = n
}

// lowerCd brings a running cooldown down to n (CD-139).
func (s *State) lowerCd(x Side, key string, n int) {
	if s.Players[x].Cd[key] > n {
		s.setCd(x, key, n)
	}
}

// gain changes x's energy within its bounds; Toji's stays 0 (CD-015, CD-135).
func (s *State) gain(x Side, n int) {
	if p := s.player(x); p.Set != "toji" {
		p.Energy = min(max(p.Energy+n, 0), s.num("energy.max"))
	}
}

// addLuck changes x's luck within its bounds.
func (s *State) addLuck(x Side, n int) {
	p := s.player(x)
	p.Luck = min(max(p.Luck+n, 0), s.num("luck.max"))
}

// ready tells whether x may cast a at all: unlocked, cooldown over, energy there (CD-136).
func (s *State) ready(x Side, a Action) bool {
	p := s.Players[x]
	unlock, cd := "unlock.technique", a.Key
	switch {
	case a.Key == "domain":
		unlock = "unlock.domain"
		if p.Energy < s.num("domain.required_energy") {
			return false
		}
	case a.Copy:
		cd = "copy"
	}
	return p.Turns >= s.num(unlock) && p.Cd[cd] == 0 && p.Energy >= s.cost(x, a)
}

// pay is F1 and the first half of S7: cost, cooldown, note of the cast, the reveal of Toji by his tool.
func (s *State) pay(a Action) {
	x := s.Turn
	me := s.me()
	s.gain(x, -s.cost(x, a))
	switch {
	case a.Copy:
		s.setCd(x, "copy", s.num("cd.copy")+1)
		if !slices.Contains(me.Learned, a.Key) {
			me.Learned = append(me.Learned, a.Key)
			slices.Sort(me.Learned)
		}
	case a.Key == "domain" || a.Key == "mahoraga" || a.Key == "slash":
	default:
		s.setCd(x, a.Key, s.cooldown(x, a.Key)+1)
	}
	switch {
	case a.Key == "sense":
		return
	case a.Key == "domain":
		s.emit("cast:domain:%s", a.Name)
	case a.Copy:
		s.emit("cast:copy:%s", a.Key)
	default:
		s.emit("cast:%s", a.Key)
	}
	s.note(x, a.Key)
	if me.Set == "toji" {
		s.reveal(x)
	}
}

// note remembers a cast among the last few (CD-146).
func (s *State) note(x Side, key string) {
	p := s.player(x)
	p.Recent = append(p.Recent, key)
	if n := s.num("copy.recent"); len(p.Recent) > n {
		p.Recent = slices.Clone(p.Recent[len(p.Recent)-n:])
	}
}
