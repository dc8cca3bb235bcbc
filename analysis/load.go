package analysis

import "variantlab/datasets"

// FromRecord takes from a game's record what an analysis needs. class names the kind of an action given as text, ""
// for those that are not counted (see game.Classifier); nil counts none.
func FromRecord(r *datasets.Game, class func(action string) string) Game {
	g := Game{
		ID: r.ID, Seed: r.Seed, Pair: r.Pair, White: r.Cell.White, Black: r.Cell.Black, Agents: r.Agents,
		Score: float64(1+r.Returns[0]) / 2, Reason: r.Reason, Plies: r.Plies, Sequence: r.Sequence(),
		Casts: [2]map[string]int{{}, {}},
	}
	if class == nil {
		return g
	}
	for i := range r.Steps {
		step := &r.Steps[i]
		if !step.Player.Side() {
			continue
		}
		if kind := class(step.Text); kind != "" {
			g.Casts[step.Player][kind]++
		}
	}
	return g
}
