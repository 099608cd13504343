package view

import (
	"strconv"
	"strings"

	"example.org/fray/model"
)

// sentence is the entry of one kind of fact in the table of sentences: what the log says
// of it, and what is left of it for a seat that may not know all of it.
type sentence[F model.Fact] struct {
	redact   func(*redactor, F) F // what a seat may know of it; nil: all of it
	nameOnly func(*redactor, F) F // what is left for a seat that knows a participant by name only; nil: such a seat gets nothing
	words    func(teller, F) []Line
}

// sentenceEntry is an entry for a fact of any type.
type sentenceEntry struct {
	kind     string
	redact   func(*redactor, model.Fact) model.Fact
	nameOnly func(*redactor, model.Fact) model.Fact
	words    func(teller, model.Fact) []Line
}

func entry[F model.Fact](e sentence[F]) sentenceEntry {
	var none F
	out := sentenceEntry{
		kind:  none.Kind(),
		words: func(x teller, f model.Fact) []Line { return e.words(x, f.(F)) },
	}
	if e.redact != nil {
		out.redact = func(x *redactor, f model.Fact) model.Fact { return e.redact(x, f.(F)) }
	}
	if e.nameOnly != nil {
		out.nameOnly = func(x *redactor, f model.Fact) model.Fact { return e.nameOnly(x, f.(F)) }
	}
	return out
}

func byKind(rows ...sentenceEntry) map[string]sentenceEntry {
	out := make(map[string]sentenceEntry, len(rows))
	for _, r := range rows {
		out[r.kind] = r
	}
	return out
}

// redactFact returns what the seat may know of a fact about the characters who. It returns
// false if this version has no sentence for the fact.
func (x *redactor) redactFact(f model.Fact, who []string) (model.Fact, bool) {
	r, ok := sentences[f.Kind()]
	if !ok {
		return nil, false
	}
	if r.nameOnly != nil && !x.knowsAll(who) {
		f = r.nameOnly(x, f)
	}
	if r.redact != nil {
		f = r.redact(x, f)
	}
	return f, true
}

// sentences is the table of sentences, by kind.
var sentences = byKind(
	entry(sentence[model.SessionBegan]{
		redact: func(_ *redactor, f model.SessionBegan) model.SessionBegan {
			return model.SessionBegan{Fingerprint: f.Fingerprint, GoesOn: f.GoesOn}
		},
		words: func(x teller, f model.SessionBegan) []Line {
			head := "The session begins"
			if f.GoesOn {
				head = "The session goes on with new dice"
			}
			return append(append(line(head), x.hex("the fingerprint of its dice is ", f.Fingerprint)...), x.hex("and for its hidden dice ", f.Hidden)...)
		},
	}),
	entry(sentence[model.SessionEnded]{
		redact: func(_ *redactor, f model.SessionEnded) model.SessionEnded {
			return model.SessionEnded{Seed: f.Seed, Drawn: f.Drawn}
		},
		words: func(x teller, f model.SessionEnded) []Line {
			return append(append(line("The session ends"), x.hex("the seed of its dice was ", f.Seed)...), x.hex("and for its hidden dice ", f.Hidden)...)
		},
	}),
	entry(sentence[model.WordsAsked]{
		words: teller.wordsAsked,
	}),
	entry(sentence[model.WordAdded]{
		words: teller.wordAdded,
	}),
	entry(sentence[model.WordPassed]{
		words: teller.wordPassed,
	}),
	entry(sentence[model.DiceMixed]{
		redact: func(_ *redactor, f model.DiceMixed) model.DiceMixed { return model.DiceMixed{Steps: f.Steps, At: f.At} },
		words:  teller.diceMixed,
	}),
	entry(sentence[model.SeatNamed]{
		words: func(_ teller, f model.SeatNamed) []Line {
			switch {
			case f.Was != "":
				return line(f.Was + " is called " + f.Name + " from now on")
			case f.Seat.Role == model.Watcher:
				return line(f.Name + " has a seat, to watch")
			}
			return line(f.Name + " has a seat at the table")
		},
	}),
	entry(sentence[model.Made]{
		words: func(x teller, f model.Made) []Line {
			return line("The table " + f.Name + " begins, in the time of " + x.t.SystemName(f.System))
		},
	}),
	entry(sentence[model.Renamed]{
		words: func(x teller, f model.Renamed) []Line {
			return line("The table is called " + f.Name + ", in the time of " + x.t.SystemName(f.System))
		},
	}),
	entry(sentence[model.Joined]{
		redact: (*redactor).redactJoined,
		nameOnly: func(x *redactor, f model.Joined) model.Joined {
			return model.Joined{Character: x.redactCharacter(f.Character)}
		},
		words: func(_ teller, f model.Joined) []Line { return line(f.Character.Name + " joins the table") },
	}),
	entry(sentence[model.ArrivalSet]{
		words: func(x teller, f model.ArrivalSet) []Line {
			return line(f.Arrival.Name + " will arrive at " + x.t.When(f.Arrival.Due))
		},
	}),
	entry(sentence[model.ArrivalOver]{
		words: func(_ teller, f model.ArrivalOver) []Line {
			if f.Why != "" {
				return line(f.Name + " will not arrive: " + f.Why)
			}
			return line(f.Name + ": arrived")
		},
	}),
	entry(sentence[model.Left]{
		nameOnly: unchanged[model.Left],
		words:    func(x teller, f model.Left) []Line { return line(x.t.NameOf(f.Who) + " is removed from the table") },
	}),
	entry(sentence[model.Edited]{
		redact:   (*redactor).redactNotes,
		nameOnly: (*redactor).redactEdited,
		words: func(x teller, f model.Edited) []Line {
			if words := x.editWords(f); words != "" {
				return line(x.t.NameOf(f.Who) + words)
			}
			return append(line(x.t.NameOf(f.Who)+" has a new description"), x.described(f.Character)...)
		},
	}),
	entry(sentence[model.Reordered]{
		words: func(x teller, f model.Reordered) []Line {
			return line(x.t.NameOf(f.Who) + " moves to place " + strconv.Itoa(f.To+1))
		},
	}),
	entry(sentence[model.SheetWritten]{
		words: teller.sheetWritten,
	}),
	entry(sentence[model.DateSet]{
		words: func(_ teller, f model.DateSet) []Line { return line("It is " + f.Words() + model.Because(f.Why)) },
	}),
	entry(sentence[model.PlayedAnyway]{
		words: func(_ teller, f model.PlayedAnyway) []Line {
			return line("The table is played on, although " + strings.Join(f.Although, "; "))
		},
	}),
	entry(sentence[model.EveningPlanned]{
		words: func(_ teller, f model.EveningPlanned) []Line {
			if words := f.Words(); words != "" {
				return line("The next evening is " + words)
			}
			return line("No evening is planned any more")
		},
	}),
	entry(sentence[model.Awarded]{
		words: func(x teller, f model.Awarded) []Line {
			head := x.t.NameOf(f.Who) + " is awarded " + Figure{Words: f.What, N: f.N}.words()
			if f.N < 0 {
				head = x.t.NameOf(f.Who) + " loses " + Figure{Words: f.What, N: -f.N}.words()
			}
			return append(line(head), x.changes(f.Who, f.System, f.Changes)...)
		},
	}),
	entry(sentence[model.PagePut]{
		words: teller.pagePut,
	}),
	entry(sentence[model.HouseSet]{
		words: teller.houseSet,
	}),
	entry(sentence[model.RulebookSet]{
		words: func(_ teller, f model.RulebookSet) []Line {
			if f.What == "" {
				return line("The rulebook " + f.Name + " is at the table")
			}
			return line("A newer text of " + f.Name + ": " + f.What)
		},
	}),
	entry(sentence[model.Opened]{
		redact:   func(_ *redactor, f model.Opened) model.Opened { return model.Opened{Roll: f.Roll.WithoutContext()} },
		nameOnly: func(x *redactor, f model.Opened) model.Opened { return model.Opened{Roll: x.redactRoll(f.Roll)} },
		words:    func(x teller, f model.Opened) []Line { return line(x.roll(f.Roll) + " begins" + x.marks(f.Roll)) },
	}),
	entry(sentence[model.Answered]{
		redact:   func(_ *redactor, f model.Answered) model.Answered { return withoutHiddenPlace(f) },
		nameOnly: unchanged[model.Answered],
		words:    teller.answered,
	}),
	entry(sentence[model.Finished]{
		redact:   (*redactor).redactCauses,
		nameOnly: (*redactor).redactFinished,
		words:    teller.finished,
	}),
	entry(sentence[model.Dropped]{
		nameOnly: func(_ *redactor, f model.Dropped) model.Dropped { f.Why = ""; return f },
		words: func(x teller, f model.Dropped) []Line {
			return line(x.t.NameOf(f.Who) + ": " + x.t.ActionName(f.System, f.Action) + " is dropped" + model.Because(f.Why))
		},
	}),
	entry(sentence[model.Parked]{
		nameOnly: func(_ *redactor, f model.Parked) model.Parked { f.Why = redactReason(f.Why); return f },
		words: func(x teller, f model.Parked) []Line {
			return []Line{{Warns: true, Text: x.t.NameOf(f.Who) + ": " + x.t.ActionName(f.System, f.Action) + " is parked" + model.Because(f.Why)}}
		},
	}),
	entry(sentence[model.ClockMoved]{
		redact: func(x *redactor, f model.ClockMoved) model.ClockMoved {
			return model.ClockMoved{Clock: x.redactClock(f.Clock), Reordered: f.Reordered}
		},
		words: func(x teller, f model.ClockMoved) []Line { return line(x.clock(f.Clock, f.Reordered)) },
	}),
	entry(sentence[model.Done]{
		nameOnly: func(x *redactor, f model.Done) model.Done { return model.Done{Pending: x.redactPending(f.Pending)} },
		words:    func(x teller, f model.Done) []Line { return line(x.pending(f.Pending) + " is due") },
	}),
	entry(sentence[model.Cancelled]{
		nameOnly: func(x *redactor, f model.Cancelled) model.Cancelled {
			out := model.Cancelled{Pending: x.redactPending(f.Pending)}
			if f.Fell != "" {
				out.Fell = "cannot act"
			}
			return out
		},
		words: func(x teller, f model.Cancelled) []Line {
			if f.Fell != "" {
				return x.calledOffByFall(f)
			}
			return line(x.pending(f.Pending) + " is called off" + model.Because(f.Why))
		},
	}),
	entry(sentence[model.Delayed]{
		nameOnly: (*redactor).redactDelayed,
		words: func(x teller, f model.Delayed) []Line {
			if f.Due == 0 { // until when is not told
				return line(x.pending(f.Pending) + " is put off")
			}
			return line(x.pending(f.Pending) + " is put off from " + x.t.When(f.Pending.Due) + " to " + x.t.When(f.Due))
		},
	}),
	entry(sentence[model.Paid]{
		words: teller.paid,
	}),
	entry(sentence[model.ClockRan]{
		nameOnly: (*redactor).redactClockRan,
		words:    teller.clockRan,
	}),
	entry(sentence[model.EffectBegan]{
		redact: func(x *redactor, f model.EffectBegan) model.EffectBegan {
			f.Effect = x.redactEffect(f.Effect)
			return f
		},
		words: teller.effectBegan,
	}),
	entry(sentence[model.EffectEnded]{
		redact: func(x *redactor, f model.EffectEnded) model.EffectEnded {
			if of := f.Effect.Of; of != "" && x.visibility[of] == model.Hidden {
				f.Why = "" // it may name who has left
			}
			f.Effect = x.redactEffect(f.Effect)
			return f
		},
		words: teller.effectEnded,
	}),
	entry(sentence[model.RestPaused]{
		words: func(x teller, f model.RestPaused) []Line {
			if f.Rest == nil {
				return line("The rest is over")
			}
			return line("The rest goes on when that is answered")
		},
	}),
	entry(sentence[model.Noted]{
		words: teller.noted,
	}),
	entry(sentence[model.CalledFor]{
		nameOnly: func(x *redactor, f model.CalledFor) model.CalledFor {
			return model.CalledFor{FollowUp: x.redactFollowUp(f.FollowUp)}
		},
		words: func(x teller, f model.CalledFor) []Line {
			name := x.t.ActionName(f.FollowUp.System, f.FollowUp.Action)
			if f.FollowUp.Withdrawn {
				return line(x.t.NameOf(f.FollowUp.Who) + " does not defend: no " + name)
			}
			if of := f.FollowUp.Origin; of.Roll != "" && of.Who != f.FollowUp.Who {
				return line(x.t.NameOf(f.FollowUp.Who) + " may defend: " + name)
			}
			return line(name + " follows for " + x.t.NameOf(f.FollowUp.Who))
		},
	}),
	entry(sentence[model.DeadlineSet]{
		words: func(x teller, f model.DeadlineSet) []Line {
			return line(x.t.NameOf(f.Deadline.Who) + " has " + strconv.Itoa(f.Seconds) + " seconds to defend")
		},
	}),
	entry(sentence[model.MessageSent]{
		words: teller.message,
	}),
	entry(sentence[model.PageShown]{
		words: teller.pageShown,
	}),
	entry(sentence[model.RequestMade]{
		redact: func(x *redactor, f model.RequestMade) model.RequestMade {
			return model.RequestMade{Request: x.redactRequest(f.Request)}
		},
		words: teller.requestMade,
	}),
	entry(sentence[model.RequestSettled]{
		redact: func(x *redactor, f model.RequestSettled) model.RequestSettled {
			f.Request = x.redactRequest(f.Request)
			return f
		},
		words: teller.requestSettled,
	}),
	entry(sentence[model.SheetsHandedOver]{
		words: func(_ teller, f model.SheetsHandedOver) []Line {
			if f.Sheets {
				return line("Players can change their own sheets")
			}
			return line("Players must ask before changing a number")
		},
	}),
	entry(sentence[model.OddsOpened]{
		words: func(_ teller, f model.OddsOpened) []Line {
			if f.All {
				return line("Everybody sees all odds")
			}
			return line("Players see only the odds they know")
		},
	}),
	entry(sentence[model.Undone]{
		redact: func(x *redactor, f model.Undone) model.Undone { return model.Undone{Seq: x.Place(f.Seq)} },
		words:  func(x teller, f model.Undone) []Line { return line("Undone: " + x.event(f.Seq)) },
	}),
	entry(sentence[model.Amended]{
		redact: func(x *redactor, f model.Amended) model.Amended { return redactAmended(f, x) },
		words:  teller.amended,
	}),
	entry(sentence[model.Redone]{
		redact: func(x *redactor, f model.Redone) model.Redone { return model.Redone{Seq: x.Place(f.Seq)} },
		words:  func(x teller, f model.Redone) []Line { return line("Redone: " + x.event(f.Seq)) },
	}),
)
