package mcts

import "math"

// consideredVisits overwrites dst with the schedule of sequential halving: before simulation k only actions that have
// dst[k] visits are candidates. m actions are considered, len(dst) simulations made; space has length m. It is
// get_sequence_of_considered_visits of DeepMind's mctx.
func consideredVisits(dst []uint32, m int, space []uint32) {
	if m <= 1 {
		for k := range dst {
			dst[k] = uint32(k)
		}
		return
	}
	clear(space)
	rounds := int(math.Ceil(math.Log2(float64(m))))
	for k, left := 0, m; k < len(dst); left = max(2, left/2) {
		for range max(1, len(dst)/(rounds*left)) {
			k += copy(dst[k:], space[:left])
			for i := range left {
				space[i]++
			}
		}
	}
}

// complete overwrites dst with the values of all actions: q where visited; elsewhere the mixed value, which weighs the
// evaluator's value of the node (raw) and the visited actions' values by prior. All from one player's view. Danihelka et
// al. 2022, appendix D, equation 33.
func complete(dst, prior, q []float64, visits []uint32, raw float64) {
	var mass, weighted, total float64
	for i, n := range visits {
		if n > 0 {
			p := max(prior[i], math.SmallestNonzeroFloat32)
			mass += p
			weighted += p * q[i]
			total += float64(n)
		}
	}
	mixed := raw
	if mass > 0 {
		mixed = (raw + total*weighted/mass) / (1 + total)
	}
	for i, n := range visits {
		dst[i] = mixed
		if n > 0 {
			dst[i] = q[i]
		}
	}
}

// transform overwrites dst with sigma of the completed values: rescaled to [0, 1] by the least and the largest, times
// scale (offset + most visits). dst may be completed.
func transform(dst, completed []float64, visits []uint32, scale, offset float64) {
	low, high, most := completed[0], completed[0], uint32(0)
	for i, q := range completed {
		low, high, most = min(low, q), max(high, q), max(most, visits[i])
	}
	factor := scale * (offset + float64(most)) / max(high-low, 1e-8)
	for i, q := range completed {
		dst[i] = factor * (q - low)
	}
}

// improve overwrites dst with the improved policy softmax(logits + sigma).
func improve(dst, logits, sigma []float64) {
	high := math.Inf(-1)
	for i, l := range logits {
		high = max(high, l+sigma[i])
	}
	sum := 0.0
	for i, l := range logits {
		dst[i] = math.Exp(l + sigma[i] - high)
		sum += dst[i]
	}
	for i := range dst {
		dst[i] /= sum
	}
}

// bestConsidered is the action with the largest gumbel + logit + sigma among those with that many visits, ties to the
// lower index; -1 if there is none.
func bestConsidered(gumbel, logits, sigma []float64, visits []uint32, considered uint32) int {
	best, at := math.Inf(-1), -1
	for i, n := range visits {
		if n != considered {
			continue
		}
		if score := gumbel[i] + logits[i] + sigma[i]; score > best {
			best, at = score, i
		}
	}
	return at
}
