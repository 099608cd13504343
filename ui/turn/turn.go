// Package turn is whose turn it is: what no key waits for is done for one screen of
// this process after the other. So a processor stays free for keys, and for looking
// whether one has come: as long as anybody can run on all of them, Go looks at the
// network every 10 ms at best.
//
// It is a package of its own since both who draws (screen) and who works something out
// behind a screen (act) take the same turns, and neither may import the other.
package turn

import (
	"sync"
	"time"
)

var one sync.Mutex

// Take waits for the turn, Give gives it on.
func Take() { one.Lock() }

// Give gives the turn on to whoever has waited longest.
func Give() { one.Unlock() }

// Behind works something out when those who are being drawn for have had their turn.
func Behind[T any](work func(*Breath) T) T {
	time.Sleep(rest)
	Take()
	defer Give()
	return work(&Breath{time.Now()})
}

// Breath lets others have their turn, now and then in what takes long.
type Breath struct{ last time.Time }

const (
	most = 2 * time.Millisecond // that anybody works without a breath
	rest = time.Millisecond
)

// Take takes a breath when it is time to.
func (b *Breath) Take() {
	if time.Since(b.last) < most {
		return
	}
	Give()
	time.Sleep(rest)
	Take()
	b.last = time.Now()
}
