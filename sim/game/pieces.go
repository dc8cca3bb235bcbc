package game

// PieceCounter is implemented by states in which a side has pieces of several types, or other things that it can run out
// of and that may be worth something, such as allowances. An analysis asks what each of them is worth.
type PieceCounter interface {
	// PieceTypes names what CountPieces counts, the same list for all states of a game, the pawn first. Kings, whose loss
	// is the end, are no type.
	PieceTypes() []string
	// CountPieces adds to counts, which has an entry a type, what p has now. It tells the truth, not what the other side
	// may know.
	CountPieces(p Player, counts []int)
}
