package transfer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/transfer"
)

// full plays a table in which every text is as long as it may be, of any script.
func (p *played) full(id string) {
	p.t.Helper()
	long := func(n int) string {
		s := model.Clean(strings.Repeat("é\\\"<b>漢字 \u200f‹›", n), n)
		return s + strings.Repeat("x", n-utf8.RuneCountInString(s))
	}
	sys, _ := p.table.Rulebook(id)
	page := sys.Templates[0].Page
	for _, sp := range sys.Sheet.Fields() {
		if sp.Kind == engine.Text {
			if with := page.With(sp.ID, engine.ValueOf(long(sp.Most))); sys.Sheet.Check(with) == nil {
				page = with
			}
		}
	}
	who := model.Character{Name: long(model.LongestName), Owner: "Kim", Notes: long(model.LongestNote), GMNotes: long(model.LongestNote), Pages: map[string]engine.Page{id: page}}
	p.do(model.Join{Character: who})
	c := p.table.Characters()[0]
	p.begin()
	p.do(model.Note{Text: long(2000)})
	p.do(model.Note{Text: "a\nnote\n\n  with\nlines", Private: true})
	p.do(model.Say{Text: long(500)})
	p.do(model.Show{Head: long(model.LongestName), Text: long(model.MostShown)})
	p.do(model.Scene{Place: long(model.LongestName)})
	p.do(model.AddEffect{Who: c.ID, Words: long(model.LongestCondition), Until: "scene"})
	p.do(model.GiveAwards{Own: []model.Award{{Who: c.ID, What: long(model.LongestName), N: 3}}})
	p.rollsOf(id, 0, false, 2)
	p.end()
}

// partsOf is what a log adds to an event to prove its parts.
var partsOf = regexp.MustCompile(`,"salt":"[0-9a-f]{32}","parts":"[0-9a-f]{64}"`)

func withoutParts(body string) string { return partsOf.ReplaceAllString(body, "") }

// bodiesOf gives the events of a log as they stand.
func bodiesOf(t *testing.T, log saves.Log) (out []string) {
	t.Helper()
	for _, l := range logtest.ReadAll(t, log, 0) {
		if l.Seq > 0 {
			out = append(out, withoutParts(string(l.Body)))
		}
	}
	return out
}

// What is exported comes back whole, in every rulebook and with every text as long as it may
// be: the same events and the same sheets, playable by the same rules. So does a backup.
func TestExportsComeBackWhole(t *testing.T) {
	for _, id := range allBooks() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := newTableOf(t, id)
			p.full(id)
			want := bodiesOf(t, p.log)

			to := &target{Target: transfer.Target{Make: func(string) (saves.Log, error) { return saves.NewMemory(), nil },
				Drop: func(saves.Log) error { return nil }, Rules: rules, Read: readText, Now: time.Now, Seed: func() [32]byte { return [32]byte{7} }}}
			log, notes, err := transfer.Import(t.Context(), strings.NewReader(exported(t, p, theGM)), to.Target)
			if err != nil || len(notes) > 0 {
				t.Fatalf("%q, %v", notes, err)
			}
			same(t, "imported", want, bodiesOf(t, log))
			goesOn(t, id, log, p.table)

			path := filepath.Join(t.TempDir(), "vault.fray")
			file, err := logfile.Create(path, logfile.Options{})
			if err == nil {
				err = errors.Join(saves.Copy(t.Context(), p.log, file), file.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
			if file, err = logfile.Open(path, logfile.Options{}); err == nil {
				err = errors.Join(file.Backup(t.Context()), file.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
			restored, notes, err := logfile.Restore(path, 1, "again", nil, logfile.Options{})
			if err != nil || len(notes) > 0 {
				t.Fatalf("restored: %q, %v", notes, err)
			}
			if file, err = logfile.Open(restored, logfile.Options{}); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = file.Close() }()
			same(t, "restored", want, bodiesOf(t, file))

			c := p.table.CopyOf(p.table.Characters()[0])
			text, err := transfer.ExportCharacter(&c)
			if err != nil {
				t.Fatal(err)
			}
			back, left, err := transfer.ImportCharacter(bytes.NewReader(text), p.table.Rulebooks)
			if again, exportErr := transfer.ExportCharacter(&back); err != nil || exportErr != nil || len(left) > 0 || string(again) != string(text) {
				t.Errorf("a character does not come back: %q, %v, %v\n%.300s\n%.300s", left, err, exportErr, text, again)
			}
		})
	}
}

// same compares the events of two logs.
func same(t *testing.T, what string, want, got []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d events, and not %d", what, len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			at := 0
			for at < min(len(got[i]), len(want[i])) && got[i][at] == want[i][at] {
				at++
			}
			t.Errorf("%s: event %d is otherwise from byte %d of %d on: %.200q, and not %.200q", what, i+1, at, len(want[i]), got[i][max(0, at-20):], want[i][max(0, at-20):])
		}
	}
}

// goesOn folds a log, compares the sheets with those of a table, and rolls at it by the rules
// that it has.
func goesOn(t *testing.T, id string, log saves.Log, was model.Table) {
	t.Helper()
	p := newTableOf(t, id)
	p.table = model.New(rules).WithTexts(readText)
	p.log = log
	for _, body := range bodiesOf(t, log) {
		var e model.Event
		if err := json.Unmarshal([]byte(body), &e); err != nil {
			t.Fatal(err)
		}
		p.table = p.table.Apply(e)
	}
	a, errA := json.Marshal(was)
	b, errB := json.Marshal(p.table)
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Errorf("the table is another: %v %v", errA, errB)
	}
	p.begin()
	if len(p.rollsOf(id, 0, false, 1)) == 0 {
		t.Error("nothing can be rolled at it")
	}
	p.end()
}

// A text that is longer than it may be is refused with the limit, on every way in, and never
// cut: by each command that has a text, and in files.
func TestNothingIsCut(t *testing.T) {
	p := newTable(t)
	page := map[string]engine.Page{"d6": rules["d6"].Templates[0].Page}
	p.do(model.Join{Character: model.Character{Name: "Ash", Pages: page}})
	who := p.table.Characters()[0].ID
	long := strings.Repeat("x", 7001)
	edited := *p.table.Characters()[0]
	edited.Notes = long
	for _, c := range []model.Command{
		model.Make{Name: long, System: "d6"}, model.Rename{Name: long, System: "d6"}, model.Note{Text: long}, model.Say{Text: long},
		model.Show{Head: "x", Text: long}, model.Show{Head: long, Text: "x"}, model.Scene{Place: long}, model.AddEffect{Who: who, Words: long},
		model.GiveAwards{Own: []model.Award{{Who: who, What: long, N: 1}}}, model.Edit{Who: who, Character: edited}, model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: long},
		model.Join{Character: model.Character{Name: long, Pages: page}}, model.Join{Character: model.Character{Name: "x", Notes: long, Pages: page}},
		model.Join{Character: model.Character{Name: "x", GMNotes: long, Pages: page}}, model.Join{Character: model.Character{Name: "x", Side: engine.Side(long), Pages: page}},
		model.Join{Character: model.Character{Name: "x", Pages: page}, Encounter: long},
		model.Write{Who: who, System: "d6", Set: []model.Change{{Field: "skills/r1/name", To: engine.ValueOf(long)}}},
	} {
		into := p
		if _, is := c.(model.Make); is {
			into = &played{t: t, table: model.New(rules), log: saves.NewMemory()}
		}
		if err := into.decide(theGM, c); err == nil || !strings.Contains(err.Error(), "700") && !strings.Contains(err.Error(), "at most") {
			t.Errorf("%T of 7001 characters: %v", c, err)
		}
	}
	huge := strings.Repeat("x", model.LongestRulebook+1)
	for _, text := range []string{
		`{"name":"` + long + `","systems":{"d6":{}}}`, `{"name":"x","notes":"` + long + `","systems":{"d6":{}}}`, `{"name":"x","gm_notes":"` + long + `","systems":{"d6":{}}}`,
		`{"shelf":"gang","name":"` + long + `","characters":[{"name":"x","systems":{"d6":{}}},{"name":"y","systems":{"d6":{}}}]}`,
		`{"shelf":"gang","name":"x","characters":[{"name":"` + long + `","systems":{"d6":{}}},{"name":"y","systems":{"d6":{}}}]}`,
		`{"name":"x","systems":{"d6":{"genre":"` + huge + `"}}}`,
	} {
		if _, _, err := transfer.ImportReady(strings.NewReader(text), rules); err == nil || !strings.Contains(err.Error(), "are the most") {
			t.Errorf("%.40s…: %v", text, err)
		}
	}
	if no := refused(t, fmt.Sprintf(`{"fray":2,"log":[{"seq":1,"by":{"role":"gm"},"facts":[{"kind":"table-made","fact":{"name":"x","system":"d6"}}]},{"seq":2,"by":{"role":"gm"},"facts":[{"kind":"noted","fact":{"text":%q}}]}]}`, huge)); !strings.Contains(no.Words, "are the most") {
		t.Errorf("a log with a long text: %v", no)
	}
}
