package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"variantlab/analysis"
	"variantlab/datasets"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

// gathering collects the games of a report in one pass over their files.
type gathering struct {
	game   game.Game
	source analysis.Source
	games  []analysis.Game
	cells  map[datasets.Cell]string // each cell's options as JSON
}

// analyzeFolders reads the games of all folders, which must have been played by the same rules.
func analyzeFolders(dirs []string) (*analysis.Report, error) {
	in := &gathering{cells: map[datasets.Cell]string{}}
	in.source = analysis.Source{Data: dirs, Version: version(), Params: map[string]any{}}
	for _, dir := range dirs {
		if err := in.folder(dir); err != nil {
			return nil, err
		}
	}
	info := in.game.Info()
	in.source.Title, in.source.Rules = info.Title, info.Rules
	in.source.Counted, in.source.Unit = "Technique use", "plies"
	if info.Joint {
		in.source.Counted, in.source.Unit = "Watches", "rounds"
	}
	if err := in.nameCells(&info); err != nil {
		return nil, err
	}
	return analysis.Analyze(in.games, in.source)
}

// folder reads one folder.
func (in *gathering) folder(dir string) error {
	d, err := openData(dir)
	if err != nil {
		return err
	}
	if in.source.Game != "" && in.source.Game != d.Header.Game {
		return usagef("%s has games of %s, %s of %s; report on them apart", in.source.Data[0], in.source.Game, dir, d.Header.Game)
	}
	if in.game, err = games.Lookup(d.Header.Game); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	in.source.Game = d.Header.Game
	if in.source.PieceTypes, err = pieceTypes(in.game); err != nil {
		return err
	}
	v, err := datasets.VerifyEach(d.Dir, nil, func(record *datasets.Game) error { return in.record(dir, record) })
	if err != nil {
		return err
	}
	if !v.OK() {
		return fmt.Errorf("%s: damaged data can't be reported on: %s; variantlab data verify tells more", dir, v.Problems[0])
	}
	in.source.Hashes = append(in.source.Hashes, v.ContentHash)
	return nil
}

// record takes what the analysis needs of one game.
func (in *gathering) record(dir string, record *datasets.Game) error {
	if in.source.RulesHash == "" {
		in.source.RulesHash = record.Rules
		if err := json.Unmarshal([]byte(record.Params), &in.source.Params); err != nil {
			return fmt.Errorf("%s: game %d: rule parameters: %w", dir, record.ID, err)
		}
		for _, p := range in.game.Params() { // one that was given as it is anyhow changes nothing
			if value, ok := in.source.Params[p.Name]; ok && value == p.Default {
				delete(in.source.Params, p.Name)
			}
		}
	}
	if record.Rules != in.source.RulesHash {
		return usagef("%s: game %d was played by other rules (hash %.12s) than those before it (%.12s); report on them apart",
			dir, record.ID, record.Rules, in.source.RulesHash)
	}
	switch options, ok := in.cells[record.Cell]; {
	case !ok:
		in.cells[record.Cell] = record.Options
	case options != record.Options:
		return usagef("%s: game %d has the options %s, others of its cell %s; report on them apart, or play them as cells with variantlab balance",
			dir, record.ID, record.Options, options)
	}
	entry := analysis.FromRecord(record, classOf(in.game))
	if err := observe(in.game, record, &entry); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	in.games = append(in.games, entry)
	return nil
}

// nameCells says what the cells that aren't technique sets stand for. A single cell without options stands for nothing but
// the game.
func (in *gathering) nameCells(info *game.Info) error {
	if info.Sets != nil {
		return nil
	}
	for cell, text := range in.cells {
		options := map[string]string{}
		if err := json.Unmarshal([]byte(text), &options); err != nil {
			return fmt.Errorf("options %s: %w", text, err)
		}
		if len(options) > 0 || len(in.cells) > 1 {
			in.source.Variants = append(in.source.Variants, analysis.Variant{Name: cell.White, Options: options})
		}
	}
	slices.SortFunc(in.source.Variants, func(a, b analysis.Variant) int { return cmp.Compare(a.Name, b.Name) })
	return nil
}

// pieceTypes are the types that g's states count, none if they don't.
func pieceTypes(g game.Game) ([]string, error) {
	p, err := g.New(game.Options{})
	if err != nil {
		return nil, err
	}
	if counter, ok := p.State().(game.PieceCounter); ok {
		return counter.PieceTypes(), nil
	}
	return nil, nil
}

// classOf is how g tells kinds of action apart, nil when it doesn't.
func classOf(g game.Game) func(string) string {
	if c, ok := g.(game.Classifier); ok {
		return c.Class
	}
	return nil
}
