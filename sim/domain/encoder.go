package domain

import "variantlab/sim/game"

// maxActions bounds the length of any legal list.
const maxActions = 8192

// netInfo describes what a network reads of a state.
var netInfo game.NetInfo
