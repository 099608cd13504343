package scene

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// State is one thing that a character is doing, or how they are.
type State struct {
	Words  string
	Weight Weight
	Sign   Sign
	Act    bool // it is what they are in the middle of
	Out    bool // it is why they cannot act
}

// Weight is how important a state is to whoever looks at the table.
type Weight uint8

// The weights, the least first.
const (
	Usual Weight = iota
	Slight
	InForce // an effect, a turn
	Waits   // something is called for, or open
	Hurt
	Grave
)

// Sign is what a state may be marked with.
type Sign uint8

// The signs.
const (
	NoSign   Sign = iota
	UnderWay      // an open roll
	Ready         // it is their turn, or they may act
)

// DoingWords says what a character is doing and how they are, in a few words.
func DoingWords(t model.Table, c *model.Character) string {
	_, marks := BriefOf(t, c)
	var words []string
	for _, x := range DoingOf(t, c, nil, marks) {
		words = append(words, x.Words)
	}
	return strings.Join(words, ", ")
}

// BriefOf is what a table shows of a character in the rulebook that is shown: meters, and the states
// that are marked.
func BriefOf(t model.Table, c *model.Character) ([]engine.Block, []engine.Mark) {
	system := ShownOf(t, c, "")
	if _, known := t.Rulebook(system); known {
		return t.Brief(c, system)
	}
	if _, nameOnly := c.State(); nameOnly {
		return nil, nil
	}
	return []engine.Block{engine.Words{Text: "rulebook missing here"}}, nil
}

// DoingOf says what a character is doing and how they are: the gravest state first, then what they
// are in the middle of. brief and marks are what the rulebook shows of them.
func DoingOf(t model.Table, c *model.Character, brief []engine.Block, marks []engine.Mark) []State {
	var d doing
	acts := false
	if word, nameOnly := c.State(); nameOnly {
		weight := Usual
		if t.IsDownIn(c, ShownOf(t, c, "")) {
			weight, acts = Grave, true
		}
		d.say(weight, word)
	}
	mark := func(grave bool, weight Weight) {
		for _, m := range marks {
			if m.Grave == grave && !d.says(m.Word) {
				d.say(weight, m.Word)
				acts = acts || grave
			}
		}
	}
	mark(true, Grave) // first: where room is short the rest is left out
	if len(d.states) > 0 {
		d.states[0].Out = acts
	}
	hurt, worst := "", Usual
	for _, b := range brief { // of several meters the worst is told
		if m, ok := b.(engine.Meter); ok && m.HurtWord() != "" {
			weight := Grave
			if 4*m.Now >= m.Full {
				weight = Hurt
			}
			if weight > worst {
				hurt, worst = m.HurtWord(), weight
			}
		}
	}
	d.say(worst, hurt)
	mark(false, Waits)
	for _, r := range t.Rolls() {
		if r.Who == c.ID {
			acts = true
			d.states = append(d.states, State{Words: t.ActionName(r.System, r.Action), Weight: Waits, Sign: UnderWay, Act: true})
		}
	}
	d.called(t, c)
	for _, e := range t.EffectsOn(c.ID) {
		d.say(InForce, e.Words)
	}
	for _, p := range t.Pending() {
		if p.Who == c.ID && Concerns(t, p) == c.ID && !EndsState(t, p) {
			acts = true
			d.states = append(d.states, State{Words: PendingWords(t, p), Act: true})
		}
	}
	if words, waits := decide.WaitingFor(t, c.ID); waits {
		d.say(InForce, strings.TrimSpace("waits: "+words))
		acts = true
	}
	switch {
	case t.Clock.Turn == c.ID:
		d.states = append(d.states, State{Words: "turn", Weight: InForce, Sign: Ready})
	case !acts && t.Clock.Turn == "":
		d.states = append(d.states, State{Words: "free", Weight: InForce, Sign: Ready})
	}
	if c.Hidden {
		d.say(Slight, "hidden")
	}
	return d.states
}

// doing collects states.
type doing struct{ states []State }

func (d *doing) say(weight Weight, words string) {
	if words != "" {
		d.states = append(d.states, State{Words: words, Weight: weight})
	}
}

// says reports whether a word is in it, alone or as the end of a state: hurt, in badly hurt.
func (d *doing) says(word string) bool {
	return slices.ContainsFunc(d.states, func(x State) bool { return x.Words == word || strings.HasSuffix(x.Words, " "+word) })
}

// Calling ends the words for what is called for.
const Calling = " needed"

// OrElse begins the words for an alternative to it.
const OrElse = "or "

// called says what the table calls for from a character. Alternatives are one part, and so is
// what is called for several times: "Dodge called for twice, or resist".
func (d *doing) called(t model.Table, c *model.Character) {
	all := t.FollowUps()
	if !slices.ContainsFunc(all, func(u model.FollowUp) bool { return u.Who == c.ID }) {
		return
	}
	var calls [][]string
	var may []string
	times := map[string]int{}
	for _, of := range view.Choices(all) {
		if of[0].Who != c.ID {
			continue
		}
		if len(of) == 1 && view.IsOffered(t, of[0]) {
			may = append(may, "may "+strings.ToLower(calledBy(t, of[0])))
			continue
		}
		var names []string
		for _, u := range of {
			names = append(names, calledBy(t, u))
		}
		if key := strings.Join(names, "\n"); times[key] == 0 {
			calls, times[key] = append(calls, names), 1
		} else {
			times[key]++
		}
	}
	for _, names := range calls {
		said := names[0] + Calling
		switch n := times[strings.Join(names, "\n")]; {
		case n == 2:
			said += " twice"
		case n > 2:
			said += " " + strconv.Itoa(n) + " times"
		}
		d.say(Waits, said)
		for _, other := range names[1:] {
			d.say(Waits, OrElse+strings.ToLower(other))
		}
	}
	for _, words := range may {
		d.say(Usual, words)
	}
}

// calledBy is a short name for what is called for: the row of the sheet that it is done with,
// if that is known.
func calledBy(t model.Table, u model.FollowUp) string {
	if a, ok := t.ActionOf(u.System, u.Action); ok {
		return cmp.Or(view.RowsIn(a, u.Params), a.Label)
	}
	return t.ActionName(u.System, u.Action)
}

// EndsState reports whether a pending item is the end of a state, and not an action. A mark
// shows the state.
func EndsState(t model.Table, p model.Pending) bool {
	a, ok := t.ActionOf(p.System, p.Action)
	return ok && (a.Over.SurvivesScene || a.Over.OnlyEnds && a.Over.AtSceneEnd)
}

// Concerns is the character whose pending item it is: the one who does it, or for a state such as a
// stun the one who is in it.
func Concerns(t model.Table, p model.Pending) string {
	if a, ok := t.ActionOf(p.System, p.Action); ok && len(p.Against) > 0 && (a.Over.OnlyEnds || a.Over.SurvivesScene) {
		return p.Against[0]
	}
	return p.Who
}
