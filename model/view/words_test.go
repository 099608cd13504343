package view

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
)

// Every kind of fact has words, and so has one that this version does not know.
func TestWords(t *testing.T) {
	table := model.New(model.Rulebooks{"supermen": supermen.System})
	seq := uint64(0)
	apply := func(facts ...model.Fact) {
		seq++
		table = table.Apply(model.Event{Seq: seq, Facts: facts})
	}
	page := engine.PageOf("strength", 11, "powers/r1/name", "Electricity", "powers/r1/pr", 12)
	apply(model.Made{Name: "Vault", System: "supermen"})
	apply(model.Joined{Character: model.Character{ID: "a", Name: "Seraph", Pages: map[string]engine.Page{"supermen": page}}})
	apply(model.Joined{Character: model.Character{ID: "b", Name: "Sphinx", Pages: map[string]engine.Page{"supermen": {}}}})
	roll := model.Roll{ID: "r1", Who: "a", Against: []string{"b"}, System: "supermen", Action: "move", Moment: 81, Params: engine.PageOf("pool", 3)}
	apply(model.Opened{Roll: roll})
	pending := model.Pending{ID: "p", Who: "a", System: "supermen", Action: "move-done", Of: "move", Due: 12}
	roll.Tape = []engine.Answer{{ID: "dice", Dice: "2d10", Faces: engine.Faces{5, 1}}, {ID: "share", Give: engine.Shares{"speed": 2, "ep": 1}}}
	lost := model.Change{Field: "ep_lost_round", From: engine.ValueOf(3), To: engine.ValueOf(5)}
	ended := model.Finished{Roll: roll, Outcome: engine.Outcome{Success: true, Grade: "success", Total: 14, Target: 18, Margin: 4, Flags: []string{"very-good"},
		Values: []engine.Named{engine.Num("speed_q", 17)}}, Changes: []model.Change{lost}, Later: []model.Pending{pending}, Notes: []string{"the working"}}
	amount := 5

	told := map[string]bool{}
	for _, c := range []struct {
		fact  model.Fact
		short string // a line each
		more  string // what the whole form says besides
	}{
		{model.Made{Name: "Vault", System: "supermen"}, "The table Vault begins, in the time of Men & Supermen", ""},
		{model.Renamed{Name: "Vault 2", System: "chess"}, "The table is called Vault 2, in the time of chess", ""},
		{model.Joined{Character: model.Character{Name: "Rook"}}, "Rook joins the table", ""},
		{model.Left{Who: "a"}, "Seraph is removed from the table", ""},
		{model.Edited{Who: "a", Character: model.Character{Name: "Seraph", Owner: "Bo", Typed: true, Hidden: true}}, "Seraph has a new description\ncalled Seraph, played by Bo, hidden, rolls real dice", ""},
		{model.Edited{Who: "a", Character: model.Character{Name: "Seraph", Owner: "Bo"}, What: []string{model.EditedPlayer}}, "Seraph is played by Bo now", ""},
		{model.Edited{Who: "a", Character: model.Character{Name: "Seraph", Shown: "met"}, What: []string{model.EditedName, model.EditedPlayer, model.EditedShown}}, "Seraph has a new name, is the gamemaster's now and shows only the name to others now", ""},
		{model.Edited{Who: "a", Character: model.Character{Name: "Seraph", Hidden: true, DefenceOpen: true, Typed: true}, What: []string{model.EditedShown, model.EditedDefence, model.EditedDice, model.EditedNotes}},
			"Seraph is hidden now, now shows the defence to others, rolls real dice now and has new notes", ""},
		{model.Edited{Who: "a", Character: model.Character{Name: "Seraph"}, What: []string{model.EditedDefence, model.EditedDice}}, "Seraph now hides the defence and rolls fray's dice now", ""},
		{model.Reordered{Who: "a", To: 2}, "Seraph moves to place 3", ""},
		{model.SheetWritten{Who: "a", System: "supermen", Why: "a gift", Changes: []model.Change{{Field: "strength", From: engine.ValueOf(11), To: engine.ValueOf(12)},
			{Field: "powers/r1/pr", From: engine.ValueOf(12)}, lost}}, "The sheet of Seraph is set by hand: a gift\nStrength 11→12, Electricity PR taken off, EP -2", "EP lost, back by the round 3→5"},
		{model.SheetWritten{Who: "a", System: "supermen", Changes: []model.Change{{Field: "powers/r1", From: engine.ValueOf("Electricity")}, {Field: "powers/r2"}}},
			"The sheet of Seraph is set by hand\nElectricity taken off Powers, a row taken off Powers", ""},
		{model.SheetWritten{Who: "a", System: "supermen", Changes: []model.Change{{Field: "powers/r9/name", From: engine.ValueOf(""), To: engine.ValueOf("Flight")},
			{Field: "powers/r9/lost", From: engine.ValueOf(0), To: engine.ValueOf(0)}, {Field: "powers/r9/pr", From: engine.ValueOf(0), To: engine.ValueOf(9)}}},
			"The sheet of Seraph is set by hand\nFlight added to Powers, PR 0→9", ""},
		{model.DateSet{Calendar: model.Calendar{Date: time.Date(1926, 3, 14, 21, 30, 0, 0, time.UTC)}}, "It is 14 March 1926, 21:30", ""},
		{model.EveningPlanned{Evening: model.Evening{At: time.Date(2026, 12, 3, 18, 30, 0, 0, time.UTC), Zone: 60, Text: "at Mira's"}}, "The next evening is Thu 3 December 2026, 19:30 UTC+01:00, at Mira's", ""},
		{model.EveningPlanned{}, "No evening is planned any more", ""},
		{model.Awarded{Award: model.Award{Who: "a", What: "gems", N: 1}}, "Seraph is awarded 1 gem", ""},
		{model.Awarded{Award: model.Award{Who: "a", What: "Gold", N: -3}}, "Seraph loses 3 Gold", ""},
		{model.RulebookSet{System: "duel", Name: "Duel", Text: "…"}, "The rulebook Duel is at the table", ""},
		{model.RulebookSet{System: "duel", Name: "Duel", Text: "…", What: "two rules changed"}, "A newer text of Duel: two rules changed", ""},
		{model.PagePut{Who: "a", System: "supermen", Page: &page}, "Seraph now has a sheet for Men & Supermen", ""},
		{model.PagePut{Who: "x", System: "supermen", Page: &page, Why: "a gift"}, "The sheet of somebody is rewritten: a gift", ""},
		{model.PagePut{Who: "a", System: "chess"}, "Seraph no longer has a sheet for chess", ""},
		{model.HouseSet{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down")}, "House rule Half strength in Move Rolls: down", ""},
		{model.HouseSet{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down"), Temporary: model.TemporaryBegins}, "House rule Half strength in Move Rolls: down, for this act only", ""},
		{model.HouseSet{System: "supermen", Rule: "half", Value: engine.Value{}}, "House rule half: as in the book", ""},
		{model.Opened{Roll: roll}, "Seraph: Move against Sphinx begins", ""},
		{model.Answered{Who: "a", Answer: roll.Tape[0], Thrown: true}, "Seraph throws 5 1", ""},
		{model.Answered{Who: "a", Answer: roll.Tape[0]}, "Seraph types 5 1", ""},
		{model.Answered{Who: "a", Against: []string{"b"}, Answer: engine.Answer{ID: "other.wild", Faces: engine.Faces{5}}, Thrown: true}, "Sphinx throws 5", ""},
		{model.Answered{Who: "b", Against: []string{"b", "a"}, Answer: engine.Answer{ID: "other.2.wild", Faces: engine.Faces{5}}, Thrown: true}, "Seraph throws 5", ""},
		{model.Answered{Who: "a", Against: []string{"b"}, Answer: engine.Answer{ID: "other.cp", Amount: &amount, Words: "Character Points: 5"}}, "Sphinx: Character Points: 5", ""},
		{model.Answered{Who: "a", Against: []string{"b"}, Answer: engine.Answer{ID: "other.fate", Pick: "out", Words: "Fate: out"}}, "Seraph: Fate: out", ""},
		{model.Answered{Who: "a", Answer: engine.Answer{ID: "how", Pick: "well", Words: "How? Well done"}}, "Seraph: How? Well done", ""},
		{ended, "Seraph: Move against Sphinx\nsuccess: 14 against 18, by 4, very good   EP -2   moves until segment 12", "speed Quality 17"},
		{model.Dropped{Who: "a", System: "supermen", Action: "move", Why: "the bell rang"}, "Seraph: Move is dropped: the bell rang", ""},
		{model.Parked{Who: "a", Action: "dance", Why: "the rule broke"}, "Seraph: dance is parked: the rule broke", ""},
		{model.ClockMoved{Clock: model.Clock{Moment: 93, Turn: "a"}}, "It is segment 93, the turn of Seraph", ""},
		{model.ClockMoved{Clock: model.Clock{Moment: 93, Order: []string{"b", "a"}}}, "It is segment 93; in order Sphinx, Seraph", ""},
		{model.ClockMoved{Clock: model.Clock{Scene: 1, Place: "The roof"}}, "Scene 2 begins: The roof", ""},
		{model.ClockMoved{Clock: model.Clock{Moment: 93, Declared: []model.Declaration{{Who: "a", Actions: 2}}, Waiting: []model.Waiting{{Who: "a", Words: "the bell"}}}},
			"It is segment 93; Seraph declares 2; Seraph waits until the bell", ""},
		{model.Done{Pending: pending}, "Move of Seraph is due", ""},
		{model.Cancelled{Pending: pending, Why: "the scene ended"}, "Move of Seraph is called off: the scene ended", ""},
		{model.Delayed{Pending: pending, Due: 120}, "Move of Seraph is put off from segment 12 to segment 120", ""},
		{model.Paid{Who: "a", System: "supermen", Changes: []model.Change{lost}, Notes: []string{"the working"}}, "Seraph pays\nEP -2", "the working"},
		{model.ClockRan{Who: "a", System: "supermen", Action: "move", Why: "the scene ended", Changes: []model.Change{{Who: "b", Field: "strength", From: engine.ValueOf(3), To: engine.ValueOf(0)}}},
			"Seraph: Move, the scene ended\nSphinx's Strength 3→0", ""},
		{model.EffectBegan{Effect: model.Effect{Who: "a", Words: "blessed", Until: model.ByMoment, At: 120}}, "Seraph: blessed, until segment 120", ""},
		{model.EffectBegan{Effect: model.Effect{Who: "a", Words: "blessed", Until: model.ByNext}}, "Seraph: blessed, for the next action", ""},
		{model.EffectEnded{Effect: model.Effect{Who: "a", Words: "blessed"}, Why: "its time is over"}, "Seraph: blessed is over, its time is over", ""},
		{model.RestPaused{Rest: &model.Resting{}}, "The rest goes on when that is answered", ""},
		{model.RestPaused{}, "The rest is over", ""},
		{model.Noted{Text: "One\nTwo"}, "Note: One", "Two"},
		{model.Noted{Text: "Psst", Private: true}, "Private note: Psst", ""},
		{model.SessionBegan{Fingerprint: "0123456789abcdef"}, "The session begins", "cdef"},
		{model.SessionBegan{Fingerprint: "0123456789abcdef", Hidden: "123456789abcdef0"}, "The session begins", "def0"},
		{model.SessionEnded{Seed: "fedcba9876543210"}, "The session ends", "3210"},
		{model.WordsAsked{Order: []model.SeatName{{Name: "Mira"}, {Name: "Tom"}}}, "Each player who is here adds a word to the dice, in this order: Mira, Tom", ""},
		{model.WordAdded{From: model.SeatName{Name: "Mira"}, Text: "purple elephants"}, "Mira adds to the dice: purple elephants", ""},
		{model.WordPassed{Of: model.SeatName{Name: "Tom"}, Why: "silent for 30 s"}, "Tom adds nothing to the dice: silent for 30 s", ""},
		{model.DiceMixed{Steps: 3, At: 17}, "From now on the dice are drawn from the seed and these words", "17"},
		{model.CalledFor{FollowUp: model.FollowUp{Who: "a", System: "supermen", Action: "move"}}, "Move follows for Seraph", ""},
		{model.CalledFor{FollowUp: model.FollowUp{Who: "a", System: "supermen", Action: "combat", Origin: model.Origin{Who: "b", Roll: "r1"}}}, "Seraph may defend: Combat Roll", ""},
		{model.CalledFor{FollowUp: model.FollowUp{Who: "a", System: "supermen", Action: "combat", Withdrawn: true}}, "Seraph does not defend: no Combat Roll", ""},
		{model.DeadlineSet{Deadline: model.Deadline{Who: "a"}, Seconds: 30}, "Seraph has 30 seconds to defend", ""},
		{model.ArrivalSet{Arrival: model.Arrival{Name: "Six thugs", Due: 12}}, "Six thugs will arrive at segment 12", ""},
		{model.ArrivalOver{Name: "Six thugs"}, "Six thugs: arrived", ""},
		{model.ArrivalOver{Name: "Six thugs", Why: "the scene is over"}, "Six thugs will not arrive: the scene is over", ""},
		{model.RequestMade{Request: model.Request{By: model.Seat{Role: model.Player, Name: "Bo"}, Undo: []uint64{4}}}, "Bo asks: to undo Seraph: Move against Sphinx begins", ""},
		{model.RequestSettled{Request: model.Request{By: model.Seat{Role: model.Player, Name: "Bo"}, Joins: &model.Character{Name: "Kit"}}, Granted: true}, "Bo's request is granted: to add Kit", ""},
		{model.MessageSent{From: model.Seat{Role: model.GM}, Text: "now!"}, "The gamemaster: now!", ""},
		{model.MessageSent{From: model.Seat{Role: model.Player, Name: "Cy"}, Text: "psst", To: model.Seat{Role: model.Player, Name: "Bo"}}, "Cy to Bo: psst", ""},
		{model.MessageSent{From: model.Seat{Role: model.Player, Name: "tom"}, Text: "psst", To: model.Seat{Role: model.Player, Name: "mira"}}, "tom to mira: psst", ""},
		{model.MessageSent{From: model.Seat{Role: model.GM}, Text: "psst", To: model.Seat{Role: model.Player, Name: "mira"}}, "The gamemaster to mira: psst", ""},
		{model.SeatNamed{SeatName: model.SeatName{Seat: model.Seat{Role: model.Player, ID: "s9"}, Name: "Cy"}, Was: ""}, "Cy has a seat at the table", ""},
		{model.SeatNamed{SeatName: model.SeatName{Seat: model.Seat{Role: model.Watcher, ID: "s9"}, Name: "Cy"}, Was: ""}, "Cy has a seat, to watch", ""},
		{model.SeatNamed{SeatName: model.SeatName{Seat: model.Seat{Role: model.Player, ID: "s9"}, Name: "Cy"}, Was: "Sy"}, "Sy is called Cy from now on", ""},
		{model.PageShown{Head: "A letter", Text: "Come at once.\n\nK."}, "The gamemaster shows: A letter\nCome at once.\nK.", ""},
		{model.PageShown{Head: "Seraph: Move", Odds: &model.ShownOdds{Success: 0.625, Endings: []model.ShownChance{{Grade: "success", P: 0.625}, {Grade: "failure", P: 0.375}}}},
			"The gamemaster shows: Seraph: Move\nsuccess 62.5 %, failure 37.5 %", ""},
		{model.PageShown{Head: "Sphinx", Sheet: &model.Character{Name: "Sphinx"}, System: "supermen"}, "The gamemaster shows: Sphinx\nthe sheet of Sphinx, Men & Supermen", ""},
		{model.SheetsHandedOver{Sheets: true}, "Players can change their own sheets", ""},
		{model.PlayedAnyway{Although: []string{"the rulebook x is not here", "the rulebook y is not here"}}, "The table is played on, although the rulebook x is not here; the rulebook y is not here", ""},
		{model.OddsOpened{All: true}, "Everybody sees all odds", ""},
		{model.Undone{Seq: 4}, "Undone: Seraph: Move against Sphinx begins", ""},
		{model.Redone{Seq: 99}, "Redone: #99", ""},
		{model.Amended{Event: 99}, "Corrected: #99", ""},
		{model.Unknown{Is: "moon-risen", Body: []byte(`{"full":true}`)}, "Something this version does not know: moon-risen", `{"full":true}`},
	} {
		told[c.fact.Kind()] = true
		if got := text(Tell(table, c.fact, false)); got != c.short {
			t.Errorf("%s is told as\n%s\nwant\n%s", c.fact.Kind(), got, c.short)
		}
		if got := text(Tell(table, c.fact, true)); !strings.Contains(got, c.more) {
			t.Errorf("%s is told whole as\n%s\nwithout %q", c.fact.Kind(), got, c.more)
		}
	}
	for kind := range sentences {
		if !told[kind] {
			t.Errorf("the words of %s are not tested", kind)
		}
	}
}

// text is what is said, dice included.
func text(said []Line) string {
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

// The total of a roll is not repeated below a story that ends with it.
func TestTotalIsSaidOnce(t *testing.T) {
	table := model.New(nil)
	for story, want := range map[string]string{
		"Mira rolls Ember Veil  25, Degree 1":    "Mira rolls Ember Veil  25, Degree 1",
		"Mira attacks  25 with Spear":            "Mira attacks  25 with Spear",
		"Mira fails at Lock 25  ability failure": "Mira fails at Lock 25  ability failure\n25",
		"Mira rolls Ember Veil":                  "Mira rolls Ember Veil\n25",
		"Mira takes damage  1, 125 hits left":    "Mira takes damage  1, 125 hits left\n25",
	} {
		f := model.Finished{Roll: model.Roll{Tape: []engine.Answer{{ID: "trip"}}}, Story: story, Outcome: engine.Outcome{Grade: "success", Total: 25, NoTarget: true}}
		if got := text(Tell(table, f, false)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	heroic := model.Finished{Roll: model.Roll{Tape: []engine.Answer{{ID: "trip"}}}, Story: "Mira rolls Ember Veil  25, Max Heroic",
		Outcome: engine.Outcome{Grade: "success", Flags: []string{"max-heroic"}, Total: 25, NoTarget: true}}
	if got, want := text(Tell(table, heroic, false)), heroic.Story; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f := model.Finished{Roll: model.Roll{Tape: []engine.Answer{{ID: "wild"}}}, Story: "Mira rolls initiative  12",
		Outcome: engine.Outcome{Grade: "success", Flags: []string{"critical-success"}, Total: 12, NoTarget: true}}
	if got, want := text(Tell(table, f, false)), "Mira rolls initiative  12\ncritical success"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
