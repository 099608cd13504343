package web_test

import (
	"encoding/json"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/serve"
)

// What is about fairness is told to everybody who is told of a roll, whatever else of it they
// see: dice that somebody typed, values beyond the sheet, dice that were undone and thrown
// again. It is told in the log and in its opened entries, in lines, on pages, in documents,
// in JSON, and where a recap shows the roll.
func TestMarksOfFairnessAreTold(t *testing.T) {
	h := open(t, "d6", 2)
	program := model.Seat{Role: model.Program}
	players := map[model.Seat]*browser{}
	sits := func(name string, character int) model.Seat {
		b := h.comes(name, character)
		seat, ok := h.live.Now().SeatOf(name)
		if !ok {
			t.Fatal(name, " has no seat")
		}
		players[seat] = b
		return seat
	}
	mira, tom := sits("Mira", 0), sits("Tom", 1)
	h.must(gm, model.NameSeat{Seat: model.Seat{Role: model.Watcher}, Name: "Wat"})
	watcher, _ := h.live.Now().SeatOf("Wat")
	for _, rule := range h.live.Now().HostingRules() {
		h.must(program, rule)
	}
	s := book(t, "d6")
	h.must(gm, model.Join{Character: model.Character{Name: "Grim", Side: engine.Foes, Pages: map[string]engine.Page{s.ID: s.Templates[len(s.Templates)-1].Page}}})
	h.must(gm, model.BeginSession{})
	for range 2 {
		for _, seat := range h.live.Now().Dice.Asked() {
			h.must(seat, model.AddWord{Text: "any keys"})
			break
		}
	}
	cast := h.live.Now().Characters()
	hers := *cast[0]
	h.must(gm, model.Edit{Who: hers.ID, Character: hers.WithShown(model.ShownNameOnly)}) // Tom and the watcher know her by name only

	throws := func(more int) { // dice that are typed
		t.Helper()
		r := h.live.Now().Rolls()[0]
		step, err := h.live.Now().Step(r)
		if err != nil || step.Open == nil || step.Open.Wants != engine.Throwing {
			t.Fatalf("no dice are asked: %+v, %v", step.Open, err)
		}
		h.must(gm, model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Thrown(slices.Repeat(engine.Faces{2 + more}, step.Open.Dice.Count))})
	}
	ends := func() {
		t.Helper()
		for len(h.live.Now().Rolls()) > 0 {
			r := h.live.Now().Rolls()[0]
			step, err := h.live.Now().Step(r)
			if err != nil || step.Open == nil {
				t.Fatal(err)
			}
			a, ok := step.Open.Nothing()
			h.must(gm, model.Answer{Roll: r.ID, Question: r.Question, Answer: a, Throw: !ok})
		}
	}
	// Grim's damage is typed, undone, and typed again.
	h.must(gm, model.Begin{Who: cast[2].ID, Against: []string{cast[1].ID}, System: s.ID, Action: "damage", Params: engine.PageOf("code", "4D"), Typed: true})
	throws(0)
	h.must(gm, model.Undo{Act: true})
	throws(1)
	ends()
	typed := model.EventID(h.live.Now().Newest.Event)
	// Mira's attack has more than her sheet says, which the gamemaster grants.
	if _, err := h.live.Do(mira, model.Begin{Who: cast[0].ID, Against: []string{cast[2].ID}, System: s.ID, Action: "attack", Params: engine.PageOf("situation", 3)}); err != nil || len(h.live.Now().Requests) != 1 {
		t.Fatal("it is not asked for: ", err)
	}
	h.must(gm, model.SettleRequest{ID: h.live.Now().Requests[0].ID})
	ends()
	beyond := ""
	for l := range h.live.Now().Log() {
		for _, f := range l.Event.Facts {
			if end, is := f.(model.Finished); is && end.Roll.Who == cast[0].ID {
				beyond = model.EventID(l.Event)
			}
		}
	}

	const again, more = "thrown again after an undo", ", by Mira"
	for _, x := range []struct {
		seat model.Seat
		told map[string][]string // by the event
	}{
		{gm, map[string][]string{typed: {"typed"}, beyond: {"+3 situation" + more}}},
		{mira, map[string][]string{typed: {"typed", again}, beyond: {"+3 situation" + more}}},
		{tom, map[string][]string{typed: {"typed", again}, beyond: {"more than the sheet says" + more}}},
		{watcher, map[string][]string{typed: {"typed", again}, beyond: {"more than the sheet says" + more}}},
	} {
		seen := view.SeenBy(h.live.Now(), x.seat)
		marks := slices.Concat(x.told[typed], x.told[beyond])
		says := func(where, text string, all ...string) {
			t.Helper()
			for _, w := range all {
				if !strings.Contains(strings.Join(strings.Fields(text), " "), w) {
					t.Errorf("%+v is not told %q %s:\n%s", x.seat, w, where, text)
				}
			}
		}
		said, found := map[string]string{}, map[string]bool{}
		for e := range view.Entries(seen, view.Filter{}, 0, 0) {
			for _, whole := range []bool{false, true} {
				var text strings.Builder
				for _, a := range e.Tell(seen, whole) {
					for _, l := range a.Lines {
						text.WriteString(l.Words() + "\n")
					}
				}
				for id, all := range x.told {
					if model.EventID(e.Event) == id {
						found[id] = true
						says(map[bool]string{false: "in the log", true: "in the opened entry"}[whole], text.String(), all...)
					}
				}
			}
			facts, err := json.Marshal(e.Event.Facts)
			if err != nil {
				t.Fatal(err)
			}
			said[model.EventID(e.Event)] = string(facts)
		}
		if len(found) != len(x.told) {
			t.Errorf("%+v is told of %v", x.seat, found)
		}
		says("in JSON", said[typed], `"typed":true`)
		says("in JSON", said[beyond], map[bool]string{true: `"set":["situation"]`, false: `"beyond_sheet":true`}[x.seat == gm || x.seat == mira])

		var out strings.Builder
		if err := lines.Play(lines.Config{Game: h.live, Seat: x.seat}, strings.NewReader("log 20\nquit\n"), &out); err != nil {
			t.Fatal(err)
		}
		says("in lines", out.String(), marks...)
		out.Reset()
		if err := transfer.ExportMarkdown(&out, seen, nil, func(t model.Table) iter.Seq2[model.LogLine, []view.Line] { return view.LogText(t, false) }); err != nil {
			t.Fatal(err)
		}
		says("in Markdown", out.String(), marks...)
		if b := players[x.seat]; b != nil {
			b.opens("/log")
			says("on a page", words(b.page), marks...)
		}
		if r, ok := view.RecapOf(h.live.Now(), x.seat, 1); ok {
			for _, f := range append(slices.Clone(r.Near), r.Hardest) {
				if f.Words != "" {
					for l := range h.live.Now().LogFrom(f.Event) {
						says("in the recap", f.Words, x.told[model.EventID(l.Event)]...)
						break
					}
				}
			}
		}
	}
}

// A browser keeps the newest hash of the table's log by itself. Where a gamemaster has wound the
// evening back, its pages say so from then on; where the log only went on, they do not.
func TestWoundBack(t *testing.T) {
	h := open(t, "d6", 1)
	mira := h.comes("Mira", 0)
	h.folder.Store.State = "" // where nothing remembers what the file held
	file := h.live.Path()
	then, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	again := func() {
		t.Helper()
		h.host.Shutdown(5 * time.Second)
		if err := h.live.Close(); err != nil {
			t.Fatal(err)
		}
		if then != nil {
			if err := os.WriteFile(file, then, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		h.live = h.folder.Opens("The Vault Job")
		h.serves(serve.Web{}, serve.Quota{}, nil)
		mira.base, mira.at = h.base, nil
	}
	h.must(gm, model.Note{Text: "what they have seen"})
	mira.opens("log")
	mira.sees("what they have seen")
	rewound := then
	then = nil
	again()
	h.must(gm, model.Note{Text: "what came since"})
	mira.opens("/")
	mira.never("no longer leads up to")
	_, seen := h.live.Seal()
	then = rewound
	again()
	for _, page := range []string{"/", "log", "sheet"} {
		mira.opens(page)
		mira.sees("no longer leads up to " + seen[:8])
	}
}
