package analysis

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// observation is one row of a logistic regression.
type observation struct {
	x      []float64
	y      float64 // in [0, 1]
	weight float64
}

// logistic is a fitted logistic regression with a normal prior around 0 on every coefficient.
type logistic struct {
	beta  []float64
	cov   *mat.SymDense // of beta by the jackknife over clusters
	prior []float64     // share of each coefficient's information that is the prior's, in (0, 1]
}

// errSingular can't happen while the prior has a finite width and the data are finite.
var errSingular = errors.New("analysis: logistic regression: singular information")

// fitLogistic fits clusters of dependent observations with n coefficients. It maximises
//
//	Σ w (y log p + (1-y) log(1-p)) - Σ beta² / (2 sd²),  p = 1/(1+exp(-x·beta)),
//
// which for y between 0 and 1 is a quasi-likelihood (Papke & Wooldridge 1996), by Newton's method. The covariance is the
// jackknife that leaves out one cluster at a time, each refit approximated by one Newton step: the bias-reduced sandwich
// (Bell & McCaffrey 2002), which errs on the wide side where clusters are few.
func fitLogistic(clusters [][]observation, n int, sd float64) (*logistic, error) {
	f := &logistic{beta: make([]float64, n), prior: make([]float64, n)}
	lambda := 1 / (sd * sd)
	value := f.objective(clusters, f.beta, lambda)
	for range 200 {
		gradient, information := f.derivatives(clusters, lambda)
		step, err := solve(information, gradient)
		if err != nil {
			return nil, err
		}
		next := make([]float64, n)
		scale := 1.0
		for ; scale > 1e-10; scale /= 2 {
			for i := range next {
				next[i] = f.beta[i] + scale*step[i]
			}
			if v := f.objective(clusters, next, lambda); v >= value {
				value = v
				break
			}
		}
		if scale <= 1e-10 {
			break // rounding allows no better point
		}
		f.beta = next
		largest := 0.0
		for i := range step {
			largest = max(largest, math.Abs(scale*step[i]))
		}
		if largest < 1e-10 {
			break
		}
	}
	return f, f.spread(clusters, lambda)
}

// objective is what the fit maximises, at beta.
func (f *logistic) objective(clusters [][]observation, beta []float64, lambda float64) float64 {
	sum := 0.0
	for _, c := range clusters {
		for i := range c {
			// y eta - log(1 + exp(eta)), without overflow
			eta := dot(c[i].x, beta)
			sum += c[i].weight * (c[i].y*eta - math.Max(eta, 0) - math.Log1p(math.Exp(-math.Abs(eta))))
		}
	}
	return sum - lambda/2*dot(beta, beta)
}

// derivatives are the gradient of the objective at beta and its negative second derivative.
func (f *logistic) derivatives(clusters [][]observation, lambda float64) ([]float64, *mat.SymDense) {
	n := len(f.beta)
	gradient, information := make([]float64, n), mat.NewSymDense(n, nil)
	for i, b := range f.beta {
		gradient[i] = -lambda * b
		information.SetSym(i, i, lambda)
	}
	for _, c := range clusters {
		f.add(c, gradient, information, 1)
	}
	return gradient, information
}

// add adds what a cluster's observations contribute, times sign.
func (f *logistic) add(cluster []observation, gradient []float64, information *mat.SymDense, sign float64) {
	for k := range cluster {
		o := &cluster[k]
		p := 1 / (1 + math.Exp(-dot(o.x, f.beta)))
		for i, xi := range o.x {
			if xi == 0 {
				continue
			}
			gradient[i] += sign * o.weight * (o.y - p) * xi
			for j := i; j < len(o.x); j++ {
				if xj := o.x[j]; xj != 0 {
					information.SetSym(i, j, information.At(i, j)+sign*o.weight*p*(1-p)*xi*xj)
				}
			}
		}
	}
}

// spread computes cov and prior.
func (f *logistic) spread(clusters [][]observation, lambda float64) error {
	n := len(f.beta)
	_, information := f.derivatives(clusters, lambda)
	var whole mat.Cholesky
	if !whole.Factorize(information) {
		return errSingular
	}
	var inverse mat.SymDense
	if err := whole.InverseTo(&inverse); err != nil {
		return errSingular
	}
	for i := range f.prior {
		f.prior[i] = lambda * inverse.At(i, i)
	}
	f.cov = mat.NewSymDense(n, nil)
	g := float64(len(clusters))
	for _, c := range clusters {
		// Without the cluster the gradient at beta is minus the cluster's own, since the whole gradient is 0 there.
		gradient, without := make([]float64, n), mat.NewSymDense(n, nil)
		without.CopySym(information)
		f.add(c, gradient, without, -1)
		shift, err := solve(without, gradient)
		if err != nil {
			return err
		}
		for i := range shift {
			for j := i; j < n; j++ {
				f.cov.SetSym(i, j, f.cov.At(i, j)+(g-1)/g*shift[i]*shift[j])
			}
		}
	}
	return nil
}

// estimate is coefficient c with Student's interval by the number of clusters that inform it.
func (f *logistic) estimate(c, clusters int) Estimate {
	half := student(float64(clusters-1), Level) * math.Sqrt(f.cov.At(c, c))
	return Estimate{f.beta[c], Interval{f.beta[c] - half, f.beta[c] + half}}
}

// ratio is coefficient c in units of coefficient unit, with Fieller's interval (Fieller 1954) by the number of clusters
// that inform both; nil unless the unit's own interval by as many lies above 0, which is when Fieller's is bounded.
func (f *logistic) ratio(c, unit, clusters int) *Estimate {
	own := f.estimate(unit, clusters)
	switch {
	case own.Interval.Low <= 0:
		return nil
	case c == unit:
		return &Estimate{1, Interval{1, 1}}
	}
	// The ratios r with (b - r u)² ≤ q² (var b - 2 r cov + r² var u) lie between the roots of a quadratic.
	b, u := f.beta[c], f.beta[unit]
	q := student(float64(clusters-1), Level)
	square := u*u - q*q*f.cov.At(unit, unit)
	middle := b*u - q*q*f.cov.At(c, unit)
	root := math.Sqrt(max(0, middle*middle-square*(b*b-q*q*f.cov.At(c, c))))
	return &Estimate{b / u, Interval{(middle - root) / square, (middle + root) / square}}
}

// solve solves a x = b for a positive definite a.
func solve(a *mat.SymDense, b []float64) ([]float64, error) {
	var c mat.Cholesky
	if !c.Factorize(a) {
		return nil, errSingular
	}
	x := mat.NewVecDense(len(b), nil)
	if err := c.SolveVecTo(x, mat.NewVecDense(len(b), b)); err != nil {
		return nil, errSingular
	}
	return x.RawVector().Data, nil
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
