package cli

import (
	"errors"
	"os"
	"sync"
	"time"

	"example.org/fray/engine/script"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// lookEvery is how often the file of a rulebook that is followed is looked at.
const lookEvery = 500 * time.Millisecond

// watchRulebook takes up each version of a rulebook's file that is saved while its table
// is played. What is wrong with a version is sent to faults: the table goes on with the
// one before. stop ends it, and comes back when nothing is written any more.
//
// The file is looked at now and then, since editors write files in ways of which the
// system tells in as many ways: some write into it, others put a new one in its place.
func watchRulebook(live *saves.Live, path string) (faults <-chan string, stop func()) {
	tell, leave, over := make(chan string), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		defer close(tell)
		tick := time.NewTicker(lookEvery)
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
				continue // it is being replaced, or is as it was
			}
			last = now
			text, err := readRulebook(path)
			if err != nil || model.HashRulebook(text) == tried {
				continue
			}
			tried = model.HashRulebook(text)
			if err = takeUp(live, path, text); err == nil {
				continue
			}
			words := err.Error()
			if faults := (script.Faults{}); errors.As(err, &faults) {
				words = faults[0].Brief()
			}
			select {
			case tell <- words + ". The table goes on with the text before":
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
