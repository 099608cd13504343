package view

import (
	"strconv"

	"example.org/fray/model"
)

// sentence is the entry of one fact in the table of sentences: what the log says of
// it, and what is left of it for a seat that may not know all of it.
type sentence[F model.Fact] struct {
	redact   func(*seeing, F) F // what a seat may know of it; nil: all of it
	nameOnly func(*seeing, F) F // what is left for a seat that knows somebody it is about by name only; nil: nothing
	words    func(telling, F) []Said
}

// sentenceRow is an entry, whatever its fact.
type sentenceRow struct {
	kind     string
	redact   func(*seeing, model.Fact) model.Fact
	nameOnly func(*seeing, model.Fact) model.Fact
	words    func(telling, model.Fact) []Said
}

func tell[F model.Fact](e sentence[F]) sentenceRow {
	var none F
	out := sentenceRow{
		kind:  none.Kind(),
		words: func(x telling, f model.Fact) []Said { return e.words(x, f.(F)) },
	}
	if e.redact != nil {
		out.redact = func(x *seeing, f model.Fact) model.Fact { return e.redact(x, f.(F)) }
	}
	if e.nameOnly != nil {
		out.nameOnly = func(x *seeing, f model.Fact) model.Fact { return e.nameOnly(x, f.(F)) }
	}
	return out
}

func tellAll(rows ...sentenceRow) map[string]sentenceRow {
	out := make(map[string]sentenceRow, len(rows))
	for _, r := range rows {
		out[r.kind] = r
	}
	return out
}

// redactFact leaves of a fact about some characters what the seat may know; false
// where this version has no entry for it.
func (x *seeing) redactFact(f model.Fact, who []string) (model.Fact, bool) {
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

var sentences = tellAll(
	tell(sentence[model.EveningBegan]{
		redact: func(_ *seeing, f model.EveningBegan) model.EveningBegan {
			return model.EveningBegan{Fingerprint: f.Fingerprint}
		},
		words: func(x telling, f model.EveningBegan) []Said {
			return append(append(line("The session begins"), x.hex("the fingerprint of its dice is ", f.Fingerprint)...), x.hex("and for its hidden dice ", f.Hidden)...)
		},
	}),
	tell(sentence[model.EveningEnded]{
		redact: func(_ *seeing, f model.EveningEnded) model.EveningEnded {
			return model.EveningEnded{Seed: f.Seed, Drawn: f.Drawn}
		},
		words: func(x telling, f model.EveningEnded) []Said {
			return append(append(line("The session ends"), x.hex("the seed of its dice was ", f.Seed)...), x.hex("and for its hidden dice ", f.Hidden)...)
		},
	}),
	tell(sentence[model.WordsAsked]{
		words: telling.wordsAsked,
	}),
	tell(sentence[model.WordAdded]{
		words: telling.wordAdded,
	}),
	tell(sentence[model.WordPassed]{
		words: telling.wordPassed,
	}),
	tell(sentence[model.DiceMixed]{
		redact: func(_ *seeing, f model.DiceMixed) model.DiceMixed { return model.DiceMixed{Steps: f.Steps, At: f.At} },
		words:  telling.mixed,
	}),
	tell(sentence[model.SeatNamed]{
		words: func(_ telling, f model.SeatNamed) []Said {
			switch {
			case f.Was != "":
				return line(f.Was + " is called " + f.Name + " from now on")
			case f.Seat.Role == model.Watcher:
				return line(f.Name + " has a seat, to watch")
			}
			return line(f.Name + " has a seat at the table")
		},
	}),
	tell(sentence[model.Made]{
		words: func(x telling, f model.Made) []Said {
			return line("The table " + f.Name + " begins, in the time of " + x.t.SystemName(f.System))
		},
	}),
	tell(sentence[model.Renamed]{
		words: func(x telling, f model.Renamed) []Said {
			return line("The table is called " + f.Name + ", in the time of " + x.t.SystemName(f.System))
		},
	}),
	tell(sentence[model.Joined]{
		nameOnly: func(x *seeing, f model.Joined) model.Joined {
			return model.Joined{Character: x.cutCharacter(f.Character)}
		},
		words: func(_ telling, f model.Joined) []Said { return line(f.Character.Name + " joins the table") },
	}),
	tell(sentence[model.Left]{
		nameOnly: whole[model.Left],
		words:    func(x telling, f model.Left) []Said { return line(x.t.NameOf(f.Who) + " is removed from the table") },
	}),
	tell(sentence[model.Edited]{
		nameOnly: (*seeing).cutEdited,
		words: func(x telling, f model.Edited) []Said {
			if words := x.otherwise(f); words != "" {
				return line(x.t.NameOf(f.Who) + words)
			}
			return append(line(x.t.NameOf(f.Who)+" has a new description"), x.described(f.Character)...)
		},
	}),
	tell(sentence[model.Reordered]{
		words: func(x telling, f model.Reordered) []Said {
			return line(x.t.NameOf(f.Who) + " moves to place " + strconv.Itoa(f.To+1))
		},
	}),
	tell(sentence[model.SheetWritten]{
		words: func(x telling, f model.SheetWritten) []Said {
			out := append(make([]Said, 0, 2), Said{Text: x.t.NameOf(f.Who) + " is changed" + model.Because(f.Why)})
			return x.changing(out, f.Who, f.System, f.Changes)
		},
	}),
	tell(sentence[model.PagePut]{
		words: telling.paged,
	}),
	tell(sentence[model.HouseSet]{
		words: telling.houseSet,
	}),
	tell(sentence[model.Opened]{
		redact:   func(_ *seeing, f model.Opened) model.Opened { return model.Opened{Roll: f.Roll.WithoutContext()} },
		nameOnly: func(x *seeing, f model.Opened) model.Opened { return model.Opened{Roll: x.cutRoll(f.Roll)} },
		words:    func(x telling, f model.Opened) []Said { return line(x.roll(f.Roll) + " begins") },
	}),
	tell(sentence[model.Answered]{
		nameOnly: whole[model.Answered],
		words:    telling.answered,
	}),
	tell(sentence[model.Finished]{
		nameOnly: (*seeing).cutFinished,
		words:    telling.finished,
	}),
	tell(sentence[model.Dropped]{
		nameOnly: func(_ *seeing, f model.Dropped) model.Dropped { f.Why = ""; return f },
		words: func(x telling, f model.Dropped) []Said {
			return line(x.broken(f.Roll, f.Who, f.System, f.Action) + " is dropped" + model.Because(f.Why))
		},
	}),
	tell(sentence[model.Parked]{
		nameOnly: func(_ *seeing, f model.Parked) model.Parked { f.Why = unsaid(f.Why); return f },
		words: func(x telling, f model.Parked) []Said {
			return []Said{{Warns: true, Text: x.broken(f.Roll, f.Who, f.System, f.Action) + " is parked" + model.Because(f.Why)}}
		},
	}),
	tell(sentence[model.ClockMoved]{
		redact: func(x *seeing, f model.ClockMoved) model.ClockMoved { return model.ClockMoved{Clock: x.clock(f.Clock)} },
		words:  func(x telling, f model.ClockMoved) []Said { return line(x.clock(f.Clock)) },
	}),
	tell(sentence[model.Done]{
		nameOnly: func(x *seeing, f model.Done) model.Done { return model.Done{Pending: x.cutPending(f.Pending)} },
		words:    func(x telling, f model.Done) []Said { return line(x.pending(f.Pending) + " is due") },
	}),
	tell(sentence[model.Cancelled]{
		nameOnly: func(x *seeing, f model.Cancelled) model.Cancelled {
			return model.Cancelled{Pending: x.cutPending(f.Pending), Why: ""}
		},
		words: func(x telling, f model.Cancelled) []Said {
			return line(x.pending(f.Pending) + " is called off" + model.Because(f.Why))
		},
	}),
	tell(sentence[model.Delayed]{
		nameOnly: (*seeing).cutDelayed,
		words: func(x telling, f model.Delayed) []Said {
			if f.Due == 0 { // until when is not told
				return line(x.pending(f.Pending) + " is put off")
			}
			return line(x.pending(f.Pending) + " is put off from " + x.t.When(f.Pending.Due) + " to " + x.t.When(f.Due))
		},
	}),
	tell(sentence[model.Paid]{
		words: telling.paid,
	}),
	tell(sentence[model.ClockRan]{
		nameOnly: (*seeing).cutRan,
		words:    telling.ran,
	}),
	tell(sentence[model.EffectBegan]{
		redact: func(x *seeing, f model.EffectBegan) model.EffectBegan { f.Effect = x.effect(f.Effect); return f },
		words:  telling.effectBegan,
	}),
	tell(sentence[model.EffectEnded]{
		redact: func(x *seeing, f model.EffectEnded) model.EffectEnded { f.Effect = x.effect(f.Effect); return f },
		words:  telling.effectEnded,
	}),
	tell(sentence[model.Noted]{
		words: telling.noted,
	}),
	tell(sentence[model.CalledFor]{
		nameOnly: func(x *seeing, f model.CalledFor) model.CalledFor {
			return model.CalledFor{FollowUp: x.cutFollow(f.FollowUp)}
		},
		words: func(x telling, f model.CalledFor) []Said {
			return line(x.t.ActionName(f.FollowUp.System, f.FollowUp.Action) + " follows for " + x.t.NameOf(f.FollowUp.Who))
		},
	}),
	tell(sentence[model.MessageSent]{
		words: telling.message,
	}),
	tell(sentence[model.OutcomeShown]{
		words: telling.shown,
	}),
	tell(sentence[model.RequestMade]{
		redact: func(x *seeing, f model.RequestMade) model.RequestMade { return model.RequestMade{Ask: x.cutAsk(f.Ask)} },
		words:  telling.asked,
	}),
	tell(sentence[model.AskSettled]{
		redact: func(x *seeing, f model.AskSettled) model.AskSettled { f.Ask = x.cutAsk(f.Ask); return f },
		words:  telling.settledAsk,
	}),
	tell(sentence[model.SheetsHandedOver]{
		words: func(_ telling, f model.SheetsHandedOver) []Said {
			if f.Sheets {
				return line("Players can change their own sheets")
			}
			return line("Players must ask before changing a number")
		},
	}),
	tell(sentence[model.OddsOpened]{
		words: func(_ telling, f model.OddsOpened) []Said {
			if f.All {
				return line("Everybody sees all odds")
			}
			return line("Players see only the odds they know")
		},
	}),
	tell(sentence[model.Undone]{
		redact: func(x *seeing, f model.Undone) model.Undone { return model.Undone{Seq: x.SeatNumber(f.Seq)} },
		words:  func(x telling, f model.Undone) []Said { return line("Undone: " + x.event(f.Seq)) },
	}),
	tell(sentence[model.SetRight]{
		redact: func(x *seeing, f model.SetRight) model.SetRight { return seenBy(f, x) },
		words:  telling.setRight,
	}),
	tell(sentence[model.Redone]{
		redact: func(x *seeing, f model.Redone) model.Redone { return model.Redone{Seq: x.SeatNumber(f.Seq)} },
		words:  func(x telling, f model.Redone) []Said { return line("Redone: " + x.event(f.Seq)) },
	}),
)
