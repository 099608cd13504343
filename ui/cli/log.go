package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

func (s *shell) log() *cobra.Command {
	var want logWish
	var since string
	c := &cobra.Command{
		Use:   "log FILE",
		Short: "Show what happened at a table",
		Long: `Show the log of a table, oldest first: the number of each event, when it
happened, who did it, and what. Whatever was undone is marked. --follow keeps
printing what happens until you interrupt it; the table may be open meanwhile.
With --json each event is a document of its own.

With --as-seen-by each event has an id instead of a number, which would tell
how much is hidden. An id never changes. The gamemaster's --json has both.`,
		Example: `  fray log vault
  fray log vault --since 40 --grep seraph
  fray log vault --json`,
		Args:              between(1, 1, "a table, such as: fray log vault"),
		ValidArgsFunction: s.completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			return s.looked(args[0], func(live *saves.Live) error {
				var err error
				if want.seat, err = seatOf(live.Now(), want.eyes); err != nil {
					return err
				}
				if want.since, err = eventNamed(view.SeenBy(live.Now(), want.seat), since); err != nil {
					return err
				}
				if want.follow {
					return s.tell().followLog(live, want)
				}
				return s.tell().tellLog(live, want)
			})
		},
	}
	c.Flags().StringVar(&since, "since", "", "start with event `SEQ`, or with the event that has that id")
	c.Flags().StringVar(&want.grep, "grep", "", "only events that contain all words of `TEXT`, in upper or lower case")
	c.Flags().BoolVar(&want.follow, "follow", false, "keep printing what happens")
	seenBy(c, &want.eyes)
	return c
}

// logWish is what somebody wants to see of a log.
type logWish struct {
	since  uint64 // the event to start with; 0: the first
	grep   string
	eyes   string
	seat   model.Seat
	follow bool
}

// entryJSON is an event of the log, with what it says in words.
type entryJSON struct {
	Seq    uint64          `json:"seq,omitzero"` // the gamemaster's alone
	ID     string          `json:"id"`
	Time   time.Time       `json:"time"`
	By     model.Seat      `json:"by"`
	Undone bool            `json:"undone"`
	Was    []string        `json:"was,omitempty"` // the words of before it was set right
	Words  []string        `json:"words"`
	Facts  json.RawMessage `json:"facts"`
}

// eventNamed finds the event of a log that somebody means by its number, which only the
// gamemaster has, or by its id. It is 0 for no name.
func eventNamed(t model.Table, name string) (uint64, error) {
	switch seq, err := strconv.ParseUint(name, 10, 64); {
	case name == "":
		return 0, nil
	case err == nil && view.IsWhole(t):
		return seq, nil
	case err == nil:
		return 0, misusef("only the gamemaster's log has numbers: give --since an id that this log shows")
	}
	for l := range t.Log() {
		if model.EventID(l.Event) == name {
			return l.Event.Seq, nil
		}
	}
	return 0, misusef("no event of this log has the id %q", name)
}

func (s teller) tellLog(live *saves.Live, want logWish) error {
	t := view.SeenBy(live.Now(), want.seat)
	var found []model.Line
	if strings.TrimSpace(want.grep) != "" {
		seqs, _, err := live.Search(context.Background(), want.seat, want.grep, 0, int(t.Seq()))
		if err != nil {
			return err
		}
		want.grep = ""
		found = slices.DeleteFunc(want.lines(t, t.Log()), func(l model.Line) bool {
			_, there := slices.BinarySearchFunc(seqs, l.Event.Seq, func(a, b uint64) int { return cmp.Compare(b, a) })
			return !there
		})
	} else {
		found = want.lines(t, t.Log())
	}
	if s.json {
		return s.logDocument(t, found)
	}
	told := story(t, want.since)
	for _, l := range found {
		s.tellEntry(t, l, told[l.Event.Seq])
	}
	return nil
}

// story is what the events from one on say, by their numbers; nothing of those
// that are told by others.
func story(t model.Table, since uint64) map[uint64][]view.Line {
	out := map[uint64][]view.Line{}
	for l, said := range pane.Story(t, true) {
		if l.Event.Seq < since {
			break
		}
		out[l.Event.Seq] = said
	}
	return out
}

// lines gives what is wanted of a log, or of its newest part, the oldest first.
func (w logWish) lines(t model.Table, log iter.Seq[model.Line]) []model.Line {
	var found []model.Line
	for l := range log {
		if l.Event.Seq < w.since {
			break
		}
		if holds(wordsOf(t, l.Event), w.grep) {
			found = append(found, l)
		}
	}
	slices.Reverse(found)
	return found
}

// followEvery is how often the file is asked for more.
const followEvery = 200 * time.Millisecond

// followLog tells each act as it happens.
func (s teller) followLog(live *saves.Live, want logWish) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	seen := view.SeenBy(live.Now(), want.seat)
	var news []model.Line
	if want.since > 0 {
		news, want.since = want.lines(seen, seen.Log()), 0
	}
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for s.lost == nil {
		var told map[uint64][]view.Line
		if len(news) > 0 {
			told = story(seen, news[0].Event.Seq)
		}
		for _, l := range news {
			if !s.json {
				s.tellEntry(seen, l, told[l.Event.Seq])
			} else if err := s.entryDocument(seen, l); err != nil {
				return err
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		if _, err := live.Refresh(); err == nil { // what cannot be read now may be at the next tick
			before := seen.Reaches()
			seen = view.Follow(seen, live.Now(), want.seat)
			news = want.lines(seen, seen.EventsBehind(before))
		}
	}
	return nil // it is told
}

// wordsOf says an event in words.
func wordsOf(t model.Table, e model.Event) []string {
	out := []string{}
	for _, f := range e.Facts {
		out = append(out, pane.Words(t, f)...)
	}
	return out
}

// holds reports whether each word of a text is a part of the words, as a search
// has it.
func holds(words []string, text string) bool {
	said := strings.ToLower(strings.Join(words, "\n"))
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		if !strings.Contains(said, w) {
			return false
		}
	}
	return true
}

func (s teller) logDocument(t model.Table, lines []model.Line) error {
	out := []entryJSON{}
	for _, l := range lines {
		entry, err := entryOf(t, l)
		if err != nil {
			return err
		}
		out = append(out, entry)
	}
	return s.document(out)
}

func (s teller) entryDocument(t model.Table, l model.Line) error {
	entry, err := entryOf(t, l)
	if err != nil {
		return err
	}
	return s.document(entry)
}

func entryOf(t model.Table, l model.Line) (entryJSON, error) {
	entry := entryJSON{Undone: l.Undone, Words: wordsOf(t, l.Event)}
	if l.Was != nil {
		entry.Was = wordsOf(t, *l.Was)
	}
	body, err := json.Marshal(l.Event)
	if err == nil {
		err = json.Unmarshal(body, &entry)
	}
	entry.ID, entry.By = model.EventID(l.Event), t.Named(entry.By)
	if err == nil && !view.IsWhole(t) {
		entry.Seq = 0
		entry.Facts, err = factsByID(t, l.Event.Facts)
	}
	return entry, err
}

// factsByID writes facts of what a seat sees, which refer to other events by their ids.
func factsByID(t model.Table, facts []model.Fact) (json.RawMessage, error) {
	id := func(seq uint64) string {
		for l := range t.LogFrom(seq) {
			return model.EventID(l.Event)
		}
		return ""
	}
	type version struct {
		ID    string          `json:"id"`
		Facts json.RawMessage `json:"facts"`
	}
	type fact struct {
		Kind string `json:"kind"`
		Fact any    `json:"fact"`
	}
	request := func(r model.Request) any {
		undo := []string{}
		for _, seq := range r.Undo {
			undo = append(undo, id(seq))
		}
		return struct {
			model.Request
			Undo []string `json:"undo,omitempty"`
		}{r, undo}
	}
	out := []fact{}
	for _, f := range facts {
		as := fact{f.Kind(), f}
		switch f := f.(type) {
		case model.Undone:
			as.Fact = map[string]any{"id": id(f.Seq)}
		case model.Redone:
			as.Fact = map[string]any{"id": id(f.Seq)}
		case model.SetRight:
			anew := []version{}
			for _, v := range f.Anew {
				facts, err := factsByID(t, v.Event.Facts)
				if err != nil {
					return nil, err
				}
				anew = append(anew, version{id(v.Event.Seq), facts})
			}
			as.Fact = map[string]any{"id": id(f.Event), "anew": anew}
		case model.RequestMade:
			as.Fact = map[string]any{"ask": request(f.Ask)}
		case model.RequestSettled:
			as.Fact = map[string]any{"ask": request(f.Ask), "granted": f.Granted, "why": f.Why}
		}
		out = append(out, as)
	}
	return json.Marshal(out)
}

// tellEntry tells an event by what it says; nothing of one that is told by
// another.
func (s teller) tellEntry(t model.Table, l model.Line, said []view.Line) {
	if len(said) == 0 {
		return
	}
	head := l.Event.Time.Local().Format("2006-01-02 15:04")
	if who := by(t, l.Event.By); who != "" {
		head += " " + who
	}
	if l.Undone {
		head += " (undone)"
	}
	s.line("%5s  %s", strings.TrimPrefix(l.Event.Name(), "#"), kit.Clean(head))
	for _, w := range said {
		lead := "       "
		if !w.Head {
			lead += "  "
		}
		s.text(lead, w.Text)
	}
}

func by(t model.Table, seat model.Seat) string {
	switch name := t.SeatName(seat); {
	case name != "":
		return name
	case seat.Role == model.GM:
		return "gamemaster"
	case seat.Role == model.Program:
		return ""
	}
	return string(seat.Role)
}

// tellPending shows what will fall due.
func (s teller) tellPending(t model.Table, k *kit.Look) {
	pending := t.Pending()
	if len(pending) > 0 {
		s.line("%s", k.Paint(kit.Title, "Pending"))
	}
	for _, p := range pending {
		s.text("  ", t.When(p.Due)+"  "+t.NameOf(p.Who)+": "+t.ActionName(p.System, p.Action))
	}
}

// newest is how many events a table in plain lines shows.
const newest = 12

// tellNewest shows the end of the log.
func (s teller) tellNewest(t model.Table, k *kit.Look) {
	type act struct {
		line model.Line
		said []view.Line
	}
	var last []act
	for l, said := range pane.Story(t, false) {
		if last = append(last, act{l, said}); len(last) == newest {
			break
		}
	}
	if len(last) == 0 {
		return
	}
	s.line("%s", k.Paint(kit.Title, "Log"))
	for _, a := range slices.Backward(last) {
		s.tellEntry(t, a.line, a.said)
	}
}
