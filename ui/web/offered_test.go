package web

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/uitest"
)

// Whatever a page offers with a link can be done, or says what has still to be said: what a
// character can do, the cards of follow-ups, and the defences against an attack. What it
// calls off is said beside it.
func TestWhatAPageOffersCanBeDone(t *testing.T) {
	links, gave := 0, 0
	for _, s := range uitest.Books() {
		step := 0
		uitest.Fight(t, s, 3, 20, func(g *uitest.Memory) {
			step++
			seat := []model.Seat{uitest.Mira, uitest.Tom}[step/5%2]
			p := &seatPages{site: &Site{cfg: Config{Now: time.Now}}, seat: seat, memory: scene.NewMemory(nil), offers: map[string]*scene.Offers{}}
			p.table = view.SeenBy(g.Table, seat)
			if step%5 != 0 && len(scene.CalledDefences(p.table, seat)) == 0 {
				return
			}
			f := scene.Scene{Table: p.table, Seat: seat, Selected: p.selected(""), Known: scene.UpcomingOf(p.table)}
			follows := func(name, link, words string) {
				links++
				_, query, _ := strings.Cut(link, "?")
				values, err := url.ParseQuery(query)
				if err != nil {
					t.Fatal(err)
				}
				d, _, wrong, err := parseDraft(p.table, seat, values)
				if err != nil || len(wrong) > 0 {
					t.Errorf("%s: the link of %q is refused: %v, %v", s.ID, name, err, wrong)
					return
				}
				facts, err := decide.Decide(g.Table, seat, d.Command(), nil)
				if err != nil && !strings.Contains(words, "still to say") && !strings.Contains(err.Error(), "only the gamemaster knows") {
					t.Errorf("%s: %q has a link, and is refused: %v", s.ID, name, err)
				}
				for _, x := range facts {
					if _, off := x.(model.Cancelled); off && d.Abort {
						if gave++; !strings.Contains(words, "calls off") {
							t.Errorf("%s: %q does not say what it calls off", s.ID, name)
						}
					}
				}
			}
			n := p.now(f, false)
			for _, a := range append(n.Can, n.More...) {
				follows(a.Name, a.URL, a.Name+" "+a.Words)
			}
			for _, c := range p.questions(&visit{game: g}, f).Cards {
				for _, o := range c.Options {
					if o.URL == "" || o.WhyNot != "" {
						continue
					}
					lacks := "" // the form says it
					if of, _, _, err := parseDraft(p.table, seat, queryOf(o.URL)); err == nil && scene.PreviewOf(p.table, seat, of).Lacks {
						lacks = "still to say"
					}
					follows(o.Label, o.URL, o.Gives+lacks)
				}
			}
		})
	}
	if links < 200 || gave == 0 {
		t.Errorf("only %d links were followed, and %d gave something up", links, gave)
	}
}

func queryOf(link string) url.Values {
	_, query, _ := strings.Cut(link, "?")
	v, _ := url.ParseQuery(query)
	return v
}

// The form of a defence says who attacks and what is given up, and ends with its question:
// the page that is open is told so, and what is sent afterwards does nothing.
func TestAFormEndsWithItsQuestion(t *testing.T) {
	g := uitest.Seated(t, uitest.Books()[0])
	for _, c := range g.Table.HostingRules() {
		g.Must(t, c)
	}
	all := g.Table.Characters()
	hero, foe := all[0], all[1]
	g.Must(t, decide.AssignOwner(hero, "Mira"))
	for i, who := range []*model.Character{hero, foe} {
		if i > 0 {
			g.Must(t, model.Go{Moment: g.Table.Clock.Moment + 1})
		}
		g.Must(t, model.Begin{Who: who.ID, Against: []string{all[1-i].ID}, System: "supermen", Action: "combat", Params: engine.PageOf("situation", 9)})
		g.ThrowAll(t)
	}
	p := &seatPages{site: &Site{cfg: Config{Now: time.Now}}, seat: uitest.Mira, memory: scene.NewMemory(nil), offers: map[string]*scene.Offers{}}
	seen := func() model.Table { p.table = view.SeenBy(g.Table, uitest.Mira); return p.table }
	asked := p.questions(&visit{game: g}, scene.Scene{Table: seen(), Seat: uitest.Mira, Known: scene.UpcomingOf(p.table)}).Cards[0]
	html := markupOf(questions{Cards: []card{asked}}).String()
	for _, want := range []string{foe.Name + " attacks " + hero.Name, "calls off your Combat Roll at segment"} {
		if !strings.Contains(html, want) {
			t.Errorf("the card does not say %q:\n%s", want, html)
		}
	}
	v := queryOf(asked.Options[0].URL)
	d, _, _, err := parseDraft(p.table, uitest.Mira, v)
	if err != nil || d.CalledBy() == "" {
		t.Fatalf("the form is %+v, %v", d, err)
	}
	g.Must(t, model.NoDefence{Roll: d.CalledBy(), Who: hero.ID})
	if _, _, _, err := parseDraft(seen(), uitest.Mira, v); !errors.Is(err, errNoLongerCalled) {
		t.Errorf("the form is read though its question has ended: %v", err)
	}
	before := len(g.Table.Pending())
	if _, err := g.Do(uitest.Mira, d.Command()); err == nil || len(g.Table.Pending()) != before {
		t.Errorf("what it sent is carried out: %v", err)
	}
}

// A page does not wait for a list whose rules take long: what was not reached has its link all the
// same, and says so.
func TestSlowPageSaysWhatWasNotTried(t *testing.T) {
	const many = 200
	g, _ := uitest.Slow(t, "runs", many)
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], uitest.Mira.Name))
	p := &seatPages{site: &Site{cfg: Config{Now: time.Now}}, seat: uitest.Mira, memory: scene.NewMemory(nil), offers: map[string]*scene.Offers{}}
	p.table = view.SeenBy(g.Table, uitest.Mira)
	n := p.now(scene.Scene{Table: p.table, Seat: uitest.Mira, Selected: p.selected(""), Known: scene.UpcomingOf(p.table)}, false)
	all, left := slices.Concat(n.Can, n.More), 0
	for _, a := range all {
		if a.Words == "not tried" && a.URL != "" {
			left++
		}
	}
	if len(all) != many || left == 0 || left == many {
		t.Errorf("%d actions are listed, %d were not tried", len(all), left)
	}
}
