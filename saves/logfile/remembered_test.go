package logfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
)

// Whatever was acknowledged is remembered, after a kill as after an orderly end: a file that is cut
// at the end of a line, put back or another one is told, with what is missing and where to look for
// it, by whoever looks and by whoever plays; one that is as it was is not.
func TestRememberedAfterAKill(t *testing.T) {
	upTo := func(lines int) func(testing.TB, []byte) []byte {
		return func(_ testing.TB, b []byte) []byte {
			all := bytes.SplitAfter(bytes.TrimRight(b, "\n"), []byte{'\n'})
			if lines < len(all) {
				all = all[:lines]
			}
			return bytes.Join(all, nil)
		}
	}
	other := func(t testing.TB, _ []byte) []byte {
		l := create(t)
		line := []saves.Line{{Seq: 1, Body: []byte(`{"seq":1,"text":"another"}`)}}
		if err := l.Append(t.Context(), 0, line); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(l.Path())
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for name, c := range map[string]struct {
		spoil func(testing.TB, []byte) []byte
		told  []string
	}{
		"as it was":     {upTo(99), nil},
		"one line less": {upTo(19), []string{"ends at event 19, but event 20 was written", "Event 20 was written, and is nowhere here: look for them in a backup"}},
		"half of it":    {upTo(10), []string{"put back to an older one", "Events 11 to 20 were written, and are nowhere here"}},
		"another table": {other, []string{"another was put in its place"}},
		"the last line spoilt": {func(_ testing.TB, b []byte) []byte {
			return bytes.Replace(b, []byte("misses 20"), []byte("misses 21"), 1)
		}, []string{"is damaged", "Event 20 is missing"}},
	} {
		for _, killed := range []bool{true, false} {
			o := options()
			o.State = t.TempDir()
			path := filepath.Join(t.TempDir(), "table.fray")
			l, err := Create(path, o)
			if err != nil {
				t.Fatal(err)
			}
			add(t, l, 20)
			if killed {
				err = l.f.Close()
			} else {
				err = errors.Join(l.Close(), os.RemoveAll(path+backupFolder))
			}
			if err != nil {
				t.Fatal(err)
			}
			spoil(t, path, func(b []byte) []byte { return c.spoil(t, b) })
			for _, open := range []func(string, Options) (*File, error){Look, Open} {
				l, err := open(path, o)
				if err != nil {
					t.Fatal(err)
				}
				said := told(l)
				for _, want := range c.told {
					if !strings.Contains(said, want) {
						t.Errorf("%s, killed %v: it is not told %q: %s", name, killed, want, said)
					}
				}
				if c.told == nil && l.Findings() != nil || l.Remembered() != 20 {
					t.Errorf("%s, killed %v: %d events are remembered; told: %s", name, killed, l.Remembered(), said)
				}
				_ = logtest.ReadAll(t, l, 0)
				done(t, l)
			}
			fresh, err := Look(path, options())
			if err != nil {
				t.Fatal(err)
			}
			if fresh.Remembered() != 0 || strings.Contains(told(fresh), "was written") {
				t.Errorf("%s: another machine remembers %d; told: %s", name, fresh.Remembered(), told(fresh))
			}
			done(t, fresh)
		}
	}
}
