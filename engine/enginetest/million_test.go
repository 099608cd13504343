package enginetest

import (
	"strings"
	"testing"
)

func TestThrownDiceAgreeWithTheOdds(t *testing.T) {
	all := usualRolls(nil, newToy().System)
	if n := throwAll(all, 20*turn); n != 20*turn || len(all) == 0 {
		t.Fatalf("%d rolls of %d inputs", n, len(all))
	}
	for _, s := range all {
		s.compare(t)
	}
}

func TestOddsThatAreALittleOffAreNoticed(t *testing.T) {
	all := usualRolls(nil, newToy().System)[:1]
	throwAll(all, 50*turn)
	s := all[0]
	for i := range s.want.Totals {
		if x := &s.want.Totals[i]; x.P > 0.05 {
			x.P -= 0.01
		}
	}
	var h recorder
	s.compare(&h)
	if !h.has("sigma off") || !strings.Contains(h.lines[0], "check, Ash") {
		t.Errorf("50,000 rolls do not notice a hundredth: %q", h.lines)
	}
}

func TestWhatHasNoChanceIsSurprising(t *testing.T) {
	if s := surprise(1, 1000, 1e-12); s < mostSurprise {
		t.Errorf("once in a thousand, with a chance of 1e-12: %v", s)
	}
	if s := surprise(0, 1000, 1e-12); s > 1e-6 {
		t.Errorf("never, with a chance of 1e-12: %v", s)
	}
	if s := surprise(520, 1000, 0.5); s > mostSurprise {
		t.Errorf("520 of 1000 at even odds: %v", s)
	}
}
