package game

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// CheckParams tests overrides against the parameters that a game lists: known names, right types, numbers in range and
// whole where they must be. The first fault in the order of names is returned as *InputError with path "params.<name>".
func CheckParams(list []Param, overrides Params) error {
	names := make([]string, 0, len(overrides))
	for name := range overrides {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		i := slices.IndexFunc(list, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return unknownParam(list, name)
		}
		if err := list[i].check(overrides[name]); err != nil {
			return err
		}
	}
	return nil
}

func unknownParam(list []Param, name string) error {
	known := make([]string, len(list))
	for i := range list {
		known[i] = list[i].Name
	}
	return Errorf(BadParams, "params."+name, "no such parameter%s", Suggest(name, known))
}

func (p *Param) check(value any) error {
	path := "params." + p.Name
	switch want := p.Default.(type) {
	case float64:
		v, ok := value.(float64)
		switch {
		case !ok:
			return Errorf(BadParams, path, "must be a number, not %s", describe(value))
		case math.IsNaN(v) || v < p.Min || v > p.Max:
			return Errorf(BadParams, path, "%s is out of range; it must be from %s to %s",
				number(v), number(p.Min), number(p.Max))
		case p.Integer && v != math.Trunc(v):
			return Errorf(BadParams, path, "%s must be a whole number from %s to %s", number(v), number(p.Min), number(p.Max))
		}
	case string:
		v, ok := value.(string)
		switch {
		case !ok:
			return Errorf(BadParams, path, "must be a text, not %s", describe(value))
		case p.Values != nil && !slices.Contains(p.Values, v):
			return Errorf(BadParams, path, "%q is not one of %s", v, strings.Join(p.Values, ", "))
		}
	case bool:
		if _, ok := value.(bool); !ok {
			return Errorf(BadParams, path, "must be true or false, not %s", describe(value))
		}
	default:
		panic(fmt.Sprintf("game: parameter %s has a default of type %T", p.Name, want))
	}
	return nil
}

// RulesHash identifies the rules that a game is played by: SHA-256 (hexadecimal) over its name, its rules version and
// every parameter's effective value. Overrides that equal the default change nothing. The overrides must be valid.
func RulesHash(g Game, overrides Params) string {
	info := g.Info()
	lines := []string{}
	for _, p := range g.Params() {
		v := p.Default
		if o, ok := overrides[p.Name]; ok {
			v = o
		}
		text := fmt.Sprint(v)
		if f, ok := v.(float64); ok {
			text = number(f)
		}
		lines = append(lines, p.Name+"="+strconv.Quote(text)+"\n")
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(info.Name + "\n" + info.Rules + "\n" + strings.Join(lines, "")))
	return hex.EncodeToString(sum[:])
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return "a text"
	case bool:
		return "true or false"
	case float64:
		return "a number"
	default:
		return fmt.Sprintf("%T", v)
	}
}
