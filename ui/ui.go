package ui

import (
	"cmp"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/act"
	"example.org/fray/ui/form"
	"example.org/fray/ui/game"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
	"example.org/fray/ui/start"
)

// Config is what a screen is made of.
type Config struct {
	Game    game.Game
	Seat    model.Seat
	Look    func(theme string) *kit.Look         // builds a look for this terminal
	Theme   string                               // the theme to begin with
	Place   Place                                // the selection, focus and cursors of last time
	Keep    func(Place)                          // saves them, on quitting; may be nil
	Copy    func(text string) string             // sends text to the clipboard and returns the words of what was done; may be nil
	Welcome bool                                 // begin with the first keys to press
	Demo    bool                                 // this is the demo: nothing is saved
	After   func(time.Duration, tea.Msg) tea.Cmd // brings a message after a time; nil: by the clock
	Now     func() time.Time                     // tells how long there is to answer; nil: by the clock

	Tables     Tables
	News       string       // the first news, which stays until a key
	Guided     bool         // begin the guided minute
	Close      func() error // closes the table; may be nil
	Drawn      func()       // is called when the first frame of the table stands; may be nil
	Settings   Settings
	Admissions people.Present // who else is here; nil: the table is not served.
	Door       people.Door    // lets others come to the table; nil: this screen cannot change that
}

// Tables is where this table is kept, and what is kept beside it.
type Tables struct {
	Shelf  *start.Store // the other tables; nil: they cannot be reached
	Path   string       // of this table
	Back   bool         // whoever leaves this table comes back to the list of tables
	People people.Files // characters as files; may be empty
	Texts  phrase.Texts // rulebook texts that can be added; may be empty

	Prepared func() []phrase.Prepared // the characters and encounters on the shelf; may be nil
	Greet    bool                     // begin with the recap of the last session

	Now    func() time.Time                           // nil: nobody is asked whether to end a session that has been idle for long
	Export func(session int) (path string, err error) // writes the table to a file at the end of a session; nil: it is not written
	Replay func() (path string, err error)            // writes the last fight as a page; nil: it is not written
	Own    func() (text string, err error)            // exports what the seat may know; nil if the table is a file on this machine
}

func (t Tables) now() time.Time {
	if t.Now == nil {
		return time.Time{}
	}
	return t.Now()
}

// KeepRecapped returns what keeps that the recap of a session was told; nil where none is
// told or nothing is kept.
func (c Config) KeepRecapped() func(session int) {
	if !c.Tables.Greet || c.Keep == nil {
		return nil
	}
	return func(session int) {
		at := c.Place
		at.Recapped = session
		c.Keep(at)
	}
}

// Place is the selection, focus and cursors of a screen, kept between runs.
type Place struct {
	Selected string                `json:"selected,omitempty"`
	Marked   []string              `json:"marked,omitempty"` // in the roster
	System   string                `json:"system,omitempty"`
	Focus    int                   `json:"focus"`
	Front    int                   `json:"front"`
	Zoom     bool                  `json:"zoom,omitempty"`
	Panes    map[string]pane.Place `json:"panes,omitempty"`
	Filter   pane.Filter           `json:"filter"`

	Recapped int `json:"recapped,omitempty"` // the last session whose recap was shown

	Favourites map[string][]scene.Favourite `json:"favourites,omitempty"` // by character
}

// Model is the screen of a seat at a table: a Bubble Tea model.
type Model struct {
	cfg         Config
	game        game.Game
	pending     pending // commands that are being committed
	seat        model.Seat
	table       model.Table // as the seat sees it
	look        *kit.Look
	preferences Preferences
	keys        keyring
	panes       []pane.Pane // in the order of entries
	cache       cache
	working     []bool // the panes whose work is running
	at          Place
	size        box
	over        pane.Stack
	fetches     int // how many results of fetches were taken in
	status      status
	tour        *tour // nil: there is no guided tour
	attendance  attendance
	attention   attention
	countdown   countdown
	messages    messages
	acts        *act.Memory
	kept        form.Drafts
	upcoming    *scene.Upcoming // of the table as it stands
	preview     *seatPreview    // another seat's screen, shown instead; nil: none
	reacted     situation       // the situation to which the reactions were asked last
	rests       time.Time       // until then keys do nothing; see restAfter
}

// New returns the screen of a table.
func New(cfg Config) *Model {
	if cfg.After == nil {
		cfg.After = later
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	m := &Model{
		cfg: cfg, game: cfg.Game, seat: cfg.Seat, at: cfg.Place, preferences: Preferences{cfg.Theme, cfg.Settings.Mouse, cfg.Settings.Keys},
		cache: make(cache, len(entries)), working: make([]bool, len(entries)), acts: act.NewMemory(cfg.Place.Favourites), kept: form.Drafts{},
	}
	m.panes = panesFor(m.plays(), m.acts)
	if m.plays() && cfg.Place.Panes == nil {
		m.at.Focus = paneOf("costs")
	}
	m.keys = newKeyring(m, cfg.Settings.Keys)
	m.at.Focus = min(max(m.at.Focus, 0), len(entries)-1)
	m.look = cfg.Look(m.preferences.Theme)
	for i, p := range m.panes {
		if place, ok := m.at.Panes[entries[i].name]; ok {
			m.panes[i] = p.At(place)
		}
	}
	m.see(m.game.Now())
	m.pending.changes, m.pending.stop = m.game.Watch()
	if cfg.Welcome {
		m.tell(welcomeWords(m.frame()))
	}
	if act.Wordless(m.frame()) && m.table.WaitsForWords() == "" {
		m.tell("you have not added a word to this session's dice: " + m.frame().KeyOf("dice") + " adds one")
	}
	m.attendance.open(cfg.Admissions)
	var own pane.Intent
	m.attention.brought, own = act.ResumeOwn(m.frame()) // it closes when the player whose question it is comes back
	m.obey(own)
	if cfg.Guided {
		startTour(m)
	}
	tellFound(m)
	if words := cmp.Or(cfg.Settings.Trouble, cfg.News); words != "" {
		m.status = status{words: words, bad: cfg.Settings.Trouble != "", waits: true}
	}
	return m
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.drawn(), m.watch(), greet(m)) }

// drawn returns the command that tells of the first frame, which stands before any command
// is run.
func (m *Model) drawn() tea.Cmd {
	if m.cfg.Drawn == nil {
		return nil
	}
	return func() tea.Msg { m.cfg.Drawn(); return nil }
}

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	top := m.over.TopID()
	cmd, theirs := routeToPreview(m, msg)
	if !theirs {
		cmd = m.take(msg)
	}
	for now := m.situation(); now != m.reacted; now = m.situation() {
		m.reacted = now
		for _, react := range reactions() {
			cmd = tea.Batch(cmd, react(m))
		}
	}
	if m.over.At(top) == nil && top != 0 && isOfOthers(msg) {
		m.rests = m.cfg.Now().Add(restAfter)
	}
	cmd = tea.Batch(cmd, m.work(), m.countdown.next(m))
	m.followTour()
	return m, cmd
}

// restAfter is how long keys and clicks do nothing after an overlay has closed by itself:
// they were meant for it, and must not act on what lies below.
const restAfter = time.Second

// isOfOthers reports whether a message tells what others have done. What closes then, closes
// by itself.
func isOfOthers(msg tea.Msg) bool {
	switch msg.(type) {
	case changed, cameOrWent:
		return true
	}
	return false
}

// isResting reports whether a message is a key or a click that was meant for an overlay that
// has just closed by itself.
func (m *Model) isResting(msg tea.Msg) bool {
	if !m.cfg.Now().Before(m.rests) {
		return false
	}
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return msg.Type != tea.KeyCtrlC
	case tea.MouseMsg:
		return msg.Action == tea.MouseActionPress
	}
	return false
}

// situation is what the reactions depend on: they are asked when it has changed.
type situation struct {
	reaches          uint64 // the newest event
	came             int    // how often anybody has come or gone
	pending          int    // how many commands are being committed
	top              int    // the number of the overlay on top
	fetches          int
	selected, system string
}

func (m *Model) situation() situation {
	return situation{m.table.WholeSeq(), m.attendance.came, m.pending.n, m.over.TopID(), m.fetches, m.at.Selected, m.at.System}
}

// reactions are the parts of the screen that react to another situation, each of which
// is asked once, in this order: the overlay on top comes last. Where they change the
// situation themselves, as by an overlay that comes up, they are asked again.
func reactions() [9]func(*Model) tea.Cmd {
	of := func(react func(*Model, pane.Frame) pane.Intent) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { return m.obey(react(m, m.frame())) }
	}
	return [...]func(*Model) tea.Cmd{
		of((*Model).tellOver),
		of(func(m *Model, f pane.Frame) pane.Intent { return m.messages.hear(f, m.over.Top() != nil) }),
		followPreview,
		of(func(m *Model, _ pane.Frame) pane.Intent { return m.messages.turnPage(m.over.Top() != nil) }),
		of(func(m *Model, f pane.Frame) pane.Intent { return m.attention.tellAsks(f) }),
		of(func(m *Model, f pane.Frame) pane.Intent {
			return m.attention.tellWords(f, m.over.Top(), m.takeUnthrown)
		}),
		reactToQuestions, showHeld, (*Model).tellTop,
	}
}

// take handles a message.
func (m *Model) take(msg tea.Msg) tea.Cmd {
	if m.isResting(msg) {
		return nil
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.size.w, m.size.h = msg.Width, msg.Height
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	case committed:
		return m.takeCommitted(msg)
	case fetched:
		if msg.game == m.game {
			m.fetches++
			if msg.then == nil {
				return m.give(msg.by, msg.got)
			}
			return m.obeyFor(msg.by, msg.then(m.frame(), msg.got))
		}
	case worked:
		if msg.game == m.game {
			m.working[msg.pane] = false
			m.panes[msg.pane] = m.panes[msg.pane].(act.Offers).Worked(msg.got)
		}
	case changed:
		m.see(m.game.Now())
		return tea.Batch(m.watch(), tellFound(m))
	case cameOrWent:
		return m.watched(m.attendance.changed(m.frame()))
	case second:
		m.countdown.waits = false
	case toastOver:
		m.status.over(msg)
	case start.Notice:
		m.tell(string(msg))
	case start.Failure:
		return m.fail(msg.Err.Error())
	}
	return nil
}

// see shows the newest table to this seat, and keeps the selection on a character who is
// there.
func (m *Model) see(t model.Table) {
	first, was, owned := m.upcoming == nil, m.table.Seq(), m.frame().Own() != nil
	before := m.table
	if m.table = view.Follow(m.table, t, m.seat); first || !m.table.SameRevision(before) {
		m.upcoming = scene.UpcomingOf(m.table)
	}
	if log := paneOf("log"); !first && m.table.Seq() > was && log != m.at.Focus {
		m.panes[log] = m.panes[log].(pane.Log).Following()
	}
	chars := m.table.Characters()
	if len(chars) == 0 {
		m.at.Selected, m.at.System = "", ""
		return
	}
	here := chars[0]
	for _, c := range slices.Backward(chars) { // a player begins with their own
		if m.plays() && m.seat.Owns(c) {
			here = c
		}
	}
	comes := m.plays() && !first && !owned && m.seat.Owns(here) // and selects it when it joins
	for _, c := range chars {
		if c.ID == m.at.Selected && !comes {
			here = c
		}
	}
	m.choose(here)
}

// choose selects a character, and one of the rulebooks of their sheet.
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

// frame is what panes and overlays are drawn from.
func (m *Model) frame() pane.Frame {
	f := pane.Frame{Table: m.table, Seat: m.seat, Selected: m.at.Selected, Marked: m.at.Marked, System: m.at.System, Look: m.look, Keys: m.keys.keymap,
		Filter: m.at.Filter, Known: m.upcoming, Quiet: m.cfg.Settings.Quiet, Demo: m.cfg.Demo, Present: m.attendance.seated}
	if o := m.over.Top(); o != nil {
		f.Rolling = o.About(f).Rolling
	}
	return f
}

// frameOf is the frame of a pane.
func (m *Model) frameOf(i int) pane.Frame { return m.frameIn(i, m.plan()) }

// frameIn is the frame of a pane in a layout.
func (m *Model) frameIn(i int, p plan) pane.Frame {
	b, focused := p.panes[i].inside(), i == m.at.Focus && m.over.Top() == nil
	f := m.frame().Sized(b.w, b.h, focused)
	f.Look = m.look.On(kit.OnPanel)
	if focused {
		f.Look = m.look.On(kit.OnFront)
	}
	return f
}

// plan is the layout of the screen as it is.
func (m *Model) plan() plan {
	p := layOut(shape{m.size.w, m.size.h, pane.RosterLines(m.frame()), m.tour.lines(), m.newsLines(), m.plays()})
	if m.at.Zoom {
		p.slots, p.strip, p.stage, p.line = [slotCount]box{}, false, box{}, box{}
		p.panes = make([]box, len(entries))
		p.panes[m.at.Focus] = p.body
		return p
	}
	p.placePanes(m.at.Focus, m.at.Front)
	return p
}

// close stops watching the table, and saves the place of the screen.
func (m *Model) close() {
	if m.preview != nil {
		closePreview(m)
	}
	m.pending.stop()
	m.attendance.close()
	m.keepPlace()
}

// keepPlace saves the place of the screen.
func (m *Model) keepPlace() {
	if m.cfg.Keep != nil {
		m.at.Favourites = m.acts.Favourites
		m.at.Panes = map[string]pane.Place{}
		for i, p := range m.panes {
			m.at.Panes[entries[i].name] = p.Place()
		}
		m.cfg.Keep(m.at)
	}
}

// plays reports whether this is a player's screen.
func (m *Model) plays() bool { return m.seat.Role == model.Player }
