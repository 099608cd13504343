package model

import (
	"slices"

	"example.org/fray/engine"
)

// Made begins a table.
type Made struct {
	Name   string `json:"name"`
	System string `json:"system"`
}

// Kind implements [Fact].
func (Made) Kind() string { return "table-made" }

// Renamed changes the table's name or whose time it keeps.
type Renamed struct {
	Name   string `json:"name"`
	System string `json:"system"`
}

// Kind implements [Fact].
func (Renamed) Kind() string { return "table-named" }

// Joined brings a character to the table, or back.
type Joined struct {
	Character Character `json:"character"`
}

// Kind implements [Fact].
func (Joined) Kind() string { return "character-joined" }

// Left takes a character from the table. The sheet is kept.
type Left struct {
	Who string `json:"who"`
}

// Kind implements [Fact].
func (Left) Kind() string { return "character-left" }

// Edited changes what the table knows of a character besides the sheet.
type Edited struct {
	Who       string    `json:"who"`
	Character Character `json:"character"`      // without pages
	Public    bool      `json:"anew,omitempty"` // something changed that others know of somebody known by name only
	What      []string  `json:"what,omitempty"` // what changed
}

// Kind implements [Fact].
func (Edited) Kind() string { return "character-edited" }

// Reordered moves a character to another place of the roster, counted from 0.
type Reordered struct {
	Who string `json:"who"`
	To  int    `json:"to"`
}

// Kind implements [Fact].
func (Reordered) Kind() string { return "character-reordered" }

// SheetWritten changes a sheet by hand.
type SheetWritten struct {
	Who     string   `json:"who"`
	System  string   `json:"system"`
	Changes []Change `json:"changes"`
	Why     string   `json:"why,omitempty"`
}

// WhyFalls is the Why of a change by which somebody falls.
const WhyFalls = "falls"

// Kind implements [Fact].
func (SheetWritten) Kind() string { return "sheet-written" }

// Change is a changed field of a sheet.
type Change struct {
	Who      string       `json:"who,omitempty"`
	System   string       `json:"system,omitempty"`
	Field    string       `json:"field,omitempty"`
	From     engine.Value `json:"from"`
	To       engine.Value `json:"to"`
	PoolLeft *[2]int      `json:"left,omitempty"` // if the field is the loss of a pool: what is left in it before and after
}

// PagePut gives a character a page of a rulebook, or removes it if Page is nil.
type PagePut struct {
	Who    string       `json:"who"`
	System string       `json:"system"`
	Page   *engine.Page `json:"page,omitempty"`
	Why    string       `json:"why,omitempty"`
}

// Kind implements [Fact].
func (PagePut) Kind() string { return "sheet-paged" }

// HouseSet changes a house rule.
type HouseSet struct {
	System    string       `json:"system"`
	Rule      string       `json:"rule"`
	Value     engine.Value `json:"value"` // none for the default
	Temporary string       `json:"alone,omitempty"`
	Since     *HouseSince  `json:"since,omitempty"` // nil if it holds from the beginning
}

// The values of HouseSet.Temporary: a house rule that holds for one event only is set
// before the other facts of the event and set back after them.
const (
	TemporaryBegins = "begins"
	TemporaryEnds   = "ends"
)

// Kind implements [Fact].
func (HouseSet) Kind() string { return "house-set" }

// RulebookSet gives the table a rulebook as text, or a newer text of one.
type RulebookSet struct {
	System string `json:"system"`
	Name   string `json:"name"`
	Hash   string `json:"hash"`
	Text   string `json:"text"`
	What   string `json:"what,omitempty"` // the differences from the earlier text, in words
}

// Kind implements [Fact].
func (RulebookSet) Kind() string { return "rulebook-set" }

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
	Draw    *Draw         `json:"draw,omitempty"`   // how the program drew them; nil for answers of people
	For     string        `json:"for,omitempty"`    // the key of the seat that was asked, if the gamemaster answered for it
}

// Answerer returns the character whose dice, points or choice the answer is.
func (f Answered) Answerer() string {
	return Roll{Who: f.Who, Against: f.Against}.Thrower(f.Answer)
}

// Draw is what is needed to draw the same dice again: the range of the faces, and the
// position in one of the session's streams.
type Draw struct {
	Low   int   `json:"low"`             // the lowest face
	High  int   `json:"high"`            // the highest face
	Again int   `json:"again,omitempty"` // the face that lets a die be thrown again; 0 for none
	At    int64 `json:"at"`              // how many words of the stream had been drawn before, since the session began
	Mix   int   `json:"mix,omitempty"`   // how often players' words had been mixed in before

	Hidden bool `json:"hidden,omitempty"` // drawn from the stream of hidden dice; At is then the gamemaster's alone
}

// Kind implements [Fact].
func (Answered) Kind() string { return "roll-answered" }

// Finished ends a roll, with its result.
type Finished struct {
	Roll    Roll           `json:"roll"` // with its answers
	Outcome engine.Outcome `json:"outcome"`
	Changes []Change       `json:"changes,omitempty"`
	Later   []Pending      `json:"later,omitempty"`
	Notes   []string       `json:"notes,omitempty"`
	Story   string         `json:"story,omitempty"` // see engine.Roll.Story
	Follow  []FollowUp     `json:"follow,omitempty"`

	Fates []engine.DieFate `json:"fates,omitempty"` // what became of each die

	// Blow is, in a seat's table whose Outcome is cut, what the seat sees of a blow that has
	// landed or missed; otherwise it is empty.
	Blow Blow `json:"-"`
}

// Blow is whether a blow has hit.
type Blow string

// What becomes of a blow.
const (
	BlowHits   Blow = "hit"
	BlowMisses Blow = "miss"
)

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

// Parked says that a roll cannot go on by itself, because its rule failed or has changed
// since the roll began.
type Parked struct {
	Roll    string   `json:"roll"`
	Who     string   `json:"who"`
	Against []string `json:"against,omitempty"`
	Hidden  bool     `json:"hidden,omitempty"`
	System  string   `json:"system,omitempty"`
	Action  string   `json:"action"`
	Why     string   `json:"why"`
}

// Kind implements [Fact].
func (Parked) Kind() string { return "roll-parked" }

// ClockMoved moves the clock.
type ClockMoved struct {
	Clock     Clock `json:"clock"`
	Reordered bool  `json:"reordered,omitempty"` // the order of a round under way has changed, which is told
}

// Kind implements [Fact].
func (ClockMoved) Kind() string { return "clock-moved" }

// Paid is the fact that the clock took a payment, such as the upkeep of a power.
type Paid struct {
	Who     string   `json:"who"`
	System  string   `json:"system"`
	Moment  int      `json:"moment"`
	Changes []Change `json:"changes,omitempty"`
	Notes   []string `json:"notes,omitempty"`
	Story   string   `json:"story,omitempty"` // see engine.Roll.Story
}

// Kind implements [Fact].
func (Paid) Kind() string { return "paid" }

// ClockRan is an action that the clock ran by itself without asking anybody, such as the
// clean-up after an action that was cancelled or at the end of a scene.
type ClockRan struct {
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

	// Tidies is set if it only tidies up after what was called off or dropped, which
	// [Cancelled] or [Dropped] tells.
	Tidies bool `json:"fell,omitempty"`
}

// Kind implements [Fact].
func (ClockRan) Kind() string { return "clock-ran" }

// EffectBegan begins an effect.
type EffectBegan struct {
	Effect  Effect   `json:"effect"`
	Changes []Change `json:"changes,omitempty"`
}

// Kind implements [Fact].
func (EffectBegan) Kind() string { return "effect-began" }

// EffectEnded ends an effect. Changes take back what an effect of an older log wrote on the
// sheet.
type EffectEnded struct {
	Effect  Effect   `json:"effect"`
	Changes []Change `json:"changes,omitempty"`
	Why     string   `json:"why,omitempty"`
}

// Kind implements [Fact].
func (EffectEnded) Kind() string { return "effect-ended" }

// Noted is a note in the log. If the program writes a note about a character, Who is set:
// whoever may not know of the character does not get the note.
type Noted struct {
	Text    string `json:"text"`
	Who     string `json:"who,omitempty"`
	Private bool   `json:"private,omitempty"`
}

// Kind implements [Fact].
func (Noted) Kind() string { return "noted" }

// CalledFor adds a follow-up that no roll called for or, if it is withdrawn, removes one
// that somebody does not take up.
type CalledFor struct {
	FollowUp FollowUp `json:"follow_up"`
}

// Kind implements [Fact].
func (CalledFor) Kind() string { return "called-for" }

// Undone is the fact that an event was undone.
type Undone struct {
	Seq uint64 `json:"seq"`
}

// Kind implements [Fact].
func (Undone) Kind() string { return "undone" }

// Redone is the fact that an undone event was redone.
type Redone struct {
	Seq uint64 `json:"seq"`
}

// Kind implements [Fact].
func (Redone) Kind() string { return "redone" }

// facts is the table of facts, by kind. A new fact is a type and its entry here, and an
// entry in the package view. A fact without an entry, whether of this version or of a
// newer one, changes nothing, and only the gamemaster knows it.
var facts = byKind(append(diceFacts,
	entry(factOf[Made]{
		fold:  func(s State, f Made) State { s.Name, s.System = f.Name, f.System; return s },
		knows: everybody[Made],
	}),
	entry(factOf[Renamed]{
		fold:  func(s State, f Renamed) State { s.Name, s.System = f.Name, f.System; return s },
		knows: everybody[Renamed],
	}),
	entry(factOf[Joined]{
		redacted: true,

		fold:     func(s State, f Joined) State { s.join(f.Character); return s },
		about:    func(f Joined) Subject { return Subject{Who: []string{f.Character.ID}, Hidden: f.Character.Hidden} },
		knows:    func(_ AudienceContext, f Joined) []Clause { return characterClauses(&f.Character) },
		nameOnly: true,
	}),
	entry(factOf[Left]{
		fold:     func(s State, f Left) State { s.leave(f.Who); return s },
		about:    func(f Left) Subject { return Subject{Who: []string{f.Who}} },
		knows:    subjectAudience[Left],
		nameOnly: true,
	}),
	entry(factOf[Edited]{
		redacted: true,

		fold:     func(s State, f Edited) State { s.edit(f.Who, f.Character); return s },
		about:    func(f Edited) Subject { return Subject{Who: []string{f.Who}, Hidden: f.Character.Hidden} },
		knows:    editAudience,
		nameOnly: true,
	}),
	entry(factOf[Reordered]{ // only the gamemaster may know it: a place in the roster tells how many hidden characters come before it
		fold:  func(s State, f Reordered) State { s.reorder(f.Who, f.To); return s },
		about: func(f Reordered) Subject { return Subject{Who: []string{f.Who}} },
	}),
	entry(factOf[SheetWritten]{
		fold:  func(s State, f SheetWritten) State { s.write(f.Who, f.System, f.Changes); return s },
		about: func(f SheetWritten) Subject { return Subject{Who: withChanged(f.Changes, f.Who)} },
		knows: subjectAudience[SheetWritten],
	}),
	entry(factOf[DateSet]{
		fold:  func(s State, f DateSet) State { s.Calendar = f.Calendar; return s },
		about: func(f DateSet) Subject { return Subject{Moment: f.Moment, Timed: true} },
		knows: everybody[DateSet],
	}),
	entry(factOf[PlayedAnyway]{
		fold: func(s State, f PlayedAnyway) State {
			s.Although = slices.Concat(s.Although, f.Although)
			return s
		},
		knows: everybody[PlayedAnyway],
	}),
	entry(factOf[EveningPlanned]{
		fold:  func(s State, f EveningPlanned) State { s.Evening = f.Evening; return s },
		knows: everybody[EveningPlanned],
	}),
	entry(factOf[Awarded]{
		fold:  func(s State, f Awarded) State { s.award(f); return s },
		about: func(f Awarded) Subject { return Subject{Who: idList(f.Who)} },
		knows: subjectAudience[Awarded],
	}),
	entry(factOf[PagePut]{
		fold:  func(s State, f PagePut) State { s.page(f.Who, f.System, f.Page); return s },
		about: func(f PagePut) Subject { return Subject{Who: []string{f.Who}} },
		knows: subjectAudience[PagePut],
	}),
	entry(factOf[HouseSet]{
		fold: func(s State, f HouseSet) State { s.setHouse(f.System, f.Rule, f.Value); return s },
		about: func(f HouseSet) Subject {
			if f.Since == nil {
				return Subject{}
			}
			return Subject{Moment: f.Since.At, Timed: true}
		},
		knows: everybody[HouseSet],
	}),
	entry(factOf[RulebookSet]{
		fold:  func(s State, f RulebookSet) State { s.setRulebook(f); return s },
		knows: everybody[RulebookSet],
	}),
	entry(factOf[Opened]{
		fold:  func(s State, f Opened) State { s.open(f.Roll); return s },
		about: func(f Opened) Subject { return f.Roll.Subject() },
		knows: subjectAudience[Opened],

		nameOnly: true,
	}),
	entry(factOf[Answered]{
		fold: func(s State, f Answered) State {
			s.ChangeRoll(f.Roll, func(r *Roll) { r.Tape = append(slices.Clip(r.Tape), f.Answer) })
			return s
		},
		about:    func(f Answered) Subject { return Subject{Who: Participants(f.Who, f.Against), Hidden: f.Hidden} },
		knows:    answerAudience,
		nameOnly: true,
	}),
	entry(factOf[Finished]{
		fold: func(s State, f Finished) State { s.finish(f); return s },
		about: func(f Finished) Subject {
			x := f.Roll.Subject()
			x.Who = withChanged(f.Changes, x.Who...)
			return x
		},
		knows:    subjectAudience[Finished],
		nameOnly: true,
	}),
	entry(factOf[Dropped]{
		fold: func(s State, f Dropped) State { s.dropRoll(f.Roll); return s },
		about: func(f Dropped) Subject {
			return Subject{Who: Participants(f.Who, f.Against), Action: f.Action, Hidden: f.Hidden}
		},
		knows:    subjectAudience[Dropped],
		nameOnly: true,
	}),
	entry(factOf[Parked]{
		fold: func(s State, f Parked) State {
			s.ChangeRoll(f.Roll, func(r *Roll) {
				r.Parked = f.Why
				if r.Series != nil {
					alone := *r.Series
					alone.Waiting, r.Series = nil, &alone // they do not wait for it any more
				}
			})
			return s
		},
		about: func(f Parked) Subject {
			return Subject{Who: Participants(f.Who, f.Against), Action: f.Action, Hidden: f.Hidden}
		},
		knows:    subjectAudience[Parked],
		nameOnly: true,
	}),
	entry(factOf[ClockMoved]{
		redacted: true,

		fold:  func(s State, f ClockMoved) State { s.move(f.Clock); return s },
		about: func(f ClockMoved) Subject { return Subject{Moment: f.Clock.Moment, Timed: true} },
		knows: clockAudience,
	}),
	entry(factOf[Done]{
		fold:     func(s State, f Done) State { s.dropPending(f.Pending.ID); return s },
		about:    func(f Done) Subject { return f.Pending.Subject() },
		knows:    subjectAudience[Done],
		nameOnly: true,
	}),
	entry(factOf[Cancelled]{
		fold:     func(s State, f Cancelled) State { s.dropPending(f.Pending.ID); return s },
		about:    func(f Cancelled) Subject { return f.Pending.Subject() },
		knows:    subjectAudience[Cancelled],
		nameOnly: true,
	}),
	entry(factOf[Delayed]{
		fold:     func(s State, f Delayed) State { s.delay(f.Pending.ID, f.Due); return s },
		about:    func(f Delayed) Subject { return f.Pending.Subject() },
		knows:    subjectAudience[Delayed],
		nameOnly: true,
	}),
	entry(factOf[Paid]{
		fold: func(s State, f Paid) State { s.write(f.Who, f.System, f.Changes); return s },
		about: func(f Paid) Subject {
			return Subject{Who: withChanged(f.Changes, f.Who), Moment: f.Moment, Timed: true}
		},
		knows: subjectAudience[Paid],
	}),
	entry(factOf[ClockRan]{
		fold: func(s State, f ClockRan) State {
			s.write(f.Who, f.System, f.Changes)
			s.Pending = append(slices.Clip(s.Pending), f.Later...)
			return s
		},
		about: func(f ClockRan) Subject {
			return Subject{Who: withChanged(f.Changes, Participants(f.Who, f.Against)...), Action: f.Action, Hidden: f.Hidden, Moment: f.Moment, Timed: true}
		},
		knows:    clockRanAudience,
		nameOnly: true,
	}),
	entry(factOf[EffectBegan]{
		redacted: true,

		fold: func(s State, f EffectBegan) State {
			s.write(f.Effect.Who, "", f.Changes)
			s.Effects = append(slices.Clip(s.Effects), f.Effect)
			return s
		},
		about: func(f EffectBegan) Subject { return Subject{Who: withChanged(f.Changes, f.Effect.Who)} },
		knows: subjectAudience[EffectBegan],
	}),
	entry(factOf[EffectEnded]{
		redacted: true,

		fold: func(s State, f EffectEnded) State {
			s.write(f.Effect.Who, "", f.Changes)
			s.Effects = slices.DeleteFunc(slices.Clone(s.Effects), func(e Effect) bool { return e.ID == f.Effect.ID })
			return s
		},
		about: func(f EffectEnded) Subject { return Subject{Who: withChanged(f.Changes, f.Effect.Who)} },
		knows: subjectAudience[EffectEnded],
	}),
	entry(factOf[ArrivalSet]{ // only the gamemaster knows who will arrive
		fold: func(s State, f ArrivalSet) State { s.Arrivals = append(slices.Clip(s.Arrivals), f.Arrival); return s },
	}),
	entry(factOf[ArrivalOver]{
		fold: func(s State, f ArrivalOver) State {
			s.Arrivals = slices.DeleteFunc(slices.Clone(s.Arrivals), func(a Arrival) bool { return a.ID == f.ID })
			return s
		},
	}),
	entry(factOf[DeadlineSet]{
		fold:  func(s State, f DeadlineSet) State { s.setDeadline(f.Deadline); return s },
		about: func(f DeadlineSet) Subject { return Subject{Who: []string{f.Deadline.Who}} },
		knows: func(_ AudienceContext, f DeadlineSet) []Clause { return []Clause{{Open: []string{f.Deadline.Who}}} },
	}),
	entry(factOf[RestPaused]{
		fold: func(s State, f RestPaused) State { s.Resting = f.Rest; return s },
	}),
	entry(factOf[Noted]{
		about: func(f Noted) Subject { return Subject{Who: idList(f.Who), Hidden: f.Private} },
		knows: noteAudience,
	}),
	entry(factOf[CalledFor]{
		fold: func(s State, f CalledFor) State { s.callFor(f.FollowUp); return s },
		about: func(f CalledFor) Subject {
			return Subject{Who: Participants(f.FollowUp.Who, f.FollowUp.Against), Action: f.FollowUp.Action, Hidden: f.FollowUp.Hidden}
		},
		knows:    subjectAudience[CalledFor],
		nameOnly: true,
	}),
	entry(factOf[MessageSent]{
		knows: messageAudience,
	}),
	entry(factOf[PageShown]{
		knows: everybody[PageShown],
	}),
	entry(factOf[RequestMade]{
		redacted: true,

		fold:  func(s State, f RequestMade) State { s.Requests = append(slices.Clip(s.Requests), f.Request); return s },
		knows: requestAudience(func(f RequestMade) Request { return f.Request }),
	}),
	entry(factOf[RequestSettled]{
		redacted: true,

		fold: func(s State, f RequestSettled) State {
			s.Requests = slices.DeleteFunc(slices.Clone(s.Requests), func(a Request) bool { return a.ID == f.Request.ID })
			return s
		},
		knows: requestAudience(func(f RequestSettled) Request { return f.Request }),
	}),
	seatNamedEntry,
	entry(factOf[SheetsHandedOver]{
		fold:  func(s State, f SheetsHandedOver) State { s.PlayersKeepSheets = f.Sheets; return s },
		knows: everybody[SheetsHandedOver],
	}),
	entry(factOf[OddsOpened]{
		fold:  func(s State, f OddsOpened) State { s.OddsOpen = f.All; return s },
		knows: everybody[OddsOpened],
	}),
	entry(factOf[Undone]{
		redacted: true,
		// the table is folded again: see [History.MarkUndone] and [Table.Apply]
		knows: eventAudience(func(f Undone) uint64 { return f.Seq }),
	}),
	entry(factOf[Amended]{
		redacted: true,
		// folded again, like an undone event
		knows: amendmentAudience,
	}),
	entry(factOf[Redone]{
		redacted: true,

		knows: eventAudience(func(f Redone) uint64 { return f.Seq }),
	}),
)...)
