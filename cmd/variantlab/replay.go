package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"variantlab/datasets"
	"variantlab/sim"
	"variantlab/sim/game"
	"variantlab/sim/games"
)

func newReplay() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "replay DIR GAME-ID",
		Short: "Step through a recorded game in the terminal",
		Long: "Shows each action or round with what happened and the board as one side saw it. Enter goes on, a number jumps to that\n" +
			"step, q leaves. With --all everything is shown at once.",
		Example: "  variantlab replay run 17\n  variantlab replay run 17 --all --view black",
		Args:    argCount(2, 2, "a folder and a game's number"),
		RunE:    runReplay,
	}
	cmd.Flags().Bool("all", false, "show all steps without waiting")
	cmd.Flags().String("view", "white", "whose board is shown: white or black")
	return cmd
}

func runReplay(cmd *cobra.Command, args []string) error {
	view, _ := cmd.Flags().GetString("view")
	side := map[string]game.Player{"white": game.First, "black": game.Second}
	if _, ok := side[view]; !ok {
		return usagef("--view %s: must be white or black", view)
	}
	d, err := openData(args[0])
	if err != nil {
		return err
	}
	id, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return usagef("game %q: must be a number, as variantlab data show %s lists them", args[1], args[0])
	}
	g, err := games.Lookup(d.Header.Game)
	if err != nil {
		return err
	}
	frames, err := replayFrames(d, g, id, side[view])
	if err != nil {
		return err
	}
	if all, _ := cmd.Flags().GetBool("all"); all {
		for i := range frames {
			writeFrame(cmd.OutOrStdout(), frames, i)
		}
		return nil
	}
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	return stepThrough(cmd.OutOrStdout(), newLineReader(ctx, cmd.InOrStdin()), frames)
}

// frame is one moment of a replayed game.
type frame struct {
	played string   // what led here, "" at the start
	events []string // what happened on the way
	board  string
}

// replayFrames replays a game by its rules and draws each position as viewer saw it.
func replayFrames(d *datasets.Dataset, g game.Game, id uint64, viewer game.Player) ([]frame, error) {
	for record, err := range d.Games() {
		if err != nil {
			return nil, err
		}
		if record.ID != id {
			continue
		}
		var frames []frame
		played := ""
		err := sim.ReplayPositions(g, record, func(step int, p game.Position, events []game.Event) error {
			if step < len(record.Steps) && record.Steps[step].Joint && record.Steps[step].Player == game.Second {
				played += "\n     " + stepText(record, step)
				return nil
			}
			f := frame{played: played, board: drawPosition(g, p, viewer)}
			for _, e := range events {
				f.events = append(f.events, narrate(g, e))
			}
			frames = append(frames, f)
			played = stepText(record, step)
			return nil
		})
		return frames, err
	}
	return nil, fmt.Errorf("%s has no game %d; variantlab data show %s lists its games", d.Dir, id, d.Dir)
}

// stepText names the decision, outcome or pair of plans that starts at a step; "" at the end of the game.
func stepText(record *datasets.Game, step int) string {
	if step >= len(record.Steps) {
		return ""
	}
	s := &record.Steps[step]
	text := fmt.Sprintf("%s: %s", s.Player, s.Text)
	if s.Sims > 0 {
		text += fmt.Sprintf("  (White's value %+.2f)", s.Value)
	}
	return text
}

// narrate is an event as people read it.
func narrate(g game.Game, e game.Event) string {
	if n, ok := g.(game.Narrator); ok {
		return n.Narrate(e.Text)
	}
	return e.Text
}

// drawPosition draws what viewer sees of p, or says why it sees nothing.
func drawPosition(g game.Game, p game.Position, viewer game.Player) string {
	o, err := p.AppendObservation(nil, viewer)
	if err != nil {
		return ""
	}
	drawer, ok := g.(game.Drawer)
	if !ok {
		return string(p.AppendNotation(nil)) + "\n"
	}
	text, err := game.DrawFor(drawer, o, viewer)
	if err != nil {
		return err.Error()
	}
	return text
}

func writeFrame(out io.Writer, frames []frame, i int) {
	f := &frames[i]
	fmt.Fprintf(out, "--- %d of %d  %s\n", i, len(frames)-1, f.played)
	for _, e := range f.events {
		fmt.Fprintf(out, "    %s\n", e)
	}
	fmt.Fprintln(out, f.board)
}

// stepThrough shows one frame after another at the reader's pace.
func stepThrough(out io.Writer, in *lineReader, frames []frame) error {
	for i := 0; i < len(frames); {
		writeFrame(out, frames, i)
		fmt.Fprint(out, "Enter, a step's number or q> ")
		line, ok := in.next()
		if !ok {
			fmt.Fprintln(out)
			return nil
		}
		switch word := strings.TrimSpace(line); {
		case word == "q":
			return nil
		case word == "":
			i++
		default:
			n, err := strconv.Atoi(word)
			if err != nil || n < 0 || n >= len(frames) {
				fmt.Fprintf(out, "no step %q; they go from 0 to %d\n", word, len(frames)-1)
				continue
			}
			i = n
		}
	}
	return nil
}
