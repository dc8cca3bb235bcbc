package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"variantlab/sim/game"
	"variantlab/sim/rng"
)

func newPlay() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "play GAME",
		Short: "Play in the terminal against an agent or another person",
		Long: "Each side sees only what the rules let it know. Type an action, or: moves [START], techniques, hint, undo, board, log,\n" +
			"state, help, quit.",
		Example: "  variantlab play domain --white limitless --black shrine --as white --agent material:200",
		Args:    argCount(1, 1, "one game"),
		RunE:    runPlay,
	}
	addCommon(cmd)
	addStart(cmd)
	f := cmd.Flags()
	f.String("as", "white", "the side you play: white, black or both")
	f.String("agent", "material:200", "who plays the other side and gives hints: "+agentHelp)
	f.Uint64("seed", 1, "seed of dice and of the agent")
	f.String("device", "auto", "where networks run: auto, cpu or cuda")
	return cmd
}

func runPlay(cmd *cobra.Command, args []string) error {
	s, g, err := settingsOf(cmd, args[0])
	if err != nil {
		return err
	}
	as, _ := cmd.Flags().GetString("as")
	if err := s.check(contains([]string{"white", "black", "both"}, as), "as", "must be white, black or both"); err != nil {
		return err
	}
	word, _ := cmd.Flags().GetString("agent")
	device, _ := cmd.Flags().GetString("device")
	agent, err := parseAgent(word, g, forMatch, device)
	if err != nil {
		return err
	}
	start, err := s.start(g)
	if err != nil {
		return err
	}
	options, err := s.startOptions(g)
	if err != nil {
		return err
	}
	seed, _ := cmd.Flags().GetUint64("seed")
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	p := &playing{game: g, options: options, flags: givenFlags(cmd, "as", "agent", "seed", "device"), at: start, person: [2]bool{as != "black", as != "white"}, seed: seed, out: cmd.OutOrStdout(),
		in: newLineReader(ctx, cmd.InOrStdin()), adviser: &adviser{game: g, agent: agent, seed: seed}}
	return p.run(ctx)
}

// playing is one game at the terminal.
type playing struct {
	game    game.Game
	options game.Options // that the game was set up with
	flags   []string     // words of the command line that say who plays
	at      game.Position
	person  [2]bool // sides that a person plays
	seed    uint64
	steps   int
	past    []moment   // for undo, oldest first
	told    [][]string // what happened in each step so far, where rules hide nothing
	shown   game.Player
	in      *lineReader
	out     io.Writer
	adviser *adviser
}

// moment is a position in which a person was asked.
type moment struct {
	at    game.Position
	steps int
	told  int
}

func (p *playing) moment() moment { return moment{p.at.Clone(), p.steps, len(p.told)} }

// errQuit ends a game at the person's wish.
var errQuit = fmt.Errorf("quit")

func (p *playing) run(ctx context.Context) error {
	p.say("Type help for what you can type.")
	p.shown = game.Terminal
	for {
		if ctx.Err() != nil {
			return p.leave()
		}
		turn := p.at.State().Turn()
		var err error
		switch {
		case turn == game.Terminal:
			p.finish()
			return nil
		case turn == game.Chance:
			p.deal()
		case turn == game.Simultaneous:
			err = p.round()
		case p.person[turn]:
			err = p.ask(turn)
		default:
			err = p.answer(turn)
		}
		if err == errQuit {
			return p.leave()
		}
		if err != nil {
			return err
		}
	}
}

func (p *playing) say(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

// leave tells how to come back to the position, unless the line would tell a person more than they may know.
func (p *playing) leave() error {
	if h, ok := p.at.State().(game.Hidden); ok && (p.person[game.First] && h.Hides(game.First) || p.person[game.Second] && h.Hides(game.Second)) {
		p.say("The position holds what you may not know, so there is no line to come back to it.")
		return nil
	}
	p.say("To go on later: %s", p.comeBack())
	return nil
}

func (p *playing) finish() {
	for side := game.First; side <= game.Second; side++ {
		if p.person[side] {
			p.board(side)
			break
		}
	}
	result := "drawn"
	switch r := p.at.State().Returns(); {
	case r[game.First] > 0:
		result = "White wins"
	case r[game.First] < 0:
		result = "Black wins"
	}
	p.say("The game is over: %s (%s).", result, p.at.Reason())
}

// stream names the random numbers of the step to come: undoing a step deals the same luck again.
func (p *playing) stream(purpose rng.Purpose) rng.Stream {
	return rng.New(p.seed, 0, purpose, uint32(p.steps), 0)
}

func (p *playing) deal() {
	var roller game.Roller
	stream := p.stream(rng.Environment)
	a, prob := roller.Deal(p.at.State(), &stream)
	name := p.game.AppendAction(nil, p.at.State(), game.Chance, a)
	if p.observable() {
		p.say("Chance: %s (it had %.0f %%)", name, 100*prob)
	}
	p.apply(a)
}

// observable reports whether the sides may see the position at hand; before the first turn some chance is nobody's to see.
func (p *playing) observable() bool {
	_, err := p.at.AppendObservation(nil, game.First)
	return err == nil
}

// apply carries out an action or outcome.
func (p *playing) apply(a game.Action) {
	p.tell(p.at.Apply(a))
	p.steps++
}

// tell shows what happened. Where rules hide things, a person reads it in the log of their own observation instead.
func (p *playing) tell(events []game.Event) {
	var texts []string
	for _, e := range events {
		texts = append(texts, e.Text)
	}
	if len(texts) > 0 && !p.game.Info().Hidden {
		p.say("  %s", strings.Join(texts, " · "))
		p.told = append(p.told, texts)
	}
}

func (p *playing) answer(turn game.Player) error {
	a, err := p.adviser.choose(p.at.State(), p.steps)
	if err != nil {
		return err
	}
	if !p.game.Info().Hidden {
		p.say("%s plays %s", title(turn), p.game.AppendAction(nil, p.at.State(), turn, a))
	}
	p.apply(a)
	return nil
}

func title(p game.Player) string {
	if p == game.First {
		return "White"
	}
	return "Black"
}

// ask lets a person act, and serves their other wishes until they do.
func (p *playing) ask(turn game.Player) error {
	if p.shown != turn {
		p.handOver(turn)
		p.recent(turn)
		p.board(turn)
	}
	for {
		line, err := p.read(title(turn) + "> ")
		if err != nil {
			return err
		}
		if p.serve(turn, line) {
			continue
		}
		if line == "undo" {
			return p.undo()
		}
		a, err := p.game.ParseAction(p.at.State(), turn, line)
		if err != nil {
			p.say("%v; type moves for what is legal", err)
			continue
		}
		p.past = append(p.past, p.moment())
		p.shown = game.Terminal
		p.apply(a)
		return nil
	}
}

// handOver lets two people change places before hidden things are shown.
func (p *playing) handOver(turn game.Player) {
	if p.person[game.First] && p.person[game.Second] && p.game.Info().Hidden {
		p.say("%s\n%s, press Enter when only you look at the screen.", strings.Repeat("\n", 40), title(turn))
		p.in.next()
	}
	p.shown = turn
}

func (p *playing) read(prompt string) (string, error) {
	fmt.Fprint(p.out, prompt)
	line, ok := p.in.next()
	if !ok {
		p.say("")
		return "", errQuit
	}
	line = strings.TrimSpace(line)
	if line == "quit" {
		return "", errQuit
	}
	return line, nil
}

// undo goes back to the last time a person was asked.
func (p *playing) undo() error {
	if len(p.past) == 0 {
		p.say("nothing to undo")
		return nil
	}
	last := p.past[len(p.past)-1]
	p.past = p.past[:len(p.past)-1]
	p.at, p.steps, p.told, p.shown = last.at, last.steps, p.told[:last.told], game.Terminal
	return nil
}

// serve does what a person asked for beside acting; false when the line is something else.
func (p *playing) serve(turn game.Player, line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "":
	case "help":
		p.say("An action such as those that moves lists. Or:\n" +
			"  moves [START]  legal actions, those that begin with START\n" +
			"  techniques     special actions with their cost and readiness\n" +
			"  hint           what the agent would play\n" +
			"  undo           take back to your last decision\n" +
			"  board, log     show the board, what happened lately\n" +
			"  state          all you may know, as JSON\n" +
			"  quit           leave, with a line to come back unless the position holds what you may not know")
	case "moves":
		p.moves(turn, rest)
	case "techniques":
		p.advice(turn)
	case "hint":
		p.hint(turn)
	case "board":
		p.board(turn)
	case "log":
		p.log(turn)
	case "state":
		p.say("%s", p.observation(turn))
	default:
		return false
	}
	return true
}

func (p *playing) observation(side game.Player) []byte {
	o, err := p.at.AppendObservation(nil, side)
	if err != nil {
		return []byte(err.Error())
	}
	return o
}

// board draws what a side sees.
func (p *playing) board(side game.Player) {
	drawer, ok := p.game.(game.Drawer)
	if !ok {
		p.say("%s", p.observation(side))
		return
	}
	drawn, err := game.DrawFor(drawer, p.observation(side), side)
	if err != nil {
		p.say("%v", err)
		return
	}
	p.say("\n%s", drawn)
}

// moves lists legal actions, or plans as far as they are few.
func (p *playing) moves(side game.Player, start string) {
	var texts []string
	state := p.at.State()
	if joint, ok := state.(game.Joint); ok && state.Turn() == game.Simultaneous {
		for _, plan := range joint.Plans(side, nil) {
			texts = append(texts, string(p.game.(game.JointText).AppendPlan(nil, state, side, &plan)))
		}
	} else {
		for _, a := range state.Actions(side, nil) {
			texts = append(texts, string(p.game.AppendAction(nil, state, side, a)))
		}
	}
	texts = slices.DeleteFunc(texts, func(t string) bool { return !strings.HasPrefix(t, start) })
	if len(texts) == 0 {
		p.say("no legal action begins with %q", start)
		return
	}
	slices.Sort(texts)
	const most = 400
	if len(texts) > most {
		p.say("%s\n… %d more; type moves and how they begin", strings.Join(texts[:most], "  "), len(texts)-most)
		return
	}
	p.say("%s", strings.Join(texts, "  "))
}

func (p *playing) advice(turn game.Player) {
	a, ok := p.game.(game.Adviser)
	if !ok {
		p.say("%s has no special actions with a price", p.game.Info().Title)
		return
	}
	for _, line := range a.Advice(p.at, turn) {
		p.say("%s", line)
	}
}

func (p *playing) hint(turn game.Player) {
	state := p.at.State()
	if state.Turn() == game.Simultaneous {
		plans, err := p.adviser.plans(state, p.steps)
		if err != nil {
			p.say("%v", err)
			return
		}
		p.say("hint: %s", p.game.(game.JointText).AppendPlan(nil, state, turn, &plans[turn]))
		return
	}
	a, err := p.adviser.choose(state, p.steps)
	if err != nil {
		p.say("%v", err)
		return
	}
	p.say("hint: %s", p.game.AppendAction(nil, state, turn, a))
}

// round has both sides seal their plans and resolves them.
func (p *playing) round() error {
	state := p.at.State()
	text := p.game.(game.JointText)
	plans, err := p.adviser.plans(state, p.steps)
	if err != nil {
		return err
	}
	before := p.moment()
	for side := game.First; side <= game.Second; side++ {
		if !p.person[side] {
			continue
		}
		p.shown = side
		p.board(side)
		for {
			line, err := p.read(title(side) + " plans> ")
			if err != nil {
				return err
			}
			if p.serve(side, line) {
				continue
			}
			if line == "undo" {
				return p.undo()
			}
			if plans[side], err = text.ParsePlan(state, side, line); err == nil {
				break
			}
			var input *game.InputError
			if errors.As(err, &input) {
				err = errors.New(input.Msg) // its path is for programs
			}
			p.say("%v; type moves for what is legal", err)
		}
		if p.person[side.Other()] {
			p.say("%s", strings.Repeat("\n", 40)) // the plan stays secret from whoever sits down next
		}
	}
	p.past = append(p.past, before)
	p.say("White: %s\nBlack: %s", text.AppendPlan(nil, state, game.First, &plans[0]), text.AppendPlan(nil, state, game.Second, &plans[1]))
	var texts []string
	for _, e := range p.at.ApplyJoint(&plans) {
		texts = append(texts, narrate(p.game, e))
		p.say("  %s", texts[len(texts)-1])
	}
	p.told = append(p.told, texts)
	p.steps++
	return nil
}
