package main

import (
	"variantlab/analysis"
	"variantlab/datasets"
	"variantlab/sim"
	"variantlab/sim/game"
)

// observer replays a record for what only positions and events show: pieces by type now and then, and the events that
// the game counts.
type observer struct {
	record  *datasets.Game
	entry   *analysis.Game
	counter game.EventCounter // nil for games without

	before game.State // of the round whose events come next
	begun  int        // its first step

	sampler analysis.Sampler
	turn    int         // turns so far, as sim.Game.Plies counts them
	last    game.Player // whose the last was; Simultaneous after a round
}

// observe fills in entry's pieces and events by replaying the record.
func observe(g game.Game, record *datasets.Game, entry *analysis.Game) error {
	o := &observer{record: record, entry: entry, last: game.Chance}
	o.counter, _ = g.(game.EventCounter)
	if o.counter != nil {
		return sim.ReplayPositions(g, record, func(step int, p game.Position, events []game.Event) error {
			if o.halfway(step) {
				return nil
			}
			o.count(step, p.State(), events)
			o.pieces(step, p.State())
			return nil
		})
	}
	return sim.Replay(g, record, func(step int, s game.State) error {
		if !o.halfway(step) {
			o.pieces(step, s)
		}
		return nil
	})
}

// halfway reports whether step is the second half of a round: nothing has happened since the first.
func (o *observer) halfway(step int) bool {
	return step < len(o.record.Steps) && o.record.Steps[step].Joint && o.record.Steps[step].Player == game.Second
}

// pieces hands the position before a turn to the sampler.
func (o *observer) pieces(step int, s game.State) {
	counter, ok := s.(game.PieceCounter)
	if !ok || step == len(o.record.Steps) {
		return
	}
	taken := &o.record.Steps[step]
	if !taken.Player.Side() || taken.Player == o.last && !taken.Joint {
		return // no new turn
	}
	if o.last = taken.Player; taken.Joint {
		o.last = game.Simultaneous
	}
	types := len(counter.PieceTypes())
	difference, second := make([]int, types), make([]int, types)
	counter.CountPieces(game.First, difference)
	counter.CountPieces(game.Second, second)
	for i, n := range second {
		difference[i] -= n
	}
	if o.sampler.Takes(o.turn, difference) {
		o.entry.Samples = append(o.entry.Samples, analysis.Sample{Turn: o.turn, Difference: difference})
	}
	o.turn++
}

// count counts the events that led to the position before step.
func (o *observer) count(step int, s game.State, events []game.Event) {
	if o.before == nil {
		o.before, o.begun = s.Clone(), step
		return
	}
	for _, e := range events {
		o.counter.CountEvent(o.before, e.Text, func(side game.Player, kind string) {
			o.entry.Casts[side][kind]++
			o.entry.Events = append(o.entry.Events, analysis.Event{
				Kind: kind, Side: int(side), Step: o.begun, Change: o.change(o.begun, step),
			})
		})
	}
	o.before.CopyFrom(s)
	o.begun = step
}

// change is by how much White's expected score rose from the search before step from to that before step to, or to the
// result; nil where nobody searched.
func (o *observer) change(from, to int) *float64 {
	before := o.record.Steps[from]
	after := o.record.Returns[game.First]
	if to < len(o.record.Steps) {
		if o.record.Steps[to].Sims == 0 {
			return nil
		}
		after = o.record.Steps[to].Value
	}
	if before.Sims == 0 {
		return nil
	}
	c := float64(after-before.Value) / 2
	return &c
}
