package domain

import (
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"variantlab/sim/game"
)

// Every field of Rules has exactly one row, named after it.
func TestParamTableCoversRules(t *testing.T) {
	t.Run("CD-450/one row a field", func(t *testing.T) {
		kind := reflect.TypeFor[Rules]()
		if len(paramTable) != kind.NumField() {
			t.Errorf("%d rows, %d fields", len(paramTable), kind.NumField())
		}
		var r Rules
		base := reflect.ValueOf(&r).Pointer()
		seen := map[string]bool{}
		for _, p := range paramTable {
			offset := reflect.ValueOf(p.field(&r)).Pointer() - base
			field := ""
			for i := range kind.NumField() {
				if f := kind.Field(i); f.Offset == offset {
					field = f.Name
				}
			}
			want := ""
			for _, part := range strings.FieldsFunc(p.name, func(c rune) bool { return c == '.' || c == '_' }) {
				want += strings.ToUpper(part[:1]) + part[1:]
			}
			if field != want || seen[p.name] {
				t.Errorf("%s fills field %q, want %q (seen before: %v)", p.name, field, want, seen[p.name])
			}
			seen[p.name] = true
			if p.doc == "" || p.value < 0 || p.value > p.unit.max {
				t.Errorf("%s: default %v, range 0 to %v, doc %q", p.name, p.value, p.unit.max, p.doc)
			}
		}
	})
	t.Run("CD-450/defaults", func(t *testing.T) {
		r := rulesOf(0)
		got := fmt.Sprint(r.EnergyStart, r.CostHollowPurple, r.CdDogDomain, r.SwarmTojiFactor, r.LuckHolScale, r.GambitBase,
			r.DrawMaxPlies, r.CurseEvery, r.LuckPachinkoMinor)
		if want := "100 35 0 2 1 0.3333333333333333 600 4 5"; got != want {
			t.Errorf("defaults %s, want %s", got, want)
		}
	})
}

func TestParamErrors(t *testing.T) {
	for name, c := range map[string]struct {
		params game.Params
		path   string
		says   string
	}{
		"unknown":       {game.Params{"cost.hollow_purpel": 5.0}, "params.cost.hollow_purpel", `did you mean "cost.hollow_purple"?`},
		"text":          {game.Params{"cost.blue": "20"}, "params.cost.blue", "must be a number, not a text"},
		"null":          {game.Params{"cost.blue": nil}, "params.cost.blue", "must be a number, not null"},
		"fraction":      {game.Params{"cost.blue": 20.5}, "params.cost.blue", "whole number from 0 to 1000"},
		"negative":      {game.Params{"cd.blue": -1.0}, "params.cd.blue", "from 0 to 99"},
		"too big":       {game.Params{"cd.blue": 100.0}, "params.cd.blue", "from 0 to 99"},
		"odds":          {game.Params{"dice.base": 1.5}, "params.dice.base", "from 0 to 1"},
		"not a number":  {game.Params{"dice.base": math.NaN()}, "params.dice.base", "from 0 to 1"},
		"first by name": {game.Params{"cost.red": -1.0, "cost.blue": -1.0}, "params.cost.blue", "out of range"},
	} {
		t.Run("CD-450/"+name, func(t *testing.T) {
			_, err := internRules(c.params)
			var input *game.InputError
			if !errors.As(err, &input) {
				t.Fatalf("error %v, want an InputError", err)
			}
			if input.Code != game.BadParams || input.Path != c.path || !strings.Contains(input.Msg, c.says) {
				t.Errorf("%s at %s: %s; want bad-params at %s saying %q", input.Code, input.Path, input.Msg, c.path, c.says)
			}
		})
	}
}

// Sets are shared by what was given, kept as given, and safe to make from many goroutines.
func TestRuleSets(t *testing.T) {
	t.Run("CD-441/overrides as given", func(t *testing.T) {
		same, err := internRules(game.Params{"cost.blue": 20.0, "dice.base": 1e-7})
		if err != nil {
			t.Fatal(err)
		}
		if _, text := overridesOf(same); text != `{"cost.blue":20,"dice.base":1e-7}` {
			t.Errorf("overrides read %s", text)
		}
		if same == 0 || rulesOf(same).CostBlue != 20 || rulesOf(same).DiceBase != 1e-7 {
			t.Errorf("index %d with cost %d", same, rulesOf(same).CostBlue)
		}
	})
	t.Run("concurrent", func(t *testing.T) {
		var group sync.WaitGroup
		found := make([][]uint16, 4)
		for w := range found {
			found[w] = make([]uint16, 50)
			group.Go(func() {
				for i := range found[w] {
					index, err := internRules(game.Params{"cost.red": float64(500 + i)})
					if err != nil || rulesOf(index).CostRed != 500+i {
						t.Errorf("set %d: %v", i, err)
					}
					found[w][i] = index
				}
			})
		}
		group.Wait()
		for w := range found {
			if !reflect.DeepEqual(found[w], found[0]) {
				t.Errorf("worker %d got other indices: %v and %v", w, found[w], found[0])
			}
		}
	})
}

// The rules page lists the parameters as they are.
func TestRulesPageListsParameters(t *testing.T) {
	page, err := os.ReadFile("../../docs/rules/domain.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paramTable {
		row := fmt.Sprintf("\n| `%s` | %v | %v | %s |\n", p.name, p.value, p.unit.max, p.doc)
		if !strings.Contains(string(page), row) {
			t.Errorf("CD-450: docs/rules/domain.md lacks %q", row)
		}
	}
}
