package model

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

func TestConfig(t *testing.T) {
	c := DefaultConfig()
	if err := c.Validate(); err != nil {
		t.Fatalf("the default configuration: %v", err)
	}
	for text, want := range map[string]string{
		"[net]\nsize = \"huge\"":       `net.size = "huge": unknown; use xs, s, m`,
		"[net]\ndevice = \"gpu\"":      `net.device = "gpu"`,
		"[train]\nstart = \"human\"":   `train.start = "human": unknown; use material or zero`,
		"[train]\nbatch = 0":           "train.batch = 0: must be in [1, 65536]",
		"[train]\niterations = -1":     "train.iterations = -1",
		"[train]\nlearning_rate = nan": "train.learning_rate = NaN",
		"[train]\nbeta2 = 1.0":         "train.beta2 = 1",
		"[train.loss]\nvalue = -1.0":   "train.loss.value = -1",
		"[train.loss]\npolicy = 0.0\nsoft = 0.0\nnext = 0.0\npairs = 0.0\nvalue = 0.0\nshort = 0.0\nleft = 0.0": "train.loss: all weights are 0",
		"[train]\ncosine = 2.0":                "train.cosine = 2",
		"[train]\nsamples_per_row = 0.0":       "train.samples_per_row = 0",
		"[train]\ncheckpoint_steps = 0":        "train.checkpoint_steps = 0",
		"[train]\nthreads = 100000\nbatch = 1": "train.threads",
	} {
		c := DefaultConfig()
		meta, err := toml.Decode(text, &c)
		if err != nil || len(meta.Undecoded()) > 0 {
			t.Fatalf("%q: %v, keys that no field has: %v", text, err, meta.Undecoded())
		}
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
