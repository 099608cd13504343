package enginetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
)

// T is what the exam reports to; a *testing.T is one.
type T interface {
	Helper()                           // as that of testing.T
	Errorf(format string, args ...any) // reports, and goes on
}

// TestPlays runs every .play file of a folder, each as a test of its own.
func TestPlays(t *testing.T, sys *engine.System, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.play"))
	if err != nil || len(files) == 0 {
		t.Errorf("no .play files in %s", dir)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".play"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			play, err := plays.Parse(file, string(text))
			if err != nil {
				t.Fatal(err)
			}
			dog := newWatchdog()
			dog.guard(t, func() { runPlay(t, dog, sys, play) })
		})
	}
}

// runPlay runs a play and reports what does not hold, with the working of the
// rolls that failed.
func runPlay(t T, dog *watchdog, sys *engine.System, play plays.Play) {
	t.Helper()
	for _, f := range play.Run(sys, dog.begin) {
		t.Errorf("%s", f)
		if f.Notes != nil {
			t.Errorf("the working:\n\t%s", strings.Join(f.Notes, "\n\t"))
		}
	}
}
