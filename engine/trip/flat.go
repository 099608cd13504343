package trip

import "example.org/fray/engine"

var flatForm = &engine.Schema{}

var (
	flatRoll      = flatForm.Group("The roll")
	flatDie       = flatRoll.Text("die", "Die", 6).Default("d20").Said("d4, d6, d8 and so on, up to d100.")
	flatCount     = flatRoll.Int("count", "How many", 1, 20).Default(1)
	flatLuck      = flatRoll.Choice("luck", "Luck", "none", "luck", "anti")
	flatUnskilled = flatRoll.Bool("unskilled", "Unskilled").Said("Thrown twice, the worse kept.")
)

// flat is a Flat roll: plain dice, no flags. Chapter "Flat Rolls".
func flat(r *engine.Roll) engine.Outcome {
	form := r.Params()
	faces, ok := readFaces(flatDie.Of(form))
	if !ok {
		r.Refuse("%q is no die: write its faces, such as d8", flatDie.Of(form))
	}
	count := flatCount.Of(form)
	f := fortuneOf(r, flatLuck.Of(form), flatUnskilled.Of(form))
	d := plainDice{count, faces}
	var n int
	if f == once {
		n = d.thrown(r)
		r.Note("%dd%d: %d", count, faces, n)
		if luckFlat(r) {
			f = forLuck
			n = f.keptOf(r, d.again(r, f, n))
		}
	} else {
		n = f.keptOf(r, d.twice(r, f))
	}
	if f == forLuck {
		r.Add(r.Sheet(engine.Actor), luckSpent, 1)
		r.Note("one Luck box is crossed off")
	}
	total := n + engine.Every.Situation.Of(form)
	if n := engine.Every.Situation.Of(form); n != 0 {
		r.Note("situation %+d: %d", n, total)
	}
	r.Story("{actor} rolls %dd%d  %d%s", count, faces, total, f.words())
	return engine.Outcome{Success: true, Grade: engine.Success, Total: total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", total)}}
}

// plainDice are the dice of a Flat roll.
type plainDice struct{ count, faces int }

// keptOf writes what was thrown twice, and gives what is kept: with Luck the
// higher, with anti-luck the lower.
func (f fortune) keptOf(r *engine.Roll, two keptSums) int {
	word := "higher"
	if f == antiLuck {
		word = "lower"
	}
	r.Note("thrown twice, %d and %d: the %s, %d, is kept", min(two.kept, two.other), max(two.kept, two.other), word, two.kept)
	return two.kept
}

// keptSums is a Flat roll thrown twice: the sum that counts and the other one.
type keptSums struct{ kept, other int }

// luckFlat offers Luck for a Flat roll that has fallen.
func luckFlat(r *engine.Roll) bool {
	return hasLuckBoxes(r.Sheet(engine.Actor)) && r.Pick(engine.Ask{ID: "luck", Words: "Luck the roll?"}, engine.Actor,
		engine.Option{ID: "keep", Label: "Keep the roll"},
		engine.Option{ID: "luck", Label: "Luck it: throw all again, keep the higher", Price: "1 Luck box"}) == "luck"
}
