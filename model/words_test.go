package model

import (
	"fmt"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
)

// Every kind of fact has its words, and one that this version does not know
// too.
func TestWords(t *testing.T) {
	table := New(Rules{"supermen": supermen.System})
	seq := uint64(0)
	apply := func(facts ...Fact) {
		seq++
		table = table.Apply(Event{Seq: seq, Facts: facts})
	}
	page := engine.PageOf("strength", 11, "powers/r1/name", "Electricity", "powers/r1/pr", 12)
	apply(Made{"Vault", "supermen"})
	apply(Joined{Character{ID: "a", Name: "Seraph", Pages: map[string]engine.Page{"supermen": page}}})
	apply(Joined{Character{ID: "b", Name: "Sphinx", Pages: map[string]engine.Page{"supermen": {}}}})
	roll := Roll{ID: "r1", Who: "a", Against: []string{"b"}, System: "supermen", Action: "move", Moment: 81, Params: engine.PageOf("pool", 3)}
	apply(Opened{roll})
	pending := Pending{ID: "p", Who: "a", System: "supermen", Action: "move-done", Of: "move", Due: 12}
	roll.Tape = []engine.Answer{{ID: "dice", Dice: "2d10", Faces: engine.Faces{5, 1}}, {ID: "share", Give: engine.Shares{"speed": 2, "ep": 1}}}
	lost := Change{Field: "ep_lost_round", From: engine.ValueOf(3), To: engine.ValueOf(5)}
	ended := Finished{Roll: roll, Outcome: engine.Outcome{Success: true, Grade: "success", Total: 14, Target: 18, Margin: 4, Flags: []string{"very-good"},
		Values: []engine.Named{engine.Num("speed_q", 17)}}, Changes: []Change{lost}, Later: []Pending{pending}, Notes: []string{"the working"}}
	amount := 5

	told := map[string]bool{}
	for _, c := range []struct {
		fact  Fact
		short string // a line each
		more  string // what the whole form says besides
	}{
		{Made{"Vault", "supermen"}, "The table Vault begins, in the time of Men & Supermen", ""},
		{named{"Vault 2", "chess"}, "The table is called Vault 2, in the time of chess", ""},
		{Joined{Character{Name: "Rook"}}, "Rook joins the table", ""},
		{left{"a"}, "Seraph leaves the table", ""},
		{edited{Who: "a", Character: Character{Name: "Seraph", Owner: "Bo", Typed: true, Hidden: true}}, "Seraph is described anew\ncalled Seraph, played by Bo, hidden, throws real dice", ""},
		{edited{Who: "a", Character: Character{Name: "Seraph", Owner: "Bo"}, What: []string{ofPlayer}}, "Seraph is played by Bo now", ""},
		{edited{Who: "a", Character: Character{Name: "Seraph", Shown: "met"}, What: []string{ofName, ofPlayer, ofShown}}, "Seraph has a new name, is the gamemaster's now and is only met by others now", ""},
		{edited{Who: "a", Character: Character{Name: "Seraph", Hidden: true, Guard: true, Typed: true}, What: []string{ofShown, ofGuard, ofDice, ofNotes}},
			"Seraph is hidden now, lets others see the defence now, has real dice now and has other notes", ""},
		{edited{Who: "a", Character: Character{Name: "Seraph"}, What: []string{ofGuard, ofDice}}, "Seraph lets nobody see the defence now and has the program's dice now", ""},
		{reordered{"a", 2}, "Seraph moves to place 3", ""},
		{written{Who: "a", System: "supermen", Why: "a gift", Changes: []Change{{Field: "strength", From: engine.ValueOf(11), To: engine.ValueOf(12)},
			{Field: "powers/r1/pr", From: engine.ValueOf(12)}, lost}}, "Seraph is changed: a gift\nStrength 11→12, Electricity PR taken off, EP -2", "EP lost, back by the round 3→5"},
		{written{Who: "a", System: "supermen", Changes: []Change{{Field: "powers/r1", From: engine.ValueOf("Electricity")}, {Field: "powers/r2"}}},
			"Seraph is changed\nElectricity taken off Powers, a row taken off Powers", ""},
		{written{Who: "a", System: "supermen", Changes: []Change{{Field: "powers/r9/name", From: engine.ValueOf(""), To: engine.ValueOf("Flight")},
			{Field: "powers/r9/lost", From: engine.ValueOf(0), To: engine.ValueOf(0)}, {Field: "powers/r9/pr", From: engine.ValueOf(0), To: engine.ValueOf(9)}}},
			"Seraph is changed\nFlight added to Powers, PR 0→9", ""},
		{paged{Who: "a", System: "supermen", Page: &page}, "Seraph is written in Men & Supermen", ""},
		{paged{Who: "x", System: "supermen", Page: &page, Why: "a gift"}, "The sheet of somebody is written anew: a gift", ""},
		{paged{Who: "a", System: "chess"}, "Seraph is no longer written in chess", ""},
		{houseSet{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down")}, "House rule Half strength in Move Rolls: down", ""},
		{houseSet{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down"), Alone: alone}, "House rule Half strength in Move Rolls: down, for this act alone", ""},
		{houseSet{System: "supermen", Rule: "half", Value: engine.Value{}}, "House rule half: as the book has it", ""},
		{Opened{roll}, "Seraph: Move against Sphinx begins", ""},
		{Answered{Who: "a", Answer: roll.Tape[0], Thrown: true}, "Seraph throws 5 1", ""},
		{Answered{Who: "a", Answer: roll.Tape[0]}, "Seraph types 5 1", ""},
		{Answered{Who: "a", Against: []string{"b"}, Answer: engine.Answer{ID: "other.wild", Faces: engine.Faces{5}}, Thrown: true}, "Sphinx throws 5", ""},
		{Answered{Who: "b", Against: []string{"b", "a"}, Answer: engine.Answer{ID: "other.2.wild", Faces: engine.Faces{5}}, Thrown: true}, "Seraph throws 5", ""},
		{Answered{Who: "a", Against: []string{"b"}, Answer: engine.Answer{ID: "other.cp", Amount: &amount}}, "Sphinx: other.cp: 5", ""},
		{Answered{Who: "a", Against: []string{"b"}, Answer: engine.Answer{ID: "other.fate", Pick: "out"}}, "Seraph: other.fate: out", ""},
		{Answered{Who: "a", Answer: roll.Tape[1]}, "Seraph: share: ep 1 speed 2", ""},
		{Answered{Who: "a", Answer: engine.Answer{ID: "share", Give: engine.Shares{}}}, "Seraph: share: nothing", ""},
		{Answered{Who: "a", Answer: engine.Answer{ID: "cp", Amount: &amount}}, "Seraph: cp: 5", ""},
		{Answered{Who: "a", Answer: engine.Answer{ID: "how", Pick: "well"}}, "Seraph: how: well", ""},
		{Answered{Who: "a", Answer: engine.Answer{ID: "how", Pick: "well", Said: "How? Well done"}}, "Seraph: How? Well done", ""},
		{ended, "Seraph: Move against Sphinx\nsuccess: 14 against 18, by 4, very good   EP -2   moves until segment 12", "speed q 17"},
		{Dropped{Who: "a", Action: "move", Why: "the bell rang"}, "Seraph: Move is dropped: the bell rang", ""},
		{parked{Who: "a", Action: "dance", Why: "the rule broke"}, "Seraph: dance is parked: the rule broke", ""},
		{moved{Clock{Moment: 93, Turn: "a"}}, "It is segment 93, the turn of Seraph", ""},
		{moved{Clock{Moment: 93, Order: []string{"b", "a"}}}, "It is segment 93; in order Sphinx, Seraph", ""},
		{moved{Clock{Scene: 1, Place: "The roof"}}, "Scene 2 begins: The roof", ""},
		{moved{Clock{Moment: 93, Declared: []Declaration{{Who: "a", Actions: 2}}, Waiting: []waiting{{"a", "the bell"}}}},
			"It is segment 93; Seraph declares 2; Seraph waits until the bell", ""},
		{Done{pending}, "Move of Seraph is due", ""},
		{cancelled{pending, "the scene ended"}, "Move of Seraph is called off: the scene ended", ""},
		{delayed{pending, 120}, "Move of Seraph is put off from segment 12 to segment 120", ""},
		{paid{Who: "a", System: "supermen", Changes: []Change{lost}, Notes: []string{"the working"}}, "Seraph pays\nEP -2", "the working"},
		{ran{Who: "a", System: "supermen", Action: "move", Why: "the scene ended", Changes: []Change{{Who: "b", Field: "strength", From: engine.ValueOf(3), To: engine.ValueOf(0)}}},
			"Seraph: Move, the scene ended\nSphinx's Strength 3→0", ""},
		{effectBegan{Effect: Effect{Who: "a", Words: "blessed", Until: ByMoment, At: 120}}, "Seraph: blessed, until segment 120", ""},
		{effectBegan{Effect: Effect{Who: "a", Words: "blessed", Until: ByNext}}, "Seraph: blessed, for the next action", ""},
		{effectEnded{Effect: Effect{Who: "a", Words: "blessed"}, Why: "its time is over"}, "Seraph: blessed is over, its time is over", ""},
		{Noted{Text: "One\nTwo"}, "Note: One", "Two"},
		{Noted{Text: "Psst", Private: true}, "Private note: Psst", ""},
		{EveningBegan{Fingerprint: "0123456789abcdef"}, "The evening begins", "cdef"},
		{EveningBegan{Fingerprint: "0123456789abcdef", Hidden: "123456789abcdef0"}, "The evening begins", "def0"},
		{EveningEnded{Seed: "fedcba9876543210"}, "The evening ends", "3210"},
		{wordsAsked{[]sitter{{Name: "Mira"}, {Name: "Tom"}}}, "Each player who is here adds a word to the dice, in this order: Mira, Tom", ""},
		{wordAdded{sitter{Name: "Mira"}, "purple elephants"}, "Mira adds to the dice: purple elephants", ""},
		{wordPassed{sitter{Name: "Tom"}, "silent for 30 s"}, "Tom adds nothing to the dice: silent for 30 s", ""},
		{mixed{Steps: 3, At: 17}, "From here on the dice come of the seed and of these words", "17"},
		{calledFor{FollowUp{Who: "a", System: "supermen", Action: "move"}}, "Move follows for Seraph", ""},
		{asked{Ask{By: Seat{Role: Player, Name: "Bo"}, Undo: []uint64{4}}}, "Bo asks: to take back Seraph: Move against Sphinx begins", ""},
		{settledAsk{Ask: Ask{By: Seat{Role: Player, Name: "Bo"}, Joins: &Character{Name: "Kit"}}, Granted: true}, "What Bo asked is granted: to bring Kit", ""},
		{message{From: Seat{Role: GM}, Text: "now!"}, "The gamemaster: now!", ""},
		{message{From: Seat{Role: Player, Name: "Cy"}, Text: "psst", To: Seat{Role: Player, Name: "Bo"}}, "Cy to Bo: psst", ""},
		{message{From: Seat{Role: Player, Name: "tom"}, Text: "psst", To: Seat{Role: Player, Name: "mira"}}, "tom to mira: psst", ""},
		{message{From: Seat{Role: GM}, Text: "psst", To: Seat{Role: Player, Name: "mira"}}, "The gamemaster to mira: psst", ""},
		{seatNamed{sitter{Seat{Role: Player, ID: "s9"}, "Cy"}, ""}, "Cy has a seat at the table", ""},
		{seatNamed{sitter{Seat{Role: Watcher, ID: "s9"}, "Cy"}, ""}, "Cy has a seat, to watch", ""},
		{seatNamed{sitter{Seat{Role: Player, ID: "s9"}, "Cy"}, "Sy"}, "Sy is called Cy from now on", ""},
		{shown{Head: "A letter", Text: "Come at once.\n\nK."}, "The gamemaster shows: A letter\nCome at once.\nK.", ""},
		{shown{Head: "Seraph: Move", Odds: &shownOdds{Success: 0.625, Endings: []shownPart{{Grade: "success", P: 0.625}, {Grade: "failure", P: 0.375}}}},
			"The gamemaster shows: Seraph: Move\nsuccess 62.5 %, failure 37.5 %", ""},
		{shown{Head: "Sphinx", Sheet: &Character{Name: "Sphinx"}, System: "supermen"}, "The gamemaster shows: Sphinx\nthe sheet of Sphinx, Men & Supermen", ""},
		{handedOver{true}, "Players keep their own sheets", ""},
		{guardsShown{true}, "The odds against everybody are open", ""},
		{Undone{4}, "Undone: Seraph: Move against Sphinx begins", ""},
		{Redone{99}, "Brought back: #99", ""},
		{SetRight{Event: 99}, "Set right: #99", ""},
		{Unknown{"moon-risen", []byte(`{"full":true}`)}, "Something this version does not know: moon-risen", `{"full":true}`},
	} {
		told[c.fact.Kind()] = true
		if got := text(table.Tell(c.fact, false)); got != c.short {
			t.Errorf("%s is told as\n%s\nwant\n%s", c.fact.Kind(), got, c.short)
		}
		if got := text(table.Tell(c.fact, true)); !strings.Contains(got, c.more) {
			t.Errorf("%s is told whole as\n%s\nwithout %q", c.fact.Kind(), got, c.more)
		}
	}
	for kind := range facts {
		if !told[kind] {
			t.Errorf("the words of %s are not tested", kind)
		}
	}
}

// text is what is said, dice included.
func text(said []Said) string {
	var out []string
	for _, s := range said {
		words := s.Text
		for _, a := range s.Dice {
			if a.Faces != nil {
				words += fmt.Sprintf(" %v", a.Faces)
			}
		}
		out = append(out, words)
	}
	return strings.Join(out, "\n")
}

// What a roll came to is not told a second time below a story that ends with it.
func TestTheTotalIsToldOnce(t *testing.T) {
	table := New(nil)
	for story, want := range map[string]string{
		"Mira rolls Ember Veil  25, Degree 1":    "Mira rolls Ember Veil  25, Degree 1",
		"Mira attacks  25 with Spear":            "Mira attacks  25 with Spear",
		"Mira fails at Lock 25  ability failure": "Mira fails at Lock 25  ability failure\n25",
		"Mira rolls Ember Veil":                  "Mira rolls Ember Veil\n25",
		"Mira takes damage  1, 125 hits left":    "Mira takes damage  1, 125 hits left\n25",
	} {
		f := Finished{Roll: Roll{Tape: []engine.Answer{{ID: "trip"}}}, Story: story, Outcome: engine.Outcome{Grade: "success", Total: 25, NoTarget: true}}
		if got := text(table.Tell(f, false)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	heroic := Finished{Roll: Roll{Tape: []engine.Answer{{ID: "trip"}}}, Story: "Mira rolls Ember Veil  25, Max Heroic",
		Outcome: engine.Outcome{Grade: "success", Flags: []string{"max-heroic"}, Total: 25, NoTarget: true}}
	if got, want := text(table.Tell(heroic, false)), heroic.Story; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f := Finished{Roll: Roll{Tape: []engine.Answer{{ID: "wild"}}}, Story: "Mira rolls initiative  12",
		Outcome: engine.Outcome{Grade: "success", Flags: []string{"critical-success"}, Total: 12, NoTarget: true}}
	if got, want := text(table.Tell(f, false)), "Mira rolls initiative  12\ncritical success"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
