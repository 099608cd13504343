package pane_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
)

// named are the keys that have a name.
var named = map[string]tea.KeyType{"enter": tea.KeyEnter, "esc": tea.KeyEsc, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
	"right": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd, "delete": tea.KeyDelete, " ": tea.KeySpace}

func key(name string) tea.KeyMsg {
	if t, ok := named[name]; ok {
		return tea.KeyMsg{Type: t, Runes: []rune(map[bool]string{true: " "}[name == " "])}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// press gives the pane and the last intent after keys.
func press(t *testing.T, p pane.Pane, f pane.Frame, keys ...string) (pane.Pane, pane.Intent) {
	t.Helper()
	var w pane.Intent
	for _, k := range keys {
		p, w = p.Key(f, key(k))
	}
	return p, w
}

func TestRosterKeys(t *testing.T) {
	e := vault(t, segments)
	all := e.t.Characters()
	f := frame(e.t, looks[2].look)
	for _, c := range []struct {
		key  string
		want pane.Intent
	}{
		{"j", pane.Select{Who: all[1].ID}}, {"down", pane.Select{Who: all[1].ID}}, {"k", pane.Select{Who: all[0].ID}},
		{"end", pane.Select{Who: all[3].ID}}, {"pgdown", pane.Select{Who: all[3].ID}},
		{"enter", pane.Act{Who: all[0].ID, System: "toy"}}, {"Q", nil},
	} {
		if _, w := press(t, pane.Roster{}, f, c.key); !reflect.DeepEqual(w, c.want) {
			t.Errorf("%s gives %#v, want %#v", c.key, w, c.want)
		}
	}
	if _, w := (pane.Roster{}).Click(f.Sized(25, 12, false), 3, 3); w != (pane.Select{Who: all[1].ID}) {
		t.Errorf("a click on the fourth line gives %#v", w)
	}
	if _, w := (pane.Roster{}).Click(f.Sized(25, 12, false), 3, 1); w != (pane.Act{Who: all[0].ID, System: "toy"}) {
		t.Errorf("a click on who is selected gives %#v", w)
	}
}

func TestSheetKeys(t *testing.T) {
	e := vault(t, segments)
	f := frame(e.t, looks[2].look)
	f.W, f.H = 61, 14
	who := f.Selected
	p, w := press(t, pane.Sheet{}, f, "j")
	if w != (pane.Moved{}) || p.Place().On != "ep" {
		t.Fatalf("the first key leads to %q", p.Place().On)
	}
	if _, w := p.Key(f, key("-")); w != (pane.Adjust{Who: who, System: "toy", Field: "ep_lost"}) {
		t.Errorf("- on a pool gives %#v", w)
	}
	if _, w := p.Key(f, key("+")); w != (pane.Adjust{Who: who, System: "toy", Field: "ep_lost", Up: true}) {
		t.Errorf("+ on a pool gives %#v", w)
	}
	p, _ = press(t, p, f, "down", "down", "right")
	if _, w := p.Key(f, key("enter")); w != (pane.Edit{Who: who, System: "toy", Field: "agility"}) {
		t.Errorf("Enter on a field gives %#v", w)
	}
	p, _ = press(t, p, f, "right", "enter")
	if got := p.Place(); got.On != "Speed" || len(got.Open) != 1 {
		t.Errorf("Enter on a derived number leads to %+v", got)
	}
	if !strings.Contains(strings.Join(p.Draw(f.Sized(61, 14, true)), "\n"), "17 = Quality given to speed") {
		t.Error("the working is not shown")
	}
	if p, _ = press(t, p, f, "esc"); len(p.Place().Open) != 0 {
		t.Error("esc leaves it open")
	}
	if _, w := p.Key(f, key("esc")); w != nil {
		t.Error("esc with nothing open is used")
	}
	p, _ = press(t, p, f, "down", "down")
	if _, w := p.Key(f, key("enter")); w != (pane.Edit{Who: who, System: "toy", Field: "powers/r2/rank"}) {
		t.Errorf("Enter on a row gives %#v from %q", w, p.Place().On)
	}
	if found, ok := (pane.Sheet{}).Find(f, 61, "heal"); !ok || found.On != "powers/r2/rank" {
		t.Errorf("heal is found at %q", found.On)
	}
	if _, w := press(t, pane.Sheet{}, f, "]"); w != (pane.Say{Words: "Seraph has only one rulebook."}) {
		t.Errorf("] gives %#v", w)
	}
	page := engine.PageOf("strength", 40)
	e.do(model.PutPage{Who: who, System: "game", Page: &page})
	f.Table = e.t
	if _, w := press(t, pane.Sheet{}, f, "]"); w != (pane.Turn{System: "game"}) {
		t.Errorf("] gives %#v", w)
	}
}

func TestLogKeys(t *testing.T) {
	e := vault(t, segments)
	f := frame(e.t, looks[2].look)
	f.W, f.H = 48, 14
	seq := e.t.Seq()
	p, _ := press(t, pane.Log{}, f, "j", "j")
	if p.(pane.Log).On != seq-2 {
		t.Fatalf("two steps lead to #%d of %d", p.(pane.Log).On, seq)
	}
	if p, _ = press(t, p, f, "k"); p.(pane.Log).On != seq-1 {
		t.Errorf("a step back leads to #%d", p.(pane.Log).On)
	}
	if p, _ = press(t, p, f, "end"); p.(pane.Log).On != 1 {
		t.Errorf("end leads to #%d", p.(pane.Log).On)
	}
	if !strings.Contains(strings.Join(p.Draw(f.Sized(48, 14, true)), "\n"), "The table Vault begins") {
		t.Error("the oldest entry is not in sight")
	}
	if p, _ = press(t, p, f, "home"); p.(pane.Log).On != 0 {
		t.Errorf("home leads to #%d", p.(pane.Log).On)
	}
	p, w := press(t, pane.Log{On: seq - 5}, f, " ", "y")
	text, ok := w.(pane.Copy)
	if !ok || !strings.HasPrefix(text.Text, "Seraph: Move against Sphinx\n  success: 4 against 24, by 20\n  dice 2d10: 3 1\n") {
		t.Errorf("y gives %#v", w)
	}
	if _, w := p.Key(f, key("E")); !reflect.DeepEqual(w, pane.Export{Seqs: []uint64{seq - 5}}) {
		t.Errorf("E gives %#v", w)
	}
	if _, w := press(t, pane.Log{On: seq - 1}, f, "E"); w != (pane.Say{Words: "No finished roll is marked."}) {
		t.Errorf("E on a note gives %#v", w)
	}
}

// While others act the cursor stays on its entry, and on the newest if it is
// there.
func TestLogStaysWhereItIs(t *testing.T) {
	e := vault(t, segments)
	f := frame(e.t, looks[2].look)
	seq := e.t.Seq()
	under := func(p pane.Log, on string) {
		t.Helper()
		f.Table = e.t
		for _, l := range p.Draw(f.Sized(48, 14, false)) {
			l = ansi.Strip(l)
			if strings.Contains(l, "▌") {
				if !strings.Contains(l, on) {
					t.Errorf("the cursor is on %q, not on %s", l, on)
				}
				return
			}
		}
		t.Error("the cursor is out of sight")
	}
	under(pane.Log{}, "Sphinx: Move begins")
	under(pane.Log{On: seq - 1}, "Note: The vault")
	for range 30 {
		e.do(model.Note{Text: "something else"})
	}
	under(pane.Log{}, "Note: something else")
	under(pane.Log{On: seq - 1}, "Note: The vault")
}

// An entry higher than its pane can be read to its end.
func TestLogScrollsInsideAnEntry(t *testing.T) {
	e := vault(t, segments)
	f := frame(e.t, looks[2].look)
	f.W, f.H = 27, 6
	on := e.t.Seq() - 5
	p := pane.Pane(pane.Log{On: on, Open: []uint64{on}})
	seen := false
	for range 20 {
		p, _ = press(t, p, f, "down")
		if p.(pane.Log).On != on {
			break
		}
		seen = seen || strings.Contains(strings.Join(p.Draw(f.Sized(27, 6, true)), "\n"), "#12  2024")
	}
	if !seen {
		t.Error("the last line never came into sight")
	}
	if p.(pane.Log).On == on {
		t.Error("the cursor never left the entry")
	}
}

func TestLogFilter(t *testing.T) {
	e := vault(t, segments)
	all := e.t.Characters()
	f := frame(e.t, looks[2].look)
	for _, c := range []struct {
		filter    pane.Filter
		want, not string
	}{
		{pane.Filter{Text: "ROOF fell"}, "Rook loses 8 EP", "Seraph"},
		{pane.Filter{Text: "wet"}, "Nothing in the log matches", "Seraph"},
		{pane.Filter{Who: all[1].ID}, "Seraph: Move against Sphinx", "Rook"},
		{pane.Filter{Action: "rest"}, "Sphinx: Rest", "Move"},
		{pane.Filter{Hidden: true}, "(hidden)", "Note"},
		{pane.Filter{Text: "situation 2"}, "Move against Sphinx", "Rest"},
	} {
		f.Filter = c.filter
		got := inks.ReplaceAllString(strings.Join(pane.Log{}.Draw(f.Sized(60, 30, false)), "\n"), "")
		if !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%+v shows\n%s", c.filter, got)
		}
	}
}

// A filter that fits nothing looks back only so far, says so, and goes on.
func TestFilterIsBounded(t *testing.T) {
	f := frame(long(t, 20_000), looks[2].look)
	f.Filter.Text = "roof"
	p := pane.Pane(pane.Log{})
	if got := strings.Join(p.Draw(f.Sized(60, 5, false)), ""); !strings.Contains(got, "Searched back to #18000; end searches further.") {
		t.Errorf("it says %q", got)
	}
	p, _ = press(t, p, f, "end", "end")
	if got := ansi.Strip(strings.Join(p.Draw(f.Sized(60, 5, false)), "")); !strings.Contains(got, "fell off the roof") {
		t.Errorf("after end it shows %q", got)
	}
}

func TestTimelineKeys(t *testing.T) {
	e := vault(t, segments)
	f := frame(e.t, looks[2].look)
	p, _ := press(t, pane.Timeline{}, f, "j", "j")
	id := p.Place().On
	if id == "" || id == e.t.Pending()[0].ID {
		t.Fatalf("two steps lead to %q", id)
	}
	if _, w := p.Key(f, key("delete")); !reflect.DeepEqual(w, pane.Do{Command: model.Cancel{Pending: id}}) {
		t.Errorf("delete gives %#v", w)
	}
	if _, w := p.Key(f, key("enter")); w != (pane.Say{Words: "Sphinx: Rest, from segment 6 to segment 506, then Arrival, while doing other things"}) {
		t.Errorf("Enter gives %#v", w)
	}
}

func TestCostsKeys(t *testing.T) {
	e := vault(t, segments)
	f := frame(e.t, looks[2].look)
	p, w := press(t, pane.Costs{}, f, "up", "enter")
	if w != (pane.Say{Words: "12: 90, Q 2; not now: 69 EP are left"}) {
		t.Errorf("Enter gives %#v", w)
	}
	if p, w = p.Key(f, key("esc")); w != (pane.Moved{}) || p != (pane.Costs{}) {
		t.Errorf("esc gives %#v, %#v", p, w)
	}
}

// A pane comes back as it stood, through JSON.
func TestPlaces(t *testing.T) {
	for _, p := range []pane.Pane{pane.Roster{Strip: true}, pane.Sheet{On: "Speed", Open: []string{"Speed"}}, pane.Costs{On: "3"},
		pane.Log{On: 12, Open: []uint64{12, 9}, Marked: []uint64{3}}, pane.Timeline{On: "p4"}} {
		b, err := json.Marshal(p.Place())
		if err != nil {
			t.Fatal(err)
		}
		var to pane.Place
		if err := json.Unmarshal(b, &to); err != nil {
			t.Fatal(err)
		}
		if got := p.At(to); !reflect.DeepEqual(got, p) {
			t.Errorf("%#v came back from %s as %#v", p, b, got)
		}
	}
}

// What a seat may not see is in no pane.
func TestSecrets(t *testing.T) {
	e := vault(t, segments)
	seen := view.SeenBy(e.t, model.Seat{Role: model.Player, Name: "Bo"})
	f := frame(seen, looks[2].look)
	for _, p := range []pane.Pane{pane.Roster{}, pane.Log{}, pane.Timeline{}} {
		got := strings.Join(p.Draw(f.Sized(90, 40, false)), "\n")
		if strings.Contains(got, "미라") || strings.Contains(got, "Rook: Move") {
			t.Errorf("%T tells a secret:\n%s", p, got)
		}
	}
}

// Empty tables and rulebooks this version does not have are drawn too.
func TestNothingThere(t *testing.T) {
	empty := frame(model.New(nil), looks[2].look)
	e := newEvening(t, segments)
	stranger := frame(e.t.Apply(model.Event{Seq: 2, Facts: []model.Fact{model.Joined{Character: model.Character{ID: "c1", Name: "Rook",
		Pages: map[string]engine.Page{"future": {}}}}}}), looks[2].look)
	for _, f := range []pane.Frame{empty, stranger} {
		for _, p := range []pane.Pane{pane.Roster{}, pane.Sheet{}, pane.Costs{}, pane.Log{}, pane.Timeline{}} {
			checkLines(t, 0, p.Draw(f.Sized(40, 6, true)), 40, 6)
			press(t, p, f, "j", "enter", "k", "+", "esc", "]")
		}
	}
	got := strings.Join(pane.Sheet{}.Draw(stranger.Sized(80, 4, false)), "\n")
	if !strings.Contains(got, "This version does not have this rulebook") {
		t.Errorf("an unknown rulebook is drawn as\n%s", got)
	}
}

// The rulebook knows of the roll on this screen, and of nobody else's.
func TestRollingReachesTheRulebook(t *testing.T) {
	e := vault(t, segments)
	s, _ := e.t.Rulebook("toy")
	var seen []engine.View
	s.Costs = func(v engine.View) engine.Costs {
		seen = append(seen, v)
		return engine.Costs{}
	}
	roll := e.t.Rolls()[0]
	roll.Params = engine.PageOf("slow", 3)
	f := frame(e.t, looks[2].look)
	f.Rolling = &pane.Rolling{Roll: roll, Step: engine.Step{Target: 22}, Action: s.Actions[0], System: s}
	pane.Costs{}.Draw(f.Sized(30, 5, false))
	last := len(seen) // after it, those of Sphinx
	f.Selected = roll.Who
	pane.Costs{}.Draw(f.Sized(30, 5, false))
	if len(seen) < 2 || seen[0].Roll != nil {
		t.Fatalf("Seraph's costs are drawn with the roll of Sphinx: %+v", seen)
	}
	if v := seen[last]; v.Roll == nil || v.Roll.Target != 22 || v.Action != s.Actions[0] {
		t.Errorf("Sphinx's costs are drawn from %+v", v)
	}
	if n, _ := seen[last].Params.Get("slow"); n.Int() != 3 {
		t.Errorf("slow is %v", n)
	}
}
