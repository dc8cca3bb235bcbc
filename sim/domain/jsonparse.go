package domain

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"variantlab/sim/board"
	"variantlab/sim/game"
)

const castleLetters = "KQkq"

var (
	sideNames   = []string{"white", "black"}
	winnerNames = []string{"", "white", "black", "draw"}
)

// parseState reads the JSON of a state [CD-441, CD-442] and the keys of its history. Whatever the game can hold is taken
// as it is; S1 to S5 are not run.
func parseState(text []byte) (*State, []uint64, error) {
	var r jsonReader
	o := r.object("", r.decode(text), "ply", "turn", "board", "castle", "ep", "halfmove", "history", "domain", "pending",
		"passing", "reset", "result", "params", "white", "black")
	if r.fault != nil {
		return nil, nil, r.fault
	}
	params, err := parseOverrides(o)
	if err != nil {
		return nil, nil, err
	}
	s := newState(params)
	s.parseFields(o)
	history := o.history("history")
	if r.fault == nil {
		r.fault = s.checkPieces()
	}
	if r.fault != nil {
		return nil, nil, r.fault
	}
	s.known = uint16(copy(s.repeats[:], history[max(0, len(history)-repetitionMax):]))
	s.foreign = s.known
	return s, history, nil
}

// parseFields reads all fields but params and history into a new state.
func (s *State) parseFields(o object) {
	s.ply = uint16(o.integer("ply", 0, maxCount, 0))
	s.turn = Side(o.r.oneOf("turn", o.text("turn", "white"), sideNames))
	for c := range s.sides {
		s.parseSide(o, Side(c))
	}
	s.parseDomain(o)
	s.parseBoard(o)
	s.castle = o.castling("castle")
	s.ep = o.square("ep")
	s.halfmove = uint16(o.integer("halfmove", 0, maxCount, 0))
	s.passing = o.boolean("passing")
	s.reset = o.boolean("reset")
	s.parseResult(o)
	s.parsePending(o)
}

// maxCount is the most that counters without a range of their own hold.
const maxCount = 60000

// parseOverrides reads params and returns the index of their rules.
func parseOverrides(o object) (uint16, error) {
	if !o.has("params") {
		return 0, nil
	}
	p, names := o.r.entries("params", o.fields["params"])
	if o.r.fault != nil {
		return 0, o.r.fault
	}
	given := make(game.Params, len(names))
	for _, name := range names {
		given[name] = p.fields[name]
		if number, ok := p.fields[name].(json.Number); ok {
			v, err := number.Float64()
			if err != nil {
				return 0, game.Errorf(game.BadParams, p.at(name), "%s is too large a number", shown(number))
			}
			given[name] = v
		}
	}
	return internRules(given)
}

// checkPieces tests what no single field shows: one king a side, a domain queen where her domain says, and no more real
// pieces than a side can have.
func (s *State) checkPieces() *game.InputError {
	if sq := s.domain.queen; sq != NoSquare && s.board[sq].code() != newPiece(Queen, s.domain.owner, Real).code() {
		return game.Errorf(game.BadState, "domain.queen", "no real queen of %s stands on %s", s.domain.owner, sq)
	}
	for c := White; c <= Black; c++ {
		if n := (s.of[c] & s.types[King]).Count(); n != 1 {
			return game.Errorf(game.BadState, "board", "%s has %d kings (K); it must have exactly one", c, n)
		}
		real := int(s.sides[c].nLost)
		for b := s.of[c]; b != 0; b &= b - 1 {
			if s.board[b.First()].kind() == Real {
				real++
			}
		}
		for b := s.curses & s.of[1-c]; b != 0; b &= b - 1 {
			if s.board[b.First()].body() != NoSquare {
				real++
			}
		}
		if real > realMax {
			return game.Errorf(game.BadState, "board", "%s has %d real pieces, on the board, lost and riding in curses together; at most %d are possible", c, real, realMax)
		}
	}
	return nil
}

// square reads a square; absent or empty, it is NoSquare.
func (o object) square(name string) Square {
	text := o.text(name, "")
	if text == "" {
		return NoSquare
	}
	return o.r.square(o.at(name), text)
}

// needSquare reads a square that must be there.
func (o object) needSquare(name string) Square {
	if o.fields[name] == nil {
		o.missing(name, `a square, "a1" to "h8"`)
		return NoSquare
	}
	return o.r.square(o.at(name), o.text(name, ""))
}

func (r *jsonReader) square(path, text string) Square {
	sq, ok := board.Parse(text)
	if !ok {
		r.fail(path, `%s is no square; squares are "a1" to "h8"`, shown(text))
		return NoSquare
	}
	return sq
}

func (o object) castling(name string) castling {
	rights, ok := parseCastling(o.text(name, ""))
	if !ok {
		o.r.fail(o.at(name), `%s must be some of the letters KQkq, in this order`, shown(o.fields[name]))
	}
	return rights
}

func parseCastling(text string) (castling, bool) {
	rights, from := castling(0), 0
	for i := range len(text) {
		at := strings.IndexByte(castleLetters[from:], text[i])
		if at < 0 {
			return 0, false
		}
		rights |= 1 << (from + at)
		from += at + 1
	}
	return rights, true
}

func (o object) history(name string) []uint64 {
	const most = 1 << 16
	var keys []uint64
	for i, v := range o.list(name, most) {
		path := join(o.at(name), strconv.Itoa(i))
		text := o.r.text(path, v)
		key, err := strconv.ParseUint(text, 16, 64)
		if err != nil || len(text) != 16 || strings.ToLower(text) != text {
			o.r.fail(path, "%s must be a key of 16 lower-case hexadecimal digits", shown(v))
			return nil
		}
		keys = append(keys, key)
	}
	return keys
}

func (s *State) parseResult(o object) {
	if !o.has("result") {
		return
	}
	res := o.r.object("result", o.fields["result"], "winner", "reason")
	winner := o.r.oneOf("result.winner", res.text("winner", ""), winnerNames[1:]) + 1
	why := reason(o.r.oneOf("result.reason", res.text("reason", ""), reasonNames[1:]) + 1)
	if (winner == drawn) == (why == byCheckmate) {
		o.r.fail("result.reason", "%s does not go with winner %s", why, winnerNames[winner])
	}
	s.winner, s.reason = uint8(winner), why
}

func (s *State) parseDomain(o object) {
	if !o.has("domain") {
		return
	}
	d := o.r.object("domain", o.fields["domain"], "name", "owner", "left", "fresh", "queen", "slash")
	rules := s.rules()
	names := keyNames[KeyPawns : KeyGambit+1]
	s.domain = domainState{
		name:  KeyPawns + Key(o.r.oneOf("domain.name", d.text("name", ""), names)),
		owner: Side(o.r.oneOf("domain.owner", d.text("owner", ""), sideNames)),
		fresh: d.boolean("fresh"),
		queen: d.square("queen"),
		slash: d.boolean("slash"),
	}
	if _, ok := d.fields["left"]; !ok {
		d.missing("left", "how many of its owner's turns the domain still stands")
	}
	low := min(1, rules.DomainTurns, rules.DomainMutualTurns)
	s.domain.left = uint8(d.integer("left", low, max(rules.DomainTurns, rules.DomainMutualTurns), 0))
	if s.domain.queen != NoSquare && s.domain.name != KeyMalevolent {
		o.r.fail("domain.queen", "only malevolent has a queen")
	}
}

// parsePending reads the chance node; the board must have been read.
func (s *State) parsePending(o object) {
	if !o.has("pending") {
		return
	}
	p := o.r.object("pending", o.fields["pending"], "kind", "when", "sq", "side")
	s.pending.kind = chanceKind(o.r.oneOf("pending.kind", p.text("kind", ""), chanceNames[1:]) + 1)
	for _, extra := range []struct {
		name string
		kind chanceKind
	}{{"when", spinChance}, {"sq", holChance}, {"side", disguiseChance}} {
		if s.pending.kind != extra.kind && p.text(extra.name, "") != "" {
			o.r.fail(p.at(extra.name), "a %s has none", s.pending.kind)
		}
	}
	switch s.pending.kind {
	case spinChance:
		s.pending.when = spinWhen(o.r.oneOf("pending.when", p.text("when", ""), spinNames[1:]) + 1)
	case holChance:
		s.pending.sq = p.needSquare("sq")
		if o.r.fault == nil && !s.canBet(s.pending.sq) {
			o.r.fail("pending.sq", "no pawn, knight, bishop, rook or queen of %s that began the game stands on %s", s.turn, s.pending.sq)
		}
	case disguiseChance:
		s.pending.side = Side(o.r.oneOf("pending.side", p.text("side", ""), sideNames))
		if side := &s.sides[s.pending.side]; side.set != Toji || side.disguise != NoSet || side.revealed {
			o.r.fail("pending.side", "%s is no Toji without a disguise", s.pending.side)
		}
	}
}

// canBet reports whether the piece on sq can be bet on by the side to move [CD-302].
func (s *State) canBet(sq Square) bool {
	p := s.board[sq]
	return p != 0 && p.side() == s.turn && p.kind() == Real && p.typ() <= Queen
}

func (s *State) parseSide(o object, c Side) {
	if !o.has(c.String()) {
		o.missing(c.String(), "the side's fields, at least set")
		return
	}
	r, rules := o.r, s.rules()
	f := r.object(c.String(), o.fields[c.String()], "set", "disguise", "revealed", "energy", "turns", "cd", "lost",
		"losses", "curses", "luck", "jackpot", "doors", "primed", "recent", "learned", "adapted", "mahoraga", "checked",
		"seen", "reading")
	side := &s.sides[c]
	if _, ok := f.fields["set"]; !ok {
		f.missing("set", "one of "+strings.Join(setNames[1:], ", "))
		return
	}
	side.set = Set(r.oneOf(f.at("set"), f.text("set", ""), setNames[1:]) + 1)
	energyMax, energyAbsent := rules.EnergyMax, 100
	if side.set == Toji {
		energyMax, energyAbsent = 0, 0
		if text := f.text("disguise", ""); text != "" {
			side.disguise = Set(r.oneOf(f.at("disguise"), text, setNames[1:Toji]) + 1)
		}
		side.revealed = f.boolean("revealed")
	} else if f.text("disguise", "") != "" || f.boolean("revealed") {
		r.fail(f.at("disguise"), "only toji can have a disguise or be revealed")
	}
	side.energy = uint16(f.integer("energy", 0, energyMax, energyAbsent))
	side.seen = uint16(f.integer("seen", 0, max(rules.EnergyMax, rules.EnergyStart), 100))
	side.turns = uint16(f.integer("turns", 0, maxCount, firstTurns(c)))
	side.losses = uint16(f.integer("losses", 0, maxCount, 0))
	side.luck = uint16(f.integer("luck", 0, rules.LuckMax, 0))
	side.jackpot = uint8(f.integer("jackpot", 0, rules.DurJackpot, 0))
	side.summoned = f.boolean("mahoraga")
	side.checked = f.boolean("checked")
	side.reading = f.boolean("reading")
	side.parseCooldowns(f)
	side.parseCurses(f)
	side.parseLost(f)
	side.parseDoors(f, rules)
	side.parseKeys(f, rules)
}

// firstTurns is the number of a side's turn at the start of a game [CD-020].
func firstTurns(c Side) int {
	if c == White {
		return 1
	}
	return 0
}

func (side *sideState) parseCooldowns(f object) {
	if _, ok := f.fields["cd"]; !ok {
		return
	}
	cd, names := f.r.entries(f.at("cd"), f.fields["cd"])
	for _, name := range names {
		k := f.r.technique(cd.at(name), name)
		side.cd[k] = uint8(cd.integer(name, 1, cooldownMax, 0))
	}
}

// cooldownMax is the most that a cooldown can be set to: the largest parameter and the turn of the cast.
const cooldownMax = 99 + 1

func (side *sideState) parseCurses(f object) {
	if _, ok := f.fields["curses"]; !ok {
		return
	}
	curses, names := f.r.entries(f.at("curses"), f.fields["curses"])
	for _, name := range names {
		t := f.r.pieceType(curses.at(name), name)
		side.held[t] = uint16(curses.integer(name, 1, maxCount, 0))
	}
}

// pieceType reads a type that real pieces other than kings have.
func (r *jsonReader) pieceType(path, text string) Type {
	if len(text) == 1 {
		if t := Type(strings.Index(typeLetters[:King], text)); t >= Pawn && t <= Queen {
			return t
		}
	}
	r.fail(path, "%s is none of P, N, B, R, Q", shown(text))
	return NoType
}

func (side *sideState) parseLost(f object) {
	for i, v := range f.list("lost", realMax) {
		path := join(f.at("lost"), strconv.Itoa(i))
		entry := f.r.object(path, v, "t", "home")
		side.lost[i] = lostPiece{f.r.pieceType(entry.at("t"), entry.text("t", "")), entry.needSquare("home")}
		side.nLost++
	}
}

func (side *sideState) parseDoors(f object, rules *Rules) {
	if !f.has("doors") {
		return
	}
	doors := f.r.object(f.at("doors"), f.fields["doors"], "sq", "left")
	side.doors = doors.needSquare("sq")
	if _, ok := doors.fields["left"]; !ok {
		doors.missing("left", "how many enemy turns the doors still stand")
	}
	side.doorsLeft = uint8(doors.integer("left", min(1, rules.DurDoors), rules.DurDoors, 0))
}

func (side *sideState) parseKeys(f object, rules *Rules) {
	primes := []string{"blue", "red"}
	last := -1
	for i, v := range f.list("primed", len(primes)) {
		path := join(f.at("primed"), strconv.Itoa(i))
		prime := f.r.oneOf(path, f.r.text(path, v), primes)
		if prime <= last {
			f.r.fail(path, "the list must be sorted and name nothing twice")
		}
		side.primed |= 1 << prime
		last = prime
	}
	for i, v := range f.list("recent", rules.CopyRecent) {
		path := join(f.at("recent"), strconv.Itoa(i))
		side.recent[i] = f.r.technique(path, f.r.text(path, v))
		side.nRecent++
	}
	learned := ""
	for i, v := range f.list("learned", int(numCooldowns)) {
		path := join(f.at("learned"), strconv.Itoa(i))
		name := f.r.text(path, v)
		if name <= learned {
			f.r.fail(path, "the list must be sorted and name nothing twice")
		}
		side.learned = side.learned.with(f.r.technique(path, name))
		learned = name
	}
	for i, v := range f.list("adapted", adaptedMax) {
		path := join(f.at("adapted"), strconv.Itoa(i))
		name := f.r.text(path, v)
		k := Key(slices.Index(keyNames[:], name))
		if int(k) >= int(numKeys) || !k.adapts() {
			f.r.fail(path, "%s is nothing to adapt to%s", shown(name), game.Suggest(name, adaptable()))
			return
		}
		if side.adapted.has(k) {
			f.r.fail(path, "the list names nothing twice")
		}
		side.adapted = side.adapted.with(k)
		side.order[i] = k
		side.nAdapted++
	}
}

// technique reads the key of a technique, or domain for all domains.
func (r *jsonReader) technique(path, name string) Key {
	k := slices.Index(keyNames[:], name)
	if k < 0 || !Key(k).isTechnique() {
		r.fail(path, "%s is no technique%s", shown(name), game.Suggest(name, keyNames[KeyRCT:KeyDomain+1]))
		return NoKey
	}
	return Key(k)
}

func adaptable() []string {
	var names []string
	for k := range numKeys {
		if k.adapts() {
			names = append(names, k.String())
		}
	}
	return names
}

var pieceFields = []string{"t", "side", "kind", "home", "infinity", "shield", "speech", "stun", "mark", "left", "body", "bt"}

// parseBoard reads the pieces; the domain must have been read.
func (s *State) parseBoard(o object) {
	if _, ok := o.fields["board"]; !ok {
		return
	}
	pieces, names := o.r.entries("board", o.fields["board"])
	for _, name := range names {
		path := pieces.at(name)
		sq := o.r.square(path, name)
		f := o.r.object(path, pieces.fields[name], pieceFields...)
		if sq == NoSquare || o.r.fault != nil {
			return
		}
		s.parsePiece(f, sq)
	}
}

const pawnKind = "pawn" // the kind that texts give to domain pawns

func (s *State) parsePiece(f object, sq Square) {
	r := f.r
	letters := strings.Split(typeLetters[1:], "")
	t := Type(r.oneOf(f.at("t"), f.text("t", ""), letters) + 1)
	c := Side(r.oneOf(f.at("side"), f.text("side", ""), sideNames))
	kind := Real
	switch t {
	case Mahoraga:
		kind = KindMahoraga
	case Decoy:
		kind = KindDecoy
	}
	name := f.text("kind", kind.String())
	if name == pawnKind {
		s.parseDomainPawn(f, sq, t, c)
		return
	}
	kind = Kind(r.oneOf(f.at("kind"), name, append(slices.Clone(kindNames[:]), pawnKind)))
	if !fits(t, kind) {
		r.fail(f.at("kind"), "a piece of kind %s cannot be of type %s", kind, t)
		return
	}
	p := newPiece(t, c, kind)
	switch kind {
	case Real:
		home := f.square("home")
		if home == NoSquare {
			home = sq
		}
		p = p.withHome(home)
	case Dog:
		p = p.withLeft(f.integer("left", 0, s.rules().DurDog+1, 0))
	case Curse:
		if body := f.square("body"); body != NoSquare || f.text("bt", "") != "" {
			p = p.withBody(f.needSquare("body"), r.pieceType(f.at("bt"), f.text("bt", "")))
		}
	}
	for _, only := range []struct {
		field string
		kind  Kind
	}{{"home", Real}, {"left", Dog}, {"body", Curse}, {"bt", Curse}} {
		if f.says(only.field) && kind != only.kind {
			r.fail(f.at(only.field), "only pieces of kind %s have it", only.kind)
		}
	}
	for st := range numStatuses {
		p = p.withTimer(st, f.integer(statusNames[st], 0, s.rules().timerLimit(st), 0))
	}
	if r.fault == nil {
		s.put(sq, p)
	}
}

// says reports whether a field of a piece is there and not at its default, which any kind of piece may be given.
func (o object) says(name string) bool {
	v, ok := o.fields[name]
	switch name {
	case "home", "body", "bt":
		return ok && v != ""
	}
	return ok && v != json.Number("0")
}

// parseDomainPawn reads a pawn of Unlimited Pawns: it has nothing but its side, which must own the domain.
func (s *State) parseDomainPawn(f object, sq Square, t Type, c Side) {
	if t != Pawn {
		f.r.fail(f.at("t"), "a domain pawn is of type P")
	}
	if s.domain.name != KeyPawns || s.domain.owner != c {
		f.r.fail(f.at("kind"), "domain pawns of %s stand only in its Unlimited Pawns", c)
	}
	for _, name := range pieceFields[3:] {
		if f.says(name) {
			f.r.fail(f.at(name), "a domain pawn has none")
		}
	}
	if f.r.fault == nil {
		s.pawns |= sq.Bit()
	}
}

// fits reports whether a piece of a kind can be of a type [CD-008].
func fits(t Type, kind Kind) bool {
	switch kind {
	case Real:
		return t <= King
	case Curse:
		return t <= Queen
	case Dog:
		return t == Knight
	case Rika:
		return t == Queen
	case KindMahoraga:
		return t == Mahoraga
	default:
		return t == Decoy
	}
}

var statusNames = [numStatuses]string{"infinity", "shield", "speech", "stun", "mark"}

// timerLimit is the most that a timer can be set to.
func (r *Rules) timerLimit(st Status) int {
	switch st {
	case Infinity:
		return r.DurInfinity
	case Shield:
		return r.DurShield
	case Speech:
		return r.DurSpeech
	case Stun:
		return r.DurStun + 1
	default:
		return r.DurMark
	}
}

// sorted gives the keys of a set in the order of their names.
func (s keySet) sorted() []Key {
	var keys []Key
	for k := range numKeys {
		if s.has(k) {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b Key) int { return strings.Compare(a.String(), b.String()) })
	return keys
}
