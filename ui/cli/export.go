package cli

import (
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/replay"
)

func exportCommand(a *app) *cobra.Command {
	var as *oneOf
	eyes := ""
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
		Annotations: map[string]string{
			lookBack: "fray export NAME --as md\tthe story, to share",
			keepSafe: "fray export NAME --as json > table.json\teverything, for other programs",
			tryRules: "fray export NAME --as play\trolls of a table, as plays",
		},
		Args:              between(1, 1, "a table, such as: fray export vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(c *cobra.Command, args []string) error {
			if a.json && as.is != "json" {
				return misusef("--json means --as json, so it cannot be used with --as %s", as)
			}
			return withTable(a, args[0], func(live *saves.Live) error { return exportAs(a, live, as.is, eyes) })
		},
	}
	as = flagOf(c, "as", "`FORM`: json, md or play", "json", "md", "play")
	seenByFlag(c, &eyes)
	return c
}

func exportAs(a *app, live *saves.Live, as, eyes string) error {
	seat, err := seatOf(live.Now(), defaultViewer(as, eyes))
	if err != nil {
		return err
	}
	if as == "json" {
		return transfer.Export(a.out, live, seat)
	}
	t := live.Now()
	if as == "md" {
		seen := view.SeenBy(t, seat)
		var told [][]view.Line
		for i, r := range view.Sessions(t, seat) {
			if i == 0 {
				r, _ = view.RecapOf(t, seat, r.Session) // including its luckiest roll
			}
			told = append(told, r.Lines(seen))
		}
		return transfer.ExportMarkdown(a.out, seen, told, func(t model.Table) iter.Seq2[model.LogLine, []view.Line] { return view.LogText(t, false) })
	}
	t = view.SeenBy(t, seat)
	exportPlays(a, t)
	return nil
}

// exportSession exports a table as it was at the end of a session, and returns the path of
// the new file.
func exportSession(a *app, live *saves.Live, session int) (path string, err error) {
	return newExport(a, live.Now().Name, fmt.Sprintf("-session-%d.json", session), func(w io.Writer) error {
		return transfer.Export(w, live, model.Seat{Role: model.GM})
	})
}

// writeReplay writes the last fight of a table as a page, as far as everybody may know it,
// and returns the path of the new file.
func writeReplay(a *app, live *saves.Live) (path string, err error) {
	r, err := replay.Of(live.Now(), model.Seat{Role: model.Watcher}, 0)
	if err != nil {
		return "", err
	}
	return newExport(a, live.Now().Name, fmt.Sprintf("-fight-%d.html", r.Number), r.WriteHTML)
}

// exportFolder is where exports from the screen lie.
func exportFolder(a *app) string { return filepath.Join(a.folder(), "exports") }

// newExport writes a new file beside other exports, called after a table, and returns its
// path.
func newExport(a *app, name, suffix string, write func(io.Writer) error) (path string, err error) {
	folder := exportFolder(a)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	return saves.NewFile(folder, name, suffix, func(path string) error {
		return transfer.WriteFile(path, false, write)
	})
}

// exportPlays writes the rolls that were not undone as .play files, one after the other.
// Each begins with its event and rulebook, so that it can be cut out.
func exportPlays(a *app, t model.Table) {
	var ends []model.LogLine
	for l := range t.Log() {
		if !l.Undone {
			ends = append(ends, l)
		}
	}
	for _, l := range slices.Backward(ends) {
		for _, f := range l.Event.Facts {
			if end, ok := f.(model.Finished); ok {
				exportPlay(a, t, l.Event, end)
			}
		}
	}
}

func exportPlay(a *app, t model.Table, e model.Event, end model.Finished) {
	roll, found := t.AsRolled(end.Roll, e.Seq)
	in, err := t.InputsOf(roll)
	if !found || err != nil {
		fmt.Fprintf(a.err, "fray: event %s is left out: this version cannot repeat its roll\n", e.Name())
		return
	}
	step, err := engine.Run(in, end.Roll.Tape)
	if err != nil || !reflect.DeepEqual(step.Outcome, end.Outcome) {
		step = engine.Step{Outcome: end.Outcome} // the rule has changed since: use the recorded outcome
	}
	play := plays.Of(in, end.Roll.Tape, step)
	first := &play.Rolls[0]
	first.Words = []string{fmt.Sprintf("Event %s: %s, %s.", strings.TrimPrefix(e.Name(), "#"), t.NameOf(roll.Who), t.ActionName(roll.System, roll.Action))}
	a.line("%s", play)
}
