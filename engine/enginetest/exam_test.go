package enginetest

import "testing"

func TestAGoodRulebookPasses(t *testing.T) {
	TestSystem(t, newToy().System)
	var h heard
	examine(&h, newToy().System)
	for _, l := range h.lines {
		t.Error(l)
	}
}
