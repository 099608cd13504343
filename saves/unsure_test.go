package saves_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

// hanging is a log that goes away while something is appended: it says nothing, whether or not
// the lines came through, and nothing more until it is back.
type hanging struct {
	saves.Log
	hangs bool
	loses bool   // what is appended while it hangs does not come through
	late  func() // appends what waits, when it is back
	tells chan struct{}
}

// Watch tells when the test says so, so that the test alone decides when the table asks again.
func (h *hanging) Watch(ctx context.Context) (<-chan struct{}, error) {
	context.AfterFunc(ctx, func() { close(h.tells) })
	return h.tells, nil
}

func (h *hanging) Append(ctx context.Context, after uint64, lines []saves.Line) error {
	if !h.hangs {
		return h.Log.Append(ctx, after, lines)
	}
	if h.late == nil {
		own := append([]saves.Line(nil), lines...)
		h.late = func() {
			if !h.loses {
				_ = h.Log.Append(context.Background(), after, own)
			}
		}
	}
	return &saves.Unsure{Err: io.ErrUnexpectedEOF}
}

// Of an act whose fate is not known it is said that it is not known. Until it is, nothing else
// is taken; then it is said, once, what became of it, and it stands in the log once or, where
// somebody else was first, not at all. That is found out when it is done again by hand, or
// before, when the log tells of something new.
func TestFateOfAnAct(t *testing.T) {
	for name, c := range map[string]struct {
		loses, other, told bool
		words              string
		stands             int
	}{
		"it arrives":                       {false, false, false, "saved after all", 1},
		"it arrives, and is told":          {false, false, true, "saved after all", 1},
		"it is lost, and redone":           {true, false, false, "saved after all", 1},
		"somebody else is first":           {true, true, false, "was not saved", 0},
		"somebody else is first, and told": {true, true, true, "was not saved", 0},
	} {
		t.Run(name, func(t *testing.T) {
			memory := saves.NewMemory()
			log := &hanging{Log: memory, loses: c.loses, tells: make(chan struct{})}
			l, err := saves.Make(log, index.Memory(), rules, model.Make{Name: "The Vault", System: "toy"}, testDeps())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = l.Close() }()
			var other *saves.Live
			if c.other {
				if other, err = saves.Open(memory.Open(), index.Memory(), rules, testDeps()); err != nil {
					t.Fatal(err)
				}
				defer func() { _ = other.Close() }()
			}
			log.hangs = true
			unsure := (*saves.Unsure)(nil)
			for n := range 3 { // once, and again by hand
				if _, err := l.Do(program, note(7)); !errors.As(err, &unsure) || l.Saved() == nil || len(l.Found()) > 0 {
					t.Fatalf("try %d: %v, and what was found is %q", n, err, l.Found())
				}
			}
			log.late()
			if c.other {
				do(t, other, note(8))
			}
			log.hangs = false
			if c.told {
				changed, leave := l.Watch()
				defer leave()
				for log.tells <- struct{}{}; len(l.Found()) == 0; {
					<-changed
				}
			}
			if !c.told || c.other { // who was told that it stands does not do it again
				_, err = l.Do(program, note(7)) // by hand once more
				if held := err != nil && strings.Contains(err.Error(), "saved after all"); held == c.other {
					t.Errorf("by hand, at last: %v", err)
				}
			}
			if found := l.Found(); len(found) != 1 || !strings.Contains(found[0], c.words) {
				t.Errorf("it is said: %q", found)
			}
			stands := 0
			for e := range l.Events(0) {
				for _, words := range e.Notes() {
					if words == "note 7" {
						stands++
					}
				}
			}
			if c.other {
				stands-- // done by hand, since it was not saved
			}
			if stands != c.stands || l.Saved() != nil {
				t.Errorf("it stands %d times in the log; %v", stands, l.Saved())
			}
			do(t, l, note(9))
		})
	}
}
