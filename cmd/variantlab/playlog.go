package main

import (
	"encoding/json"
	"strings"

	"variantlab/sim/game"
)

// seenLog is the log of a side's observation, one list of events a ply, oldest first; nil where it is hidden or empty.
func (p *playing) seenLog(side game.Player) [][]string {
	var seen struct{ Log [][]string }
	if json.Unmarshal(p.observation(side), &seen) != nil {
		return nil
	}
	return seen.Log
}

// log shows what a side may know of the last plies.
func (p *playing) log(side game.Player) {
	plies := p.seenLog(side)
	if plies == nil {
		plies = p.told
	}
	if len(plies) == 0 {
		p.say("the log is empty")
	}
	p.tellPlies(plies)
}

// recent shows the last two plies as far as a side may know them: its own and the answer to it.
func (p *playing) recent(side game.Player) {
	plies := p.seenLog(side)
	p.tellPlies(plies[max(0, len(plies)-2):])
}

// tellPlies shows the events of plies, a line a ply in which something happened.
func (p *playing) tellPlies(plies [][]string) {
	for _, ply := range plies {
		if len(ply) > 0 {
			p.say("  %s", strings.Join(ply, " · "))
		}
	}
}
