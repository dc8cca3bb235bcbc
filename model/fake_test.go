package model

import "variantlab/sim/game"

// fakeGame describes a game that uses every part of the contract that a network sees: two blocks of pairs, squares,
// globals, biases, hidden information.
var fakeGame = game.Info{
	Name: "fake", Rules: "fake/1", MaxActions: 40,
	Net: game.NetInfo{
		Files: 5, Ranks: 4, Planes: []string{"a", "b", "c", "d", "ones"}, Globals: 7, Hidden: 3,
		Policy: []game.PolicyBlock{
			{Name: "move", Kind: game.PairBlock, Size: 1}, {Name: "drop", Kind: game.SquareBlock, Size: 2},
			{Name: "pass", Kind: game.GlobalBlock, Size: 3}, {Name: "strike", Kind: game.PairBlock, Size: 2},
			{Name: "ray", Kind: game.SquareBlock, Size: 1},
		},
		Aux: 5,
	},
}

// fakeSpec is a small network for the fake game.
func fakeSpec(blocks, mid int) Spec {
	return Spec{Game: fakeGame.Name, Net: fakeGame.Net, Arch: Arch{Channels: 12, Blocks: blocks, Mid: mid, Value: 16, PairDim: 6}}
}
