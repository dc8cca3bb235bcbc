package sim_test

import (
	"context"
	"fmt"
	"testing"

	"variantlab/internal/toys"
	"variantlab/sim"
)

// Self-play on connect-4 with 64 simulations: the tree and the lockstep alone (uniform), and with random playouts.
func BenchmarkSelfPlay(b *testing.B) {
	for _, agent := range []sim.Agent{uniform(64), rollout(64)} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("game=connect4/agent=%s/workers=%d", agent.Name, workers), func(b *testing.B) {
				var total sim.Progress
				for i := range b.N {
					cfg := sim.Config{Game: toys.ConnectFour(), Seed: uint64(i), Units: 64, Slots: 16, Agents: [2]sim.Agent{agent, agent},
						Temperature: sim.SelfPlayTemperature}
					p, err := sim.Run(context.Background(), &cfg, newMemory(), sim.Options{Workers: workers})
					if err != nil {
						b.Fatal(err)
					}
					total.Sims += p.Sims
					total.Positions += p.Positions
					total.Finished += p.Finished
					total.Elapsed += p.Elapsed
				}
				b.ReportMetric(total.SimsPerSecond(), "sims/s")
				b.ReportMetric(total.PositionsPerSecond(), "positions/s")
				b.ReportMetric(total.GamesPerSecond(), "games/s")
			})
		}
	}
}
