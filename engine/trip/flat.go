package trip

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var flatForm = &engine.Schema{}

var (
	flatRoll      = flatForm.Group("The roll")
	flatDie       = flatRoll.Text("die", "Die", 6).Default("d20").Help("d4, d6, d8 and so on, up to d100.")
	flatCount     = flatRoll.Int("count", "How many", 1, 20).Default(1)
	flatLuck      = flatRoll.Choice("luck", "Luck", "none", "luck", "anti")
	flatUnskilled = flatRoll.Bool("unskilled", "Unskilled").Help("Thrown twice, the worse kept.")
)

// flat is a Flat roll: plain dice without flags. Chapter "Flat Rolls".
func flat(r *engine.Roll) engine.Outcome {
	form := r.Params()
	faces, ok := readFaces(flatDie.Of(form))
	if !ok {
		r.Refuse("%q is not a die: write its faces, such as d8", flatDie.Of(form))
	}
	count := flatCount.Of(form)
	f := fortuneOf(r, flatLuck.Of(form), flatUnskilled.Of(form))
	dice := engine.D(count, faces)
	again := *engine.Precompute(r, func() *engine.DiceSequence[plainSum] { return flatDice(f, dice) })
	n := r.Sum(engine.Ask{ID: "dice", Words: "Dice"}, dice)
	if f == once {
		r.Note("%dd%d: %d", count, faces, n)
		if luckFlat(r) {
			f = forLuck
		}
	}
	if f != once {
		first, second := n, 0
		n = engine.ReadAs(r, again, func(s plainSum) (int, int) {
			second = s.sum
			kept, _ := f.better(first, second)
			return kept, kept
		})
		_, word := f.better(first, second)
		r.Note("thrown twice, %d and %d: the %s, %d, is kept", min(first, second), max(first, second), word, n)
	}
	if f == forLuck {
		r.Add(r.Sheet(engine.Actor), luckSpent, 1)
		r.Note("one Luck box is crossed off")
	}
	total := kit.InSituation(r, n)
	r.Story("{actor} rolls %dd%d  %d%s", count, faces, total, f.words())
	return engine.Outcome{Success: true, Grade: engine.Success, Total: total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", total)}}
}

// plainSum is the state of dice that are added up.
type plainSum struct {
	sum    int
	fallen bool
}

// flatDice gives the second throw of a Flat roll.
func flatDice(f fortune, dice engine.Dice) *engine.DiceSequence[plainSum] {
	part := engine.Part{Ask: engine.Ask{ID: f.prefix() + "dice", Words: "Dice"}, Dice: dice}
	return &engine.DiceSequence[plainSum]{
		Next: func(s plainSum) (engine.Part, bool) { return part, !s.fallen },
		Fold: func(s plainSum, face int) plainSum { return plainSum{s.sum + face, true} },
	}
}

// better gives which of two sums is kept, with the word for it: with Luck the higher one,
// with anti-luck the lower one.
func (f fortune) better(a, b int) (kept int, word string) {
	if f == antiLuck {
		return min(a, b), "lower"
	}
	return max(a, b), "higher"
}

// luckFlat offers to luck a Flat roll that has been made.
func luckFlat(r *engine.Roll) bool {
	return hasLuckBoxes(r.Sheet(engine.Actor)) && r.Pick(engine.Ask{ID: "luck", Words: "Luck the roll?"}, engine.Actor,
		engine.Option{ID: "keep", Label: "Keep the roll"},
		engine.Option{ID: "luck", Label: "Luck it: throw all again, keep the higher", Price: "1 Luck box"}) == "luck"
}
