package domain

import (
	"strings"
	"testing"
)

func TestTechniqueTable(t *testing.T) {
	seen := map[string]Key{}
	for k := KeyMove; k < numKeys; k++ {
		name := k.String()
		if other, ok := seen[name]; ok || name == "" {
			t.Errorf("keys %d and %d are both called %q", k, other, name)
		}
		seen[name] = k
		row := &techniques[k]
		switch {
		case k == KeyMove, k == KeyPass, k == KeyCopy, k == KeyDomain, k > KeyGambit:
			if row.effect != nil {
				t.Errorf("%v is no technique, yet has an effect", k)
			}
			continue
		case row.price == nil, row.targets == nil, row.effect == nil:
			t.Errorf("%v lacks price, targets or effect", k)
		case (row.set == NoSet) != (k == KeyRCT):
			t.Errorf("%v belongs to set %v", k, row.set)
		case k.isDomain() != (row.domain != nil):
			t.Errorf("%v: domain %v", k, row.domain)
		case row.domain != nil && (!row.free || row.cooldown != nil || row.domain.form == nil || row.domain.end == nil || row.domain.turns == nil):
			t.Errorf("domain %v is incomplete", k)
		case row.cost != nil && row.domain != nil:
			t.Errorf("%v is a domain priced by target", k)
		}
	}
	if want := "speech blue red toad pachinko doors"; true { // CD-405
		for k := range techniques {
			if techniques[k].control != (k != 0 && strings.Contains(" "+want+" ", " "+Key(k).String()+" ")) {
				t.Errorf("CD-405: control of %v is %v", Key(k), techniques[k].control)
			}
		}
	}
	for set := Limitless; set < numSets; set++ {
		if setKeys[set] == 0 {
			t.Errorf("%v has no techniques", set)
		}
		if has := setKeys[set].has(KeyRCT); has != (set != Toji) {
			t.Errorf("CD-200: %v has Reverse Cursed Technique: %v", set, has)
		}
	}
	for _, k := range [...]Key{KeyInfinity, KeyMahoraga, KeySlash, KeyRCT, KeyPureLove, KeyPawns, KeyGambit} {
		if lendable.has(k) {
			t.Errorf("CD-240: %v can be copied", k)
		}
	}
}

func TestFreeActions(t *testing.T) {
	for k, row := range techniques { // CD-040
		free := Key(k).isDomain() || Key(k) == KeyMahoraga || Key(k) == KeyDice || Key(k) == KeySense
		if row.effect != nil && row.free != free {
			t.Errorf("CD-040: %v is free: %v", Key(k), row.free)
		}
	}
}
