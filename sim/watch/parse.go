package watch

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"variantlab/sim/game"
)

// maxClock is the most milliseconds that a clock in a state can show.
const maxClock = 1 << 53

// parse reads a state's JSON. Everything that WC-119 names is refused with bad-state.
func parse(text []byte) (*position, error) {
	if !json.Valid(text) {
		return nil, game.Errorf(game.BadJSON, "state", "not JSON; a state is an object like the one that op \"new\" returns")
	}
	o, err := value{text, "state"}.object()
	if err != nil {
		return nil, err
	}
	p := &position{}
	p.s.round = 1
	for _, read := range []func(*object) error{
		p.readSchema, p.readSettings, p.readBoard, p.readAllowance, p.readCounters, p.readResult, p.readReps,
	} {
		if err := read(o); err != nil {
			return nil, err
		}
	}
	if err := p.derive(o); err != nil {
		return nil, err
	}
	for _, read := range []func(*object) error{p.readStatus, p.readSealed, p.readClock, (*object).done} {
		if err := read(o); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *position) readSchema(o *object) error {
	v, err := o.need("schema")
	if err != nil {
		return err
	}
	if name, err := v.text(); err != nil || name != schema {
		return v.errorf("must be %q, not %s", schema, clip(string(v.raw)))
	}
	return nil
}

func (p *position) readSettings(o *object) error {
	p.s.set = defaultSettings
	v, ok := o.get("settings")
	if !ok {
		return nil
	}
	settings, err := v.object()
	if err != nil {
		return err
	}
	overrides := game.Params{}
	for i := range settingTable {
		row := &settingTable[i].param
		v, ok := settings.get(row.Name)
		if !ok {
			continue
		}
		switch row.Default.(type) {
		case float64:
			n, err := v.number(int64(row.Min), int64(row.Max))
			if err != nil {
				return err
			}
			overrides[row.Name] = float64(n)
		case bool:
			if overrides[row.Name], err = v.bool(); err != nil {
				return err
			}
		default:
			if overrides[row.Name], err = v.text(); err != nil {
				return err
			}
		}
	}
	if err := settings.done(); err != nil {
		return err
	}
	p.s.set, err = settingsFrom(overrides)
	var input *game.InputError
	if errors.As(err, &input) {
		return game.Errorf(game.BadState, "state.settings"+strings.TrimPrefix(input.Path, "params"), "%s", input.Msg)
	}
	return nil
}

func (p *position) readBoard(o *object) error {
	v, err := o.need("board")
	if err != nil {
		return err
	}
	text, err := v.text()
	if err != nil {
		return err
	}
	if err := p.s.readPlacement(text); err != nil {
		return v.errorf("%v", err)
	}
	if v, ok := o.get("castling"); ok {
		if text, err = v.text(); err != nil {
			return err
		}
		if err := p.s.readCastling(text); err != nil {
			return v.errorf("%v", err)
		}
	}
	if v, ok := o.get("frozen"); ok {
		names, err := v.texts()
		if err != nil {
			return err
		}
		if err := p.s.readFrozen(names); err != nil {
			return v.errorf("%v", err)
		}
	}
	return nil
}

func (p *position) readAllowance(o *object) error {
	v, err := o.need("allowance")
	if err != nil {
		return err
	}
	return v.sides(true, func(c side, v value) error {
		side, err := v.object()
		if err != nil {
			return err
		}
		for name, left := range map[string]*uint16{"ordinary": &p.s.ordinary[c], "king": &p.s.guards[c]} {
			v, err := side.need(name)
			if err != nil {
				return err
			}
			n, err := v.number(0, maxAllowance)
			if err != nil {
				return err
			}
			*left = uint16(n)
		}
		return side.done()
	})
}

// sides reads an object with fields w and b, both of which must be there if all is true.
func (v value) sides(all bool, read func(c side, v value) error) error {
	o, err := v.object()
	if err != nil {
		return err
	}
	for c := white; c <= black; c++ {
		v, ok := o.get(sideLetters[c : c+1])
		switch {
		case ok:
			if err := read(c, v); err != nil {
				return err
			}
		case all:
			return v.errorf("missing")
		}
	}
	return o.done()
}

func (p *position) readCounters(o *object) error {
	for _, counter := range []struct {
		name string
		low  int64
		to   *uint32
	}{{"round", 1, &p.s.round}, {"idle", 0, &p.s.idle}} {
		v, ok := o.get(counter.name)
		if !ok {
			continue
		}
		n, err := v.number(counter.low, maxCounter)
		if err != nil {
			return err
		}
		*counter.to = uint32(n)
	}
	return nil
}

// scoresOf lists White's results that a reason can come with.
func scoresOf(r Reason) []int8 {
	switch r {
	case KingCapture, Checkmate:
		return []int8{1, -1}
	case Stalemate, Time, Resign:
		return []int8{1, 0, -1}
	}
	return []int8{0}
}

// readResult reads phase and result, which must fit each other.
func (p *position) readResult(o *object) error {
	over := false
	phase, ok := o.get("phase")
	if ok {
		name, err := phase.text()
		if err != nil {
			return err
		}
		if over = name == "over"; !over && name != "planning" {
			return phase.errorf("must be \"planning\" or \"over\", not %q", clip(name))
		}
	}
	score, reason := "*", ""
	v, ok := o.get("result")
	if ok {
		result, err := v.object()
		if err != nil {
			return err
		}
		scoreValue, hasScore := result.get("score")
		if hasScore {
			if score, err = scoreValue.text(); err != nil {
				return err
			}
		}
		if reasonValue, ok := result.get("reason"); ok && !reasonValue.isNull() {
			if reason, err = reasonValue.text(); err != nil {
				return err
			}
			if reason == "" {
				return reasonValue.errorf("must be null or a reason")
			}
		}
		if err := result.done(); err != nil {
			return err
		}
	}
	if !over {
		if score != "*" || reason != "" {
			return v.errorf("a match in phase planning has score \"*\" and reason null")
		}
		return nil
	}
	r, at := slices.Index(reasonNames, reason), slices.Index(scoreTexts[:], score)
	if r <= 0 || at < 0 || !slices.Contains(scoresOf(Reason(r)), int8(at-1)) {
		return v.errorf("a match in phase over has a score (1-0, 0-1 or 1/2) and a reason that fit each other, not %s with %q", clip(score), clip(reason))
	}
	p.s.end(int8(at-1), Reason(r))
	return nil
}

// readReps reads the counts of positions.
func (p *position) readReps(o *object) error {
	v, ok := o.get("reps")
	if !ok {
		return nil
	}
	reps, err := v.object()
	if err != nil {
		return err
	}
	if len(reps.fields) > 0 && p.s.set.Repetition == 0 {
		return v.errorf("must be empty while end.repetition is 0")
	}
	now := p.s.permanent()
	for _, key := range slices.Sorted(maps.Keys(reps.fields)) {
		v := reps.at(key)
		n, err := v.number(1, maxCounter)
		if err != nil {
			return err
		}
		var then State
		then.set = p.s.set
		if err := then.readKeyText(key); err != nil {
			return v.errorf("%v", err)
		}
		if p.reps == nil {
			p.reps = map[string]int{}
		}
		p.reps[key] = int(n)
		if then.permanent() == now {
			p.s.reps.count(then.repetitionKey(), uint16(min(n, maxOccurrences)))
		}
	}
	return nil
}

// derive tests the board and finds the statuses; a match that is planned must not be over by its opening tests.
func (p *position) derive(o *object) error {
	s := &p.s
	kings := [2]bool{true, true}
	if s.reason == BothKings {
		kings = [2]bool{}
	}
	if s.reason == KingCapture {
		kings[white], kings[black] = s.score > 0, s.score < 0
	}
	if err := s.legalStart(kings); err != nil {
		return o.errorf("%v", err)
	}
	if !kings[white] || !kings[black] {
		return nil
	}
	score, reason := s.score, s.reason
	s.end(0, NotOver)
	s.open(p.reps[string(s.appendKeyText(nil))])
	if reason == NotOver && s.reason != NotOver {
		return o.errorf("phase planning, but the opening ends the match: %s %s", scoreText(s.score), s.reason)
	}
	s.end(score, reason)
	return nil
}

// readStatus tests the statuses, which are derived.
func (p *position) readStatus(o *object) error {
	v, ok := o.get("status")
	if !ok {
		return nil
	}
	return v.sides(true, func(c side, v value) error {
		want := p.s.status[c]
		if want == NoStatus {
			if !v.isNull() {
				return v.errorf("must be null once a King has fallen")
			}
			return nil
		}
		if name, err := v.text(); err != nil || name != want.String() {
			return v.errorf("is %q by the board, not %s; it may be left out", want, clip(string(v.raw)))
		}
		return nil
	})
}

// readSealed reads the plans of a round that a client has half finished.
func (p *position) readSealed(o *object) error {
	v, ok := o.get("sealed")
	if !ok {
		return nil
	}
	return v.sides(false, func(c side, v value) error {
		if v.isNull() {
			return nil
		}
		plan, err := p.readPlan(c, v)
		if err != nil {
			return err
		}
		if f := p.s.fault(c, &plan); f != noFault {
			return v.errorf("%s", f)
		}
		p.sealed[c] = &plan
		return nil
	})
}

// readClock reads the clocks; whether they run is derived.
func (p *position) readClock(o *object) error {
	timed := p.s.set.Timing != untimed
	v, ok := o.get("clock")
	if !ok {
		if timed {
			return v.errorf("missing; timing.mode %s has clocks", timingNames[p.s.set.Timing])
		}
		return nil
	}
	return v.sides(timed, func(c side, v value) error {
		clock, err := v.object()
		if err != nil {
			return err
		}
		left, ok := clock.get("left_ms")
		switch {
		case timed && !ok:
			return left.errorf("missing; timing.mode %s has clocks", timingNames[p.s.set.Timing])
		case timed:
			if p.left[c], err = left.number(0, maxClock); err != nil {
				return err
			}
		case ok && !left.isNull():
			return left.errorf("must be null while timing.mode is none")
		}
		if running, ok := clock.get("running"); ok {
			is, err := running.bool()
			if err != nil {
				return err
			}
			if is != p.running(c) {
				return running.errorf("is %t by the state; it may be left out", !is)
			}
		}
		return clock.done()
	})
}
