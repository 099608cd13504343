package saves_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/logtest"
)

// A table that a newer fray has played, whose facts this version does not know, or whose
// rulebook is not here, can be looked at, and says why in its check and before anything is
// added. It is played only when somebody has wanted that, which its log says, until something
// else is not understood.
func TestNotUnderstood(t *testing.T) {
	made := func(path string) {
		l, err := makeAt(path, "The Vault", testDeps())
		if err != nil {
			t.Fatal(err)
		}
		do(t, l, note(1))
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	writes := func(path, body string) {
		t.Helper()
		log, err := logfile.Open(path, logfile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		seq, _, _ := log.Newest(t.Context())
		body = fmt.Sprintf(`{"seq":%d,"time":"2024-03-01T20:10:00Z","by":{"role":"gm"},"facts":[%s}`, seq+1, body)
		if err := errors.Join(log.Append(t.Context(), seq, []saves.Line{{Seq: seq + 1, Body: []byte(body)}}), log.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct{ body, why string }{
		"a newer edition":      {`{"kind":"noted","fact":{"text":"x"}}],"edition":7`, "edition 7"},
		"a fact":               {`{"kind":"teleported","fact":{"to":"the roof"}}]`, "teleported"},
		"a rulebook":           {`{"kind":"table-made","fact":{"name":"The Vault","system":"pathfinder9"}}]`, "pathfinder9"},
		"a sheet's rulebook":   {`{"kind":"character-joined","fact":{"character":{"id":"cxyz","name":"Ash","systems":{"pathfinder9":{"hp":7}}}}}]`, "pathfinder9"},
		"a fact in a new form": {`{"kind":"noted","fact":{"text":["x"]}}]`, "noted"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "vault.fray")
			made(path)
			writes(path, c.body)
			for range 2 { // it is said each time
				l, err := openAt(path, testDeps())
				if err != nil {
					t.Fatal(err)
				}
				before, _ := l.Seal()
				odd, is := errors.AsType[*saves.NotUnderstood](l.Why())
				if !is || !strings.Contains(odd.Error(), c.why) || !l.ReadOnly() || l.Now().Name == "" {
					t.Fatalf("opened: %v", l.Why())
				}
				if _, err := l.Do(program, note(2)); !errors.As(err, &odd) {
					t.Errorf("something was added: %v", err)
				}
				if err := l.Close(); err != nil {
					t.Fatal(err)
				}
				if seq, _ := l.Seal(); seq != before {
					t.Errorf("event %d was added", seq)
				}
			}
			r, err := checkAt(path, "")
			if err != nil || !r.Good() || !strings.Contains(strings.Join(r.Uncompared, " "), c.why) {
				t.Errorf("checked: %+v, %v", r, err)
			}
			l, err := openAt(path, testDeps())
			if err != nil {
				t.Fatal(err)
			}
			do(t, l, model.PlayAnyway{})
			do(t, l, note(3))
			if _, err := l.Do(program, model.PlayAnyway{}); err == nil {
				t.Error("it is wanted twice")
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			log, err := logfile.Look(path, logfile.Options{})
			if err != nil {
				t.Fatal(err)
			}
			said := 0
			for _, line := range logtest.ReadAll(t, log, 0) {
				var e model.Event
				if line.Seq > 0 && json.Unmarshal(line.Body, &e) == nil {
					for _, f := range e.Facts {
						if f, is := f.(model.PlayedAnyway); is && strings.Contains(strings.Join(f.Although, " "), c.why) {
							said++
						}
					}
				}
			}
			if err := log.Close(); err != nil || said != 1 {
				t.Errorf("its log says it %d times, %v", said, err)
			}
			if l, err = openAt(path, testDeps()); err != nil || l.Why() != nil {
				t.Fatalf("opened once more: %v, %v", l.Why(), err)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			writes(path, `{"kind":"beamed","fact":{}}]`)
			if l, err = openAt(path, testDeps()); err != nil || l.Why() == nil || !strings.Contains(l.Why().Error(), "beamed") {
				t.Errorf("with one more fact: %v, %v", l.Why(), err)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}
