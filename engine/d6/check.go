package d6

import (
	"cmp"

	"example.org/fray/engine"
)

// The form of a check.
var (
	checkForm       = newForm()
	checkWhat       = checkForm.Group("Check")
	checkDifficulty = checkWhat.Text("difficulty", "Difficulty", 20).Help("A number, or a level such as moderate. Leave it empty while it is secret.")
	checkSide       = acting.forTask(checkWhat)
	checkTask       = checkWhat.Text("task", "Task", 60).Help("If named, its failures count towards a second chance.")
)

// check is a roll against a standard difficulty. Chapters "Skill Checks" and
// "Standard Difficulties".
func check(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	k := engine.Precompute(r, func() task { return taskOf(r, me) })
	checkSide.keepsBusy(r)
	if k.known && k.target == 0 {
		r.Story("{actor} succeeds%s", before(" at ", k.what))
		return automatic(r)
	}
	p := &k.pool
	got := p.roll(r)
	if !k.known {
		r.Story("{actor} rolls%s  %d%s", before(" ", k.what), got.total, got.mishap())
		return secret(r, got)
	}
	o := tried(r, me, carried(r, me, measured(r, got, k.target)))
	tellCheck(r, o, got, k.what)
	return o
}

// tellCheck writes the story of a check: whether and how well it succeeds.
func tellCheck(r *engine.Roll, o engine.Outcome, got thrown, what string) {
	if o.Success {
		r.Story("{actor} succeeds%s  %s%s", before(" at ", what), degree(o.Margin), got.mishap())
	} else {
		r.Story("{actor} fails%s%s", before(" at ", what), got.mishap())
	}
}

// before gives word followed by name, or "" if there is no name.
func before(word, name string) string {
	if name == "" {
		return ""
	}
	return word + name
}

// task is a pool and its difficulty. A difficulty of 0 is Automatic: nothing is thrown.
type task struct {
	what   string
	pool   pool
	target int
	known  bool // false while only the gamemaster knows the difficulty
}

func taskOf(r *engine.Roll, me engine.Sheet) task {
	awake(r, me)
	t := checkSide.trait(r, me, "")
	base, known := difficultyIn(r, checkDifficulty)
	rushed := checkSide.rushed(r.Params())
	k := task{what: cmp.Or(checkTask.Of(r.Params()), t.name), target: base + t.raise + rushed, known: known}
	if known && k.target == 0 {
		return k
	}
	k.pool = *checkSide.pool(r, me, t, skilled)
	if known {
		aim(r, k.target, base, t.raise, rushed)
	}
	return k
}

// aim notes the difficulty, with what has raised it.
func aim(r *engine.Roll, target, base, untrained, rushed int) {
	if target == base {
		r.Aim(target, "difficulty %d (%s)", target, levelName(target))
		return
	}
	r.Aim(target, "difficulty %d (%s) = %d%s", target, levelName(target), base, reasons{{untrained, "untrained"}, {rushed, "rushed"}})
}

// automatic is the outcome of a task that needs no roll.
func automatic(r *engine.Roll) engine.Outcome {
	if checkSide.cp.Of(r.Params()) > 0 || checkSide.fate.Of(r.Params()) {
		r.Refuse("an Automatic task needs no roll and no points")
	}
	r.Note("Automatic: no roll is needed")
	return engine.Outcome{Success: true, Grade: engine.Success, Values: values(0, 0, 0)}
}

// amount is the outcome of a roll for a number, which has no difficulty.
func amount(t thrown, more ...engine.Named) engine.Outcome {
	values := append([]engine.Named{engine.Num("total", t.total), engine.Num("wild", t.wild)}, more...)
	return engine.Outcome{Success: true, Grade: engine.Success, Flags: t.flags(), Total: t.total, NoTarget: true, Values: append(values, t.grave("")...)}
}

// secret is the outcome of a roll whose difficulty only the gamemaster knows.
func secret(r *engine.Roll, t thrown) engine.Outcome {
	return engine.Outcome{Grade: engine.Undecided, Flags: t.flags(), Total: t.total, NoTarget: true,
		Values: append([]engine.Named{engine.Num("total", t.total), engine.Num("wild", t.wild)}, t.grave("")...)}
}

// measured is the outcome of a roll against a difficulty.
func measured(r *engine.Roll, t thrown, target int) engine.Outcome {
	points := t.total - target
	o := engine.Outcome{Success: beats(r, points), Grade: engine.Failure, Flags: t.flags(),
		Total: t.total, Target: target, Margin: points, Values: append(values(t.total, t.wild, points), t.grave("")...)}
	if o.Success {
		o.Grade = engine.Success
	}
	return o
}

// carried keeps half the result points of a roll for the next one, and gives its outcome
// unchanged. Chapter "Result Points".
func carried(r *engine.Roll, me engine.Sheet, o engine.Outcome) engine.Outcome {
	keepHalf(r, me, o.Margin)
	return o
}

func keepHalf(r *engine.Roll, s engine.Sheet, points int) {
	engine.Put(r, s, halfReady, halfReady.Within(part(points, 2)))
}

// beats reports whether result points are enough. A tie succeeds by a house rule. Chapter
// "Determining Success".
func beats(r *engine.Roll, points int) bool {
	return points > 0 || points == 0 && tiesSucceed.Of(r.House())
}

// values gives the values of every roll against a difficulty, in the order in which the
// command line promises them.
func values(total, wild, points int) []engine.Named {
	return []engine.Named{engine.Num("total", total), engine.Num("wild", wild),
		engine.Num("result_points", points), engine.Num("half", part(points, 2)), engine.Num("fifth", part(points, 5))}
}

// tried adds the level of the difficulty and the degree of success to the outcome of a
// check, and counts the attempts at a named task.
func tried(r *engine.Roll, me engine.Sheet, o engine.Outcome) engine.Outcome {
	o.Values = append(o.Values, engine.Word("level", levelName(o.Target)))
	if o.Success {
		o.Values = append(o.Values, engine.Word("degree", degree(o.Margin)))
	}
	if task := checkTask.Of(r.Params()); task != "" {
		n := again(r, me, task, o.Success)
		o.Values = append(o.Values, engine.Num("attempt", n))
		r.Note("attempt %d at %s", n, task)
	}
	r.Note("%d against %d: %s by %d", o.Total, o.Target, o.Grade, max(o.Margin, -o.Margin))
	return o
}

// again gives the number of this attempt at a task, counted from 1. The sheet counts the
// failed ones until one succeeds. Chapter "Second Chances".
func again(r *engine.Roll, me engine.Sheet, task string, success bool) int {
	row, known := attempts.Find(me, task)
	failed := 0
	if known {
		failed = attemptCount.At(row)
	}
	switch {
	case success && known:
		r.Drop(row)
	case !success:
		if !known {
			row = r.NewRow(me, attempts, task)
		}
		engine.Put(r, row, attemptCount, failed+1)
	}
	return failed + 1
}
