package model_test

import (
	"flag"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

var recapFights = flag.Int("recap-fights", 1, "fights of each rulebook whose recaps are counted")

// brawls lets heroes and foes strike at each other, with whatever follows.
func (p *play) brawls(r *rand.Rand, s *engine.System, sides [2][]string) {
	var strikes, harms []string
	for _, a := range s.Actions {
		switch {
		case a.Mode == engine.ByClock:
		case a.Attack():
			strikes = append(strikes, a.ID)
		case a.ID == s.Harm.Action || a.Need != engine.Alone:
			harms = append(harms, a.ID)
		}
	}
	begins := func(b model.Begin) {
		if p.do(gm, b) == nil {
			p.finishes(r)
		}
	}
	for range 40 {
		n := r.IntN(2)
		b := model.Begin{Who: sides[n][r.IntN(2)], Against: []string{sides[1-n][r.IntN(2)]}, System: s.ID, Force: true}
		if all := strikes; len(harms) > 0 && (r.IntN(6) == 0 || len(strikes) == 0) {
			b.Action = harms[r.IntN(len(harms))]
		} else {
			b.Action = all[r.IntN(len(all))]
		}
		begins(b)
		for range 4 {
			for _, u := range p.table.FollowUps() {
				begins(decide.TakesUp(p.table, u))
			}
		}
		switch r.IntN(5) {
		case 0:
			_ = p.do(gm, model.Undo{Act: true})
		case 1, 2:
			_ = p.do(gm, model.Next{})
			p.finishes(r)
		}
	}
}

// lifeLost counts what the facts of a log took from the pools of life of each character.
func lifeLost(t model.Table, log []model.Event) map[string]int {
	undone := map[uint64]bool{}
	for l := range t.Log() {
		undone[l.Event.Seq] = l.Undone
	}
	lost := func(s model.State) map[[3]string]int {
		out := map[[3]string]int{}
		for _, c := range s.Characters {
			for id, page := range c.Pages {
				sys := t.Rulebooks[id]
				for _, p := range lifePools(sys, page) {
					out[[3]string{c.ID, id, p.Key()}] = p.Lost(sys.Sheet.Read(page))
				}
			}
		}
		return out
	}
	out := map[string]int{}
	var now model.State
	for _, e := range log {
		if undone[e.Seq] || e.OnlyChangesHistory() {
			continue
		}
		for _, f := range e.Facts {
			before := lost(now)
			now.Apply(f)
			for at, n := range lost(now) {
				out[at[0]] += max(n-before[at], 0)
			}
		}
	}
	return out
}

// lifePools are the pools of life of a sheet, those of its rows too.
func lifePools(s *engine.System, page engine.Page) (out []engine.Pool) {
	all := slices.Clone(s.Pools)
	for _, track := range s.Tracks {
		for _, row := range page.RowIDs(track.Full.In) {
			if p, ok := s.Pool(track.Full.In + "/" + row + "/" + track.Losses[0].ID); ok {
				all = append(all, p)
			}
		}
	}
	for _, p := range all {
		if p.Kind == "life" {
			out = append(out, p)
		}
	}
	return out
}

var hitInLog = regexp.MustCompile(`^(Mira|Tom|Grim|Weasel)(: .*, a hit\b| hits\b)`)

// In fights of every rulebook the harm of the gamemaster's recap is what pools have lost, and it
// comes from somebody for each blow that hit; a player's recap counts what their own log shows,
// and says of the rest that it is not known, not that it is nothing.
func TestRecapCountsWhatTheLogShows(t *testing.T) {
	for _, id := range everyRulebook() {
		t.Run(id, func(t *testing.T) {
			harm, hits := 0, 0
			for seed := range uint64(*recapFights) {
				p, s, heroes, foes := hosted(t, id, seed+1)
				p.brawls(rand.New(rand.NewPCG(seed, 3)), s, [2][]string{heroes, foes})
				lost := lifeLost(p.table, p.log)
				all, _ := view.RecapOf(p.table, gm, p.table.CurrentSession())
				for _, c := range p.table.Characters() {
					x := tallyOf(all, c.ID)
					if n := sumFigures(x.Taken); n != lost[c.ID] {
						t.Errorf("seed %d: %s lost %d, and the recap says %d", seed, c.Name, lost[c.ID], n)
					}
					if x.DealtUnknown || x.TakenUnknown || x.HitsUnknown {
						t.Errorf("seed %d: the gamemaster does not know what %s did", seed, c.Name)
					}
					harm += lost[c.ID] + len(x.Hurt)
				}
				for _, seat := range []model.Seat{{Role: model.Player, Name: "Mira"}, {Role: model.Watcher}} {
					hits += recapOfSeat(t, p.table, seat, lost)
				}
			}
			if harm == 0 {
				t.Error("nobody was hurt")
			}
			t.Logf("%d harm, %d hits", harm, hits)
		})
	}
}

func recapOfSeat(t *testing.T, table model.Table, seat model.Seat, lost map[string]int) (hits int) {
	seen := view.SeenBy(table, seat)
	logged := map[string]int{}
	for e := range view.Entries(seen, view.Filter{}, 0, 0) {
		if e.Undone {
			continue
		}
		for _, f := range e.Event.Facts {
			if end, is := f.(model.Finished); is {
				if a, ok := seen.ActionOf(end.Roll.System, end.Roll.Action); ok && a.DecidesHit() {
					if of := hitInLog.FindStringSubmatch(view.Words(seen, f)[0]); of != nil {
						logged[of[1]]++
					}
				}
			}
		}
	}
	for _, cut := range []bool{false, true} { // what is cut before it is counted comes to the same
		from := table
		if cut {
			from = seen
		}
		r, _ := view.RecapOf(from, seat, table.CurrentSession())
		for _, c := range table.Characters() {
			x, open := tallyOf(r, c.ID), seat.VisibilityOf(c) == model.Open
			if x.Hits < logged[c.Name] {
				t.Errorf("%s, cut %v: %s has %d of %d hits, and the log shows %d", seat.Name, cut, c.Name, x.Hits, x.Blows, logged[c.Name])
			}
			if n := sumFigures(x.Taken); open && n != lost[c.ID] || !open && n != 0 {
				t.Errorf("%s, cut %v: %s has taken %d of %d", seat.Name, cut, c.Name, n, lost[c.ID])
			}
			if x.Who != "" && x.TakenUnknown == open {
				t.Errorf("%s, cut %v: of %s: %+v", seat.Name, cut, c.Name, x)
			}
			for _, foe := range table.Characters() { // of what a blow at somebody took whose sheet is not seen, no figure is told
				if open && x.Hits > 0 && foe.Side != c.Side && seat.VisibilityOf(foe) != model.Open && !x.DealtUnknown {
					t.Errorf("%s, cut %v: %s hit, and %+v", seat.Name, cut, c.Name, x)
				}
			}
			hits += x.Hits
		}
	}
	return hits
}

func tallyOf(r view.Recap, who string) view.Tally {
	for _, x := range r.People {
		if x.Who == who {
			return x
		}
	}
	return view.Tally{}
}

func sumFigures(all []view.Figure) (n int) {
	for _, f := range all {
		n += f.N
	}
	return n
}

// Harm belongs to whoever it comes from: by a spell against which others save, and by what is
// thrown, of which the throw is no blow but the landing is.
func TestHarmBelongsToWhomItComesFrom(t *testing.T) {
	p := &play{TB: t, table: model.New(rulesWith(t, "d20")), throw: thrower(5)}
	p.must(model.Make{Name: "Cellar", System: "d20"})
	join := func(name string, pairs ...any) string {
		p.must(model.Join{Character: model.Character{Name: name, Pages: map[string]engine.Page{p.table.System: engine.PageOf(pairs...)}}})
		all := p.table.Characters()
		return all[len(all)-1].ID
	}
	quill := join("Quill", "level", 5, "intelligence", 17, "hp_full", 27, "slots3_full", 1, "spells/p1/name", "Fireball", "spells/p1/level", 3, "spells/p1/by", "save", "spells/p1/dice", 8, "spells/p1/die", 6)
	snag, grub := join("Snag", "hp_full", 60), join("Grub", "hp_full", 60)
	r := rand.New(rand.NewPCG(1, 1))
	p.must(model.Begin{Who: quill, Against: []string{snag, grub}, System: "d20", Action: "cast", Params: engine.PageOf("spell", "Fireball")})
	p.finishes(r)
	for _, u := range p.table.FollowUps() {
		p.must(decide.TakesUp(p.table, u))
		p.finishes(r)
	}
	all, _ := view.RecapOf(p.table, gm, p.table.CurrentSession())
	taken := sumFigures(tallyOf(all, snag).Taken) + sumFigures(tallyOf(all, grub).Taken)
	if x := tallyOf(all, quill); taken == 0 || sumFigures(x.Dealt) != taken || x.Blows != 0 {
		t.Errorf("they lost %d, and Quill: %+v", taken, x)
	}

	m := newPlay(t, func(engine.Dice, bool) engine.Faces { return engine.Faces{6, 6} })
	hammer, thug := m.join("Hammer", "strength", 30, "agility", 25, "learning", 20), m.join("Thug", "strength", 10)
	m.must(model.Begin{Who: hammer, Against: []string{thug}, System: "supermen", Action: "throw"})
	m.finishes(r)
	for range 6 {
		for _, u := range m.table.FollowUps() {
			_ = m.do(gm, decide.TakesUp(m.table, u))
			m.finishes(r)
		}
		_ = m.do(gm, model.Next{})
	}
	landed := 0
	for _, e := range m.log {
		for _, f := range e.Facts {
			if end, is := f.(model.Finished); is && end.Roll.Action == "blow" {
				landed++
			}
		}
	}
	all, _ = view.RecapOf(m.table, gm, m.table.CurrentSession())
	if x := tallyOf(all, hammer); x.Blows != landed {
		t.Errorf("%d blows landed, and Hammer: %+v", landed, x)
	}
}
