package model_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

var update = flag.Bool("update", false, "write the golden files again")

const goldenSentences = "testdata/sentences.txt"

// What is told of each kind of roll, in each rulebook: who did what to whom, and what came of
// it. The golden file is there to be read: it has each sentence that an action can end with
// once, with misses, hits, criticals, falls, deaths and ends of contests.
func TestSentences(t *testing.T) {
	var out strings.Builder
	for _, id := range everyRulebook() {
		fmt.Fprintf(&out, "# %s\n", id)
		x := newSentences(t, id)
		for _, a := range x.s.Actions {
			x.tellAll(a)
		}
		out.WriteString(x.out.String())
	}
	if *update {
		if err := os.WriteFile(goldenSentences, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(goldenSentences)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(out.String(), "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			t.Fatalf("line %d of %s is told as\n%s\nand not as\n%s\nread it, and run with -update if it is right", i+1, goldenSentences, at(is, i), at(was, i))
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// sentences tells what comes of the actions of a rulebook at a table with three characters.
type sentences struct {
	*play
	s    *engine.System
	who  []*model.Character
	out  strings.Builder
	seen map[string]bool
}

func newSentences(t *testing.T, system string) *sentences {
	p, s, _, _ := hosted(t, system, 1)
	return &sentences{play: p, s: s, who: p.table.Characters(), seen: map[string]bool{}}
}

// tellAll tries an action with many inputs and dice, and tells each shape of sentence once.
// The dice of an action depend on it alone, so that a change of another does not touch them.
func (x *sentences) tellAll(a *engine.Action) {
	h := fnv.New64()
	h.Write([]byte(x.s.ID + "/" + a.ID))
	r := rand.New(rand.NewPCG(h.Sum64(), 3))
	var told []string
	for range 150 {
		if text := x.try(a, r); text != "" {
			told = append(told, text)
		}
	}
	if len(told) == 0 {
		return
	}
	fmt.Fprintf(&x.out, "## %s\n", a.Label)
	for _, text := range told {
		x.out.WriteString(text + "\n")
	}
}

// try runs an action once. It returns what is told if nothing of that shape was told before.
func (x *sentences) try(a *engine.Action, r *rand.Rand) string {
	t := x.table
	roll := model.Roll{ID: "r1", Who: x.who[0].ID, System: x.s.ID, Action: a.ID}
	if a.Need != engine.Alone {
		roll.Against = []string{x.who[2].ID}
		if a.Need == engine.MayFaceMany && r.IntN(3) == 0 {
			roll.Against = append(roll.Against, x.who[3].ID)
		}
	}
	t.State.Characters = slices.Clone(t.State.Characters)
	for i, c := range t.State.Characters { // hurt to various degrees
		who := *c
		page := who.Pages[x.s.ID]
		for _, p := range x.s.Pools {
			full := p.Full.Of(x.s.Sheet.Read(page))
			if len(p.Losses) > 0 && full > 1 && r.IntN(3) == 0 {
				page = page.With(p.Losses[0].ID, engine.ValueOf(r.IntN(full)))
			}
		}
		who.Pages = map[string]engine.Page{x.s.ID: page}
		t.State.Characters[i] = &who
	}
	for _, sp := range a.Form.Fields() {
		switch {
		case sp.RowsOf != "":
			if ids := t.State.Characters[0].Pages[x.s.ID].RowIDs(sp.RowsOf); len(ids) > 0 && r.IntN(8) > 0 {
				roll.Params = roll.Params.With(sp.ID, engine.ValueOf(ids[r.IntN(len(ids))]))
			}
		case r.IntN(4) > 0:
		case len(sp.Options) > 0:
			roll.Params = roll.Params.With(sp.ID, engine.ValueOf(sp.Options[r.IntN(len(sp.Options))]))
		case sp.Kind == engine.Int:
			roll.Params = roll.Params.With(sp.ID, engine.ValueOf(max(sp.Least, min(sp.Most, r.IntN(25)-2))))
		case sp.Kind == engine.Bool:
			roll.Params = roll.Params.With(sp.ID, engine.ValueOf(true))
		}
	}
	roll.RollContext = t.NewRollContext(roll)
	in, err := t.InputsOf(roll)
	if err != nil {
		return ""
	}
	step, err := engine.Run(in, nil)
	for err == nil && !step.Done() && len(roll.Tape) < 40 {
		answer := anAnswer(r, *step.Open)
		if step.Open.Wants == engine.Throwing {
			answer = step.Open.Thrown(faces(r, step.Open.Dice))
		}
		roll.Tape = append(roll.Tape, answer)
		step, err = engine.Run(in, roll.Tape)
	}
	if err != nil || !step.Done() || step.Story == "" {
		return ""
	}
	changes, later := decide.PreviewEffects(t, roll, step)
	f := model.Finished{Roll: roll, Outcome: step.Outcome, Changes: changes, Later: later, Notes: step.Notes, Story: step.Story}
	lines := view.Tell(t, f, false)
	shape := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return '#'
		}
		return c
	}, step.Story)
	shape = strings.ToLower(shape)
	for _, name := range x.names(a) {
		shape = strings.ReplaceAll(shape, name, "*")
	}
	for _, twice := range []string{"##", "* *", "**", "-#", "+#", "#.#"} {
		for strings.Contains(shape, twice) {
			shape = strings.ReplaceAll(shape, twice, twice[len(twice)-1:])
		}
	}
	if x.seen[a.ID+shape] {
		return ""
	}
	x.seen[a.ID+shape] = true
	var words []string
	for _, l := range lines {
		words = append(words, l.Text)
	}
	return strings.Join(words, "\n      ")
}

// names are the names of rows and the words of choices, the longest first: which of them
// stands in a sentence makes no other sentence.
func (x *sentences) names(a *engine.Action) []string {
	var out []string
	for _, c := range x.who {
		page := c.Pages[x.s.ID]
		for _, path := range page.Paths() {
			if v, _ := page.Get(path); strings.HasSuffix(path, "/name") && v.Text() != "" {
				out = append(out, strings.ToLower(v.Text()))
			}
		}
	}
	for _, sp := range a.Form.Fields() {
		for _, option := range sp.Options {
			if option = strings.ToLower(strings.ReplaceAll(option, "_", " ")); len(option) > 2 {
				out = append(out, option)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// faces throws dice, one throw in four as high and one as low as they go.
func faces(r *rand.Rand, d engine.Dice) engine.Faces {
	how := r.IntN(4)
	var f engine.Faces
	for range 30 {
		n := d.Missing(f)
		if n == 0 {
			break
		}
		for range n {
			face := d.Low + r.IntN(d.High-d.Low+1)
			if len(f) < 6 && how == 0 {
				face = d.Low
			} else if len(f) < 6 && how == 1 {
				face = d.High
			}
			f = append(f, face)
		}
	}
	return f
}
