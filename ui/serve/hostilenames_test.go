package serve_test

import (
	"regexp"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/uitest"
)

// drawing are the sequences by which a screen is drawn: colours, places, modes and cleared cells.
var drawing = regexp.MustCompile("\x1b\\[[0-9;?]*[mHABCDJKhlrXP]|\x1b\\[[0-9;?]*[cnuqt]|\x1b[()][0AB]|\x1b[78=>]|\x1b\\]11;\\?(\x07|\x1b\\\\)")

// TestHostileNamesOverSSH gives a hundred hostile names to characters, sides, seats, places and
// messages, and to those who come and wait, by the screen and in lines: nothing that a name
// holds steers a terminal, and each name that is let in can be spoken of.
func TestHostileNamesOverSSH(t *testing.T) {
	t.Parallel()
	h := open(t, "supermen")
	screen := h.come("gm", h.gms)
	screen.sees("The Vault Job")
	lines := h.comePlain("gm", h.gms)
	lines.sees("table>")
	mira := h.comePlain("mira", h.seated("Mira", 0))
	mira.sees("table>")
	sheet := h.live.Now().Characters()[0].Pages
	names := uitest.EveryHostileName()
	for i, name := range names {
		for _, c := range []model.Command{
			model.Join{Character: model.Character{Name: name, Side: engine.Side(name), Notes: name, Shown: model.ShownOpen, Pages: sheet}},
			model.Say{Text: name}, model.Scene{Place: name}, model.Note{Text: name}, model.Show{Head: name, Text: name},
			model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: name},
		} {
			_, _ = h.live.Do(gm, c) // some are refused
		}
		typed := strings.NewReplacer("\n", " ", "\r", " ").Replace(name)
		mira.types("say "+typed+"\n", typed+"\n", "back\n")
		screen.types("\x1b[200~" + name + "\x1b[201~")
		if i%10 != 0 && !*long {
			continue
		}
		c, err := h.linesOf(name, newKey(t))
		if err != nil {
			continue // SSH itself refuses it
		}
		c.sees("You are in the waiting room")
		c.types(typed+"\n", "quit\n")
		c.ends()
		clean(t, name, c)
	}
	mira.types("say I am done\n") // what she types is read no faster than allowed, and would scroll the rest away
	mira.sees("Mira: I am done")
	h.must(gm, model.Say{Text: "the last of them"})
	for _, c := range []*client{lines, mira} {
		c.sees("the last of them")
	}
	screen.catchesUp()
	if n := len(h.live.Now().Characters()); n < len(names)/2 {
		t.Errorf("only %d of them came", n)
	}
	for _, c := range []*client{screen, lines, mira} {
		clean(t, "", c)
	}
}

// clean checks that nothing steers a terminal but what draws a screen.
func clean(t *testing.T, name string, c *client) {
	t.Helper()
	sent := strings.ReplaceAll(c.all(), "\r\n", "\n")
	if !c.plain {
		sent = drawing.ReplaceAllString(sent, "")
	}
	if at := uitest.Steering.FindStringIndex(sent); at != nil {
		t.Errorf("%q: sent is %q", name, sent[max(0, at[0]-40):min(len(sent), at[1]+40)])
	}
}
