package ui

import (
	"testing"

	"example.org/fray/engine/d6"
	"example.org/fray/ui/kit"
)

// The order of turns is rolled for all of them in one go: one question leads
// to the next, and what cannot fail says what it comes to.
func TestOrderIsRolledInOneGo(t *testing.T) {
	s := newScreen(t, seated(t, d6.System), "dark", kit.Unicode, 120, 36)
	s.press("I")
	s.shows("Initiative", "total ")
	for range 3 * len(d6.System.Templates) {
		if s.top() != nil {
			s.press("enter")
		}
	}
	if s.top() != nil || len(s.table.Rolls()) > 0 || len(s.table.Clock.Order) != len(d6.System.Templates) {
		t.Errorf("the order is not rolled:\n%s", s.plain())
	}
}
