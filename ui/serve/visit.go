package serve

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui"
	"example.org/fray/ui/screen"
	"example.org/fray/ui/start"
)

// visit is what a session shows: the waiting room, and then the table.
type visit struct {
	session *session
	cfg     ui.Config
	inner   tea.Model
	size    tea.WindowSizeMsg
	ground  *screen.Background
}

type (
	admitted model.Seat
	sentAway struct{}
)

// Init implements tea.Model.
func (v *visit) Init() tea.Cmd {
	return tea.Batch(v.inner.Init(), v.wait)
}

// wait waits for what becomes of the session.
func (v *visit) wait() tea.Msg {
	select {
	case seat := <-v.session.seated:
		return admitted(seat)
	case words := <-v.session.told:
		return start.Told(words)
	case <-v.session.ended:
		return sentAway{}
	}
}

// View implements tea.Model.
func (v *visit) View() string { return v.inner.View() }

// Lines are those of the view.
func (v *visit) Lines() []string { return screen.Lines(v.inner) }

// Update implements tea.Model.
func (v *visit) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case admitted:
		v.sit(model.Seat(msg))
		_, sized := v.inner.Update(v.size)
		cmds := []tea.Cmd{v.inner.Init(), v.wait, sized}
		if v.ground != nil {
			_, lit := v.inner.Update(*v.ground)
			cmds = append(cmds, lit)
		}
		return v, tea.Batch(cmds...)
	case sentAway:
		_, _ = v.inner.Update(screen.Closing{})
		return v, tea.Quit
	case tea.WindowSizeMsg:
		v.size = msg
	case screen.Background:
		v.ground = &msg
	case start.Told:
		_, cmd := v.inner.Update(msg)
		return v, tea.Batch(cmd, v.wait)
	}
	var cmd tea.Cmd
	v.inner, cmd = v.inner.Update(msg)
	return v, cmd
}

// sit goes to the table.
func (v *visit) sit(seat model.Seat) {
	x, cfg := v.session, v.cfg
	game := x.game(seat)
	cfg.Game, cfg.Seat, cfg.Hall, cfg.Tables.People = game, seat, x.server.hallOf(seat), game.texts()
	cfg.Place, cfg.Keep = x.server.placeOf(seat), func(at ui.Place) { x.server.keepPlace(seat, at) }
	v.inner = ui.Sit(cfg)
}

// A seat's screen stands where it was left, as long as the table is served.
func (s *Server) placeOf(seat model.Seat) ui.Place {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.places[seat]
}

func (s *Server) keepPlace(seat model.Seat, at ui.Place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.places[seat] = at
}

// Fingerprint implements start.Doorman.
func (x *session) Fingerprint() string { return fingerprintOf(x.key) }

// Ask implements start.Doorman.
func (x *session) Ask(name string) {
	x.server.mu.Lock()
	x.name = model.Clean(name, model.LongestName)
	x.server.mu.Unlock()
	x.server.watch.Tell()
}

// Redeem implements start.Doorman.
func (x *session) Redeem(words, name string) error { return x.server.redeem(x, words, name) }

var _ start.Doorman = (*session)(nil)
