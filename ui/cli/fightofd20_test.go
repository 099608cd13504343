//go:build unix

package cli

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAFightOfD20 plays a fight of two against six with a rulebook written as text: first
// on the full screen, then in lines, then over SSH. The program rolls all dice.
func TestAFightOfD20(t *testing.T) {
	h, bin := newHome(t), built(t)
	s := h.runWatched(t, bin, "play", "Barrow", "--rulebook", "d20")
	s.types(
		on(":", "Empty", "The rulebook d20 is at the"),
		on("add fighter\r", "What happens?"),
		on(":", "Brenna joins"),
		on("add wizard\r", "What happens?"),
		on(":", "Quill joins"),
		on("6 goblins\r", "What happens?"),
		on(":", "2 heroes", "6 foes", "Goblin 6"),
		on("order\r", "What happens?"),
		on(esc, "8 at once", "Quill: initiative", "esc close"),
		on(":", "? help"),
		on("goblin 4 attacks brenna", "What happens?"),
		on("\r", "hit 35 %"),
		on(esc, "Brenna with Scimitar", "esc close"),
		on("q", "? help"))
	if err := s.gone(); err != nil {
		t.Fatal(err)
	}

	r := h.fray("brenna attacks goblin 1\n\nquill casts fireball on goblin 2 and goblin 3\n\nfollow\nlog 3\nquit\n", "play", "Barrow", "--plain")
	for _, words := range []string{"Brenna: Attack with Longsword against Goblin 1, hit 55 %", "Quill casts Fireball on Goblin 2 and Goblin 3: ", "Level 3 slots 2→1", "Dexterity save"} {
		if !strings.Contains(r.out, words) {
			t.Errorf("in lines there is no %q in\n%s", words, r.out)
		}
	}

	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("there is no OpenSSH here: ui/serve plays with another client")
	}
	port := freePort(t)
	gm := h.runWatched(t, bin, "host", "Barrow", "--listen", "127.0.0.1:"+port)
	gm.sees("players type: ssh -p "+port, "Brenna")
	var invite struct{ Invite string }
	if err := json.Unmarshal([]byte(h.asks(t, bin, "invite", "Barrow", "--as", "Mira", "--characters", "Brenna", "--json")), &invite); err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(t.TempDir(), "id")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v\n%s", err, out)
	}
	mira := h.runWatched(t, ssh, "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "IdentitiesOnly=yes",
		"-i", key, "-p", port, "mira@127.0.0.1")
	mira.types(on("\t"+invite.Invite+"\r", "You are in the waiting room"))
	mira.sees("Barrow", "you are Brenna")
	mira.types(
		on(":", "? help"),
		on("attack goblin 6 with javelin", "What happens?"),
		on("\r", "Attack with Javelin against Goblin 6"))
	mira.sees("Goblin 6 with Javelin")
	gm.sees("Brenna", "Goblin 6 with")
	gm.types(on("q"))
	if err := gm.gone(); err != nil {
		t.Errorf("the host left: %v\n%s", err, gm.vt)
	}
	mira.sees("the gamemaster has closed the table")
	_ = mira.gone()
	if r := h.fray("", "check", "Barrow"); r.status != done || !strings.Contains(r.out, "everything is in order") || strings.Contains(r.out, "today's rules") {
		t.Errorf("the check says\n%s%s", r.out, r.err)
	}
}
