// Package sim plays many games at once and hands their records to a Sink.
//
// A Config says which games: a game of a run is named by its number alone, and everything in it (matchup, opening,
// dice, search noise, move choice) follows from the run's seed, the configuration and that number. Run plays them on
// any number of workers with the same result, and again after an interruption with the same result.
//
// Games are played in groups. A group is a set of consecutive games, played by one worker in lockstep: a fixed number of
// slots advance their searches until each has one leaf waiting, and one call of the evaluator answers them all. A slot
// that finishes a game takes the group's next one. The group is also the unit of keeping: its games go to the Sink
// together when all of them are finished.
//
//	cfg := sim.Config{
//		Game: g, Seed: 1, Units: 200, Cells: []sim.Cell{{White: "limitless", Black: "shrine"}},
//		Agents:  [2]sim.Agent{a, a},
//		Temperature: sim.SelfPlayTemperature, Cap: sim.PlayoutCap{FullProb: 0.25, FastSims: 16},
//	}
//	summary, err := sim.Run(ctx, &cfg, sink, sim.Options{Workers: 2, Progress: show})
//
// Cancelling ctx drops the groups in hand; calling Run again with the same Config and the Sink's folder goes on where it
// stopped.
//
// With Config.Paired a unit is two games with colours swapped: the sides exchange agents and sets; the opening and all
// chance outcomes' random numbers are shared.
package sim
