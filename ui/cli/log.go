package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"os/signal"
	"slices"
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

func logCommand(a *app) *cobra.Command {
	var want logWish
	c := &cobra.Command{
		Use:   "log FILE",
		Short: "Show what happened at a table",
		Long: `Show the log of a table, oldest first: the number of each event, when it
happened, who did it, and what. Whatever was undone is marked. --follow keeps
printing what happens until you interrupt it; the table may be open meanwhile.
With --json each event is a document of its own.`,
		Example: `  fray log vault
  fray log vault --since 40 --grep seraph
  fray log vault --json`,
		Annotations:       map[string]string{lookBack: "fray log NAME --grep blow\twhat happened"},
		Args:              between(1, 1, "a table, such as: fray log vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			return lookAt(a, args[0], func(live *saves.Live) error {
				var err error
				if want.seat, err = seatOf(live.Now(), want.eyes); err != nil {
					return err
				}
				if want.follow {
					return followLog(a, live, want)
				}
				return tellLog(a, live, want)
			})
		},
	}
	c.Flags().Uint64Var(&want.since, "since", 0, "start after event `SEQ`")
	c.Flags().StringVar(&want.grep, "grep", "", "only events that contain all words of `TEXT`, in upper or lower case")
	c.Flags().BoolVar(&want.follow, "follow", false, "keep printing what happens")
	seenBy(c, &want.eyes)
	return c
}

// logWish is what somebody wants to see of a log.
type logWish struct {
	since  uint64
	grep   string
	eyes   string
	seat   model.Seat
	follow bool
}

// entryJSON is an event of the log, with what it says in words.
type entryJSON struct {
	Seq    uint64          `json:"seq"`
	Time   time.Time       `json:"time"`
	By     model.Seat      `json:"by"`
	Undone bool            `json:"undone"`
	Was    []string        `json:"was,omitempty"` // the words of before it was set right
	Words  []string        `json:"words"`
	Facts  json.RawMessage `json:"facts"`
}

func tellLog(a *app, live *saves.Live, want logWish) error {
	t := view.SeenBy(live.Now(), want.seat)
	var found []model.Line
	if strings.TrimSpace(want.grep) != "" {
		seqs, _, err := live.Search(context.Background(), want.seat, want.grep, 0, int(t.Seq()))
		if err != nil {
			return err
		}
		want.grep = ""
		found = slices.DeleteFunc(want.lines(t), func(l model.Line) bool {
			_, there := slices.BinarySearchFunc(seqs, l.Event.Seq, func(a, b uint64) int { return cmp.Compare(b, a) })
			return !there
		})
	} else {
		found = want.lines(t)
	}
	if a.json {
		return logDocument(a, t, found)
	}
	told := story(t, want.since)
	for _, l := range found {
		tellEntry(a, t, l, told[l.Event.Seq])
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

// lines gives what is wanted of a log, the oldest first.
func (w logWish) lines(t model.Table) []model.Line {
	var found []model.Line
	for l := range t.Log() {
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
func followLog(a *app, live *saves.Live, want logWish) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	seen := view.SeenBy(live.Now(), want.seat)
	if want.since == 0 {
		want.since = seen.Seq() + 1
	}
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for a.lost == nil {
		told := story(seen, want.since)
		for _, l := range want.lines(seen) {
			want.since = l.Event.Seq + 1
			if !a.json {
				tellEntry(a, seen, l, told[l.Event.Seq])
			} else if err := entryDocument(a, seen, l); err != nil {
				return err
			}
		}
		want.since = max(want.since, seen.Seq()+1)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		if _, err := live.Refresh(); err == nil { // what cannot be read now may be at the next tick
			seen = view.Follow(seen, live.Now(), want.seat)
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

func logDocument(a *app, t model.Table, lines []model.Line) error {
	out := []entryJSON{}
	for _, l := range lines {
		entry, err := entryOf(t, l)
		if err != nil {
			return err
		}
		out = append(out, entry)
	}
	return a.document(out)
}

func entryDocument(a *app, t model.Table, l model.Line) error {
	entry, err := entryOf(t, l)
	if err != nil {
		return err
	}
	return a.document(entry)
}

func entryOf(t model.Table, l model.Line) (entryJSON, error) {
	entry := entryJSON{Undone: l.Undone, Words: wordsOf(t, l.Event)}
	if l.Was != nil {
		entry.Was = wordsOf(t, *l.Was)
	}
	body, err := json.Marshal(l.Event)
	if err == nil {
		err = json.Unmarshal(body, &entry)
		entry.By = t.Named(entry.By)
	}
	return entry, err
}

// tellEntry tells an event by what it says; nothing of one that is told by
// another.
func tellEntry(a *app, t model.Table, l model.Line, said []view.Line) {
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
	a.line("%5d  %s", l.Event.Seq, kit.Clean(head))
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

// tellPending shows what will fall due.
func tellPending(a *app, t model.Table, k *kit.Look) {
	pending := t.Pending()
	if len(pending) > 0 {
		a.line("%s", k.Paint(kit.Title, "Pending"))
	}
	for _, p := range pending {
		a.text("  ", t.When(p.Due)+"  "+t.NameOf(p.Who)+": "+t.ActionName(p.System, p.Action))
	}
}

// newest is how many events a table in plain lines shows.
const newest = 12

// tellNewest shows the end of the log.
func tellNewest(a *app, t model.Table, k *kit.Look) {
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
	a.line("%s", k.Paint(kit.Title, "Log"))
	for _, act := range slices.Backward(last) {
		tellEntry(a, t, act.line, act.said)
	}
}
