package script

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"example.org/fray/engine"
)

// rule makes a rule of the engine of the function of an action. Everything by which the
// engine leaves a rule (an open question, the ways of odds, a refusal) is a panic that
// goes through the frames of the interpreter, which put themselves in order on the way.
func (b *book) rule(a *action) engine.Rule {
	return func(r *engine.Roll) engine.Outcome {
		m := *engine.Precompute(r, func() *machine { return b.machine(runSteps) })
		m.anew()
		m.roll = r
		defer func() { r.Spend(int(m.thread.Steps) / stepsInOne) }()
		x := &m.r
		x.Roll, x.action, x.why, x.me, x.foe = r, a, false, nil, nil
		a.begin(b, m, x)
		v := m.must(a.rule, x)
		o, ok := v.(*end)
		if !ok {
			panic(&wrong{b.faultAt(a.rule.Position(), fmt.Sprintf("%s ends without a result: it gives back r.success(…), r.failure(…) or r.done(), and not %s", a.rule.Name(), typeWords(v)))})
		}
		out := o.Outcome
		if a.totals && !a.situation {
			out.Total += x.situation()
		}
		a.tell(m, x, o)
		return out
	}
}

// begin is what an action does before its rule: whether it may be done again, and what
// it costs.
func (a *action) begin(b *book, m *machine, x *roll) {
	me := x.Sheet(engine.Actor)
	if n := engine.Every.Situation.Of(x.Params()); n != 0 && !a.situation && !a.totals {
		x.Refuse("nothing is added to %s: the situation %+d has no effect", a.Label, n)
	}
	for _, p := range a.params {
		if p.table == nil || p.anyName {
			continue
		}
		if named := (engine.Field[string]{Spec: p.Spec}).Of(x.Params()); named != "" {
			if _, there := p.table.Find(me, named); !there {
				x.Refuse("the sheet has no %s %s", strings.ToLower(p.Label), quoted(named))
			}
		}
	}
	if a.used != nil {
		f, now := engine.Field[int]{Spec: a.used}, 1
		if a.onceA == "round" {
			now, _ = b.sys.Time.RoundOf(x.Moment())
			now++
		}
		if f.Of(me) == now {
			x.Refuse("%s is done once a %s, and was done", a.Label, a.onceA)
		}
		if me.There() {
			engine.Put(x.Roll, me, f, min(now, largest))
		}
	}
	for _, p := range a.cost {
		p.pool.pay(m, me, p.n)
	}
	if a.takes > 0 {
		x.After(a.takes, a.ID+"-done", engine.Carry{})
	}
}

// tell tells what a rule has not told itself: its working and its story.
func (a *action) tell(m *machine, x *roll, o *end) {
	if x.Silent() {
		return
	}
	if !m.noted && len(m.threw) > 0 {
		var words []string
		for _, t := range m.threw {
			words = append(words, engine.ThrowWords(t.id)+" "+t.came)
		}
		x.Note("%s", strings.Join(words, ", "))
	}
	if !m.told {
		story := "{" + string(engine.Actor) + "}: " + a.Label
		if !o.NoTarget {
			won, lost := a.Verdict()
			if !o.Success {
				won = lost
			}
			story += "  " + won
		}
		x.Story("%s", story)
	}
}

// carriedOut is the end of what the clock does by itself.
func carriedOut(r *engine.Roll, story string) engine.Outcome {
	r.Story("%s", story)
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// byItself adds an action of the program's own.
func (b *book) byItself(a *engine.Action) {
	a.Form = orEmpty(a.Form)
	b.sys.Actions = append(b.sys.Actions, a)
}

func orEmpty(s *engine.Schema) *engine.Schema {
	if s == nil {
		return &engine.Schema{}
	}
	return s
}

// between declares what happens between the acts: tasks end, scenes and sessions are
// over, and what could be done once can be done again.
func (b *book) between() {
	for _, a := range b.actions {
		if a.takes > 0 {
			b.byItself(&engine.Action{ID: a.ID + "-done", Label: a.Label + " is done", Doing: "busy until", Group: a.Group, Chapter: a.Chapter,
				Help: "The time that it takes is over.", Mode: engine.ByClock, Purpose: engine.ForOther, Over: engine.Ending{OnlyEnds: true, AtSceneEnd: true},
				Rule: func(r *engine.Roll) engine.Outcome { return carriedOut(r, "{actor} has done it: "+a.Label) }})
		}
	}
	again := func(since ...string) []engine.Field[int] {
		var out []engine.Field[int]
		for _, a := range b.actions {
			for _, s := range since {
				if a.onceA == s {
					out = append(out, engine.Field[int]{Spec: a.used})
				}
			}
		}
		return out
	}
	clear := func(r *engine.Roll, fields []engine.Field[int]) {
		me := r.Sheet(engine.Actor)
		for _, f := range fields {
			if me.There() && f.Of(me) != 0 {
				engine.Put(r, me, f, 0)
			}
		}
	}
	clearing := func(rule engine.Rule, fields []engine.Field[int]) engine.Rule {
		return func(r *engine.Roll) engine.Outcome {
			o := rule(r)
			clear(r, fields)
			return o
		}
	}
	tk := &b.sys.Time.Between
	if fields := again("round", "scene"); len(fields) > 0 {
		if own := b.action(tk.Scene); own != nil {
			own.Rule = clearing(own.Rule, fields)
		} else {
			tk.Scene = "scene-over"
			b.byItself(&engine.Action{ID: tk.Scene, Label: "Scene over", Group: "Scenes", Chapter: "Scenes", Help: "What can be done once a scene can be done again.",
				Mode: engine.ByClock, Purpose: engine.ForOther, Rule: func(r *engine.Roll) engine.Outcome {
					clear(r, fields)
					return carriedOut(r, "The scene is over for {actor}")
				}})
		}
	}
	if fields := again("round"); len(fields) > 0 {
		tk.Session = "session-ends"
		b.byItself(&engine.Action{ID: tk.Session, Label: "The session ends", Group: "Between sessions", Chapter: "Between sessions", Help: "What can be done once a round can be done again.",
			Mode: engine.ByClock, Purpose: engine.ForOther, Rule: func(r *engine.Roll) engine.Outcome {
				clear(r, fields)
				return carriedOut(r, "The session is over for {actor}")
			}})
	}
	days := again("day")
	if n := len(b.rests); n > 0 && len(days) > 0 {
		last := b.rests[n-1]
		last.Rule = clearing(last.Rule, days)
	}
	sessions := append(again("session"), days...)
	if len(b.awards)+len(sessions) == 0 {
		return
	}
	form := &engine.Schema{}
	g := form.Group("Awards")
	var given []engine.Field[int]
	for _, f := range b.awards {
		given = append(given, g.Int(f.ID, f.Label, 0, 9999))
		tk.Points = append(tk.Points, engine.Field[int]{Spec: f.Spec})
	}
	tk.Awards = "session-over"
	b.byItself(&engine.Action{ID: tk.Awards, Label: "Session over", Group: "Between sessions", Chapter: "Between sessions", Also: "award experience xp session end",
		Help: "What is given at a session's end.", Mode: engine.Instant, Purpose: engine.ForOther, Form: form, Rule: func(r *engine.Roll) engine.Outcome {
			me := r.Sheet(engine.Actor)
			var words []string
			for i, f := range given {
				n := f.Of(r.Params())
				r.Add(me, engine.Field[int]{Spec: b.awards[i].Spec}, n)
				if n != 0 {
					words = append(words, fmt.Sprintf("%s %d", f.Label, n))
				}
			}
			clear(r, sessions)
			story := "{actor} ends the session"
			if len(words) > 0 {
				story += "  " + strings.Join(words, ", ")
			}
			return carriedOut(r, story)
		}})
}

// show declares how sheets are shown where the engine's own way does not do.
func (b *book) show() {
	var downs []*pool
	for _, p := range b.pools {
		if p.down != nil {
			downs = append(downs, p)
		}
	}
	if len(downs)+len(b.marks) > 0 {
		b.sys.Marks = func(v engine.View) []engine.Mark {
			var out []engine.Mark
			for _, p := range downs {
				if p.Now(v.Sheet) <= *p.down {
					out = append(out, engine.Mark{ID: p.ID, Word: p.state, Grave: true, Seen: true})
				}
			}
			written := v.Sheet.WithoutModifiers()
			for _, x := range b.marks {
				holds := engine.Field[int]{Spec: x.spec}
				if holds.Of(written) > 0 || (x.down || x.bound) && holds.Of(v.Sheet) > 0 { // an effect of the table shows its own words
					out = append(out, engine.Mark{ID: x.ID, Word: strings.ToLower(x.Label), Grave: x.down, Bound: x.bound, Seen: true})
				}
			}
			return out
		}
	}
	b.sys.Views.Brief = b.brief
	if b.row != nil {
		b.sys.Views.Brief = b.roster
	}
	if b.paneled {
		b.sys.Views.Panel = func(v engine.View) []engine.Block { return b.blocks(v, b.panel) }
		return
	}
	if len(b.tracks) == 0 {
		return
	}
	b.sys.Views.Panel = func(v engine.View) []engine.Block { return b.blocks(v, b.usual()) }
}

// brief is the row of the roster of a text that declares none: its first pools, else its tracks,
// else its first numbers.
func (b *book) brief(v engine.View) []engine.Block {
	const most = 3
	out := b.sys.FirstPools(v)
	if len(out) > 0 {
		return out
	}
	for _, t := range b.tracks {
		if len(out) < most {
			track := t.block(v.Sheet)
			track.Label = engine.ShortName(track.Label)
			out = append(out, track)
		}
	}
	for _, sp := range b.sys.Sheet.Fields() {
		if len(out) < most && len(b.tracks) == 0 && !sp.Bookkeeping && !sp.Quiet && (sp.Kind == engine.Int || sp.Kind == engine.Decimal) {
			out = append(out, under(engine.ShortName(sp.Label), sp.Block(v.Sheet)))
		}
	}
	return out
}

// roster is the row that a text declares. A pool that a sheet has not is left out, and one of 1,
// of which a mark tells when it is gone.
func (b *book) roster(v engine.View) []engine.Block {
	var out []engine.Block
	for _, part := range b.row {
		switch x := part.of.(type) {
		case *pool:
			if full := x.Full.Of(v.Sheet); full > 1 || full == 0 && x.Lost(v.Sheet) != 0 {
				out = append(out, x.Meter(v.Sheet).As(part.name))
			}
		case *track:
			t := x.block(v.Sheet)
			for i := range t.Boxes {
				t.Boxes[i].Label = ""
			}
			t.Label = part.name
			out = append(out, t)
		case *field:
			if words := x.Words(v.Sheet.Value(x.ID)); words != "" && (!x.Quiet || words != x.Words(x.Default(v.Sheet))) {
				out = append(out, under(part.name, x.Block(v.Sheet)))
			}
		}
	}
	return out
}

// under is the block of a field under a short name.
func under(name string, b engine.Block) engine.Block {
	if st, is := b.(engine.Stat); is {
		st.Label = name
		return st
	}
	return b
}

// usual is what a panel shows of a text that declares none: pools, tracks, then groups
// under their headings, then tables.
func (b *book) usual() []starlark.Value {
	var out []starlark.Value
	for _, p := range b.pools {
		out = append(out, p)
	}
	ticks := map[string]bool{}
	for _, t := range b.tracks {
		out = append(out, t)
		if t.count != nil {
			ticks[t.count.ID] = true
		}
		for _, box := range t.boxes {
			ticks[box.ID] = true
		}
	}
	heading := ""
	for _, sp := range b.sys.Sheet.Fields() {
		if _, loss := b.sys.Pool(sp.ID); loss || sp.Bookkeeping || ticks[sp.ID] {
			continue
		}
		if sp.Group != heading {
			heading = sp.Group
			out = append(out, starlark.String(heading))
		}
		out = append(out, &field{Spec: sp, place: onSheet})
	}
	for _, l := range b.sys.Sheet.Lists() {
		out = append(out, &table{list: l})
	}
	return out
}

// blocks draws the blocks of a panel. A heading stands only where something follows it.
func (b *book) blocks(v engine.View, of []starlark.Value) []engine.Block {
	var out []engine.Block
	var heading starlark.String
	put := func(x engine.Block) {
		if heading != "" {
			out, heading = append(out, engine.Heading{Text: string(heading)}), ""
		}
		out = append(out, x)
	}
	for _, x := range of {
		switch x := x.(type) {
		case starlark.String:
			heading = x
		case *pool:
			if x.Full.Of(v.Sheet) != 0 || x.Lost(v.Sheet) != 0 { // spell slots of one who casts nothing
				put(x.Block(v.Sheet))
			}
		case *track:
			put(x.block(v.Sheet))
		case *table:
			if g := x.list.Grid(v.Sheet); len(g.Rows) > 0 {
				put(g)
			}
		case *field:
			words := x.Words(v.Sheet.Value(x.ID))
			if words != "" && (!x.Quiet || words != x.Words(x.Default(v.Sheet))) {
				put(x.Block(v.Sheet))
			}
		}
	}
	return out
}

func (t *track) block(s engine.Sheet) engine.Track {
	out := engine.Track{Label: t.label}
	for i := range t.n {
		box := engine.Box{}
		if t.count != nil {
			box.Full = i < t.ticked(s)
		} else {
			box.Label, box.Full = t.names[i], engine.Field[bool]{Spec: t.boxes[i]}.Of(s)
		}
		out.Boxes = append(out.Boxes, box)
	}
	return out
}
