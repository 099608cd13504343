package act

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// detail is what a designer asks of the roll that a form holds, beside its odds: the same for several
// values of the number under the cursor, side by side with what the form held before, and what comes
// of it in the end. The command line counts and draws the same, see [engine.Count] and the questions
// of package kit.
type detail struct {
	asks     question
	key      string // of the parameter that is swept
	values   []int
	kept     *kit.Side // what the form held when it was to be compared
	counted  answers
	of       engine.Inputs // for which counted was worked out
	done     bool
	counting pane.Counting
}

// question says what a form shows in detail.
type question uint8

const (
	itself question = iota
	swept
	besides
	inTheEnd
)

// answers are what was counted, or why it could not be.
type answers struct {
	each []engine.OddsOrBound // of a sweep
	end  []engine.EndChance
	err  error
}

var detailKeys = pane.In("action", "Action form",
	pane.Binding{ID: "sweep", Keys: []string{"f5"}, Label: "in the detailed odds: for each value of the number under the cursor", Foot: "each value"},
	pane.Binding{ID: "compare", Keys: []string{"f6"}, Label: "in the detailed odds: keep them, and see those of a changed form beside them", Foot: "compare"},
	pane.Binding{ID: "end", Keys: []string{"f7"}, Label: "in the detailed odds: what comes of it in the end, after all that it calls for", Foot: "in the end"},
)

// ask changes to one of the questions, or back to the odds themselves.
func (o *actionForm) ask(q question) {
	d := &o.detail
	o.chart, d.done = true, false
	d.counting.Stop()
	if d.asks == q && q != itself {
		q = itself
	}
	if d.asks, d.kept = q, nil; q == besides {
		now := o.side()
		d.kept = &now
	}
}

// side is what the form holds now, as one of two questions.
func (o *actionForm) side() kit.Side {
	s := kit.Side{Title: paramWords(o.act, o.Params), Aimed: o.shown.Decides(), OddsOrBound: engine.OddsOrBound{Chances: o.shown.Odds}}
	s.Bound, _ = errors.AsType[*engine.TooLong](o.shown.NoOdds)
	return s
}

// paramWords tells the parameters of an action that are not as they are at first.
func paramWords(a *engine.Action, params engine.Page) string {
	words := ""
	for _, sp := range a.Params() {
		if v, ok := params.Get(sp.ID); ok && v != sp.Default(engine.Sheet{}) {
			if words != "" {
				words += ", "
			}
			words += sp.Label + " " + sp.Words(v)
		}
	}
	return cmp.Or(words, "as it is")
}

// mostSwept is how many values of a number are shown.
const mostSwept = 21

// number gives the number under the cursor and the values around it that it may have; the situation
// where the cursor is on no number.
func (o *actionForm) number() (key string, values []int) {
	sp, at := engine.Every.Situation.Spec, 0
	if here := o.Here(); here.Spec != nil { // a target, or what is kept, is no parameter
		v, _ := o.Value(here)
		switch n, err := strconv.Atoi(v.String()); {
		case here.Spec.Kind == engine.Int:
			sp, at = here.Spec, v.Int()
		case here.Spec.Kind == engine.Text && err == nil: // a difficulty may be a word or a number
			sp, at = here.Spec, n
		}
	}
	from := at - mostSwept/2
	if sp.Kind == engine.Int {
		from = max(min(from, sp.Most-mostSwept+1), sp.Least)
	}
	for n := from; len(values) < mostSwept && (sp.Kind != engine.Int || n <= sp.Most); n++ {
		values = append(values, n)
	}
	return sp.ID, values
}

// countDetail counts what is asked, once the odds themselves are counted.
func (o *actionForm) countDetail() pane.Intent {
	d := &o.detail
	if !o.chart || d.asks == itself || d.asks == besides || o.preview.WhyNot != "" || o.owes == itsOdds || d.counting.Busy() {
		return nil
	}
	key, values := "", []int(nil)
	if d.asks == swept {
		key, values = o.number()
	}
	in := o.preview.In
	if d.done && key == d.key && slices.Equal(values, d.values) && d.of.SameSheets(in) && d.of.Params.Equal(in.Params) {
		return nil
	}
	d.key, d.values, d.of, d.done = key, values, in, false
	asks := d.asks
	return pane.Begin(&d.counting, func(stop func() bool) (out answers) {
		in := in.Until(stop)
		if asks == swept {
			out.each, out.err = engine.CountEach(key, values, func(n int) (engine.OddsOrBound, error) { return countAt(in, key, n) })
			return out
		}
		c, err := engine.Count(in, nil, nil, true)
		return answers{end: c.InTheEnd, err: err}
	}, func(got answers) pane.Intent {
		d.counted, d.done = got, true
		return nil
	})
}

// countAt counts the odds of a roll with another number.
func countAt(in engine.Inputs, key string, n int) (engine.OddsOrBound, error) {
	at, err := in.Set(key, strconv.Itoa(n))
	if err != nil {
		return engine.OddsOrBound{}, err
	}
	return engine.Count(at, nil, nil, false)
}

// nameAt is the name of whoever sits at a seat of the roll.
func (o *actionForm) nameAt(f pane.Frame, seat engine.Seat) string {
	if seat == engine.Actor {
		return f.Table.NameOf(o.Who)
	}
	for i, id := range o.Against {
		if engine.Opponent(i+1) == seat {
			return f.Table.NameOf(id)
		}
	}
	return string(seat)
}

// drawDetail draws what is asked. Until it is counted, there is nothing of it.
func (o *actionForm) drawDetail(f pane.Frame) []string {
	d := &o.detail
	out := []string{f.Look.Row(f.W).Space(1).Put(kit.Title, map[question]string{swept: "for each value", besides: "side by side", inTheEnd: "in the end"}[d.asks]).String()}
	say := func(words string) []string { return append(out, f.Paragraphs(kit.Dim, words)...) }
	room := f.H - len(out)
	switch {
	case d.asks == besides:
		return append(out, indented(f, f.Look.Sides([]kit.Side{*d.kept, o.side()}, f.W-2, room-5))...)
	case d.asks == inTheEnd && len(o.preview.In.Unknown) > 0:
		return say(o.preview.Blind)
	case !d.done:
		return say("it is being counted")
	case d.counted.err != nil:
		return say(d.counted.err.Error())
	case d.asks == swept:
		sp, _ := o.act.Param(d.key)
		label := d.key
		if sp != nil {
			label = sp.Label
		}
		return append(out, indented(f, f.Look.Swept(label, d.values, d.counted.each, o.shown.Decides(), f.W-2))...)
	case len(d.counted.end) == 0:
		return say("nothing is different on any sheet")
	}
	return append(out, indented(f, f.Look.InTheEnd(d.counted.end, o.sys.FieldLabel, func(s engine.Seat) string { return o.nameAt(f, s) }, f.W-2, max(4, room/2-3)))...)
}
