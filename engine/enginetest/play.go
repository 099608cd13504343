package enginetest

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/playfile"
)

// T is what the exam and the plays report to; a *testing.T is one.
type T interface {
	Helper()                           // as that of testing.T
	Errorf(format string, args ...any) // reports, and goes on
}

// TestPlays runs every .play file of a folder, each as a test of its own.
func TestPlays(t *testing.T, sys *engine.System, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.play"))
	if err != nil || len(files) == 0 {
		t.Errorf("no .play files in %s", dir)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".play"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			play, err := playfile.Parse(file, string(text))
			if err != nil {
				t.Fatal(err)
			}
			glass := newHourglass()
			glass.beside(t, func() { perform(t, glass, sys, play) })
		})
	}
}

// perform runs a play and reports what is not as it says.
func perform(t T, glass *hourglass, sys *engine.System, play playfile.Play) {
	t.Helper()
	if play.System != sys.ID {
		t.Errorf("%s:1: the play is for %s, and this is %s", play.Name, play.System, sys.ID)
		return
	}
	st := &stage{t: t, glass: glass, sys: sys, file: play.Name, pages: map[string]engine.Page{}}
	for _, s := range play.Stanzas {
		if !st.perform(s) {
			return
		}
	}
}

// stage is where a play has come to.
type stage struct {
	t       T
	glass   *hourglass
	sys     *engine.System
	file    string
	house   engine.Page
	pages   map[string]engine.Page // by the names of the characters
	force   map[string][]engine.Modifier
	actor   string
	against []string
	company []string
	moment  int
}

func (st *stage) fail(line int, format string, args ...any) bool {
	st.t.Helper()
	st.t.Errorf("%s:%d: "+format, append([]any{st.file, line}, args...)...)
	return false
}

// perform is false when what follows can't be run.
func (st *stage) perform(s playfile.Stanza) bool {
	st.t.Helper()
	in, ok := st.inputs(s)
	if !ok {
		return false
	}
	c := check{stage: st, stanza: s, in: in}
	c.run()
	if c.failed && len(c.step.Notes) > 0 {
		st.t.Errorf("the working of %s, line %d:\n\t%s", s.Action, s.Line, strings.Join(c.step.Notes, "\n\t"))
	}
	for _, ch := range c.step.Changes {
		if name, ok := st.name(ch.Sheet); ok && c.step.Done() && c.err == nil {
			st.pages[name] = st.pages[name].With(ch.Field, ch.To)
		}
	}
	return true
}

// name is who sits at a seat.
func (st *stage) name(seat engine.Seat) (string, bool) {
	if seat == engine.Actor {
		return st.actor, true
	}
	for i, name := range st.against {
		if engine.Opponent(i+1) == seat {
			return name, true
		}
	}
	return "", false
}

func (st *stage) inputs(s playfile.Stanza) (in engine.Inputs, ok bool) {
	for _, h := range s.House {
		key := strings.TrimPrefix(h.Key, st.sys.ID+".")
		sp, known := st.sys.House.Field(key)
		if !known {
			return in, st.fail(h.Line, "%s has no house rule %q", st.sys.ID, key)
		}
		v, err := sp.Parse(h.Value)
		if err != nil {
			return in, st.fail(h.Line, "%v", err)
		}
		st.house = st.house.With(key, v)
	}
	if !st.casting(s.Cast) {
		return in, false
	}
	if s.At != nil {
		st.moment = *s.At
	}
	a, known := st.sys.Action(s.Action)
	if !known {
		return in, st.fail(s.Line, "%s has no action %q", st.sys.ID, s.Action)
	}
	in = engine.Inputs{System: st.sys, Action: a, House: st.house, Moment: st.moment,
		Sheets:  map[engine.Seat]engine.Page{engine.Actor: st.pages[st.actor]},
		InForce: map[engine.Seat][]engine.Modifier{engine.Actor: st.force[st.actor]}}
	for i, name := range st.against {
		in.Sheets[engine.Opponent(i+1)] = st.pages[name]
		in.InForce[engine.Opponent(i+1)] = st.force[name]
	}
	for _, name := range st.company {
		in.Company = append(in.Company, st.pages[name])
	}
	for _, p := range s.Params {
		var err error
		if sp, known := a.Param(p.Key); known && exact(sp, p.Value) {
			in.Params = in.Params.With(p.Key, engine.ValueOf(p.Value))
		} else if in, err = in.Set(p.Key, p.Value); err != nil {
			return in, st.fail(p.Line, "%v", err)
		}
	}
	st.pages[st.actor] = in.Sheets[engine.Actor]
	for i, name := range st.against {
		st.pages[name] = in.Sheets[engine.Opponent(i+1)]
	}
	return in, true
}

// exact reports whether a text has to be written as it is: what is typed
// loses its spaces at the ends.
func exact(sp *engine.Spec, value string) bool {
	return sp.Kind == engine.Text && sp.Options == nil && value != strings.TrimSpace(value)
}

func (st *stage) casting(cast []playfile.Cast) bool {
	var against, company []string
	for _, c := range cast {
		if c.As == playfile.CastForce {
			if !st.forces(c) {
				return false
			}
			continue
		}
		page := st.pages[c.Name]
		for _, f := range c.Fields {
			var err error
			if sp, known := st.sys.Sheet.Field(f.Key); known && exact(sp, f.Value) {
				page = page.With(f.Key, engine.ValueOf(f.Value))
			} else if page, err = st.sys.Write(page, f.Key, f.Value); err != nil {
				return st.fail(f.Line, "%v", err)
			}
		}
		st.pages[c.Name] = page
		switch c.As {
		case playfile.CastSheet:
			st.actor = c.Name
		case playfile.CastAgainst:
			against = append(against, c.Name)
		case playfile.CastCompany:
			company = append(company, c.Name)
		}
	}
	if against != nil {
		st.against = against
	}
	if company != nil {
		st.company = company
	}
	return true
}

// forces puts in force on somebody's numbers what a line says, and nothing else.
func (st *stage) forces(c playfile.Cast) bool {
	if st.force == nil {
		st.force = map[string][]engine.Modifier{}
	}
	st.force[c.Name] = nil
	for _, f := range c.Fields {
		by, why, _ := strings.Cut(f.Value, " ")
		n, err := strconv.Atoi(by)
		if _, may := st.sys.Modifiable(f.Key); !may || err != nil {
			return st.fail(f.Line, "%q cannot be in force on %s", f.Value, f.Key)
		}
		st.force[c.Name] = append(st.force[c.Name], engine.Modifier{Field: f.Key, N: n, Why: why})
	}
	return true
}

// answerTo gives what is told for q, nothing for a decision that is left out.
func answerTo(q engine.Question, told []playfile.Told) (a engine.Answer, used bool, err error) {
	if len(told) == 0 || told[0].ID != q.ID {
		a, ok := q.Nothing()
		switch {
		case ok:
			return a, false, nil
		case len(told) == 0:
			return a, false, errors.New("no more answers are given, but " + asked(q))
		}
		return a, false, errors.New(told[0].ID + " is given, but " + asked(q))
	}
	t := told[0]
	if q.Wants == engine.Throwing && t.Dice != "" {
		if one := strings.TrimPrefix(q.Dice.String(), "1d"); t.Dice != q.Dice.String() && t.Dice != "d"+one {
			return a, true, errors.New(t.ID + " is " + q.Dice.String() + ", not " + t.Dice)
		}
	}
	if q.Wants == engine.Picking {
		a = q.Picked(t.Text)
		return a, true, q.Check(a)
	}
	text := t.Text
	if t.Dice != "" && q.Wants != engine.Throwing {
		text = t.Dice + " " + text
	}
	a, err = q.Parse(text)
	return a, true, err
}

func asked(q engine.Question) string {
	words := q.ID
	if q.Wants == engine.Throwing {
		words += " " + q.Dice.String()
	}
	if q.Words != "" {
		words += " (" + q.Words + ")"
	}
	return words + " is asked"
}

// sameWords compares lists in any order; commas part the words of want.
func sameWords(got []string, want string) bool {
	var list []string
	if want != "" && want != "none" {
		list = strings.Split(want, ",")
	}
	got = slices.Clone(got)
	slices.Sort(got)
	slices.Sort(list)
	return slices.Equal(got, list)
}
