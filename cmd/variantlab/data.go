package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"variantlab/datasets"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

func newData() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "Look at games on disk, check, convert and join them",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("data: no subcommand %q%s", args[0], game.Suggest(args[0], []string{"show", "stats", "verify", "export", "merge"}))
			}
			return usagef("data: want show, stats, verify, export or merge; see variantlab data --help")
		},
	}
	cmd.AddCommand(newDataShow(), newDataStats(), newDataVerify(), newDataExport(), newDataMerge())
	return cmd
}

func newDataShow() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show DIR [GAME-ID]",
		Short:   "List the games of a folder, or one game with every action",
		Example: "  variantlab data show run\n  variantlab data show run 17",
		Args:    argCount(1, 2, "a folder and perhaps a game's number"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := openData(args[0])
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return listGames(cmd.OutOrStdout(), d)
			}
			id, err := strconv.ParseUint(args[1], 10, 64)
			if err != nil {
				return usagef("game %q: must be a number, as variantlab data show %s lists them", args[1], args[0])
			}
			return showGame(cmd.OutOrStdout(), d, id)
		},
	}
	return cmd
}

func listGames(out io.Writer, d *datasets.Dataset) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "GAME\tSEED\tWHITE\tBLACK\tRESULT\tREASON\tPLIES\tAGENTS")
	for g, err := range d.Games() {
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t%s\t%s\t%d\t%s v %s\n", g.ID, g.Seed, orDash(g.Cell.White), orDash(g.Cell.Black),
			resultText(g), g.Reason, g.Plies, g.Agents[0], g.Agents[1])
	}
	return w.Flush()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func resultText(g *datasets.Game) string {
	switch {
	case g.Returns[0] > 0:
		return "1-0"
	case g.Returns[0] < 0:
		return "0-1"
	}
	return "1/2"
}

// showGame prints a game's record and what was played, with what the search thought. Values are White's.
func showGame(out io.Writer, d *datasets.Dataset, id uint64) error {
	for g, err := range d.Games() {
		if err != nil {
			return err
		}
		if g.ID != id {
			continue
		}
		fmt.Fprintf(out, "game %d of seed %d: %s v %s, %s (%s)\n", g.ID, g.Seed, orDash(g.Cell.White), orDash(g.Cell.Black), resultText(g), g.Reason)
		fmt.Fprintf(out, "agents %s v %s; %d plies, %d decisions, %d of them opening\nstart %s\n", g.Agents[0], g.Agents[1], g.Plies, g.Decisions, g.Opening, g.Start)
		w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "STEP\tBY\tPLAYED\tSIMULATIONS\tVALUE (WHITE'S)")
		for i := range g.Steps {
			step := &g.Steps[i]
			value := "-"
			if step.Sims > 0 {
				value = fmt.Sprintf("%+.3f", step.Value)
			}
			fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%s\n", i, step.Player, step.Text, step.Sims, value)
		}
		return w.Flush()
	}
	return fmt.Errorf("%s has no game %d; variantlab data show %s lists its games", d.Dir, id, d.Dir)
}

func newDataStats() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "stats DIR",
		Short:   "Count games by matchup, with results and lengths",
		Example: "  variantlab data stats run --json",
		Args:    argCount(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := openData(args[0])
			if err != nil {
				return err
			}
			stats, err := d.Stats()
			if err != nil {
				return err
			}
			if flagSet(cmd.Flags(), "json") {
				return writeJSON(cmd.OutOrStdout(), stats)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), stats.String())
			return err
		},
	}
	cmd.Flags().Bool("json", false, "write JSON")
	return cmd
}

func newDataVerify() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify DIR…",
		Short: "Check data as far as they can be checked and print the content hash",
		Long: "Checks manifests, checksums, tables and ids, replays every game by its rules to its recorded end, and computes the\n" +
			"content hash: equal for the same games, however they are split into files. Exit status 1 when something is wrong.",
		Example: "  variantlab data verify run --json",
		Args:    argCount(1, 1000, "at least one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var found []*datasets.Verification
			bad := 0
			for _, dir := range args {
				d, err := openData(dir)
				if err != nil {
					return err
				}
				v, err := datasets.Verify(d.Dir, games.Lookup)
				if err != nil {
					return err
				}
				found = append(found, v)
				bad += len(v.Problems)
			}
			if err := writeVerifications(cmd, found); err != nil {
				return err
			}
			if bad > 0 {
				return fmt.Errorf("data verify: problems found: %d", bad)
			}
			return nil
		},
	}
	cmd.Flags().Bool("json", false, "write JSON: one object for one folder, a list for several")
	return cmd
}

func writeVerifications(cmd *cobra.Command, found []*datasets.Verification) error {
	out := cmd.OutOrStdout()
	switch {
	case !flagSet(cmd.Flags(), "json"):
		for _, v := range found {
			if _, err := io.WriteString(out, v.String()); err != nil {
				return err
			}
		}
		return nil
	case len(found) == 1:
		return writeJSON(out, found[0])
	default:
		return writeJSON(out, found)
	}
}

func newDataExport() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "export DIR",
		Short:   "Write games as JSON lines, readable text or Parquet",
		Example: "  variantlab data export run --format text\n  variantlab data export run --format parquet --out parquet",
		Args:    argCount(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := openData(args[0])
			if err != nil {
				return err
			}
			format, _ := cmd.Flags().GetString("format")
			out, _ := cmd.Flags().GetString("out")
			switch format {
			case "jsonl":
				return exportTo(out, cmd.OutOrStdout(), d.ExportJSONL)
			case "text":
				return exportTo(out, cmd.OutOrStdout(), d.ExportText)
			case "parquet":
				if out == "" {
					return usagef("--out is missing: Parquet goes to two files, games.parquet and moves.parquet, in the folder --out")
				}
				return exportParquet(out, d)
			}
			return usagef("--format %s: must be jsonl, text or parquet", format)
		},
	}
	cmd.Flags().String("format", "jsonl", "jsonl, text or parquet")
	cmd.Flags().String("out", "", "`FILE`, or folder for parquet (default: standard output)")
	return cmd
}

// exportTo writes to the file path, complete or not at all, or to out when path is empty. What write gets can't be closed:
// the Parquet writer closes whatever it can.
func exportTo(path string, out io.Writer, write func(io.Writer) error) (err error) {
	if path == "" {
		return write(out)
	}
	tmp := path + ".tmp"
	file, err := os.Create(tmp)
	if err != nil {
		return err
	}
	if err := errors.Join(write(struct{ io.Writer }{file}), file.Close()); err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return os.Rename(tmp, path)
}

func exportParquet(dir string, d *datasets.Dataset) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return exportTo(filepath.Join(dir, "games.parquet"), nil, func(gamesFile io.Writer) error {
		return exportTo(filepath.Join(dir, "moves.parquet"), nil, func(movesFile io.Writer) error {
			return d.ExportParquet(gamesFile, movesFile)
		})
	})
}

func newDataMerge() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "merge DIR… --out DIR",
		Short:   "Join the games of several folders, each game once",
		Example: "  variantlab data merge laptop cluster --out all",
		Args:    argCount(1, 1000, "at least one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			out, _ := cmd.Flags().GetString("out")
			if out == "" {
				return usagef("--out is missing: name the folder that gets all games")
			}
			var dirs []string
			name := ""
			for _, dir := range args {
				d, err := openData(dir)
				if err != nil {
					return err
				}
				dirs, name = append(dirs, d.Dir), d.Header.Game
			}
			g, err := games.Lookup(name)
			if err != nil {
				return err
			}
			merged, err := datasets.Merge(dataFolder(out), g, dirs...)
			if err != nil {
				return err
			}
			if flagSet(cmd.Flags(), "json") {
				return writeJSON(cmd.OutOrStdout(), merged)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d games added, %d there already\n", out, merged.Games, merged.Doubles)
			return nil
		},
	}
	cmd.Flags().String("out", "", "run `FOLDER` that gets all games")
	cmd.Flags().Bool("json", false, "write JSON")
	return cmd
}
