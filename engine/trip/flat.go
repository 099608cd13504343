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

// pips are the dice of a Flat roll, as far as they have fallen.
type pips struct {
	fallen, sum int
	second      bool
}

// flat is a Flat roll: plain dice, no flags (Trip vs Flat Rolls).
func flat(r *engine.Roll) engine.Outcome {
	form := r.Params()
	faces, ok := readFaces(flatDie.Of(form))
	if !ok {
		r.Refuse("%q is no die: write its faces, such as d8", flatDie.Of(form))
	}
	count := flatCount.Of(form)
	f := fortuneOf(r, flatLuck.Of(form), flatUnskilled.Of(form))
	first := pipsOf(count, faces, "")
	var kept pips
	if f == once {
		kept = engine.ReadChain(r, first)
		r.Note("%dd%d: %d", count, faces, kept.sum)
		if luckFlat(r) {
			f = forLuck
			stays := engine.Chain[pips]{From: kept, Next: func(pips) (engine.Part, bool) { return engine.Part{}, false }}
			kept = flatTwice(r, f, count, faces, stays)
		}
	} else {
		kept = flatTwice(r, f, count, faces, first)
	}
	if f == forLuck {
		r.Add(r.Sheet(engine.Actor), luckSpent, 1)
		r.Note("one Luck box is crossed off")
	}
	total := kept.sum + engine.Situation.Of(form)
	if n := engine.Situation.Of(form); n != 0 {
		r.Note("situation %+d: %d", n, total)
	}
	return engine.Outcome{Success: true, Grade: engine.Success, Total: total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", total)}}
}

// pipsOf throws count dice.
func pipsOf(count, faces int, prefix string) engine.Chain[pips] {
	return engine.Chain[pips]{
		From: pips{second: prefix != ""},
		Next: func(s pips) (engine.Part, bool) {
			return engine.Part{Ask: engine.Ask{ID: prefix + "dice", Words: "Dice"}, Dice: engine.D(count, faces)}, s.fallen == 0
		},
		Fold: func(s pips, v int) pips { return pips{s.fallen + 1, s.sum + v, s.second} },
	}
}

func flatTwice(r *engine.Roll, f fortune, count, faces int, first engine.Chain[pips]) pips {
	sign, word := 1, "higher"
	if f == antiLuck {
		sign, word = -1, "lower"
	}
	kept, other := engine.ReadTwice(r, [2]int{count, faces}, engine.Twice[pips]{
		First: first, Second: pipsOf(count, faces, f.prefix()),
		Stands: func(pips) bool { return false },
		Rank:   func(s pips) int { return sign * s.sum },
	})
	r.Note("thrown twice, %d and %d: the %s, %d, is kept", min(kept.sum, other.sum), max(kept.sum, other.sum), word, kept.sum)
	return kept
}

// luckFlat offers Luck for a Flat roll that has fallen.
func luckFlat(r *engine.Roll) bool {
	return hasLuckBoxes(r.Sheet(engine.Actor)) && r.Pick(engine.Ask{ID: "luck", Words: "Luck the roll?"}, engine.Actor,
		engine.Option{ID: "keep", Label: "Keep the roll"},
		engine.Option{ID: "luck", Label: "Luck it: throw all again, keep the higher", Price: "1 Luck box"}) == "luck"
}
