package sim

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Options say how a run is carried out; they never change what is played.
type Options struct {
	Workers int // 0 means one per core
	// Progress, when set, is called every Every (0 means once a second) from one goroutine, and once at the end.
	Progress func(Progress)
	Every    time.Duration
}

// Progress is how far a run is. Sims and Evals count the work of this call of Run.
type Progress struct {
	Games     int // of the run
	Committed int // kept, those of earlier calls included
	Finished  int // finished in this call, kept or not yet
	Positions int // decisions taken in this call
	Sims      int // simulations
	Evals     int // positions evaluated
	Rows      int // of evaluators' batches, padding included; Evals / Rows is how full the batches are
	Elapsed   time.Duration
}

// GamesPerSecond is the rate of this call.
func (p Progress) GamesPerSecond() float64 { return p.rate(p.Finished) }

// PositionsPerSecond is the rate of this call.
func (p Progress) PositionsPerSecond() float64 { return p.rate(p.Positions) }

// SimsPerSecond is the rate of this call.
func (p Progress) SimsPerSecond() float64 { return p.rate(p.Sims) }

func (p Progress) rate(n int) float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(n) / p.Elapsed.Seconds()
}

// counters are what workers count while they play.
type counters struct {
	committed, finished, positions, sims, evals, rows atomic.Int64
}

// runner is one call of Run.
type runner struct {
	cfg    *Config
	sink   Sink
	hash   string
	groups [][]uint64 // units of each group that is still to be played
	next   atomic.Int64
	count  counters
	start  time.Time

	commit sync.Mutex // one Commit at a time
	cancel context.CancelCauseFunc
}

// Run plays all games of cfg that sink does not have yet and returns how far it came. When ctx is cancelled the groups
// in hand are dropped and the error wraps context.Cause(ctx); everything committed before stays. After any error the run
// can be called again and goes on.
func Run(ctx context.Context, cfg *Config, sink Sink, opt Options) (Progress, error) {
	if err := cfg.Check(); err != nil {
		return Progress{}, err
	}
	r := &runner{cfg: cfg, sink: sink, hash: cfg.Hash(), start: time.Now()}
	if err := r.plan(); err != nil {
		return r.progress(), err
	}
	workers := opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, len(r.groups))
	ctx, r.cancel = context.WithCancelCause(ctx)
	defer r.cancel(nil)

	stop := r.watch(opt)
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := r.work(ctx); err != nil {
				r.cancel(err)
			}
		}()
	}
	wg.Wait()
	stop()
	if err := context.Cause(ctx); err != nil && int(r.count.committed.Load()) < cfg.Games() {
		return r.progress(), fmt.Errorf("sim: run: %w", err)
	}
	return r.progress(), nil
}

// plan cuts the units into groups and leaves out what is committed.
func (r *runner) plan() error {
	size := r.cfg.groupUnits()
	for start := 0; start < r.cfg.Units; start += size {
		var group []uint64
		for i := start; i < min(start+size, r.cfg.Units); i++ {
			unit := r.cfg.First + uint64(i)
			missing := 0
			for _, id := range r.ids(unit) {
				config, ok := r.sink.Committed(r.cfg.Seed, id)
				switch {
				case !ok:
					missing++
				case config != r.hash:
					return fmt.Errorf("sim: %w: game %d of seed %d exists already, %w (hash %.12s, now %.12s); "+
						"use the first configuration, another seed or another folder", ErrConfig, id, r.cfg.Seed, ErrOtherConfig, config, r.hash)
				default:
					r.count.committed.Add(1)
				}
			}
			switch missing {
			case 0:
			case len(r.ids(unit)):
				group = append(group, unit)
			default:
				return fmt.Errorf("sim: %w: only one game of pair %d of seed %d exists; use another folder", ErrConfig, unit, r.cfg.Seed)
			}
		}
		if len(group) > 0 {
			r.groups = append(r.groups, group)
		}
	}
	return nil
}

// ids are the games of a unit.
func (r *runner) ids(unit uint64) []uint64 {
	if r.cfg.Paired {
		return []uint64{2 * unit, 2*unit + 1}
	}
	return []uint64{unit}
}

// work is one worker: it plays groups until none is left.
func (r *runner) work(ctx context.Context) (err error) {
	runtime.LockOSThread() // evaluators may keep state of their thread
	defer runtime.UnlockOSThread()
	var t *table
	defer func() { err = errors.Join(err, t.close()) }()
	for {
		i := int(r.next.Add(1)) - 1
		if i >= len(r.groups) || ctx.Err() != nil {
			return nil
		}
		if t == nil {
			if t, err = newTable(r.cfg, r.hash, &r.count); err != nil {
				return err
			}
		}
		group, err := t.play(ctx, r.groups[i])
		if err != nil || group == nil {
			return err
		}
		if err := r.keep(ctx, group); err != nil {
			return err
		}
	}
}

// keep commits a group, unless the run has been stopped meanwhile.
func (r *runner) keep(ctx context.Context, group *Group) error {
	r.commit.Lock()
	defer r.commit.Unlock()
	if ctx.Err() != nil {
		return nil
	}
	if err := r.sink.Commit(group); err != nil {
		return err
	}
	r.count.committed.Add(int64(len(group.Games)))
	return nil
}

func (r *runner) progress() Progress {
	c := &r.count
	return Progress{
		Games: r.cfg.Games(), Committed: int(c.committed.Load()), Finished: int(c.finished.Load()),
		Positions: int(c.positions.Load()), Sims: int(c.sims.Load()), Evals: int(c.evals.Load()), Rows: int(c.rows.Load()),
		Elapsed: time.Since(r.start),
	}
}

// watch reports progress until the returned function is called.
func (r *runner) watch(opt Options) (stop func()) {
	if opt.Progress == nil {
		return func() {}
	}
	every := opt.Every
	if every <= 0 {
		every = time.Second
	}
	end, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				opt.Progress(r.progress())
			case <-end:
				opt.Progress(r.progress())
				return
			}
		}
	}()
	return func() { close(end); <-done }
}

// IsStop reports whether an error of Run only says that its context was cancelled.
func IsStop(err error) bool { return errors.Is(err, context.Canceled) }
