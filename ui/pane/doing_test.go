package pane

import "testing"

// Of what somebody is doing the first is told, and of the rest what fits.
func TestWhatIsDoneIsCut(t *testing.T) {
	for w, want := range map[int]string{
		30: "hurt, yellow Focus, free",
		23: "hurt, yellow Focus",
		17: "hurt, free",
		5:  "hurt",
		2:  "hurt",
	} {
		d := doing{parts: []string{"hurt", "yellow Focus", "free"}}
		if d.cut(w); d.text() != want {
			t.Errorf("in %d cells it is %q, want %q", w, d.text(), want)
		}
	}
}

// What is called for is kept before how somebody is, and no choice without it.
func TestCallsAreKept(t *testing.T) {
	all := []string{"hurt", "Dodge needed twice", "or resist", "free"}
	for w, want := range map[int]string{60: "hurt, Dodge needed twice, or resist, free", 28: "Dodge needed twice, hurt", 23: "Dodge needed twice"} {
		d := doing{parts: all}
		d.cut(w)
		if got := d.text(); got != want {
			t.Errorf("in %d cells: %q, want %q", w, got, want)
		}
	}
}
