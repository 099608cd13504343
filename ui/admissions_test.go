package ui

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/trip"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/people"
	"example.org/fray/ui/uitest"
)

// fakeAdmissions is a waiting room and a table at which Mira and Tom have seats, and somebody waits.
type fakeAdmissions struct {
	waits []people.Waiting
	let   []string
	news  chan struct{}
	own   []people.Seated // besides theirs

	silent  int    // who wait without a name
	cleared []bool // who was sent away
	told    int    // how often there was news

	removed []string // keys whose seat stays
	revoked []model.Seat
}

func newFakeAdmissions() *fakeAdmissions {
	return &fakeAdmissions{news: make(chan struct{}, 1), waits: []people.Waiting{{ID: "7", Name: "jo", Key: "SHA256:dRhyTsIx9Y7lYQEmDBvi9mjRUJhLgAwiSMG3ahN4oCk", From: "192.0.2.0/24"}}}
}

func (d *fakeAdmissions) Here() []people.Seated {
	return append(slices.Clone(d.own), []people.Seated{
		{Seat: model.Seat{Role: model.Player, Name: "Mira"}, Screens: 1, Keys: []string{"SHA256:9Y7lYQEmDBvi9mjRUJhLgAwiSMG3ahN4oCkdRhyTsIx"}},
		{Seat: model.Seat{Role: model.Player, Name: "Tom"}, Keys: []string{"SHA256:rjUJhLgAwiSMG3ahN4oCkdRhyTsIx9Y7lYQEmDBvi9m"}},
	}...)
}
func (d *fakeAdmissions) Admissions() people.Admissions    { return d }
func (d *fakeAdmissions) Watch() (<-chan struct{}, func()) { return d.news, func() {} }
func (d *fakeAdmissions) Waiting() []people.Waiting        { return d.waits }
func (d *fakeAdmissions) SimilarSeat(name string) model.Seat {
	if strings.EqualFold(name, "Mira") {
		return model.Seat{Role: model.Player, Name: "Mira"}
	}
	return model.Seat{}
}
func (d *fakeAdmissions) AskName(string) error { d.waits[0].Name = ""; return nil }
func (d *fakeAdmissions) Admit(id string, seat model.Seat, characters []string) error {
	d.let, d.waits = append(d.let, id+" "+string(seat.Role)+" "+seat.Name+" "+strings.Join(characters, " ")), nil
	return nil
}
func (d *fakeAdmissions) SendAway(string) error { return errors.New("they have left") }
func (d *fakeAdmissions) Revoke(seat model.Seat) error {
	d.revoked = append(d.revoked, seat)
	return nil
}
func (d *fakeAdmissions) RevokeKey(_ model.Seat, key string) error {
	d.removed = append(d.removed, key)
	return nil
}
func (d *fakeAdmissions) Silent() int         { return d.silent }
func (d *fakeAdmissions) Clear(named bool)    { d.cleared = append(d.cleared, named) }
func (d *fakeAdmissions) News() (int, string) { return d.told, "Tom has done 48 acts" }
func (d *fakeAdmissions) Invite(model.Seat, []string, time.Duration) (people.Invited, error) {
	const words = "lusab-babad-gutih-tugad"
	return people.Invited{Words: words, Line: "ssh -p 2222 " + words + "@192.0.2.7", Letter: "Type this: ssh -p 2222 " + words + "@192.0.2.7"}, nil
}
func (d *fakeAdmissions) SSHCommand() (line, reach string) {
	return "ssh -p 2222 NAME@192.0.2.7", "from wherever 192.0.2.7 "
}
func (d *fakeAdmissions) WebAddress() (address, reach string) { return "", "" }
func (d *fakeAdmissions) HostFingerprint() string {
	return "SHA256:Q7lYQEmDBvi9mjRUJhLgAwiSMG3ahN4oCkdRhyTsIx9"
}

func hosted(t *testing.T, w, h int, theme string) (*screen, *fakeAdmissions) {
	s := newScreen(t, uitest.Vault(t), theme, kit.Unicode, w, h)
	d := newFakeAdmissions()
	s.cfg.Admissions = d
	s.Model = New(s.cfg)
	s.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return s, d
}

// The gamemaster sees who is here and who waits, and lets them in.
func TestGoldenGuests(t *testing.T) {
	atSizes(t, func(t *testing.T, w, h int) {
		s, d := hosted(t, w, h, "dark")
		d.silent = 7
		s.typed("P", "g")
		s.golden("guests")
	})
}

// The gamemaster clears the waiting room of those who say nothing, or of all, and is
// told what a seat does too often.
func TestClearsTheWaitingRoom(t *testing.T) {
	s, d := hosted(t, 120, 36, "dark")
	d.silent = 7
	s.typed("P", "g", "down")
	s.shows("7 wait who have not said a name")
	s.typed("enter", "enter")
	s.shows("they were sent away")
	s.typed("enter", "down", "enter")
	if !slices.Equal(d.cleared, []bool{false, true}) {
		t.Errorf("cleared: %v", d.cleared)
	}
	d.told++
	s.Update(cameOrWent{})
	s.shows("Tom has done 48 acts")
}

// What players ask for stays in the gamemaster's header until it is settled: what is
// said of it goes with the next key.
func TestAsksStandInTheHeader(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	if _, err := g.Do(mira, model.MakeRequest{Text: "a rope"}); err != nil {
		t.Fatal(err)
	}
	s := gamemaster(t, g, 120, 36)
	s.shows("V asks 1")
	s.press("V")
	if strings.Contains(s.plain(), "V asks") || len(g.Table.Requests) > 0 {
		t.Errorf("it is settled, and still asked:\n%s", s.plain())
	}
}

func TestLetsIn(t *testing.T) {
	s, d := hosted(t, 120, 36, "dark")
	s.shows("door 1", "Mira ●", "Tom ○")
	s.typed("P", "g", "enter")
	s.shows("jo is waiting to be let in", "plays Seraph", "watches", "send them away")
	s.typed("enter")
	if len(d.let) != 1 || !strings.HasPrefix(d.let[0], "7 player jo c") {
		t.Errorf("let in: %q", d.let)
	}
	s.shows("jo is in")
	s.typed("enter", "enter", "'Jo", "enter")
	s.shows("lusab-babad-gutih-tugad")
}

// The gamemaster's own seat is theirs where the table is hosted: only keys lose it.
func TestOwnSeatStays(t *testing.T) {
	s, d := hosted(t, 120, 36, "dark")
	d.own = []people.Seated{{Seat: model.Seat{Role: model.GM}, Screens: 1}}
	s.typed("P", "g", "down", "down", "enter")
	s.shows("invite another key of theirs", "remove every key", "the host's own screen stays open")
	s.typed("down", "enter")
	s.shows("Remove every key of the gamemaster?")
	s.typed("enter") // one key too many loses nothing
	if len(d.revoked) > 0 {
		t.Errorf("taken away: %v", d.revoked)
	}
	s.typed("enter", "down", "enter", "down", "enter")
	s.shows("no key can join as gamemaster any more")
}

// A seat with a phone and a terminal can lose one of them alone.
func TestRemovesOneKey(t *testing.T) {
	s, d := hosted(t, 120, 36, "dark")
	d.own = []people.Seated{{Seat: model.Seat{Role: model.Player, Name: "Ada"}, Screens: 2, Keys: []string{"SHA256:dRhyTsIx9Y7lYQEmDBvi9mjRUJhLgAwiSMG3ahN4oCk", "browser 3fa9c1d2, Firefox on Android"}}}
	s.typed("P", "g", "down", "down")
	s.shows("browser 3fa9c1d2, Firefox on Android")
	s.typed("enter")
	s.shows("remove browser 3fa9c1d2, Firefox on Android", "the others stay")
	s.typed("down", "down", "down", "down", "down", "down", "enter", "down", "enter")
	s.shows("Ada no longer has that key")
	if !slices.Equal(d.removed, []string{"browser 3fa9c1d2, Firefox on Android"}) {
		t.Errorf("removed: %q", d.removed)
	}
}

// Who was given a character before they came is among the seats, and whoever
// waits under another name can be them.
func TestSeatWithoutAKey(t *testing.T) {
	s, d := hosted(t, 120, 36, "dark")
	d.own = []people.Seated{{Seat: model.Seat{Role: model.Player, Name: "Ada"}}}
	s.typed("P", "g")
	s.shows("Ada has no character yet", "no key yet")
	s.typed("enter")
	s.shows("is Ada", "has no character yet")
	s.typed("enter")
	if len(d.let) != 1 || !strings.HasPrefix(d.let[0], "7 player Ada") {
		t.Errorf("let in: %q", d.let)
	}
	s.typed("down", "enter")
	s.shows("invite to this seat")
}

// A name that is somebody's is asked about.
func TestAsksWhoItIs(t *testing.T) {
	s, d := hosted(t, 120, 36, "dark")
	d.waits[0].Similar = model.Seat{Role: model.Player, Name: "Mira"}
	s.typed("P", "g", "enter")
	s.shows("the same person as Mira?", "yes: this is a second key of Mira", "no: ask them for another name")
	s.typed("down", "enter", "'Mira", "enter")
	s.shows("type a name that nobody here has")
	s.typed("backspace", "backspace", "backspace", "backspace", "'Jo", "enter")
	s.shows("Jo is waiting to be let in")
}

// fakeDoorman knows no invite.
type fakeDoorman struct{ asked string }

func (k *fakeDoorman) Fingerprint() string {
	return "SHA256:dRhyTsIx9Y7lYQEmDBvi9mjRUJhLgAwiSMG3ahN4oCk"
}
func (k *fakeDoorman) Ask(name string) error       { k.asked = name; return nil }
func (k *fakeDoorman) Redeem(string, string) error { return errors.New("there is no such invite") }

// playerOf is the screen of Mira, who plays the first of the Vault, while the
// gamemaster plays elsewhere.
func playerOf(t testing.TB, g *uitest.Memory, theme string, w, h int) *screen {
	t.Helper()
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
	s := newScreen(t, g, theme, kit.Unicode, w, h)
	s.cfg.Seat = model.Seat{Role: model.Player, Name: "Mira"}
	s.cfg.Admissions = onlyPresent{newFakeAdmissions()}
	s.Model = New(s.cfg)
	_, cmd := s.Update(tea.WindowSizeMsg{Width: w, Height: h})
	s.settle(cmd)
	return s
}

func TestGoldenPlayer(t *testing.T) {
	firstPanes(t)
	atSizes(t, func(t *testing.T, w, h int) {
		playerOf(t, uitest.Vault(t), "dark", w, h).golden("player")
	})
}

// The panes of a player in the other rulebooks, when something was paid with points or
// Meta. Header, news and footer are kept by TestGoldenPlayer.
func TestGoldenPlayersBooks(t *testing.T) {
	firstPanes(t)
	for _, x := range []struct {
		s     *engine.System
		offer string
	}{{d6.System, "1"}, {trip.System, "5"}} {
		t.Run(x.s.ID, func(t *testing.T) {
			atSizes(t, func(t *testing.T, w, h int) {
				s := playerOf(t, uitest.Seated(t, x.s), "dark", w, h)
				s.press(x.offer, "enter", "down", "right", "enter", "enter", "esc")
				drawn(s, "player-"+x.s.ID, s.View(), w, h, func(lines []string) []string { return lines[1 : len(lines)-2] })
			})
		})
	}
}

// On a tall screen nothing of the own sheet is cut.
func TestTallShowsTheWholeSheet(t *testing.T) {
	for _, s := range []*engine.System{supermen.System, d6.System, trip.System} {
		for _, size := range []struct{ w, h int }{{100, 50}, {120, 50}, {200, 60}} {
			p := playerOf(t, uitest.Seated(t, s), "dark", size.w, size.h)
			f := p.frameOf(paneOf("sheet"))
			if lines := p.panes[paneOf("sheet")].Draw(f); strings.Contains(ansi.Strip(lines[f.H-1]), p.look.Up[1]) {
				t.Errorf("%s at %dx%d: the sheet is cut:\n%s", s.ID, size.w, size.h, ansi.Strip(p.View()))
			}
		}
	}
}

// A player's screen survives what a stranger types, too.
func TestAnyKeyOfAPlayer(t *testing.T) {
	for seed := range uint64(often(2, 4)) {
		r := rand.New(rand.NewPCG(seed, 5))
		playerOf(t, hostileTable(t), "dark", 120, 36).pressAtRandom(r, 150)
	}
}

// The README's picture of a player's screen.
func TestReadmePlayer(t *testing.T) {
	s := playerOf(t, uitest.Vault(t), "dark", 120, 36)
	s.press("1", "enter", "enter", "enter", "esc")
	uitest.Golden(t, "player.svg", svg("A player's screen: the own sheet, who acts when, what happened, what now", s.View(), 120, 36))
}

// fakeDoor opens a table to others, or fails to.
type fakeDoor struct {
	admissions *fakeAdmissions
	opened     []string
	shut       int
}

func (d *fakeDoor) Open(address string) (people.Admissions, error) {
	if address == "nowhere" {
		return nil, errors.New("cannot listen on nowhere")
	}
	d.opened = append(d.opened, address)
	return d.admissions, nil
}
func (d *fakeDoor) Shut() error  { d.shut++; return nil }
func (d *fakeDoor) Last() string { return "" }

// The gamemaster opens a table that is being played to others with three keys, invites
// there, and closes it; who is here is asked about first.
func TestHostingAnOpenTable(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 120, 36)
	d := &fakeDoor{admissions: newFakeAdmissions()}
	d.admissions.news, s.game.Changes = nil, nil // nobody waits for them here
	s.cfg.Door = d
	s.press("P", "g")
	s.shows("Let others join this table", "They see nothing of the table until you let them in", "0.0.0.0:2222", "127.0.0.1:2222")
	s.press("enter")
	s.shows("Who is at the table", "ssh -p 2222 NAME@192.0.2.7", "jo is waiting", "hosting")
	if !slices.Equal(d.opened, []string{"0.0.0.0:2222"}) {
		t.Errorf("opened at %q", d.opened)
	}
	d.admissions.waits = nil
	s.Update(cameOrWent{})
	if strings.Contains(s.plain(), "jo is waiting") {
		t.Errorf("jo is waiting is shown:\n%s", s.plain())
	}
	s.press("end", "up", "enter") // the line before the last
	s.shows("Let others join this table", "http://0.0.0.0:8080")
	if strings.Contains(s.plain(), "2222 ") {
		t.Errorf("SSH is offered again:\n%s", s.plain())
	}
	s.press("enter")
	if !slices.Equal(d.opened, []string{"0.0.0.0:2222", "http://0.0.0.0:8080"}) {
		t.Errorf("opened at %q", d.opened)
	}
	s.press("esc")
	s.typeInPrompt("invite tom to watch")
	s.press("enter")
	s.shows("An invite", "lusab-babad-gutih-tugad")
	s.press("esc")
	s.typeInPrompt("stop hosting")
	s.press("enter")
	s.shows("Mira: their screens close at once")
	s.press("down", "enter")
	s.shows("nobody else can join any more")
	if strings.Contains(s.plain(), "hosting") {
		t.Errorf("hosting is shown:\n%s", s.plain())
	}
	if d.shut != 1 {
		t.Errorf("it was closed %d times", d.shut)
	}
	s.Update(cameOrWent{}) // which was on its way
	s.typeInPrompt("host nowhere")
	s.press("enter")
	s.shows("cannot listen on nowhere")
	s.press("esc")
	s.typeInPrompt("invite tom")
	s.press("enter")
	s.shows("Let others join this table")
	s.press("enter")
	s.shows("An invite")
	s.press("esc")
	s.press("s", "enter")
	s.shows("as ")
	s.typeInPrompt("host 127.0.0.1:2222")
	s.press("enter")
	s.shows("only the gamemaster")
}
