package domain

// Set is a technique set; 0 is none.
type Set uint8

// The seven sets.
const (
	NoSet Set = iota
	Limitless
	Shrine
	CopySet
	Manipulation
	TenPieces
	LoveTrain
	Toji
	numSets
)

var setNames = [numSets]string{"", "limitless", "shrine", "copy", "manipulation", "ten", "train", "toji"}

// String gives the set's key.
func (s Set) String() string { return setNames[s] }

// Key names what a side can do or what can be done to a piece: ordinary moves, techniques, domains, and the things
// other than techniques that a Mahoraga adapts to. It is the kind of an Action, the index of cooldowns, and the entry of
// recent, learned and adapted.
type Key uint8

// The keys, in the order in which legal lists run.
const (
	NoKey Key = iota
	KeyMove
	KeyPass
	KeyRCT
	KeyBlue
	KeyRed
	KeyInfinity
	KeyHollow
	KeyDismantle
	KeyCleave
	KeySlash
	KeyCopy
	KeySpeech
	KeyPureLove
	KeyRelease
	KeySwarm
	KeyUzumaki
	KeyDog
	KeyStep
	KeyToad
	KeyMahoraga
	KeyDice
	KeyHol
	KeyDoors
	KeyPachinko
	KeySpear
	KeyCloud
	KeyChain
	KeySense
	KeyDomain // stands for every domain in cooldowns and in recent
	KeyPawns
	KeyMalevolent
	KeyMutual
	KeyProcession
	KeyShadow
	KeyGambit
	KeyCheck
	KeyCheckmate
	KeyJackpot
	numKeys

	numCooldowns = KeyDomain + 1
)

var keyNames = [numKeys]string{
	"", "move", "pass", "rct", "blue", "red", "infinity", "hollow", "dismantle", "cleave", "slash", "copy", "speech",
	"purelove", "release", "swarm", "uzumaki", "dog", "step", "toad", "mahoraga", "dice", "hol", "doors", "pachinko",
	"spear", "cloud", "chain", "sense", "domain", "pawns", "malevolent", "mutual", "procession", "shadow", "gambit",
	"check", "checkmate", "jackpot",
}

// String gives the key as texts have it; for domains the name after "domain:".
func (k Key) String() string { return keyNames[k] }

// isTechnique reports whether k may stand in cooldowns, recent and learned.
func (k Key) isTechnique() bool { return k >= KeyRCT && k <= KeyDomain }

// isDomain reports whether k names one of the domains.
func (k Key) isDomain() bool { return k >= KeyPawns && k <= KeyGambit }

// adapts reports whether a Mahoraga can adapt to k.
func (k Key) adapts() bool { return k >= KeyRCT && k != KeyDomain && k < numKeys }

// keySet is a set of keys.
type keySet uint64

func (s keySet) has(k Key) bool       { return s>>k&1 != 0 }
func (s keySet) with(k Key) keySet    { return s | 1<<k }
func (s keySet) without(k Key) keySet { return s &^ (1 << k) }
