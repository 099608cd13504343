package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"example.org/fray/engine/script"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// pollEvery is how often a watched rulebook file is looked at.
const pollEvery = 250 * time.Millisecond

// watchRulebook gives a table each new version of a rulebook file while the table is played. Who
// runs the table is told what is wrong with a version ([saves.Live.SetFaults]), and the table keeps
// the version before. stop ends the watch, and returns when nothing is being written any more.
//
// It polls the file, since editors save files in different ways: some write into the file,
// others replace it.
func watchRulebook(live *saves.Live, path string) (stop func()) {
	w := watchedText{live: live, path: path}
	w.seen, _ = os.Stat(path)
	w.give() // it is the text that the table has, unless the file has just been changed
	leave, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for {
			select {
			case <-leave:
				return
			case <-tick.C:
				w.look()
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(leave)
		<-over
	})
}

// watchedText is the file of a rulebook's text that somebody writes while a table is played.
type watchedText struct {
	live *saves.Live
	path string

	seen   os.FileInfo // the file when it was looked at last; nil: it was not there
	read   bool        // it was read as it was then
	id     string      // of the rulebook; "" before the first valid text
	saved  time.Time   // when the text that the table goes on with was saved
	faulty bool        // the text that was read last
}

// look reads the file where it has changed and is the same at two looks: else an editor is still
// writing it, or putting another in its place.
func (w *watchedText) look() {
	now, _ := os.Stat(w.path) // nil on an error, which reading the file tells
	if same := now == nil && w.seen == nil || now != nil && w.seen != nil && os.SameFile(now, w.seen) && now.ModTime().Equal(w.seen.ModTime()) && now.Size() == w.seen.Size(); !same {
		w.seen, w.read = now, false
		return
	}
	if !w.read {
		w.give()
	}
}

// give reads the file and gives its text to the table, or has it told what is wrong with it.
func (w *watchedText) give() {
	w.read = true
	err := w.take()
	switch {
	case err != nil:
		w.live.SetFaults(w.faults(err))
	case w.faulty:
		w.live.SetFaults("")
	}
	w.faulty = err != nil
}

// take reads the file and gives its text to the table.
func (w *watchedText) take() error {
	text, err := readRulebook(w.path)
	if err != nil {
		return err
	}
	sys, err := script.Load(w.path, text)
	if err != nil {
		return err
	}
	if w.id != "" && sys.ID != w.id {
		return fmt.Errorf("%s is now the text of another rulebook, %q: write %q again; to add it beside that one, save it as another file and type: rulebook FILE", filepath.Base(w.path), sys.ID, w.id)
	}
	if err := addRulebookText(w.live, sys, text); err != nil {
		return fmt.Errorf("the text in %s was not taken: %w", filepath.Base(w.path), err)
	}
	w.id, w.saved = sys.ID, w.seen.ModTime()
	return nil
}

// mostFaults is how many faults of a text are told.
const mostFaults = 20

// faults says in lines what is wrong with the text, and which text the table goes on with.
func (w *watchedText) faults(err error) string {
	var out []string
	all := script.Faults{}
	if !errors.As(err, &all) {
		out = append(out, model.Sentence(err))
	}
	for _, f := range all[:min(len(all), mostFaults)] {
		out = append(out, model.Ended(f.Brief()))
	}
	if more := len(all) - mostFaults; more > 0 {
		out = append(out, fmt.Sprintf("And %d more: 'fray rulebook check %s' lists them all.", more, filepath.Base(w.path)))
	}
	goesOn := "The table goes on with the text that it had."
	if !w.saved.IsZero() {
		goesOn = fmt.Sprintf("The table goes on with the text of %s that was saved at %s.", w.id, w.saved.Format(time.TimeOnly))
	}
	return strings.Join(append(out, goesOn), "\n")
}
