package game

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Hash identifies the network's view: names and order of the planes, lengths of the vectors, blocks of the policy. A
// network fits exactly the games whose hash equals the one it was trained for.
func (n NetInfo) Hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "board %d %d\nglobals %d\nhidden %d\naux %d\n", n.Files, n.Ranks, n.Globals, n.Hidden, n.Aux)
	for _, p := range n.Planes {
		fmt.Fprintf(h, "plane %q\n", p)
	}
	for _, b := range n.Policy {
		fmt.Fprintf(h, "policy %q %d %d\n", b.Name, b.Kind, b.Size)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}
