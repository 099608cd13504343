package supermen

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var (
	powerForm   = form()
	using       = powerForm.Group("Power")
	usePower    = using.Row("power", "Power", powers)
	usePR       = using.Int("pr", "PR", 0, 999).BeyondSheet().Help("If it is not that of the sheet.")
	useRow      = using.Int("row", "Start row", 0, 99).BeyondSheet().Default(usualRow).Help("Each PR on EP lowers the cost by one row.")
	usePassive  = using.Bool("passive", "Passive").Help("It is kept up, and paid for at each Payment Segment.")
	usePT       = using.Int("pt", "PT", 1, 999_999).Default(usualPT).Unit("segments").Help("20, and half as long when passive.")
	_           = rolled(powerForm)
	releaseForm = form()
	releaseRow  = releaseForm.Group("Power").Row("power", "Power kept up", running)
)

// usedPower is one use of a power.
type usedPower struct {
	row     engine.Row
	there   bool // whether the power is on the sheet
	name    string
	pr      int
	start   int // its start row
	pt      int // in segments
	passive bool
	blast   bool

	does  []string // its effects in words
	adds  []string // what it adds to what while it is in force, as in runningAdds
	steps int      // of its first effect: the damage of a blast
	heals int      // DP that it heals
}

// usualPT is how many segments an active power takes.
const usualPT = 20

// readPower reads the power from the form, and from the sheet what the form leaves open.
func readPower(r *engine.Roll) usedPower {
	f := r.Params()
	w := usedPower{name: "Power", pr: usePR.Of(f), start: useRow.Of(f), pt: usualPT, passive: usePassive.Of(f)}
	if id := usePower.Of(f); id != "" {
		row := kit.Found(r, powers, r.Sheet(engine.Actor), id, "power")
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

// power is a Power Roll. It has no dice: the PR is the Quality. Chapter "Power Rolls".
func power(r *engine.Roll) engine.Outcome {
	w := readPower(r)
	me := ready(r, "power", !w.passive)
	a := powerCheck(w.name, w.pr).aim(r, actor)
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
		switch {
		case n == 0 || u.adds == toNothing:
		case u.adds == toHeal:
			w.heals += n * u.gives
		default:
			w.adds = append(w.adds, fmt.Sprintf("%s %+d", u.adds, n*u.gives))
		}
	}
	what := strings.Join(w.does, ", ")
	a.pt = quicken(w.pt, give["pt"])
	a.charge(forPower.from(w.start).of(w.row), give["ep"])
	if what == "" {
		r.Note("%s does nothing", w.name)
	} else {
		r.Note("%s: %s, after %s", w.name, what, segments(a.pt))
	}
	w.begin(a)
	w.tell(r, what)
	return a.outcome()
}

// tell writes the story of a power; what are its effects in words.
func (w usedPower) tell(r *engine.Roll, what string) {
	name := w.name
	if !w.there {
		name = "a power"
	}
	switch {
	case what == "":
		r.Story("{actor} uses %s to no effect", name)
	case w.blast:
		r.Story("{actor} readies %s%s  %s", name, onWhom(r, " against "), what)
	case w.passive:
		r.Story("{actor} keeps %s up  %s", name, what)
	default:
		r.Story("{actor} uses %s%s  %s", name, onWhom(r, " on "), what)
	}
}

// onWhom names whom a power is for behind a word; "" for the one who has it.
func onWhom(r *engine.Roll, word string) string {
	if whom := kit.Concerned(r); !whom.IsSelf() {
		return word + whom.Name()
	}
	return ""
}

// begin starts the power. A blast waits for its Combat Roll, a passive power is kept up, and
// any other runs for its Performance Time. Chapter "Power Example".
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
		use := ""
		if a.q() >= 0 {
			use = w.keepUp(a)
		}
		w.callHealing(a, use)
		a.takeBeside()
		a.end(called(w.name, ""), 0, true)
	default:
		w.callHealing(a, "")
		a.take()
		a.end(called(w.name, ""), 0, false)
	}
}

// keepUp adds this use of the power to those that are kept up, and gives the id of its row.
// Each use of a power is one of its own, with a name of its own. Chapter "Power Rolls".
func (w usedPower) keepUp(a *attempt) string {
	name := w.name
	for n := 2; ; n++ {
		if _, used := running.Find(a.me, name); !used {
			break
		}
		name = fmt.Sprintf("%s %d", w.name, n)
	}
	row := a.r.NewRow(a.me, running, name)
	engine.Put(a.r, row, runningWhat, strings.Join(w.does, ", "))
	if w.adds != nil {
		engine.Put(a.r, row, runningAdds, strings.Join(w.adds, ", "))
	}
	engine.Put(a.r, row, runningRow, a.row)
	if w.there && powerEP.At(w.row) != byRound {
		engine.Put(a.r, row, runningEP, powerEP.At(w.row))
	}
	engine.Put(a.r, row, runningReady, a.r.Moment()+a.pt)
	return row.ID
}

// endUse ends one use of a power, with what it would still have done.
func endUse(r *engine.Roll, use engine.Row) {
	r.CallOff("power-heals", engine.PageOf(mendUse.ID, use.ID))
	r.Drop(use)
}

// The parameters with which healing by a power waits for the segment in which it heals.
var (
	mendForm  = form()
	mendGroup = mendForm.Group("Healing")
	mendDP    = mendGroup.Int("dp", "DP healed", 0, 99_999).BeyondSheet()
	mendPower = mendGroup.Text("power", "Of the power", 60)
	mendUse   = mendGroup.Row("use", "Kept up as", running).Help("For as long as this use of the power is kept up, at each Payment Segment.")
)

// callHealing puts the healing of a power on the timeline, at the end of its PT. use is the row
// in which it is kept up, "" if it heals once.
func (w usedPower) callHealing(a *attempt, use string) {
	if w.heals <= 0 || a.q() < 0 {
		return
	}
	a.r.Note("%d DP healed after %s", w.heals, segments(a.pt))
	healsAfter(a.r, a.pt, w.heals, w.name, use)
}

// healsAfter puts healing on the timeline.
func healsAfter(r *engine.Roll, segments, dp int, power, use string) {
	params := engine.PageOf(mendDP.ID, dp, mendPower.ID, power)
	if use != "" {
		params = params.With(mendUse.ID, engine.ValueOf(use))
	}
	r.After(segments, "power-heals", engine.Carry{Against: kit.Concerned(r).Against(), Params: params})
}

// powerHeals heals DP: first bludgeoning, then penetrating, then injury. A power that is kept
// up heals again at the next Payment Segment.
func powerHeals(r *engine.Roll) engine.Outcome {
	f, me := r.Params(), r.Sheet(engine.Actor)
	use, name := mendUse.Of(f), cmp.Or(mendPower.Of(f), "the power")
	if _, up := running.Find(me, use); use != "" && !up {
		r.Note("the healing of %s is over", name)
		r.Story("{actor} no longer heals")
		return engine.Done()
	}
	whom, who := kit.Concerned(r), ""
	if !whom.IsSelf() {
		who = " " + whom.Name()
	}
	m := mending{r: r, me: whom.Sheet, left: mendDP.Of(f), write: true}
	for _, kind := range kinds {
		m.dp(kind)
	}
	if m.healed > 0 {
		r.Story("{actor} heals%s with %s  %d DP", who, name, m.healed)
	} else {
		r.Story("{actor} has nothing to heal with %s", name)
	}
	if use != "" {
		healsAfter(r, round-r.Moment()%round, mendDP.Of(f), name, use)
	}
	return engine.Done(engine.Num("healed", m.healed))
}

// powerCheck is a Power Roll. Its target is its Quality, since no dice are subtracted.
func powerCheck(name string, pr int, more ...kit.Term) check {
	return check{id: "power", own: func(effort) kit.Sum { return append(kit.Sum{kit.Plain("PR of "+name, pr)}, more...) }}
}

// push asks for Extra Effort with a power, which raises its PR, if the Editor has allowed that
// on the sheet. Chapter "Extra Effort".
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

func effectsOf(s engine.Sheet, power engine.Row) []engine.Row {
	var out []engine.Row
	for _, e := range effects.Rows(s) {
		if of := effectPower.At(e); of == power.ID || strings.EqualFold(of, power.Name()) {
			out = append(out, e)
		}
	}
	return out
}

// portion is what the PR on one effect does.
type portion struct {
	step  int    // PR for each step
	adds  string // what a step adds to
	gives int    // how much it adds
}

// effectUses gives the uses of PR for the effects of a power, and what each does.
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

// words says what n PR on the effect come to.
func (u portion) words(n int) string {
	steps := n / u.step
	words := strconv.Itoa(steps)
	if u.step > 1 {
		words += fmt.Sprintf(", %d PR for each", u.step)
	}
	switch u.adds {
	case toNothing:
		return words
	case toHeal:
		return fmt.Sprintf("%s: %d DP healed", words, steps*u.gives)
	}
	return fmt.Sprintf("%s: %s %+d while it is kept up", words, strings.ReplaceAll(u.adds, "_", " "), steps*u.gives)
}

// release gives up a blast that waits to be thrown, or ends a power that is kept up.
func release(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	rows, id := running.Rows(me), releaseRow.Of(r.Params())
	if waits := blastPower.Of(me); waits != "" && !blastFired.Of(me) && (id == "" || strings.EqualFold(id, waits)) {
		put(r, me, blastPower, "")
		r.Note("the blast of %s is let go", waits)
		r.Story("{actor} lets the blast of %s go", waits)
		return engine.Done()
	}
	if len(rows) == 0 {
		r.Refuse("no power is kept up")
	}
	row := rows[len(rows)-1]
	if id != "" {
		found, ok := running.Find(me, id)
		if !ok {
			r.Refuse("%q is not kept up", id)
		}
		row = found
	}
	r.Note("%s ends", row.Name())
	r.Story("{actor} lets %s go", row.Name())
	endUse(r, row)
	return engine.Done()
}
