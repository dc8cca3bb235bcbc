package datasets

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
)

// SchemaVersion numbers the meaning of the columns. It changes whenever a column is added, removed or means something
// else; a reader refuses files of another version.
const SchemaVersion = 1

// gameRow is one row of the games table: a finished game, see gameColumns.
type gameRow struct {
	id, seed, pair, group uint64
	white, black          string
	options, params       string
	rules, config         string
	whiteAgent            string
	blackAgent            string
	start                 string
	opening               uint32
	player                []uint8
	action                []uint32
	text                  []string
	sims                  []uint32
	value                 []float32
	joint, watchLen       []uint8
	watch                 []uint16
	whiteReturn           float32
	reason                string
	plies, decisions      uint32
	sequence              uint64
}

// moveRow is one row of the moves table: a searched decision, see moveColumns.
type moveRow struct {
	id, seed            uint64
	step, ply           uint32
	player, flags       uint8
	sims                uint32
	action              []uint32
	target              []float32
	watchLen            []uint8
	watch               []uint16
	outcome             float32
	short8, short24     float32
	left                uint32
	rootValue, rawValue float32
	divergence, weight  float32
	nextStep            int32
}

// column is one column of a table whose rows are R. field points into a row; the pointer's type is the column's type.
type column[R any] struct {
	name  string
	doc   string
	field func(*R) any
	// layout marks columns that say how games were grouped or stored, not what was played.
	layout bool
}

// gameColumns is the games table, one row a finished game. Lists named step_… have one entry a step; a step is one
// decision of a side or one chance outcome, and a simultaneous round is two steps, White's plan and then Black's.
var gameColumns = []column[gameRow]{
	{name: "game_id", field: func(r *gameRow) any { return &r.id },
		doc: "number of the game in its run; (seed, game_id) identifies a game"},
	{name: "seed", field: func(r *gameRow) any { return &r.seed },
		doc: "the run's seed"},
	{name: "pair_id", field: func(r *gameRow) any { return &r.pair },
		doc: "game_id of the first game of its colour-swapped pair; game_id itself without a partner"},
	{name: "group_id", field: func(r *gameRow) any { return &r.group }, layout: true,
		doc: "game_id of the first game of the group played in lockstep; file layout, outside the content hash"},
	{name: "white", field: func(r *gameRow) any { return &r.white },
		doc: "White's technique set, or the name of the setup or mode that both sides play; empty where there is no choice"},
	{name: "black", field: func(r *gameRow) any { return &r.black },
		doc: "Black's technique set, or the name of the setup or mode that both sides play; empty where there is no choice"},
	{name: "options", field: func(r *gameRow) any { return &r.options },
		doc: "JSON object of all game options, keys sorted"},
	{name: "params", field: func(r *gameRow) any { return &r.params },
		doc: "JSON object of the rule parameters that differ from their defaults, keys sorted"},
	{name: "rules", field: func(r *gameRow) any { return &r.rules },
		doc: "hash of the rules: game, version and every parameter's value"},
	{name: "config", field: func(r *gameRow) any { return &r.config },
		doc: "hash of the run's configuration"},
	{name: "white_agent", field: func(r *gameRow) any { return &r.whiteAgent },
		doc: "agent that played White"},
	{name: "black_agent", field: func(r *gameRow) any { return &r.blackAgent },
		doc: "agent that played Black"},
	{name: "start", field: func(r *gameRow) any { return &r.start },
		doc: "canonical JSON of the start position"},
	{name: "opening", field: func(r *gameRow) any { return &r.opening },
		doc: "leading steps dealt by the opening, not chosen by the agents"},
	{name: "step_player", field: func(r *gameRow) any { return &r.player },
		doc: "who took the step: 0 White, 1 Black, 2 chance"},
	{name: "step_action", field: func(r *gameRow) any { return &r.action },
		doc: "code of the action or outcome; of a plan its move"},
	{name: "step_text", field: func(r *gameRow) any { return &r.text },
		doc: "the same as the game writes it; of a plan the whole plan"},
	{name: "step_sims", field: func(r *gameRow) any { return &r.sims },
		doc: "simulations spent on the decision; 0 when nobody searched"},
	{name: "step_value", field: func(r *gameRow) any { return &r.value },
		doc: "the search's value of the position before the step, White's view in [-1, 1]; 0 where step_sims is 0"},
	{name: "step_joint", field: func(r *gameRow) any { return &r.joint },
		doc: "1 for a side's plan of a simultaneous round, else 0; the list is empty when the game has no such round"},
	{name: "step_watch_len", field: func(r *gameRow) any { return &r.watchLen },
		doc: "number of watches in the step's plan; the list is empty when the game has no simultaneous round"},
	{name: "step_watch", field: func(r *gameRow) any { return &r.watch },
		doc: "watches of all plans one after another, watcher*64 + watched"},
	{name: "white_return", field: func(r *gameRow) any { return &r.whiteReturn },
		doc: "result for White in [-1, 1]; Black's is its negative"},
	{name: "reason", field: func(r *gameRow) any { return &r.reason },
		doc: "why the game ended, as its rules name it"},
	{name: "plies", field: func(r *gameRow) any { return &r.plies },
		doc: "turns: runs of decisions by one side; a simultaneous round is one"},
	{name: "decisions", field: func(r *gameRow) any { return &r.decisions },
		doc: "decisions of either side; a simultaneous round is one"},
	{name: "sequence", field: func(r *gameRow) any { return &r.sequence },
		doc: "hash of the step sequence (players, actions, watches); equal sequences are one distinct game"},
}

// moveColumns is the moves table, one row a searched decision that offers something to train on (a simultaneous round
// has one row a side). Values are from the view of the side in column player. The position is not stored: replay the
// game up to step.
var moveColumns = []column[moveRow]{
	{name: "game_id", field: func(r *moveRow) any { return &r.id },
		doc: "the game, with seed"},
	{name: "seed", field: func(r *moveRow) any { return &r.seed },
		doc: "the run's seed"},
	{name: "step", field: func(r *moveRow) any { return &r.step },
		doc: "index into the game's step lists; the position is the one before that step"},
	{name: "ply", field: func(r *moveRow) any { return &r.ply },
		doc: "turns before the decision, counted as in games.plies; free actions share a ply"},
	{name: "player", field: func(r *moveRow) any { return &r.player },
		doc: "who decides: 0 White, 1 Black"},
	{name: "flags", field: func(r *moveRow) any { return &r.flags },
		doc: "sum of 1 full search (target may train a policy), 2 arena full, 4 value proven, 8 simultaneous round"},
	{name: "sims", field: func(r *moveRow) any { return &r.sims },
		doc: "simulations of the search"},
	{name: "action", field: func(r *moveRow) any { return &r.action },
		doc: "codes of the legal actions, ascending; at a simultaneous round the moves of the plans considered"},
	{name: "target", field: func(r *moveRow) any { return &r.target },
		doc: "improved policy over action, sums to 1"},
	{name: "watch_len", field: func(r *moveRow) any { return &r.watchLen },
		doc: "number of watches of each plan in action; empty for plain decisions"},
	{name: "watch", field: func(r *moveRow) any { return &r.watch },
		doc: "watches of all plans one after another, watcher*64 + watched"},
	{name: "outcome", field: func(r *moveRow) any { return &r.outcome },
		doc: "result of the game in [-1, 1]"},
	{name: "short_8", field: func(r *moveRow) any { return &r.short8 },
		doc: "exponentially weighted mean of the search values from here on, horizon 8 decisions, ending in the result"},
	{name: "short_24", field: func(r *moveRow) any { return &r.short24 },
		doc: "the same with horizon 24"},
	{name: "left", field: func(r *moveRow) any { return &r.left },
		doc: "decisions to the end of the game, this one included"},
	{name: "root_value", field: func(r *moveRow) any { return &r.rootValue },
		doc: "the search's value in [-1, 1]"},
	{name: "raw_value", field: func(r *moveRow) any { return &r.rawValue },
		doc: "the evaluator's own value in [-1, 1]"},
	{name: "kl", field: func(r *moveRow) any { return &r.divergence },
		doc: "divergence of target from the evaluator's policy, nats"},
	{name: "weight", field: func(r *moveRow) any { return &r.weight },
		doc: "policy surprise weight; mean 1 over the full-search rows of a game, 0 for other rows"},
	{name: "next_step", field: func(r *moveRow) any { return &r.nextStep },
		doc: "step of the other side's next full-search decision, -1 when there is none"},
}

// dataType gives the Arrow type of a column from what its field points to.
func dataType(field any) arrow.DataType {
	switch field.(type) {
	case *uint8:
		return arrow.PrimitiveTypes.Uint8
	case *uint32:
		return arrow.PrimitiveTypes.Uint32
	case *uint64:
		return arrow.PrimitiveTypes.Uint64
	case *int32:
		return arrow.PrimitiveTypes.Int32
	case *float32:
		return arrow.PrimitiveTypes.Float32
	case *string:
		return arrow.BinaryTypes.String
	case *[]uint8:
		return arrow.ListOfNonNullable(arrow.PrimitiveTypes.Uint8)
	case *[]uint16:
		return arrow.ListOfNonNullable(arrow.PrimitiveTypes.Uint16)
	case *[]uint32:
		return arrow.ListOfNonNullable(arrow.PrimitiveTypes.Uint32)
	case *[]float32:
		return arrow.ListOfNonNullable(arrow.PrimitiveTypes.Float32)
	case *[]string:
		return arrow.ListOfNonNullable(arrow.BinaryTypes.String)
	default:
		panic(fmt.Sprintf("datasets: no column type for %T", field))
	}
}

// schemaOf makes the Arrow schema of a table: no column and no list entry is ever null.
func schemaOf[R any](columns []column[R], metadata *arrow.Metadata) *arrow.Schema {
	var zero R
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		fields[i] = arrow.Field{Name: c.name, Type: dataType(c.field(&zero)),
			Metadata: arrow.NewMetadata([]string{"doc"}, []string{c.doc})}
	}
	return arrow.NewSchema(fields, metadata)
}

// ColumnDoc describes one column.
type ColumnDoc struct{ Name, Type, Doc string }

// Columns documents the columns of the two tables, in order.
func Columns() (games, moves []ColumnDoc) {
	return docs(gameColumns), docs(moveColumns)
}

func docs[R any](columns []column[R]) []ColumnDoc {
	var zero R
	out := make([]ColumnDoc, len(columns))
	for i, c := range columns {
		out[i] = ColumnDoc{c.name, typeName(dataType(c.field(&zero))), c.doc}
	}
	return out
}

// typeName writes an Arrow type as the documentation does: u64, f32, list<u32>, utf8.
func typeName(t arrow.DataType) string {
	switch t := t.(type) {
	case *arrow.ListType:
		return "list<" + typeName(t.Elem()) + ">"
	case *arrow.Uint8Type:
		return "u8"
	case *arrow.Uint16Type:
		return "u16"
	case *arrow.Uint32Type:
		return "u32"
	case *arrow.Uint64Type:
		return "u64"
	case *arrow.Int32Type:
		return "i32"
	case *arrow.Float32Type:
		return "f32"
	default:
		return t.Name()
	}
}
