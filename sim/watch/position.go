package watch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// position is a State with what only its texts carry: repetitions by text, plans sealed by a client in the middle of a
// round, and clocks.
type position struct {
	s      State
	reps   map[string]int // by the first four WFEN fields; nil while repetitions end no match
	sealed [2]*game.Plan  // nil for a side that hasn't sealed
	left   [2]int64       // milliseconds on the clocks; 0 without clocks
}

// State is the live state.
func (p *position) State() game.State { return &p.s }

// Reason is why the match ended.
func (p *position) Reason() string { return p.s.reason.String() }

// Apply is never legal, see State.Apply.
func (p *position) Apply(a game.Action) []game.Event {
	p.s.Apply(a)
	return nil
}

// ApplyJoint plays a round. With clocks each side that planned gets its increment; no time passes here [WC-117].
func (p *position) ApplyJoint(plans *[2]game.Plan) []game.Event {
	for c := range p.left {
		if p.s.set.Timing != untimed && !p.s.status[c].holds() {
			p.left[c] += int64(p.s.set.IncrementMs)
		}
	}
	p.sealed = [2]*game.Plan{}
	return events(p.s.playTraced(plans, p.countPosition))
}

// countPosition counts the position at an opening, by text and so without bound, and keeps the state's table in step.
func (p *position) countPosition() int {
	if p.s.countPosition() == 0 {
		return 0
	}
	if p.reps == nil {
		p.reps = map[string]int{}
	}
	key := string(p.s.appendKeyText(nil))
	p.reps[key]++
	return p.reps[key]
}

func events(trace []event) []game.Event {
	list := make([]game.Event, len(trace))
	for i := range trace {
		list[i].Text = string(trace[i].appendJSON(nil))
	}
	return list
}

// injections are the events from outside that end a match, with White's result [WC-091].
var injections = map[string]struct {
	score  int8
	reason Reason
}{
	"resign(w)": {-1, Resign}, "resign(b)": {1, Resign}, "resign(both)": {0, Resign},
	"flag(w)": {-1, Time}, "flag(b)": {1, Time}, "flag(both)": {0, Time},
	"draw_agreed": {0, Agreed},
}

// Inject ends the match by an event from outside: a resignation, a flag or an agreed draw. The round isn't resolved and
// spends nothing [WC-091, WC-113].
func (p *position) Inject(text string) ([]game.Event, error) {
	e, ok := injections[text]
	if !ok {
		return nil, game.Errorf(game.IllegalAction, "action",
			"%q ends no match; give plans, or one of resign(w), resign(b), resign(both), flag(w), flag(b), flag(both), draw_agreed", clip(text))
	}
	if p.s.reason != NotOver {
		return nil, game.Errorf(game.GameOver, "action", "the match is over (%s)", p.s.reason)
	}
	p.s.end(e.score, e.reason)
	p.sealed = [2]*game.Plan{}
	return events([]event{{kind: evEnd, score: e.score, reason: e.reason}}), nil
}

// CheckPlan refuses another plan than the one that the side has sealed [WC-119].
func (p *position) CheckPlan(player game.Player, plan *game.Plan) error {
	sealed := p.sealed[player]
	if sealed == nil || *sealed == *plan {
		return nil
	}
	return game.Errorf(game.IllegalAction, "plans."+player.String(), "%v has sealed %q; a sealed plan can't be taken back",
		player, appendPlan(nil, sealed, p.s.kingSquare(side(player))))
}

// SealedPlan is the plan that player has sealed in the middle of this round, nil if it hasn't.
func (p *position) SealedPlan(player game.Player) *game.Plan { return p.sealed[player] }

// AppendNotation writes the WFEN.
func (p *position) AppendNotation(dst []byte) []byte { return p.s.appendWFEN(dst) }

// Key is the first 32 digits of SHA-256 over the text by which repetitions are counted [WC-118].
func (p *position) Key() string {
	sum := sha256.Sum256(p.s.appendKeyText(nil))
	return hex.EncodeToString(sum[:16])
}

// Resample draws the enemy's sealed plan anew, evenly from its plan set; nothing else is hidden [WC-118].
func (p *position) Resample(player game.Player, _ game.Belief, seed uint64, n int) ([]game.Position, error) {
	if !player.Side() {
		return nil, game.Errorf(game.BadRequest, "player", "%v observes nothing; use white or black", player)
	}
	if n < 0 {
		return nil, game.Errorf(game.BadRequest, "n", "%d states can't be drawn; ask for 1 or more", n)
	}
	enemy := player.Other()
	var f game.Factors
	if p.sealed[enemy] != nil {
		p.s.Factors(enemy, &f)
	}
	list := make([]game.Position, n)
	for i := range list {
		c := p.Clone().(*position)
		if p.sealed[enemy] != nil {
			stream := rng.New(seed, 0, rng.Determinize, 0, uint32(i))
			plan := f.Sample(&stream)
			c.sealed[enemy] = &plan
		}
		list[i] = c
	}
	return list, nil
}

// Clone returns an independent copy.
func (p *position) Clone() game.Position {
	c := &position{reps: maps.Clone(p.reps), sealed: p.sealed, left: p.left}
	c.s.CopyFrom(&p.s)
	return c
}

// running reports whether a side's clock runs: there are clocks, and it still has to plan [WC-065].
func (p *position) running(c side) bool {
	return p.s.set.Timing != untimed && p.s.reason == NotOver && p.sealed[c] == nil && !p.s.status[c].holds()
}

// SealsItself reports whether a draft of player is sealed without an explicit Ready: in hybrid timing with the side's
// Auto-ready on, as soon as it is a legal plan with a Move. Watches alone, in an emergency too, need the Ready [WC-066].
func SealsItself(s *State, player game.Player, draft *game.Plan) bool {
	return s.set.Timing == hybrid && s.set.AutoReady[player] && isMove(draft.Move) && s.LegalPlan(player, draft)
}

// open makes a fresh position's first opening [WC-010].
func (p *position) open() {
	if p.s.set.Timing != untimed {
		p.left = [2]int64{int64(p.s.set.BaseMs), int64(p.s.set.BaseMs)}
	}
	p.s.open(p.countPosition())
}

// newPosition sets up a match from a WFEN, before its first opening.
func newPosition(set Settings, wfen string) (*position, error) {
	p := &position{}
	p.s.set = set
	return p, p.s.readWFEN(wfen)
}

// standardWFEN is the start position of a match by set.
func standardWFEN(set *Settings) string {
	return fmt.Sprintf("%s %s - %[3]d/%[4]d,%[3]d/%[4]d 1 0", startPlacement, startCastling, set.ordinaryBudget(), set.KingBudget)
}
