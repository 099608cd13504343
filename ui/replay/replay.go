// Package replay shows a past fight: as an HTML page, as an animated picture, and as a
// recording for a terminal.
//
// A fight is the part of the log between two scenes in which somebody attacked. Everything
// in a replay is taken from the table as a seat sees it at each moment, so what the seat
// may not know is not in the file.
package replay

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// Replay is a fight as a seat saw it.
type Replay struct {
	Table  string  `json:"table"`
	Place  string  `json:"place,omitempty"`
	Number int     `json:"fight"` // counted from 1
	Frames []Frame `json:"frames"`

	events []model.Event // all events of the fight, with their numbers in the log
}

// Frame is the table after an event.
type Frame struct {
	When   string   `json:"when"` // such as "round 2"
	Words  string   `json:"words"`
	Result string   `json:"result,omitempty"` // "hit" or "miss" for an attack
	Throws []Throw  `json:"throws,omitempty"`
	People []Person `json:"people"`

	seq     uint64   // the number of the event in the log
	attack  bool     // somebody attacked
	struck  []string // ids of those who were hit
	changed int      // how many people are in another state than in the frame before
}

// Throw is a throw of several dice, with the fate of each.
type Throw struct {
	Label string `json:"label"`
	Dice  []Die  `json:"dice"`
}

// Die is one face. Fate is "", "again", "cancelled" or "decisive".
type Die struct {
	Face int    `json:"face"`
	Fate string `json:"fate,omitempty"`
}

// Person is a character as the seat sees it.
type Person struct {
	Name   string  `json:"name"`
	Side   string  `json:"side"`
	State  string  `json:"state,omitempty"`
	Down   bool    `json:"down,omitempty"` // cannot act
	Acts   bool    `json:"acts,omitempty"` // has just acted
	Meters []Meter `json:"meters,omitempty"`
}

// Meter is a pool of points. Was is its value in the frame before.
type Meter struct {
	Label string `json:"label"`
	Now   int    `json:"now"`
	Was   int    `json:"was"`
	Full  int    `json:"full"`
}

// Percent returns what is left in percent, from 0 to 100.
func (m Meter) Percent() int {
	if m.Full <= 0 {
		return 0
	}
	return min(max(100*m.Now/m.Full, 0), 100)
}

// Of returns a fight of a table as a seat saw it. Fights are counted from 1, and 0 means
// the last. The error says how many there are.
func Of(t model.Table, seat model.Seat, fight int) (Replay, error) {
	all := fights(t, seat, 0, math.MaxUint64)
	switch {
	case len(all) == 0:
		return Replay{}, model.Refuse("nobody has fought at this table yet")
	case fight < 0 || fight > len(all):
		return Replay{}, model.Refuse("there is no fight %d: this table has %s", fight, engine.Counted(len(all), "fight"))
	}
	return all[cmp.Or(fight, len(all))-1], nil
}

// fights returns the fights among the events of a table from first to last.
func fights(t model.Table, seat model.Seat, first, last uint64) (out []Replay) {
	scene, fought := -1, false
	var now Replay
	end := func() {
		if fought {
			now.Number = len(out) + 1
			out = append(out, now)
		}
		now, fought = Replay{}, false
	}
	for whole, e := range folded(t) {
		if e.Seq < first {
			continue
		}
		if e.Seq > last {
			break
		}
		seen := view.SeenBy(whole, seat)
		if seen.Clock.Scene != scene {
			end()
			scene = seen.Clock.Scene
		}
		now.events = append(now.events, e)
		frame, ok := frameOf(seen, whole.Newest.Event)
		if !ok {
			continue
		}
		if n := len(now.Frames); n > 0 {
			frame.compare(now.Frames[n-1])
		}
		frame.seq = e.Seq
		now.Table, now.Place = kit.Clean(seen.Name), kit.Clean(seen.Clock.Place)
		now.Frames = append(now.Frames, frame)
		fought = fought || frame.attack
	}
	end()
	return out
}

// folded folds the log of a table again. It yields each event that is not undone, and the
// table after it.
func folded(t model.Table) iter.Seq2[model.Table, model.Event] {
	return func(yield func(model.Table, model.Event) bool) {
		var events []model.Event
		for l := range t.Log() {
			if !l.Undone {
				events = append(events, l.Event)
			}
		}
		whole := model.New(t.Rulebooks)
		for _, own := range slices.Backward(events) {
			e := own
			e.Seq = whole.Seq() + 1 // undone events are left out, so the numbers change
			e.Facts = slices.DeleteFunc(slices.Clone(e.Facts), rewrites)
			if len(e.Facts) == 0 {
				continue
			}
			whole = whole.Apply(e)
			if !yield(whole, own) {
				return
			}
		}
	}
}

// rewrites reports whether a fact changes earlier events, whose frames already show the
// changed version.
func rewrites(f model.Fact) bool {
	switch f.(type) {
	case model.Undone, model.Redone, model.Amended:
		return true
	}
	return false
}

// frameOf returns the frame after an event as the seat sees it. ok is false if the seat
// learns nothing of the event.
func frameOf(seen model.Table, e model.Event) (f Frame, ok bool) {
	if seen.Newest == nil || model.EventID(seen.Newest.Event) != model.EventID(e) {
		return f, false // the seat does not see this event
	}
	own := seen.Newest.Event
	f.Words = parted(kit.Clean(view.Headline(seen, own)))
	if f.Words == "" {
		return f, false
	}
	f.When = kit.Clean(seen.When(seen.Clock.Moment))
	acts := ""
	for _, fact := range own.Facts {
		x, ended := fact.(model.Finished)
		if !ended {
			continue
		}
		acts = x.Roll.Who
		for _, t := range engine.ThrownOf(x.Roll.Tape, x.Fates) {
			f.Throws = append(f.Throws, throwOf(t))
		}
		s, known := seen.Rulebook(x.Roll.System)
		if !known {
			continue
		}
		var sheet engine.Page // of somebody whom the seat does not know it is empty
		if c, there := seen.Character(x.Roll.Who); there {
			sheet = c.Pages[x.Roll.System]
		}
		a, there := s.Action(x.Roll.Action)
		if !there {
			continue
		}
		yes, byRow := s.IsAttack(a, x.Roll.Params, sheet)
		if !yes && !byRow && len(x.Roll.Against) > 0 { // a rulebook without attacks fights with what it has
			yes = slices.ContainsFunc(s.Attacks(sheet), func(y engine.Attack) bool { return y.Action == a })
		}
		if yes {
			f.attack = true
			if hit, landed := view.Hit(a, x); landed && a.DecidesHit() {
				won, lost := a.Verdict()
				f.Result = lost
				if hit {
					f.Result = won
					f.struck = append(f.struck, x.Roll.Against...)
				}
			}
		}
	}
	for _, c := range seen.Characters() {
		if c.Plays(seen.System) {
			f.People = append(f.People, personOf(seen, c, c.ID == acts))
		}
	}
	return f, true
}

// between parts what a line tells.
const between = " · "

// parted puts a dot where a line parts what it tells by two spaces or more, which a page
// would show as one.
func parted(line string) string {
	var all []string
	for p := range strings.SplitSeq(line, "  ") {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, p)
		}
	}
	return strings.Join(all, between)
}

func throwOf(t engine.Thrown) Throw {
	out := Throw{Label: kit.Clean(t.Label)}
	for i, face := range t.Faces {
		d := Die{Face: face}
		if i < len(t.Fates) {
			d.Fate = map[engine.Fate]string{engine.FateAgain: "again", engine.FateCancelled: "cancelled", engine.FateSpecial: "decisive"}[t.Fates[i]]
		}
		out.Dice = append(out.Dice, d)
	}
	return out
}

func personOf(t model.Table, c *model.Character, acts bool) Person {
	p := Person{Name: kit.Clean(c.Name), Side: kit.Clean(string(c.Side)), Acts: acts, Down: t.IsDownIn(c, t.System)}
	if c.Public != nil {
		p.State = kit.Clean(c.Public.State)
		return p
	}
	blocks, _ := t.Brief(c, t.System)
	for _, b := range blocks {
		if m, ok := b.(engine.Meter); ok {
			p.Meters = append(p.Meters, Meter{Label: kit.Clean(m.Label), Now: m.Now, Was: m.Now, Full: m.Full})
		}
	}
	if s, ok := t.Rulebook(t.System); ok {
		p.State = kit.Clean(s.StateOf(t.View(c, t.System)))
	}
	return p
}

// compare sets what has changed since the frame before.
func (f *Frame) compare(before Frame) {
	f.changed = 0
	for i := range f.People {
		p := &f.People[i]
		at := slices.IndexFunc(before.People, func(x Person) bool { return x.Name == p.Name })
		if at < 0 {
			continue
		}
		if was := before.People[at]; was.State != p.State || was.Down != p.Down {
			f.changed++
		}
		for n := range p.Meters {
			if n < len(before.People[at].Meters) {
				p.Meters[n].Was = before.People[at].Meters[n].Now
			}
		}
	}
}

// Thinned returns the replay with at most most frames: the last one, and those with the
// largest losses, in order.
func (r Replay) Thinned(most int) Replay {
	if len(r.Frames) <= most {
		return r
	}
	order := make([]int, len(r.Frames)-1)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := r.Frames[a], r.Frames[b]
		return cmp.Or(cmp.Compare(y.loss(), x.loss()), cmp.Compare(min(len(y.Result), 1), min(len(x.Result), 1)))
	})
	kept := slices.Sorted(slices.Values(append(order[:most-1], len(r.Frames)-1)))
	out := r
	out.Frames = nil
	for _, i := range kept {
		f := r.Frames[i]
		f.People = slices.Clone(f.People)
		for n := range f.People {
			f.People[n].Meters = slices.Clone(f.People[n].Meters)
		}
		if n := len(out.Frames); n > 0 {
			f.compare(out.Frames[n-1])
		}
		out.Frames = append(out.Frames, f)
	}
	return out
}

// loss returns how much was lost in a frame: of meters in percent, and as much as half a
// meter for each change of a state.
func (f Frame) loss() int {
	n := 50 * f.changed
	for _, p := range f.People {
		for _, m := range p.Meters {
			if m.Full > 0 {
				n += max(100*(m.Was-m.Now)/m.Full, 0)
			}
		}
	}
	return n
}
