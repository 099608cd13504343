package lines

import (
	"strconv"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/uitest"
)

// TestPlainSentences checks that sentences of the prompt work in lines, in the same words.
func TestPlainSentences(t *testing.T) {
	for _, c := range []struct {
		line, says string
	}{
		{"say hello all", "hello all"},
		{"@Mira the key is hers", "to Mira: the key is hers"},
		{"whisper mira the key is hers", "to Mira: the key is hers"},
		{"whisper nobody psst", `nobody here is called "nobody"; there are Mira, gm`},
		{"seraph -5", "Seraph is hurt for 5"},
		{`5 dmg to sphinx "fell"`, "fell"},
		{"sphinx attacks seraph", "Sphinx: Combat Roll"},
		{"attack sphinx -2", "say who does it: Sphinx alone is only the target"},
		{"seraph attacks sphinx -2", "Seraph: Combat Roll with Baton against Sphinx, situation -2, 3 to 4 EP  hit 72 %\n"},
		{"seraph discern situation=50", "situation 50"},
		{"sphinx learning 20", "Learning"},
		{"rest sphinx fortnight 2", "nobody here can rest by the fortnight"},
		{"leave sun-ruler", "Sun-Ruler is removed from the table"},
		{"rule supermen.no_such on", "supermen has no house rule no_such"},
		{"2 footpads", "Footpad 2 joins the table"},
		{"d20+5 vs 12", "d20+5 vs 12"},
		{"costs seraph", "EP cost rows\n"},
		{"find alarm", "0 found."},
		{"recap", "Session 1, 1 January 1970: "},
		{"requests", "There are no requests."},
		{"grant", "there are no requests"},
		{"wait seraph the door opens", "waits until the door opens"},
		{"sphinx frobnicates", `"frobnicates" is neither a command nor a name`},
		{"whisper", "write: whisper NAME TEXT"},
		{"seraph and sphinx attack sun-ruler", "Sphinx: Combat Roll against Sun-Ruler"},
		{"everyone discerns", "Sun-Ruler: Discernment"},
		{"leave seraph, sphinx", "Sphinx is removed from the table"},
		{"effect seraph and sphinx dazed until 2 rounds", "Sphinx: dazed, until segment 100"},
		{"effect seraph inspired strength+2", "Strength +2"},
		{"effect seraph dazed until tuesday", "say until when: scene, 2 rounds"},
		{"effect all thugs dazed", `nobody is called "all"`},
		{"explain seraph build", "Build 50"},
		{"explain seraph bild", "did you mean Build?"},
		{"timeline", "Nothing is pending."},
		{"free", "May act now: Seraph, Sphinx, Sun-Ruler."},
		{"rule", "supermen.vp_overflow: "},
		{"look-as mira", "1. Sun-Ruler: VP 38 of 38"},
		{"look-as tom", `Nobody here is called "tom": there are watcher, Mira.`},
		{"handout The door is locked", "The gamemaster shows: The door is locked"},
		{"handout", "Nothing has been shown yet."},
		{"show forecast", "only heroes are left: nobody fights them"},
		{"handout odds", "Nothing has been done yet."},
		{"rename seraph to Michael", "Michael has a new name"},
		{"rename seraph", "write: rename NAME to NEW NAME"},
		{"player seraph mira", "Seraph is played by Mira"},
		{"player seraph tom", `there is no player "tom": seat tom makes a seat for them`},
		{"seat tom", "tom has a seat at the table"},
		{"seat mira to Anna", "Anna"},
		{"visibility seraph name only", "Seraph"},
		{"visibility seraph slightly", "write: visibility NAME hidden, name only or open"},
		{"notes seraph afraid of water", "Seraph"},
		{"place sphinx 1", "Sphinx moves to place 1"},
		{"place sphinx 9", "there is no place 9: type 1 to 3"},
		{"copy sphinx", "Sphinx 2 joins the table"},
		{"add-rulebook seraph supermen as Adept", "has no template \"Adept\""},
		{"add-rulebook seraph d20", "there is no rulebook \"d20\": there are supermen"},
		{"remove-rulebook seraph supermen", "Seraph no longer has a sheet"},
		{"hand-over", "Players can change their own sheets"},
		{"turn seraph", "Seraph"},
		{"help effect", "effect NAME WORDS"},
		{"correct 1 situation=2", "correct"},
		{"theme light", "only the full screen has themes"},
	} {
		g := uitest.Vault(t)
		g.Must(t, decide.AssignOwner(g.Table.Characters()[2], "Mira"))
		if got := talk(t, g, c.line, "later", "quit"); !strings.Contains(got, c.says) {
			t.Errorf("%q does not say %q:\n%s", c.line, c.says, got)
		}
	}
}

// TestPlainNotes checks that each seat reads its own journal and notes, and that a player's
// notes are about their own characters.
func TestPlainNotes(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
	mira, tom := model.Seat{Role: model.Player, Name: "Mira"}, model.Seat{Role: model.Player, Name: "Tom"}
	got := talkAs(t, g, mira, "journal the key is a fake", "notes seraph owes Tom money", "journal", "gm-notes seraph mine", "note see you", "quit")
	for _, want := range []string{"Private note: the key is a fake\n", "Seraph has new notes\n", ". Private note: the key is a fake\n", "only the gamemaster can do that", "Note: see you\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said to Mira:\n%s", want, got)
		}
	}
	got = talkAs(t, g, tom, "journal", "log 20", "show seraph", "quit")
	for _, not := range []string{"fake", "owes", "new notes"} {
		if strings.Contains(got, not) {
			t.Errorf("Tom reads %q:\n%s", not, got)
		}
	}
	if !strings.Contains(got, "Your journal is empty") || !strings.Contains(got, "Note: see you") {
		t.Errorf("Tom reads\n%s", got)
	}
	got = talk(t, g, "gm-notes seraph is a traitor", "show seraph", "journal", "log 20", "quit")
	for _, want := range []string{"new notes of the gamemaster's", "owes Tom money", "is a traitor", "Your journal is empty", "Private note: the key is a fake"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said to the gamemaster:\n%s", want, got)
		}
	}
	if got := talkAs(t, g, mira, "show seraph", "quit"); !strings.Contains(got, "owes Tom money") || strings.Contains(got, "traitor") {
		t.Errorf("Mira reads\n%s", got)
	}
}

// TestPlainRequests sends a request as a player and grants it as the gamemaster.
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

// busy is a table at which somebody else acts just before each command.
type busy struct{ *uitest.Memory }

// Do implements Game.
func (b busy) Do(by model.Seat, c model.Command) (model.Table, error) {
	if _, err := b.Memory.Do(uitest.GM, model.Note{Text: "the alarm goes off"}); err != nil {
		return model.Table{}, err
	}
	return b.Memory.Do(by, c)
}

// TestPlainRefusedPrintsNews checks that a refused command still prints what others did
// meanwhile.
func TestPlainRefusedPrintsNews(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, model.Note{Text: "all is quiet"}, model.Undo{}) // which can be redone until somebody else acts
	var out strings.Builder
	if err := Play(Config{Game: busy{g}, Seat: uitest.GM}, strings.NewReader("redo\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "the alarm goes off") || !strings.Contains(out.String(), "nothing") {
		t.Errorf("%s", out.String())
	}
}

// TestPlainOwnFirst checks that a player's own characters have the first numbers, and that
// look-ups work during an action.
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

// TestPlainCorrects corrects the settings, dice and decisions of a log entry.
func TestPlainCorrects(t *testing.T) {
	g := uitest.Vault(t)
	talk(t, g, "real seraph", "seraph discern situation=50", "3 4", "nothing", "", "nothing", "quit")
	entry := ""
	for l := range g.Table.Log() {
		if _, began := l.Event.Did.(model.Begin); began {
			entry = strconv.FormatUint(l.Event.Seq, 10)
			break
		}
	}
	for _, c := range []struct{ line, says string }{
		{"correct " + entry + " situation=5", "7 against 15, by 8"},
		{"correct " + entry + " dice=5,6", "11 against 15, by 4"},
		{"correct " + entry + " dice=5", "dice"},
		{"correct " + entry + " stiuation=5", `did you mean "situation"?`},
		{"correct " + entry, "write: correct N KEY=VALUE ..."},
	} {
		if got := talk(t, g, c.line, "log 3", "quit"); !strings.Contains(got, c.says) {
			t.Errorf("%q does not say %q:\n%s", c.line, c.says, got)
		}
	}
}

// TestPrivateLines types private messages, also while a question is open, and sees that
// nothing of them is said to everybody.
func TestPrivateLines(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: "Mira"})
	var typed []string
	for _, word := range []string{"message ", "msg ", "pm ", "text ", "dm ", "tell ", "whisper ", "@"} {
		typed = append(typed, word+"Mira SECRET", word+"everybody SECRET", word+"all SECRET", word+"SECRET", word)
	}
	typed = append(append(typed, "seraph attacks sphinx", "enter"), typed...) // the second time a decision waits
	got := talkAs(t, g, uitest.GM, append(typed, "later", "quit")...)
	for l := range g.Table.Log() {
		for _, f := range l.Event.Facts {
			if m, is := f.(model.MessageSent); is && m.To.ID == "" {
				t.Errorf("said to everybody: %q", m.Text)
			}
		}
	}
	if n := strings.Count(got, "to Mira: SECRET"); n != 16 {
		t.Errorf("%d messages, not 16:\n%s", n, got)
	}
}
