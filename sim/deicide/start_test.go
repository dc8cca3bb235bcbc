package deicide

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"variantlab/sim/game"
)

func TestWords(t *testing.T) {
	// [DC-004] [DC-005] The ring goes clockwise by turns of 45 degrees; jump sets have eight members.
	for d, v := range ring {
		next := ring[(d+2)&7]
		if next != (vector{v.dr, -v.df}) || ring[opposite(d)] != v.times(-1) {
			t.Errorf("DC-004: a right angle from %v is %v, back is %v", v, next, ring[opposite(d)])
		}
		if orthogonal.has(d) == diagonal.has(d) || orthogonal.has(d) != (v.df*v.dr == 0) {
			t.Errorf("DC-004: %v is orthogonal: %v", v, orthogonal.has(d))
		}
	}
	for _, vs := range [][]vector{leaps(2, 1), leaps(3, 1)} {
		slices.SortFunc(vs, func(a, b vector) int { return a.df*100 + a.dr - b.df*100 - b.dr })
		if vs = slices.Compact(vs); len(vs) != 8 {
			t.Errorf("DC-005: %d different jumps in %v", len(vs), vs)
		}
	}
	// [DC-015] [DC-020] 25 types with distinct keys and codes, three of them pawn kinds.
	seen := map[string]bool{}
	for k := king; k < numKinds; k++ {
		if len(names[k].code) != 2 || seen[names[k].code] || seen[names[k].key] || kindByKey(names[k].key) != k {
			t.Errorf("DC-020: %v", names[k])
		}
		seen[names[k].code], seen[names[k].key] = true, true
	}
	if got := kindList(allKinds & pawnKinds); got != "pawn,rookie,drunk_pawn" || len(seen) != 50 {
		t.Errorf("DC-015: pawn kinds %s, %d names", got, len(seen))
	}
}

// light reports the color of a square [DC-002].
func light(q square) bool { return (q.file()+q.rank())%2 == 1 }

// [DC-450] to [DC-454] The standard start of Deicide Chess.
func TestStandardStart(t *testing.T) {
	s := load(t, deicide, deicideSetup)
	if !light(at(15, 0)) || light(at(0, 0)) {
		t.Errorf("DC-002: p1 must be light and a1 dark")
	}
	count := [2][numKinds]int{}
	for q := range s.occupied().each {
		p := s.at(q)
		count[p.color()][p.kind()]++
		if mirrored := s.at(at(q.file(), 15-q.rank())); mirrored != p^pieceOf(black, none) {
			t.Errorf("DC-452: %s on %s, opposite %s", p.code(), q, mirrored.code())
		}
		if own, _ := deicide.ownView(p.color(), q); p.moved() || own < 0 {
			t.Errorf("%s on %s counts as moved", p.code(), q)
		}
	}
	for side := range count {
		for k := king; k < numKinds; k++ {
			want := 1
			switch k {
			case rook, knight, archer, bishop, timeMachine, cannon, centaur, wizard, champion, sumo:
				want = 2
			case pawn:
				want = 16
			case rookie, drunkPawn:
				want = 8
			}
			if count[side][k] != want {
				t.Errorf("DC-451: %d of %s, want %d", count[side][k], k, want)
			}
		}
		if n := s.by[side].count(); n != 64 {
			t.Errorf("DC-450: %d pieces, want 64", n)
		}
	}
	between := func(k, low, high kind) {
		for q := range s.by[white].each {
			if s.at(q).kind() == k && (s.at(q-1).kind() != low || s.at(q+1).kind() != high) {
				t.Errorf("DC-450: %s stands between %s and %s", k, s.at(q-1).kind(), s.at(q+1).kind())
			}
		}
	}
	between(archbishop, archer, bishop)
	if q := at(7, 0); s.at(q) != pieceOf(white, queen) || !light(q) || s.at(q+1) != pieceOf(white, king) {
		t.Errorf("DC-453: Queen and King are not on h1 and i1")
	}
	if q := at(7, 15); s.at(q) != pieceOf(black, queen) || light(q) {
		t.Errorf("DC-453: Black's Queen is not on h16")
	}
	if got := string(s.appendFEN(nil)); got != deicideSetup { // DC-454
		t.Errorf("DC-454: written as %s", got)
	}
	wantStart(t, "DC-456", s, 196)
	quiet := of(legalTexts(s), "c2")
	if !slices.Equal(quiet, []string{"b5", "d5"}) {
		t.Errorf("DC-456: the Wizard on c2 goes to %v", quiet)
	}
}

// [DC-501] [DC-502] [DC-517] [DC-518] The standard start of Yuri Deicide Chess.
func TestYuriStart(t *testing.T) {
	s := load(t, yuri, yuriSetup)
	if n := s.v().board.count(); n != 100 {
		t.Errorf("DC-501: %d squares", n)
	}
	perDiagonal := [19]int{}
	for q := range s.occupied().each {
		p := s.at(q)
		if turned := s.at(at(9-q.file(), 9-q.rank())); turned != p^pieceOf(black, none) {
			t.Errorf("DC-517: %s on %s, opposite %s", p.code(), q, turned.code())
		}
		if p.color() == white {
			perDiagonal[q.file()+q.rank()]++
			if p.isPawn() != (q.file()+q.rank() == 6) || p.moved() {
				t.Errorf("DC-517: %s on %s", p.code(), q)
			}
		}
	}
	if want := [19]int{1, 2, 3, 4, 5, 6, 7}; perDiagonal != want {
		t.Errorf("DC-502: White has %v pieces on the diagonals", perDiagonal)
	}
	if s.at(at(1, 0)) != pieceOf(white, king) || s.at(at(1, 1)) != pieceOf(white, archbishop) ||
		s.at(at(0, 2)) != pieceOf(white, archer) || s.at(at(2, 0)) != pieceOf(white, bishop) {
		t.Errorf("DC-517: King, Archbishop, Archer or Bishop stand elsewhere")
	}
	if got := string(s.appendFEN(nil)); got != yuriSetup {
		t.Errorf("DC-518: written as %s", got)
	}
	wantStart(t, "DC-519", s, 83)
}

func wantStart(t *testing.T, id string, s *State, actions int) {
	t.Helper()
	if n := len(s.Actions(game.First, nil)); n != actions || s.inCheck(white) || s.Turn() != game.First {
		t.Errorf("%s: %d actions, want %d; check %v, %v to move", id, n, actions, s.inCheck(white), s.Turn())
	}
}

// [DC-601] The key that the protocol shows is over fields 1 to 7: the counters make no difference, the rest does.
func TestKeyText(t *testing.T) {
	g := New()
	key := func(list string) string {
		p, err := g.New(game.Options{Position: list})
		if err != nil {
			t.Fatal(err)
		}
		fields := strings.Split(string(p.AppendNotation(nil)), " ")
		if want := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(fields[:7], " "))))[:32]; p.Key() != want {
			t.Errorf("DC-601: key %s, want %s", p.Key(), want)
		}
		return p.Key()
	}
	const list = "w KGb1 PWe4 RKa1 | b KGo16 PWd8"
	if key(list) != key(list+"; quiet=3 turn=5 ply=9") {
		t.Errorf("DC-601: counters are part of the key")
	}
	seen := map[string]string{}
	for _, other := range []string{
		"", "; side=b", "; moves=2", "; moves=1x", "; castle=a1", "; ep=d8:d9", "; ep=d8:d9.d10", "; fly=TM@a5*2", "; fly=TM@a5*1", "; fly=tm@a5*2",
		"; fly=TM@a5*2,tm@a5*2", "; fly=tm@a5*2,TM@a5*2", "; last=kn:-", "; last=-:kn",
	} {
		k := key(list + other)
		if before, taken := seen[k]; taken {
			t.Errorf("DC-433: %q has the key of %q", other, before)
		}
		seen[k] = other
	}
}

// [DC-434] Removals empty the table of repetitions, pawn moves and launches do not; the table in the state and the texts
// of the position stay the same.
func TestTableOfRepetitions(t *testing.T) {
	for _, c := range []struct {
		name, position, play string
		want                 int // positions in the table
	}{
		{"quiet moves", "w KGb1 KNh8 | b KGo16 KNd9", "h8g10 d9c11", 3},
		{"pawn's move", "w KGb1 PWe5 | b KGo16 KNd9", "e5e6 d9c11", 3},
		{"capture", "w KGb1 KNh8 | b KGo16 KNg10 KNd9", "h8g10 d9c11", 2},
		{"launch", "w KGb1 TMd4 | b KGo16 KNd9", "d4-time:d8 d9c11", 3},
		{"landing on nobody", "w KGb1 | b KGo16 KNd9; fly=TM@d8*1", "b1a1 d9c11", 3},
		{"landing on a piece", "w KGb1 KNh8 | b KGo16 KNd9; fly=TM@d9*1", "h8g10 o16p16", 2},
		{"landing lost on a Snail", "w KGb1 KNh8 | b KGo16 SNd9; fly=TM@d9*1", "h8g10 o16p16", 2},
		{"capture with the first of two moves", "w KGb1 KNh8 KNh2 | b KGo16 KNg10 KNd9; moves=2", "h8g10", 0},
		{"middle of an extra turn", "w KGb1 KNh8 KNh2 | b KGo16 KNg10 KNd9; moves=2", "h2g4", 1},
		{"loaded in the middle of an extra turn", "w KGb1 KNh8 KNh2 | b KGo16 KNg10 KNd9; moves=1x", "", 0},
	} {
		t.Run("DC-434/"+c.name, func(t *testing.T) {
			p := start(t, New(), c.position, nil, c.play).(*Position)
			if n := int(p.s.table.n); n != c.want || len(p.past) != c.want {
				t.Errorf("%d positions in the table, %d as texts, want %d", n, len(p.past), c.want)
			}
			for key := range p.past {
				past, ok := pastPosition(p.s.v(), key)
				if !ok || p.s.table.occurrences(past.positionHash()) != p.past[key] {
					t.Errorf("%s is not in the state's table", key)
				}
			}
		})
	}
}

// A table that is full forgets its oldest entries.
func TestTableForgetsTheOldest(t *testing.T) {
	var table, other repetitions
	for i := range uint64(tableSize + 10) {
		table.count(i)
	}
	if table.occurrences(9) != 0 || table.occurrences(10) != 1 || table.occurrences(tableSize+9) != 1 {
		t.Errorf("9: %d, 10: %d, last: %d", table.occurrences(9), table.occurrences(10), table.occurrences(tableSize+9))
	}
	if n := table.count(tableSize + 9); n != 2 {
		t.Errorf("counted %d times, want 2", n)
	}
	other.copyFrom(&table)
	if other.occurrences(tableSize+9) != 2 {
		t.Errorf("the copy has other counts")
	}
}

// Kings cannot go but by Kings in Yuri [DC-511]. What the rules say for positions that cannot arise holds nevertheless.
func TestKingsGone(t *testing.T) {
	for _, c := range []struct {
		id     string
		v      *variant
		mover  color
		acting kind
		winner color
	}{
		{"DC-420", deicide, white, queen, white}, {"DC-420", deicide, black, bomber, black}, {"DC-420", deicide, black, king, black},
		{"DC-511", yuri, white, king, black}, {"DC-511", yuri, black, king, black},
		{"DC-513", yuri, black, queen, white}, {"DC-513", yuri, white, none, white},
	} {
		core := newDraft(c.v, c.v.rules).core()
		if winner, ok := core.captured(c.mover, c.acting).winner(); !ok || winner != c.winner {
			t.Errorf("%s: %s takes as %s: %s wins, want %s", c.id, c.mover.letter(), c.acting, winner.letter(), c.winner.letter())
		}
	}
	s := load(t, deicide, "w KGb1 QNo3 | b KGo16; side=b")
	s.side = white // an invalid position: Black was in check and did not care
	s.Apply(act(moving, at(14, 2), at(14, 15)))
	if got := resultText(s.result); got.Winner != "w" || got.Reason != "king_captured" || s.Turn() != game.Terminal {
		t.Errorf("DC-420: %v", got)
	}
}

// [DC-438] Nobody resigns and nobody offers a draw.
func TestNoResignation(t *testing.T) {
	g := New()
	s := load(t, deicide, deicideSetup)
	for _, text := range []string{"resign", "draw", "pass"} {
		_, err := g.ParseAction(s, game.First, text)
		bad(t, err, game.IllegalAction, "", "")
	}
}
