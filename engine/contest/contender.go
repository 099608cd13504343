package contest

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// contender is one side of a contest as it stands before an exchange.
type contender struct {
	stake
	sheet  engine.Sheet
	track  engine.Row // its contest on its sheet, or on the other's
	keeps  columns    // where in the row
	begun  bool       // the contest was there before
	aside  bool       // it has lost this contest already
	acting int        // acting total, before what holds for one roll only
	hits   int        // effect total
	full   int        // resistance at the start
	left   int        // resistance now
}

// columns are where a row of contests keeps one side.
type columns struct{ acting, effect, full, lost engine.Field[int] }

var (
	ownColumns    = columns{trackActing, trackEffect, trackFull, trackLost}
	beyondColumns = columns{beyondActing, beyondEffect, beyondFull, beyondLost}
)

// ongoing gives the contest of a name on a sheet.
func ongoing(s engine.Sheet, name string) (engine.Row, bool) {
	return contests.Find(s, name)
}

// contestName says which contest goes on, or what a new one is called.
func (b battle) contestName(r *engine.Roll) string {
	own := r.Sheet(engine.Actor)
	if name := b.name.Of(r.Params()); name != "" {
		if row, ok := ongoing(own, name); ok {
			return row.Name()
		}
		if most := contestTitle.Most; len([]rune(name)) > most {
			r.Refuse("a contest's name has at most %d letters", most)
		}
		return name
	}
	rows := contests.Rows(own)
	for i := len(rows) - 1; i >= 0; i-- {
		if goesOn(r, rows[i]) {
			return rows[i].Name()
		}
	}
	kind := b.kind.Of(r.Params())
	kind = strings.ToUpper(kind[:1]) + kind[1:]
	name := kind
	for n := 2; taken(r, name); n++ {
		name = fmt.Sprintf("%s %d", kind, n)
	}
	return name
}

// goesOn reports whether a contest is still on, with whom this roll faces.
func goesOn(r *engine.Roll, row engine.Row) bool {
	if trackOver.At(row) != running {
		return false
	}
	foe := r.Sheet(engine.Other)
	if !foe.There() {
		return beyondFull.At(row) != 0
	}
	there, ok := ongoing(foe, row.Name())
	return ok && trackOver.At(there) == running
}

func taken(r *engine.Roll, name string) bool {
	if _, used := ongoing(r.Sheet(engine.Actor), name); used {
		return true
	}
	for _, seat := range foes(r) {
		if _, used := ongoing(r.Sheet(seat), name); used {
			return true
		}
	}
	return false
}

// foes lists the seats that are faced; the first always, for somebody without
// a sheet.
func foes(r *engine.Roll) []engine.Seat {
	out := []engine.Seat{engine.Other}
	for n := 2; r.Sheet(engine.Opponent(n)).There(); n++ {
		out = append(out, engine.Opponent(n))
	}
	return out
}

// joins gives a side as it stands in a contest: as it was kept, or made anew.
// Somebody without a sheet is kept on the actor's.
func (b battle) joins(r *engine.Roll, st stake, name string) contender {
	c := contender{stake: st, sheet: r.Sheet(st.seat), keeps: ownColumns}
	if c.sheet.There() {
		c.track, c.begun = ongoing(c.sheet, name)
	} else {
		c.keeps = beyondColumns
		c.track, c.begun = ongoing(r.Sheet(engine.Actor), name)
		c.begun = c.begun && c.keeps.full.At(c.track) != 0
	}
	if c.begun && trackOver.At(c.track) != running {
		r.Refuse("%s is over: leave it, or name another contest", c.track.Name())
	}
	c.act(r)
	c.affect(r)
	c.resist(r, b.kind.Of(r.Params()))
	return c
}

// act makes the acting total.
func (c *contender) act(r *engine.Roll) {
	if c.begun && !c.typed(r, c.stake.acting) && c.said(r, c.ability) == "" && c.said(r, c.aspects) == "" {
		c.acting = c.keeps.acting.At(c.track)
		return
	}
	t := c.base(r)
	if !c.typed(r, c.stake.acting) {
		r.Note("%s: acting total %s", c.who, t)
	}
	c.acting = t.sum
}

// affect makes the effect total: like the acting total, and usually of the
// same ability.
func (c *contender) affect(r *engine.Roll) {
	name := c.said(r, c.effectAbility)
	switch {
	case c.typed(r, c.effect):
		c.hits = c.effect.Of(r.Params())
		return
	case c.begun && name == "":
		c.hits = c.keeps.effect.At(c.track)
		return
	case name == "":
		name = c.said(r, c.ability)
	}
	ability, ok := abilityBehind(c.sheet, name)
	if !ok {
		r.Refuse("%s: nothing for an effect total: type %s, or give the sheet an ability", c.who, c.effect.ID)
	}
	t := ofAbility(ability, 1).with(c.sheet, c.said(r, c.aspects), toEffect)
	r.Note("%s: effect total %s", c.who, t)
	c.hits = t.sum
}

// resist makes the resistance total: an ability times a factor, and then the
// modifiers. Typed, it is what is left now.
func (c *contender) resist(r *engine.Roll, kind string) {
	if c.begun {
		c.full = c.keeps.full.At(c.track)
		c.left = c.full - c.keeps.lost.At(c.track)
	}
	if c.typed(r, c.resistance) {
		c.left = c.resistance.Of(r.Params())
		c.full = max(c.full, c.left)
		if c.left < 1 {
			r.Refuse("%s: a resistance total of %d is lost already", c.who, c.left)
		}
		return
	}
	if c.begun {
		return
	}
	name := c.said(r, c.resistanceAbility)
	if name == "" && kind == persuasion {
		name = willpower
	}
	ability, ok := resistanceBehind(c.sheet, name)
	if !ok {
		r.Refuse("%s: nothing to resist with: type %s, or give the sheet an ability", c.who, c.resistance.ID)
	}
	t := ofAbility(ability, c.factor.Of(r.Params())).with(c.sheet, c.said(r, c.aspects), toResistance)
	if n := c.bonus.Of(r.Params()); n != 0 && !c.extra {
		t.plus("modifier", n, false)
	}
	r.Note("%s: resistance total %s", c.who, t)
	if t.sum < 1 {
		r.Refuse("%s: a resistance total of %d is lost before it begins", c.who, t.sum)
	}
	c.left, c.full = t.sum, t.sum
}

// blow is what the effect total takes off in a won exchange.
func (c *contender) blow(least int) int { return max(c.hits, least) }

// struck takes blows off the resistance.
func (c *contender) struck(r *engine.Roll, blow, times int) {
	if n := blow * times; n > 0 {
		r.Note("%s: resistance %d - %d = %d", c.who, c.left, n, c.left-n)
		c.left -= n
	}
}

// keep writes the contest on the sheet.
func (c *contender) keep(r *engine.Roll, name string) {
	if !c.sheet.There() {
		c.track, _ = ongoing(r.Sheet(engine.Actor), name)
	} else if row, there := ongoing(c.sheet, name); there {
		c.track = row
	} else {
		c.track = r.NewRow(c.sheet, contests, name)
	}
	put := func(column engine.Field[int], n int) {
		if n = column.Within(n); column.At(c.track) != n {
			engine.PutRow(r, c.track, column, n)
		}
	}
	put(c.keeps.acting, c.acting)
	put(c.keeps.effect, c.hits)
	put(c.keeps.full, c.full)
	put(c.keeps.lost, c.full-c.left)
}

// over marks the contest on the sheet of a side.
func (c *contender) over(r *engine.Roll, how string) {
	if c.sheet.There() {
		engine.PutRow(r, c.track, trackOver, how)
	}
}
