package domain

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"variantlab/sim/game"
)

// ruleSet is one validated set of parameters: the effective rules and the overrides that they were made from. The
// overrides are kept as given, also those that repeat a default, because a state's text shows them [CD-441].
type ruleSet struct {
	rules     Rules
	overrides game.Params
	text      string // canonical JSON of the overrides
}

// ruleSets is the append-only table of all sets in use. States hold an index into it instead of a hundred numbers;
// entry 0 has the defaults. Readers take no lock.
var ruleSets struct {
	sync.Mutex
	index map[string]uint16 // by text
	used  int
	slots [1 << 16]atomic.Pointer[ruleSet]
}

func init() {
	ruleSets.index = make(map[string]uint16)
	if _, err := internRules(nil); err != nil {
		panic(err)
	}
}

// rulesOf returns the effective rules of an index that internRules gave. They must not be changed.
func rulesOf(index uint16) *Rules { return &ruleSets.slots[index].Load().rules }

// overridesOf returns the overrides of an index and their canonical JSON. They must not be changed.
func overridesOf(index uint16) (game.Params, string) {
	set := ruleSets.slots[index].Load()
	return set.overrides, set.text
}

// internRules validates overrides and returns the index of their set, the same one for equal overrides; errors are
// *game.InputError.
func internRules(overrides game.Params) (uint16, error) {
	if err := game.CheckParams(paramList, overrides); err != nil {
		return 0, err
	}
	given := make(game.Params, len(overrides))
	for name, value := range overrides {
		given[name] = value.(float64) + 0 // turns -0 into 0
	}
	text := overridesText(given)
	ruleSets.Lock()
	defer ruleSets.Unlock()
	if index, ok := ruleSets.index[text]; ok {
		return index, nil
	}
	if ruleSets.used == len(ruleSets.slots) {
		return 0, game.Errorf(game.BadParams, "params",
			"this process has played by %d different parameter sets, the most it can hold; start a new one", ruleSets.used)
	}
	set := &ruleSet{overrides: given, text: text}
	for i := range paramTable {
		p := &paramTable[i]
		value := p.value
		if v, ok := given[p.name]; ok {
			value = v.(float64)
		}
		p.set(&set.rules, value)
	}
	index := uint16(ruleSets.used)
	ruleSets.slots[index].Store(set)
	ruleSets.index[text] = index
	ruleSets.used++
	return index, nil
}

func overridesText(overrides game.Params) string {
	text := []byte{'{'}
	for _, name := range slices.Sorted(maps.Keys(overrides)) {
		if len(text) > 1 {
			text = append(text, ',')
		}
		number, err := json.Marshal(overrides[name])
		if err != nil {
			panic(err) // checked: it is a finite number
		}
		text = strconv.AppendQuote(text, name)
		text = append(text, ':')
		text = append(text, number...)
	}
	return string(append(text, '}'))
}
