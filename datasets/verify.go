package datasets

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"variantlab/sim"
	"variantlab/sim/game"
)

// Verification is what Verify found.
type Verification struct {
	Dir         string   `json:"dir"`
	Game        string   `json:"game"`
	Groups      int      `json:"groups"`
	Games       int      `json:"games"`
	Steps       int      `json:"steps"`
	Rows        int      `json:"rows"`
	Replayed    int      `json:"replayed"`     // games replayed by the rules
	ContentHash string   `json:"content_hash"` // of all readable games, however they are split into files
	Torn        string   `json:"torn,omitempty"`
	Leftovers   []string `json:"leftovers,omitempty"` // files that no manifest line names; they don't count
	Problems    []string `json:"problems,omitempty"`  // empty when all is well
}

// OK reports whether nothing is wrong. A torn last line and leftovers of a killed writer are not wrong.
func (v *Verification) OK() bool { return len(v.Problems) == 0 }

// Verify checks a data folder as far as it can be checked: the manifest, lengths and checksums, the schema, ids, every
// game by replaying it under its rules to the recorded end, every training row against its position, and everything
// that can be computed a second time. It goes on after a problem; the error is for folders that can't be read at all.
// lookup may be nil, then nothing is replayed.
func Verify(dir string, lookup Lookup) (*Verification, error) {
	return VerifyEach(dir, lookup, func(*Game) error { return nil })
}

// VerifyEach is Verify that also hands each game to visit, in the order of Dataset.Games, as long as there is no problem.
// An error of visit ends it.
func VerifyEach(dir string, lookup Lookup, visit func(*Game) error) (*Verification, error) {
	d, err := Open(dir)
	if err != nil {
		return nil, err
	}
	v := &Verification{Dir: dir, Game: d.Header.Game, Groups: len(d.Entries), Torn: d.Torn}
	if v.Leftovers, err = d.leftovers(); err != nil {
		return nil, err
	}
	check := checker{v: v}
	if lookup != nil {
		g, err := lookup(d.Header.Game)
		if err != nil {
			return nil, fmt.Errorf("datasets: %s: %w", dir, err)
		}
		check.game, check.rules = g, rulesCache{game: g}
	}
	var content contentHasher
	for i := range d.Entries {
		games, err := d.Read(&d.Entries[i], true)
		if err != nil {
			v.problem("%v", err)
			continue
		}
		for _, g := range games {
			v.Games++
			v.Steps += len(g.Steps)
			v.Rows += len(g.Rows)
			content.add(g)
			check.record(&d.Entries[i], g)
			if !v.OK() {
				continue
			}
			if err := visit(g); err != nil {
				return nil, err
			}
		}
	}
	v.ContentHash = content.sum()
	return v, nil
}

func (v *Verification) problem(format string, args ...any) {
	v.Problems = append(v.Problems, fmt.Sprintf(format, args...))
}

// leftovers lists data files and temporary files that no manifest line names.
func (d *Dataset) leftovers() ([]string, error) {
	named := map[string]bool{}
	for i := range d.Entries {
		named[d.Entries[i].Games.Name], named[d.Entries[i].Moves.Name] = true, true
	}
	list, err := os.ReadDir(d.Dir)
	if err != nil {
		return nil, fmt.Errorf("datasets: %w", err)
	}
	var out []string
	for _, f := range list {
		if ext := filepath.Ext(f.Name()); (ext == ".arrow" || ext == tmpSuffix) && !named[f.Name()] {
			out = append(out, f.Name())
		}
	}
	return out, nil
}

// checker checks single records.
type checker struct {
	v     *Verification
	game  game.Game // nil: no replay
	rules rulesCache
}

func (c *checker) record(e *Entry, g *Game) {
	if g.Rules != e.Rules || g.Config != e.Config {
		c.v.problem("game %d of seed %d: rules or configuration are not those of its manifest line", g.ID, g.Seed)
	}
	for i, a := range g.Agents {
		if !slices.Contains(e.Agents, a) {
			c.v.problem("game %d of seed %d: agent %q of %v is not in its manifest line", g.ID, g.Seed, a, game.Player(i))
		}
	}
	if g.Opening > len(g.Steps) {
		c.v.problem("game %d of seed %d: an opening of %d steps in a game of %d", g.ID, g.Seed, g.Opening, len(g.Steps))
	}
	for i := range g.Steps {
		if s := &g.Steps[i]; s.Player > game.Chance || !bounded(s.Value) || s.Sims == 0 && s.Value != 0 {
			c.v.problem("game %d of seed %d step %d: player %d, %d simulations, value %v", g.ID, g.Seed, i, s.Player, s.Sims, s.Value)
			return
		}
	}
	for i := range g.Rows {
		if err := checkRow(g, &g.Rows[i]); err != nil {
			c.v.problem("game %d of seed %d: row of step %d: %v", g.ID, g.Seed, g.Rows[i].Step, err)
			return
		}
	}
	if err := checkDerived(g); err != nil {
		c.v.problem("game %d of seed %d: %v", g.ID, g.Seed, err)
	}
	if c.game != nil {
		if err := c.replay(g); err != nil {
			c.v.problem("game %d of seed %d: %v", g.ID, g.Seed, err)
			return
		}
		c.v.Replayed++
	}
}

func bounded(x float32) bool { return x >= -1 && x <= 1 }

// checkRow tests what a training row says against the bounds of its columns and against its step.
func checkRow(g *Game, r *Row) error {
	s := &g.Steps[r.Step]
	sum := 0.0
	for _, p := range r.Target {
		if !(p >= 0 && p <= 1) {
			return fmt.Errorf("target %v", p)
		}
		sum += float64(p)
	}
	searched := s.Value
	if r.Player == game.Second {
		searched = -searched
	}
	switch {
	case int(r.Step) < g.Opening:
		return errors.New("lies in the opening")
	case s.Player != r.Player || s.Sims != r.Sims:
		return fmt.Errorf("player %v with %d simulations, the step has %v with %d", r.Player, r.Sims, s.Player, s.Sims)
	case s.Joint != (r.Flags&sim.JointChoice != 0):
		return errors.New("flag of simultaneous rounds is wrong")
	case r.Sims > 0 && searched != r.RootValue:
		return fmt.Errorf("root value %v, the step has %v", r.RootValue, searched)
	case len(r.Actions) == 0 || math.Abs(sum-1) > 1e-3:
		return fmt.Errorf("target over %d actions sums to %v", len(r.Actions), sum)
	case !bounded(r.RootValue) || !bounded(r.RawValue) || !(r.KL >= 0) || math.IsInf(float64(r.KL), 0):
		return fmt.Errorf("values %v and %v, divergence %v", r.RootValue, r.RawValue, r.KL)
	case !chosen(s, r):
		return fmt.Errorf("the step's action %q is not among the row's", s.Text)
	}
	return nil
}

// chosen reports whether the step's action or plan is one of the row's.
func chosen(s *Step, r *Row) bool {
	for i, a := range r.Actions {
		if a == s.Action && (r.Watch == nil || slices.Equal(r.Watch[i], s.Watch)) {
			return true
		}
	}
	return false
}

// checkDerived computes again what sim.Game.Finish computes.
func checkDerived(g *Game) error {
	again := *g
	again.Rows = slices.Clone(g.Rows)
	again.Finish()
	if again.Plies != g.Plies || again.Decisions != g.Decisions {
		return fmt.Errorf("%d plies and %d decisions, counted %d and %d", g.Plies, g.Decisions, again.Plies, again.Decisions)
	}
	last := -1
	for i := range g.Rows {
		a, b := &again.Rows[i], &g.Rows[i]
		if int(b.Step) <= last {
			return fmt.Errorf("row of step %d comes after that of step %d", b.Step, last)
		}
		last = int(b.Step)
		if a.Ply != b.Ply || a.Outcome != b.Outcome || a.ShortTerm != b.ShortTerm || a.Left != b.Left || a.Weight != b.Weight || a.NextStep != b.NextStep {
			return fmt.Errorf("row of step %d: ply, outcome, short-term values, left, weight or next step are not what follows from the game", b.Step)
		}
	}
	return nil
}

// replay plays the game again and compares texts, the end and the rows' legal lists.
func (c *checker) replay(g *Game) error {
	if err := c.rules.check(g); err != nil {
		return err
	}
	next := 0
	var text []byte
	return sim.ReplayPositions(c.game, g, func(step int, p game.Position, _ []game.Event) error {
		s := p.State()
		if step == len(g.Steps) {
			if p.Reason() != g.Reason {
				return fmt.Errorf("ends by %q, the record says %q", p.Reason(), g.Reason)
			}
			return nil
		}
		if step == 0 {
			if canonical := string(p.AppendJSON(nil)); canonical != g.Start {
				return errors.New("the start position is not in canonical form")
			}
		}
		st := &g.Steps[step]
		if st.Joint != (s.Turn() == game.Simultaneous) {
			return fmt.Errorf("step %d: marked as simultaneous or not, but %v is to act", step, s.Turn())
		}
		if st.Joint {
			plan := st.Plan()
			text = c.game.(game.JointText).AppendPlan(text[:0], s, st.Player, &plan)
		} else {
			text = c.game.AppendAction(text[:0], s, st.Player, st.Action)
		}
		if string(text) != st.Text {
			return fmt.Errorf("step %d is %q by the rules, the record says %q", step, text, st.Text)
		}
		for ; next < len(g.Rows) && int(g.Rows[next].Step) == step; next++ {
			if err := legalRow(s, &g.Rows[next]); err != nil {
				return fmt.Errorf("row of step %d: %w", step, err)
			}
		}
		return nil
	})
}

// legalRow compares a row's actions with those of its position.
func legalRow(s game.State, r *Row) error {
	if r.Flags&sim.JointChoice == 0 {
		if list := s.Actions(r.Player, nil); !slices.Equal(list, r.Actions) {
			return fmt.Errorf("%d actions, legal are %d others", len(r.Actions), len(list))
		}
		return nil
	}
	for i, a := range r.Actions {
		half := Step{Action: a, Watch: r.Watch[i]}
		if plan := half.Plan(); !s.(game.Joint).LegalPlan(r.Player, &plan) {
			return fmt.Errorf("plan %d is not legal", i)
		}
	}
	return nil
}

// String is a table for people.
func (v *Verification) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %d groups, %d games, %d steps, %d training rows, %d games replayed\ncontent hash %s\n",
		v.Dir, v.Game, v.Groups, v.Games, v.Steps, v.Rows, v.Replayed, v.ContentHash)
	if v.Torn != "" {
		fmt.Fprintf(&b, "note: %s\n", v.Torn)
	}
	if len(v.Leftovers) > 0 {
		fmt.Fprintf(&b, "note: left behind by a killed writer, not counted: %s\n", strings.Join(v.Leftovers, ", "))
	}
	for _, p := range v.Problems {
		fmt.Fprintf(&b, "PROBLEM: %s\n", p)
	}
	if v.OK() {
		b.WriteString("all is well\n")
	}
	return b.String()
}
