//go:build unix

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing that stands beside a table, on its shelf or among what is remembered of it is written
// through a link that was there before, symbolic or hard: what the link leads to may be anything
// of anybody's. The table itself has as many names as people give it.
func TestNothingIsWrittenThroughALink(t *testing.T) {
	for kind, link := range map[string]func(to, name string) error{"symbolic": os.Symlink, "hard": os.Link} {
		t.Run(kind, func(t *testing.T) {
			h := newHome(t)
			outside := t.TempDir()
			sheet, game := filepath.Join(outside, "sheet.json"), filepath.Join(outside, "game.star")
			if err := errors.Join(
				os.WriteFile(sheet, []byte(`{"name":"Kestrel","systems":{"supermen":{"strength":11}}}`), 0o600),
				os.WriteFile(game, []byte(strings.NewReplacer("GAME_ID", "game", "GAME_NAME", "Game").Replace(newRulebook)), 0o600),
			); err != nil {
				t.Fatal(err)
			}
			evening := func(text string) (said string) {
				t.Helper()
				vault := filepath.Join(h.saves, "vault.fray") // what it is called is remembered in a file that becomes a link
				for _, line := range []string{"--plain play " + vault + " --new", "log " + vault + " --grep hello", "invite " + vault + " --as Mira", "restore " + vault + " 1", "rulebook add " + game, "import " + sheet, "check " + vault} {
					r := h.fray("note hello "+text+"\nquit\n", strings.Fields(line)...)
					if said += r.out + r.err; r.status != done {
						t.Errorf("fray %s: %+v", line, r)
					}
				}
				a := &app{env: h.env}
				live, err := openFile(a, vault)
				if err != nil {
					t.Fatal(err)
				}
				storePlace(a, live.Path(), readPlaces(a)["nowhere"])
				storePreferences(a, readPreferences(a))
				if _, err := exportSession(a, live, 1); err != nil {
					t.Error(err)
				}
				if err := live.Close(); err != nil {
					t.Error(err)
				}
				return said + strings.Join(a.linked, " ")
			}
			evening("one")
			linked := map[string]string{} // what was written, by where it lies now
			n := 0
			for _, root := range []string{h.saves, h.state} {
				err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
					if err != nil || !d.Type().IsRegular() || filepath.Ext(path) == ".fray" {
						return err
					}
					n++
					to := filepath.Join(outside, fmt.Sprint(n, "-", d.Name()))
					text, err := os.ReadFile(path)
					linked[to] = string(text)
					return errors.Join(err, os.Rename(path, to), link(to, path))
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if n < 8 {
				t.Fatalf("only %d files are beside the table", n)
			}
			said := strings.Join(strings.Fields(evening("two")), " ")
			for _, name := range []string{"vault.fray.index was a ", ".fray.gz was a "} {
				if !strings.Contains(said, name) {
					t.Errorf("%q is not told in %s", name, said)
				}
			}
			if n := strings.Count(said, "takes its place"); n < 5 { // with what is remembered of it, and the state of the screen
				t.Errorf("links are told %d times in %s", n, said)
			}
			if again := evening("three"); strings.Contains(again, "takes its place") {
				t.Errorf("what was replaced is told again in %s", again)
			}
			for to, was := range linked {
				if now, err := os.ReadFile(to); err != nil || string(now) != was {
					t.Errorf("%s was written through a link (%d bytes, then %d), %v", to, len(was), len(now), err)
				}
			}
		})
	}
}
