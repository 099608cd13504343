package pane

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// The functions of this file draw the pieces of a roll, for the form and the
// decisions. Each gives lines of exactly w cells.

// Working draws the notes of a roll: the newest last, all of them.
func Working(k *kit.Look, notes []string, w int) []string {
	var out []string
	for _, n := range notes {
		for i, l := range kit.Wrap(n, w-3) {
			r := k.Row(w).Space(1)
			if i > 0 {
				r.Space(2)
			}
			out = append(out, r.Put(kit.Dim, l).String())
		}
	}
	return out
}

// Aimed draws what the dice are measured against, once the rule has said so.
func Aimed(k *kit.Look, step engine.Step, w int) []string {
	if !step.Aimed {
		return nil
	}
	r := k.Row(w).Space(1).Put(kit.Dim, "target ").Put(kit.Title, itoa(step.Target))
	return []string{r.String()}
}

// Fallen draws the dice of a tape as they fell.
func Fallen(k *kit.Look, tape []engine.Answer, fates []engine.DieFate, w int) []string {
	return k.DiceRows(kit.ThrownOf(tape, fates), 1, w)
}

// Result draws how a roll ended.
func Result(k *kit.Look, o engine.Outcome, w int) []string {
	if o.Grade == "" {
		return nil
	}
	s := said{text: o.Words()}
	s.ink, s.sign = resultInk(o)
	var out []string
	for i, l := range kit.Wrap(s.text, w-4) {
		r := k.Row(w).Space(1)
		switch {
		case i > 0:
			r.Space(2)
		case s.sign == "yes":
			r.Sign(s.ink, k.Tick[0]).Space(1)
		case s.sign == "no":
			r.Sign(s.ink, k.Tick[1]).Space(1)
		default:
			r.Space(2)
		}
		out = append(out, r.Put(s.ink, l).String())
	}
	return out
}

// Prices draws what a roll will take from pools and numbers, and what will be
// left: from the drifts of its odds and the sheets as they are.
func Prices(k *kit.Look, t model.Table, roll model.Roll, drifts []engine.Drift, w int) []string {
	s, ok := t.Rulebook(roll.System)
	if !ok {
		return nil
	}
	var out []string
	told := map[int]bool{}
	for i, d := range drifts {
		if told[i] {
			continue
		}
		c, ok := seated(t, roll, d.Sheet)
		if !ok {
			continue
		}
		r := k.Row(w).Space(1)
		if d.Sheet != engine.Actor {
			r.Put(kit.Dim, c.Name).Space(1)
		}
		sheet := s.Sheet.Read(c.Pages[roll.System])
		if p, ok := s.Pool(d.Field); ok {
			least, most := 0, 0
			for j, o := range drifts {
				if q, ok := s.Pool(o.Field); ok && q.ID == p.ID && o.Sheet == d.Sheet {
					least, most, told[j] = least+o.Least, most+o.Most, true
				}
			}
			now := p.Now(sheet)
			left(r, p.Label, now, now-most, now-least)
		} else if v := sheet.Value(d.Field); v.Kind() == engine.Int {
			left(r, FieldName(t, c.ID, roll.System, d.Field), v.Int(), v.Int()+d.Least, v.Int()+d.Most)
		}
		out = append(out, r.String())
	}
	return out
}

// left draws "EP 61 → 58", or the range where the dice decide.
func left(r *kit.Row, label string, now, least, most int) {
	look := r.Look()
	r.Put(kit.Dim, label).Space(1).Put(kit.Text, itoa(now)).Space(1).Put(kit.Dim, look.Arrow).Space(1)
	ink := kit.Title
	if least < 0 && least < now {
		ink = kit.Bad
	}
	switch {
	case least == most:
		r.Put(ink, itoa(least))
	case most == now:
		r.Put(ink, itoa(least)).Put(kit.Dim, " at worst")
	case least == now:
		r.Put(ink, itoa(most)).Put(kit.Dim, " at most")
	default:
		r.Put(ink, itoa(least)).Put(kit.Dim, " to ").Put(ink, itoa(most))
	}
}

// seated gives the character at a seat of a roll.
func seated(t model.Table, roll model.Roll, seat engine.Seat) (*model.Character, bool) {
	if seat == engine.Actor {
		return t.Character(roll.Who)
	}
	for i, id := range roll.Against {
		if seat == engine.Opponent(i+1) {
			return t.Character(id)
		}
	}
	return nil, false
}

// Question draws an open question: its words and, for a choice, a share or an
// amount, what can be answered. at is the option or use under the cursor, give
// the shares or, for an amount, {"": n}; odds stand beside options.
func Question(k *kit.Look, q engine.Question, at int, give engine.Shares, odds []string, w int) []string {
	var out []string
	for _, l := range kit.Wrap(q.Words, w-2) {
		out = append(out, k.Row(w).Space(1).Put(kit.Title, l).String())
	}
	switch q.Wants {
	case engine.Picking:
		return append(out, k.Options(q, at, odds, w)...)
	case engine.Sharing:
		return append(out, k.ShareRows(q, give, at, w)...)
	case engine.Numbering:
		n := give[""]
		r := k.Row(w).Mark(true).Sign(kit.Key, side(k, n > q.Least, 0)).Put(kit.Title, itoa(n)).Sign(kit.Key, side(k, n < q.Most, 1))
		r.Space(2).Put(kit.Dim, itoa(q.Least)+" to "+itoa(q.Most))
		if len(odds) > 0 {
			r.Space(2).Put(kit.Text, odds[0])
		}
		return append(out, r.String())
	}
	r := k.Row(w).Space(1).Put(kit.Dice, q.Dice.String())
	if q.Dice.Again != 0 {
		r.Put(kit.Dim, ", each thrown again on "+itoa(q.Dice.Again))
	}
	return append(out, r.String())
}

func side(k *kit.Look, can bool, i int) string {
	if can {
		return k.Moves[i]
	}
	return " "
}

// Faces draws faces while they are typed: those there are, and what is wrong
// with them or how many are missing.
func Faces(k *kit.Look, q engine.Question, typed engine.Faces, w int) []string {
	x := kit.Thrown{Dice: q.Dice.String(), Faces: typed}
	if q.Dice.Again != 0 {
		for _, n := range typed {
			fate := kit.Stands
			if n == q.Dice.Again {
				fate = kit.Again
			}
			x.Fates = append(x.Fates, fate)
		}
	}
	r := k.Row(w).Mark(true).Dice(x)
	if missing := q.Dice.Missing(typed); missing > 0 {
		r.Space(1).Put(kit.Dim, strings.TrimSpace(strings.Repeat("_ ", min(missing, 20))))
		return []string{r.String()}
	}
	out := []string{r.String()}
	if err := q.Dice.Check(typed); err != nil {
		for _, l := range kit.Wrap(err.Error(), w-3) {
			out = append(out, k.Row(w).Space(1).Sign(kit.Bad, k.Tick[1]).Space(1).Put(kit.Bad, l).String())
		}
	}
	return out
}
