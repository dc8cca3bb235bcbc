package watch

import (
	"encoding/json"
	"fmt"
	"strings"

	"variantlab/sim/game"
)

// told is an event read back from its JSON [WC-112].
type told struct {
	E, At, By, From, To, P, Victim string
	Home, Kind, Plan, Side, Reason string
	Score, Watcher, Watched        string
	T                              int
	Pieces                         [][2]string
}

func readEvent(text string) (e told, ok bool) {
	return e, json.Unmarshal([]byte(text), &e) == nil
}

// Narrate says an event in words, after the number of its tick.
func (Game) Narrate(event string) string {
	e, ok := readEvent(event)
	if !ok {
		return event
	}
	return fmt.Sprintf("%2d  %s", e.T, e.words())
}

func (e *told) words() string {
	switch e.E {
	case eventNames[evSeal]:
		return sideTitles[strings.Index(sideLetters, e.Side)] + " sealed " + e.Plan
	case eventNames[evBlock]:
		return fmt.Sprintf("%s on %s can't start: %s is in the way", e.P, e.At, e.By)
	case eventNames[evStep]:
		return fmt.Sprintf("%s %s-%s", e.P, e.From, e.To)
	case eventNames[evSwap]:
		var men []string
		for _, p := range e.Pieces {
			men = append(men, p[0]+" from "+p[1])
		}
		where := "passing each other"
		if e.At != "" {
			where = "on " + e.At
		}
		return strings.Join(men, " and ") + " collide " + where
	case eventNames[evCapture]:
		return fmt.Sprintf("%s takes %s on %s", e.P, e.Victim, e.At)
	case eventNames[evContact]:
		return fmt.Sprintf("%s meets the King on %s", e.P, e.At)
	case eventNames[evIntercept]:
		return fmt.Sprintf("%s intercepts %s on %s", e.P, e.Victim, e.At)
	case eventNames[evStop]:
		return fmt.Sprintf("the watcher %s from %s stops", e.P, e.Home)
	case eventNames[evFall]:
		return fmt.Sprintf("%s falls to %s on %s", e.Victim, e.P, e.At)
	case eventNames[evTrigger]:
		kind := "Watch"
		if e.Kind == triggerKind(true) {
			kind = "King Watch"
		}
		return fmt.Sprintf("%s %s>%s is called", kind, e.Watcher, e.Watched)
	case eventNames[evPromote]:
		return fmt.Sprintf("the pawn on %s becomes %s", e.At, e.To)
	case eventNames[evThaw]:
		return e.At + " thaws"
	case eventNames[evFreeze]:
		return e.At + " freezes"
	default:
		return fmt.Sprintf("over: %s, %s", e.Score, e.Reason)
	}
}

var _ game.Narrator = Game{}
