// Command variantlab plays, trains and analyses chess variants. Each subcommand is a file of this folder; run
// `variantlab --help` for the list.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// Exit statuses, as docs/cli.md lists them.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// usageError is bad use: a flag, a setting or an argument that can't be taken.
type usageError struct {
	msg   string
	cause error // nil where the message is all
}

func (e *usageError) Error() string { return e.msg }

func (e *usageError) Unwrap() error { return e.cause }

func usagef(format string, args ...any) error { return &usageError{msg: fmt.Sprintf(format, args...)} }

// interrupted says how to go on after the user stopped a run that has been saved; resume is empty where nothing is kept.
type interrupted struct{ resume string }

func (e *interrupted) Error() string {
	if e.resume == "" {
		return "interrupted"
	}
	return "interrupted; to go on: " + e.resume
}

func main() {
	ctx, stop := interruptible()
	code := execute(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// interruptible returns a context that the first interrupt ends; the second one ends the process at once.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		<-signals
		os.Exit(exitInterrupted)
	}()
	return ctx, cancel
}

// execute runs one command line and returns its exit status.
func execute(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	fmt.Fprintf(errs, "variantlab: %v\n", err)
	var usage *usageError
	var stopped *interrupted
	switch {
	case errors.As(err, &usage) || strings.HasPrefix(err.Error(), "unknown command"):
		return exitUsage
	case errors.As(err, &stopped):
		return exitInterrupted
	default:
		return exitFailed
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "variantlab",
		Short: "Self-play training and balance analysis for chess variants",
		Long: "variantlab plays chess variants against itself, trains networks on the games and reports how fair the variants are.\n" +
			"Games: Checkmate Domain (domain), Deicide Chess (deicide, yuri), Watch chess (watch).",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, err) })
	root.AddCommand(
		newGames(), newRules(), newPlay(), newReplay(), newPerft(), newSelfplay(), newTrain(), newMatch(), newBalance(), newReport(), newData(), newBench(), newVersion(),
	)
	return root
}
