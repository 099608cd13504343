package cli

import (
	"errors"
	"os"
	"strings"
	"sync"
	"time"

	"example.org/fray/engine/script"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// pollEvery is how often a watched rulebook file is checked.
const pollEvery = 500 * time.Millisecond

// watchRulebook gives a table each new version of a rulebook file while the table is
// played. Errors in a version are sent to faults, and the table keeps the version before.
// stop ends the watch, and returns when nothing is being written any more.
//
// It polls the file, since editors save files in different ways: some write into the file,
// others replace it.
func watchRulebook(live *saves.Live, path string) (faults <-chan string, stop func()) {
	tell, leave, over := make(chan string), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		defer close(tell)
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		tried, last := "", os.FileInfo(nil)
		for {
			select {
			case <-leave:
				return
			case <-tick.C:
			}
			now, err := os.Stat(path)
			if err != nil || last != nil && os.SameFile(now, last) && now.ModTime().Equal(last.ModTime()) && now.Size() == last.Size() {
				continue // it is being replaced, or is unchanged
			}
			last = now
			text, err := readRulebook(path)
			if err != nil || model.HashRulebook(text) == tried {
				continue
			}
			tried = model.HashRulebook(text)
			if err = addRulebookText(live, path, text); err == nil {
				continue
			}
			words := err.Error()
			if faults := (script.Faults{}); errors.As(err, &faults) {
				words = faults[0].Brief()
			}
			select {
			case tell <- ended(words) + " The table goes on with the text before":
			case <-leave:
				return
			}
		}
	}()
	return tell, sync.OnceFunc(func() {
		close(leave)
		<-over
	})
}

// ended is a sentence with a mark at its end.
func ended(words string) string {
	if strings.HasSuffix(words, "?") || strings.HasSuffix(words, ".") {
		return words
	}
	return words + "."
}
