package cli

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/engine/playfile"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves"
	"example.org/fray/ui/pane"
)

// forms are what a table can be exported as.
var forms = []string{"json", "md", "play"}

func (s *shell) export() *cobra.Command {
	as, eyes := "json", ""
	c := &cobra.Command{
		Use:   "export FILE",
		Short: "Write a table to standard output",
		Long: `Write a table to standard output: as JSON with its whole log, for 'fray
import'; as Markdown, for reading; or its rolls as .play files, to run again.
--as-seen-by leaves out what that person may not know. Markdown leaves out what
not everybody may know, unless you choose otherwise.`,
		Example: `  fray export vault > vault.json
  fray export vault --as md > vault.md
  fray export vault --as play > vault.play`,
		Args:              between(1, 1, "a table, such as: fray export vault"),
		ValidArgsFunction: s.completeTable,
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(forms, as) {
				return misusef("a table cannot be exported as %q%s Choose json, md or play", as, meant(as, forms))
			}
			if s.json && as != "json" {
				return misusef("--json means --as json, so it cannot be used with --as %s", as)
			}
			return s.looked(args[0], func(live *saves.Live) error { return s.tell().exportAs(live, as, eyes) })
		},
	}
	c.Flags().StringVar(&as, "as", as, "`json`, md or play")
	seenBy(c, &eyes)
	_ = c.RegisterFlagCompletionFunc("as", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return forms, cobra.ShellCompDirectiveNoFileComp
	}) // it fails only for a flag that is not there
	return c
}

func (s teller) exportAs(live *saves.Live, as, eyes string) error {
	if eyes == "" && as == "md" {
		eyes = "everyone"
	}
	seat, err := seatOf(live.Now(), eyes)
	if err != nil {
		return err
	}
	if as == "json" {
		return live.Export(s.out, seat)
	}
	t := live.Now()
	if as == "md" {
		seen := view.SeenBy(t, seat)
		last, ok := view.RecapOf(t, seat, false)
		if !ok {
			last, ok = view.RecapOf(t, seat, true)
		}
		var told []view.Line
		if ok {
			told = last.Lines(seen)
		}
		return saves.ExportMarkdown(s.out, seen, told, func(t model.Table) iter.Seq2[model.Line, []view.Line] { return pane.Story(t, false) })
	}
	t = view.SeenBy(t, seat)
	s.exportPlays(t)
	return nil
}

// exportPlays writes the rolls that still stand as .play files, one after the
// other: each begins with the event and the rulebook, and can be cut out.
func (s teller) exportPlays(t model.Table) {
	var ends []model.Line
	for l := range t.Log() {
		if !l.Undone {
			ends = append(ends, l)
		}
	}
	for _, l := range slices.Backward(ends) {
		for _, f := range l.Event.Facts {
			if end, ok := f.(model.Finished); ok {
				s.exportPlay(t, l.Event, end)
			}
		}
	}
}

func (s teller) exportPlay(t model.Table, e model.Event, end model.Finished) {
	roll, found := t.AsRolled(end.Roll, e.Seq)
	in, err := t.InputsOf(roll)
	if !found || err != nil {
		fmt.Fprintf(s.err, "fray: event %s is left out: this version cannot repeat its roll\n", e.Name())
		return
	}
	step, err := engine.Run(in, end.Roll.Tape)
	if err != nil || !reflect.DeepEqual(step.Outcome, end.Outcome) {
		step = engine.Step{Outcome: end.Outcome} // the rule has changed: what was, counts
	}
	play := playfile.Of(in, end.Roll.Tape, step)
	first := &play.Rolls[0]
	first.Words = []string{fmt.Sprintf("Event %s: %s, %s.", strings.TrimPrefix(e.Name(), "#"), t.NameOf(roll.Who), t.ActionName(roll.System, roll.Action))}
	s.line("%s", play)
}

func (s *shell) importing() *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE.json",
		Short: "Import a table, or put a character on the shelf",
		Long: `Make a new table from a file that 'fray export' wrote, or from the readable
copy NAME.fray.jsonl that is kept beside every table. - reads standard input.

A character goes on the shelf, where every table can use it: one that fray
wrote, or a D6 character from Foundry VTT's OpenD6 ("Export Data" of an actor)
or from OpenD6 Toolkit. fray lists what it could not import.`,
		Example: "  fray import vault.json\n  fray import vault.fray.jsonl --saves ./tables\n  fray import fvtt-Actor-juno-marsh.json",
		Args:    between(1, 1, "a file, such as: fray import vault.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			return s.importFile(args[0])
		},
	}
}

// importJSON is a table that was imported.
type importJSON struct {
	Path  string   `json:"path"`
	Notes []string `json:"notes"` // what was left out or looks odd
}

func (s *shell) importFile(name string) error {
	from := s.in
	if name != "-" {
		f, err := saves.OpenImport(name, 0)
		if err != nil {
			return misuseOf(err)
		}
		defer func() { _ = f.Close() }()
		from = f
	}
	head, err := io.ReadAll(io.LimitReader(from, saves.MostSheet+1))
	if err != nil {
		return misusef("the file cannot be read: %v", err)
	}
	if saves.IsReady(head) {
		return s.tell().importReady(name, head)
	}
	from = io.MultiReader(bytes.NewReader(head), from)
	// What is read and thrown away again is not worth waiting for: the memory
	// stays small.
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	path, notes, err := saves.Import(from, s.folder(), rules(), deps())
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if s.json {
		return s.document(importJSON{path, append([]string{}, notes...)})
	}
	s.tell().text("", "imported to "+path)
	for _, n := range notes {
		s.tell().text("  ", n)
	}
	return nil
}

// importReady puts a character, or what else can be put into a table, on the
// shelf.
func (s teller) importReady(name string, b []byte) error {
	ready, left, err := saves.ImportReady(bytes.NewReader(b), rules())
	path := ""
	if err == nil {
		path, err = saves.Shelve(s.folder(), &ready, time.Now())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if s.json {
		return s.document(importJSON{path, append([]string{}, left...)})
	}
	s.tell().text("", ready.Name+" is now on the shelf, for any table to use: "+path)
	if len(left) > 0 {
		s.line("not imported:")
	}
	for _, l := range left {
		s.tell().text("  ", l)
	}
	return nil
}

// seenBy declares --as-seen-by.
func seenBy(c *cobra.Command, eyes *string) {
	c.Flags().StringVar(eyes, "as-seen-by", "", "show only what this `NAME` may know: gm, everyone or a player")
}

// seatOf is the seat that --as-seen-by names.
func seatOf(t model.Table, eyes string) (model.Seat, error) {
	switch eyes {
	case "", "gm":
		return model.Seat{Role: model.GM}, nil
	case "everyone":
		return model.Seat{Role: model.Watcher}, nil
	}
	names := []string{"gm", "everyone"}
	for _, s := range t.Seats() {
		if t.SeatName(s) == eyes {
			return s, nil
		}
		names = append(names, t.SeatName(s))
	}
	return model.Seat{}, misusef("nobody at the table is called %q%s Choose from %s", eyes, meant(eyes, names), strings.Join(names, ", "))
}
