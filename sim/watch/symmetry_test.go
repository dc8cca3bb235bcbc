package watch

import (
	"slices"
	"strings"
	"testing"

	"variantlab/sim/board"
	"variantlab/sim/game"
	"variantlab/sim/rng"
)

// flipped swaps the colours: White's men become Black's on the mirrored rank.
func flipped(s *State) *State {
	f := &State{}
	f.core = s.core
	f.board, f.men, f.kinds = [64]man{}, [2]board.Set{}, [7]board.Set{}
	for q, m := range s.board {
		if m != noMan {
			f.put(square(q)^56, makeMan(1-m.side(), m.kind()))
		}
	}
	f.frozen = s.frozen.Flip()
	f.ordinary = [2]uint16{s.ordinary[1], s.ordinary[0]}
	f.guards = [2]uint16{s.guards[1], s.guards[0]}
	f.castling = s.castling>>2 | s.castling<<2&(blackShort|blackLong)
	f.status = [2]Status{s.status[1], s.status[0]}
	f.score = -s.score
	f.last = [2]game.Plan{flippedPlan(&s.last[1]), flippedPlan(&s.last[0])}
	return f
}

func flippedPlan(plan *game.Plan) game.Plan {
	f := game.Plan{Move: plan.Move}
	if isMove(plan.Move) {
		from, to, promotion := unpack(plan.Move)
		f.Move = makeMove(from^56, to^56, promotion)
	}
	for _, pair := range plan.Watch[:plan.N] {
		if err := insertPair(&f, pair^(56<<6|56)); err != nil {
			panic(err)
		}
	}
	return f
}

// flippedLine swaps the colours in a line of a trace: letters of men and sides, ranks, scores; plans are left out.
func flippedLine(line string) string {
	fields := strings.Fields(line)
	for i, f := range fields {
		switch {
		case i < 2:
		case fields[1] == "end" || fields[1] == "seal":
			fields[i] = map[string]string{"1-0": "0-1", "0-1": "1-0", "w": "b", "b": "w"}[f]
			if fields[i] == "" {
				fields[i] = f
			}
		case len(f) == 1 && f != "x" && !(fields[1] == "trigger" && f == "w"):
			if m, ok := manOf(f[0]); ok {
				fields[i] = string(rune(makeMan(1-m.side(), m.kind()).letter()))
			}
		default:
			fields[i] = strings.Map(func(r rune) rune {
				if r >= '1' && r <= '8' {
					return '1' + '8' - r
				}
				return r
			}, f)
		}
	}
	return strings.Join(fields, " ")
}

// canonicalTrace orders what has an order by colour or square alone: events of one kind and tick, and the men of a
// collision. Seals lose their plans.
func canonicalTrace(lines []string) []string {
	list := slices.Clone(lines)
	for i, line := range list {
		fields := strings.Fields(line)
		switch fields[1] {
		case "seal":
			list[i] = strings.Join(fields[:3], " ")
		case "collide":
			first := 3
			if fields[2] == "square" {
				first = 4
			}
			var men []string
			for k := first; k+1 < len(fields); k += 2 {
				men = append(men, fields[k]+" "+fields[k+1])
			}
			slices.Sort(men)
			list[i] = strings.Join(append(fields[:first:first], men...), " ")
		}
	}
	rank := func(line string) (tick, kind string) {
		fields := strings.Fields(line)
		if fields[1] == "wstop" || fields[1] == "kfall" { // a fall follows its stop
			return fields[0], "stop"
		}
		return fields[0], fields[1] + map[bool]string{true: fields[2]}[fields[1] == "collide"]
	}
	for from := 0; from < len(list); {
		tick, kind := rank(list[from])
		to := from
		for to < len(list) {
			if t, k := rank(list[to]); t != tick || k != kind && !(contact[k] && contact[kind]) {
				break
			}
			to++
		}
		slices.Sort(list[from:to])
		from = to
	}
	return list
}

// contact are the kinds of event that share one place in the order of a tick.
var contact = map[string]bool{"capture": true, "kcontact": true, "intercept": true}

// WC-112: swapping the colours of a position swaps statuses, plans, traces and returns.
func TestColourSwap(t *testing.T) {
	for m := full; m <= kingMode; m++ {
		t.Run("WC-112/"+modeNames[m], func(t *testing.T) {
			var f, g game.Factors
			everywhere(t, m, samples(1500, 50000), 21, func(s *State, r *rng.Stream) {
				fresh, mirror := *s, flipped(s)
				fresh.reason, fresh.score, mirror.reason, mirror.score = NotOver, 0, NotOver, 0
				mirror.status = [2]Status{}
				fresh.open(0)
				mirror.open(0)
				wfen := string(s.appendWFEN(nil))
				if mirror.status != [2]Status{fresh.status[1], fresh.status[0]} || mirror.reason != fresh.reason || mirror.score != -fresh.score {
					t.Fatalf("%s: %v %s, mirrored %v %s", wfen, fresh.status, fresh.result(), mirror.status, mirror.result())
				}
				if fresh.reason != NotOver {
					return
				}
				if r.IntN(4) == 0 {
					sameFlippedPlans(t, &fresh, mirror)
				}
				plans := [2]game.Plan{pickLively(&fresh, game.First, &f, r), pickLively(&fresh, game.Second, &g, r)}
				other := [2]game.Plan{flippedPlan(&plans[1]), flippedPlan(&plans[0])}
				var want []string
				for _, line := range Trace(&fresh, &plans) {
					want = append(want, flippedLine(line))
				}
				got := Trace(mirror, &other)
				if want, got := canonicalTrace(want), canonicalTrace(got); !slices.Equal(want, got) {
					t.Fatalf("%s: mirrored trace\n%s\nwant\n%s", wfen, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				fresh.ApplyJoint(&plans)
				mirror.ApplyJoint(&other)
				if back := flipped(mirror); back.core != fresh.core {
					t.Fatalf("%s: after the round %s, mirrored %s", wfen, fresh.appendWFEN(nil), back.appendWFEN(nil))
				}
				if a, b := fresh.Returns(), mirror.Returns(); a[0] != b[1] || a[1] != b[0] {
					t.Fatalf("%s: returns %v, mirrored %v", wfen, a, b)
				}
			})
		})
	}
}

func sameFlippedPlans(t *testing.T, s, mirror *State) {
	t.Helper()
	for player := game.First; player <= game.Second; player++ {
		want := s.Plans(player, nil)
		for i := range want {
			want[i] = flippedPlan(&want[i])
		}
		got := mirror.Plans(player.Other(), nil)
		order := func(a, b game.Plan) int {
			if a.Move != b.Move {
				return int(a.Move) - int(b.Move)
			}
			return slices.Compare(a.Watch[:], b.Watch[:])
		}
		slices.SortFunc(want, order)
		slices.SortFunc(got, order)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v's plans aren't mirrored", s.appendWFEN(nil), player)
		}
	}
}

// The networks' view is the same for a side and, colours swapped, for the other.
func TestColourSwapObserve(t *testing.T) {
	var planes, mirrored [64 * planeCount]float32
	var globals, mirroredGlobals [globalCount]float32
	everywhere(t, full, samples(300, 10000), 22, func(s *State, _ *rng.Stream) {
		mirror := flipped(s)
		for player := game.First; player <= game.Second; player++ {
			s.Observe(player, planes[:], globals[:])
			mirror.Observe(player.Other(), mirrored[:], mirroredGlobals[:])
			if planes != mirrored || globals != mirroredGlobals {
				t.Fatalf("%s: %v's view changes with the colours", s.appendWFEN(nil), player)
			}
			for _, a := range s.Actions(player, nil) {
				plan := game.Plan{Move: a}
				i, x := s.PolicyIndex(player, a)
				k, y := mirror.PolicyIndex(player.Other(), flippedPlan(&plan).Move)
				if i != k || x != y {
					t.Fatalf("%s: %v's %x has index %d, mirrored %d", s.appendWFEN(nil), player, a, i, k)
				}
			}
		}
	})
}
