package contest

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// rollExchange is one exchange of a contest: both throw, and the higher takes
// its effect off the other's resistance. Chapter "Contests".
func rollExchange(r *engine.Roll) engine.Outcome {
	f := engine.Precompute(r, func() fight { return exchange.linedUp(r) })
	copy(f.fought.others, f.others) // what was lined up is that of every run
	copy(f.fought.terms, f.terms)
	f.others, f.terms = f.fought.others, f.fought.terms
	f.meet()
	f.keep()
	f.tell()
	return f.outcome()
}

// linedUp is the fight before its dice.
func (b battle) linedUp(r *engine.Roll) fight {
	f := fight{roll: r, least: leastEffect.Of(r.House())}
	f.name, f.kind, f.side = b.contest(r)
	f.own = b.joins(r, b.own, f.name, f.kind)
	f.others = b.joinOthers(r, f.name, f.kind)
	f.choose(b)
	acting := f.own.now(r, startingFrom(f.own.acting))
	f.acting = acting.sum
	r.Note("own side throws 1d20 on %s", acting)
	f.own.stands(r, f.own.ability.ID, &f.others[f.chosen], f.least)
	for i := range f.others {
		if foe := &f.others[i]; !foe.aside {
			foe.stands(r, string(foe.seat), &f.own, f.least)
		}
	}
	f.terms = make([]terms, len(f.others))
	for i := range f.others {
		if foe := &f.others[i]; !foe.aside {
			f.terms[i] = f.against(foe)
		}
	}
	f.known = f.key()
	f.fought = lines{slices.Clone(f.others), slices.Clone(f.terms)}
	return f
}

// joinOthers gives everybody who is faced, each with what is typed for them. Of
// several, those who have lost already stand aside. Chapter "Combat".
func (b battle) joinOthers(r *engine.Roll, name, kind string) []contender {
	seats := foes(r)
	if len(seats) > engine.MostOpponents {
		r.Refuse("%d opponents are more than anybody can face: %d at most", len(seats), engine.MostOpponents)
	}
	for n := len(seats) + 1; n <= engine.MostOpponents; n++ {
		if b.more[n-2].spokenOf(r) {
			r.Refuse("opponent %d has no sheet: only the first can do without", n)
		}
	}
	out := make([]contender, len(seats))
	for i, seat := range seats {
		st := b.other
		if i > 0 {
			st = b.more[i-1]
		}
		if len(seats) > 1 {
			st.who = r.NameOf(seat, st.who)
		}
		if row, ok := ongoing(r.Sheet(seat), name); ok && len(seats) > 1 && trackOver.At(row) != running {
			out[i] = contender{stake: st, aside: true}
			continue
		}
		out[i] = b.joins(r, st, name, kind)
	}
	return out
}

// spokenOf reports whether totals are typed for somebody.
func (s stake) spokenOf(r *engine.Roll) bool {
	return s.typed(r, s.acting) || s.typed(r, s.effect) || s.typed(r, s.resistance)
}

// fight is an exchange while it is fought.
type fight struct {
	roll   *engine.Roll
	name   string
	kind   string
	side   string // one's own
	own    contender
	others []contender
	chosen int     // of others, from 0
	terms  []terms // against each of them
	least  int     // effect
	acting int     // own acting total in this roll
	thrown int     // own die
	target int     // the chosen opponent's final total; not kept in odds
	ruled  ruling  // against the chosen opponent
	fought lines   // others and terms as they change
	known  any     // meleeKey
}

// lines are all opponents, and the terms against each.
type lines struct {
	others []contender
	terms  []terms
}

// choose finds the opponent to hit: the one that is named, or else the first
// who still stands.
func (f *fight) choose(b battle) {
	n := b.chosen.Of(f.roll.Params())
	if n > len(f.others) {
		f.roll.Refuse("there %s, so number %d cannot be hit", opponents(len(f.others)), n)
	}
	f.chosen = n - 1
	if !f.roll.Params().Written(b.chosen.ID) {
		for f.chosen < len(f.others)-1 && f.others[f.chosen].aside {
			f.chosen++
		}
	}
	if f.others[f.chosen].aside {
		f.roll.Refuse("%s has lost already", f.roll.NameOf(engine.Opponent(f.chosen+1), fmt.Sprintf("opponent %d", f.chosen+1)))
	}
}

func opponents(n int) string {
	if n == 1 {
		return "is one opponent"
	}
	return fmt.Sprintf("are %d opponents", n)
}

// against gives the terms of the throw against an opponent.
func (f *fight) against(foe *contender) terms {
	acting := foe.now(f.roll, startingFrom(foe.acting))
	f.roll.Note("%s throws 1d20 on %s", foe.who, acting)
	t := &terms{die: 20, own: f.acting, other: acting.sum, spectacular: spectacular.Of(f.roll.House())}
	return *t.asked(foe.prefix)
}

// keep writes the contest on every sheet, and who has lost it.
func (f *fight) keep() {
	f.own.keep(f.roll, f.name, f.kind, f.side)
	standing := 0
	for i := range f.others {
		foe := &f.others[i]
		if foe.aside {
			continue
		}
		foe.keep(f.roll, f.name, f.kind, against(f.side))
		switch {
		case foe.left <= 0:
			foe.over(f.roll, lost)
		case f.own.left <= 0:
			foe.over(f.roll, won)
			standing++
		default:
			standing++
		}
	}
	switch {
	case f.own.left <= 0:
		f.own.over(f.roll, lost)
	case standing == 0:
		f.own.over(f.roll, won)
	}
}

// tell tells the exchange with everybody whom it went against, and who has lost.
func (f *fight) tell() {
	if !f.roll.Told() {
		return
	}
	var lost, beaten, better []string
	everyone := outnumbered.Of(f.roll.House()) == hitsBeaten
	for i := range f.others {
		if f.others[i].aside {
			continue
		}
		name := "{" + string(engine.Opponent(i+1)) + "}"
		switch winner := f.terms[i].rule(f.terms[i].fell).winner; {
		case f.others[i].left <= 0:
			lost = append(lost, name)
		case winner < 0:
			better = append(better, name)
		case winner > 0 && (everyone || i == f.chosen):
			beaten = append(beaten, name)
		}
	}
	var parts []string
	say := func(names []string, format string, verb ...any) {
		if len(names) > 0 {
			parts = append(parts, fmt.Sprintf(format, append(verb, strings.Join(names, " and "))...))
		}
	}
	say(lost, "%[2]s %[1]s to {actor}", verbOf(lost, "lose", "loses"))
	say(beaten, "{actor} gets the better of %s")
	if f.own.left > 0 {
		say(better, "%[2]s %[1]s the better of {actor}", verbOf(better, "get", "gets"))
	} else {
		say(better, "{actor} loses to %s")
	}
	if parts == nil {
		say([]string{"{" + string(engine.Opponent(f.chosen+1)) + "}"}, "{actor} and %s are even")
	}
	if f.ruled.spectacular {
		parts[0] += ", spectacularly"
	}
	f.roll.Story("%s", strings.Join(parts, "; ")+f.ending())
}

// verbOf puts a verb behind names.
func verbOf(names []string, verb, ofOne string) string {
	if len(names) == 1 {
		return ofOne
	}
	return verb
}

func (f *fight) outcome() engine.Outcome {
	foe := &f.others[f.chosen]
	total := f.acting + f.thrown
	o := engine.Outcome{
		Success: f.ruled.winner > 0, Grade: gradeOf(f.ruled.winner), Flags: flagsOf(f.ruled),
		Total: total, Target: f.target, Margin: total - f.target,
		Values: f.roll.Values(engine.Word("winner", seatOf(f.ruled.winner)),
			engine.Num("resistance", f.own.left), engine.Num("other.resistance", foe.left)),
	}
	if foe.left <= 0 {
		o.Flags = append(o.Flags, wonFlag)
	}
	if f.own.left <= 0 {
		o.Flags = append(o.Flags, lostFlag)
	}
	return o
}
