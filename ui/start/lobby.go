package start

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/paper"
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
	door  Doorman
	f     pane.Frame
	lines [2]pane.Line
	at    int
	asked bool
	wrong string
}

// Told is what the gamemaster has somebody told who waits.
type Told string

// NewLobby gives the waiting room for somebody who may be called name and may have
// tried an invite, with what was wrong with that.
func NewLobby(door Doorman, look *kit.Look, keys *pane.Keymap, name, invite, wrong string) *Lobby {
	return &Lobby{door: door, f: pane.Frame{Look: look, Keys: keys, Focused: true}, wrong: wrong,
		lines: [2]pane.Line{pane.LongLine(model.Clean(name, model.LongestName), model.LongestName), pane.LongLine(model.Clean(invite, 80), 80)}}
}

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
		l.asked, l.wrong, l.at = false, string(msg), 0
	}
	return l, nil
}

var lobbyKeys = slices.Concat(pane.In("lobby", "Waiting",
	pane.Typing("your name, or an invite"),
	pane.Enter("knock", "ask, or use the invite", "ask"),
	pane.Binding{ID: "other", Keys: []string{"tab", "down", "up", "shift+tab"}, Label: "name or invite", Foot: "invite"},
), []pane.Binding{pane.Back})

func (l *Lobby) key(k tea.KeyMsg) tea.Cmd {
	if cmd, ok := always(l.f, k); ok {
		return cmd
	}
	switch l.f.Pressed(lobbyKeys, k) {
	case "back":
		return tea.Quit
	case "other":
		l.at = 1 - l.at
	case "knock":
		l.knock()
	default:
		if l.lines[l.at].Key(k) {
			l.wrong = ""
		}
	}
	return nil
}

func (l *Lobby) knock() {
	if words := l.lines[1].Text(); strings.TrimSpace(words) != "" {
		if err := l.door.Redeem(words, l.lines[0].Text()); err != nil {
			l.wrong = err.Error()
		}
		return
	}
	name := strings.TrimSpace(l.lines[0].Text())
	if name == "" {
		l.at = 0
		l.wrong = "type your name first"
		return
	}
	if err := l.door.Ask(name); err != nil {
		l.asked, l.wrong = false, err.Error()
		return
	}
	l.asked, l.wrong = true, ""
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
	body := append(paper.Paragraphs(f, kit.Text, lobbyWords), f.Look.Blank(f.W))
	var fields []kit.Field
	for i, label := range []string{"your name", "invite"} {
		x := kit.Field{Label: label, Value: l.lines[i].Text(), On: i == l.at, Caret: -1}
		if x.On {
			x.Caret = l.lines[i].Caret()
		}
		fields = append(fields, x)
	}
	drawn, _ := f.Look.Fields(fields, f.W)
	body = append(append(body, drawn...), f.Look.Blank(f.W))
	switch {
	case l.wrong != "":
		body = append(body, paper.Paragraphs(f, kit.Bad, l.wrong)...)
	case l.asked:
		body = append(body, paper.Paragraphs(f, kit.Accent, Asked)...)
	}
	return append(body, paper.Paragraphs(f, kit.Dim, YourKey+l.door.Fingerprint())...)
}
