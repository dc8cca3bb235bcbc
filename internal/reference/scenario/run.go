package scenario

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Run plays a scenario and returns what doesn't hold, one line each.
func Run(engine Engine, s Scenario) []string {
	r := runner{engine: engine}
	for _, l := range s.Lines {
		for _, problem := range r.line(l) {
			r.problems = append(r.problems, fmt.Sprintf("line %d: %s %s: %s", l.Number, l.Verb, strings.Join(l.Words, " "), problem))
		}
		if r.stuck {
			break
		}
	}
	return r.problems
}

type runner struct {
	engine   Engine
	params   map[string]float64
	position Position
	events   []string
	problems []string
	stuck    bool
}

func problem(format string, args ...any) []string { return []string{fmt.Sprintf(format, args...)} }

func (r *runner) line(l Line) []string {
	switch l.Verb {
	case "params":
		r.params = map[string]float64{}
		for _, w := range l.Words {
			name, value, _ := strings.Cut(w, "=")
			x, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return problem("%v", err)
			}
			r.params[name] = x
		}
		return nil
	case "position":
		return r.setUp(map[string]string{"position": strings.Join(l.Words, " ")})
	case "new":
		options := map[string]string{}
		for _, w := range l.Words {
			name, value, _ := strings.Cut(w, "=")
			options[name] = value
		}
		return r.setUp(options)
	}
	if r.position == nil {
		r.stuck = true
		return problem("no position yet")
	}
	switch l.Verb {
	case "do":
		return r.do(l.Words)
	case "kind":
		if got := r.position.Kind(); got != l.Words[0] {
			return problem("got %s", got)
		}
	case "outcomes":
		return r.outcomes(l.Words)
	case "events":
		if !slices.Equal(r.events, l.Words) {
			return problem("got %q", r.events)
		}
	case "event":
		if !slices.Contains(r.events, l.Words[0]) {
			return problem("got %q", r.events)
		}
	case "is":
		return r.is(r.position.JSON(), l.Words)
	case "sees":
		seen, err := r.position.Observe(l.Words[0])
		if err != nil {
			return problem("%v", err)
		}
		return r.is(seen, l.Words[1:])
	case "unseen":
		if seen, err := r.position.Observe(l.Words[0]); err == nil {
			return problem("got %s", seen)
		}
	case "result":
		return r.result(l.Words)
	default:
		return r.actions(l)
	}
	return nil
}

func (r *runner) setUp(options map[string]string) []string {
	p, err := r.engine.New(options, r.params)
	r.params, r.events = nil, nil
	if err != nil {
		r.stuck = true
		return problem("%v", err)
	}
	r.position = p
	return nil
}

func (r *runner) do(steps []string) []string {
	for _, step := range steps {
		events, err := r.position.Apply(step)
		if err != nil {
			r.stuck = true
			return problem("%s: %v", step, err)
		}
		r.events = events
	}
	return nil
}

func (r *runner) outcomes(words []string) []string {
	got := r.position.Outcomes()
	if len(got) != len(words) {
		return problem("got %v", got)
	}
	for i, w := range words {
		name, value, _ := strings.Cut(w, "=")
		p, err := strconv.ParseFloat(value, 64)
		if err != nil || got[i].Name != name || math.Abs(got[i].P-p) > 1e-12 {
			return problem("got %v", got)
		}
	}
	return nil
}

func (r *runner) result(words []string) []string {
	want := "-"
	if words[0] != "-" {
		want = fmt.Sprintf(`{"reason":%q,"winner":%q}`, words[1], words[0])
	}
	return r.is(r.position.JSON(), []string{"result", want})
}

func (r *runner) actions(l Line) []string {
	legal := r.position.Legal()
	var problems []string
	if !slices.IsSorted(legal) {
		problems = append(problems, fmt.Sprintf("the list is not sorted: %v", legal))
	}
	prefixed := func(prefix string) []string {
		var list []string
		for _, a := range legal {
			if strings.HasPrefix(a, prefix) {
				list = append(list, a)
			}
		}
		return list
	}
	switch l.Verb {
	case "legal":
		for _, a := range l.Words {
			if !slices.Contains(legal, a) {
				problems = append(problems, a+" is not legal")
			}
		}
	case "illegal":
		for _, a := range l.Words {
			if slices.Contains(legal, a) {
				problems = append(problems, a+" is legal")
			}
		}
	case "list":
		if !slices.Equal(legal, l.Words) {
			problems = append(problems, fmt.Sprintf("got %v", legal))
		}
	case "only":
		if got := prefixed(l.Words[0]); !slices.Equal(got, l.Words[1:]) {
			problems = append(problems, fmt.Sprintf("got %v", got))
		}
	case "within":
		if got := prefixed(l.Words[0]); len(got) != len(prefixed(l.Words[1])) || len(got) == 0 {
			problems = append(problems, fmt.Sprintf("got %v", got))
		}
	case "order":
		last := -1
		for _, a := range l.Words {
			i := slices.Index(legal, a)
			if i <= last {
				problems = append(problems, fmt.Sprintf("%s is at %d after %d", a, i, last))
			}
			last = max(last, i)
		}
	case "count":
		if got := prefixed(l.Words[0]); strconv.Itoa(len(got)) != l.Words[1] {
			problems = append(problems, fmt.Sprintf("got %d: %v", len(got), got))
		}
	default:
		r.stuck = true
		problems = append(problems, "unknown verb")
	}
	return problems
}

// is compares what stands at a path of a JSON object with the wanted value, "-" for nothing.
func (r *runner) is(object []byte, words []string) []string {
	if len(words) != 2 {
		return problem("want a path and a value")
	}
	var root any
	if err := json.Unmarshal(object, &root); err != nil {
		return problem("%v", err)
	}
	got, ok := lookUp(root, strings.Split(words[0], "."))
	if !ok {
		got, ok = fallback(root, words[0])
	}
	text := "-"
	if ok {
		if s, isText := got.(string); isText {
			text = s
		} else {
			b, err := json.Marshal(got)
			if err != nil {
				return problem("%v", err)
			}
			text = string(b)
		}
	}
	if text != words[1] {
		return problem("got %s", text)
	}
	return nil
}

func lookUp(root any, path []string) (any, bool) {
	for _, name := range path {
		m, isMap := root.(map[string]any)
		if !isMap {
			return nil, false
		}
		var ok bool
		if root, ok = m[name]; !ok {
			return nil, false
		}
	}
	return root, true
}

// fallback gives the default of a side's energy and last seen energy.
func fallback(root any, path string) (any, bool) {
	side, field, ok := strings.Cut(path, ".")
	if !ok || side != "white" && side != "black" {
		return nil, false
	}
	set, _ := lookUp(root, []string{side, "set"})
	switch {
	case field == "energy" && set == "toji":
		return 0, true
	case field == "energy", field == "seen":
		return 100, true
	}
	return nil, false
}
