package cli

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
)

// TestNewerTable checks what each command says of a table that a newer fray has played: play
// and host take nothing without --anyway, and the log says when it was given.
func TestNewerTable(t *testing.T) {
	h := newHome(t)
	path := h.vault(t)
	log, err := logfile.Open(path, logfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	seq, _, _ := log.Newest(t.Context())
	body := fmt.Sprintf(`{"seq":%d,"time":"2026-03-01T20:10:00Z","by":{"role":"gm"},"facts":[{"kind":"teleported","fact":{}}]}`, seq+1)
	if err := errors.Join(log.Append(t.Context(), seq, []saves.Line{{Seq: seq + 1, Body: []byte(body)}}), log.Close()); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("note quizzical\nquit\n", "play", path, "--plain"); !strings.Contains(r.out, "teleported") || !strings.Contains(r.out, "--anyway") || strings.Contains(h.fray("", "log", path).out, "quizzical") {
		t.Errorf("play: %d %s%s", r.status, r.out, r.err)
	}
	if r := h.fray("", "host", path, "--headless", "--listen", "127.0.0.1:0"); r.status == done || !strings.Contains(r.err, "teleported") {
		t.Errorf("host: %d %s%s", r.status, r.out, r.err)
	}
	if r := h.fray("", "check", path); r.status != done || !strings.Contains(r.out, "teleported") || strings.Contains(r.out, "everything is in order") {
		t.Errorf("check: %d %s%s", r.status, r.out, r.err)
	}
	h.fray("note three\nquit\n", "play", path, "--plain", "--anyway")
	if r := h.fray("", "log", path); !strings.Contains(r.out, "three") || !strings.Contains(strings.Join(strings.Fields(r.out), " "), "The table is played on, although a newer fray has written what this one does not know: teleported") {
		t.Errorf("log: %d %s%s", r.status, r.out, r.err)
	}
}

// TestAdviceOfCheck follows what check says of a table with an event that no table can be opened
// with: it does not send anybody to a command that refuses.
func TestAdviceOfCheck(t *testing.T) {
	for name, event := range map[string]string{
		"a time that is none":   `{"seq":%d,"time":"yesterday","by":{"role":"gm"},"facts":[]}`,
		"a number that is none": `{"seq":%d,"time":"2026-03-01T20:10:00Z","by":{"role":"gm"},"facts":7}`,
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			path := h.vault(t)
			log, err := logfile.Open(path, logfile.Options{})
			if err != nil {
				t.Fatal(err)
			}
			seq, _, _ := log.Newest(t.Context())
			if err := errors.Join(log.Append(t.Context(), seq, []saves.Line{{Seq: seq + 1, Body: fmt.Appendf(nil, event, seq+1)}}), log.Close()); err != nil {
				t.Fatal(err)
			}
			if r := h.fray("q\n", "play", path, "--plain"); r.status == done {
				t.Fatalf("it is played: %s", r.out)
			}
			r := h.fray("", "check", path)
			said := strings.Join(strings.Fields(r.out+r.err), " ")
			if r.status == done || strings.Contains(said, "fray play") || !strings.Contains(said, "bring back a backup from before it") || !strings.Contains(said, "fray restore") {
				t.Errorf("check: exit %d: %s", r.status, said)
			}
			if r := h.fray("", "restore", path); r.status != done {
				t.Errorf("restore: exit %d: %s%s", r.status, r.out, r.err)
			}
		})
	}
}
