package enginetest

import (
	"slices"
	"testing"

	"example.org/fray/engine"
)

// A bad rulebook is the toy with one thing wrong.
type bad struct {
	name string
	harm func(y *toy)
	want string // words of the complaint
}

// rule puts a rule in the place of the toy's check.
func rule(of func(y *toy, r *engine.Roll) engine.Outcome) func(*toy) {
	return func(y *toy) { y.Actions[0].Rule = func(r *engine.Roll) engine.Outcome { return of(y, r) } }
}

// after lets the toy's check run and then meddles with what it comes to.
func after(meddle func(y *toy, r *engine.Roll, o *engine.Outcome)) func(*toy) {
	return rule(func(y *toy, r *engine.Roll) engine.Outcome {
		o := y.check(r)
		meddle(y, r, &o)
		return o
	})
}

// asking is a check that asks one thing more.
func asking(more func(y *toy, r *engine.Roll)) func(*toy) {
	return after(func(y *toy, r *engine.Roll, _ *engine.Outcome) { more(y, r) })
}

func ask(id string) engine.Ask { return engine.Ask{ID: id, Words: "What now"} }

func option(id string) engine.Option { return engine.Option{ID: id, Label: "Do " + id} }

var badRules = []bad{
	{"asks without end", asking(func(_ *toy, r *engine.Roll) {
		for r.Pick(ask("more"), engine.Actor, option("yes"), option("no")) != "stop" {
		}
	}), "it still asks after"},
	{"refuses after dice", after(func(_ *toy, r *engine.Roll, o *engine.Outcome) {
		if o.Total > 8 {
			r.Refuse("too good")
		}
	}), "refuses after dice were thrown"},
	{"breaks", breaks, "the rule broke: no such row"},
	{"never ends", rule(func(_ *toy, r *engine.Roll) engine.Outcome {
		r.Refuse("not today")
		return engine.Outcome{}
	}), "never comes to an outcome"},
	{"ids of questions", asking(func(_ *toy, r *engine.Roll) { r.Amount(ask("How many"), engine.Actor, 0, 3) }), "its id is not a lower-case word"},
	{"questions without words", asking(func(_ *toy, r *engine.Roll) { r.Amount(engine.Ask{ID: "n"}, engine.Actor, 0, 3) }), "its words are missing"},
	{"nobody is asked", asking(func(_ *toy, r *engine.Roll) { r.Amount(ask("n"), "", 0, 3) }), "nobody is asked"},
	{"too many ordered dice", asking(func(_ *toy, r *engine.Roll) { r.Throw(ask("n"), engine.D(9, 6)) }), "too many for the odds"},
	{"options twice", asking(func(_ *toy, r *engine.Roll) { r.Pick(ask("n"), engine.Actor, option("a"), option("b"), option("a")) }), "two options are called a"},
	{"a first option that can't be taken", asking(func(_ *toy, r *engine.Roll) {
		r.Pick(ask("n"), engine.Actor, engine.Option{ID: "a", Label: "A", WhyNot: "no wind"}, option("b"))
	}), "the first option, a, cannot be taken"},
	{"options without labels", asking(func(_ *toy, r *engine.Roll) { r.Pick(ask("n"), engine.Actor, option("a"), engine.Option{ID: "b"}) }), "option 2 has no id or no label"},
	{"uses twice", asking(func(_ *toy, r *engine.Roll) {
		r.Share(ask("n"), engine.Actor, 3, engine.Use{ID: "a", Label: "A"}, engine.Use{ID: "a", Label: "A"})
	}), "two uses are called a"},
	{"an effect that breaks", asking(func(_ *toy, r *engine.Roll) {
		table := []string{"0 m", "1 m"}
		r.Share(ask("n"), engine.Actor, 3, engine.Use{ID: "a", Label: "A", Effect: func(n int) string { return table[n] }})
	}), "its effect breaks at 2 points"},
	{"an effect that is silent", asking(func(_ *toy, r *engine.Roll) {
		r.Share(ask("n"), engine.Actor, 3, engine.Use{ID: "a", Label: "A", Effect: func(int) string { return "" }})
	}), "its effect says nothing at 1 points"},
	{"knows more than its answers", func(y *toy) {
		n := 0
		after(func(_ *toy, _ *engine.Roll, o *engine.Outcome) { n++; o.Total += n % 7 })(y)
	}, "the same answers come to something else"},
	{"asks by the clock on the wall", func(y *toy) {
		n := 0
		asking(func(_ *toy, r *engine.Roll) {
			n++
			r.Amount(ask("n"), engine.Actor, 0, 3+n%5)
		})(y)
	}, "resumed, it asks something else"},
	{"sorts the faces it is given", asking(func(_ *toy, r *engine.Roll) {
		f := r.Throw(ask("n"), engine.D(3, 6))
		slices.Sort(f)
	}), "it changes the answers"},
	{"cares for the order of the dice", rule(func(_ *toy, r *engine.Roll) engine.Outcome {
		n := engine.Read(r, ask("n"), engine.D(3, 6), func(s, v int) int { return s*2 + v })
		r.Note("%d", n)
		return engine.Outcome{Grade: engine.Failure, Total: n + engine.Every.Situation.Of(r.Params())}
	}), "the order of the dice within a question matters"},
	{"a refusal without words", rule(func(y *toy, r *engine.Roll) engine.Outcome {
		if y.careful.Of(r.Params()) {
			r.Refuse("")
		}
		return y.check(r)
	}), "the words of its refusal are missing"},
	{"a roll that tells nothing", rule(func(*toy, *engine.Roll) engine.Outcome { return engine.Outcome{Grade: engine.Failure} }), "the story's words are missing"},
	{"a story of fields", asking(func(_ *toy, r *engine.Roll) { r.Note("x_y=3") }), "which is not a word of the table"},
	{"a note that goes nowhere", asking(func(_ *toy, r *engine.Roll) { r.Note("from 3 to 3") }), "twice"},
	{"a note gone wrong", asking(func(_ *toy, r *engine.Roll) { r.Note("%s", "100%!d(x)") }), "a note has a format that went wrong"},
	{"a note of two lines", asking(func(_ *toy, r *engine.Roll) { r.Note("one\ntwo") }), "a note holds a line's end"},
	{"no working", func(y *toy) {
		y.Actions[0].Rule = func(r *engine.Roll) engine.Outcome {
			return engine.Outcome{Grade: engine.Failure, Total: r.Sum(ask("n"), engine.D(1, 6)) + engine.Every.Situation.Of(r.Params())}
		}
	}, "throws dice and notes nothing"},
	{"grade and success differ", after(func(_ *toy, _ *engine.Roll, o *engine.Outcome) { o.Success = !o.Success }), "yet success is"},
	{"a margin without target", after(func(_ *toy, _ *engine.Roll, o *engine.Outcome) { o.NoTarget = true }), "there is no target, yet"},
	{"a value that is nothing", after(func(_ *toy, _ *engine.Roll, o *engine.Outcome) { o.Values[0].Value = engine.Value{} }), "the value speed is nothing at all"},
	{"a total that isn't", after(func(_ *toy, _ *engine.Roll, o *engine.Outcome) {
		o.Values = append(o.Values, engine.Num("total", o.Total+1))
	}), "yet the outcome's own is"},
	{"beyond the range", asking(func(y *toy, r *engine.Roll) { engine.Put(r, r.Sheet(engine.Actor), y.tired, -2) }), "to what the field can't be"},
	{"a field that isn't", asking(func(_ *toy, r *engine.Roll) { r.Set(r.Sheet(engine.Actor), "height", engine.ValueOf(3)) }), "it changes height, which is not a field"},
	{"later comes nothing", asking(func(_ *toy, r *engine.Roll) { r.After(1, "nap", engine.Carry{}) }), `it puts "nap" on the timeline, which is not an action`},
	{"later comes what people start", asking(func(_ *toy, r *engine.Roll) { r.After(1, "check", engine.Carry{}) }), "not one that the clock starts"},
	{"it carries what nobody takes", asking(func(_ *toy, r *engine.Roll) {
		r.After(1, "rest", engine.Carry{Params: engine.PageOf("speed", 3)})
	}), "it gives speed along to rest"},
	{"settles too early", rule(func(y *toy, r *engine.Roll) engine.Outcome {
		n := r.Sum(ask("n"), engine.D(1, 6))
		engine.Merge(r, n > 3)
		n += r.Sum(ask("m"), engine.D(1, 6))
		r.Note("%d", n)
		return engine.Outcome{Grade: engine.Failure, Total: n + engine.Every.Situation.Of(r.Params())}
	}), "the odds counted without merging are others"},
	{"keeps what the odds lend it", rule(func(_ *toy, r *engine.Roll) engine.Outcome {
		f := r.Throw(ask("n"), engine.D(2, 4))
		f[0] = f[1]
		n := r.Sum(ask("m"), engine.D(1, 6))
		r.Note("%d", n)
		return engine.Outcome{Grade: engine.Failure, Total: f[0] + n + engine.Every.Situation.Of(r.Params())}
	}), "it changes the answers"},
	{"odds that take for ever", rule(func(_ *toy, r *engine.Roll) engine.Outcome {
		n := engine.Every.Situation.Of(r.Params())
		for range 4 {
			n = n*40 + r.Sum(ask("n"), engine.D(1, 40))
		}
		r.Note("%d", n)
		return engine.Outcome{Grade: engine.Failure, Total: n}
	}), "the odds would take too long"},
	{"plays otherwise than the odds say", after(func(_ *toy, r *engine.Roll, o *engine.Outcome) {
		var s spy
		if r.Note("%s", &s); s.seen && o.Total == 14 {
			o.Total--
		}
	}), "playing every throw"},
	{"a dead parameter", func(y *toy) { y.Actions[0].Form.Group("Check").Bool("quick", "Quick") }, "nothing ever reads the parameter quick"},
	{"a dead house rule", func(y *toy) { y.House.Group("Dice").Bool("deadly", "Deadly") }, "nothing ever reads the house rule deadly"},
	{"a dead situation", rule(func(_ *toy, r *engine.Roll) engine.Outcome {
		n := r.Sum(ask("n"), engine.D(1, 6))
		r.Note("%d", n)
		return engine.Outcome{Grade: engine.Failure, Total: n}
	}), "a situation of +3 or of -3 makes no difference"},
	{"a dead situation, and an amount", rule(func(_ *toy, r *engine.Roll) engine.Outcome {
		n := r.Sum(ask("n"), engine.D(1, 6)) + r.Amount(ask("more"), engine.Actor, 0, 3)
		r.Note("%d", n)
		return engine.Outcome{Grade: engine.Failure, Total: n}
	}), "a situation of +3 or of -3 makes no difference"},
	{"an amount whose least costs something", asking(func(y *toy, r *engine.Roll) {
		r.Add(r.Sheet(engine.Actor), y.tired, r.Amount(ask("n"), engine.Actor, 1, 3))
	}), "its least is 1: who decides nothing gives the least"},
	{"breaks at the edge", rule(func(y *toy, r *engine.Roll) engine.Outcome {
		if y.strength.Of(r.Sheet(engine.Actor)) == 20 {
			panic("too strong")
		}
		return y.check(r)
	}), "the rule broke: too strong"},
}

// spy notices that a note is written, which happens in play alone.
type spy struct{ seen bool }

func (s *spy) String() string {
	s.seen = true
	return "seen"
}

func TestBadRulebooksFail(t *testing.T) {
	defer fewerCollections()()
	for _, b := range append(badRules, badShows...) {
		t.Run(b.name, func(t *testing.T) {
			y := newToy()
			b.harm(y)
			h := recorder{want: b.want}
			examine(&h, y.System)
			if !h.has(b.want) {
				t.Errorf("no complaint has %q:\n%q", b.want, h.lines)
			}
		})
	}
}
