package supermen

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

var (
	powerForm   = form()
	using       = powerForm.Group("Power")
	usePower    = using.Row("power", "Power", powers)
	usePR       = using.Int("pr", "PR", 0, 999).Said("Where it is not that of the sheet.")
	useRow      = using.Int("row", "Start row", 0, 99).Default(usualRow).Said("Each PR on EP is a row less.")
	usePassive  = using.Bool("passive", "Passive").Said("It is kept up, and paid for at each Payment Segment.")
	usePT       = using.Int("pt", "PT", 1, 999_999).Default(usualPT).Measured("segments").Said("20, and half as long when passive.")
	_           = rolled(powerForm)
	releaseForm = form()
	releaseRow  = releaseForm.Group("Power").Row("power", "Power kept up", running)
)

// usedPower is a power as it is used this time.
type usedPower struct {
	row     engine.Row
	there   bool // the power is on the sheet
	name    string
	pr      int
	start   int // its start row
	pt      int // in segments
	passive bool
	blast   bool

	does  []string // its effects, for people
	adds  []string // what it adds to while it is in force
	steps int      // of its first effect: the damage of a blast
}

// usualPT is how many segments an active power takes.
const usualPT = 20

// readPower reads the power from sheet and form; the form counts where it is
// filled in.
func readPower(r *engine.Roll) usedPower {
	f := r.Params()
	w := usedPower{name: "Power", pr: usePR.Of(f), start: useRow.Of(f), pt: usualPT, passive: usePassive.Of(f)}
	if id := usePower.Of(f); id != "" {
		row, ok := powers.Find(r.Sheet(engine.Actor), id)
		if !ok {
			r.Refuse("there is no power %q on the sheet", id)
		}
		w.row, w.there, w.name, w.blast = row, true, row.Name(), powerAttack.At(row)
		w.pr = usePR.Else(r, powerPR.At(row)-powerLost.At(row))
		w.start = useRow.Else(r, powerRow.At(row))
		w.pt = powerPT.At(row)
		w.passive = usePassive.Else(r, powerPassive.At(row))
	}
	if w.passive {
		w.pt = max(w.pt/2, 1)
	}
	w.pt = usePT.Else(r, w.pt)
	if w.pr <= 0 {
		r.Refuse("no PR to use: choose a power or give its PR")
	}
	w.blast = w.blast && !w.passive
	return w
}

// power is a Power Roll: no dice, the Quality is the PR. Chapter
// "Power Rolls".
func power(r *engine.Roll) engine.Outcome {
	w := readPower(r)
	me := ready(r, "power", !w.passive)
	a := powerCheck(w.name, w.pr).aim(r, "")
	a.pt = w.pt
	w.push(a)
	r.Note("no dice: Quality %d", a.q())
	uses, used := effectUses(me, w)
	give := a.share(a.q(), append(uses, rowUse(w.start), ptUse("pt", w.pt))...)
	for i, u := range used {
		n := give[uses[i].ID] / u.step
		if i == 0 {
			w.steps = n
		}
		if n > 0 {
			w.does = append(w.does, uses[i].Label+" "+strconv.Itoa(n))
		}
		if n > 0 && u.adds != toNothing {
			w.adds = append(w.adds, fmt.Sprintf("%s %+d", u.adds, n*u.gives))
		}
	}
	what := strings.Join(w.does, ", ")
	a.pt = quicken(w.pt, give["pt"])
	a.charge(forPower.from(w.start).of(w.row), give["ep"])
	if what == "" {
		r.Note("%s does nothing", w.name)
	} else {
		r.Note("%s: %s, after %d segments", w.name, what, a.pt)
	}
	w.begin(a)
	w.tell(r, what)
	return a.outcome()
}

// tell tells what a power does.
func (w usedPower) tell(r *engine.Roll, what string) {
	name := w.name
	if !w.there {
		name = "a power"
	}
	switch {
	case what == "":
		r.Story("{actor} uses %s, and nothing comes of it", name)
	case w.blast:
		r.Story("{actor} readies %s  %s", name, what)
	case w.passive:
		r.Story("{actor} keeps %s up  %s", name, what)
	default:
		r.Story("{actor} uses %s  %s", name, what)
	}
}

// begin starts what the power does: a blast waits for its Combat Roll, a
// passive use is kept up, anything else runs its time. Chapter
// "Power Example".
func (w usedPower) begin(a *attempt) {
	switch {
	case w.blast && a.q() >= 0:
		put(a.r, a.me, blastPower, w.name)
		put(a.r, a.me, blastRow, a.row)
		put(a.r, a.me, blastPT, a.pt)
		put(a.r, a.me, blastDamage, w.steps)
		put(a.r, a.me, blastFired, false)
		put(a.r, a.me, maintained, 0)
		a.r.Note("the attack needs a Combat Roll")
		a.r.Follow(engine.Actor, "combat", engine.Carry{Params: engine.PageOf("power", w.name)})
		a.save()
	case w.passive:
		if a.q() >= 0 {
			w.keepUp(a)
		}
		a.takeBeside()
		a.end(called(w.name, ""), 0, true)
	default:
		a.take()
		a.end(called(w.name, ""), 0, false)
	}
}

// keepUp writes the power down among those that are kept up.
func (w usedPower) keepUp(a *attempt) {
	row := a.r.NewRow(a.me, running, w.name)
	engine.Put(a.r, row, runningWhat, strings.Join(w.does, ", "))
	if w.adds != nil {
		engine.Put(a.r, row, runningAdds, strings.Join(w.adds, ", "))
	}
	engine.Put(a.r, row, runningRow, a.row)
	if w.there && powerEP.At(w.row) != byRound {
		engine.Put(a.r, row, runningEP, powerEP.At(w.row))
	}
	engine.Put(a.r, row, runningReady, a.r.Moment()+a.pt)
}

// powerCheck is a Power Roll: the PR is the Quality, since no dice are taken
// off it.
func powerCheck(name string, pr int, more ...term) check {
	return check{id: "power", own: func(effort) sum { return append(sum{plain("PR of "+name, pr)}, more...) }}
}

// push is Extra Effort with a power, where the Editor allows it: its PR
// is what is raised. Chapter "Extra Effort".
func (w usedPower) push(a *attempt) {
	if !w.there || !powerEffort.At(w.row) {
		return
	}
	row, has, q := w.row, w.pr, a.q()
	give := a.r.ShareOne(engine.Ask{ID: "extra-effort", Words: "Extra Effort: raise the PR"}, engine.Actor, has,
		engine.Use{ID: "pr", Label: "PR", Most: has, Effect: func(n int) string {
			if n == 0 {
				return fmt.Sprintf("Quality %d", q)
			}
			return fmt.Sprintf("Quality %d; PR falls to %d", q+n, has-n)
		}})
	if n := give["pr"]; n > 0 {
		a.target += n
		engine.Put(a.r, row, powerLost, powerLost.Within(powerLost.At(row)+n))
		a.r.Note("Extra Effort: PR %d + %d = %d, then %d; lost PR come back with the healing of the %s",
			has, n, has+n, has-n, powerReturns.At(row))
	}
}

// effectsOf are the effects of a power.
func effectsOf(s engine.Sheet, power engine.Row) []engine.Row {
	var out []engine.Row
	for _, e := range effects.Rows(s) {
		if of := effectPower.At(e); of == power.ID || strings.EqualFold(of, power.Name()) {
			out = append(out, e)
		}
	}
	return out
}

// portion is one use of PR: what a step of an effect takes, what it adds to, and
// how much of it.
type portion struct {
	step  int
	adds  string
	gives int
}

// effectUses are the uses of PR for the power's effects.
func effectUses(me engine.Sheet, w usedPower) (uses []engine.Use, used []portion) {
	if w.there {
		for i, e := range effectsOf(me, w.row) {
			step := effectStep.At(e)
			id := "effect"
			if i > 0 {
				id += "." + strconv.Itoa(i+1)
			}
			u := portion{step, effectAdds.At(e), effectGives.At(e)}
			uses = append(uses, engine.Use{ID: id, Label: e.Name(), Each: step, Effect: u.words})
			used = append(used, u)
		}
	}
	if uses == nil {
		uses = []engine.Use{{ID: "effect", Label: "Effect", Effect: func(n int) string { return strconv.Itoa(n) + " PR" }}}
		used = []portion{{1, toNothing, 1}}
	}
	return uses, used
}

// words says what n PR on the effect do.
func (u portion) words(n int) string {
	steps := n / u.step
	words := strconv.Itoa(steps)
	if u.step > 1 {
		words += fmt.Sprintf(", %d PR for each", u.step)
	}
	if u.adds == toNothing {
		return words
	}
	return fmt.Sprintf("%s: %s %+d while it is kept up", words, strings.ReplaceAll(u.adds, "_", " "), steps*u.gives)
}

// release ends a power that is kept up.
func release(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	rows := running.Rows(me)
	if len(rows) == 0 {
		r.Refuse("no power is kept up")
	}
	row := rows[len(rows)-1]
	if id := releaseRow.Of(r.Params()); id != "" {
		found, ok := running.Find(me, id)
		if !ok {
			r.Refuse("%q is not kept up", id)
		}
		row = found
	}
	r.Note("%s ends", row.Name())
	r.Story("{actor} lets %s go", row.Name())
	r.Drop(row)
<<<<<<< HEAD
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// remember keeps what a shot of a blast was like, for those that follow.
func (a *attempt) remember(s strike) {
	if s.power == "" {
		return
	}
	put(a.r, a.me, blastFired, true)
	var others []string
	for _, n := range s.attacks[1:] {
		others = append(others, strconv.Itoa(n))
	}
	put(a.r, a.me, blastAttack, s.attacks[0])
	put(a.r, a.me, blastOthers, strings.Join(others, " "))
	put(a.r, a.me, blastPart, combatPart.Of(a.r.Params()))
	put(a.r, a.me, blastKind, s.kind)
	put(a.r, a.me, blastDamage, s.damage)
	put(a.r, a.me, blastUntil, a.r.Moment()+a.pt+len(others))
	put(a.r, a.me, maintained, 0)
}

// keepsOn says that a blast that has just landed, put off or not, can be
// maintained now.
func keepsOn(r *engine.Roll, me engine.Sheet, power string) {
	if !blastFired.Of(me) || blastPower.Of(me) != power {
		return
	}
	put(r, me, blastUntil, r.Moment())
	r.Note("%s can be maintained, with Attack %d", power, blastAttack.Of(me)-2*(maintained.Of(me)+1))
	if blastOthers.Of(me) == "" {
		r.Follow(engine.Actor, "maintain", engine.Carry{Against: engine.Other})
	}
}

var (
	maintainForm = form()
	keeping      = maintainForm.Group("Blast")
	keepPart     = keeping.Choice("part", "Aimed at", partIDs()...).Said("Left open, the same as before.")
	keepKind     = keeping.Choice("kind", "Kind of damage", kinds...).Said("Left open, the same as before.")
)

// maintain fires a blast again: a quarter of the PT, the same Attack less 2,
// and an EP row more, for each shot after the first. Kind and part stay what
// they were, and so does whom it is aimed at. Chapter "Maintaining an Attack".
func maintain(r *engine.Roll) engine.Outcome {
	me := ready(r, "maintain", true)
	if !blastFired.Of(me) || r.Moment() > blastUntil.Of(me) {
		r.Refuse("no blast is under way that could be maintained")
	}
	part, kind := keepPart.Else(r, blastPart.Of(me)), keepKind.Else(r, blastKind.Of(me))
	shots := heldOn(r, me)
	n := maintained.Of(me) + 1
	a := &attempt{r: r, check: check{id: "maintain"}, me: me, pt: max((blastPT.Of(me)+2)/4, 1)}
	power, _ := powers.Find(me, blastPower.Of(me))
	a.charge(forShot.from(blastRow.Of(me)+n).of(power), 0)
	for i := range shots {
		r.Note("shot %d of %s: Attack %d - %d = %d", n+1, blastPower.Of(me), shots[i], 2*n, shots[i]-2*n)
		shots[i] -= 2 * n
	}
	last := len(shots) - 1
	put(r, me, maintained, n)
	put(r, me, blastUntil, r.Moment()+a.pt+last)
	put(r, me, attack, shots[0])
	put(r, me, defense, 0)
	a.take()
	add(r, me, busyUntil, last)
	for i, hits := range shots {
		r.After(a.pt+i, "blow", engine.Carry{Against: engine.Opponent(i + 1), Params: engine.PageOf("attack", hits,
			"damage", blastDamage.Of(me), "part", part, "kind", kind, "power", blastPower.Of(me), "ends", i == last)})
	}
	r.Story("{actor} strikes again%s%s", r.OpponentNames(" at "), tail(blastPower.Of(me)))
	them := r.Sheet(engine.Other)
	good := !them.There() || shots[0] >= needed(r, me, them)
	return engine.Outcome{Success: good, Grade: grade(good), NoTarget: true, Values: []engine.Named{
		engine.Num("ep_row", a.row), engine.Num("ep_cost", a.paid), engine.Num("pt", a.pt),
		engine.Num("attack", shots[0]), engine.Num("damage", blastDamage.Of(me))}}
}

// heldOn gives the Attacks of the first shot of a blast on those whom it is
// held on, in the order in which it was aimed at them.
func heldOn(r *engine.Roll, me engine.Sheet) []int {
	shots := []int{blastAttack.Of(me)}
	for _, word := range strings.Fields(blastOthers.Of(me)) {
		n, err := strconv.Atoi(word)
		if err != nil {
			r.Refuse("the Attack on further opponents is a list of numbers, not %q", blastOthers.Of(me))
		}
		shots = append(shots, n)
	}
	aimed := 0
	for r.Sheet(engine.Opponent(aimed + 1)).There() {
		aimed++
	}
	switch {
	case aimed > len(shots):
		r.Refuse("the blast was aimed at %d: it cannot be held on %d", len(shots), aimed)
	case aimed > 0:
		shots = shots[:aimed]
	}
	return shots
=======
	return done()
>>>>>>> cf08353b07afecbb992b68d2e615bbf0eaa1a05b
}
