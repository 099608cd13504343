package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

var mira = model.Seat{Role: model.Player, Name: "Mira"}

// secretive is a table at which Mira plays Seraph, Tom plays Sphinx, and
// somebody is hidden from both.
func secretive(t testing.TB) *uitest.Memory {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"), decide.AssignOwner(all[1], "Tom"),
		model.Join{Character: model.Character{Name: "Mole", Hidden: true, Pages: map[string]engine.Page{"supermen": supermen.System.Templates[0].Page}}},
		model.Note{Text: "the vault is empty", Private: true})
	return g
}

func gamemaster(t testing.TB, g *uitest.Memory, w, h int) *screen {
	s := newScreen(t, g, "dark", kit.Unicode, w, h)
	s.cfg.Admissions = newFakeAdmissions()
	s.Model = New(s.cfg)
	s.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return s
}

// What the gamemaster sees as Mira is what is drawn for Mira, under a line that
// says so.
func TestLooksAsAPlayer(t *testing.T) {
	for _, size := range []struct{ w, h int }{{120, 36}, {80, 24}, {60, 20}} {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			g := secretive(t)
			s := gamemaster(t, g, size.w, size.h)
			s.press("s")
			s.shows("what Mira sees", "plays Seraph", "what Tom sees", "a watcher sees")
			s.press("enter")
			s.shows("as Mira sees it", "esc returns to your own screen", "Seraph: what now?")
			s.exact()
			if strings.Contains(s.plain(), "Mole") || strings.Contains(s.plain(), "the vault is empty") {
				t.Errorf("Mira does not know of this:\n%s", s.plain())
			}
			own := playerAt(t, g, mira, size.w, max(size.h-1, 20))
			_, got, _ := strings.Cut(s.View(), "\n")
			want := own.View()
			if size.h == 20 {
				_, want, _ = strings.Cut(want, "\n")
			} else { // the first line says that nothing is written here
				_, got, _ = strings.Cut(got, "\n")
				_, want, _ = strings.Cut(want, "\n")
			}
			if got != want {
				t.Errorf("as Mira\n%s\nand Mira has\n%s", got, want)
			}
		})
	}
}

// playerAt is the screen of a seat at a table.
func playerAt(t testing.TB, g *uitest.Memory, seat model.Seat, w, h int) *screen {
	s := newScreen(t, g, "dark", kit.Unicode, w, h)
	s.cfg.Seat, s.cfg.Admissions = seat, onlyPresent{newFakeAdmissions()}
	s.Model = New(s.cfg)
	_, cmd := s.Update(tea.WindowSizeMsg{Width: w, Height: h})
	s.settle(cmd)
	return s
}

// It follows the table, does nothing to it, and esc goes back.
func TestLooksOn(t *testing.T) {
	g := secretive(t)
	s := gamemaster(t, g, 120, 36)
	s.press("s", "enter")
	seq := g.Table.Seq()
	s.press("1", "enter", "enter")
	s.shows("this only shows what Mira sees: you cannot act here")
	if g.Table.Seq() != seq {
		t.Error("something was done")
	}
	s.press("esc", "M")
	s.typed("'Hello", "enter")
	s.shows("this only shows what Mira sees")
	s.press("esc")
	g.Must(t, model.Say{Text: "roll for it"})
	s.Update(changed{})
	s.shows("as Mira sees it", "roll for it")
	s.press("q")
	if s.preview != nil {
		t.Error("q leads nowhere but back")
	}
	s.shows("Mole")
	s.press("s", "end", "enter")
	s.shows("as a watcher sees it")
	if strings.Contains(s.plain(), "Mole") {
		t.Error("a watcher sees whoever is hidden")
	}
	s.press("esc")
	s.shows("Mole", "GM")
}

// A page that is shown to all comes up on everybody's screen, and waits until
// what somebody is in is closed.
func TestShowsToAll(t *testing.T) {
	g := secretive(t)
	s, p := gamemaster(t, g, 120, 36), playerAt(t, g, mira, 80, 24)
	busy := playerAt(t, g, model.Seat{Role: model.Player, Name: "Tom"}, 60, 20)
	busy.press("M")
	s.press("Y", "end", "enter")
	s.shows("The first line is the heading")
	s.paste("The letter\n\nCome at once.\nK.")
	s.press("f2")
	s.shows("shown to everybody: The letter")
	for _, x := range []*screen{p, busy} {
		x.Update(changed{})
	}
	p.shows("The gamemaster shows: The letter", "Come at once.", "K.")
	busy.shows("Send a message", "close this to see what the gamemaster shows: The letter")
	p.press("esc")
	if strings.Contains(p.plain(), "Come at once.\n") || p.over.Top() != nil {
		t.Errorf("the page is not closed:\n%s", p.plain())
	}
	p.press("Y")
	p.shows("Come at once.")
	busy.press("esc")
	busy.shows("Come at once.")
	busy.exact()
}

func (s *screen) paste(text string) {
	_, cmd := s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
	s.settle(cmd)
}

// Whoever shows what the seats may not know is told so first, and shows only
// what is left.
func TestToldBeforeItIsKnown(t *testing.T) {
	g := secretive(t)
	s := gamemaster(t, g, 120, 36)
	s.press("3", "Y") // the private note
	s.shows("from the log: Private note: the vault is empty")
	s.press("enter")
	s.shows("The players do not know this yet")
	s.press("esc")
	if p := view.SeenBy(g.Table, mira); len(p.Shows(0)) != 0 {
		t.Fatal("shown before it was said so")
	}
	s.press("Y", "enter")
	s.paste(", says Jo")
	s.press("f2")
	p := view.SeenBy(g.Table, mira)
	if all := p.Shows(0); len(all) != 1 || all[0].Text != "Private note: the vault is empty, says Jo" {
		t.Fatalf("shown: %+v", all)
	}
	s.press("1", "end", "2", "Y", "enter") // the hidden one's sheet
	s.shows("The players do not know this yet", "Agility")
	s.press("enter")
	p = view.SeenBy(g.Table, mira)
	all := p.Shows(0)
	if len(all) != 2 || all[1].Character == nil || all[1].Character.Name != "Mole" || all[1].Character.ID != "" || all[1].Character.Notes != "" {
		t.Fatalf("shown: %+v", all)
	}
	if len(p.Characters()) != 3 {
		t.Error("the hidden one is at the table for Mira")
	}
	x := playerAt(t, g, mira, 100, 32)
	x.press("Y")
	x.shows("The gamemaster shows: Mole", "Agility")
	s.press("u")
	if all := view.SeenBy(g.Table, mira).Shows(0); len(all) != 1 {
		t.Errorf("taken back, and still shown: %+v", all)
	}
}

// What everybody knows is shown at once, odds too.
func TestShowsWhatIsKnown(t *testing.T) {
	g := uitest.Vault(t)
	seraph := g.Table.Characters()[0]
	g.Must(t, model.Edit{Who: seraph.ID, Character: seraph.WithShown("open")})
	s := gamemaster(t, g, 120, 36)
	s.press("2", "Y", "enter")
	s.shows("shown to everybody: Seraph")
	s.press("a")
	s.typed("'Throw", "enter")
	s.press("f4")
	if all := view.SeenBy(g.Table, model.Seat{Role: model.Watcher}).Shows(0); len(all) != 2 || all[1].Odds == nil || all[1].Odds.Success <= 0 {
		t.Fatalf("shown: %+v\n%s", all, s.plain())
	}
	x := playerAt(t, g, mira, 60, 20)
	x.press("Y")
	x.shows("The gamemaster shows", "success")
	x.exact()
}

// What a player's hit calls for is theirs to take up: enter goes on with it, and
// whom it is done to may be somebody of whom nothing is known.
func TestPlayerTakesUpDamage(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	s := playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36)
	for range 20 {
		s.press("esc", "esc", "1")
		for range 4 {
			if s.press("enter"); len(g.Table.FollowUps()) > 0 {
				break
			}
		}
		if len(g.Table.FollowUps()) > 0 {
			break
		}
	}
	if !strings.Contains(s.plain(), ": Damage") {
		s.press("enter")
	}
	s.shows(all[0].Name+": Damage", "on average", "defence is unknown")
	s.press("enter")
	if len(g.Table.FollowUps()) > 0 {
		t.Errorf("the damage still follows:\n%s", s.plain())
	}
	for _, r := range g.Table.Rolls() {
		g.Must(t, model.Drop{Roll: r.ID})
	}
	s.Update(changed{})
	s.press("esc", "esc")
	if strings.Contains(s.plain(), "1 Damage") {
		t.Errorf("what nobody chose is offered first:\n%s", s.plain())
	}
}
