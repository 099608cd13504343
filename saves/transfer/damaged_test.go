package transfer_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
)

// Of an export that was cut, or in which bytes are something else, all is imported that can be
// read, and it is said what is missing; only where not one event is left it is refused.
func TestDamagedExports(t *testing.T) {
	p := newTableOf(t, "supermen")
	p.full("supermen")
	whole := exported(t, p, theGM)
	want := bodiesOf(t, p.log)
	log := strings.Index(whole, "\"log\":[\n")
	if log < 0 {
		t.Fatal("the export has no log")
	}
	r := rand.New(rand.NewPCG(45, 1))
	for n := range 60 {
		text, lines := []byte(whole), strings.Count(whole[log:], "\n{")
		var did string
		switch at := log + 8 + r.IntN(len(whole)-log-12); n % 3 {
		case 0:
			text = text[:at]
			lines = strings.Count(string(text[log:]), "},\n")
			did = fmt.Sprintf("cut at %d of %d", at, len(whole))
		default: // each line is hurt at most once
			hurt := map[int]bool{}
			for range n % 3 {
				at := log + 9 + r.IntN(len(whole)-log-20)
				line := strings.Count(whole[:at], "\n")
				if text[at] == '\n' || hurt[line] {
					continue
				}
				hurt[line] = true
				text[at] = '\n' // which may stand in no text
				did += fmt.Sprintf("a line break at %d; ", at)
			}
			lines -= len(hurt)
		}
		to := transfer.Target{Make: func(string) (saves.Log, error) { return saves.NewMemory(), nil },
			Drop: func(saves.Log) error { return nil }, Rules: rules, Read: readText, Now: time.Now, Seed: func() [32]byte { return [32]byte{7} }}
		got, notes, err := transfer.Import(t.Context(), bytes.NewReader(text), to)
		if err != nil {
			t.Errorf("%s: %v", did, err)
			continue
		}
		read := bodiesOf(t, got)
		left := 0
		for _, body := range read {
			if slices.Contains(want, body) {
				left++
			}
		}
		switch is := strings.Join(read, "\n"); {
		case left < lines-1: // what a line break makes two lines of may be whole all the same
			t.Errorf("%s: %d of %d events that can be read are there", did, left, lines)
		case left == len(want):
		case len(notes) == 0 || !strings.Contains(is, "Missing from the imported file"):
			t.Errorf("%s: %d of %d events, and nobody is told: %q", did, left, len(want), notes)
		}
	}
	for _, at := range []int{log - 100, log / 2, 20, len(`{"fray":3`) + 2} {
		_, _, err := transfer.Import(t.Context(), strings.NewReader(whole[:at]), transfer.Target{Rules: rules, Read: readText, Now: time.Now, Seed: func() [32]byte { return [32]byte{} }})
		if bad, is := errors.AsType[*transfer.BadImport](err); !is || !bad.Damaged || !strings.Contains(err.Error(), "before its log begins") {
			t.Errorf("cut at %d: %v", at, err)
		}
	}
	// The table alone can be read: it is as it stood, without what happened.
	to := transfer.Target{Make: func(string) (saves.Log, error) { return saves.NewMemory(), nil },
		Drop: func(saves.Log) error { return nil }, Rules: rules, Read: readText, Now: time.Now, Seed: func() [32]byte { return [32]byte{7} }}
	got, notes, err := transfer.Import(t.Context(), strings.NewReader(whole[:log+12]), to)
	if err != nil || !strings.Contains(strings.Join(notes, " "), "without what happened before") {
		t.Fatalf("cut in the first event: %v, %q", err, notes)
	}
	now := model.New(rules)
	for line, err := range got.Read(t.Context(), 0) {
		var e model.Event
		if err == nil {
			err = e.UnmarshalJSON(line.Body)
		}
		if err != nil {
			t.Fatal(err)
		}
		now = now.Apply(e)
	}
	if len(now.Characters()) != len(p.table.Characters()) {
		t.Errorf("it has %d characters, and had %d", len(now.Characters()), len(p.table.Characters()))
	}
}
