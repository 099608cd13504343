package model_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// In fights between sides, with players who try all kinds of commands: a character who
// cannot act begins nothing, pays nothing and is not waited for; a contest forgets no
// loss; and a player changes only what is the player's own or was granted. Every other
// fight has a table that grants what goes beyond the sheet.
func TestRandomFightsOfSides(t *testing.T) {
	var all []string
	for _, sys := range systems.All() {
		if !sys.HasNoSheet() {
			all = append(all, sys.ID)
		}
	}
	for _, id := range append(all, books.IDs()...) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			fell, tried := 0, 0
			for i := range *fights {
				f, p := newFightOfSides(t, 40+uint64(len(id)+i), id).plays(often(400, 1000))
				if t.Failed() {
					t.Fatalf("in fight %d", i)
				}
				fell, tried = fell+f, tried+p
			}
			if fell == 0 || tried == 0 {
				t.Errorf("%d events with somebody down, %d commands of players: too few to show anything", fell, tried)
			}
		})
	}
}

func newFightOfSides(t *testing.T, seed uint64, id string) *randomFight {
	b := newRandomFight(t, seed, id, 0)
	if seed%2 == 0 {
		b.must(tableRule("beyond", model.Granted))
	}
	sys := b.table.Rulebooks[id]
	for i := range 8 {
		tpl := sys.Templates[i%len(sys.Templates)]
		c := model.Character{Name: "Fighter " + itoa(i), Side: []engine.Side{engine.Heroes, engine.Foes, "the watch"}[i%3], Pages: map[string]engine.Page{id: tpl.Page}}
		if i%3 == 0 {
			c.Owner = []string{"Bo", "Cy"}[i/3%2]
		}
		b.must(model.Join{Character: c})
	}
	return b
}

// plays does so many random things, and returns how many events had somebody down and how
// many commands of players were not refused.
func (b *randomFight) plays(steps int) (fell, tried int) {
	sys := b.table.Rulebooks[b.table.System]
	for i := range steps {
		if i%25 == 24 {
			b.fells(sys)
		}
		b.refreshed(sys)
		b.settles()
		before, n := b.table, len(b.log)
		if b.rnd.IntN(4) == 0 {
			tried += b.playerTries(model.Seat{Role: model.Player, Name: []string{"Bo", "Cy"}[b.rnd.IntN(2)]})
		} else {
			b.step()
		}
		for _, e := range b.log[n:] {
			fell += b.fallenAreLeft(before, e)
			b.noLossIsForgotten(before, before.Apply(e), e)
			before = before.Apply(e)
		}
		b.nobodyWaitsForFallen()
		if b.Failed() {
			return
		}
	}
	return fell, tried
}

// refreshed adds one more fighter to each side whose fighters are all down.
func (b *randomFight) refreshed(sys *engine.System) {
	up := map[engine.Side]bool{}
	for _, c := range b.table.Characters() {
		up[c.Side] = up[c.Side] || !b.table.IsDownIn(c, sys.ID)
	}
	for _, side := range []engine.Side{engine.Heroes, engine.Foes} {
		if !up[side] {
			b.must(model.Join{Character: model.Character{Name: "Newcomer " + itoa(len(b.log)), Side: side,
				Pages: map[string]engine.Page{sys.ID: sys.Templates[b.rnd.IntN(len(sys.Templates))].Page}}})
		}
	}
}

// fells writes wounds on a sheet with which nobody can act, or lets a condition begin that
// may have the same effect.
func (b *randomFight) fells(sys *engine.System) {
	who := b.somebody()
	if n := len(sys.Conditions); n > 0 && b.rnd.IntN(3) == 0 {
		x := model.AddEffect{Who: who.ID, Words: sys.Conditions[b.rnd.IntN(n)].Label, Until: model.ByMoment, Rounds: 1 + b.rnd.IntN(3)}
		for _, k := range sys.Conditions {
			if k.Label == x.Words {
				for _, m := range k.Adds {
					x.Adds = append(x.Adds, model.Add{System: sys.ID, Field: m.Field, N: m.N})
				}
			}
		}
		_ = b.do(gm, x) // a condition whose number the gamemaster chooses is refused
		return
	}
	var set []model.Change
	if sp, ok := sys.Sheet.Field(sys.Time.Between.Hurt); ok {
		set = append(set, model.Change{Field: sp.ID, To: engine.ValueOf(sp.Options[len(sp.Options)-1])})
	}
	for _, p := range sys.Pools {
		if p.Kind == "life" {
			set = append(set, model.Change{Field: p.Losses[0].ID, To: engine.ValueOf(p.Full.Of(sys.Sheet.Read(who.Pages[sys.ID])))})
		}
	}
	if len(set) > 0 {
		b.must(model.Write{Who: who.ID, System: sys.ID, Set: set})
	}
}

// fallenAreLeft checks what an event does to characters who were down before it, and
// returns how many there were.
func (b *randomFight) fallenAreLeft(before model.Table, e model.Event) (fell int) {
	down := func(id, sys string) bool {
		c, ok := before.Character(id)
		return ok && before.IsDownIn(c, sys)
	}
	for _, c := range before.Characters() {
		if before.IsDown(c.ID) {
			fell++
		}
	}
	switch did := e.Did.(type) { // the gamemaster's word
	case model.Begin:
		if did.Force {
			return fell
		}
	case model.Together:
		if slices.ContainsFunc(did.Each, func(b model.Begin) bool { return b.Force }) {
			return fell
		}
	}
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.Opened:
			a, ok := before.ActionOf(f.Roll.System, f.Roll.Action)
			if ok && a.Mode == engine.Active && f.Roll.Pending == "" && down(f.Roll.Who, f.Roll.System) {
				b.Errorf("event %d, %T: %s, who cannot act, begins %s", e.Seq, e.Did, before.NameOf(f.Roll.Who), a.ID)
			}
		case model.Paid:
			if down(f.Who, f.System) && len(f.Changes) > 0 {
				b.Errorf("event %d, %T: %s, who cannot act, pays %v", e.Seq, e.Did, before.NameOf(f.Who), f.Changes)
			}
		}
	}
	return fell
}

// nobodyWaitsForFallen checks whom the table says may act and what it says is due.
func (b *randomFight) nobodyWaitsForFallen() {
	for _, id := range decide.Free(b.table) {
		if b.table.IsDown(id) {
			b.Errorf("%s is free and cannot act", b.table.NameOf(id))
		}
	}
	next := decide.NextDue(b.table)
	if next.Turn != "" && b.table.IsDown(next.Turn) {
		b.Errorf("it will be the turn of %s, who cannot act", b.table.NameOf(next.Turn))
	}
	for _, id := range next.Free {
		if b.table.IsDown(id) {
			b.Errorf("%s will be free and cannot act", b.table.NameOf(id))
		}
	}
	for _, x := range next.Items {
		c, ok := b.table.Character(x.Who)
		if !ok || !b.table.IsDownIn(c, x.System) {
			continue
		}
		if a, ok := b.table.ActionOf(x.System, x.Of); ok && a.Mode == engine.Active && x.Moment > b.table.Clock.Moment && !x.Ends {
			b.Errorf("%s of %s, who cannot act, is waited for", x.Of, c.Name)
		}
	}
	for _, u := range b.table.FollowUps() {
		c, ok := b.table.Character(u.Who)
		if a, known := b.table.ActionOf(u.System, u.Action); ok && known && a.Mode == engine.Active && b.table.IsDownIn(c, u.System) {
			b.Errorf("%s of %s, who cannot act, is called for", u.Action, c.Name)
		}
	}
}

// noLossIsForgotten compares the losses in contests that go on. A resistance that was typed
// into a form replaces what was left, so such rolls are left out.
func (b *randomFight) noLossIsForgotten(before, after model.Table, e model.Event) {
	switch e.Did.(type) {
	case model.Undo, model.Redo, model.Back, model.Amend:
		return
	}
	typed := func(f model.Fact) bool {
		end, ok := f.(model.Finished)
		return ok && slices.ContainsFunc(end.Roll.Params.Paths(), func(id string) bool { return strings.HasSuffix("."+id, ".resistance") })
	}
	if slices.ContainsFunc(e.Facts, typed) {
		return
	}
	for _, c := range before.Characters() {
		now, here := after.Character(c.ID)
		page, plays := c.Pages["contest"]
		if !here || !plays {
			continue
		}
		for _, id := range page.RowIDs("contests") {
			row := "contests/" + id + "/"
			was, _ := page.Get(row + "lost")
			is, _ := now.Pages["contest"].Get(row + "lost")
			over, _ := now.Pages["contest"].Get(row + "over")
			if goes := slices.Contains(now.Pages["contest"].RowIDs("contests"), id) && (over.IsNone() || over.Text() == "no"); goes && is.Int() < was.Int() {
				b.Errorf("event %d, %T: %s had lost %d and has lost %d", e.Seq, e.Did, c.Name, was.Int(), is.Int())
			}
		}
	}
}

// playerTries sends a random command of a player, and returns 1 if it was not refused.
// What it does without a roll and without the gamemaster must concern the player's own
// characters, and may be nothing that is the gamemaster's.
func (b *randomFight) playerTries(by model.Seat) int {
	c := b.playersCommand()
	before, n := b.table, len(b.log)
	if b.do(by, c) != nil {
		return 0
	}
	for _, e := range b.log[n:] {
		for _, f := range e.Facts {
			for _, id := range changedByHand(f) {
				if c, ok := before.Character(id); !ok || !by.Owns(c) {
					b.Errorf("%T of %s changes %s by %T", e.Did, by.Name, before.NameOf(id), f)
				}
			}
			if slices.Contains(gamemastersFacts, f.Kind()) {
				b.Errorf("%T of %s: %s", e.Did, by.Name, f.Kind())
			}
			if m, ok := f.(model.ClockMoved); ok && (m.Clock.Moment != before.Clock.Moment || m.Clock.Scene != before.Clock.Scene) {
				b.Errorf("%T of %s moves the clock from %d to %d", e.Did, by.Name, before.Clock.Moment, m.Clock.Moment)
			}
			if o, ok := f.(model.Opened); ok && o.Roll.Pending == "" && o.Roll.ByPlayer {
				b.mayBegin(before, by, o.Roll)
			}
		}
	}
	return 1
}

// gamemastersFacts are kinds of facts that come from no command of a player.
var gamemastersFacts = []string{"table-named", "character-joined", "character-reordered", "house-set", "awarded", "date-set", "deadline-set", "session-ended",
	"ask-settled", "sheets-handed-over", "odds-shown", "arrival-set", "set-right"}

// mayBegin checks that a roll which a player begins is for a character of the player, and
// has nothing beyond the sheet at a table that grants that.
func (b *randomFight) mayBegin(before model.Table, by model.Seat, r model.Roll) {
	if c, ok := before.Character(r.Who); !ok || !by.Owns(c) {
		b.Errorf("%s begins %s of %s", by.Name, r.Action, before.NameOf(r.Who))
	}
	called := slices.ContainsFunc(before.FollowUps(), func(f model.FollowUp) bool { return f.Who == r.Who && f.Action == r.Action })
	if a, ok := before.ActionOf(r.System, r.Action); ok && !called && model.BeyondSheet.Of(before.OwnRules()) == model.Granted {
		for _, sp := range a.Form.Fields() {
			if v, written := r.Params.Get(sp.ID); written && sp.Beyond && v != sp.Default(engine.Sheet{}) {
				b.Errorf("%s sets %s to %v in %s, and nobody granted it", by.Name, sp.ID, v, r.Action)
			}
		}
	}
}

// playersCommand returns a command that a player may try, of one's own or not.
func (b *randomFight) playersCommand() model.Command {
	who, other := b.somebody(), b.somebody()
	own := *who
	own.Pages, own.Notes = nil, who.Notes+"."
	sys := b.table.Rulebooks[b.table.System]
	all := []model.Command{
		b.action(who), b.action(who), b.together(who),
		model.Edit{Who: who.ID, Character: own},
		model.Write{Who: who.ID, System: sys.ID, Set: []model.Change{{Field: sys.Sheet.Fields()[0].ID, To: engine.ValueOf(1)}}},
		model.PutPage{Who: who.ID, System: sys.ID},
		model.AddEffect{Who: who.ID, More: []string{other.ID}, Words: "lucky", Until: model.ByScene}, model.Leave{Who: who.ID}, model.Next{},
		model.Join{Character: model.Character{Name: "Ally", Side: engine.Foes}},
		model.Wait{Who: who.ID}, model.StepIn{Who: who.ID}, model.Rest{Who: []string{who.ID, other.ID}, Span: "round", Times: 1},
		model.Declare{Who: who.ID, Actions: 2}, model.Scene{Place: "Home"}, model.Go{Moment: b.table.Clock.Moment + 3}, model.Back{},
		tableRule("beyond", model.Written), model.HandOver{Sheets: true}, model.EndSession{}, model.Undo{Act: true}, model.Redo{},
		model.GiveAwards{Own: []model.Award{{Who: who.ID, What: "gold", N: 5}}}, model.MoveTurn{Who: who.ID}, model.RollOrder{Quick: true},
		model.Return{Who: who.ID}, model.Reset{Encounter: "Thugs"}, model.Reorder{Who: who.ID},
	}
	for _, r := range b.table.Requests {
		all = append(all, model.SettleRequest{ID: r.ID})
	}
	for _, r := range b.table.Rolls() {
		all = append(all, model.Drop{Roll: r.ID}, model.Answer{Roll: r.ID, Question: r.Question, Throw: true})
	}
	for _, x := range b.table.Pending() {
		all = append(all, model.Cancel{Pending: x.ID}, model.Delay{Pending: x.ID, Due: x.Due + 1})
	}
	for _, x := range b.table.ActiveEffects() {
		all = append(all, model.EndEffect{Effect: x.Effect})
	}
	return all[b.rnd.IntN(len(all))]
}

// settles lets the gamemaster grant or refuse what a player has asked for.
func (b *randomFight) settles() {
	if all := b.table.Requests; len(all) > 5 {
		if ask := all[b.rnd.IntN(len(all))]; b.do(gm, model.SettleRequest{ID: ask.ID, Refuse: b.rnd.IntN(2) == 0}) != nil {
			b.must(model.SettleRequest{ID: ask.ID, Refuse: true})
		}
	}
}

// changedByHand returns the characters whom a fact changes without a roll.
func changedByHand(f model.Fact) []string {
	switch f := f.(type) {
	case model.SheetWritten:
		return []string{f.Who}
	case model.PagePut:
		return []string{f.Who}
	case model.Edited:
		return []string{f.Who}
	case model.Left:
		return []string{f.Who}
	case model.Joined:
		return []string{f.Character.ID}
	case model.Awarded:
		return []string{f.Who}
	case model.EffectBegan:
		return []string{f.Effect.Who}
	case model.Cancelled:
		return []string{f.Pending.Who}
	case model.Delayed:
		return []string{f.Pending.Who}
	case model.Dropped:
		return []string{f.Who}
	}
	return nil
}
