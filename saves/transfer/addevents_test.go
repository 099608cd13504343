package transfer_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/transfer"
)

// A file gets what it lacks of a log, without the lines that are no events, and a last
// line that was cut off is written anew.
func TestAddEvents(t *testing.T) {
	log, file := saves.NewMemory(), filepath.Join(t.TempDir(), "vault.jsonl")
	add := func(upTo uint64, want int) {
		t.Helper()
		newest, _, _ := log.Newest(t.Context())
		if lines := append([]saves.Line{logtest.Other("a seed")}, logtest.Events(newest+1, upTo)...); upTo > newest {
			if err := log.Append(t.Context(), newest, lines); err != nil {
				t.Fatal(err)
			}
		}
		if added, err := transfer.AddEvents(t.Context(), file, log); err != nil || added != want {
			t.Errorf("up to event %d: %d are added, %v, and not %d", upTo, added, err, want)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if lines := bytes.Count(text, []byte("\n")); lines != int(upTo) || bytes.Contains(text, []byte("seed")) {
			t.Errorf("up to event %d the file is\n%s", upTo, text)
		}
	}
	add(5, 5)
	add(5, 0)
	add(9, 4)
	info, err := os.Stat(file)
	if err == nil {
		err = os.Truncate(file, info.Size()-10)
	}
	if err != nil {
		t.Fatal(err)
	}
	add(9, 1)
	other := saves.NewMemory()
	for _, lines := range [][]saves.Line{logtest.Events(1, 7), logtest.Events(8, 12)} {
		if err := other.Append(t.Context(), lines[0].Seq-1, lines); err != nil {
			t.Fatal(err)
		}
		if added, err := transfer.AddEvents(t.Context(), file, other); err == nil || added > 0 {
			t.Errorf("%d events of another table are added", added)
		}
	}
	add(9, 0)
	if _, err := transfer.AddEvents(t.Context(), t.TempDir(), log); err == nil {
		t.Error("events are added to a folder")
	}
	// What is something else, or a link to it, stays as it is.
	diary, soft, hard := filepath.Join(t.TempDir(), "diary"), filepath.Join(t.TempDir(), "soft.jsonl"), filepath.Join(t.TempDir(), "hard.jsonl")
	if err := os.WriteFile(diary, []byte("Dear diary\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, link := range map[string]func(string, string) error{diary: nil, soft: os.Symlink, hard: os.Link} {
		if link != nil && link(diary, name) != nil {
			continue // no links here
		}
		if added, err := transfer.AddEvents(t.Context(), name, log); err == nil || added > 0 {
			t.Errorf("%d events are added to %s", added, name)
		}
	}
	if text, err := os.ReadFile(diary); err != nil || string(text) != "Dear diary\n" {
		t.Errorf("the diary is %q, %v", text, err)
	}
}
