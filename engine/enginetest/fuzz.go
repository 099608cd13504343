package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// FuzzRules runs every action over sheets, parameters and house rules that the
// schemas allow but nobody would write, each drawn from a seed. No rule may break,
// ask without end, or leave a sheet outside its schema; no panel may break; and the
// odds, if they can be counted, must add up.
func FuzzRules(f *testing.F, sys *engine.System) {
	f.Helper()
	defer fewerCollections()()
	for seed := range uint64(seeds) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		e := newExam(t, sys, newWatchdog())
		e.rnd = seededRand(seed)
		var stuck complaint
		if !e.dog.guard(&stuck, e.oddities) {
			panic(stuck.words) // fuzzing must not go on beside a rule that is stuck
		}
	})
}

// complaint is a T that keeps the first thing that is reported.
type complaint struct{ words string }

// Helper does nothing.
func (*complaint) Helper() {}

// Errorf keeps the first report.
func (c *complaint) Errorf(format string, args ...any) {
	if c.words == "" {
		c.words = fmt.Sprintf(format, args...)
	}
}

const (
	// seeds is how many seeds an ordinary test tries.
	seeds = 40
	// oddRuns is how often odds for such inputs may run their rule.
	oddRuns = 1500
)

// oddities tries every action with one set of random inputs.
func (e *exam) oddities() {
	for _, a := range e.sys.Actions {
		e.oddity(a)
	}
}

func (e *exam) oddity(a *engine.Action) {
	in := engine.Inputs{System: e.sys, Action: a, Moment: []int{0, 1, 1000, 50_000_000}[e.rnd.IntN(4)],
		Sheets: map[engine.Seat]engine.Page{engine.Actor: e.odd(e.sys.Sheet, nil)}}
	for n := range e.rnd.IntN(3) {
		in.Sheets[engine.Opponent(n+1)] = e.odd(e.sys.Sheet, nil)
	}
	own := in.Sheets[engine.Actor]
	in.Params = e.odd(a.Form, &own)
	if e.rnd.IntN(2) == 0 {
		in.House = e.odd(e.sys.House, nil)
	}
	tr := trial{"an odd one", in}
	for _, frugal := range []bool{true, false} {
		p := e.tried.onePath(e.rnd, tr, frugal)
		e.oddEnd(p)
		for seat := range in.Sheets {
			if p.ended() {
				e.shows(p, seat)
			}
		}
	}
}

func (e *exam) oddEnd(p path) {
	e.pathEnds(p)
	if !p.ended() {
		return
	}
	if err := e.checkEnd(p); err != nil {
		e.fail(p.trial, p.tape, "%v", err)
	}
	if p.threw() && p.frugal && !tooManyThrows(p) {
		c, err := e.count(p.in, nil, nil, oddRuns)
		if err == nil {
			err = addsUp(c)
		}
		if err != nil && !errors.Is(err, errTooMany) {
			e.fail(p.trial, nil, "the odds: %v", err)
		}
	}
}

// shows proves that a sheet can be shown as the roll leaves it.
func (e *exam) shows(p path, seat engine.Seat) {
	v := engine.View{Sheet: e.sys.Sheet.Read(p.after(seat)), House: e.sys.House.Read(p.in.House), Moment: p.in.Moment}
	for _, d := range e.drawings() {
		if _, err := e.draw(d, v); err != nil {
			e.fail(p.trial, p.tape, "afterwards the %s of the %s: %v", d.name, seat, err)
		}
	}
}

// odd returns a page on which some fields of a schema and some rows of its lists are written
// at random. own is the sheet whose rows may be named.
func (e *exam) odd(s *engine.Schema, own *engine.Page) engine.Page {
	var pairs []any        // a page of them at once: With copies
	dense := e.rnd.IntN(4) // how many fields of four are written
	for _, sp := range s.Fields() {
		if e.rnd.IntN(4) <= dense {
			if v := e.oddValue(sp, own); sp.Check(v) == nil {
				pairs = append(pairs, sp.ID, v)
			}
		}
	}
	p := engine.PageOf(pairs...)
	for _, l := range s.Lists() {
		for n := range e.rnd.IntN(4) {
			row := fmt.Sprintf("%s/r%d/", l.ID, n+1)
			p = p.With(row+"name", engine.ValueOf(e.oddName(n)))
			for _, sp := range l.Columns {
				if sp.ID != "name" && e.rnd.IntN(4) <= dense {
					if v := e.oddValue(sp, &p); sp.Check(v) == nil {
						p = p.With(row+sp.ID, v)
					}
				}
			}
		}
	}
	return p
}

func (e *exam) oddName(n int) string {
	var known []string
	for _, tpl := range e.sys.Templates {
		for _, l := range e.sys.Sheet.Lists() {
			known = append(known, e.tried.rowNames(l.ID, &tpl.Page)[2:]...)
		}
	}
	if len(known) == 0 || e.rnd.IntN(3) == 0 {
		return fmt.Sprintf("Thing %d", n)
	}
	return known[e.rnd.IntN(len(known))]
}

func (e *exam) oddValue(sp *engine.Spec, own *engine.Page) engine.Value {
	switch sp.Kind {
	case engine.Int:
		return engine.ValueOf(oddNumber(e.rnd, sp.Least, sp.Most))
	case engine.Decimal:
		return engine.ValueOf(engine.Milli(oddNumber(e.rnd, sp.Least, sp.Most)))
	case engine.Bool:
		return engine.ValueOf(e.rnd.IntN(2) == 0)
	}
	words := sp.Options
	switch {
	case words != nil:
	case sp.RowsOf != "" && own != nil:
		words = e.tried.rowNames(sp.RowsOf, own)
	default:
		words = []string{"", "0", "1", "-1", "7", "20", "999", "9999", "99999999", "1/4", "9999/9999", "1/0", "4D", "0D", "99D", "9999D", "2D+1", "+9D+2",
			"-3D", "D", "d100", "100", "2,3,4", "100,100,100,100,100,100", "x", strings.Repeat("9", max(sp.Most, 0)), "Ünïcode—“mark”", "a/b", "a long day"}
	}
	return engine.ValueOf(words[e.rnd.IntN(len(words))])
}

// oddNumber returns a number that is often small or an end of the range.
func oddNumber(rnd *rand.Rand, least, most int) int {
	n := rnd.IntN(24) - 3
	switch rnd.IntN(6) {
	case 0:
		n = least
	case 1:
		n = most
	case 2:
		n = least + rnd.IntN(max(1, most-least+1))
	}
	return min(max(n, least), most)
}
