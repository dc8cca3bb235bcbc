package model

// Losses are the terms of the loss, each the mean over the samples that have it, and their weighted sum.
type Losses struct {
	Total  float64 `json:"total"`
	Policy float64 `json:"policy"` // cross entropy, nats
	Soft   float64 `json:"soft"`   // cross entropy, nats
	Next   float64 `json:"next"`   // cross entropy, nats
	Pairs  float64 `json:"pairs"`  // binary cross entropies of a row's pairs, added, nats
	Value  float64 `json:"value"`  // cross entropy, nats
	Short  float64 `json:"short"`  // Huber
	Left   float64 `json:"left"`   // Huber
}

// terms are the fields of two losses side by side.
func (l *Losses) terms(o *Losses) [8][2]*float64 {
	return [...][2]*float64{
		{&l.Total, &o.Total}, {&l.Policy, &o.Policy}, {&l.Soft, &o.Soft}, {&l.Next, &o.Next}, {&l.Pairs, &o.Pairs},
		{&l.Value, &o.Value}, {&l.Short, &o.Short}, {&l.Left, &o.Left},
	}
}

// average takes one more step into the mean of n steps.
func (l *Losses) average(o Losses, n int) {
	for _, f := range l.terms(&o) {
		*f[0] += (*f[1] - *f[0]) / float64(n+1)
	}
}
