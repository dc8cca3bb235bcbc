package deicide

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"variantlab/sim/game"
)

// scenario is a position and what holds in it; see testdata/scenarios.txt.
type scenario struct {
	name, position string
	steps          []string
}

func scenarios(t testing.TB) (list []scenario) {
	return append(readScenarios(t, "testdata/scenarios.txt"), readScenarios(t, "testdata/rules.txt")...)
}

func readScenarios(t testing.TB, file string) (list []scenario) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		switch step, isStep := strings.CutPrefix(line, "  "); {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "S-"), strings.HasPrefix(line, "R-"):
			list = append(list, scenario{name: line})
		case isStep:
			last := &list[len(list)-1]
			last.steps = append(last.steps, step)
		default:
			list[len(list)-1].position = line
		}
	}
	return list
}

// variantOf tells from the list form which game a position is of.
func variantOf(position string) *variant {
	if _, settings, _ := strings.Cut(position, ";"); slices.Contains(strings.Fields(settings), "yuri") {
		return yuri
	}
	return deicide
}

func TestScenarios(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	list := scenarios(t)
	if n := len(readScenarios(t, "testdata/scenarios.txt")); n != 159 {
		t.Errorf("%d scenarios, want 159", n)
	}
	for _, sc := range list {
		t.Run(sc.name, func(t *testing.T) {
			s := load(t, variantOf(sc.position), sc.position)
			compare(t, r, s, 3)
			for _, step := range sc.steps {
				runStep(t, s, step)
				if s.Turn() != game.Terminal && strings.HasPrefix(step, "play") && s.table.n < 2 {
					compare(t, r, s, 1)
				}
			}
		})
	}
}

// runStep runs one line of a scenario.
func runStep(t *testing.T, s *State, step string) {
	t.Helper()
	legal := legalTexts(s)
	verb, rest, _ := strings.Cut(step, " ")
	words := strings.Fields(rest)
	field := func(i int) string { return strings.Split(string(s.appendFEN(nil)), " ")[i] }
	same := func(got, want string) {
		t.Helper()
		if got != want {
			t.Fatalf("%s: got %s\n%s", step, got, s.appendFEN(nil))
		}
	}
	switch verb {
	case "from":
		square, list, _ := strings.Cut(rest, ":")
		same(sorted(of(legal, square)), wanted(list))
	case "all:":
		same(sorted(legal), wanted(rest))
	case "legal":
		same(strconv.Itoa(len(legal)), words[1])
	case "count":
		same(strconv.Itoa(len(of(legal, words[0]))), words[2])
	case "yes", "no":
		for _, a := range words {
			if slices.Contains(legal, a) != (verb == "yes") {
				t.Fatalf("%s: %s is not so; legal: %v", step, a, legal)
			}
		}
		if step == "no check" {
			same(strconv.FormatBool(s.inCheck(s.side)), "false")
		}
	case "check":
		same(strconv.FormatBool(s.inCheck(s.side)), "true")
	case "play":
		for _, text := range words {
			play(t, s, text)
		}
	case "at":
		for i := 0; i < len(words); i += 2 {
			q, _ := parseSquare(words[i], s.v().size)
			got := "-"
			if s.at(q) != nobody {
				got = s.at(q).code()
			}
			if got != words[i+1] {
				t.Fatalf("%s: %s stands on %s\n%s", step, got, q, s.appendFEN(nil))
			}
		}
	case "side", "moves", "castle", "ep", "fly", "last", "quiet":
		i := map[string]int{"side": 1, "moves": 2, "castle": 3, "ep": 4, "fly": 5, "last": 6, "quiet": 7}[verb]
		same(field(i), rest)
	case "result":
		got := resultText(s.result)
		same(strings.TrimSpace(strings.ReplaceAll(got.Winner+" "+got.Reason, "  ", " ")), strings.TrimSpace(strings.TrimPrefix(rest, "none")))
	default:
		t.Fatalf("unknown step %q", step)
	}
}

func play(t *testing.T, s *State, text string) {
	t.Helper()
	for _, a := range s.Actions(s.Turn(), nil) {
		if string(appendAction(nil, a)) == text {
			s.Apply(a)
			return
		}
	}
	t.Fatalf("%s is not legal in %s", text, s.appendFEN(nil))
}

// of lists the actions from a square without the square and the hyphen.
func of(legal []string, square string) (list []string) {
	for _, a := range legal {
		rest, ok := strings.CutPrefix(a, square)
		if ok && (rest[0] < '0' || rest[0] > '9') {
			list = append(list, strings.TrimPrefix(rest, "-"))
		}
	}
	return list
}

func wanted(list string) string {
	words := strings.Fields(list)
	if slices.Equal(words, []string{"none"}) {
		words = nil
	}
	return sorted(words)
}

func sorted(words []string) string {
	words = slices.Clone(words)
	slices.Sort(words)
	return strings.Join(words, " ")
}
