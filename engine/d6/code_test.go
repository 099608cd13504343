package d6

import (
	"strings"
	"testing"
)

func TestCodesAreRead(t *testing.T) {
	for text, want := range map[string]code{
		"4D+2": {4, 2}, "4d": {4, 0}, "4D2": {4, 2}, "13D+1": {13, 1}, "1D": {1, 0}, "0D": {0, 0},
		"50D":    {50, 0},
		" 5d+0 ": {5, 0}, //nolint:gocritic // the spaces are what is tried
	} {
		if got, err := parseCode(text); err != nil || got != want {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "D", "D+1", "4", "+4D", "-4D", "4D+", "4D-1", "4D++1", "4DD", "4D+1D", "4 D", "4D +1",
		"04D", "4D01", "51D", "4D+1 ", "x4D", "4D+x", "４D", "4d6", "99999999999999999999D"} {
		if c, err := parseCode(text); err == nil && strings.TrimSpace(text) == text {
			t.Errorf("%q is read as %v", text, c)
		} else if err != nil && !strings.Contains(err.Error(), "D") {
			t.Errorf("%q: %v does not say what would be right", text, err)
		}
	}
	if _, err := parseCode("3D+5"); err == nil || !strings.Contains(err.Error(), "4D+2") {
		t.Errorf("3D+5: %v does not offer 4D+2", err)
	}
}

func TestThreePipsMakeADie(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"3D+2", "1D+1", "5D"}, {"3D+2", "1D+2", "5D+1"}, {"3D", "2D", "5D"}, {"0D+1", "1D+1", "1D+2"},
	} {
		a, _ := parseCode(c.a)
		b, _ := parseCode(c.b)
		if got := a.plus(b).String(); got != c.want {
			t.Errorf("%s plus %s is %s, want %s", c.a, c.b, got, c.want)
		}
	}
	for text, want := range map[string]string{"4D+2": "8D+4", "3D+1": "6D+2", "2D": "4D"} {
		c, _ := parseCode(text)
		if got := c.doubled().String(); got != want {
			t.Errorf("%s doubled is %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]int{"3D": 6, "3D+2": 8, "1D": 2} {
		c, _ := parseCode(text)
		if got := c.derived(); got != want {
			t.Errorf("the difficulty derived from %s is %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]string{"3D+2": "2D", "4D+1": "2D", "1D": "1D", "5D": "3D"} {
		c, _ := parseCode(text)
		if got := c.half().String(); got != want {
			t.Errorf("the Strength Damage of %s is %s, want %s", text, got, want)
		}
	}
}

func TestBonusesAreRead(t *testing.T) {
	for text, want := range map[string][2]int{"+1D": {1, 0}, "+2": {0, 2}, "-1D": {-1, 0}, "-3": {0, -3}, "+1D+2": {1, 2}, "5D": {5, 0}, "-1D+1": {-1, -1}} {
		dice, plus, err := parseBonus(text)
		if err != nil || dice != want[0] || plus != want[1] {
			t.Errorf("%q is read as %dD%+d, %v", text, dice, plus, err)
		}
	}
	for _, text := range []string{"", "+", "much", "+-1", "1.5"} {
		if _, _, err := parseBonus(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func FuzzCode(f *testing.F) {
	for _, seed := range []string{"4D+2", "4d", "4D2", "13D+1", "3D+5", "", "D", "+1D", "0D+0", "4D+1 "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := parseCode(text)
		if err != nil {
			if c != (code{}) {
				t.Errorf("%q: %v comes with an error", text, c)
			}
			return
		}
		if c.dice < 0 || c.dice > mostDice || c.pips < 0 || c.pips >= pipsInDie {
			t.Errorf("%q is read as %v", text, c)
		}
		if again, err := parseCode(c.String()); err != nil || again != c {
			t.Errorf("%q is written as %s, and that is read as %v, %v", text, c, again, err)
		}
		if codeOf(c.worth()) != c {
			t.Errorf("%v is worth %d pips, which are %v", c, c.worth(), codeOf(c.worth()))
		}
	})
}
