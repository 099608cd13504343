package trip

import (
	"slices"
	"testing"

	"example.org/fray/engine"
)

// A form that remembers the last roll pays for nothing anew.
func TestAFormForgetsWhatWasPaid(t *testing.T) {
	a, _ := System.Action("trip")
	form := engine.PageOf("ability", "Spear attack", "slide", 2, "purse", "omega",
		"focus", "red", "luck", "luck", "luck_focus", "orange", "continues", true, "holds_off", 9)
	want := engine.PageOf("ability", "Spear attack", "slide", 2, "purse", "omega")
	got := a.Remembered(form)
	if !slices.Equal(got.Paths(), want.Paths()) {
		t.Errorf("%v is kept, want %v", got.Paths(), want.Paths())
	}
}
