package cli

import (
	"cmp"
	"context"
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
)

func logCommand(a *app) *cobra.Command {
	var want logFlags
	var since string
	c := &cobra.Command{
		Use:   "log FILE",
		Short: "Show what happened at a table",
		Long: `Show the log of a table, oldest first: the number of each event, when it
happened, who did it, and what. Whatever was undone is marked. --follow keeps
printing what happens until you interrupt it; the table may be open meanwhile.
With --json each event is a document of its own.

With --as-seen-by each event has an id instead of a number, since numbers would
tell how much is hidden. An id never changes. The gamemaster's --json has both.`,
		Example: `  fray log vault
  fray log vault --since 40 --grep seraph
  fray log vault --json`,
		Annotations:       map[string]string{lookBack: "fray log NAME --grep blow\twhat happened"},
		Args:              between(1, 1, "a table, such as: fray log vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			return withTable(a, args[0], func(live *saves.Live) error {
				var err error
				if want.seat, err = seatOf(live.Now(), want.eyes); err != nil {
					return err
				}
				if want.since, err = eventNamed(view.SeenBy(live.Now(), want.seat), since); err != nil {
					return err
				}
				if want.follow {
					return followLog(a, live, want)
				}
				return tellLog(a, live, want)
			})
		},
	}
	c.Flags().StringVar(&since, "since", "", "start with event `SEQ`, or with the event that has that id")
	c.Flags().StringVar(&want.grep, "grep", "", "only events that contain all words of `TEXT`, in upper or lower case")
	c.Flags().BoolVar(&want.follow, "follow", false, "keep printing what happens")
	seenByFlag(c, &want.eyes)
	return c
}

// logFlags holds the flags of 'fray log'.
type logFlags struct {
	since  uint64 // first event to show; 0: from the beginning
	grep   string
	eyes   string
	seat   model.Seat
	follow bool
}

// eventNamed returns the number of an event given by number, which only the gamemaster
// knows, or by id. It returns 0 for "".
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

func tellLog(a *app, live *saves.Live, want logFlags) error {
	t := view.SeenBy(live.Now(), want.seat)
	var found []model.LogLine
	if strings.TrimSpace(want.grep) != "" {
		seqs, err := search(a, live, want.seat, want.grep)
		if err != nil {
			return err
		}
		want.grep = ""
		found = slices.DeleteFunc(want.lines(t, t.Log()), func(l model.LogLine) bool {
			_, there := slices.BinarySearchFunc(seqs, l.Event.Seq, func(a, b uint64) int { return cmp.Compare(b, a) })
			return !there
		})
	} else {
		found = want.lines(t, t.Log())
	}
	if a.json {
		return logDocument(a, t, found)
	}
	told := eventTexts(t, want.since)
	for _, l := range found {
		printEntry(a, t, l, told[l.Event.Seq])
	}
	return nil
}

// eventTexts returns the lines of the events from since on, by event number. Events that are
// told as part of another one have none.
func eventTexts(t model.Table, since uint64) map[uint64][]view.Line {
	out := map[uint64][]view.Line{}
	for l, said := range view.LogText(t, true) {
		if l.Event.Seq < since {
			break
		}
		out[l.Event.Seq] = said
	}
	return out
}

// lines returns the matching log lines, oldest first.
func (w logFlags) lines(t model.Table, log iter.Seq[model.LogLine]) []model.LogLine {
	var found []model.LogLine
	for l := range log {
		if l.Event.Seq < w.since {
			break
		}
		if containsWords(eventLines(t, l.Event), w.grep) {
			found = append(found, l)
		}
	}
	slices.Reverse(found)
	return found
}

// followEvery is how often the file is read for new events.
const followEvery = 200 * time.Millisecond

// followLog prints each act as it happens.
func followLog(a *app, live *saves.Live, want logFlags) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	seen := view.SeenBy(live.Now(), want.seat)
	var news []model.LogLine
	if want.since > 0 {
		news, want.since = want.lines(seen, seen.Log()), 0
	}
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for a.writeErr == nil {
		var told map[uint64][]view.Line
		if len(news) > 0 {
			told = eventTexts(seen, news[0].Event.Seq)
		}
		for _, l := range news {
			if !a.json {
				printEntry(a, seen, l, told[l.Event.Seq])
			} else if err := entryDocument(a, seen, l); err != nil {
				return err
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		if _, err := live.Refresh(); err == nil { // if it cannot be read now, the next tick tries again
			before := seen.WholeSeq()
			seen = view.Follow(seen, live.Now(), want.seat)
			news = want.lines(seen, seen.EventsAfter(before))
		}
	}
	return nil // already reported
}

// eventLines returns the lines of an event.
func eventLines(t model.Table, e model.Event) []string {
	out := []string{}
	for _, f := range e.Facts {
		out = append(out, view.Words(t, f)...)
	}
	return out
}

// containsWords reports whether every word of text is part of words, as a search does.
func containsWords(words []string, text string) bool {
	said := strings.ToLower(strings.Join(words, "\n"))
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		if !strings.Contains(said, w) {
			return false
		}
	}
	return true
}

// printEntry prints an event, unless it is told as part of another one.
func printEntry(a *app, t model.Table, l model.LogLine, said []view.Line) {
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
	a.line("%5s  %s", strings.TrimPrefix(l.Event.Name(), "#"), kit.Clean(head))
	for _, w := range said {
		lead := "       "
		if !w.Head {
			lead += "  "
		}
		a.text(lead, w.Text)
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

// printPending prints what is pending.
func printPending(a *app, t model.Table, k *kit.Look) {
	pending := t.Pending()
	if len(pending) > 0 {
		a.line("%s", k.Paint(kit.Title, "Pending"))
	}
	for _, p := range pending {
		a.text("  ", t.When(p.Due)+"  "+t.NameOf(p.Who)+": "+t.ActionName(p.System, p.Action))
	}
}

// newest is how many events are shown when a table is printed.
const newest = 12

// printNewest prints the end of the log.
func printNewest(a *app, t model.Table, k *kit.Look) {
	type act struct {
		line model.LogLine
		said []view.Line
	}
	var last []act
	for l, said := range view.LogText(t, false) {
		if last = append(last, act{l, said}); len(last) == newest {
			break
		}
	}
	if len(last) == 0 {
		return
	}
	a.line("%s", k.Paint(kit.Title, "Log"))
	for _, act := range slices.Backward(last) {
		printEntry(a, t, act.line, act.said)
	}
}
