package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

func (s *shell) log() *cobra.Command {
	var since uint64
	grep := ""
	c := &cobra.Command{
		Use:   "log FILE",
		Short: "What happened at a table",
		Long: `Show the log of a table, oldest first: the number of each event, when, who, and
what. What was taken back is marked.`,
		Example: `  fray log vault
  fray log vault --since 40 --grep seraph
  fray log vault --json`,
		Args:              between(1, 1, "a table, such as: fray log vault"),
		ValidArgsFunction: s.completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			return s.looked(args[0], func(live *saves.Live) error {
				return s.tellLog(live, since, grep)
			})
		},
	}
	c.Flags().Uint64Var(&since, "since", 0, "begin with event `SEQ`")
	c.Flags().StringVar(&grep, "grep", "", "only events whose words hold `TEXT`, in any case of letters")
	return c
}

// entryJSON is an event of the log, with what it says in words.
type entryJSON struct {
	Seq    uint64          `json:"seq"`
	Time   time.Time       `json:"time"`
	By     model.Seat      `json:"by"`
	Undone bool            `json:"undone"`
	Words  []string        `json:"words"`
	Facts  json.RawMessage `json:"facts"`
}

func (s *shell) tellLog(live *saves.Live, since uint64, grep string) error {
	t, err := whole(live)
	if err != nil {
		return err
	}
	var found []model.Line
	for l := range t.Log() {
		if l.Event.Seq < since {
			break
		}
		if holds(wordsOf(t, l.Event), grep) {
			found = append(found, l)
		}
	}
	slices.Reverse(found)
	if s.json {
		return s.logDocument(t, found)
	}
	for _, l := range found {
		s.tellEntry(t, l)
	}
	return nil
}

// wordsOf says an event in words.
func wordsOf(t model.Table, e model.Event) []string {
	out := []string{}
	for _, f := range e.Facts {
		out = append(out, pane.Words(t, f)...)
	}
	return out
}

func holds(words []string, text string) bool {
	return text == "" || strings.Contains(strings.ToLower(strings.Join(words, "\n")), strings.ToLower(text))
}

func (s *shell) logDocument(t model.Table, lines []model.Line) error {
	out := []entryJSON{}
	for _, l := range lines {
		body, err := json.Marshal(l.Event)
		if err != nil {
			return err
		}
		entry := entryJSON{Undone: l.Undone, Words: wordsOf(t, l.Event)}
		if err := json.Unmarshal(body, &entry); err != nil {
			return err
		}
		out = append(out, entry)
	}
	return s.document(out)
}

func (s *shell) tellEntry(t model.Table, l model.Line) {
	head := l.Event.Time.Local().Format("2006-01-02 15:04")
	if who := by(l.Event.By); who != "" {
		head += " " + who
	}
	if l.Undone {
		head += " (taken back)"
	}
	s.line("%5d  %s", l.Event.Seq, kit.Clean(head))
	for _, w := range wordsOf(t, l.Event) {
		s.text("       ", w)
	}
}

func by(seat model.Seat) string {
	switch {
	case seat.Name != "":
		return seat.Name
	case seat.Role == model.GM:
		return "gamemaster"
	case seat.Role == model.Program:
		return ""
	}
	return string(seat.Role)
}

// tellPending shows what will fall due.
func (s *shell) tellPending(t model.Table, k *kit.Look) {
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
func (s *shell) tellNewest(t model.Table, k *kit.Look) {
	var last []model.Line
	for l := range t.Log() {
		if last = append(last, l); len(last) == newest {
			break
		}
	}
	if len(last) == 0 {
		return
	}
	s.line("%s", k.Paint(kit.Title, "Log"))
	for _, l := range slices.Backward(last) {
		s.tellEntry(t, l)
	}
}
