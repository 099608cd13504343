package lines

import (
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/uitest"
)

// What can be said on the screen can be said in lines, in the same words.
func TestPlainSayings(t *testing.T) {
	for _, c := range []struct {
		line, says string
	}{
		{"say hello all", "hello all"},
		{"@Mira the key is hers", "to Mira: the key is hers"},
		{"whisper mira the key is hers", "to Mira: the key is hers"},
		{"whisper nobody psst", `nobody here is called "nobody"; there are Mira, gm`},
		{"seraph -5", "VP -5"},
		{`5 dmg to sphinx "fell"`, "fell"},
		{"sphinx attacks seraph", "Sphinx: Combat Roll"},
		{"attack sphinx -2", "say who does it: Sphinx alone says only against whom"},
		{"seraph attacks sphinx -2", "Seraph: Combat Roll with Baton against Sphinx, situation -2, 3 to 4 EP  hit 72 %\n"},
		{"seraph discern situation=50", "situation 50"},
		{"sphinx learning 20", "Learning"},
		{"rest sphinx fortnight 2", "nobody here can rest by the fortnight"},
		{"leave sun-ruler", "Sun-Ruler is removed from the table"},
		{"rule supermen.no_such on", "supermen has no house rule no_such"},
		{"2 footpads", "Footpad 2 joins the table"},
		{"d20+5 vs 12", "d20+5 vs 12"},
		{"costs seraph", "EP"},
		{"find alarm", "0 found."},
		{"recap", "Session 1, 1 January 1970: "},
		{"requests", "There are no requests."},
		{"grant", "there are no requests"},
		{"wait seraph the door opens", "waits until the door opens"},
		{"sphinx frobnicates", `"frobnicates" is neither a command nor a name`},
		{"whisper", "write: whisper NAME TEXT"},
		{"theme light", "only the full screen has themes"},
	} {
		g := uitest.Vault(t)
		g.Must(t, decide.AssignOwner(g.Table.Characters()[2], "Mira"))
		if got := talk(t, g, c.line, "later", "quit"); !strings.Contains(got, c.says) {
			t.Errorf("%q does not say %q:\n%s", c.line, c.says, got)
		}
	}
}

// A player asks, and the gamemaster grants, both in lines.
func TestPlainRequests(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	if got := talkAs(t, g, mira, "ask may I open the vault", "sphinx -3", "show", "quit"); !strings.Contains(got, "Mira asks: may I open the vault") {
		t.Errorf("nothing is asked:\n%s", got)
	}
	got := talk(t, g, "requests", "grant", "grant 1", "refuse 1 not today", "requests", "quit")
	for _, want := range []string{"1. Mira wants: may I open the vault\n", "there are 2 requests: say which, by its number",
		"is granted: may I open the vault", "is not granted", "not today", "There are no requests."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
}

// busy is a table at which somebody else does something just before a command.
type busy struct{ *uitest.Memory }

// Do implements Game.
func (b busy) Do(by model.Seat, c model.Command) (model.Table, error) {
	if _, err := b.Memory.Do(uitest.GM, model.Note{Text: "the alarm goes off"}); err != nil {
		return model.Table{}, err
	}
	return b.Memory.Do(by, c)
}

// A command that is refused still tells what others did meanwhile.
func TestPlainRefusedTellsTheNews(t *testing.T) {
	g := uitest.Vault(t)
	var out strings.Builder
	if err := Play(Config{Game: busy{g}, Seat: uitest.GM}, strings.NewReader("redo\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "the alarm goes off") || !strings.Contains(out.String(), "nothing") {
		t.Errorf("%s", out.String())
	}
}

// Own characters have the first numbers, and what can be looked up can be looked up in
// the middle of an action.
func TestPlainOwnFirst(t *testing.T) {
	g := uitest.Vault(t)
	sphinx := g.Table.Characters()[1]
	g.Must(t, decide.AssignOwner(sphinx, "Mira"))
	got := talkAs(t, g, model.Seat{Role: model.Player, Name: "Mira"}, "1", "1", "say wait a moment", "show sphinx", "back", "seraph", "quit")
	for _, want := range []string{"1. Sphinx: ", "Sphinx, Men & Supermen: what now?", "Mira: wait a moment", "VP 42 of 42", "You know Seraph by name only."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
}
