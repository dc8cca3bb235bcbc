package deicide

// rules are the parameters of play that may differ from game to game [DC-630]; the others belong to the variant.
type rules struct {
	promotions     kindSet // promotion.types
	quietLimit     uint32  // draw.quiet_actions, 0 for off
	plyLimit       uint32  // limits.max_plies, 0 for off
	repetition     uint16  // draw.repetition, 0 for off
	bareKings      bool    // draw.bare_kings
	stalemateLoses bool    // end.stalemate is loss
}
