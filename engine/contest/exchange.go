package contest

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// fight is an exchange before its dice.
type fight struct {
	name, kind, side string // of the contest, and the actor's side in it
	own              contender
	others           []contender
	terms            []terms // against each of others
	chosen           int     // the opponent who is hit, an index of others
	hitsAll          bool    // by a house rule, all opponents who are beaten are hit
	least            int     // the least effect of a won exchange
	acting           kit.Sum // of the actor in this exchange
	ownDie           *engine.DiceSequence[cast]
}

// melee is the state of an exchange while its dice fall: first the actor's, then those of
// each opponent.
type melee struct {
	mine, theirs cast
	lost         int                         // taken off the actor's resistance
	hits         [engine.MostOpponents]uint8 // how often the actor's effect is taken off each opponent's
	ruled        ruling                      // against the opponent who was chosen
	behind       int                         // how many opponents have the better of the actor
}

// rollExchange is one exchange of a contest. All sides throw, and the higher total takes its
// effect off the other's resistance. The number of opponents changes no acting total; it only
// means more dice to beat. Chapters "Contests" and "Combat".
func rollExchange(r *engine.Roll) engine.Outcome {
	f := engine.Precompute(r, func() fight { return exchange.prepareExchange(r) })
	f.others = slices.Clone(f.others) // each run of the rule changes its own copy
	m := melee{mine: f.ownDie.Read(r)}
	mine, theirs := m.mine, make([]cast, len(f.others))
	for i := range f.others {
		if f.others[i].lostBefore {
			continue
		}
		foe := f.terms[i].otherDie
		dice := engine.DiceSequence[melee]{
			From: m,
			Next: func(m melee) (engine.Part, bool) { return foe.next(m.theirs) },
			Fold: func(m melee, face int) melee { m.theirs = m.theirs.with(face); return m },
		}
		m = engine.ReadAs(r, &dice, func(m melee) (melee, melee) {
			theirs[i] = m.theirs
			m = f.against(m, i)
			return m, m
		})
	}
	f.strike(r, m, mine, theirs)
	end := endingOf(r, f.name, f.side, &f.own, f.others)
	f.keep(r)
	end.keep(r)
	f.tell(r, m, mine, theirs, end)
	return f.outcome(m, theirs, end)
}

// prepareExchange gives the exchange before its dice.
func (b battle) prepareExchange(r *engine.Roll) fight {
	f := fight{least: leastEffect.Of(r.House()), hitsAll: outnumbered.Of(r.House()) == hitsBeaten}
	f.name, f.kind, f.side = b.contest(r)
	f.own = b.join(r, b.own, f.name, f.kind)
	f.others = b.joinOthers(r, f.name, f.kind)
	f.choose(r, b)
	f.acting = f.own.forThisThrow(r, kit.Sum{kit.Plain("", f.own.acting)})
	r.Note("own side throws 1d20 on %s", f.acting)
	f.own.noteBlows(r, f.own.ability.ID, &f.others[f.chosen], f.least)
	for i := range f.others {
		if foe := &f.others[i]; !foe.lostBefore {
			foe.noteBlows(r, string(foe.Seat), &f.own, f.least)
		}
	}
	for i := range f.others {
		t := terms{}
		if foe := &f.others[i]; !foe.lostBefore {
			acting := foe.forThisThrow(r, kit.Sum{kit.Plain("", foe.acting)})
			r.Note("%s throws 1d20 on %s", foe.who, acting)
			t = newTerms(r, 20, f.acting.Total(), acting.Total(), foe.Prefix)
		}
		f.terms = append(f.terms, t)
	}
	f.ownDie = f.terms[f.chosen].ownDie.dice()
	return f
}

// joinOthers gives all opponents. Of several, those who have lost already take no part. Chapter
// "Combat".
func (b battle) joinOthers(r *engine.Roll, name, kind string) []contender {
	seats := foes(r)
	if len(seats) > engine.MostOpponents {
		r.Refuse("%d opponents are too many: %d at most", len(seats), engine.MostOpponents)
	}
	for n := len(seats) + 1; n <= engine.MostOpponents; n++ {
		if b.more[n-2].hasTyped(r) {
			r.Refuse("opponent %d has no sheet: only the first opponent can be without one", n)
		}
	}
	var out []contender
	for i, seat := range seats {
		st := b.other
		if i > 0 {
			st = b.more[i-1]
		}
		if len(seats) > 1 {
			st.who = r.NameOf(seat, st.who)
		}
		if row, ok := ongoing(r.Sheet(seat), name); ok && len(seats) > 1 && trackOver.At(row) != running {
			out = append(out, contender{stake: st, lostBefore: true})
			continue
		}
		out = append(out, b.join(r, st, name, kind))
	}
	return out
}

// hasTyped reports whether a total of the side was entered.
func (s stake) hasTyped(r *engine.Roll) bool {
	return s.typed(r, s.acting) || s.typed(r, s.effect) || s.typed(r, s.resistance)
}

// choose finds the opponent who is hit: the one that was chosen, or else the first who has not
// lost yet.
func (f *fight) choose(r *engine.Roll, b battle) {
	n := b.chosen.Of(r.Params())
	if n > len(f.others) {
		r.Refuse("there %s, so opponent %d cannot be hit", opponents(len(f.others)), n)
	}
	f.chosen = n - 1
	if !r.Params().Written(b.chosen.ID) {
		for f.chosen < len(f.others)-1 && f.others[f.chosen].lostBefore {
			f.chosen++
		}
	}
	if f.others[f.chosen].lostBefore {
		r.Refuse("%s has lost already", r.NameOf(engine.Opponent(f.chosen+1), fmt.Sprintf("opponent %d", f.chosen+1)))
	}
}

func opponents(n int) string {
	if n == 1 {
		return "is one opponent"
	}
	return fmt.Sprintf("are %d opponents", n)
}

// against adds the result against opponent i, whose dice have fallen.
func (f *fight) against(m melee, i int) melee {
	ruled := f.terms[i].rule(m.mine, m.theirs)
	switch {
	case ruled.winner < 0:
		m.lost += ruled.times() * f.others[i].blow(f.least)
		m.behind++
	case ruled.winner > 0 && f.isHit(i):
		m.hits[i] = uint8(ruled.times())
	}
	if i == f.chosen {
		m.ruled = ruled
	}
	m.theirs = cast{}
	return m
}

// facing counts the opponents who take part.
func (f *fight) facing() (n int) {
	for i := range f.others {
		if !f.others[i].lostBefore {
			n++
		}
	}
	return n
}

// isHit reports whether a won exchange takes the effect off opponent i.
func (f *fight) isHit(i int) bool { return f.hitsAll || i == f.chosen }

// strike takes all blows of the exchange off.
func (f *fight) strike(r *engine.Roll, m melee, mine cast, theirs []cast) {
	for i := range f.others {
		if foe := &f.others[i]; !foe.lostBefore {
			f.terms[i].note(r, mine, theirs[i])
			f.terms[i].rule(mine, theirs[i]).noteAgainst(r, f.nameOf(r, i))
			foe.struck(r, f.own.blow(f.least), int(m.hits[i]))
		}
	}
	f.own.struck(r, m.lost, 1)
}

// nameOf names opponent i in the working if there are several, "" for a single one.
func (f *fight) nameOf(r *engine.Roll, i int) string {
	if len(f.others) == 1 {
		return ""
	}
	return r.NameOf(engine.Opponent(i+1), f.others[i].who)
}

// keep writes the contest on all sheets.
func (f *fight) keep(r *engine.Roll) {
	f.own.keep(r, f.name, f.kind, f.side)
	for i := range f.others {
		if foe := &f.others[i]; !foe.lostBefore {
			foe.keep(r, f.name, f.kind, opposing(f.side))
		}
	}
}

// tell writes the story of the exchange: who gets the better of whom, and who has lost.
func (f *fight) tell(r *engine.Roll, m melee, mine cast, theirs []cast, end ending) {
	var lost, beaten, better []string
	chosen := "{" + string(engine.Opponent(f.chosen+1)) + "}"
	for i := range f.others {
		if f.others[i].lostBefore {
			continue
		}
		name := "{" + string(engine.Opponent(i+1)) + "}"
		switch winner := f.terms[i].rule(mine, theirs[i]).winner; {
		case f.others[i].left <= 0:
			lost = append(lost, name)
		case winner < 0:
			better = append(better, name)
		case winner > 0 && f.isHit(i):
			beaten = append(beaten, name)
		}
	}
	var parts []string
	say := func(names []string, format string, verb ...any) {
		if len(names) == 0 {
			return
		}
		part := fmt.Sprintf(format, append(verb, strings.Join(names, " and "))...)
		if m.ruled.spectacular && slices.Contains(names, chosen) {
			part += ", spectacularly"
		}
		parts = append(parts, part)
	}
	say(lost, "%[2]s %[1]s to {actor}", verbOf(lost, "lose", "loses"))
	say(beaten, "{actor} gets the better of %s")
	if f.own.left > 0 {
		say(better, "%[2]s %[1]s the better of {actor}", verbOf(better, "get", "gets"))
	} else {
		say(better, "{actor} loses to %s")
	}
	if parts == nil {
		say([]string{chosen}, "{actor} and %s are even")
	}
	r.Story("%s", strings.Join(parts, "; ")+end.words(r))
}

// verbOf gives the form of a verb that fits the number of names.
func verbOf(names []string, verb, ofOne string) string {
	if len(names) == 1 {
		return ofOne
	}
	return verb
}

// outcome gives the outcome of the exchange, which is that against the opponent who was chosen.
// A flag tells if all opponents have the better of the actor. Chapter "Contests".
func (f *fight) outcome(m melee, theirs []cast, end ending) engine.Outcome {
	total, target := f.acting.Total()+m.mine.sum(), f.terms[f.chosen].other+theirs[f.chosen].sum()
	foe := &f.others[f.chosen]
	o := engine.Outcome{
		Success: m.ruled.winner == engine.ActorWins, Grade: m.ruled.winner.Grade(), Flags: flagsOf(m.ruled),
		Total: total, Target: target, Margin: total - target,
		Values: []engine.Named{m.ruled.winner.Value(),
			engine.Num("resistance", f.own.left), engine.Num("other.resistance", foe.left)},
	}
	if len(f.others) > 1 && m.behind == f.facing() {
		o.Flags = append(o.Flags, allBetterFlag)
	}
	if f.own.active() && end.won() {
		o.Flags = append(o.Flags, wonFlag)
	}
	if !f.own.active() {
		o.Flags = append(o.Flags, lostFlag)
	}
	return o
}
