package domain

import (
	"math/bits"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

// The policy vector: five tables of pairs of squares, planes of squares, and single entries, all from the mover's side.

const (
	pairMove = iota
	pairDrag // Lapse Blue and Toad, told apart by aux
	pairStep
	pairStrike  // Inverted Spear
	pairRelease // by aux as which piece
	numPairs
)

// squarePlane is where the planes of a technique begin among the square planes, and how many it has.
type squarePlane struct {
	key   Key
	first int
	count int
}

// squarePlanes lists the techniques with square planes; planeOfKey finds them.
var squarePlanes, planeOfKey, numSquarePlanes = func() (list []squarePlane, of [numKeys]int, n int) {
	for _, e := range [...]struct {
		key   Key
		count int
	}{
		{KeyRed, 1}, {KeyInfinity, 1}, {KeyHollow, 8}, {KeyDismantle, 1}, {KeyCleave, 1}, {KeySlash, 2},
		{KeyMalevolent, 1}, {KeySpeech, 1}, {KeyMutual, 1}, {KeyPureLove, 8}, {KeySwarm, 1}, {KeyUzumaki, 1},
		{KeyDog, 1}, {KeyMahoraga, 1}, {KeyRCT, 5}, {KeyDoors, 1}, {KeyPachinko, 1}, {KeyHol, 1}, {KeyChain, 1},
		{KeySense, 1}, {KeyCloud, 1},
	} {
		list = append(list, squarePlane{e.key, n, e.count})
		of[e.key] = n
		n += e.count
	}
	return list, of, n
}()

// globals are the actions without a square.
const (
	globalPass = iota
	globalPawns
	globalProcession
	globalShadow
	globalGambit
	globalDice
	numGlobalActions
)

var globalOfKey = [numKeys]int{
	KeyPass: globalPass, KeyPawns: globalPawns, KeyProcession: globalProcession, KeyShadow: globalShadow,
	KeyGambit: globalGambit, KeyDice: globalDice,
}

// Offsets of the blocks in the flat vector.
var (
	squareOffset = uint32(numPairs * 64 * 64)
	globalOffset = squareOffset + uint32(numSquarePlanes)*64
)

// Aux entries: nothing; Toad; Release by type; the shapes of a Cloud; and each of them once more through Copy.
const (
	auxToad    = 1
	auxRelease = 2 // + type - Knight
	auxCloud   = auxRelease + 4
)

// cloudShapes numbers the sets of targets around one square by their shape, 0 for a single one.
var cloudShapes, numCloudShapes = func() (number [1 << 15]uint16, n int) {
	for mask := 1; mask < 1<<8; mask++ {
		targets := Bitboard(0)
		for m := mask; m != 0; m &= m - 1 {
			targets |= board.Step(board.At(3, 3), board.Dir(bits.TrailingZeros(uint(m)))).Bit()
		}
		if _, shape := cloudShape(targets); number[shape] == 0 && mask != 1 && targets.Count() > 1 {
			n++
			number[shape] = uint16(n)
		}
	}
	return number, n + 1
}()

var (
	plainAux = auxCloud + numCloudShapes
	numAux   = 2 * plainAux
)

// cloudShape gives the first target by name and the places of all as seen from it: three files of five ranks each.
func cloudShape(targets Bitboard) (first Square, shape uint32) {
	first = firstInText(targets)
	for b := targets; b != 0; b &= b - 1 {
		sq := b.First()
		shape |= 1 << ((sq.File()-first.File())*5 + sq.Rank() - first.Rank() + 2)
	}
	return first, shape
}

// policyBlocks names the parts of the policy vector.
func policyBlocks() (blocks []game.PolicyBlock) {
	for _, name := range [numPairs]string{"move", "drag", "step", "strike", "release"} {
		blocks = append(blocks, game.PolicyBlock{Name: name, Kind: game.PairBlock, Size: 1})
	}
	for _, p := range squarePlanes {
		blocks = append(blocks, game.PolicyBlock{Name: p.key.String(), Kind: game.SquareBlock, Size: p.count})
	}
	return append(blocks, game.PolicyBlock{Name: "bare", Kind: game.GlobalBlock, Size: numGlobalActions})
}

// PolicyIndex gives the entries of a in the policy vector and in the table of biases, from p's side.
func (s *State) PolicyIndex(p game.Player, a game.Action) (flat uint32, aux uint16) {
	c := Side(p)
	flip := Square(c) * 56
	k := actionKey(a)
	from, to := uint32(actionFrom(a)^flip), uint32(actionTo(a)^flip)
	pair := func(table uint32) uint32 { return table<<12 | from<<6 | to }
	square := func(plane int, sq uint32) uint32 { return squareOffset + uint32(planeOfKey[k]+plane)*64 + sq }
	switch k {
	case KeyMove:
		flat = pair(pairMove)
	case KeyBlue:
		flat = pair(pairDrag)
	case KeyToad:
		flat, aux = pair(pairDrag), auxToad
	case KeyStep:
		flat = pair(pairStep)
	case KeySpear:
		flat = pair(pairStrike)
	case KeyRelease:
		flat, aux = pair(pairRelease), auxRelease+uint16(actionType(a)-Knight)
	case KeyRCT:
		flat = square(int(actionType(a)-Pawn), to)
	case KeyHollow:
		flat = square(int(ownDir(c, actionDir(a))), from)
	case KeyPureLove:
		flat = square(int(ownDir(c, actionDir(a))), uint32((s.rikas&s.of[c]).First()&63^flip))
	case KeySlash:
		// The end nearest the mover's first rank stands for the diagonal: plane 0 rises to the right, 1 to the left.
		low, high := from, to
		if c == Black {
			low, high = to, from
		}
		flat = square(int(flag(low&7 > high&7)), low)
	case KeyCloud:
		targets := cloudTargets(a)
		if c == Black {
			targets = targets.Flip()
		}
		first, shape := cloudShape(targets)
		flat, aux = square(0, uint32(first)), auxCloud+cloudShapes[shape]
	case KeyPass, KeyPawns, KeyProcession, KeyShadow, KeyGambit, KeyDice:
		flat = globalOffset + uint32(globalOfKey[k])
	default:
		flat = square(0, to)
	}
	if copied(a) {
		aux += uint16(plainAux)
	}
	return flat, aux
}

// ownDir is a direction as c sees it, its first rank at the bottom.
func ownDir(c Side, d board.Dir) board.Dir {
	if c == White {
		return d
	}
	return (4 - d) & 7
}
