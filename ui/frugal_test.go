package ui

import (
	"testing"

	"example.org/fray/ui/uitest"

	"example.org/fray/ui/kit"
)

// TestKeyIsFrugal holds a key and its frame to what they may allocate, with 50
// characters at the table and however long the log is.
func TestKeyIsFrugal(t *testing.T) {
	const most = 2000
	frame := func(events int) float64 {
		s := newScreen(t, crowd(t, 50, events), "dark", kit.Unicode, 120, 36)
		return testing.AllocsPerRun(20, func() {
			s.Update(uitest.Key("down"))
			_ = s.View()
		})
	}
	short, long := frame(200), frame(4000)
	if short > most || long > most || long > short*1.05 {
		t.Errorf("a key allocates %.0f times with a short log and %.0f with a long one, %d are meant", short, long, most)
	}
}
