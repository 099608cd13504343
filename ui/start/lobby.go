package start

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Doorman stands between a waiting room and a table.
type Doorman interface {
	// Fingerprint is what the gamemaster sees of whoever waits.
	Fingerprint() string
	// Ask tells the gamemaster who waits, or says why not. An invite in the place of
	// the name is taken for one.
	Ask(name string) error
	// Redeem lets in whoever has an invite, under a name unless the invite has
	// one, or says why not.
	Redeem(words, name string) error
}

// Lobby is where somebody waits who has no seat yet. It holds nothing of the
// table, not even its name.
type Lobby struct {
	form.Form
	door  Doorman
	f     pane.Frame
	asked bool
	wrong string
}

// Told is what the gamemaster has somebody told who waits.
type Told string

// NewLobby gives the waiting room for somebody who may be called name and may have
// tried an invite, with what was wrong with that.
func NewLobby(door Doorman, look *kit.Look, keys *pane.Keymap, name, invite, wrong string) *Lobby {
	l := &Lobby{door: door, f: pane.Frame{Look: look, Keys: keys, Focused: true}, wrong: wrong, Form: form.Form{Schema: &engine.Schema{}, Direct: true}}
	g := l.Schema.Group("")
	g.Text(theirName, "your name", model.LongestName)
	g.Text(theirInvite, "invite", 80)
	l.Page = engine.PageOf(theirName, model.Clean(name, model.LongestName), theirInvite, model.Clean(invite, 80))
	l.Lay(form.Specs(l.Schema.Fields()))
	return l
}

// The fields of a lobby.
const (
	theirName   = "name"
	theirInvite = "invite"
)

// Init implements tea.Model.
func (l *Lobby) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (l *Lobby) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.f.W, l.f.H = msg.Width, msg.Height
	case tea.KeyMsg:
		return l, l.key(msg)
	case Told:
		l.asked, l.wrong = false, string(msg)
		l.Stand(theirName)
	}
	return l, nil
}

var lobbyKeys = slices.Concat(pane.In("lobby", "Waiting",
	pane.Typing("your name, or an invite"),
	pane.Enter("knock", "ask, or use the invite", "ask"),
), pane.Footer(form.Editing, "next", "invite"), []pane.Binding{pane.Back})

func (l *Lobby) key(k tea.KeyMsg) tea.Cmd {
	if cmd, ok := always(l.f, k); ok {
		return cmd
	}
	switch does, _ := l.Pressed(l.f, lobbyKeys, k); does {
	case "back":
		return tea.Quit
	case "knock":
		l.knock()
	default:
		if was := l.Page; l.Key(l.f, k) && !was.Equal(l.Page) {
			l.wrong = ""
		}
	}
	return nil
}

func (l *Lobby) knock() {
	name := strings.TrimSpace(l.Text(theirName))
	if words := l.Text(theirInvite); strings.TrimSpace(words) != "" {
		if err := l.door.Redeem(words, name); err != nil {
			l.wrong = err.Error()
			l.Stand(theirInvite)
		}
		return
	}
	if name == "" {
		l.Refuse(theirName, "type your name first")
		return
	}
	if err := l.door.Ask(name); err != nil {
		l.asked, l.wrong = false, err.Error()
		return
	}
	l.asked, l.wrong = true, ""
	l.Stand(theirName)
}

// What whoever waits is told, on a screen or in lines.
const (
	Asked   = "The gamemaster has been asked. Keep this open: the table appears when you are let in."
	YourKey = "Your key, in case the gamemaster asks: " // and its fingerprint
)

const lobbyWords = `You are in the waiting room. Type your name, and the gamemaster can let you in. With an invite, you can come in at once.`

// View implements tea.Model.
func (l *Lobby) View() string { return page(l.f, lobbyKeys, l.draw) }

func (l *Lobby) draw(f pane.Frame) []string {
	body := append(f.Paragraphs(kit.Text, lobbyWords), f.Look.Blank(f.W))
	body = append(append(body, l.Draw(f)...), f.Look.Blank(f.W))
	switch {
	case l.wrong != "":
		body = append(body, f.Paragraphs(kit.Bad, l.wrong)...)
	case l.asked:
		body = append(body, f.Paragraphs(kit.Accent, Asked)...)
	}
	return append(body, f.Paragraphs(kit.Dim, YourKey+l.door.Fingerprint())...)
}
