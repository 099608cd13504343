package model_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

var ben = model.Seat{Role: model.Player, Name: "Ben"}

func losing(who string, vp int) model.Write {
	return model.Write{Who: who, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(vp)}}}
}

// A player's change of numbers is a request, and granting it changes the sheet by the same
// amount, whatever it says by then.
func TestPlayersNumbersAreRequests(t *testing.T) {
	p := newPlay(t, thrower(1))
	bos, lurker := seated(p, "Ben's", "Ben", false), seated(p, "Lurker", "", true)
	for _, err := range []error{p.do(ben, losing(bos, 3)), p.do(gm, losing(bos, 5))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := p.value(bos, "vp_lost").Int(); got != 5 {
		t.Fatalf("asking took %d", got)
	}
	asks := p.table.Requests
	if len(asks) != 1 || asks[0].By != ben || !strings.HasPrefix(view.RequestWords(asks[0], p.table), "3 damage to Ben's, VP ") {
		t.Fatalf("asked is %+v, %q", asks, view.RequestWords(asks[0], p.table))
	}
	if n := len(view.SeenBy(p.table, ben).Requests); n != 1 {
		t.Errorf("who asked sees %d asks", n)
	}
	if n := len(view.SeenBy(p.table, cy).Requests); n != 0 {
		t.Errorf("another player sees %d asks", n)
	}
	if err := p.do(ben, model.SettleRequest{ID: asks[0].ID}); err == nil {
		t.Error("a player grants")
	}
	p.must(model.SettleRequest{ID: asks[0].ID})
	if got := p.value(bos, "vp_lost").Int(); got != 8 || len(p.table.Requests) != 0 {
		t.Errorf("granted: %d lost, %d asks", got, len(p.table.Requests))
	}
	if err := p.do(gm, model.SettleRequest{ID: asks[0].ID}); err == nil {
		t.Error("granted twice")
	}
	p.must(model.Undo{})
	if got := p.value(bos, "vp_lost").Int(); got != 5 || len(p.table.Requests) != 1 {
		t.Errorf("taken back: %d lost, %d asks", got, len(p.table.Requests))
	}
	p.must(model.SettleRequest{ID: asks[0].ID, Refuse: true, Why: "not so fast"})
	if got := p.value(bos, "vp_lost").Int(); got != 5 || len(p.table.Requests) != 0 {
		t.Errorf("refused: %d lost, %d asks", got, len(p.table.Requests))
	}
	if err := p.do(ben, losing(lurker, 1)); err == nil {
		t.Error("somebody hidden can be asked about")
	}
}

// If sheets are handed over, players change the numbers of their own characters and of no
// others.
func TestSheetsHandedOver(t *testing.T) {
	p := newPlay(t, thrower(1))
	bos, other := seated(p, "Ben's", "Ben", false), seated(p, "Other", "", false)
	if err := p.do(ben, model.HandOver{Sheets: true}); err == nil {
		t.Error("a player hands over")
	}
	p.must(model.HandOver{Sheets: true})
	for _, who := range []string{bos, other} {
		if err := p.do(ben, losing(who, 3)); err != nil {
			t.Fatal(err)
		}
	}
	if p.value(bos, "vp_lost").Int() != 3 || p.value(other, "vp_lost").Int() != 0 || len(p.table.Requests) != 1 {
		t.Error("own and another's:", p.value(bos, "vp_lost"), p.value(other, "vp_lost"), len(p.table.Requests))
	}
}

// A character that a player makes belongs to the player and joins when the request is
// granted.
func TestPlayerRequestsNewCharacter(t *testing.T) {
	p := newPlay(t, thrower(1))
	c := model.Character{Name: "Kit", Owner: "Cy", Hidden: true, Side: engine.Foes, Pages: map[string]engine.Page{"supermen": supermen.System.Templates[0].Page}}
	if err := p.do(ben, model.Join{Character: c}); err != nil {
		t.Fatal(err)
	}
	if len(p.table.Characters()) != 0 {
		t.Fatal("it joined by itself")
	}
	p.must(model.SettleRequest{ID: p.table.Requests[0].ID})
	got := p.table.Characters()[0]
	if got.Name != "Kit" || got.Owner != "Ben" || got.Hidden || got.Side != engine.Heroes {
		t.Errorf("joined: %+v", got)
	}
}

// A player can undo an own act without dice, whatever others did since. Everything else
// becomes a request, which names events by the numbers of the seat's own log.
func TestPlayersUndo(t *testing.T) {
	p := newPlay(t, thrower(1))
	bos := seated(p, "Ben's", "Ben", false)
	seated(p, "Lurker", "", true)
	p.must(model.Note{Text: "secret", Private: true})
	if err := p.do(ben, model.Note{Text: "mine"}); err != nil {
		t.Fatal(err)
	}
	p.must(model.Note{Text: "the gamemaster's"})
	if err := p.do(ben, model.Undo{Act: true}); err != nil {
		t.Fatal(err)
	}
	for l := range p.table.Log() {
		if n, is := l.Event.Facts[0].(model.Noted); is && l.Undone != (n.Text == "mine") {
			t.Errorf("%q is undone: %v", n.Text, l.Undone)
		}
	}
	if err := p.do(ben, model.Begin{Who: bos, System: "supermen", Action: "discern"}); err != nil {
		t.Fatal(err)
	}
	p.settle()
	if err := p.do(ben, model.Undo{Act: true}); err != nil {
		t.Fatal(err)
	}
	asks := p.table.Requests
	if len(asks) != 1 || len(asks[0].Undo) == 0 {
		t.Fatalf("a thrown die: %+v", asks)
	}
	if words := view.RequestWords(asks[0], p.table); strings.Contains(words, "begins") {
		t.Errorf("what came of it isn't named: %s", words)
	}
	seen := view.SeenBy(p.table, ben).Requests[0]
	if len(seen.Undo) == 0 || seen.Undo[0] >= asks[0].Undo[0] {
		t.Errorf("the seat's own numbers are %v, the whole log's %v", seen.Undo, asks[0].Undo)
	}
	for _, want := range []int{0, 1} { // what is asked is taken back too, and asked again
		if err := p.do(ben, model.Undo{Act: true}); err != nil || len(p.table.Requests) != want {
			t.Fatalf("%d asks, want %d: %v", len(p.table.Requests), want, err)
		}
	}
	before := p.table
	p.must(model.SettleRequest{ID: p.table.Requests[0].ID})
	if p.table.RedoAct() == nil {
		t.Error("nothing was taken back")
	}
	p.table = before // the gamemaster's own undo grants it, and takes no ask back
	p.must(model.Undo{Act: true})
	if left := p.table.Requests; len(left) > 0 {
		t.Errorf("still asked for are %+v", left)
	}
	if p.table.RedoAct() == nil {
		t.Error("nothing was taken back by the gamemaster")
	}
}

// An act cannot be undone once a pending action that it began has happened: it can neither
// be requested nor, if it was requested before, granted.
func TestPlayersUndoAfterEffect(t *testing.T) {
	p := newPlay(t, thrower(1))
	bos := seated(p, "Ben's", "Ben", false)
	foe := seated(p, "Foe", "", false)
	if err := p.do(ben, model.Begin{Who: bos, Against: []string{foe}, System: "supermen", Action: "combat"}); err != nil {
		t.Fatal(err)
	}
	p.settle()
	if len(p.table.Pending()) == 0 {
		t.Fatal("nothing is pending")
	}
	undo := model.Undo{Act: true}
	if err := p.do(ben, undo); err != nil || len(p.table.Requests) != 1 {
		t.Fatalf("before it has come to pass: %d asks, %v", len(p.table.Requests), err)
	}
	ask := p.table.Requests[0].ID
	p.must(model.Next{})
	p.settle()
	if len(p.table.Pending()) > 0 {
		t.Fatalf("%v is pending", p.table.Pending())
	}
	if err := p.do(gm, model.SettleRequest{ID: ask}); err == nil || !strings.Contains(err.Error(), "that has happened") {
		t.Errorf("granted: %v", err)
	}
	p.must(model.SettleRequest{ID: ask, Refuse: true})
	if err := p.do(ben, undo); err == nil || !strings.Contains(err.Error(), "time has moved on") {
		t.Errorf("afterwards: %v", err)
	}
}

// No seat ever changes what is not its own, whatever it tries and in whatever order others
// act.
func TestNobodyChangesWhatIsNotTheirs(t *testing.T) {
	seeds := uint64(60)
	if *long {
		seeds = 2000
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 9))
		p := newPlay(t, thrower(seed))
		for i, owner := range []string{"Ben", "Cy", "", "Ben"} {
			c := model.Character{Name: "N" + string(rune('a'+i)), Owner: owner, Hidden: i == 2, Pages: map[string]engine.Page{"supermen": supermen.System.Templates[0].Page}}
			p.must(model.Join{Character: c})
		}
		for step := 0; step < 250 && len(p.table.Characters()) > 0; step++ {
			by := []model.Seat{gm, ben, cy, {Role: model.Watcher, Name: "Wu"}, {}}[r.IntN(5)]
			before := p.table
			if p.do(by, anything(p, r)) != nil {
				if before.Seq() != p.table.Seq() {
					t.Fatal("what was refused has happened")
				}
				continue
			}
			if by.Role != model.GM {
				onlyTheirs(t, before, p.table, p.log[len(p.log)-1])
			}
		}
	}
}

// anything returns a random command, about any character.
func anything(p *play, r *rand.Rand) model.Command {
	all := p.table.Characters()
	who, other := all[r.IntN(len(all))], all[r.IntN(len(all))]
	seq := uint64(r.IntN(int(p.table.Seq()) + 1))
	id := "r1"
	if rolls := p.table.Rolls(); len(rolls) > 0 {
		x := rolls[r.IntN(len(rolls))]
		id = x.ID
		if step, err := p.table.Step(x); err == nil && step.Open != nil && r.IntN(3) > 0 {
			a, _ := step.Open.Nothing()
			return model.Answer{Roll: id, Question: x.Question, Answer: a, Throw: step.Open.Wants == engine.Throwing}
		}
	}
	ask := "q1"
	if asks := p.table.Requests; len(asks) > 0 {
		ask = asks[0].ID
	}
	own := *who
	own.Owner = []string{"", "Ben", "Cy", own.Owner, own.Owner, own.Owner}[r.IntN(6)]
	own.Shown, own.DefenceOpen, own.Hidden = []string{"", "", "open"}[r.IntN(3)], r.IntN(4) == 0, own.Hidden != (r.IntN(4) == 0)
	noted := *who
	noted.Notes = fmt.Sprint("note ", seq)
	a := supermen.System.Actions[r.IntN(len(supermen.System.Actions))]
	page := supermen.System.Templates[0].Page
	begin := model.Begin{Who: who.ID, Against: []string{other.ID}, System: "supermen", Action: a.ID, Force: r.IntN(2) == 0}
	wishes := []model.Command{
		begin, model.Together{Each: []model.Begin{begin, {Who: other.ID, System: "supermen", Action: a.ID}}}, model.Amend{Event: seq, Instead: begin},
		model.Rest{Who: []string{who.ID, other.ID}, Span: "hour", Times: 1}, model.StepIn{Who: who.ID}, model.SetOrder{Order: []string{who.ID}, Turn: who.ID},
		model.MoveTurn{Who: who.ID}, model.RollOrder{Quick: true}, model.Back{}, model.Cancel{Pending: id}, model.Delay{Pending: id, Due: 9},
		model.EndEffect{Effect: "e1"}, model.Return{Who: who.ID}, model.Show{Who: who.ID, System: "supermen"}, model.ShowOdds{All: true},
		model.Say{Text: "x", To: ben}, model.MakeRequest{Text: "x"}, model.AskWords{Order: []model.Seat{ben}}, model.AddWord{Text: "x"},
		model.PassOver{Of: ben}, model.MixDice{}, model.Make{Name: "x", System: "supermen"}, model.Edit{Who: who.ID, Character: noted},
		losing(who.ID, r.IntN(9)), losing(who.ID, r.IntN(9)),
		model.Edit{Who: who.ID, Character: own}, model.PutPage{Who: who.ID, System: "supermen", Page: &page},
		model.Begin{Who: who.ID, Against: []string{other.ID}, System: "supermen", Action: a.ID, Force: r.IntN(2) == 0},
		model.Begin{Who: who.ID, System: "supermen", Action: a.ID},
		model.Drop{Roll: id}, model.Next{}, model.Go{Moment: p.table.Clock.Moment + 5}, model.Scene{Place: "x"},
		model.Undo{}, model.Undo{Act: true}, model.Undo{Seq: seq}, model.Redo{}, model.Note{Text: "n"},
		model.Join{Character: model.Character{Name: "New"}}, model.Leave{Who: who.ID}, model.Reorder{Who: who.ID},
		model.SetHouse{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down")},
		model.HandOver{Sheets: true}, model.SettleRequest{ID: ask}, model.SettleRequest{ID: ask, Refuse: true},
		model.Wait{Who: who.ID, Words: "x"}, model.Declare{Who: who.ID, Actions: 1}, model.EndSession{}, model.BeginSession{},
		model.AddEffect{Who: who.ID, Words: "x"}, model.Rename{Name: "x"},
		model.NameSeat{Seat: model.Seat{Role: model.Player, Name: "Ben"}, Name: "Benno"},
	}
	return wishes[r.IntN(len(wishes))]
}

// onlyTheirs fails if an event of a player changes what is not the player's own.
func onlyTheirs(t *testing.T, before, after model.Table, e model.Event) {
	t.Helper()
	owns := func(id string) bool {
		c, ok := before.Character(id)
		return ok && e.By.Owns(c)
	}
	rests := before.State.Resting != nil // it goes on, as the gamemaster began it
	rolls := rests                       // what a rule then does to others is the rule's
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.Opened:
			rolls = true
			if !owns(f.Roll.Who) && !rests {
				t.Fatalf("%+v acts for %s", e.By, f.Roll.Who)
			}
		case model.Answered:
			rolls = true
		case model.Noted:
			continue
		case model.Undone:
			for l := range before.LogFrom(f.Seq) {
				if l.Event.Seq == f.Seq && l.Event.By != e.By {
					t.Fatalf("%+v takes back what %+v did", e.By, l.Event.By)
				}
				break
			}
		}
		if who := before.About(f).Who; before.PlayersKeepSheets && len(who) == 1 && owns(who[0]) {
			continue
		}
		if !rolls && !players[f.Kind()] {
			t.Fatalf("%+v: %s %+v", e.By, f.Kind(), f)
		}
	}
	for _, was := range before.Characters() {
		is, ok := after.Character(was.ID)
		switch {
		case !ok:
			t.Fatalf("%+v takes %s from the table", e.By, was.Name)
		case is.Owner != was.Owner || is.Hidden != was.Hidden || is.Shown != was.Shown || is.DefenceOpen != was.DefenceOpen:
			t.Fatalf("%+v: whose %s is and who sees them was %+v and is %+v", e.By, was.Name, was, is)
		case !owns(was.ID) && (is.Name != was.Name || is.Notes != was.Notes || is.Typed != was.Typed):
			t.Fatalf("%+v: %s was %+v and is %+v", e.By, was.Name, was, is)
		case !rolls && !undoes(e) && !(owns(was.ID) && before.PlayersKeepSheets) && !reflect.DeepEqual(is.Pages, was.Pages):
			t.Fatalf("%+v: the sheet of %s is another", e.By, was.Name)
		}
	}
	if n := len(before.Characters()); len(after.Characters()) != n && !undoes(e) {
		t.Fatalf("%+v: %d are at the table, %d were", e.By, len(after.Characters()), n)
	}
}

func undoes(e model.Event) bool {
	switch e.Facts[0].(type) {
	case model.Undone, model.Redone:
		return true
	}
	return false
}

// players are the facts that a player's command can have without a rule.
var players = map[string]bool{"noted": true, "message": true, "asked": true, "ask-settled": true, "character-edited": true, "clock-moved": true,
	"dice-word-added": true, "undone": true, "redone": true, "roll-dropped": true}

// A whisper is seen by its sender, its receiver and the gamemaster.
func TestWhispers(t *testing.T) {
	p := newPlay(t, thrower(1))
	if err := p.do(ben, model.Say{Text: "the key is under the mat", To: cy}); err != nil {
		t.Fatal(err)
	}
	p.must(model.Say{Text: "roll for it"})
	for seat, want := range map[model.Seat]int{gm: 2, ben: 2, cy: 2, bo: 1, {Role: model.Watcher}: 1, {}: 0} {
		if got := view.Messages(view.SeenBy(p.table, seat), 0); len(got) != want {
			t.Errorf("%+v hears %d, want %d", seat, len(got), want)
		}
	}
	for _, c := range []model.Say{{}, {Text: " "}, {Text: "x", To: model.Seat{Role: model.Player}}} {
		if p.do(ben, c) == nil {
			t.Errorf("%+v is said", c)
		}
	}
	if p.do(model.Seat{Role: model.Watcher}, model.Say{Text: "boo"}) == nil {
		t.Error("a watcher speaks")
	}
}

// A player cannot do by resting what a rulebook leaves to the gamemaster.
func TestNoPlayerRestsPastTheGamemaster(t *testing.T) {
	p := yard(t, "trip")
	rest := model.Rest{Who: []string{p.table.Characters()[0].ID}, Span: "day", Times: 1}
	if p.do(ben, rest) == nil {
		t.Error("a player ends the day")
	}
	p.must(rest)
}
