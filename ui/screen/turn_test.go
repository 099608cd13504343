package screen

import (
	"slices"
	"testing"
	"testing/synctest"
)

// Whoever draws gets the turn before whoever works something out, and among equals whoever
// came first.
func TestDrawersFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var turn turns
		var got []string
		turn.lock(false)
		for _, who := range []string{"work 1", "work 2", "drawer 1", "drawer 2"} {
			go func() {
				turn.lock(who[0] == 'd')
				got = append(got, who)
				turn.unlock()
			}()
			synctest.Wait() // it waits before the next comes
		}
		turn.unlock()
		synctest.Wait()
		if want := []string{"drawer 1", "drawer 2", "work 1", "work 2"}; !slices.Equal(got, want) {
			t.Errorf("the turns are %q, want %q", got, want)
		}
		turn.lock(true)
		turn.unlock()
		if turn.held {
			t.Error("the turn is held by nobody")
		}
	})
}
