package model

import (
	"slices"
	"strconv"

	"example.org/fray/engine"
)

// Made begins a table.
type Made struct {
	Name   string `json:"name"`
	System string `json:"system"`
}

// Kind implements [Fact].
func (Made) Kind() string { return "table-made" }

// named changes the table's name or whose time it keeps.
type named struct {
	Name   string `json:"name"`
	System string `json:"system"`
}

// Kind implements [Fact].
func (named) Kind() string { return "table-named" }

// Joined brings a character to the table, or back.
type Joined struct {
	Character Character `json:"character"`
}

// Kind implements [Fact].
func (Joined) Kind() string { return "character-joined" }

// left takes a character from the table. The sheet is kept.
type left struct {
	Who string `json:"who"`
}

// Kind implements [Fact].
func (left) Kind() string { return "character-left" }

// edited changes what is said about a character beside the sheet.
type edited struct {
	Who       string    `json:"who"`
	Character Character `json:"character"`      // without pages
	Anew      bool      `json:"anew,omitempty"` // something is otherwise that is told of who is only met
	What      []string  `json:"what,omitempty"` // what is otherwise; older logs don't say that
}

// Kind implements [Fact].
func (edited) Kind() string { return "character-edited" }

// reordered puts a character at another place of the roster, from 0.
type reordered struct {
	Who string `json:"who"`
	To  int    `json:"to"`
}

// Kind implements [Fact].
func (reordered) Kind() string { return "character-reordered" }

// written changes a sheet by hand.
type written struct {
	Who     string   `json:"who"`
	System  string   `json:"system"`
	Changes []Change `json:"changes"`
	Why     string   `json:"why,omitempty"`
}

// Kind implements [Fact].
func (written) Kind() string { return "sheet-written" }

// Change is one field of a sheet that changed. A whole page that is put on or
// taken off has no field.
type Change struct {
	Who    string       `json:"who,omitempty"`
	System string       `json:"system,omitempty"`
	Field  string       `json:"field,omitempty"`
	From   engine.Value `json:"from"`
	To     engine.Value `json:"to"`
	Left   *[2]int      `json:"left,omitempty"` // in the pool that the field is a loss of: before, after
}

// paged puts a whole page of a rulebook on a sheet, or with none takes it off.
type paged struct {
	Who    string       `json:"who"`
	System string       `json:"system"`
	Page   *engine.Page `json:"page,omitempty"`
	Why    string       `json:"why,omitempty"`
}

// Kind implements [Fact].
func (paged) Kind() string { return "sheet-paged" }

// houseSet changes a house rule.
type houseSet struct {
	System string       `json:"system"`
	Rule   string       `json:"rule"`
	Value  engine.Value `json:"value"` // none: the default again
	Alone  string       `json:"alone,omitempty"`
	Since  *since       `json:"since,omitempty"` // none: from the beginning, or in an older log
}

// A house rule that holds for one event alone is set before and after it.
const (
	alone       = "begins"
	aloneNoMore = "ends"
)

// Kind implements [Fact].
func (houseSet) Kind() string { return "house-set" }

// Opened begins a roll.
type Opened struct {
	Roll Roll `json:"roll"`
}

// Kind implements [Fact].
func (Opened) Kind() string { return "roll-opened" }

// Answered is one answer in a roll.
type Answered struct {
	Roll    string        `json:"roll"`
	Who     string        `json:"who"`
	Against []string      `json:"against,omitempty"`
	Hidden  bool          `json:"hidden,omitempty"`
	Answer  engine.Answer `json:"answer"`
	Thrown  bool          `json:"thrown,omitempty"` // by the program's dice
	Draw    *Draw         `json:"draw,omitempty"`   // how they were thrown; older logs don't say
	For     string        `json:"for,omitempty"`    // the key of the seat that was asked, where the gamemaster answered
}

// Draw is all that is needed to throw dice again as they fell: their faces, and
// where in which of the evening's streams they stand.
type Draw struct {
	Low   int   `json:"low"`             // the lowest face
	High  int   `json:"high"`            // the highest
	Again int   `json:"again,omitempty"` // the face at which one is thrown again; 0: none
	At    int64 `json:"at"`              // words of the stream before the first of them, in the whole evening
	Mix   int   `json:"mix,omitempty"`   // how often players' words had been mixed in

	Hidden bool `json:"hidden,omitempty"` // of the evening's stream for hidden dice
}

// Kind implements [Fact].
func (Answered) Kind() string { return "roll-answered" }

// Finished ends a roll with all that came of it.
type Finished struct {
	Roll    Roll           `json:"roll"` // with its answers
	Outcome engine.Outcome `json:"outcome"`
	Changes []Change       `json:"changes,omitempty"`
	Later   []Pending      `json:"later,omitempty"`
	Notes   []string       `json:"notes,omitempty"`
	Story   string         `json:"story,omitempty"`  // see engine.Roll.Story
	Follow  []FollowUp     `json:"follow,omitempty"` // what it calls for

	Fates []engine.DieFate `json:"fates,omitempty"` // of its dice
}

// Kind implements [Fact].
func (Finished) Kind() string { return "roll-finished" }

// Dropped ends a roll without a result.
type Dropped struct {
	Roll    string   `json:"roll"`
	Who     string   `json:"who"`
	Against []string `json:"against,omitempty"`
	Hidden  bool     `json:"hidden,omitempty"`
	System  string   `json:"system,omitempty"`
	Action  string   `json:"action"`
	Why     string   `json:"why,omitempty"`
}

// Kind implements [Fact].
func (Dropped) Kind() string { return "roll-dropped" }

// parked says that a roll cannot go on by itself: its rule broke, or has
// changed since it began.
type parked struct {
	Roll    string   `json:"roll"`
	Who     string   `json:"who"`
	Against []string `json:"against,omitempty"`
	Hidden  bool     `json:"hidden,omitempty"`
	System  string   `json:"system,omitempty"`
	Action  string   `json:"action"`
	Why     string   `json:"why"`
}

// Kind implements [Fact].
func (parked) Kind() string { return "roll-parked" }

// moved moves the clock.
type moved struct {
	Clock Clock `json:"clock"`
}

// Kind implements [Fact].
func (moved) Kind() string { return "clock-moved" }

// paid is what the clock took at a payment.
type paid struct {
	Who     string   `json:"who"`
	System  string   `json:"system"`
	Moment  int      `json:"moment"`
	Changes []Change `json:"changes,omitempty"`
	Notes   []string `json:"notes,omitempty"`
	Story   string   `json:"story,omitempty"` // see engine.Roll.Story
}

// Kind implements [Fact].
func (paid) Kind() string { return "paid" }

// ran is what the clock did beside the game: it cleaned up after an action that
// was called off, or after a scene.
type ran struct {
	Who     string    `json:"who"`
	Against []string  `json:"against,omitempty"`
	System  string    `json:"system"`
	Action  string    `json:"action"`
	Hidden  bool      `json:"hidden,omitempty"`
	Moment  int       `json:"moment"`
	Why     string    `json:"why,omitempty"`
	Changes []Change  `json:"changes,omitempty"`
	Later   []Pending `json:"later,omitempty"`
	Notes   []string  `json:"notes,omitempty"`
	Story   string    `json:"story,omitempty"` // see engine.Roll.Story
}

// Kind implements [Fact].
func (ran) Kind() string { return "clock-ran" }

// effectBegan begins an effect, with what it adds.
type effectBegan struct {
	Effect  Effect   `json:"effect"`
	Changes []Change `json:"changes,omitempty"`
}

// Kind implements [Fact].
func (effectBegan) Kind() string { return "effect-began" }

// effectEnded ends one, and takes off what it added.
type effectEnded struct {
	Effect  Effect   `json:"effect"`
	Changes []Change `json:"changes,omitempty"`
	Why     string   `json:"why,omitempty"`
}

// Kind implements [Fact].
func (effectEnded) Kind() string { return "effect-ended" }

// Noted is a note for the log. One that the program makes of somebody names
// whom: it is hidden with the character.
type Noted struct {
	Text    string `json:"text"`
	Who     string `json:"who,omitempty"`
	Private bool   `json:"private,omitempty"`
}

// Kind implements [Fact].
func (Noted) Kind() string { return "noted" }

// calledFor says that an action is called for by something else than a roll.
type calledFor struct {
	FollowUp FollowUp `json:"follow_up"`
}

// Kind implements [Fact].
func (calledFor) Kind() string { return "called-for" }

// Undone takes an event back.
type Undone struct {
	Seq uint64 `json:"seq"`
}

// Kind implements [Fact].
func (Undone) Kind() string { return "undone" }

// Redone brings an undone event back.
type Redone struct {
	Seq uint64 `json:"seq"`
}

// Kind implements [Fact].
func (Redone) Kind() string { return "redone" }

// facts is the table of facts, by kind. A new fact is a type and its entry
// here. A fact that has none, of this version or of a newer one, changes
// nothing and is the gamemaster's alone.
var facts = table(append(diceFacts,
	entry(of[Made]{
		fold:  func(s state, f Made) state { s.Name, s.System = f.Name, f.System; return s },
		knows: everybody[Made],
		words: func(x telling, f Made) []Said {
			return line("The table " + f.Name + " begins, in the time of " + x.t.SystemName(f.System))
		},
	}),
	entry(of[named]{
		fold:  func(s state, f named) state { s.Name, s.System = f.Name, f.System; return s },
		knows: everybody[named],
		words: func(x telling, f named) []Said {
			return line("The table is called " + f.Name + ", in the time of " + x.t.SystemName(f.System))
		},
	}),
	entry(of[Joined]{
		fold:  func(s state, f Joined) state { s.join(f.Character); return s },
		about: func(f Joined) Subject { return Subject{Who: []string{f.Character.ID}, Hidden: f.Character.Hidden} },
		knows: func(_ deed, f Joined) []clause { return whoSaw(&f.Character) },
		met:   func(x *seeing, f Joined) Joined { return Joined{x.cutCharacter(f.Character)} },
		words: func(_ telling, f Joined) []Said { return line(f.Character.Name + " joins the table") },
	}),
	entry(of[left]{
		fold:  func(s state, f left) state { s.leave(f.Who); return s },
		about: func(f left) Subject { return Subject{Who: []string{f.Who}} },
		knows: whoSeesThem[left],
		met:   whole[left],
		words: func(x telling, f left) []Said { return line(x.t.NameOf(f.Who) + " leaves the table") },
	}),
	entry(of[edited]{
		fold:  func(s state, f edited) state { s.edit(f.Who, f.Character); return s },
		about: func(f edited) Subject { return Subject{Who: []string{f.Who}, Hidden: f.Character.Hidden} },
		knows: whoSawAnew,
		met:   (*seeing).cutEdited,
		words: func(x telling, f edited) []Said {
			if words := x.otherwise(f); words != "" {
				return line(x.t.NameOf(f.Who) + words)
			}
			return append(line(x.t.NameOf(f.Who)+" is described anew"), x.described(f.Character)...)
		},
	}),
	entry(of[reordered]{ // a place in the roster tells how many are hidden before it
		fold:  func(s state, f reordered) state { s.reorder(f.Who, f.To); return s },
		about: func(f reordered) Subject { return Subject{Who: []string{f.Who}} },
		words: func(x telling, f reordered) []Said {
			return line(x.t.NameOf(f.Who) + " moves to place " + strconv.Itoa(f.To+1))
		},
	}),
	entry(of[written]{
		fold:  func(s state, f written) state { s.write(f.Who, f.System, f.Changes); return s },
		about: func(f written) Subject { return Subject{Who: changed(f.Changes, f.Who)} },
		knows: whoSeesThem[written],
		words: func(x telling, f written) []Said {
			out := append(make([]Said, 0, 2), Said{Text: x.t.NameOf(f.Who) + " is changed" + because(f.Why)})
			return x.changing(out, f.Who, f.System, f.Changes)
		},
	}),
	entry(of[paged]{
		fold:  func(s state, f paged) state { s.page(f.Who, f.System, f.Page); return s },
		about: func(f paged) Subject { return Subject{Who: []string{f.Who}} },
		knows: whoSeesThem[paged],
		words: telling.paged,
	}),
	entry(of[houseSet]{
		fold: func(s state, f houseSet) state { s.setHouse(f.System, f.Rule, f.Value); return s },
		about: func(f houseSet) Subject {
			if f.Since == nil {
				return Subject{}
			}
			return Subject{Moment: f.Since.At, Timed: true}
		},
		knows: everybody[houseSet],
		words: telling.houseSet,
	}),
	entry(of[Opened]{
		fold:  func(s state, f Opened) state { s.open(f.Roll); return s },
		about: func(f Opened) Subject { return f.Roll.subject() },
		knows: whoSeesThem[Opened],
		cut:   func(_ *seeing, f Opened) Opened { return Opened{f.Roll.alone()} },
		same:  true,
		met:   func(x *seeing, f Opened) Opened { return Opened{x.cutRoll(f.Roll)} },
		words: func(x telling, f Opened) []Said { return line(x.roll(f.Roll) + " begins") },
	}),
	entry(of[Answered]{
		fold: func(s state, f Answered) state {
			s.changeRoll(f.Roll, func(r *Roll) { r.Tape = append(slices.Clip(r.Tape), f.Answer) })
			return s
		},
		about: func(f Answered) Subject { return Subject{Who: concerned(f.Who, f.Against), Hidden: f.Hidden} },
		knows: whoSeesAnswer,
		met:   whole[Answered],
		words: telling.answered,
	}),
	entry(of[Finished]{
		fold: func(s state, f Finished) state { s.finish(f); return s },
		about: func(f Finished) Subject {
			x := f.Roll.subject()
			x.Who = changed(f.Changes, x.Who...)
			return x
		},
		knows: whoSeesThem[Finished],
		met:   (*seeing).cutFinished,
		words: telling.finished,
	}),
	entry(of[Dropped]{
		fold: func(s state, f Dropped) state { s.dropRoll(f.Roll); return s },
		about: func(f Dropped) Subject {
			return Subject{Who: concerned(f.Who, f.Against), Action: f.Action, Hidden: f.Hidden}
		},
		knows: whoSeesThem[Dropped],
		met:   func(_ *seeing, f Dropped) Dropped { f.Why = ""; return f },
		words: func(x telling, f Dropped) []Said {
			return line(x.broken(f.Roll, f.Who, f.System, f.Action) + " is dropped" + because(f.Why))
		},
	}),
	entry(of[parked]{
		fold: func(s state, f parked) state { s.changeRoll(f.Roll, func(r *Roll) { r.Parked = f.Why }); return s },
		about: func(f parked) Subject {
			return Subject{Who: concerned(f.Who, f.Against), Action: f.Action, Hidden: f.Hidden}
		},
		knows: whoSeesThem[parked],
		met:   func(_ *seeing, f parked) parked { f.Why = unsaid(f.Why); return f },
		words: func(x telling, f parked) []Said {
			return []Said{{Warns: true, Text: x.broken(f.Roll, f.Who, f.System, f.Action) + " is parked" + because(f.Why)}}
		},
	}),
	entry(of[moved]{
		fold:  func(s state, f moved) state { s.move(f.Clock); return s },
		about: func(f moved) Subject { return Subject{Moment: f.Clock.Moment, Timed: true} },
		knows: whoSeesTime,
		cut:   func(x *seeing, f moved) moved { return moved{x.clock(f.Clock)} },
		words: func(x telling, f moved) []Said { return line(x.clock(f.Clock)) },
	}),
	entry(of[Done]{
		fold:  func(s state, f Done) state { s.dropPending(f.Pending.ID); return s },
		about: func(f Done) Subject { return f.Pending.subject() },
		knows: whoSeesThem[Done],
		met:   func(x *seeing, f Done) Done { return Done{x.cutPending(f.Pending)} },
		words: func(x telling, f Done) []Said { return line(x.pending(f.Pending) + " is due") },
	}),
	entry(of[cancelled]{
		fold:  func(s state, f cancelled) state { s.dropPending(f.Pending.ID); return s },
		about: func(f cancelled) Subject { return f.Pending.subject() },
		knows: whoSeesThem[cancelled],
		met:   func(x *seeing, f cancelled) cancelled { return cancelled{x.cutPending(f.Pending), ""} },
		words: func(x telling, f cancelled) []Said {
			return line(x.pending(f.Pending) + " is called off" + because(f.Why))
		},
	}),
	entry(of[delayed]{
		fold:  func(s state, f delayed) state { s.delay(f.Pending.ID, f.Due); return s },
		about: func(f delayed) Subject { return f.Pending.subject() },
		knows: whoSeesThem[delayed],
		met:   (*seeing).cutDelayed,
		words: func(x telling, f delayed) []Said {
			if f.Due == 0 { // until when is not told
				return line(x.pending(f.Pending) + " is put off")
			}
			return line(x.pending(f.Pending) + " is put off from " + x.t.When(f.Pending.Due) + " to " + x.t.When(f.Due))
		},
	}),
	entry(of[paid]{
		fold: func(s state, f paid) state { s.write(f.Who, f.System, f.Changes); return s },
		about: func(f paid) Subject {
			return Subject{Who: changed(f.Changes, f.Who), Moment: f.Moment, Timed: true}
		},
		knows: whoSeesThem[paid],
		words: telling.paid,
	}),
	entry(of[ran]{
		fold: func(s state, f ran) state {
			s.write(f.Who, f.System, f.Changes)
			s.pending = append(slices.Clip(s.pending), f.Later...)
			return s
		},
		about: func(f ran) Subject {
			return Subject{Who: changed(f.Changes, concerned(f.Who, f.Against)...), Action: f.Action, Hidden: f.Hidden, Moment: f.Moment, Timed: true}
		},
		knows: whoSeesChanges,
		met:   (*seeing).cutRan,
		words: telling.ran,
	}),
	entry(of[effectBegan]{
		fold: func(s state, f effectBegan) state {
			s.write(f.Effect.Who, "", f.Changes)
			s.effects = append(slices.Clip(s.effects), f.Effect)
			return s
		},
		about: func(f effectBegan) Subject { return Subject{Who: changed(f.Changes, f.Effect.Who)} },
		knows: whoSeesThem[effectBegan],
		cut:   func(x *seeing, f effectBegan) effectBegan { f.Effect = x.effect(f.Effect); return f },
		words: telling.effectBegan,
	}),
	entry(of[effectEnded]{
		fold: func(s state, f effectEnded) state {
			s.write(f.Effect.Who, "", f.Changes)
			s.effects = slices.DeleteFunc(slices.Clone(s.effects), func(e Effect) bool { return e.ID == f.Effect.ID })
			return s
		},
		about: func(f effectEnded) Subject { return Subject{Who: changed(f.Changes, f.Effect.Who)} },
		knows: whoSeesThem[effectEnded],
		cut:   func(x *seeing, f effectEnded) effectEnded { f.Effect = x.effect(f.Effect); return f },
		words: telling.effectEnded,
	}),
	entry(of[Noted]{
		about: func(f Noted) Subject { return Subject{Who: only(f.Who), Hidden: f.Private} },
		knows: whoWrote,
		words: telling.noted,
	}),
	entry(of[calledFor]{
		fold: func(s state, f calledFor) state { s.follow = append(slices.Clip(s.follow), f.FollowUp); return s },
		about: func(f calledFor) Subject {
			return Subject{Who: concerned(f.FollowUp.Who, f.FollowUp.Against), Action: f.FollowUp.Action, Hidden: f.FollowUp.Hidden}
		},
		knows: whoSeesThem[calledFor],
		met:   func(x *seeing, f calledFor) calledFor { return calledFor{x.cutFollow(f.FollowUp)} },
		words: func(x telling, f calledFor) []Said {
			return line(x.t.ActionName(f.FollowUp.System, f.FollowUp.Action) + " follows for " + x.t.NameOf(f.FollowUp.Who))
		},
	}),
	entry(of[message]{
		knows: whoHears,
		words: telling.message,
	}),
	entry(of[shown]{
		knows: everybody[shown],
		words: telling.shown,
	}),
	entry(of[asked]{
		fold:  func(s state, f asked) state { s.asks = append(slices.Clip(s.asks), f.Ask); return s },
		knows: whoAsked(func(f asked) Ask { return f.Ask }),
		cut:   func(x *seeing, f asked) asked { return asked{x.cutAsk(f.Ask)} },
		words: telling.asked,
	}),
	entry(of[settledAsk]{
		fold: func(s state, f settledAsk) state {
			s.asks = slices.DeleteFunc(slices.Clone(s.asks), func(a Ask) bool { return a.ID == f.Ask.ID })
			return s
		},
		knows: whoAsked(func(f settledAsk) Ask { return f.Ask }),
		cut:   func(x *seeing, f settledAsk) settledAsk { f.Ask = x.cutAsk(f.Ask); return f },
		words: telling.settledAsk,
	}),
	seatRow,
	entry(of[handedOver]{
		fold:  func(s state, f handedOver) state { s.handed = f.Sheets; return s },
		knows: everybody[handedOver],
		words: func(_ telling, f handedOver) []Said {
			if f.Sheets {
				return line("Players keep their own sheets")
			}
			return line("The gamemaster keeps the numbers of all sheets")
		},
	}),
	entry(of[guardsShown]{
		fold:  func(s state, f guardsShown) state { s.guards = f.All; return s },
		knows: everybody[guardsShown],
		words: func(_ telling, f guardsShown) []Said {
			if f.All {
				return line("The odds against everybody are open")
			}
			return line("The odds go by what each seat knows")
		},
	}),
	entry(of[Undone]{ // the whole table is folded anew: see mark and refold
		knows: whoSawIt(func(f Undone) uint64 { return f.Seq }),
		cut:   func(x *seeing, f Undone) Undone { return Undone{x.number(f.Seq)} },
		words: func(x telling, f Undone) []Said { return line("Undone: " + x.event(f.Seq)) },
	}),
	entry(of[SetRight]{ // folded anew, too
		knows: whoSawThem,
		cut:   func(x *seeing, f SetRight) SetRight { return f.seenBy(x) },
		words: telling.setRight,
	}),
	entry(of[Redone]{
		knows: whoSawIt(func(f Redone) uint64 { return f.Seq }),
		cut:   func(x *seeing, f Redone) Redone { return Redone{x.number(f.Seq)} },
		words: func(x telling, f Redone) []Said { return line("Brought back: " + x.event(f.Seq)) },
	}),
)...)
