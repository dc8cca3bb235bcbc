package domain

import "testing"

func parsed(t testing.TB, text string) *State {
	t.Helper()
	s, _, err := parseState([]byte(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return s
}

func noted(t testing.TB, notation string) *State {
	t.Helper()
	s, err := parseNotation(notation, 0)
	if err != nil {
		t.Fatalf("%v in %s", err, notation)
	}
	return s
}

const startNotation = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 limitless limitless -"

// The first two keys are worked examples of the rules; the others were computed by a separate FNV-1a (Python).
func TestKeyText(t *testing.T) {
	for _, c := range []struct{ name, notation, text, key string }{
		{"CD-444/rika", "4k3/8/8/8/4A3/8/8/3K4 b - - 0 copy shrine mutual@w/3",
			"d1Kwre4Qwke8Kbr|||b|mutual@w|||00||", "936e4c3e7394af6b"},
		{"CD-444/start", startNotation, "", "21b781f63634c758"},
		{"CD-131/every field", "4k2r/8/3d4/2~n1O3/2g{l2}1p3/3P{i3,s1,z2,k1}4/M{t1}7/4K2R b Kk e3 7 ten;t=9;j=2;d=a8/2;a=red,blue train;d=b7/1;a=check,blue pawns@w/2",
			"e1Kwrh1Rwra2Mwmtd3Pwriszc4Nbde4Pbrc5Nbce5Pwpd6Dbye8Kbrh8Rbr|Kk|e3|b|pawns@w|a8|b7|10|blue,red|blue,check", "67a431c4a5ad25f6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := noted(t, c.notation)
			text := string(appendKeyText(nil, s))
			if c.text != "" && text != c.text {
				t.Errorf("key text\n%s, want\n%s", text, c.text)
			}
			if key := keyHex(s.textKey()); key != c.key {
				t.Errorf("key %s of %s, want %s", key, text, c.key)
			}
		})
	}
	t.Run("CD-444/sixteen digits", func(t *testing.T) {
		if got := keyHex(0xa5); got != "00000000000000a5" {
			t.Errorf("keyHex(0xa5) = %s", got)
		}
	})
}
