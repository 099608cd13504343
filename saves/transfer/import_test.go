package transfer_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
)

// What is exported, imported and exported again is the same table with the same events.
func TestRoundTrip(t *testing.T) {
	p := story(t)
	p.end()
	text := exported(t, p, theGM)
	again, notes := imported(t, text)
	if len(notes) > 0 || stateOf(t, again.table) != stateOf(t, p.table) {
		t.Errorf("%v\n%s\nis not\n%s", notes, stateOf(t, again.table), stateOf(t, p.table))
	}
	sealed := regexp.MustCompile(`,"before":"[0-9a-f]*","hash":"[0-9a-f]*"\}`)
	events := func(text string) (out []string) {
		var x struct {
			Log []json.RawMessage `json:"log"`
		}
		if err := json.Unmarshal([]byte(text), &x); err != nil {
			t.Fatal(err)
		}
		for _, e := range x.Log {
			if s := withoutParts(sealed.ReplaceAllString(string(e), "}")); strings.HasPrefix(s, `{"seq"`) {
				out = append(out, s)
			}
		}
		return out
	}
	if was, is := fmt.Sprint(events(text)), fmt.Sprint(events(exported(t, again, theGM))); was != is {
		t.Errorf("%s\nbecame\n%s", was, is)
	}
}

// What a player sees holds no secret, and can be imported: its log is whole.
func TestRoundTripOfAPlayer(t *testing.T) {
	p := story(t)
	text := exported(t, p, model.Seat{Role: model.Player, Name: "Kim"})
	if strings.Contains(text, "SECRET") || strings.Contains(text, p.dice.Seeds().Open.String()) {
		t.Errorf("a secret is in\n%s", text)
	}
	if again, notes := imported(t, text); len(notes) > 0 || len(again.table.Characters()) != 1 {
		t.Errorf("%v\n%s", notes, stateOf(t, again.table))
	}
}

// An export tells the seeds of a session when it has ended, and not before.
func TestSeedsAreWithheld(t *testing.T) {
	p := story(t)
	seeds := p.dice.Seeds()
	if text := exported(t, p, theGM); strings.Contains(text, seeds.Open.String()) || strings.Count(text, `{"withheld":true`) != 1 {
		t.Errorf("the seed of a session under way is in\n%s", text)
	}
	p.end()
	// In its own line, in the event that ends the session, and in the table that knows its last session.
	if text := exported(t, p, theGM); strings.Count(text, seeds.Open.String()) != 3 || strings.Contains(text, "withheld") {
		t.Errorf("the line of the seeds is not in\n%s", text)
	}
}

// The check of an export follows its hashes, draws its dice and knows a hash that was
// noted, of any of its events.
func TestCheckExport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.json")
	check := func(text, hash string) saves.Report {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := transfer.CheckExport(file, rules, nil, hash)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	p := story(t)
	_, early, _ := p.log.Newest(t.Context())
	if r := check(exported(t, p, theGM), ""); !r.Good() || r.Dice != 0 || r.Open != 1 {
		t.Errorf("while the session is under way: %+v", r)
	}
	if r := check(exported(t, p, theGM), early.String()); !r.Good() || r.Vouched != r.Events || r.Withheld != 1 {
		t.Errorf("a hash vouches for a log with a line withheld, too: %+v", r)
	}
	p.end()
	_, newest, _ := p.log.Newest(t.Context())
	for _, seat := range []model.Seat{theGM, {Role: model.Watcher}, {Role: model.Player, Name: "Kim"}} {
		text := exported(t, p, seat)
		r := check(text, strings.ToUpper(newest.String()))
		if !r.Good() || r.Dice < 5 || r.Sessions != 1 || r.Hash != newest.String() || r.Vouched != r.Events || (len(r.Uncompared) == 0) != (seat == theGM) {
			t.Errorf("%v: %+v", seat, r)
		}
		face := strings.Index(text, `"faces":[`) + 9
		changed := text[:face] + string('1'+(text[face]-'0')%6) + text[face+1:]
		if r := check(changed, ""); r.Good() {
			t.Errorf("%v, with another face: %+v", seat, r)
		}
	}
	text := exported(t, p, theGM)
	if r := check(text, early.String()); !r.Good() || r.Vouched != p.table.Seq()-1 {
		t.Errorf("the hash of an earlier event: %+v", r)
	}
	if r := check(text, strings.Repeat("0", 64)); r.Good() {
		t.Errorf("a hash that is not in it: %+v", r)
	}
	log := strings.Index(text, "\"log\":[\n") + 8
	first := strings.Index(text[log:], ",\n") + log + 2
	for what, changed := range map[string]string{
		"an event less":          text[:log] + text[first:],
		"a word":                 strings.Replace(text, "The roof", "The attic", 2),
		"its end":                text[:strings.LastIndex(text, ",\n")] + "\n]\n}\n",
		"a line in its place":    text[:log] + `{"withheld":true,"digest":"` + strings.Repeat("1", 64) + "\"},\n" + text[first:],
		"a number of its events": strings.Replace(text, `"seq":3,`, `"seq":30,`, 1),
	} {
		if r := check(changed, ""); r.Good() {
			t.Errorf("%s: %+v", what, r)
		}
	}
	for what, text := range map[string]string{"nothing": "", "a list": "[]", "a sheet": `{"name":"x"}`} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := transfer.CheckExport(file, rules, nil, ""); err == nil && r.Good() {
			t.Errorf("%s: %+v", what, r)
		}
	}
}

// A player's export holds the notes about the player's own characters and the player's own
// journal, and nobody else's.
func TestExportHoldsOwnNotes(t *testing.T) {
	p := newTable(t)
	kim, lee := model.Seat{Role: model.Player, Name: "Kim"}, model.Seat{Role: model.Player, Name: "Lee"}
	page := map[string]engine.Page{"d6": rules["d6"].Templates[0].Page}
	for _, owner := range []string{"Kim", "Lee"} {
		p.do(model.Join{Character: model.Character{Name: owner + "'s", Owner: owner, Notes: "NOTES of " + owner, GMNotes: "SECRET of " + owner, Pages: page}})
	}
	p.begin()
	p.by(kim, model.Note{Text: "JOURNAL of Kim", Private: true})
	p.by(lee, model.Note{Text: "JOURNAL of Lee", Private: true})
	who := *p.table.Characters()[1]
	who.Notes = "NOTES of Lee, later"
	p.by(lee, model.Edit{Who: who.ID, Character: who})
	p.do(model.Note{Text: "SECRET plan", Private: true})
	p.end()
	marks := []string{"NOTES of Kim", "NOTES of Lee", "JOURNAL of Kim", "JOURNAL of Lee", "SECRET of Kim", "SECRET plan"}
	for seat, want := range map[model.Seat][]string{
		theGM: marks, kim: {"NOTES of Kim", "JOURNAL of Kim"}, lee: {"NOTES of Lee", "JOURNAL of Lee"}, {Role: model.Watcher}: nil,
	} {
		text := exported(t, p, seat)
		for _, mark := range marks {
			if strings.Contains(text, mark) != slices.Contains(want, mark) {
				t.Errorf("%+v: %q in it: %v", seat, mark, strings.Contains(text, mark))
			}
		}
	}
}

// Kept dice are in the export of whoever reads the sheet, without their place in the
// stream of hidden dice, and in no other player's. Every export can be checked.
func TestCheckExportOfKeptDice(t *testing.T) {
	p := newTable(t)
	page := map[string]engine.Page{"d6": rules["d6"].Templates[0].Page}
	p.do(model.Join{Character: model.Character{Name: "Ash", Owner: "Kim", Pages: page}})
	p.do(model.Join{Character: model.Character{Name: "Cole", Owner: "Lee", Shown: model.ShownNameOnly, Pages: page}})
	p.do(model.SetHouse{System: model.TableRulesID, Rule: "dice", Value: engine.ValueOf(model.DiceKept)})
	p.begin()
	kim, lee := model.Seat{Role: model.Player, Name: "Kim"}, model.Seat{Role: model.Player, Name: "Lee"}
	who := p.table.Characters()
	for range 3 {
		for _, c := range who {
			p.rollOf(c.ID, false)
		}
	}
	p.end()
	_, newest, _ := p.log.Newest(t.Context())
	for seat, kept := range map[model.Seat]int{theGM: 12, lee: 12, kim: 0, {Role: model.Watcher}: 0} {
		text := exported(t, p, seat)
		file := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := transfer.CheckExport(file, rules, nil, newest.String())
		if err != nil || !r.Good() || r.Dice == 0 || r.Sessions != 1 {
			t.Errorf("%v: %+v, %v", seat, r, err)
		}
		if n := strings.Count(text, `"kept":true`); n < kept || kept == 0 && n > 0 {
			t.Errorf("%v: %d answers are kept", seat, n)
		}
		places := regexp.MustCompile(`"at":[1-9][0-9]*,"hidden":true`).FindAllString(text, -1)
		if whole := seat == theGM; whole == (len(places) == 0) {
			t.Errorf("%v: places in the hidden stream: %v", seat, places)
		}
		if again, notes := imported(t, text); len(notes) > 0 || len(again.table.Characters()) != 2 {
			t.Errorf("%v: imported: %v", seat, notes)
		}
	}
}

// A table without its log is made anew by what its gamemaster would do.
func TestImportWithoutLog(t *testing.T) {
	p := newTable(t)
	page := map[string]engine.Page{"d6": rules["d6"].Templates[0].Page}
	p.do(model.Join{Character: model.Character{Name: "Ash", Pages: page}})
	p.do(model.Join{Character: model.Character{Name: "Birch", Pages: page}})
	a, b := p.table.Characters()[0].ID, p.table.Characters()[1].ID
	p.do(model.SetHouse{System: "d6", Rule: "critical_failure", Value: engine.ValueOf("complication")})
	p.do(model.Scene{Place: "The roof"})
	p.do(model.SetOrder{Order: []string{b, a}, Turn: b})
	p.do(model.Leave{Who: a})
	text, err := json.Marshal(map[string]any{"fray": 1, "table": p.table})
	if err != nil {
		t.Fatal(err)
	}
	got, notes := imported(t, string(text))
	if c := got.table.Characters(); len(notes) > 0 || got.table.Name != "The Vault" || len(c) != 1 || c[0].Name != "Birch" || got.table.Clock.Place != "The roof" ||
		len(got.table.Clock.Order) != 1 || got.table.Clock.Turn != c[0].ID || len(got.table.House["d6"].Paths()) != 1 {
		t.Errorf("%v\n%s", notes, stateOf(t, got.table))
	}
}

// An import that is cut short before its table is whole is refused and leaves nothing. From where
// one can see that fray has written it, it is damaged. What is read of one that is cut later is in
// TestDamagedExports.
func TestCutImport(t *testing.T) {
	p := story(t)
	text := strings.TrimRight(exported(t, p, theGM), "\n")
	for at, end := 0, strings.Index(text, ",\n\"log\":["); at < end; at += 1 + end/200 {
		if no := refused(t, text[:at]); at > 0 && no.Damaged != (at > len("{\n\"fray\":2,")) || !strings.Contains(no.Words, "the file") {
			t.Errorf("cut behind %d bytes: %v is said to be damage: %v", at, no, no.Damaged)
		}
	}
}

// Events that are missing from an import keep their numbers, and the log says so.
func TestImportWithGaps(t *testing.T) {
	p := story(t)
	lines := strings.SplitAfter(exported(t, p, theGM), ",\n{\"seq\":")
	i := len(lines) - 4
	got, notes := imported(t, strings.Join(append(lines[:i:i], lines[i+1:]...), ""))
	if len(notes) != 1 || !strings.Contains(notes[0], "is missing") || got.table.Seq() != p.table.Seq() {
		t.Errorf("%q, %d of %d events", notes, got.table.Seq(), p.table.Seq())
	}
	said := ""
	for l := range got.table.Log() {
		for _, f := range l.Event.Facts {
			if n, ok := f.(model.Noted); ok {
				said += n.Text
			}
		}
	}
	if !strings.Contains(said, "Missing from the imported file: event") {
		t.Errorf("the log says %q", said)
	}
	huge := strings.Replace(strings.Join(lines, ""), fmt.Sprintf(`{"seq":%d,`, p.table.Seq()), `{"seq":99999999,`, 1)
	refused(t, huge)
}

// What is no export is refused with the reason, and what cannot come over is told.
func TestImportSaysWhy(t *testing.T) {
	for text, want := range map[string]string{
		``: "is empty", `[1]`: "not an exported table", `x`: "is not JSON", `{"fray":99}`: "a newer fray", `{"a":1}`: `neither "fray" nor "table"`,
		`{"fray":1}`: "the log is empty", `{"fray":1,"log":{}}`: "not a list of events", `{"fray":1,"log":[{"seq":"x"}]}`: "event 1", `{"fray":1,"table":[]}`: "cannot be read",
		`{"fray":1,"table":{"name":"x","system":"d6","characters":[` + strings.Repeat(`{"name":"a"},`, 2000) + `{"name":"a"}]}}`: "2001 characters",
	} {
		if no := refused(t, text); !strings.Contains(no.Words, want) {
			t.Errorf("%.60s: %s", text, no.Words)
		}
	}
	_, notes := imported(t, `{"fray":1,"table":{"name":"x","system":"d6","characters":[{"id":"a","name":"Ash","systems":{"d6":{}}}],
		"pending":[{"id":"p","who":"a","system":"d6","action":"combat","due":3}],"house":{"d6":{"nonsense":"yes"}}}}`)
	said := strings.Join(notes, "\n")
	for _, want := range []string{"1 pending actions and open rolls were left out", `house rule "nonsense" was left out`} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
}

// An error never loses its reason, whatever it complains about.
func TestErrorsAreShort(t *testing.T) {
	long := strings.Repeat("name ", 5000)
	word := strings.Repeat("x", 5000)
	for _, text := range []string{
		`{"fray":1,"table":{"name":"` + long + `","system":"` + word + `"}}`,
		`{"fray":1,"table":{"name":"x","system":"d6","characters":[{"name":"` + long + `","systems":{"d6":{"move":"` + word + `"}}}]}}`,
		`{"fray":1,"log":[{"seq":1,"facts":[{"kind":"` + word + `","fact":{}}]}]}`,
		`{"fray":"` + word + `"}`,
	} {
		no := refused(t, text)
		if n := len([]rune(no.Words)); n > 500 {
			t.Errorf("%d characters: %s", n, no.Words)
		}
		t.Log(no.Words)
	}
	for format, want := range map[string]string{
		"%q is not a name: names are short": `…" is not a name: names are short`,
		"%s cannot be read: it is a folder": "… cannot be read: it is a folder",
	} {
		if got := transfer.Words(format, word); !strings.HasSuffix(got, want) || len([]rune(got)) > len(format)+80 {
			t.Errorf("%s", got)
		}
	}
}
