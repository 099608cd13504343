package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/ui/start"
	"example.org/fray/ui/uitest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/ui/kit"
)

// memoryShelf is a shelf without a disk.
type memoryShelf struct {
	tb     testing.TB
	spines []start.TableInfo
	log    []string // what was done
	fail   error    // what the disk says
}

func newMemoryShelf(tb testing.TB) *memoryShelf {
	played := time.Date(2026, 11, 20, 21, 40, 0, 0, time.UTC)
	return &memoryShelf{tb: tb, spines: []start.TableInfo{
		{Path: "/t/vault.fray", Name: "The Vault Job", System: "Men & Supermen", Characters: []string{"Seraph", "Sphinx", "Sun-Ruler"}, Events: 93, Played: played},
		{Path: "/t/harbour.fray", Name: "Harbour Lights", System: "D6", Characters: []string{"Rook"}, Events: 1, Played: played.AddDate(0, 0, -7)},
		{Path: "/t/torn.fray", Name: "torn", Played: played.AddDate(0, -1, 0), Problem: "torn.fray has lost the end of its log"},
	}}
}

func (r *memoryShelf) config(path string) Config {
	look := func(name string) *kit.Look {
		l := lipgloss.NewRenderer(nil)
		l.SetColorProfile(termenv.ANSI)
		t, ok := kit.FindTheme(name)
		if !ok {
			r.tb.Fatalf("no theme %q", name)
		}
		return kit.NewLook(l, t, kit.Unicode)
	}
	cfg := Config{Look: look, Theme: "dark", After: noClock, Tables: Tables{Shelf: r.shelf(), Path: path}, Settings: Settings{Mouse: true}}
	if path != "" {
		cfg.Game, cfg.Seat = uitest.Vault(r.tb), uitest.GM
		cfg.Close = func() error { r.did("close " + path); return nil }
	}
	return cfg
}

func (r *memoryShelf) did(words string) { r.log = append(r.log, words) }

func (r *memoryShelf) open(words, path string) (Config, error) {
	r.did(words)
	if r.fail != nil {
		return Config{}, r.fail
	}
	return r.config(path), nil
}

func (r *memoryShelf) shelf() *start.Store {
	return &start.Store{
		List: func() ([]start.TableInfo, error) { return slices.Clone(r.spines), r.fail },
		Open: func(path string) (start.Table, error) { return r.open("open "+path, path) },
		Demo: func(guided bool) (start.Table, error) {
			cfg, err := r.open(fmt.Sprint("demo ", guided), "/tmp/demo")
			cfg.Guided = guided
			return cfg, err
		},
		Make: func(name, system string) (start.Table, error) { return r.open("make "+name+" "+system, "/t/new.fray") },
		Import: func(file string) (start.Table, error) {
			cfg, err := r.open("import "+file, "/t/imported.fray")
			cfg.News = "imported as /t/imported.fray"
			return cfg, err
		},
		Delete: func(path string) error {
			r.did("delete " + path)
			r.spines = slices.DeleteFunc(r.spines, func(s start.TableInfo) bool { return s.Path == path })
			return r.fail
		},
		Systems: func() []*engine.System { return []*engine.System{supermen.System, {ID: "d6", Name: "D6"}} },
	}
}

// appTest is the whole program in a test, driven by keys.
type appTest struct {
	testing.TB
	*app
	*memoryShelf
}

func newAppTest(tb testing.TB, path string, w, h int) *appTest {
	r := newMemoryShelf(tb)
	n := &appTest{tb, newApp(r.config(path)), r}
	n.Update(tea.WindowSizeMsg{Width: w, Height: h})
	n.settle(n.Init())
	return n
}

// settle runs commands as Bubble Tea would, but for those that wait.
func (n *appTest) settle(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	got := make(chan tea.Msg, 1)
	if n.table != nil && n.table.pending.changes != nil {
		// A command that waits for a change ends when there is one.
		select {
		case n.table.game.(*uitest.Memory).Changes <- struct{}{}:
		default:
		}
	}
	got <- cmd()
	switch msg := (<-got).(type) {
	case nil, tea.QuitMsg, changed:
	case tea.BatchMsg:
		for _, c := range msg {
			n.settle(c)
		}
	default:
		_, next := n.Update(msg)
		n.settle(next)
	}
}

func (n *appTest) press(names ...string) {
	n.Helper()
	for _, name := range names {
		_, cmd := n.Update(uitest.Key(name))
		n.settle(cmd)
	}
}

func (n *appTest) screen() *screen {
	return &screen{TB: n.TB, Model: n.table}
}

// didAll fails unless these things were done, in this order.
func (n *appTest) didAll(want ...string) {
	n.Helper()
	if !slices.Equal(n.log, want) {
		n.Errorf("done: %q, want %q", n.log, want)
	}
}

func TestGoldenTables(t *testing.T) {
	atSizes(t, func(t *testing.T, w, h int) {
		n := newAppTest(t, "/t/vault.fray", w, h)
		n.press("S")
		n.screen().golden("tables")
		n.press("down", "x")
		n.screen().golden("deleting")
		n.press("esc", "n")
		n.screen().golden("newtable")
		n = newAppTest(t, "", w, h)
		n.spines = nil
		n.settle(n.Init())
		drawn(t, "start", n.View(), w, h, nil)
	})
}

func TestStartStaysWhenOpeningFails(t *testing.T) {
	n := newAppTest(t, "", 80, 24)
	n.fail = errors.New("the disk is full")
	n.press("d")
	if n.table != nil || !strings.Contains(n.View(), "the disk is full") {
		t.Errorf("the start screen does not say why:\n%s", n.View())
	}
}

func TestSwitchTables(t *testing.T) {
	n := newAppTest(t, "/t/vault.fray", 80, 24)
	before := n.table
	n.press("S", "enter")
	n.screen().shows("open now")
	n.press("down", "enter")
	n.didAll("open /t/harbour.fray", "close /t/vault.fray")
	if n.table == before || n.cfg.Tables.Path != "/t/harbour.fray" {
		t.Error("the screen stayed")
	}
	n.screen().exact()

	// What was sent to the table before comes back too late.
	n.Update(committed{game: before.game, err: errors.New("late")})
	if strings.Contains(n.View(), "late") {
		t.Error("news of the table before is shown")
	}

	n.fail = errors.New("no such disk")
	n.press("S", "d")
	n.screen().shows("no such disk")
	if n.cfg.Tables.Path != "/t/harbour.fray" {
		t.Error("the screen left a table for one that did not open")
	}
}

func TestDeleteTable(t *testing.T) {
	n := newAppTest(t, "/t/vault.fray", 80, 24)
	n.press("S", "x")
	n.screen().shows("this table is open")
	n.press("down", "x")
	n.screen().shows("Delete Harbour Lights and its 1 event?")
	n.press("x") // the key that started it is no yes
	n.screen().shows("kept")
	n.didAll()
	n.press("x", "y")
	n.screen().shows("Harbour Lights is deleted")
	n.didAll("delete /t/harbour.fray")
	n.press("enter") // the torn one is under the cursor now
	n.screen().shows("torn.fray has lost the end of its log")
}

func TestNoOtherTables(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	s.press("S")
	s.shows("there are no other tables here")
}

// The first frame of a table is told of once it stands, and that of a table which is opened
// from another one too: what may wait for it begins then.
func TestFirstFrameIsTold(t *testing.T) {
	r, drawn := newMemoryShelf(t), 0
	cfg := r.config("/t/vault.fray")
	cfg.Drawn = func() { drawn++ }
	m := Sit(cfg)
	m, _ = m.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	if m.View(); drawn != 0 {
		t.Error("it is told of before it stands")
	}
	n := &appTest{t, m.(*app), r}
	if n.settle(n.Init()); drawn != 1 {
		t.Errorf("it is told of %d times", drawn)
	}
	next := r.config("/t/harbour.fray")
	next.Drawn = func() { drawn++ }
	if n.settle(n.arrive(start.Arrived{Table: next})); drawn != 2 {
		t.Errorf("with a second table, %d first frames are told of", drawn)
	}
}
