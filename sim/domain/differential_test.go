package domain

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	reference "variantlab/internal/reference/domain"
	"variantlab/sim/rng"
)

// twins are one position in both implementations of the rules.
type twins struct {
	ref   *reference.State
	fast  textPosition
	legal []string
}

func newTwins(options map[string]string, params map[string]float64) (*twins, error) {
	ref, err := reference.New(options, params)
	if err != nil {
		return nil, err
	}
	fast, err := textGame{}.New(options, params)
	if err != nil {
		return nil, err
	}
	return &twins{ref: ref, fast: fast.(textPosition)}, nil
}

func parseTwins(state []byte) (*twins, error) {
	ref, err := reference.Parse(state)
	if err != nil {
		return nil, err
	}
	fast, err := parseText(state)
	return &twins{ref: ref, fast: fast}, err
}

// differ compares everything that can be asked of a position and describes the first difference, "" if there is none. It keeps the legal list for the next step.
func (w *twins) differ() string {
	for _, text := range []struct {
		name      string
		ref, fast string
	}{
		{"state", string(w.ref.JSON()), string(w.fast.JSON())},
		{"kind", w.ref.Kind(), w.fast.Kind()},
		{"notation", w.ref.Notation(), string(w.fast.p.AppendNotation(nil))},
		{"key", w.ref.Key(), w.fast.p.Key()},
		{"returns", fmt.Sprint(w.ref.Returns()), fmt.Sprint(w.fast.p.State().Returns())},
	} {
		if text.ref != text.fast {
			return fmt.Sprintf("%s\n  reference %s\n  engine    %s", text.name, text.ref, text.fast)
		}
	}
	w.legal = w.ref.Legal()
	if d := differentLists("legal", w.legal, w.fast.Legal()); d != "" {
		return d
	}
	ref, fast := w.ref.Outcomes(), w.fast.Outcomes()
	same := len(ref) == len(fast)
	for i := range ref {
		same = same && ref[i].Name == fast[i].Name && math.Abs(ref[i].P-fast[i].P) < 1e-12
	}
	if !same {
		return fmt.Sprintf("outcomes\n  reference %v\n  engine    %v", ref, fast)
	}
	for _, side := range []string{"white", "black"} {
		ref, refErr := w.ref.Observe(side)
		fast, fastErr := w.fast.Observe(side)
		if !bytes.Equal(ref, fast) || (refErr == nil) != (fastErr == nil) {
			return fmt.Sprintf("observation of %s\n  reference %s %v\n  engine    %s %v", side, ref, refErr, fast, fastErr)
		}
	}
	return ""
}

func differentLists(name string, ref, fast []string) string {
	if slices.Equal(ref, fast) {
		return ""
	}
	missing := func(from, of []string) []string {
		return slices.DeleteFunc(slices.Clone(from), func(a string) bool { return slices.Contains(of, a) })
	}
	return fmt.Sprintf("%s\n  only reference %v\n  only engine    %v", name, missing(ref, fast), missing(fast, ref))
}

// apply takes the same step on both sides and describes the first difference in what happens.
func (w *twins) apply(step string) string {
	ref, refErr := w.ref.Apply(step)
	fast, fastErr := w.fast.Apply(step)
	switch {
	case refErr != nil || fastErr != nil:
		return fmt.Sprintf("apply: reference %v, engine %v", refErr, fastErr)
	case !slices.Equal(ref, fast):
		return fmt.Sprintf("events\n  reference %v\n  engine    %v", ref, fast)
	}
	return w.differ()
}

// tour is a walk through positions that compares both implementations at each of them.
type tour struct {
	stream    rng.Stream
	positions int
	met       map[string]int // how often each kind of action was taken and each kind of event came about
}

// kindOf is what an action or event is, without its squares and numbers.
func kindOf(what, text string) string {
	words := strings.Split(text, ":")
	if what == "act" && len(words) == 1 && text[1] <= '8' {
		return "act move"
	}
	switch words[0] {
	case "copy", "cast", "domain", "spin", "clash", "draw", "dice", "shatter", "end", "adapt", "place":
		words = words[:min(2, len(words))]
	case "hol":
		if what == "act" {
			words = words[:1]
		}
	default:
		words = words[:1]
	}
	if words[0] == "cast" && words[len(words)-1] == "copy" {
		words = strings.Split(text, ":")
	}
	name := strings.Join(words, ":")
	if words[0] == "place" {
		name, _, _ = strings.Cut(name, "-")
	}
	return what + " " + name
}

// kindsOf lists what a step of the engine is and brings about.
func kindsOf(fast textPosition, step string) []string {
	var kinds []string
	if fast.Kind() == "player" {
		kinds = append(kinds, kindOf("act", step))
	}
	events, _ := fast.Apply(step)
	for _, e := range events {
		kinds = append(kinds, kindOf("event", e))
	}
	if bytes.Contains(fast.JSON(), []byte(`"passing":true`)) {
		kinds = append(kinds, "state passing")
	}
	return kinds
}

func (r *tour) chance(p float64) bool { return r.stream.Float64() < p }

func pick[T any](r *tour, list []T) T { return list[r.stream.IntN(len(list))] }

// step picks an outcome or an action: one that brings about what was met least so far, any one, or one of any kind.
func (r *tour) step(w *twins) string {
	steps := w.legal
	if w.ref.Kind() == "chance" {
		for _, o := range w.ref.Outcomes() {
			steps = append(steps, o.Name)
		}
	}
	if len(steps) == 0 {
		return ""
	}
	switch luck := r.stream.Float64(); {
	case luck < 0.4:
		return r.newest(w, steps)
	case luck < 0.6:
		return pick(r, steps)
	}
	byKind := map[string][]string{}
	for _, a := range steps {
		byKind[kindOf("act", a)] = append(byKind[kindOf("act", a)], a)
	}
	return pick(r, byKind[pick(r, slices.Sorted(maps.Keys(byKind)))])
}

// newest tries some of the steps and returns the one whose rarest consequence was met least.
func (r *tour) newest(w *twins, steps []string) string {
	best, least := "", math.MaxInt
	for range min(len(steps), 40) {
		step := pick(r, steps)
		for _, kind := range kindsOf(textPosition{w.fast.p.Clone()}, step) {
			if n := r.met[kind]; n < least {
				best, least = step, n
			}
		}
	}
	if best == "" {
		return pick(r, steps)
	}
	return best
}

// walk plays at most n random steps and compares after each.
func (r *tour) walk(t *testing.T, w *twins, n int) {
	before := string(w.ref.JSON())
	r.positions++
	if d := w.differ(); d != "" {
		t.Errorf("%s\nat %s\n%s", d, w.ref.Notation(), before)
		return
	}
	for range n {
		if w.ref.Kind() == "terminal" {
			return
		}
		step := r.step(w)
		if step == "" {
			return
		}
		before := string(w.ref.JSON())
		at := w.ref.Notation()
		for _, kind := range kindsOf(textPosition{w.fast.p.Clone()}, step) {
			r.met[kind]++
		}
		r.positions++
		if d := w.apply(step); d != "" {
			t.Errorf("after %s: %s\nat %s\n%s", step, d, at, before)
			return
		}
	}
}

// numbers are parameters for short games that meet many rules, and now and then a few at random.
func (r *tour) numbers() map[string]float64 {
	params := map[string]float64{}
	if r.chance(0.7) {
		for name, value := range quick {
			params[name] = value.(float64)
		}
	}
	if r.chance(0.3) {
		for range 1 + r.stream.IntN(6) {
			p := pick(r, paramList)
			usual := p.Default.(float64)
			value := usual
			switch {
			case p.Max == 1:
				value = pick(r, []float64{0, 1, 0.25, usual})
			default:
				value = pick(r, []float64{0, 1, 2, 3, usual, usual + 1})
			}
			params[p.Name] = math.Min(math.Max(value, p.Min), p.Max)
		}
	}
	return params
}

// TestDifferential plays random games of all matchups in both implementations.
func TestDifferential(t *testing.T) {
	games, length := 1, 25
	if fullTests {
		games, length = 10, 120
	}
	total, met := 0, map[string]int{}
	matchups(t, func(t *testing.T, white, black Set) {
		for g := range games {
			r := &tour{stream: rng.New(11, uint64(g)<<8|uint64(white)<<4|uint64(black), rng.Rollout, 0, 0), met: met}
			w, err := newTwins(map[string]string{"white": white.String(), "black": black.String()}, r.numbers())
			if err != nil {
				t.Fatal(err)
			}
			r.walk(t, w, length)
			total += r.positions
			if t.Failed() {
				return
			}
		}
	})
	t.Logf("verify: domain against the second implementation: %d positions of played games agree", total)
}

// TestEnergyOutsideTheBar sets up games whose starting energy and bar don't fit, in both implementations.
func TestEnergyOutsideTheBar(t *testing.T) {
	for name, params := range map[string]map[string]float64{
		"CD-422/more than the bar holds": {"energy.start": 1000},
		"CD-422/a bar too short":         {"energy.max": 40},
		"CD-422/no energy at all":        {"energy.max": 0, "energy.start": 0},
	} {
		t.Run(name, func(t *testing.T) {
			w, err := newTwins(map[string]string{"white": "limitless", "black": "toji", "black_disguise": "ten"}, params)
			if err != nil {
				t.Fatal(err)
			}
			if d := w.differ(); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestNodesWithoutTheirDomain deals chance nodes that were set up though nothing stands that could have led to them.
func TestNodesWithoutTheirDomain(t *testing.T) {
	const rest = `"board":{"a2":{"side":"white","t":"P"},"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},` +
		`"black":{"set":"shrine"},"white":{"lost":[{"home":"a1","t":"R"}],"set":"train"}`
	for name, fields := range map[string]string{
		"CD-382/expand":              `"pending":{"kind":"spin","when":"expand"}`,
		"CD-382/clash":               `"pending":{"kind":"spin","when":"clash"}`,
		"CD-382/end":                 `"pending":{"kind":"spin","when":"end"}`,
		"CD-382/the enemy's domain":  `"domain":{"left":2,"name":"shadow","owner":"black"},"pending":{"kind":"spin","when":"end"}`,
		"CD-395/no domain":           `"params":{"clock.timeout_prob":0.5},"pending":{"kind":"clock"}`,
		"CD-395/a domain sans queen": `"domain":{"left":2,"name":"malevolent","owner":"black"},"params":{"clock.timeout_prob":0.5},"pending":{"kind":"clock"}`,
	} {
		t.Run(name, func(t *testing.T) {
			text := []byte("{" + fields + "," + rest + "}")
			w, err := parseTwins(text)
			if err != nil {
				t.Fatal(err)
			}
			if d := w.differ(); d != "" {
				t.Fatal(d)
			}
			for _, o := range w.ref.Outcomes() {
				if w, err = parseTwins(text); err != nil {
					t.Fatal(err)
				}
				if d := w.apply(o.Name); d != "" {
					t.Errorf("after %s: %s", o.Name, d)
				}
			}
		})
	}
}

// rarest are kinds that only the full counts are sure to meet; every other kind of event follows from these or is met
// all the time.
var rarest = []string{
	"event adapt:checkmate", "event adapt:jackpot", "event adapt:sense", "event counter", "event draw:fifty",
	"event draw:plies", "event draw:repetition", "event draw:stalemate", "event fail", "event intercept",
	"event jackpot-end", "event mate", "event promote", "event rise", "event smash", "event timeout", "act pass",
	"act copy:pachinko", "act copy:swarm", "act copy:dice", "act copy:sense", "act slash", "state passing",
}

// report logs how often each kind of action and event was met; at the full counts none may be missing.
func report(t *testing.T, positions int, met map[string]int) {
	t.Logf("verify: domain against the second implementation: %d rare positions agree", positions)
	for _, name := range slices.Sorted(maps.Keys(met)) {
		t.Logf("%7d %s", met[name], name)
	}
	for _, name := range rarest {
		if fullTests && met[name] == 0 {
			t.Errorf("never met: %s", name)
		}
	}
}
