package ui

import (
	"cmp"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Config is what a screen is started with.
type Config struct {
	Game    Game
	Seat    model.Seat
	Look    func(theme string) *kit.Look         // builds a look for this terminal
	Theme   string                               // the theme to begin with
	Place   Place                                // where the screen stood last time
	Keep    func(Place)                          // keeps where it stands, on quitting; may be nil
	Copy    func(text string)                    // puts text on the clipboard; may be nil
	Welcome bool                                 // begin with a word on what to press
	After   func(time.Duration, tea.Msg) tea.Cmd // brings a message later; nil: by the clock

	Shelf    *Shelf       // the other tables; nil: there are none here
	Path     string       // where this one is kept
	News     string       // what is said first, until a key
	Guided   bool         // begin the guided minute
	Close    func() error // closes the table; may be nil
	Settings Settings
}

// Settings are what people have made their own.
type Settings struct {
	Keys    map[string][]string // the keys of bindings, by id; see Keys
	Themes  []string            // what the theme key goes through; nil: those built in
	Mouse   bool
	Trouble string      // what is wrong with them: it stays on the screen
	Crashes string      // the file a crash is written to; "": a new one in the system's folder
	Keep    func(Taste) // keeps what was changed at the screen; may be nil
}

// Taste is what is changed at the screen and kept for all tables.
type Taste struct {
	Theme string `json:"theme"`
	Mouse bool   `json:"mouse"`
}

// Place is where a screen stands, kept between evenings.
type Place struct {
	Selected string                `json:"selected,omitempty"`
	System   string                `json:"system,omitempty"`
	Focus    int                   `json:"focus"`
	Front    int                   `json:"front"`
	Zoom     bool                  `json:"zoom,omitempty"`
	Panes    map[string]pane.Place `json:"panes,omitempty"`
	Filter   pane.Filter           `json:"filter"`

	Favourites map[string][]Favourite `json:"favourites,omitempty"` // by character
}

// Model is the screen.
type Model struct {
	cfg  Config
	game Game
	sitter
	table  model.Table // as the seat sees it
	look   *kit.Look
	keys   []binding
	panes  [paneCount]pane.Pane
	at     Place
	w, h   int
	over   []overlay
	status status
	begun
	changes <-chan struct{}
	stop    func()
}

// New gives a screen that has not been drawn yet.
func New(cfg Config) *Model {
	if cfg.After == nil {
		cfg.After = later
	}
	m := &Model{
		cfg: cfg, game: cfg.Game, at: cfg.Place, keys: rebound(cfg.Settings.Keys),
		sitter: sitter{seat: cfg.Seat, taste: Taste{cfg.Theme, cfg.Settings.Mouse}},
		panes: [paneCount]pane.Pane{
			pane.Roster{}, pane.Sheet{}, pane.Log{}, pane.Costs{}, pane.Timeline{},
		},
		begun: begun{drafts: map[string]draft{}, unsaved: unsaved{}},
	}
	if m.at.Front != paneTimeline {
		m.at.Front = paneCosts
	}
	m.at.Focus = min(max(m.at.Focus, 0), paneCount-1)
	m.look = cfg.Look(m.taste.Theme)
	for i, p := range m.panes {
		if place, ok := m.at.Panes[paneNames[i]]; ok {
			m.panes[i] = p.At(place)
		}
	}
	m.see(m.game.Now())
	m.changes, m.stop = m.game.Watch()
	if cfg.Welcome {
		m.status = status{words: m.welcomeWords(), waits: true}
	}
	m.resumeOpenRoll()
	if cfg.Guided {
		m.startTour()
	}
	if words := cmp.Or(cfg.Settings.Trouble, cfg.News); words != "" {
		m.status = status{words: words, bad: cfg.Settings.Trouble != "", waits: true}
	}
	return m
}

var paneNames = [paneCount]string{"roster", "sheet", "log", "costs", "timeline"}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.watch(), m.readPast()) }

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer m.followTour()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.KeyMsg:
		return m, m.key(msg)
	case tea.MouseMsg:
		return m, m.mouse(msg)
	case did:
		return m, m.landed(msg)
	case changed:
		m.see(m.game.Now())
		return m, m.watch()
	case toastOver:
		m.status.over(msg)
	case trouble:
		return m, m.fail(msg.err.Error())
	default:
		if o := m.top(); o != nil {
			return m, o.told(m, msg)
		}
	}
	return m, nil
}

// see takes in a table, and keeps the selection on somebody who is there.
func (m *Model) see(t model.Table) {
	m.table = m.table.Follow(t, m.seat)
	chars := m.table.Characters()
	if len(chars) == 0 {
		m.at.Selected, m.at.System = "", ""
		return
	}
	here := chars[0]
	for _, c := range chars {
		if c.ID == m.at.Selected {
			here = c
		}
	}
	m.choose(here)
}

// choose selects a character, and a rulebook the character is written in.
func (m *Model) choose(c *model.Character) {
	m.at.Selected = c.ID
	if _, ok := c.Pages[m.at.System]; ok {
		return
	}
	m.at.System = m.table.System
	if _, ok := c.Pages[m.at.System]; !ok {
		m.at.System = ""
		for _, s := range c.Systems() {
			if _, known := m.table.Rulebook(s); known {
				m.at.System = s
				break
			}
		}
	}
}

// frame is what the panes are drawn from now.
func (m *Model) frame() pane.Frame {
	f := pane.Frame{Table: m.table, Selected: m.at.Selected, System: m.at.System, Look: m.look, Filter: m.at.Filter}
	if needsHost(m) == "" {
		f.Newcomer = m.keyOf("new")
	}
	if o, ok := m.top().(interface{ rolling() *pane.Rolling }); ok {
		f.Rolling = o.rolling()
	}
	return f
}

// frameOf is frame for a key that goes to a pane.
func (m *Model) frameOf(i int) pane.Frame {
	f, b := m.frame(), m.plan().panes[i]
	f.W, f.H = max(0, b.w-2), max(0, b.h-2)
	return f
}

func (m *Model) plan() plan {
	zoomed := -1
	if m.at.Zoom {
		zoomed = m.at.Focus
	}
	return layOut(m.w, m.h, len(m.table.Characters()), m.at.Front, zoomed, m.tour.lines())
}

// here is the selected character, nil for nobody.
func (m *Model) here() *model.Character {
	c, ok := m.table.Character(m.at.Selected)
	if !ok {
		return nil
	}
	return c
}

// leave ends the program; everything is saved already.
func (m *Model) leave() tea.Cmd {
	m.part()
	return tea.Quit
}

// part takes leave of the table, and keeps where the screen stands.
func (m *Model) part() {
	m.stop()
	m.keepPlace()
}

// keepPlace keeps where the screen stands.
func (m *Model) keepPlace() {
	if m.cfg.Keep != nil {
		m.at.Panes = map[string]pane.Place{}
		for i, p := range m.panes {
			m.at.Panes[paneNames[i]] = p.Place()
		}
		m.cfg.Keep(m.at)
	}
}
