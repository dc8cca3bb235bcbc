package model

import "math"

// AdamW is the optimizer of Loshchilov and Hutter, "Decoupled Weight Decay Regularization" (ICLR 2019), algorithm 2,
// over one flat parameter vector, with the arithmetic of torch.optim.AdamW.
type AdamW struct {
	Beta1, Beta2, Eps float64
	Decay             float64 // weight decay per unit of learning rate

	M, V []float32 // running means of the gradient and of its square
	T    int       // steps taken
}

// NewAdamW starts the optimizer for n parameters.
func NewAdamW(n int, beta1, beta2, decay float64) *AdamW {
	return &AdamW{Beta1: beta1, Beta2: beta2, Eps: 1e-8, Decay: decay, M: make([]float32, n), V: make([]float32, n)}
}

// Step moves theta against grad with learning rate lr; weight decay acts on the first decayed parameters.
func (o *AdamW) Step(theta, grad []float32, decayed int, lr float64) {
	o.T++
	shrink := float32(1 - lr*o.Decay)
	for i := range theta[:decayed] {
		theta[i] *= shrink
	}
	b1, b2 := float32(o.Beta1), float32(o.Beta2)
	c1, c2 := float32(1-o.Beta1), float32(1-o.Beta2)
	eps := float32(o.Eps)
	step := float32(lr / (1 - math.Pow(o.Beta1, float64(o.T))))
	root := float32(math.Sqrt(1 - math.Pow(o.Beta2, float64(o.T))))
	m, v := o.M[:len(theta)], o.V[:len(theta)]
	for i, g := range grad[:len(theta)] {
		m[i] = b1*m[i] + c1*g
		v[i] = b2*v[i] + c2*g*g
		theta[i] -= step * m[i] / (float32(math.Sqrt(float64(v[i])))/root + eps)
	}
}

// ClipNorm scales grad so that its Euclidean norm is at most limit, and returns the norm it had.
func ClipNorm(grad []float32, limit float64) float64 {
	sum := 0.0
	for _, g := range grad {
		sum += float64(g) * float64(g)
	}
	norm := math.Sqrt(sum)
	if norm > limit {
		scale := float32(limit / norm)
		for i := range grad {
			grad[i] *= scale
		}
	}
	return norm
}

// updateEMA moves the averaged weights towards theta after step t (counted from 0). The decay grows from 0.1, so that the
// average forgets the start.
func updateEMA(ema, theta []float32, t int) {
	keep := float32(min(0.999, float64(1+t)/float64(10+t)))
	for i, w := range theta {
		ema[i] = keep*ema[i] + (1-keep)*w
	}
}

// Schedule is the learning rate over a run: a linear warm-up, a constant stretch, and a cosine at the end.
type Schedule struct {
	Peak, Final float64
	Warmup      int     // steps
	Cosine      float64 // share of the run at its end
}

// Rate gives the learning rate of a step (counted from 0) at a progress of the whole run in [0, 1].
func (s Schedule) Rate(step int, progress float64) float64 {
	rate := s.Peak
	if start := 1 - s.Cosine; progress > start {
		phase := min(1, (progress-start)/s.Cosine)
		rate = s.Final + (s.Peak-s.Final)*(1+math.Cos(math.Pi*phase))/2
	}
	if step < s.Warmup {
		rate *= float64(step+1) / float64(s.Warmup)
	}
	return rate
}
