package ui

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
	"example.org/fray/ui/start"
	"example.org/fray/ui/uitest"
)

// strange are letters that no binding begins with, one for each key there is.
func strange() func() string {
	var all []rune
	for _, block := range [][2]rune{{'А', 'я'}, {'Ա', 'Ֆ'}, {'ა', 'ჰ'}, {'Ꭰ', 'Ꮿ'}, {'ᐁ', 'ᒧ'}, {'ሀ', 'ቆ'}, {'ገ', 'ጆ'}} {
		for r := block[0]; r <= block[1]; r++ {
			all = append(all, r)
		}
	}
	n := -1
	return func() string { n++; return string(all[n]) }
}

// everyKeyChanged gives every binding other keys.
func everyKeyChanged() map[string][]string {
	own, next := map[string][]string{}, strange()
	for _, place := range Keys() {
		for _, k := range place {
			if own[k.Name] != nil {
				continue
			}
			for range max(1, len(k.Keys)) {
				own[k.Name] = append(own[k.Name], next())
				if len(k.Keys) < 6 { // of a row of digits each one counts
					break
				}
			}
			for i, key := range k.Keys {
				if pane.IsInMenu(key) && i < len(own[k.Name]) {
					own[k.Name][i] = "P " + own[k.Name][i]
				}
			}
		}
	}
	return own
}

// changedKeys presses changed keys on a screen and notes which bindings it has seen.
type changedKeys struct {
	*screen
	own  map[string][]string
	seen map[string]bool // names of bindings that were in force
}

func newChangedKeys(t *testing.T, g *uitest.Memory) *changedKeys {
	r := &changedKeys{own: everyKeyChanged(), seen: map[string]bool{}}
	s := newScreen(t, g, "dark", kit.Unicode, 200, 60)
	cfg := s.cfg
	cfg.Settings.Keys = r.own
	cfg.Tables.Shelf = newMemoryShelf(t).shelf()
	cfg.Tables.People = texts()
	cfg.Tables.People.Read = func(path string) (decide.ShelfItem, []string, error) { return decide.ShelfItem{}, nil, fs.ErrNotExist }
	cfg.Tables.People.Write = func(string, *decide.ShelfItem, bool) error { return fs.ErrExist }
	cfg.Tables.People.Shelf = func() ([]people.ShelfFile, error) { return nil, nil }
	cfg.Tables.People.Add = func(*decide.ShelfItem) error { return nil }
	cfg.Copy, cfg.Admissions = func(string) string { return "copied" }, newFakeAdmissions()
	s.Model = New(cfg)
	s.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	r.screen = s
	r.look()
	return r
}

// newPlayersChangedKeys is a player's screen with every key changed.
func newPlayersChangedKeys(t *testing.T) *changedKeys {
	r := &changedKeys{own: everyKeyChanged(), seen: map[string]bool{}, screen: playerOf(t, uitest.Vault(t), "dark", 200, 60)}
	cfg := r.cfg
	cfg.Settings.Keys = r.own
	r.Model = New(cfg)
	_, cmd := r.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	r.settle(cmd)
	r.look()
	return r
}

// does presses the keys of bindings, and types what stands in quotes.
func (r *changedKeys) does(names ...string) {
	r.Helper()
	for _, name := range names {
		if text, is := strings.CutPrefix(name, "'"); is {
			r.typed("'" + text)
			continue
		}
		keys := r.own[name]
		if keys == nil {
			r.Fatalf("there is no binding %q", name)
		}
		r.press(pane.InMenu(keys[0]))
		r.look()
	}
}

// look fails where the screen names a key that is none any more.
func (r *changedKeys) look() {
	r.Helper()
	frame := r.plain()
	lines := strings.Split(frame, "\n")
	for _, l := range lines {
		l = strings.ReplaceAll(l, "tab or click", "")
		if bad := keyWords.FindString(l); bad != "" && !strings.Contains(l, "Nothing may enter") {
			r.Fatalf("%q names the key %q:\n%s", strings.TrimSpace(l), bad, frame)
		}
	}
	keys := r.keys.list()
	if o := r.over.Top(); o != nil {
		keys = o.Keys(r.frame())
	} else {
		keys = slices.Concat(keys, r.panes[r.at.Focus].Keys())
	}
	for _, b := range keys {
		r.seen[b.Name()] = true
		for _, key := range r.keys.keymap.Keys(b) {
			_, fixed := pane.Fixed[key]
			if !fixed && !slices.Contains(r.own[b.Name()], key) {
				r.Errorf("%s still has the key %q", b.Name(), key)
			}
		}
	}
	for _, h := range r.frame().Hints(keys) {
		for _, key := range strings.FieldsFunc(h.Key, func(c rune) bool { return c == '/' || c == '-' }) {
			if len([]rune(key)) > 1 && key != "type" && key != "any key" && key != "digits" && key != "letter" {
				r.Errorf("the footer names the key %q", h.Key)
			}
		}
	}
}

// Every key is changed, everything is opened by the new ones, and nothing on
// the way names an old one.
func TestEveryKeyCanBeChanged(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, model.BeginSession{Fingerprint: strings.Repeat("ab", 32)})
	r := newChangedKeys(t, g)
	for _, e := range entries {
		r.does("pane-"+e.name, "move-down")
	}
	for _, way := range []string{
		"pane-roster roster-act find-down",
		"tables list-find everywhere-back list-down desk-delete everywhere-back desk-new form-next",
		"act 'move palette-choose action-odds action-favourite everywhere-back action-throw asking-working sharing-all asking-commit told-on undo",
		"theme list-down everywhere-back",
		"resume asking-drop",
		"act 'move palette-choose action-throw asking-commit told-on pane-log move-first log-open log-open action-throw righting-change everywhere-back everywhere-back everywhere-back undo",
		"gang everyone 'surprise palette-choose form-down form-down form-more gang-settings everywhere-back gang-go gang-told-on",
		"typed act 'disc palette-choose action-throw throwing-throw",
		"resume asking-drop",
		"pane-sheet sheet-find 'agi choice-choose",
		"palette 'd20 command-down command-up command-set command-do told-on",
		"help find-down 'quit",
		"help help-rekey",
		"house form-more form-down house-change",
		"people notes 'x everywhere-back everywhere-back card 'y everywhere-back",
		"quit leaving-return form-undo",
		"sheet form-find 'power typing-go rows-open form-down",
		"people page-off list-down",
		"people write-character prompt-done",
		"new form-down",
		"recap", "foretell", "evening evening-told-down", "dice dice-do",
		"shelf 'create shelf-put own-keep",
		"people guests list-down",
		"people paste-character",
		"round", "note", "effect", "wait", "filter", "less",
	} {
		for range 4 {
			if r.over.Top() != nil {
				r.does("everywhere-back")
			}
		}
		r.does(strings.Fields(way)...)
	}
	r.over.Clear()
	r.does("tour")
	for range lessons {
		r.look()
		r.tour.at = min(r.tour.at+1, len(lessons)-1)
	}
	for name := range newChangedKeys(t, halted(t)).seen { // a roll that cannot go on
		r.seen[name] = true
	}

	asked := secretive(t)
	if _, err := asked.Do(mira, model.Join{Character: model.Character{Name: "Kit", Pages: map[string]engine.Page{"supermen": {}}}}); err != nil {
		t.Fatal(err)
	}
	hidden := newChangedKeys(t, asked) // somebody's sheet that is shown to all, and somebody who is to come
	hidden.does("pane-roster", "move-last", "pane-sheet", "show", "choice-choose", "everywhere-back", "take-up", "everywhere-back")
	for name := range hidden.seen {
		r.seen[name] = true
	}
	for name := range newPlayersChangedKeys(t).seen {
		r.seen[name] = true
	}
	lobby := start.NewLobby(&fakeDoorman{}, r.Model.look, r.keys.keymap, "mira", "", "") // before there is a table
	lobby.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	for _, place := range start.Bindings() {
		for _, b := range place {
			if b.In == "lobby" {
				r.seen[b.Name()] = true
			}
		}
	}
	if bad := keyWords.FindString(ansi.Strip(lobby.View())); bad != "" {
		t.Errorf("the lobby names the key %q", bad)
	}

	g = uitest.Seated(t, d6.System) // whose Character Points are a number
	who := g.Table.Characters()[0].ID
	g.Must(t, model.Begin{Who: who, System: "d6", Action: "check", Params: engine.PageOf("code", "2D", "difficulty", "40")})
	s := newChangedKeys(t, g)
	for range 3 {
		if s.over.Top() != nil {
			s.does("asking-commit")
		}
	}
	for name := range s.seen {
		r.seen[name] = true
	}
	g = uitest.Vault(t) // several who decide one after the other, and at once
	all := g.Table.Characters()
	g.Must(t, model.Together{Asks: true, Each: []model.Begin{
		{Who: all[0].ID, Against: []string{all[2].ID}, System: "supermen", Action: "combat"}, {Who: all[1].ID, Against: []string{all[2].ID}, System: "supermen", Action: "combat"}}})
	together := newChangedKeys(t, g)
	together.does("resume", "asking-group", "told-on")
	for name := range together.seen {
		r.seen[name] = true
	}
	g = uitest.Seated(t, d6.System)
	g.Must(t, model.SetHouse{System: "d6", Rule: "critical_failure", Value: engine.ValueOf("complication")}, model.RollOrder{})
	atOnce := newChangedKeys(t, g)
	atOnce.does("asking-all-down", "asking-all-one")
	for name := range atOnce.seen {
		r.seen[name] = true
	}
	var missed []string
	for _, place := range Keys() {
		for _, k := range place {
			if !r.seen[k.Name] {
				missed = append(missed, k.Name)
			}
		}
	}
	if missed != nil {
		t.Errorf("never seen on the screen: %v", missed)
	}
}
