package watch

import (
	"maps"
	"slices"
	"strconv"

	"variantlab/sim/game"
)

// schema names the form of a state's JSON [WC-111].
const schema = "watch-state/1"

// writer writes canonical JSON: keys are given ascending, defaults left out by the caller [WC-114].
type writer struct{ dst []byte }

func (w *writer) key(name string) {
	if last := w.dst[len(w.dst)-1]; last != '{' {
		w.dst = append(w.dst, ',')
	}
	w.dst = append(w.dst, `"`+name+`":`...)
}

func (w *writer) open(name string) {
	w.key(name)
	w.dst = append(w.dst, '{')
}

func (w *writer) close() { w.dst = append(w.dst, '}') }

// text writes a string without anything to escape.
func (w *writer) text(name, value string) {
	w.key(name)
	w.dst = append(w.dst, `"`+value+`"`...)
}

func (w *writer) number(name string, value int64) {
	w.key(name)
	w.dst = strconv.AppendInt(w.dst, value, 10)
}

func (w *writer) flag(name string) {
	w.key(name)
	w.dst = append(w.dst, "true"...)
}

// AppendJSON writes the canonical state.
func (p *position) AppendJSON(dst []byte) []byte { return p.appendState(dst, game.Terminal) }

// AppendObservation writes what player sees: the state with the player's side, and only whether the enemy has sealed
// [WC-100, WC-115].
func (p *position) AppendObservation(dst []byte, player game.Player) ([]byte, error) {
	if !player.Side() {
		return nil, game.Errorf(game.BadRequest, "player", "%v observes nothing; use white or black", player)
	}
	return p.appendState(dst, player), nil
}

// appendState writes the state as viewer sees it; Terminal sees all.
func (p *position) appendState(dst []byte, viewer game.Player) []byte {
	s := &p.s
	w := &writer{append(dst, '{')}
	w.open("allowance")
	for _, c := range []side{black, white} {
		w.open(sideLetters[c : c+1])
		w.number("king", int64(s.guards[c]))
		w.number("ordinary", int64(s.ordinary[c]))
		w.close()
	}
	w.close()
	w.text("board", string(s.appendPlacement(nil)))
	if s.castling != 0 {
		w.text("castling", string(s.appendCastling(nil)))
	}
	p.appendClock(w)
	if s.frozen != 0 {
		w.key("frozen")
		w.dst = append(w.dst, '[')
		for set := s.frozen; set != 0; set &= set - 1 {
			w.dst = append(w.dst, `"`+set.First().String()+`",`...)
		}
		w.dst[len(w.dst)-1] = ']'
	}
	if s.idle != 0 {
		w.number("idle", int64(s.idle))
	}
	if s.reason != NotOver {
		w.text("phase", "over")
	}
	if len(p.reps) > 0 {
		w.open("reps")
		for _, key := range slices.Sorted(maps.Keys(p.reps)) {
			w.number(key, int64(p.reps[key]))
		}
		w.close()
	}
	if s.reason != NotOver {
		w.open("result")
		w.text("reason", s.reason.String())
		w.text("score", scoreText(s.score))
		w.close()
	}
	if s.round != 1 {
		w.number("round", int64(s.round))
	}
	w.text("schema", schema)
	p.appendSealed(w, viewer)
	appendSettings(w, &s.set)
	if viewer.Side() {
		w.text("side", sideLetters[viewer:viewer+1])
	}
	w.open("status")
	for _, c := range []side{black, white} {
		if s.status[c] == NoStatus {
			w.key(sideLetters[c : c+1])
			w.dst = append(w.dst, "null"...)
		} else {
			w.text(sideLetters[c:c+1], s.status[c].String())
		}
	}
	w.close()
	w.close()
	return w.dst
}

func (p *position) appendClock(w *writer) {
	if p.s.set.Timing == untimed {
		return
	}
	w.open("clock")
	for _, c := range []side{black, white} {
		w.open(sideLetters[c : c+1])
		w.number("left_ms", p.left[c])
		if p.running(c) {
			w.flag("running")
		}
		w.close()
	}
	w.close()
}

func (p *position) appendSealed(w *writer, viewer game.Player) {
	if p.sealed == [2]*game.Plan{} {
		return
	}
	w.open("sealed")
	for _, c := range []side{black, white} {
		switch {
		case p.sealed[c] == nil:
		case viewer == game.Player(1-c):
			w.flag(sideLetters[c : c+1])
		default:
			w.open(sideLetters[c : c+1])
			appendPlanFields(w, p.sealed[c], p.s.kingSquare(c))
			w.close()
		}
	}
	w.close()
}

// appendSettings writes the settings that differ from their defaults.
func appendSettings(w *writer, set *Settings) {
	if *set == defaultSettings {
		return
	}
	w.open("settings")
	for i := range settingTable {
		row := &settingTable[i]
		switch v := row.get(set); {
		case v == row.param.Default:
		case v == true:
			w.flag(row.param.Name)
		default:
			if n, ok := v.(float64); ok {
				w.number(row.param.Name, int64(n))
			} else {
				w.text(row.param.Name, v.(string))
			}
		}
	}
	w.close()
}
