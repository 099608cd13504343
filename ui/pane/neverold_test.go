package pane

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// changesWords does one thing at the table, which may be refused: much of it is
// told elsewhere, or changes how something is told.
func changesWords(g *uitest.Memory, r *rand.Rand, s *engine.System, n int) {
	all := g.Table.Characters()
	who, foe := all[r.IntN(len(all))], all[r.IntN(len(all))]
	player := model.Seat{Role: model.Player, Name: "Mira"}
	edit := *who
	edit.Name = fmt.Sprint("Somebody ", n)
	a := s.Actions[r.IntN(len(s.Actions))]
	begin := model.Begin{Who: who.ID, System: s.ID, Action: a.ID}
	if a.Need != engine.Alone && foe != who {
		begin.Against = []string{foe.ID}
	}
	cmds := []model.Command{begin, begin, begin, begin, model.Next{}, model.Undo{}, model.Undo{}, model.Redo{}, model.Scene{Place: "Harbour"},
		model.Note{Text: fmt.Sprint("so ", n)}, model.Note{Text: "whispered", Private: true}, model.Edit{Who: who.ID, Character: edit},
		model.NameSeat{Seat: player, Name: fmt.Sprint("Player ", n)}, model.Amend{Event: max(1, g.Table.Seq()-uint64(r.IntN(9))), Stop: true}}
	page, rows := who.Pages[s.ID], 0
	for _, path := range page.Paths() {
		sp, ok := s.Sheet.Field(path)
		if ok && sp.In != "" {
			rows++
		}
		if !ok || rows > 6 || sp.In == "" && r.IntN(9) > 0 { // of a few rows the names and more, again and again
			continue
		}
		to := engine.ValueOf(fmt.Sprint("Thing ", n))
		if sp.Kind == engine.Int {
			to = engine.ValueOf(min(sp.Most, max(sp.Least, s.Sheet.Read(page).Value(path).Int()+1)))
		}
		cmds = append(cmds, model.Write{Who: who.ID, System: s.ID, Set: []model.Change{{Field: path, To: to}}})
	}
	by := uitest.GM
	if r.IntN(8) == 0 {
		by = player
	}
	_, _ = g.Do(by, cmds[r.IntN(len(cmds))])
	for _, roll := range g.Table.Rolls() {
		step, err := g.Table.Step(roll)
		if err != nil || step.Open == nil || r.IntN(2) == 0 {
			continue
		}
		if r.IntN(6) == 0 {
			_, _ = g.Do(uitest.GM, model.Drop{Roll: roll.ID})
		} else if a, ok := step.Open.Nothing(); ok {
			_, _ = g.Do(uitest.GM, model.Answer{Roll: roll.ID, At: len(roll.Tape), Answer: a})
		}
	}
}

// Whatever happens at a table, the log with what was found of it before shows what it
// shows without.
func TestLogIsNeverOld(t *testing.T) {
	theme, _ := kit.FindTheme("dark")
	look := kit.NewLook(lipgloss.NewRenderer(io.Discard), theme, kit.Unicode)
	for i, s := range systems.All() {
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 71))
			g := uitest.Seated(t, s)
			g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
			seats := []model.Seat{uitest.GM, {Role: model.Player, Name: "Mira"}}
			tables, filtered := make([]model.Table, 2), 0
			for n := range 150 {
				changesWords(g, r, s, n)
				for k, seat := range seats {
					if tables[k] = view.Follow(tables[k], g.Table, seat); n == 0 || k == 0 {
						tables[k] = view.SeenBy(g.Table, seat)
					}
					f := Frame{Table: tables[k], Seat: seat, Selected: g.Table.Characters()[0].ID, System: s.ID, Look: look, Ahead: LookAhead(tables[k])}
					f.Filter = []Filter{{}, {Text: "so"}, {}, {Who: f.Selected}, {}, {Text: "no such words"}}[n/7%6] // for a while
					for range 3 {
						f := f.Sized(60+r.IntN(2)*10, 12+r.IntN(2)*20, r.IntN(2) == 0)
						p := Log{}
						if r.IntN(3) == 0 {
							p.On, p.seen = max(1, f.Table.Seq()-uint64(r.IntN(5))), 1
							if f.Filter != (Filter{}) {
								p.On = min(p.On, 20) // where most is as it was
							}
							p.Open, p.Marked = []uint64{max(1, p.On-1)}, []uint64{p.On, p.On + 1}
						}
						got := append(p.Draw(f), p.Aside(f))
						for _, w := range f.Ahead.walks.all {
							filtered += len(w.found)
						}
						f.Ahead = nil
						if want := append(p.Draw(f), p.Aside(f)); !slices.Equal(got, want) {
							t.Fatalf("what is kept of the log shows\n%s\nand should show\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
						}
					}
				}
			}
			if filtered < 300 {
				t.Errorf("%d entries were found: that shows little", filtered)
			}
		})
	}
}

// Whatever happens at a table, a pane shows with what was worked out before
// what it shows without.
func TestPanesAreNeverOld(t *testing.T) {
	theme, _ := kit.FindTheme("dark")
	looks := []*kit.Look{kit.NewLook(lipgloss.NewRenderer(io.Discard), theme, kit.Unicode), kit.NewLook(lipgloss.NewRenderer(io.Discard), theme, kit.ASCII)}
	for i, s := range systems.All() {
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 73))
			g := uitest.Seated(t, s)
			g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
			seats := []model.Seat{uitest.GM, {Role: model.Player, Name: "Mira"}}
			tables := make([]model.Table, 2)
			for n := range 150 {
				changesWords(g, r, s, n)
				for k, seat := range seats {
					tables[k] = view.Follow(tables[k], g.Table, seat)
					all := tables[k].Characters()
					f := Frame{Table: tables[k], Seat: seat, Selected: all[r.IntN(min(2, len(all)))].ID, System: s.ID, Look: looks[r.IntN(8)/7], Ahead: LookAhead(tables[k])}
					if r.IntN(4) == 0 {
						f.Marked = []string{all[r.IntN(len(all))].ID}
					}
					f = f.Sized(40+r.IntN(5)/4*30, 12+r.IntN(2)*20, r.IntN(4) == 0)
					for _, p := range []Pane{Roster{}, Roster{Strip: r.IntN(4) == 0}, Sheet{}, Costs{}, Timeline{}, Order{}} {
						got, without := p.Draw(f), f
						without.Ahead = nil
						if want := p.Draw(without); !slices.Equal(got, want) {
							t.Fatalf("with what was kept %T shows\n%s\nand should show\n%s", p, strings.Join(got, "\n"), strings.Join(want, "\n"))
						}
					}
				}
			}
		})
	}
}
