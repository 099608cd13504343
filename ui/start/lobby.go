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

// Entrance admits the person of one connection to a table.
type Entrance interface {
	// Fingerprint returns the fingerprint of the person's key, as the gamemaster sees it.
	Fingerprint() string
	// Ask asks the gamemaster to admit the person under name. If name is an invite, it is
	// redeemed. The error says why not.
	Ask(name string) error
	// Redeem admits the person with an invite. name is used if the invite has none. The
	// error says why not.
	Redeem(words, name string) error
}

// Lobby is the waiting room: the screen of a person without a seat. It holds nothing about
// the table, not even its name.
type Lobby struct {
	form.Form
	entrance Entrance
	f        pane.Frame
	asked    bool
	wrong    string
}

// Notice is a message from the gamemaster to a person in the waiting room.
type Notice string

// NewLobby returns the waiting room with name and invite filled in. wrong says why the
// invite was refused, or is "".
func NewLobby(door Entrance, look *kit.Look, keys *pane.Keymap, name, invite, wrong string) *Lobby {
	l := &Lobby{entrance: door, f: pane.Frame{Look: look, Keys: keys, Focused: true}, wrong: wrong, Form: form.Form{Schema: &engine.Schema{}, Direct: true}}
	g := l.Schema.Group("")
	g.Text(theirName, "your name", model.LongestName)
	g.Text(theirInvite, "invite", 80)
	l.Page = engine.PageOf(theirName, model.Clean(name, model.LongestName), theirInvite, model.Clean(invite, 80))
	l.Lay(form.Specs(l.Schema.Fields()))
	return l
}

// Field ids of the form.
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
	case Notice:
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
		if err := l.entrance.Redeem(words, name); err != nil {
			l.wrong = err.Error()
			l.Stand(theirInvite)
		}
		return
	}
	if name == "" {
		l.Refuse(theirName, "type your name first")
		return
	}
	if err := l.entrance.Ask(name); err != nil {
		l.asked, l.wrong = false, err.Error()
		return
	}
	l.asked, l.wrong = true, ""
	l.Stand(theirName)
}

// What the waiting person reads, on a screen or in lines.
const (
	AskedAt = "If a table of that name is being played, its gamemaster has been asked. Stay here: you are told when you are let in."
	Asked   = "The gamemaster has been asked. Keep this open: the table appears when you are let in."
	YourKey = "Your key, in case the gamemaster asks: " // followed by its fingerprint
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
	return append(body, f.Paragraphs(kit.Dim, YourKey+l.entrance.Fingerprint())...)
}
