package deicide

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"variantlab/sim/game"
)

// parameter is a row of the table of rule parameters. Those without a set function cannot be changed [DC-630].
type parameter struct {
	game.Param
	set func(r *rules, value any) string // stores a value of the right type and range, or says what is wrong
}

// parameters lists the rule parameters of a variant.
func (v *variant) parameters() []parameter {
	list := []parameter{
		v.count("draw.quiet_actions", float64(v.rules.quietLimit), 100000, "actions",
			"a draw after so many actions without a capture or a pawn's move; 0 for never",
			func(r *rules, n float64) string { r.quietLimit = uint32(n); return "" }),
		v.count("draw.repetition", float64(v.rules.repetition), 1000, "occurrences",
			"a draw when a position occurs so many times, at least 2; 0 for never",
			func(r *rules, n float64) string {
				if r.repetition = uint16(n); n == 1 {
					return "1 would end every game at once; give 0 for never, or from 2 to 1000"
				}
				return ""
			}),
		v.count("limits.max_plies", float64(v.rules.plyLimit), 100000, "plies",
			"a draw after so many actions; 0 for never",
			func(r *rules, n float64) string { r.plyLimit = uint32(n); return "" }),
		{game.Param{Name: "draw.bare_kings", Default: v.rules.bareKings, Doc: "a draw when only the two Kings are left"},
			func(r *rules, value any) string { r.bareKings = value.(bool); return "" }},
		{game.Param{Name: "end.stalemate", Default: "draw", Values: []string{"draw", "loss"}, Doc: "what a side to move without a legal action gets when it is not in check"},
			func(r *rules, value any) string { r.stalemateLoses = value == "loss"; return "" }},
		{game.Param{Name: "promotion.types", Default: kindList(v.rules.promotions), Doc: "types that pawns promote to, joined by commas"},
			func(r *rules, value any) string { return v.setPromotions(r, value.(string)) }},
		{game.Param{Name: "setup.fen", Default: v.setup, Doc: "the position at the start, in the one-line notation"},
			func(r *rules, value any) string {
				if _, err := parseFEN(v, *r, value.(string), ""); err != nil {
					return err.(*game.InputError).Msg
				}
				return ""
			}},
	}
	objective, wins, mates, mirror := "checkmate", "mover", "mating side", "negate dr"
	if v.touching {
		objective, wins, mates = "yuri", "black", "white"
	}
	if v.turned {
		mirror = "negate df and dr"
	}
	list = append(list,
		fixed("board.size", float64(v.size), "squares", "files and ranks of the board"),
		fixed("bomber.chain", false, "", "whether what a Big Bang destroys goes off in turn"),
		fixed("castling.enabled", v.kinds.has(rook), "", "whether Kings castle"),
		fixed("geometry.black_mirror", mirror, "", "how Black's directions come from White's"),
		fixed("kings.capture_wins", wins, "", "who wins when a King takes a King"),
		fixed("kings.may_touch", v.touching, "", "whether Kings may stand side by side"),
		fixed("mate.winner", mates, "", "who wins by a mate"),
		fixed("pawns.head_start_zone", startZones[v.index], "", "where pawn kinds have their head start, White / Black"),
		fixed("promotion.zone", promotionZones[v.index], "", "where pawn kinds promote, White / Black"),
		fixed("snail.extra_moves", 1.0, "moves", "additional moves of the opponent after a Snail's move"),
		fixed("sumo.chain", false, "", "whether a pushed piece pushes the next"),
		fixed("sumo.range", float64(sumoRange), "squares", "how far a Sumo slides"),
		fixed("time_machine.counters", float64(launchCounters), "turns", "how many own turns a Time Machine is away"),
		fixed("time_machine.on_snail", "lost", "", "what becomes of a Time Machine that lands on a Snail"),
		fixed("types.enabled", kindList(v.kinds), "", "types of pieces"),
		fixed("variant.objective", objective, "", "what the sides play for"),
	)
	for _, k := range []kind{pawn, rookie, drunkPawn} {
		if row := v.pawns[k]; v.kinds.has(k) {
			list = append(list,
				fixed("pawns."+k.String()+".moves", vectorList(row.moves), "", "White's steps to empty squares"),
				fixed("pawns."+k.String()+".captures", vectorList(row.captures), "", "White's steps that capture"),
				fixed("pawns."+k.String()+".head_start", float64(row.start), "squares", "longest head start"))
		}
	}
	if v.kinds.has(rook) {
		list = append(list, fixed("castling.king_steps", 2.0, "squares", "how far the King goes when he castles"))
	}
	if v.kinds.has(princess) {
		list = append(list, fixed("princess.range", 3.0, "squares", "how far a Princess jumps"))
	}
	slices.SortFunc(list, func(a, b parameter) int { return strings.Compare(a.Name, b.Name) })
	return list
}

var (
	startZones     = [...]string{"pawn ranks 4/13, others 3/14", "d = 6 / 12"}
	promotionZones = [...]string{"rank 16 / 1", "file j or rank 10 / file a or rank 1"}
)

// count is a parameter that holds a whole number from 0.
func (v *variant) count(name string, value, most float64, unit, doc string, set func(*rules, float64) string) parameter {
	return parameter{
		game.Param{Name: name, Default: value, Max: most, Integer: true, Unit: unit, Doc: doc},
		func(r *rules, value any) string { return set(r, value.(float64)) },
	}
}

// fixed is a parameter that has only its default.
func fixed(name string, value any, unit, doc string) parameter {
	p := game.Param{Name: name, Default: value, Unit: unit, Doc: doc}
	switch value := value.(type) {
	case float64:
		p.Min, p.Max = value, value
	case string:
		p.Values = []string{value}
	}
	return parameter{Param: p}
}

func kindList(ks kindSet) string {
	var keys []string
	for k := king; k < numKinds; k++ {
		if ks.has(k) {
			keys = append(keys, k.String())
		}
	}
	return strings.Join(keys, ",")
}

func vectorList(vs []vector) string {
	var b strings.Builder
	for _, v := range vs {
		b.WriteString("(" + strconv.Itoa(v.df) + "," + strconv.Itoa(v.dr) + ")")
	}
	return b.String()
}

// setPromotions reads a list of types. A pawn on the last rank must promote, so the list cannot be empty.
func (v *variant) setPromotions(r *rules, text string) string {
	r.promotions = 0
	for key := range strings.SplitSeq(text, ",") {
		k := kindByKey(strings.TrimSpace(key))
		if k == none || !v.rules.promotions.has(k) {
			return "\"" + key + "\" is no type to promote to; there are " + kindList(v.rules.promotions)
		}
		r.promotions |= 1 << k
	}
	return ""
}

// Params lists the rule parameters with defaults and ranges.
func (g *Game) Params() []game.Param {
	list := make([]game.Param, len(g.params))
	for i, p := range g.params {
		list[i] = p.Param
	}
	return list
}

// resolve tests overrides and turns them into rules. kept are the overrides in canonical form, those that equal the
// default left out; path leads to them.
func (g *Game) resolve(overrides game.Params) (r rules, kept game.Params, err error) {
	overrides = maps.Clone(overrides)
	if keys, ok := overrides["promotion.types"].([]any); ok { // a JSON list is as good as a text
		if text, ok := joinKeys(keys); ok {
			overrides["promotion.types"] = text
		}
	}
	if err := game.CheckParams(g.Params(), overrides); err != nil {
		return r, nil, err
	}
	r, kept = g.v.rules, game.Params{}
	for _, p := range g.params {
		value, ok := overrides[p.Name]
		if !ok || value == p.Default {
			continue
		}
		if p.set == nil {
			return r, nil, game.Errorf(game.BadParams, "params."+p.Name, "%v is not supported; only the default is, %v", value, p.Default)
		}
		if fault := p.set(&r, value); fault != "" {
			return r, nil, game.Errorf(game.BadParams, "params."+p.Name, "%s", fault)
		}
		kept[p.Name] = value
	}
	if _, ok := kept["promotion.types"]; ok {
		if kept["promotion.types"] = kindList(r.promotions); r.promotions == g.v.rules.promotions {
			delete(kept, "promotion.types")
		}
	}
	return r, kept, nil
}

func joinKeys(keys []any) (string, bool) {
	texts := make([]string, len(keys))
	for i, k := range keys {
		text, ok := k.(string)
		if !ok {
			return "", false
		}
		texts[i] = text
	}
	return strings.Join(texts, ","), true
}
