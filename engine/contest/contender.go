package contest

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// contender is one side of a contest.
type contender struct {
	stake
	sheet      engine.Sheet
	track      engine.Row // the row of the contest, on its own sheet or, without one, on the actor's
	columns    columns    // where the row keeps this side
	begun      bool       // the contest had begun before this roll
	lostBefore bool       // it has lost the contest before this roll
	made       madeOf
	acting     int // the acting total, without what counts for this roll alone
	effect     int // the effect total, without what counts for this roll alone
	hits       int // the effect total in this exchange
	full       int // the resistance at the start
	left       int // the resistance now
}

// columns are the columns of a row of contests in which one side is kept.
type columns struct{ acting, effect, full, lost engine.Field[int] }

var (
	ownColumns    = columns{trackActing, trackEffect, trackFull, trackLost}
	beyondColumns = columns{beyondActing, beyondEffect, beyondFull, beyondLost}
)

// madeOf are the names of what the totals are made of.
type madeOf struct {
	ability string // behind the acting total; "" if that was entered
	behind  string // the ability behind the effect total; "" for the same, or asTyped
	aspects string // aspects and tools, separated by commas
}

// join gives one side of a contest, as it stands on the sheet or for a new contest. A side
// without a sheet is kept on the actor's sheet.
func (b battle) join(r *engine.Roll, st stake, name, kind string) contender {
	c := contender{stake: st, sheet: r.Sheet(st.Seat), columns: ownColumns}
	if c.sheet.There() {
		c.track, c.begun = ongoing(c.sheet, name)
	} else {
		c.columns = beyondColumns
		c.track, c.begun = ongoing(r.Sheet(engine.Actor), name)
		c.begun = c.begun && c.columns.full.At(c.track) != 0
	}
	if c.begun && trackOver.At(c.track) != running {
		r.Refuse("%s is over for %s: leave it, or name another contest", c.track.Name(), r.NameOf(st.Seat, c.who))
	}
	if c.begun && c.sheet.There() {
		c.made = madeOf{trackAbility.At(c.track), trackBehind.At(c.track), trackAspects.At(c.track)}
	}
	c.kind = kind
	mustHave(r, c.sheet, c.typedName(r, c.aspects))
	changed := c.act(r)
	c.affect(r, changed)
	c.resist(r, kind)
	if kind == combat && r.Minion(st.Seat) { // one hit fells it
		c.full, c.left = min(c.full, 1), min(c.left, 1)
	}
	c.stake.acting.Else(r, c.acting)
	c.stake.effect.Else(r, c.effect)
	c.resistance.Else(r, c.left)
	hits := kit.Sum{kit.Plain("", c.effect)}
	if !c.plan.Of(r.Params()) { // a plan belongs to the throw, as a description does
		hits = append(hits, c.inSituation(r))
	}
	hits = append(hits, held(c.sheet, everyEffect)...)
	if c.hits = hits.Total(); c.hits != c.effect {
		r.Note("%s: effect total in this exchange %s", c.who, hits)
	}
	return c
}

// act works out the acting total, and reports whether its ability has changed. Aspects and
// tools that are ticked or named now count from this exchange on.
func (c *contender) act(r *engine.Roll) (changed bool) {
	if c.typed(r, c.stake.acting) {
		c.made.ability, c.made.aspects = "", ""
		c.acting = c.base(r).Total()
		return false
	}
	ability, names := c.typedName(r, c.ability), c.typedName(r, c.aspects)
	if c.begun && c.made.ability == "" && ability == "" && names == "" {
		c.acting = c.columns.acting.At(c.track)
		return false
	}
	if ability == "" {
		ability = c.made.ability
	}
	if names != "" {
		c.made.aspects = names
	}
	t := c.of(r, c.sheet, ability, c.made.aspects)
	row, _ := abilityBehind(c.sheet, ability)
	changed = c.begun && row.Name() != c.made.ability
	c.made.ability, c.acting = row.Name(), t.Total()
	c.noteTotal(r, "acting", t, c.columns.acting)
	return changed
}

// noteTotal notes a total that is new or has changed.
func (c *contender) noteTotal(r *engine.Roll, what string, t kit.Sum, kept engine.Field[int]) {
	switch {
	case !c.begun:
		r.Note("%s: %s total %s", c.who, what, t)
	case t.Total() != kept.At(c.track):
		r.Note("%s: %s total %s, from this exchange on; it was %d", c.who, what, t, kept.At(c.track))
	}
}

// affect works out the effect total. It is made like the acting total, and of the same ability
// unless another is named. Without an ability, it is the acting total. changed says whether
// the ability of the acting total has changed.
func (c *contender) affect(r *engine.Roll, changed bool) {
	name := c.typedName(r, c.effectAbility)
	kept := 0
	if c.begun {
		kept = c.columns.effect.At(c.track)
	}
	switch {
	case c.typed(r, c.stake.effect):
		c.effect, c.made.behind = c.stake.effect.Of(r.Params()), asTyped
		return
	case name != "":
		c.made.behind = name
	case changed && c.made.behind == asTyped:
		c.made.behind = ""
	case c.made.behind == asTyped, c.begun && c.made.ability == "" && c.made.behind == "" && !c.followsActing(r):
		c.effect = kept
		return
	}
	if name = c.made.behind; name == "" {
		name = c.made.ability
	}
	ability, ok := abilityBehind(c.sheet, name)
	switch {
	case !ok && name != "":
		r.Refuse("%s: the sheet has no ability %q for an effect total", c.who, name)
	case !ok:
		c.effect = c.acting
		r.Note("%s: the acting total is the effect total: %d", c.who, c.effect)
		return
	}
	c.effectAbility.Else(r, ability.Name())
	t := total(c.sheet, ability, 1, c.made.aspects, toEffect, c.kind)
	c.effect = t.Total()
	c.noteTotal(r, "effect", t, c.columns.effect)
}

// followsActing reports whether the effect total is an acting total that was entered anew,
// since the sheet has no ability.
func (c *contender) followsActing(r *engine.Roll) bool {
	_, able := abilityBehind(c.sheet, "")
	return c.typed(r, c.stake.acting) && !able
}

// asTyped stands in place of the ability behind an effect total that was entered.
const asTyped = "="

// resist works out the resistance total: an ability times a factor, with modifiers. One that
// was entered is what is left now. Chapters "Contests" and "Persuasion".
func (c *contender) resist(r *engine.Roll, kind string) {
	if c.begun {
		c.full = c.columns.full.At(c.track)
		c.left = c.full - c.columns.lost.At(c.track)
	}
	if c.typed(r, c.resistance) {
		c.left = c.resistance.Of(r.Params())
		c.full = max(c.full, c.left)
		if c.left < 1 {
			r.Refuse("%s: a resistance total of %d means that the contest is lost already", c.who, c.left)
		}
		if c.bonus.Of(r.Params()) != 0 {
			r.Refuse("%s: a resistance total was given, and a bonus does not count beside it: add it to the total", c.who)
		}
		return
	}
	if c.begun {
		for _, settled := range []*engine.Spec{c.bonus.Spec, c.factor.Spec, c.resistanceAbility.Spec} {
			if r.Params().Written(settled.ID) {
				r.Refuse("%s: %s counts only when a contest begins: to change the resistance now, give what is left of it", c.who, strings.ToLower(settled.Label))
			}
		}
		return
	}
	name := c.typedName(r, c.resistanceAbility)
	if name == "" && kind == persuasion {
		name = willpower
	}
	ability, ok := resistanceBehind(c.sheet, name)
	if !ok {
		r.Refuse("%s: no resistance total: give one, or add an ability to the sheet", c.who)
	}
	c.resistanceAbility.Else(r, ability.Name())
	t := total(c.sheet, ability, c.factor.Of(r.Params()), c.typedName(r, c.aspects), toResistance, c.kind)
	if n := c.bonus.Of(r.Params()); n != 0 {
		t = append(t, modifier("modifier", n, false))
	}
	r.Note("%s: resistance total %s", c.who, t)
	if t.Total() < 1 {
		r.Refuse("%s: a resistance total of %d is lost before it begins", c.who, t.Total())
	}
	c.left, c.full = t.Total(), t.Total()
}

// blow gives what winning an exchange takes off the other's resistance, at least least.
func (c *contender) blow(least int) int { return max(c.hits, least) }

// noteBlows says in the form, beside the parameter or seat with that id, how many exchanges
// foe has to win to end the contest.
func (c *contender) noteBlows(r *engine.Roll, beside string, foe *contender, least int) {
	each := foe.blow(least)
	if each <= 0 {
		return
	}
	word := "blows"
	blows := (c.left + each - 1) / each
	if blows == 1 {
		word = "blow"
	}
	r.Beside(beside, "resists %d: %d %s of %d", c.left, blows, word, each)
}

// struck takes a number of blows off the resistance.
func (c *contender) struck(r *engine.Roll, blow, times int) {
	if n := blow * times; n > 0 {
		r.Note("%s: resistance %d - %d = %d", c.who, c.left, n, c.left-n)
		c.left -= n
	}
}

// keep writes the contest on the sheet, as it is after the roll.
func (c *contender) keep(r *engine.Roll, name, kind, side string) {
	if !c.sheet.There() {
		c.track, _ = ongoing(r.Sheet(engine.Actor), name)
	} else {
		c.begin(r, name, kind, side)
	}
	put := func(column engine.Field[int], n int) { engine.Put(r, c.track, column, column.Within(n)) }
	put(c.columns.acting, c.acting)
	put(c.columns.effect, c.effect)
	put(c.columns.full, c.full)
	put(c.columns.lost, c.full-c.left)
}

// begin adds the row of the contest to the sheet, unless there is one, and writes what the
// totals are made of.
func (c *contender) begin(r *engine.Roll, name, kind, side string) {
	row, there := ongoing(c.sheet, name)
	if !there {
		row = r.NewRow(c.sheet, contests, name)
		engine.Put(r, row, trackKind, kind)
		engine.Put(r, row, trackSide, side)
	}
	c.track = row
	engine.Put(r, row, trackAbility, c.made.ability)
	engine.Put(r, row, trackBehind, c.made.behind)
	engine.Put(r, row, trackAspects, c.made.aspects)
}

// markOver writes on the sheet how the contest has ended for this side.
func (c *contender) markOver(r *engine.Roll, how string) {
	if c.sheet.There() {
		engine.Put(r, c.track, trackOver, how)
	}
}

// active reports whether the side still takes part in the contest.
func (c *contender) active() bool { return !c.lostBefore && c.left > 0 }
