package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"variantlab/analysis"
	"variantlab/datasets"
	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

func newReport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report DIR…",
		Short: "Analyse games that exist and write a report; plays nothing",
		Long: "Reads run folders (or their data folders) and writes index.html, report.json and cells.csv into --out.\n" +
			"With --format it writes one of them to standard output instead.",
		Example: "  variantlab report run --out run/reports/first\n  variantlab report run --format md",
		Args:    argCount(1, 1000, "at least one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := resolve(cmd)
			if err != nil {
				return err
			}
			format, _ := cmd.Flags().GetString("format")
			if err := s.check(format == "" || formats[format] != nil, "format", "must be html, md, json or csv"); err != nil {
				return err
			}
			r, err := analyzeFolders(args)
			if err != nil {
				return err
			}
			out, _ := cmd.Flags().GetString("out")
			if format != "" && out == "" {
				return formats[format](r, cmd.OutOrStdout())
			}
			if out == "" {
				out = filepath.Join(args[0], "reports", "report")
			}
			return writeReport(r, out, cmd.ErrOrStderr())
		},
	}
	addCommon(cmd)
	cmd.Flags().String("out", "", "`FOLDER` for the report (default: reports/report in the first DIR)")
	cmd.Flags().String("format", "", "write html, md, json or csv to standard output")
	return cmd
}

// formats are the forms of a report.
var formats = map[string]func(*analysis.Report, io.Writer) error{
	"html": (*analysis.Report).WriteHTML,
	"md":   (*analysis.Report).WriteMarkdown,
	"json": (*analysis.Report).WriteJSON,
	"csv":  (*analysis.Report).WriteCells,
}

// reportFiles are the files of a report folder.
var reportFiles = []struct{ name, format string }{
	{"index.html", "html"}, {"report.json", "json"}, {"cells.csv", "csv"},
}

// writeReport writes the files of a report and says where the page is.
func writeReport(r *analysis.Report, dir string, messages io.Writer) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range reportFiles {
		var b bytes.Buffer
		if err := formats[f.format](r, &b); err != nil {
			return err
		}
		if err := writeFile(filepath.Join(dir, f.name), b.Bytes()); err != nil {
			return err
		}
	}
	fmt.Fprintf(messages, "report: %s\n", filepath.Join(dir, reportFiles[0].name))
	return nil
}

// openData opens a run folder's data, or a data folder itself.
func openData(dir string) (*datasets.Dataset, error) {
	d, err := datasets.Open(dir)
	if errors.Is(err, datasets.ErrNoData) {
		if inner, err := datasets.Open(dataFolder(dir)); err == nil {
			return inner, nil
		}
	}
	return d, err
}

// analyzeFolders reads the games of all folders, which must have been played by the same rules.
func analyzeFolders(dirs []string) (*analysis.Report, error) {
	var list []analysis.Game
	source := analysis.Source{Data: dirs, Version: version(), Params: map[string]any{}}
	var g game.Game
	for _, dir := range dirs {
		d, err := openData(dir)
		if err != nil {
			return nil, err
		}
		v, err := datasets.Verify(d.Dir, nil)
		if err != nil {
			return nil, err
		}
		if !v.OK() {
			return nil, fmt.Errorf("%s: damaged data can't be reported on: %s; variantlab data verify tells more", dir, v.Problems[0])
		}
		source.Hashes = append(source.Hashes, v.ContentHash)
		if g, err = games.Lookup(d.Header.Game); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		if source.Game != "" && source.Game != d.Header.Game {
			return nil, usagef("%s has games of %s, %s of %s; report on them apart", dirs[0], source.Game, dir, d.Header.Game)
		}
		source.Game = d.Header.Game
		for record, err := range d.Games() {
			if err != nil {
				return nil, err
			}
			if source.RulesHash != "" && record.Rules != source.RulesHash {
				return nil, usagef("%s: game %d was played by other rules (hash %.12s) than those before it (%.12s); report on them apart",
					dir, record.ID, record.Rules, source.RulesHash)
			}
			if source.RulesHash == "" {
				source.RulesHash = record.Rules
				if err := json.Unmarshal([]byte(record.Params), &source.Params); err != nil {
					return nil, fmt.Errorf("%s: game %d: rule parameters: %w", dir, record.ID, err)
				}
			}
			entry := analysis.FromRecord(record, classOf(g))
			if err := countEvents(g, record, &entry); err != nil {
				return nil, fmt.Errorf("%s: %w", dir, err)
			}
			list = append(list, entry)
		}
	}
	source.Title, source.Rules = g.Info().Title, g.Info().Rules
	return analysis.Analyze(list, source)
}

// classOf is how g tells kinds of action apart, nil when it doesn't.
func classOf(g game.Game) func(string) string {
	if c, ok := g.(game.Classifier); ok {
		return c.Class
	}
	return nil
}

// countEvents replays a record of a game whose events hold something to count.
func countEvents(g game.Game, record *datasets.Game, entry *analysis.Game) error {
	counter, ok := g.(game.EventCounter)
	if !ok {
		return nil
	}
	var before game.State
	return sim.ReplayPositions(g, record, func(step int, p game.Position, events []game.Event) error {
		if before == nil {
			before = p.State().Clone()
		}
		if step > 0 && step < len(record.Steps) && record.Steps[step].Joint && record.Steps[step].Player == game.Second {
			return nil // the middle of a round: nothing has happened since the last call
		}
		for _, e := range events {
			counter.CountEvent(before, e.Text, func(side game.Player, kind string) { entry.Casts[side][kind]++ })
		}
		before.CopyFrom(p.State())
		return nil
	})
}
