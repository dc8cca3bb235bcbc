package domain

import (
	"errors"
	"strings"
	"testing"

	"variantlab/sim/game"
)

func TestNotation(t *testing.T) {
	for name, text := range map[string]string{
		"start":   startNotation,
		"domains": "4k3/8/8/8/3Q4/8/1P6/4K3 w - - 3 shrine;e=60 limitless malevolent@w/2/d4/slash",
		"fresh":   "4k3/8/8/8/8/8/8/4K3 b - - 0 limitless;e=60;t=8 shrine;t=7 pawns@w/3/fresh",
		"pieces":  "k7/8/3d4/2~nO~Q3/2g{l2}1a3/3P{i3,s1,z2,k1}4/M{t1}7/4K2R b K e3 7 ten train pawns@w/2",
		"side": "4k3/8/8/8/8/8/8/4K3 w - - 0 " +
			"limitless;e=5;t=13;l=3;j=2;n=4;d=a6/2;c=P3N1;L=n@b8,p@e7;cd=blue.2,domain.8;p=br;r=blue,red;a=blue,check;v=cleave,red;m=1;x=1;s=40;y=1 " +
			"toji;t=9;D=shrine;R=1 -",
	} {
		t.Run("CD-445/"+name, func(t *testing.T) {
			s := noted(t, text)
			if got := string(appendNotation(nil, s)); got != text {
				t.Errorf("reads back as\n%s, want\n%s", got, text)
			}
		})
	}
	t.Run("CD-446/same as JSON", func(t *testing.T) {
		s := noted(t, "4k3/8/8/3p{z2}4/8/8/3R4/3QK3 b - d3 4 limitless;e=60;t=8;cd=domain.7 train;t=7;L=n@g8;n=1;d=c3/2 pawns@w/3/fresh")
		want := `{"black":{"doors":{"left":2,"sq":"c3"},"losses":1,"lost":[{"home":"g8","t":"N"}],"set":"train","turns":7},` +
			`"board":{"d1":{"side":"white","t":"Q"},"d2":{"side":"white","t":"R"},"d5":{"side":"black","speech":2,"t":"P"},` +
			`"e1":{"side":"white","t":"K"},"e8":{"side":"black","t":"K"}},` +
			`"domain":{"fresh":true,"left":3,"name":"pawns","owner":"white"},"ep":"d3","halfmove":4,"turn":"black",` +
			`"white":{"cd":{"domain":7},"energy":60,"set":"limitless","turns":8}}`
		if got := string(appendStateJSON(nil, s, nil)); got != want {
			t.Errorf("JSON\n%s, want\n%s", got, want)
		}
	})
}

func TestNotationErrors(t *testing.T) {
	const sound = "4k3/8/8/8/8/8/8/R{z1}3K3 w - - 0 limitless;e=60 shrine -"
	for name, c := range map[string]struct{ from, to, says string }{
		"fields":          {" -", "", "7 fields"},
		"ranks":           {"/8/8/8/8", "/8/8/8", "7 ranks"},
		"rank too short":  {"4k3", "4k2", "exactly 8"},
		"rank too long":   {"4k3", "4k4", "exactly 8"},
		"piece too far":   {"4k3", "4k3k", "exactly 8"},
		"no piece":        {"4k3", "4x3", "no piece"},
		"curse king":      {"4k3", "4~k3", "no piece"},
		"curse of nobody": {"4k3", "4k2~", "followed by a letter"},
		"open brace":      {"{z1}", "{z1", "not closed"},
		"unknown status":  {"{z1}", "{y1}", "one of the letters isztkl"},
		"status twice":    {"{z1}", "{z1,z1}", "twice"},
		"empty braces":    {"{z1}", "{}", "one of the letters"},
		"status number":   {"{z1}", "{z}", "whole number"},
		"status range":    {"{z1}", "{z9}", "from 0 to 3"},
		"side to move":    {" w ", " wb ", "must be w or b"},
		"castle":          {" w - ", " w kK ", "KQkq"},
		"ep":              {"- 0", "e10 0", "no square"},
		"halfmove":        {"- 0", "- x", "whole number"},
		"set":             {"shrine", "shrin", "none of limitless"},
		"unknown key":     {";e=60", ";f=60", "a key"},
		"no value":        {";e=60", ";e=", "a key"},
		"key twice":       {";e=60", ";e=60;e=60", "twice"},
		"flag":            {";e=60", ";m=2", "must be 1"},
		"curses":          {";e=60", ";c=P", "whole number"},
		"lost":            {";e=60", ";L=N@b8", "lower-case"},
		"lost type":       {";e=60", ";L=@b8", "none of P"},
		"cooldown":        {";e=60", ";cd=blue", "whole number"},
		"prime":           {";e=60", ";p=rb", "sorted"},
		"domain":          {"shrine -", "shrine pawns", "as in pawns@w/3"},
		"domain name":     {"shrine -", "shrine pawn@w/3", "none of pawns"},
		"domain left":     {"shrine -", "shrine pawns@w/x", "whole number"},
		"domain queen":    {"shrine -", "shrine malevolent@w/3/x", "no square"},
		"two kings":       {"R{z1}", "K", "2 kings"},
	} {
		t.Run("CD-445/"+name, func(t *testing.T) {
			text := strings.Replace(sound, c.from, c.to, 1)
			_, err := parseNotation(text, 0)
			var input *game.InputError
			if !errors.As(err, &input) || input.Code != game.BadState || input.Path != "position" || !strings.Contains(input.Msg, c.says) {
				t.Errorf("%s gives error %v, want bad-state at position saying %q", text, err, c.says)
			}
		})
	}
}
