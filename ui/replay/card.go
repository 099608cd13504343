package replay

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// Card is what came of a fight, on one page, as a seat saw it.
type Card struct {
	Table      string   `json:"table"`
	Place      string   `json:"place,omitempty"`
	Number     int      `json:"fight"`  // counted from 1
	Counts     string   `json:"counts"` // what Given and Taken count: "harm" or, in rulebooks without points of life, "hits"
	People     []Tally  `json:"people"`
	Turning    *Turning `json:"turning,omitempty"`    // nil if the curve does not move, or is not known
	Hardest    string   `json:"hardest,omitempty"`    // the blow that took the most life
	Luckiest   *Luck    `json:"luckiest,omitempty"`   // the least likely success
	Unluckiest *Luck    `json:"unluckiest,omitempty"` // the least likely failure
	Fell       string   `json:"fell,omitempty"`       // who went down
	Stood      string   `json:"stood"`                // who stood last
	Curve      []Moment `json:"curve,omitempty"`      // empty if the seat knows too little of somebody
}

// Tally is what a character, or several alike, gave and took in a fight.
type Tally struct {
	Name  string `json:"name"`
	Side  string `json:"side"`
	Given int    `json:"given"`
	Taken int    `json:"taken"`
	Hits  int    `json:"hits"`  // how many of their blows hit
	Blows int    `json:"blows"` // how many they struck

	// There was, or may have been, more than the seat knows of.
	GivenMore bool `json:"given_more,omitempty"`
	TakenMore bool `json:"taken_more,omitempty"`
	HitsMore  bool `json:"hits_more,omitempty"`
}

// words gives the figures as far as the seat knows them: a dash for what it does not.
func (t Tally) words() (given, taken, hits string) {
	return view.KnownWords(itoa(t.Given), t.Given == 0, t.GivenMore), view.KnownWords(itoa(t.Taken), t.Taken == 0, t.TakenMore),
		view.KnownWords(fmt.Sprintf("%d of %d", t.Hits, t.Blows), t.Blows == 0, t.HitsMore)
}

// Luck is a roll and how likely its ending was.
type Luck struct {
	Words  string  `json:"words"`
	Odds   string  `json:"-"` // the chance in words, such as "1 in 50"
	Chance float64 `json:"chance"`
}

// Moment is the chance of the heroes to win, after what Words tell.
type Moment struct {
	When   string  `json:"when"`
	Words  string  `json:"words"`
	Chance float64 `json:"chance"`
}

// Turning is the moment that changed the chance of the heroes the most.
type Turning struct {
	Moment
	Before float64 `json:"before"`
}

const (
	mostMoments  = 20  // of a curve
	momentFights = 100 // that are played from each
	leastTurn    = 0.1 // a smaller change of the chance may come from the dice of so few fights
	leastAlike   = 3   // so many equal characters share a row
)

// CardOf returns the card of a fight as a seat saw it. Fights are counted as by [Of]. The
// fights of the curve may take several seconds; it is left out if ctx ends before.
func CardOf(ctx context.Context, t model.Table, seat model.Seat, fight int) (Card, error) {
	r, err := Of(t, seat, fight)
	if err != nil {
		return Card{}, err
	}
	recap := view.RecapOfEvents(t, seat, r.events)
	c := Card{Table: r.Table, Place: r.Place, Number: r.Number, Fell: namesOf(r.fell()), Stood: cmp.Or(namesOf(r.stood()), "nobody"),
		Hardest: luckWords(recap.Hardest), Luckiest: luckOf(recap.Luckiest), Unluckiest: luckOf(recap.Unluckiest)}
	c.Counts, c.People = r.tallies(view.SeenBy(t, seat), recap.People)
	curve := r.curve(t, seat, nil)
	for !curve.Done() && ctx.Err() == nil {
		curve = curve.Next(ctx)
	}
	if curve.Done() {
		c.Curve, c.Turning = curve.Moments, curve.Turning()
	}
	return c, nil
}

func luckOf(f view.Figure) *Luck {
	if f.Words == "" {
		return nil
	}
	return &Luck{luckWords(f), f.Odds(), f.Chance}
}

func luckWords(f view.Figure) string { return strings.TrimSuffix(parted(kit.Clean(f.Words)), ".") }

// tallies returns the rows of the card, with several alike in one row, and what they count.
func (r Replay) tallies(seen model.Table, people []view.Tally) (counts string, out []Tally) {
	struck := map[string]int{}
	for _, f := range r.Frames {
		for _, who := range f.struck {
			struck[who]++
		}
	}
	sum := func(all []view.Figure) (n int) {
		for _, f := range all {
			n += f.N
		}
		return n
	}
	counts = "hits"
	if slices.ContainsFunc(people, func(p view.Tally) bool { return sum(p.Dealt)+sum(p.Taken) > 0 }) {
		counts = "harm"
	}
	for _, c := range seen.Characters() {
		if struck[c.ID] > 0 && !slices.ContainsFunc(people, func(p view.Tally) bool { return p.Who == c.ID }) {
			people = append(people, view.Tally{Who: c.ID})
		}
	}
	rows := map[string]int{} // by the first of those who are alike
	members := map[string][]string{}
	for _, p := range people {
		c, known := seen.Character(p.Who)
		row := Tally{Given: sum(p.Dealt), Taken: sum(p.Taken), Hits: p.Hits, Blows: p.Blows, GivenMore: p.DealtUnknown, TakenMore: p.TakenUnknown, HitsMore: p.HitsUnknown}
		if counts == "hits" {
			row.Given, row.Taken, row.GivenMore, row.TakenMore = p.Hits, struck[p.Who], p.HitsUnknown, false
		}
		if !known || row.Given+row.Taken+row.Blows == 0 && !row.GivenMore && !row.TakenMore && !row.HitsMore {
			continue
		}
		row.Name, row.Side = kit.Clean(c.Name), kit.Clean(string(c.Side))
		alike := view.Copies(seen, c)
		if len(alike) < leastAlike {
			out = append(out, row)
			continue
		}
		members[alike[0]] = append(members[alike[0]], p.Who)
		at, there := rows[alike[0]]
		if !there {
			rows[alike[0]] = len(out)
			out = append(out, row)
			continue
		}
		g := &out[at]
		g.Name = kit.Clean(view.GroupName(seen, members[alike[0]]))
		g.Given, g.Taken, g.Hits, g.Blows = g.Given+row.Given, g.Taken+row.Taken, g.Hits+row.Hits, g.Blows+row.Blows
		g.GivenMore, g.TakenMore, g.HitsMore = g.GivenMore || row.GivenMore, g.TakenMore || row.TakenMore, g.HitsMore || row.HitsMore
	}
	return counts, out
}

// standing returns who can act.
func (f Frame) standing() (names []string) {
	for _, p := range f.People {
		if !p.Down {
			names = append(names, p.Name)
		}
	}
	return names
}

// stood returns who stood when the last of those fell who fell.
func (r Replay) stood() []string {
	last, before := len(r.Frames)-1, 0
	for i, f := range r.Frames {
		n := len(f.standing())
		if i > 0 && n < before {
			last = i
		}
		before = n
	}
	return r.Frames[last].standing()
}

// fell returns who could act before and then no more, in the order in which they fell.
func (r Replay) fell() (names []string) {
	var before []string
	for _, f := range r.Frames {
		for _, p := range f.People {
			if p.Down && slices.Contains(before, p.Name) && !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
		before = f.standing()
	}
	return names
}

// namesOf lists names; "" if there are none.
func namesOf(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// Remark is a line of the card below the bars.
type Remark struct {
	Head, Words, Figure string
	Good                bool // good news for the heroes
}

// Remarks returns the lines below the bars.
func (c Card) Remarks() (out []Remark) {
	switch {
	case c.Turning != nil:
		out = append(out, Remark{"The turning point", c.Turning.Words, "heroes " + engine.Percent(c.Turning.Before) + " → " + engine.Percent(c.Turning.Chance), c.Turning.Chance > c.Turning.Before})
	case c.Hardest != "":
		out = append(out, Remark{"The hardest blow", c.Hardest, "", true})
	}
	if c.Luckiest != nil {
		out = append(out, Remark{"The luckiest roll", c.Luckiest.Words, c.Luckiest.Odds, true})
	}
	if c.Unluckiest != nil {
		out = append(out, Remark{"The unluckiest roll", c.Unluckiest.Words, c.Unluckiest.Odds, false})
	}
	if c.Fell != "" {
		out = append(out, Remark{"Who went down", c.Fell, "", true})
	}
	return append(out, Remark{"Who stood last", c.Stood, "", true})
}

// Title names the fight.
func (c Card) Title() string {
	return strings.TrimSuffix("Fight "+itoa(c.Number)+", "+c.Place, ", ")
}

// most returns the largest figure of a bar, at least 1.
func (c Card) most() int {
	most := 1
	for _, p := range c.People {
		most = max(most, p.Given, p.Taken)
	}
	return most
}

// Share returns a figure of a bar in percent of the largest on the card.
func (c Card) Share(n int) int { return cmp.Or(100*n/c.most(), min(n, 1)) }
