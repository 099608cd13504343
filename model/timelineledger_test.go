package model_test

import (
	"slices"
	"testing"

	"example.org/fray/model"
)

// ledger keeps account of everything that was put on the timeline: each thing is done,
// cancelled or still pending, and never twice; each payment is made once.
type ledger struct {
	open  map[string]bool // by pending id
	ended map[string]bool
	paid  map[payment]uint64
}

type payment struct {
	who, system string
	moment      int
}

func newLedger() *ledger {
	return &ledger{open: map[string]bool{}, ended: map[string]bool{}, paid: map[payment]uint64{}}
}

// watch enters one event. What is undone is open again, so the account is then made anew
// from the log.
func (l *ledger) watch(t *testing.T, before model.Table, e model.Event) {
	t.Helper()
	after := before.Apply(e)
	if slices.ContainsFunc(e.Facts, func(f model.Fact) bool {
		switch f.(type) {
		case model.Undone, model.Redone:
			return true
		}
		return false
	}) {
		*l = *newLedger()
		for _, line := range oldestFirst(after) {
			if !line.Undone {
				l.enter(t, line.Event)
			}
		}
	} else {
		l.enter(t, e)
		if a, b := before.Clock, after.Clock; b.Moment < a.Moment && after.System == before.System {
			t.Errorf("event %d: the clock runs back from %d to %d", e.Seq, a.Moment, b.Moment)
		}
	}
	for _, p := range after.Pending() {
		if !l.open[p.ID] {
			t.Errorf("event %d: %s %s is pending and nobody put it there, or it is over", e.Seq, p.ID, p.Action)
		}
		delete(l.open, p.ID)
	}
	for id := range l.open {
		t.Errorf("event %d: %s is lost", e.Seq, id)
	}
	for _, p := range after.Pending() {
		l.open[p.ID] = true
	}
}

func oldestFirst(t model.Table) []model.LogLine {
	var out []model.LogLine
	for l := range t.Log() {
		out = append(out, l)
	}
	slices.Reverse(out)
	return out
}

func (l *ledger) enter(t *testing.T, e model.Event) {
	t.Helper()
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.Finished:
			l.add(f.Later)
		case model.ClockRan:
			l.add(f.Later)
		case model.Done:
			l.end(t, e, f.Pending)
		case model.Cancelled:
			l.end(t, e, f.Pending)
		case model.Paid:
			key := payment{who: f.Who, system: f.System, moment: f.Moment}
			if was := l.paid[key]; was != 0 {
				t.Errorf("event %d: %s pays at %d, as in event %d", e.Seq, f.Who, f.Moment, was)
			}
			l.paid[key] = e.Seq
		case model.Renamed:
			clear(l.paid) // another rulebook's time: other moments
		}
	}
}

func (l *ledger) add(later []model.Pending) {
	for _, p := range later {
		l.open[p.ID] = true
	}
}

func (l *ledger) end(t *testing.T, e model.Event, p model.Pending) {
	t.Helper()
	if l.ended[p.ID] || !l.open[p.ID] {
		t.Errorf("event %d: %s %s ends twice, or never began", e.Seq, p.ID, p.Action)
	}
	l.ended[p.ID] = true
	delete(l.open, p.ID)
}
