package cli

import (
	"strings"
	"testing"
)

// TestPlain creates, plays and leaves a table in lines, through pipes.
func TestPlain(t *testing.T) {
	h := newHome(t)
	r := h.fray("note The alarm goes off.\nundo\nquit\n", "play", "Vault", "--new", "--plain")
	if r.status != done || r.err != "" || !strings.Contains(r.out, "table> Note: The alarm goes off.") {
		t.Fatalf("%+v", r)
	}
	if r := h.fray("", "log", "Vault"); !strings.Contains(r.out, "The alarm goes off.") {
		t.Errorf("nothing was kept: %+v", r)
	}
	r = h.fray("1\nmove\n\n\nspeed 1\n", "demo", "--plain") // without a final quit
	if r.status != done || !strings.Contains(r.out, "Men & Supermen: what now?") {
		t.Errorf("%+v", r)
	}
	r = h.fray("help\nsave\ntake-home\nquit\n", "demo", "--plain")
	for _, want := range []string{"leave; nothing is saved in the demo", "Nothing is saved in the demo: a table", "The demo is saved nowhere", "Nothing of the demo was saved. To make a table of your own", "fray play NAME --new"} {
		if !strings.Contains(strings.Join(strings.Fields(r.out), " "), want) {
			t.Errorf("the demo in lines does not say %q:\n%s", want, r.out)
		}
	}
	if strings.Contains(r.out, "everything is saved") {
		t.Errorf("the demo says that it saves:\n%s", r.out)
	}
	if r := h.fray("quit\n", "demo", "--plain", "--json"); r.status != done || !strings.HasPrefix(r.out, "{") {
		t.Errorf("--json gives way: %.80q", r.out)
	}
}

// TestPlainNamesSeveral checks that a condition can be put on several named characters, and
// that an unknown encounter is reported.
func TestPlainNamesSeveral(t *testing.T) {
	h := newHome(t)
	r := h.fray("effect all thugs stunned\nreset\nreset the guards\nquit\n", "demo", "--rulebook", "d6", "--plain")
	for _, want := range []string{"Thug 1 is hurt", "Thug 5 is hurt", "nobody here came with an encounter"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%q is missing in\n%s", want, r.out)
		}
	}
}
