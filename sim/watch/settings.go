package watch

import (
	"variantlab/sim/game"
)

// mode is full Watch or King Watch [WC-060].
type mode uint8

const (
	full mode = iota
	kingMode
)

// Settings are the parameters of a match but for its start position. They are part of every state.
type Settings struct {
	Mode           mode
	Stalemate      stalemateRule
	LimitFull      uint8 // Watches a plan in full mode [WC-061]
	LimitKing      uint8 // Watches a plan in King Watch mode
	OrdinaryBudget uint16
	KingBudget     uint16
	WatchOnly      uint16 // idle rounds that draw, 0 for off
	Repetition     uint16 // occurrences that draw, 0 for off
	RoundLimit     uint32 // last round, 0 for off

	Timing      timing
	AutoReady   [2]bool
	BaseMs      uint32
	IncrementMs uint32
}

// stalemateRule says what a stalemate does [WC-084, WC-092].
type stalemateRule uint8

const (
	stalemateDraws stalemateRule = iota
	stalemateLoses
	stalemateHolds
)

// timing is how plans become sealed and whether there are clocks [WC-064].
type timing uint8

const (
	untimed timing = iota
	classic
	hybrid
)

var (
	modeNames      = []string{"full", "king"}
	stalemateNames = []string{"draw", "loss", "hold"}
	timingNames    = []string{"none", "classic", "hybrid"}
)

// maxOccurrences is the highest value of end.repetition.
const maxOccurrences = 1000

// startParam is the parameter that isn't a setting: the start position.
const startParam = "start.wfen"

// setting is one row of the table of parameters.
type setting struct {
	param game.Param
	get   func(*Settings) any
	set   func(*Settings, any)
}

// number makes a row whose values are the whole numbers from low to high.
func number[T uint8 | uint16 | uint32](name string, def, low, high float64, unit, doc string, field func(*Settings) *T) setting {
	return setting{
		game.Param{Name: name, Default: def, Min: low, Max: high, Integer: true, Unit: unit, Doc: doc},
		func(s *Settings) any { return float64(*field(s)) },
		func(s *Settings, v any) { *field(s) = T(v.(float64)) },
	}
}

// choice makes a row whose values are names.
func choice[T ~uint8](name string, names []string, doc string, field func(*Settings) *T) setting {
	return setting{
		game.Param{Name: name, Default: names[0], Values: names, Doc: doc},
		func(s *Settings) any { return names[*field(s)] },
		func(s *Settings, v any) {
			for i, n := range names {
				if n == v {
					*field(s) = T(i)
				}
			}
		},
	}
}

// flag makes a row that is true or false.
func flag(name, doc string, field func(*Settings) *bool) setting {
	return setting{
		game.Param{Name: name, Default: false, Doc: doc},
		func(s *Settings) any { return *field(s) },
		func(s *Settings, v any) { *field(s) = v.(bool) },
	}
}

// settingTable lists all parameters but start.wfen, ascending by name.
var settingTable = []setting{
	number("end.repetition", 0, 0, maxOccurrences, "occurrences", "how often a position must occur for a draw; 0 for never, else from 2", func(s *Settings) *uint16 { return &s.Repetition }),
	number("end.round_limit", 200, 0, 100000, "rounds", "last round that may be played; 0 for no limit", func(s *Settings) *uint32 { return &s.RoundLimit }),
	choice("end.stalemate", stalemateNames, "what a stalemate does: it draws, it loses, or the side holds", func(s *Settings) *stalemateRule { return &s.Stalemate }),
	number("end.watch_only_rounds", 3, 0, 1000, "rounds", "rounds in a row without any Move that make a draw; 0 for never", func(s *Settings) *uint16 { return &s.WatchOnly }),
	choice("mode", modeNames, "full: Moves with any Watches; king: Moves with at most a King Watch", func(s *Settings) *mode { return &s.Mode }),
	flag("timing.auto_ready.b", "hybrid timing: Black's draft is sealed as soon as it is legal and has a Move", func(s *Settings) *bool { return &s.AutoReady[black] }),
	flag("timing.auto_ready.w", "hybrid timing: White's draft is sealed as soon as it is legal and has a Move", func(s *Settings) *bool { return &s.AutoReady[white] }),
	number("timing.base_ms", 600000, 1, 86400000, "ms", "each clock at the start", func(s *Settings) *uint32 { return &s.BaseMs }),
	number("timing.increment_ms", 5000, 0, 3600000, "ms", "added to a clock when its side's plan is sealed", func(s *Settings) *uint32 { return &s.IncrementMs }),
	choice("timing.mode", timingNames, "none: no clocks; classic: each side says Ready; hybrid: Auto-ready is possible", func(s *Settings) *timing { return &s.Timing }),
	number("watch.king_budget", 3, 0, 1000, "watches", "King Watches a side may seal in a match", func(s *Settings) *uint16 { return &s.KingBudget }),
	number("watch.ordinary_budget", 12, 0, 1000, "watches", "ordinary Watches a side may seal in a match; King Watch mode has none", func(s *Settings) *uint16 { return &s.OrdinaryBudget }),
	number("watch.round_limit.full", 2, 0, 16, "watches", "most Watches in a plan in full mode, the King Watch counted", func(s *Settings) *uint8 { return &s.LimitFull }),
	number("watch.round_limit.king", 1, 0, 1, "watches", "most Watches in a plan in King Watch mode", func(s *Settings) *uint8 { return &s.LimitKing }),
}

var defaultSettings = func() Settings {
	var s Settings
	for i := range settingTable {
		settingTable[i].set(&s, settingTable[i].param.Default)
	}
	return s
}()

// params lists the parameters as the contract has them.
func params() []game.Param {
	list := make([]game.Param, 0, len(settingTable)+1)
	for i := range settingTable {
		list = append(list, settingTable[i].param)
	}
	return append(list, game.Param{Name: startParam, Default: "standard", Doc: "start position as WFEN, or standard; its allowances override the budgets"})
}

// settingsFrom applies overrides to the defaults; errors are *game.InputError with code bad-params.
func settingsFrom(overrides game.Params) (Settings, error) {
	s := defaultSettings
	if err := game.CheckParams(params(), overrides); err != nil {
		return s, err
	}
	for i := range settingTable {
		if v, ok := overrides[settingTable[i].param.Name]; ok {
			settingTable[i].set(&s, v)
		}
	}
	if s.Repetition == 1 {
		return s, game.Errorf(game.BadParams, "params.end.repetition", "1 would end the match at once; use 0 for never, or 2 to 1000")
	}
	return s, nil
}

// limit is the most Watches of a plan, the King Watch counted [WC-061].
func (s *Settings) limit() uint8 {
	if s.Mode == kingMode {
		return s.LimitKing
	}
	return s.LimitFull
}

// ordinaryBudget is what a side starts with; King Watch mode has no ordinary Watches [WC-062].
func (s *Settings) ordinaryBudget() uint16 {
	if s.Mode == kingMode {
		return 0
	}
	return s.OrdinaryBudget
}
