package systems

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/dice"
)

func dump(w *os.File, name string, in engine.Inputs, tape []engine.Answer) {
	for k, plan := range []engine.Plan{nil, engine.Question.Usual, engine.Question.Offered} {
		c, err := engine.Odds(in, tape, plan)
		if err != nil {
			fmt.Fprintf(w, "%s/%d\terr\t%.60s\n", name, k, strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		fmt.Fprintf(w, "%s/%d\tsuccess\t%.17g\n%s/%d\tunreached\t%.17g\n%s/%d\tharm\t%.17g\n%s/%d\tmost\t%d\n", name, k, c.Success, name, k, c.Unreached, name, k, c.Harm, name, k, c.MostHarm)
		for _, g := range c.Grades {
			fmt.Fprintf(w, "%s/%d\tgrade %s %v\t%.17g\n", name, k, g.Grade, g.Flags, g.P)
		}
		for _, g := range c.Totals {
			fmt.Fprintf(w, "%s/%d\ttotal %d\t%.17g\n%s/%d\twin %d\t%.17g\n", name, k, g.Total, g.P, name, k, g.Total, g.Success)
		}
		var ds []string
		for _, d := range c.Drifts {
			ds = append(ds, fmt.Sprintf("%s/%d\tdrift %s %s %d %d\t%.17g\n", name, k, d.Sheet, d.Field, d.Least, d.Most, d.Mean))
		}
		sort.Strings(ds)
		for _, d := range ds {
			fmt.Fprint(w, d)
		}
		n, sum := 0, 0.0
		for _, p := range c.Leads(in) {
			n++
			sum += p
		}
		fmt.Fprintf(w, "%s/%d\tleads %d\t%.17g\n", name, k, n, sum)
	}
}

func TestZZDump(t *testing.T) {
	out := os.Getenv("DUMP")
	if out == "" {
		t.Skip()
	}
	w, _ := os.Create(out)
	defer w.Close()
	typed := map[string][]string{
		"d6":       {"", "code=5D difficulty=15", "code=12D difficulty=40", "code=20D difficulty=75 character_points=2 cp=2", "code=5D character_points=2 difficulty=15", "code=5D other.code=4D defence=active", "code=3D other.code=4D", "code=1D difficulty=4 rule:cancel_drops_wild=yes", "code=4D difficulty=9 rule:critical_failure=complication", "code=4D other.code=2D other.body_points=20 rule:body_points=yes"},
		"trip":     {"", "target=4 bonus=17 difficulty=40", "target=4 bonus=17 difficulty=40 luck=luck", "target=4 bonus=7 difficulty=15 luck=anti", "die=10 count=3 luck=luck"},
		"easiness": {"", "dice=6 easiness=4 risk=2", "dice=30 easiness=8", "dice=6 easiness=4 other.dice=5 other.easiness=4", "dice=1 easiness=8 risk=2"},
		"contest":  {"", "acting=9 difficulty=14", "acting=9 other.acting=9 effect=8 resistance=23 other.effect=8 other.resistance=23", "acting=16 other.acting=10 rule:spectacular=off"},
		"supermen": {"", "base=13 other.base=9", "score=40", "opponents=3 pt=20"},
	}
	for _, s := range All() {
		for _, a := range s.Actions {
			for i := range min(len(s.Templates), 3) {
				for _, words := range append(typed[s.ID], "dice=4") {
					in := engine.Inputs{System: s, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: s.Templates[i].Page}}
					for with := range 2 {
						if with == 1 {
							in.Sheets = map[engine.Seat]engine.Page{engine.Actor: s.Templates[i].Page, engine.Other: s.Templates[(i+1)%len(s.Templates)].Page}
						}
						x := in
						bad := false
						for _, f := range strings.Fields(words) {
							key, v, _ := strings.Cut(f, "=")
							if rule, is := strings.CutPrefix(key, "rule:"); is {
								if sp, ok := s.House.Field(rule); ok {
									if val, err := sp.Parse(v); err == nil {
										x.House = x.House.With(rule, val)
									}
								}
								continue
							}
							y, err := x.Set(key, v)
							if err != nil {
								bad = true
								break
							}
							x = y
						}
						if bad {
							continue
						}
						name := fmt.Sprintf("%s/%s/%d/%d/%s", s.ID, a.ID, i, with, words)
						dump(w, name, x, nil)
						if st, err := engine.Run(x, nil); err == nil && st.Open != nil && st.Open.Wants == engine.Throwing {
							var f engine.Faces
							d := st.Open.Dice
							for d.Missing(f) > 0 {
								f = append(f, d.Low+(len(f)*3+1)%(d.High-d.Low))
							}
							dump(w, name+"/tape", x, []engine.Answer{st.Open.Thrown(f)})
						}
					}
				}
			}
		}
	}
	for _, line := range []string{"d20+5 vs 12", "4d6 drop lowest", "8d10cs>=7", "10d6!", "20d6 vs 70", "100d6", "3d6ro1", "2d10rr1+1d8", "4d6kh3+d4!", "2d6*3", "d%"} {
		in, err := lineIn(line)
		if err != nil {
			fmt.Fprintf(w, "%s\terr\t%v\n", line, err)
			continue
		}
		dump(w, "dice/"+line, in, nil)
	}
}

func lineIn(line string) (engine.Inputs, error) {
	s := dice.System
	a := s.Actions[0]
	in := engine.Inputs{System: s, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: {}}}
	for _, sp := range a.Form.Fields() {
		return in.Set(sp.ID, line)
	}
	return in, nil
}
