package start_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/start"
	"example.org/fray/ui/uitest"
)

var keymap = pane.NewKeymap(slices.Concat(append(append(pane.Bindings(), pane.Always), start.Bindings()...)...), nil)

// memory is a Shelf without a disk. Its tables are words that say how they were opened.
type memory struct {
	spines []start.TableInfo
	fail   error // the error of every operation, like a broken disk
}

func (m *memory) opened(words string) (start.Table, error) { return words, m.fail }

func (m *memory) shelf() *start.Store {
	return &start.Store{
		List:    func() ([]start.TableInfo, error) { return slices.Clone(m.spines), m.fail },
		Open:    func(path string) (start.Table, error) { return m.opened("open " + path) },
		Demo:    func(guided bool) (start.Table, error) { return m.opened(fmt.Sprint("demo ", guided)) },
		Make:    func(name, system string) (start.Table, error) { return m.opened("make " + name + " " + system) },
		Import:  func(file string) (start.Table, error) { return m.opened("import " + file) },
		Delete:  func(string) error { return m.fail },
		Systems: func() []*engine.System { return []*engine.System{supermen.System, {ID: "d6", Name: "D6"}} },
	}
}

// driven runs the start screen in a test.
type driven struct {
	*start.Screen
	arrived []start.Arrived
}

func newScreen(tb testing.TB, m *memory) *driven {
	d := &driven{Screen: start.New(m.shelf(), uitest.Look(kit.Mono), keymap)}
	d.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.settle(d.Init())
	return d
}

// settle runs a command and its messages, as Bubble Tea would.
func (d *driven) settle(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg:
	case start.Arrived:
		d.arrived = append(d.arrived, msg)
	default:
		_, next := d.Update(msg)
		d.settle(next)
	}
}

func (d *driven) press(names ...string) {
	for _, name := range names {
		_, cmd := d.Update(uitest.Key(name))
		d.settle(cmd)
	}
}

// TestWaysToATable opens a table with each key and each line of the start screen.
func TestWaysToATable(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"g", "demo true"},
		{"d", "demo false"},
		{"end up up enter", "demo true"},
		{"n N o r t h tab right enter", "make North d6"},
		{"i a . j s o n enter", "import a.json"},
		{"enter", "open /t/vault.fray"},
	} {
		s := newScreen(t, &memory{spines: []start.TableInfo{{Path: "/t/vault.fray", Name: "The Vault Job"}}})
		s.press(strings.Fields(c.keys)...)
		if len(s.arrived) != 1 || s.arrived[0].Table != c.want || s.arrived[0].Err != nil {
			t.Errorf("%s: %v, not %s", c.keys, s.arrived, c.want)
		}
	}
}

// TestWhyLeftStays checks that somebody who was typing when their seat was taken away reads why.
func TestWhyLeftStays(t *testing.T) {
	const why = "the gamemaster has taken your seat away"
	d := newScreen(t, &memory{spines: []start.TableInfo{{Path: "a", Name: "Vault"}}})
	d.Left(why)
	for _, key := range []string{"", "down", "f6", "z", "x"} {
		if key != "" {
			d.press(key)
		}
		if key != "x" && !strings.Contains(d.View(), why) {
			t.Errorf("after %q it does not say why:\n%s", key, d.View())
		}
	}
	if strings.Contains(d.View(), why) || !strings.Contains(d.View(), "you can only delete tables") {
		t.Errorf("there is other news by now:\n%s", d.View())
	}
}

// TestStartScreenIsWhole types and pastes at many sizes, with no table, one and many, and
// checks that every frame is exactly as large as the terminal and holds only text and
// colours.
func TestStartScreenIsWhole(t *testing.T) {
	var spines []start.TableInfo
	for i, name := range uitest.HostileNames {
		s := start.TableInfo{Path: fmt.Sprint("/t/", i), Name: name, System: name, Characters: uitest.HostileNames, Events: uint64(i), Played: time.Unix(int64(i), 0)}
		if i%4 == 3 {
			s.Problem = name
		}
		spines = append(spines, s)
	}
	keys := strings.Fields("up down home end n i x y enter tab left right backspace a é")
	for i, list := range [][]start.TableInfo{nil, spines[:1], slices.Repeat(spines, 4)} {
		m := &memory{spines: list, fail: errors.New(uitest.HostileNames[6])}
		s := newScreen(t, m)
		m.fail = nil
		s.settle(s.Init())
		m.fail = errors.New(uitest.HostileNames[5])
		r := rand.New(rand.NewPCG(uint64(i), 5))
		w, h := 80, 24
		for range 150 {
			switch r.IntN(8) {
			case 0:
				w, h = 1+r.IntN(200), 1+r.IntN(60)
				s.Update(tea.WindowSizeMsg{Width: w, Height: h})
			case 1:
				s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(uitest.HostileNames[r.IntN(len(uitest.HostileNames))]), Paste: true})
			default:
				s.press(keys[r.IntN(len(keys))])
			}
			uitest.Exact(t, s.View(), w, h)
			uitest.Harmless(t, s.View())
		}
	}
}

// doorman is a Doorman that knows one name.
type doorman struct{ asked string }

func (d *doorman) Fingerprint() string         { return "SHA256:dRhyTsIx9Y7lYQEmDBvi9mjRUJhLgAwiSMG3ahN4oCk" }
func (d *doorman) Ask(name string) error       { d.asked = name; return nil }
func (d *doorman) Redeem(string, string) error { return errors.New("there is no such invite") }

// TestGoldenLobby draws the waiting room after the gamemaster was asked.
func TestGoldenLobby(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		d := &doorman{}
		l := start.NewLobby(d, uitest.Look(kit.Dark), keymap, "mira", "", "")
		l.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		l.Update(uitest.Key("enter"))
		if d.asked != "mira" {
			t.Errorf("asked as %q", d.asked)
		}
		uitest.Exact(t, l.View(), size[0], size[1])
		uitest.Golden(t, fmt.Sprintf("lobby-%dx%d.golden", size[0], size[1]), uitest.Plain(strings.Split(l.View(), "\n")))
	}
}
